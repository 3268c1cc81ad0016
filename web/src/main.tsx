// Starts the page: what the address says, what is dropped or pasted, and drawing whenever something changed.

import { render } from "preact";
import { service } from "./api.ts";
import { enableDragging } from "./dragging.ts";
import { EXAMPLES } from "./examples.ts";
import { chooseLanguage, language, t } from "./language.ts";
import { readLink } from "./link.ts";
import { openAddress, read, readFile, showExample } from "./problem.ts";
import { solving } from "./solving.ts";
import { store } from "./store.ts";
import { Page, setMode } from "./views/page.tsx";

function draw(root: HTMLElement): void {
  document.documentElement.lang = language();
  document.title = t("title");
  document.body.dataset["mode"] = store.mode;
  render(<Page />, root);
}

/** Shows the problem of the address, or an example, which is solved at once if the address asks for it. */
function open(): void {
  const { sfen, example } = readLink(new URL(location.href));
  if (openLink() || sfen) return;
  const index = EXAMPLES.findIndex((_, at) => at + 1 === example);
  showExample(Math.max(index, 0), false);
  if (index >= 0) void solving.solve();
}

/** Shows what the address holds. What is wrong with it is told where texts are. */
function openLink(): boolean {
  const isShown = openAddress();
  if (!isShown && readLink(new URL(location.href)).sfen) setMode("position");
  return isShown;
}

function acceptTexts(): void {
  document.addEventListener("paste", (event) => {
    const isField = event.target instanceof HTMLElement && event.target.matches("textarea, input, select");
    const text = event.clipboardData?.getData("text") ?? "";
    if (!isField && text.trim()) void take(() => read(text));
  });
  document.addEventListener("dragover", (event) => event.preventDefault());
  document.addEventListener("drop", (event) => {
    event.preventDefault();
    const file = event.dataTransfer?.files[0];
    const text = event.dataTransfer?.getData("text") ?? "";
    if (file) void take(() => readFile(file));
    else if (text.trim()) void take(() => read(text));
  });
}

// What is wrong with a text is told where texts are.
async function take(reading: () => Promise<boolean>): Promise<void> {
  if (!(await reading())) setMode("position");
}

async function greet(): Promise<void> {
  try {
    store.version = (await service.getServerInfo({})).version;
    store.changed();
  } catch {
    // The first thing that is asked of the service will tell what is wrong.
  }
}

const root = document.getElementById("app");
if (root) {
  chooseLanguage(readLink(new URL(location.href)).lang);
  store.onChange(() => draw(root));
  enableDragging(document.documentElement);
  acceptTexts();
  window.addEventListener("popstate", () => {
    const { lang } = readLink(new URL(location.href));
    if (lang) chooseLanguage(lang);
    openLink();
    store.changed();
  });
  open();
  draw(root);
  void greet();
}

// A server, a browser, and a page that is watched: what it says on the console, and where it calls.

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { createRequire } from "node:module";
import path from "node:path";
import { createInterface } from "node:readline";

export const ROOT = path.resolve(import.meta.dirname, "../..");

/** Milliseconds after which a step has failed. None takes long; a machine with much else to do may. */
const BOUND = 60_000;

/** Packages of npm are not the repository's: run.sh puts them into a folder and names it. */
const packages = createRequire(path.join(process.env.TSUMI_PAGE_PACKAGES ?? path.join(ROOT, "web"), "package.json"));
const { chromium } = packages("playwright-core");
export const axe = () => packages("axe-core").source;

/** A PNG with at most so many colours: wood is large otherwise. */
export function withColours(png, colours) {
  const upng = packages("upng-js");
  const image = upng.decode(png.buffer.slice(png.byteOffset, png.byteOffset + png.length));
  return Buffer.from(upng.encode(upng.toRGBA8(image), image.width, image.height, colours));
}

/** `tsumi serve` on a free port, without a store. */
export async function serve(...options) {
  const binary = process.env.TSUMI_BINARY ?? path.join(ROOT, "target/release/tsumi");
  const fixed = ["serve", "--listen", "127.0.0.1:0", "--store", "none", "--hash-mib", "16"];
  const child = spawn(binary, [...fixed, ...options], { stdio: ["ignore", "ignore", "pipe"] });
  const ended = new Promise((resolve) => child.once("exit", resolve));
  // Read to the end: a full pipe would stop the server.
  const lines = createInterface({ input: child.stderr });
  const said = [];
  const address = await new Promise((resolve, reject) => {
    lines.on("line", (line) => {
      said.push(line);
      const found = line.match(/its page is at (\S+)\/$/);
      if (found) resolve(found[1]);
    });
    child.once("error", reject);
    ended.then(() => reject(new Error(`the server did not start: ${said.join("\n")}`)));
  });
  const close = async () => {
    child.kill("SIGKILL");
    await ended;
  };
  return { address, close };
}

// As root Chromium has no sandbox; the rest keeps it from calling anywhere by itself.
const FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--disable-quic", "--disable-component-update"];

export function browse(...flags) {
  return chromium.launch({ executablePath: process.env.TSUMI_CHROMIUM, args: [...FLAGS, ...flags] });
}

/** What a page did that it must not, while it was watched. */
class Watched {
  #faults = [];
  #origin;
  #expected;

  constructor(page, origin, expected) {
    this.#origin = origin;
    this.#expected = expected;
    page.on("pageerror", (error) => this.#add(`an exception: ${error.stack}`));
    page.on("console", (message) => {
      if (["error", "warning"].includes(message.type())) this.#add(`on the console: ${message.text()}`);
    });
    page.on("request", (request) => {
      const { origin, protocol } = new URL(request.url());
      if (origin !== this.#origin && !["data:", "blob:"].includes(protocol)) this.#add(`a request: ${request.url()}`);
    });
  }

  #add(fault) {
    if (!this.#expected?.test(fault)) this.#faults.push(fault);
  }

  check() {
    assert.deepEqual(this.#faults, []);
  }

  /** What is to be known where a visit has failed: the page's faults, and all that it shows. */
  async told(page) {
    const shown = await page.locator("body").innerText({ timeout: 2000 }).catch(String);
    return [...this.#faults, `the page at ${page.url()} shows:`, shown].join("\n");
  }
}

/**
 * Opens the page and calls `visit(page)`; fails if it has done meanwhile what it must not. `expected` is what it may say on
 * the console; everything else is of playwright's contexts.
 */
export async function visiting(browser, { address, at = "/", expected, ...context }, visit) {
  const settings = { locale: "en-GB", colorScheme: "light", viewport: { width: 1200, height: 900 }, ...context };
  const opened = await browser.newContext(settings);
  try {
    const page = await opened.newPage();
    page.setDefaultTimeout(BOUND);
    const watched = new Watched(page, new URL(address).origin, expected);
    // Chromium tells of most violations on the console, but not of all.
    await page.addInitScript(() => {
      addEventListener("securitypolicyviolation", (event) => console.error(`policy: ${event.violatedDirective} ${event.blockedURI}`));
    });
    try {
      await page.goto(address + at);
      await page.locator("#board").waitFor();
      await visit(page);
    } catch (error) {
      throw new Error(`${error.message}\n${await watched.told(page)}`, { cause: error });
    }
    watched.check();
  } finally {
    await opened.close();
  }
}

/** What an element shows. */
export const shown = async (page, selector) => (await page.locator(selector).innerText()).trim();

/** Waits until an element's attribute has this value. */
export const until = (page, selector, attribute, value) => page.locator(`${selector}[${attribute}="${value}"]`).waitFor();

/** The place of a square or hand piece on the page. */
export const place = (page, name) => page.locator(`[data-place="${name}"]:is(button)`).first();

/** The link's fragment that holds a position. */
export const held = (sfen, more = "") => `/#sfen=${sfen.replaceAll(" ", "_").replaceAll("+", "%2B")}${more}`;

/** Solves what is on the board, and waits for the answer. */
export async function solve(page, outcome = "mate") {
  await page.locator("#solve").click();
  await page.locator("#answer, #failure").waitFor();
  assert.equal(await page.locator("#answer, #failure").getAttribute("data-outcome"), outcome);
}

/** Pastes a text where the page takes texts, by the field and its button. */
export async function read(page, text) {
  await page.locator("#tab-position").click();
  await page.locator("#text").fill(text);
  await page.locator("#read").click();
}

/** Plays a move by touching its places; promotion is asked about where there is a choice. */
export async function play(page, usi) {
  const [from, to] = usi[1] === "*" ? [`b*${usi[0]}`, usi.slice(2, 4)] : [usi.slice(0, 2), usi.slice(2, 4)];
  await place(page, from).click();
  await place(page, to).click();
}

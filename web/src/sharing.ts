// The problem as text and as a picture, for other programs.

import { PieceStyle } from "../generated/tsume/v1/tsume_pb";
import { movesOf, positionOf, service, wireSide, words } from "./api.ts";
import { t } from "./language.ts";
import { address } from "./problem.ts";
import { playing } from "./playing.ts";
import { solving } from "./solving.ts";
import { store } from "./store.ts";

export type Form = "link" | "sfen" | "kif" | "usi";

/** Pixels of a PNG's width. */
const PNG_WIDTH = 1200;

/** The moves that were played or stepped to. */
function moves(): string[] {
  if (store.mode === "play") return playing.usi;
  return store.mode === "solve" ? solving.line.slice(0, solving.at).map((move) => move.usi) : [];
}

/** The problem; with these moves, what is on the board. */
function request(played: readonly string[]) {
  const position = played.length > 0 ? movesOf(store.sfen, played) : positionOf("sfen", store.sfen);
  return { position, attacker: wireSide(store.attacker) };
}

/** Copies the problem in this form, or shows it to be copied by hand. */
export async function copy(form: Form): Promise<void> {
  const what = t(`copy_${form}`);
  try {
    const text = form === "link" ? address() : await written(form);
    await put(what, text);
  } catch (error) {
    tellTrouble(words(error));
  }
}

async function written(form: Exclude<Form, "link">): Promise<string> {
  const answer = await service.convertPosition(request(form === "usi" ? moves() : []));
  return answer[form];
}

async function put(what: string, text: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    tell(t("copied", { what }));
  } catch {
    // Not allowed here, or no secure origin.
    store.leaflet = { what, text };
    store.changed();
  }
}

/** The wish for a picture of the board as it is shown. */
function picture() {
  const pieces = store.western ? PieceStyle.WESTERN : PieceStyle.KANJI;
  return { picture: true, pictureOptions: { pieces, flip: store.flip } };
}

type Drawing = "svg" | "png";

/** A picture of the board. */
async function drawn(form: Drawing): Promise<Blob> {
  const { svg } = await service.convertPosition({ ...request(moves()), ...picture() });
  const drawing = new Blob([svg], { type: "image/svg+xml" });
  return form === "svg" ? drawing : raster(drawing);
}

/** Saves a picture of the board. */
export async function save(form: Drawing, drawing = drawn(form)): Promise<void> {
  try {
    download(await drawing, `tsumi.${form}`);
    tell(t("saved", { what: t(`picture_${form}`) }));
  } catch (error) {
    tellTrouble(words(error));
  }
}

/** Copies a picture of the board, or saves it where that is not allowed. */
export async function copyPicture(): Promise<void> {
  const drawing = drawn("png");
  try {
    // Not once it is drawn: a click allows copying for a moment only.
    await navigator.clipboard.write([new ClipboardItem({ "image/png": drawing })]);
    tell(t("picture_copied"));
  } catch {
    await save("png", drawing);
  }
}

async function raster(drawing: Blob): Promise<Blob> {
  const url = URL.createObjectURL(drawing);
  try {
    const image = new Image();
    image.src = url;
    await image.decode();
    const canvas = document.createElement("canvas");
    canvas.width = PNG_WIDTH;
    canvas.height = Math.round((PNG_WIDTH * image.naturalHeight) / image.naturalWidth);
    canvas.getContext("2d")?.drawImage(image, 0, 0, canvas.width, canvas.height);
    const made = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, "image/png"));
    if (!made) throw new Error("no picture");
    return made;
  } finally {
    URL.revokeObjectURL(url);
  }
}

function download(blob: Blob, name: string): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}

function tell(text: string): void {
  store.note = text;
  store.trouble = "";
  store.say(text);
}

function tellTrouble(text: string): void {
  store.trouble = text;
  store.say(text);
}

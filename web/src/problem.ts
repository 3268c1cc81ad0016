// The problem on the board: read from texts and examples, checked by the service, undone, kept in the address.

import { Side as WireSide, type ConvertPositionResponse } from "../generated/tsume/v1/tsume_pb";
import { faultsOf, faultText, positionOf, service, wireSide, words } from "./api.ts";
import { EXAMPLES } from "./examples.ts";
import { language, plies, t } from "./language.ts";
import { readLink, writeLink, type Link } from "./link.ts";
import { parseSfen, type Position, type Side } from "./position.ts";
import { store } from "./store.ts";
import { decode, formatOf } from "./text.ts";

/** Milliseconds without another change before the service is asked about a position that is being set up. */
const PAUSE = 150;

interface Past {
  readonly root: Position;
  readonly attacker: Side;
}

const past: Past[] = [];
let asked = 0;
/** Counts what is to come on the board: a text that is still being read when something else came is not waited for. */
let coming = 0;
let timer: ReturnType<typeof setTimeout> | undefined;
const listeners: (() => void)[] = [];

/** Calls this whenever another problem is on the board. */
export const onProblem = (listener: () => void): void => void listeners.push(listener);

export const canUndo = (): boolean => past.length > 0;

interface Change {
  readonly root: Position;
  readonly attacker?: Side;
  /** Whether the address gets an entry of its own in the browser's history. */
  readonly entry?: boolean;
}

/** Puts another problem on the board, which `undo` takes back. */
export function setProblem({ root, attacker = store.attacker, entry = false }: Change): void {
  past.push({ root: store.root, attacker: store.attacker });
  show(root, attacker);
  writeAddress(entry);
}

export function undo(): void {
  const last = past.pop();
  if (!last) return;
  show(last.root, last.attacker);
  writeAddress(false);
}

function show(root: Position, attacker: Side): void {
  asked++;
  coming++;
  Object.assign(store, { root, attacker, picked: undefined, note: "", trouble: "", textFaults: [], textNote: "", recorded: [] });
  judge({ inCheck: false, problemFaults: [], isProblem: false });
  for (const listener of listeners) listener();
  store.changed();
  clearTimeout(timer);
  timer = setTimeout(() => void examine(), PAUSE);
}

type Judgement = Pick<ConvertPositionResponse, "inCheck" | "problemFaults" | "isProblem">;

function judge({ inCheck, problemFaults: faults, isProblem }: Judgement): void {
  Object.assign(store, { inCheck, faults, isProblem, trouble: "" });
}

/** Asks the service whether the position is a problem, and what is wrong if it is none. */
export async function examine(): Promise<void> {
  const ticket = ++asked;
  try {
    const answer = await service.convertPosition({ position: positionOf("sfen", store.sfen), attacker: wireSide(store.attacker) });
    if (ticket !== asked) return;
    judge(answer);
  } catch (error) {
    if (ticket !== asked) return;
    const faults = faultsOf(error);
    judge({ inCheck: false, problemFaults: faults, isProblem: false });
    store.trouble = faults.length > 0 ? "" : words(error);
  }
  store.changed();
}

/** Reads what was pasted, and puts it on the board if it is a position. False: something is wrong with it. */
export async function read(given: string): Promise<boolean> {
  const ticket = ++coming;
  // The service counts bytes of what it is sent, and fields of forms know no other ends of lines.
  const text = heldBy(given) ?? given.replace(/\r\n?/g, "\n");
  const format = formatOf(text);
  Object.assign(store, { text, textFaults: [], textNote: "", trouble: "" });
  try {
    const answer = await service.convertPosition({ position: positionOf(format, text) });
    if (ticket !== coming) return true;
    setProblem({ root: parseSfen(answer.sfen), attacker: answer.turn === WireSide.WHITE ? "w" : "b", entry: true });
    recorded(answer, format);
    return true;
  } catch (error) {
    return ticket !== coming || refused(text, error);
  }
}

/** The position of a link to this page, if the text is one. */
function heldBy(text: string): string | undefined {
  const address = text.trim();
  return /^https?:\/\/\S+$/.test(address) && URL.canParse(address) ? readLink(new URL(address)).sfen : undefined;
}

// What is wrong with a position is shown on the board where the text can be drawn at all, else beside the text.
function refused(text: string, error: unknown): boolean {
  const faults = faultsOf(error);
  const root = faults.some((fault) => fault.place.case !== "text") ? drawable(text) : undefined;
  if (root) setProblem({ root, attacker: root.turn, entry: true });
  store.textFaults = root ? [] : faults;
  store.trouble = faults.length > 0 ? "" : words(error);
  store.say(faults.map(faultText).join(" ") || store.trouble);
  return false;
}

function drawable(text: string): Position | undefined {
  try {
    // Moves would lead to another position than the one that is drawn.
    if (/\bmoves\b/.test(text)) return undefined;
    return parseSfen(text.trim().replace(/^position\s+/, "").replace(/^sfen\s+/, ""));
  } catch {
    return undefined;
  }
}

function recorded(answer: ConvertPositionResponse, format: string): void {
  store.recorded = answer.solution;
  const solution = answer.solution.length > 0 ? t("read_solution", { plies: plies(answer.solution.length) }) : "";
  store.textNote = `${t("read_as", { format: format.toUpperCase() })} ${solution}`.trim();
  store.say(store.textNote);
}

/** Reads a file in any of the encodings such files come in. */
export async function readFile(file: File): Promise<boolean> {
  const ticket = ++coming;
  try {
    const bytes = new Uint8Array(await file.arrayBuffer());
    return ticket !== coming || (await read(decode(bytes)));
  } catch {
    // A folder, or a file that is gone.
    if (ticket !== coming) return true;
    Object.assign(store, { textFaults: [], textNote: "", trouble: t("error_file", { name: file.name }) });
    store.say(store.trouble);
    return false;
  }
}

export function showExample(index: number, entry = true): void {
  const example = EXAMPLES[index];
  if (!example) return;
  const root = parseSfen(example.sfen);
  setProblem({ root, attacker: root.turn, entry });
}

/** The example that is on the board, or -1. */
export const exampleOnBoard = (): number =>
  EXAMPLES.findIndex((example) => example.sfen.split(" ").slice(0, 3).join(" ") === store.sfen.split(" ").slice(0, 3).join(" "));

/** The address of this page with the problem and how it is shown. */
export function address(): string {
  const link: Link = {
    sfen: store.sfen,
    attacker: store.attacker === store.root.turn ? undefined : store.attacker,
    flip: store.flip,
    western: store.western,
    lang: language(),
  };
  return `${location.origin}${location.pathname}#${writeLink(link)}`;
}

export function writeAddress(entry: boolean): void {
  const next = address();
  if (next === location.href) return;
  if (entry) history.pushState(null, "", next);
  else history.replaceState(null, "", next);
}

/** Shows what the address holds. False: it holds no position that can be drawn. */
export function openAddress(): boolean {
  const link = readLink(new URL(location.href));
  store.western = link.western ?? store.western;
  if (!link.sfen) return false;
  // A link says that the board is turned, and nothing if it is not.
  store.flip = link.flip ?? false;
  try {
    const root = parseSfen(link.sfen);
    show(root, link.attacker ?? root.turn);
    return true;
  } catch {
    store.text = link.sfen;
    void read(link.sfen);
    return false;
  }
}

// The language in use, and texts in it.

import { fileOf, RANKS, rankOf, type Piece, type Square } from "./position.ts";
import { LANGUAGES, PIECES, STRINGS, type Key, type Language, type PieceName } from "./strings.ts";

export type Values = Readonly<Record<string, string | number>>;

const STORED = "tsumi.language";
const JAPANESE_RANKS = "一二三四五六七八九";
const JAPANESE_FILES = "１２３４５６７８９";

let current: Language = "en";

const isLanguage = (text: string | null | undefined): text is Language => text != null && Object.hasOwn(LANGUAGES, text);

export const language = (): Language => current;

/** Takes the language of the link, else the one that was chosen before, else the first of the browser's that there is. */
export function chooseLanguage(linked: string | undefined): void {
  const wanted = [linked, stored(), ...navigator.languages.map((tag) => tag.split("-")[0])];
  current = wanted.find(isLanguage) ?? "en";
}

/** Sets the language, and keeps the choice if the browser lets us. */
export function setLanguage(chosen: string): void {
  if (!isLanguage(chosen)) return;
  current = chosen;
  try {
    localStorage.setItem(STORED, chosen);
  } catch {
    // Storage may be forbidden: then the choice lasts as long as the page.
  }
}

function stored(): string | null {
  try {
    return localStorage.getItem(STORED);
  } catch {
    return null;
  }
}

export function t(key: Key, values: Values = {}): string {
  return STRINGS[key][current].replace(/\{(\w+)\}/g, (_, name: string) => String(values[name] ?? ""));
}

/** The text of a key that is made at run time; undefined if there is none in this language. */
export const lookUp = (key: string): string | undefined =>
  Object.hasOwn(STRINGS, key) ? STRINGS[key as Key][current] || undefined : undefined;

export const pieceKey = (piece: Pick<Piece, "kind" | "promoted">): PieceName =>
  `${piece.promoted ? "+" : ""}${piece.kind}` as PieceName;
export const pieceName = (piece: Pick<Piece, "kind" | "promoted">): string => PIECES[pieceKey(piece)][current];

/** `3c`, in Japanese `３三`. */
export const squareName = (at: Square): string =>
  current === "ja" ? `${JAPANESE_FILES[fileOf(at) - 1]}${JAPANESE_RANKS[rankOf(at) - 1]}` : at;

export const rankLabel = (rank: number): string => (current === "ja" ? JAPANESE_RANKS : RANKS)[rank - 1] ?? "";

export const plies = (count: number): string => t(count === 1 ? "plies_one" : "plies_many", { plies: count });

export const moveText = (move: { japanese: string; western: string }): string =>
  current === "ja" ? move.japanese : move.western;

/** A number with its thousands apart. The browser's own way loads tables for that, which takes longer than a search. */
export const count = (number: bigint | number): string => String(number).replace(/\B(?=(\d{3})+$)/g, t("thousands"));

export function duration(microseconds: bigint | number): string {
  const milliseconds = Number(microseconds) / 1000;
  if (milliseconds < 1000) return `${milliseconds.toFixed(milliseconds < 10 ? 1 : 0)} ms`;
  const seconds = milliseconds / 1000;
  return seconds < 60 ? `${seconds.toFixed(1)} s` : `${Math.floor(seconds / 60)} min ${Math.floor(seconds % 60)} s`;
}

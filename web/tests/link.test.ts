import assert from "node:assert/strict";
import test from "node:test";
import { readLink, writeLink, type Link } from "../src/link.ts";

const SFEN = "4k4/9/4+P4/9/9/9/9/9/9 b G2r2b3g4s4n4l17p 1";
const read = (fragment: string) => readLink(new URL(`http://localhost/#${fragment}`));

test("a link says again what was written", () => {
  const link: Link = { sfen: SFEN, attacker: "w", flip: true, western: true, lang: "ja", example: undefined };
  assert.deepEqual(read(writeLink(link)), link);
});

test("a query works too, and the fragment comes first", () => {
  const url = new URL(`http://localhost/?example=3&lang=ja#lang=en&sfen=${SFEN.replaceAll(" ", "_").replaceAll("+", "%2B")}`);
  assert.deepEqual(readLink(url), { sfen: SFEN, attacker: undefined, flip: undefined, western: undefined, lang: "en", example: 3 });
});

test("a plus that was written by hand is a promoted piece, beside plusses for spaces it is none", () => {
  assert.equal(read(`sfen=${SFEN.replaceAll(" ", "_")}&lang=en`).sfen, SFEN);
  assert.equal(read(`sfen=${SFEN.replaceAll(" ", "%20")}`).sfen, SFEN);
  assert.equal(read(`sfen=${SFEN.replaceAll("+", "%2B").replaceAll(" ", "+")}`).sfen, SFEN);
});

import assert from "node:assert/strict";
import test from "node:test";
import { decode, formatOf, rangeOf } from "../src/text.ts";

const TEXTS: readonly (readonly [string, string])[] = [
  ["4k4/9/4P4/9/9/9/9/9/9 b G 1", "sfen"],
  ["sfen 4k4/9/4P4/9/9/9/9/9/9 b G 1", "usi"],
  ["position sfen 4k4/9/4P4/9/9/9/9/9/9 b G 1 moves G*5b", "usi"],
  ["4k4/9/4P4/9/9/9/9/9/9 b G 1 moves G*5b", "usi"],
  ["後手の持駒：なし\n  ９ ８\n+---+\n| ・ ・|一\n先手の持駒：金\n手数----指手---\n   1 ５二金打", "kif"],
  ["手合割：平手\n   1 ７六歩(77)", "kif"],
  ["後手の持駒：なし\n+---+\n| ・ ・|一\n先手の持駒：金", "bod"],
  ["先手の持駒：金\n▲５二金打", "ki2"],
  ["手合割：平手\n▲７六歩    △３四歩", "ki2"],
  ["手合割：平手", "kif"],
  ["｜ ・ ・｜一", "bod"],
  ["V2.2\nP1-KY", "csa"],
  ["P1-KY-KE * \n+", "csa"],
  ['{"header": {}}', "jkf"],
  ["hello", "sfen"],
];

test("a notation is known by its looks", () => {
  for (const [text, format] of TEXTS) assert.equal(formatOf(text), format, text);
});

test("files come in several encodings", () => {
  assert.equal(decode(new Uint8Array([0x8b, 0xe0])), "金");
  assert.equal(decode(new Uint8Array([0xef, 0xbb, 0xbf, 0xe9, 0x87, 0x91])), "金");
  assert.equal(decode(new Uint8Array([0xff, 0xfe, 0xd1, 0x91])), "金");
});

test("bytes become places in the text", () => {
  assert.deepEqual(rangeOf("金x銀", 3, 4), [1, 2]);
  assert.deepEqual(rangeOf("ab", 1, 1), [1, 1]);
});

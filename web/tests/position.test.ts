import assert from "node:assert/strict";
import test from "node:test";
import { left, parseSfen, played, playedAll, printSfen, withRest } from "../src/position.ts";

const PROBLEM = "4k4/9/4P4/9/9/9/9/9/9 b G2r2b3g4s4n4l17p 1";

test("what is read is printed again", () => {
  for (const sfen of [PROBLEM, "8k/6G2/9/7N1/9/+p2+R5/9/9/K8 w Rr2b3g4s3n4l17p 1", "9/9/9/9/9/9/9/9/9 b - 1"]) {
    assert.equal(printSfen(parseSfen(sfen)), sfen);
  }
});

test("underscores are spaces, and what is no board is refused", () => {
  assert.equal(printSfen(parseSfen(PROBLEM.replaceAll(" ", "_"))), PROBLEM);
  for (const text of ["", "9/9", "9/9/9/9/9/9/9/9/8 b -", "9/9/9/9/9/9/9/9/9 x -"]) assert.throws(() => parseSfen(text));
});

test("moves take, promote and drop", () => {
  const root = parseSfen("4k4/4+p4/4P4/9/9/9/9/9/9 b G 1");
  assert.equal(printSfen(played(root, "5c5b+")), "4k4/4+P4/9/9/9/9/9/9/9 w GP 1");
  assert.equal(printSfen(played(root, "G*6b")), "4k4/3G+p4/4P4/9/9/9/9/9/9 w - 1");
  assert.equal(printSfen(playedAll(root, ["5c5b", "5a5b"])), "9/4k4/9/9/9/9/9/9/9 b Gp 1".replace("b Gp", "b GPp"));
});

test("the rest of a set goes into one hand", () => {
  const position = parseSfen("4k4/9/4P4/9/9/9/9/9/9 b G 1");
  assert.equal(left(position, "P"), 17);
  assert.equal(printSfen(withRest(position, "w")), PROBLEM);
});

import assert from "node:assert/strict";
import test from "node:test";
import { create, type MessageInitShape } from "@bufbuild/protobuf";
import { FindingKind, SolveResponseSchema, UnknownCause } from "../generated/tsume/v1/tsume_pb";
import { soundnessWords } from "../src/answer.ts";
import { t } from "../src/language.ts";

const words = (answer: MessageInitShape<typeof SolveResponseSchema>) => soundnessWords(create(SolveResponseSchema, answer));
const found = (...kinds: FindingKind[]) => kinds.map((kind) => ({ kind, ply: 1 }));
const unfinished = { cause: UnknownCause.TIME };

test("a problem is called unsound for defects alone", () => {
  const forgiven = found(FindingKind.LAST_MOVE, FindingKind.EQUAL_VARIATION);
  assert.equal(words({ soundness: { sound: true, complete: true, findings: forgiven } }), t("sound_but"));
  assert.equal(words({ soundness: { sound: true, complete: true, findings: [] } }), t("sound"));
  assert.equal(words({ soundness: { findings: [...forgiven, ...found(FindingKind.UNKNOWN)] } }), t("undecided_sound"));
  assert.equal(words({ soundness: { complete: true, findings: found(FindingKind.COOK) } }), t("unsound"));
});

test("what was not decided is said, with its cause", () => {
  const cause = t("cause_time");
  assert.equal(words({ unfinished }), t("soundness_undecided", { cause }));
  assert.equal(words({ unfinished, soundness: { findings: [] } }), `${t("undecided_sound")} ${cause}`);
  assert.match(words({ unfinished, soundness: { findings: found(FindingKind.COOK) } }), new RegExp(cause));
});

// Answers in words.

import {
  FindingKind,
  Outcome,
  UnknownCause,
  type Finding,
  type Hand,
  type Length,
  type SolveResponse,
  type Unknown,
} from "../generated/tsume/v1/tsume_pb";
import { moveText, pieceName, plies, t } from "./language.ts";
import { HAND_KINDS } from "./position.ts";
import type { Key } from "./strings.ts";

export function lengthWords(length: Length): string {
  const { atLeast: least, atMost: most } = length;
  if (least === most) return plies(least);
  return most === 0 || most > 100_000 ? t("plies_least", { least }) : t("plies_range", { least, most });
}

export function causeWords(unknown: Unknown | undefined): string {
  switch (unknown?.cause) {
    case UnknownCause.TIME:
      return t("cause_time");
    case UnknownCause.NODES:
      return t("cause_nodes");
    case UnknownCause.MEMORY:
      return t("cause_memory");
    case UnknownCause.PLIES:
      return t("cause_plies", { plies: plies(unknown.plies) });
    case UnknownCause.CANCELLED:
      return t("cause_cancelled");
    default:
      return "";
  }
}

const isProved = (length: Length | undefined): length is Length => !!length && length.atLeast === length.atMost;

/** The length that the answer is called by: the conventional one where it was looked for. */
export const mainLength = (answer: SolveResponse): Length | undefined => answer.conventionalLength ?? answer.rawLength;

/** A headline, and sentences that belong under it. */
export function answerWords(answer: SolveResponse): string[] {
  switch (answer.outcome) {
    case Outcome.MATE:
      return mateWords(answer);
    case Outcome.NO_MATE: {
      const refuted = answer.refutation ? [t("refuted_by", { move: moveText(answer.refutation) })] : [];
      return [t("outcome_no_mate"), t("no_mate_text"), ...refuted];
    }
    default:
      return [t("outcome_unknown"), t("unknown_text", { cause: causeWords(answer.unknown) })];
  }
}

function mateWords(answer: SolveResponse): string[] {
  const length = mainLength(answer);
  const unfinished = answer.unfinished ? [t("unfinished_text", { cause: causeWords(answer.unfinished) })] : [];
  if (isProved(length)) return [t("outcome_mate", { plies: plies(length.atMost) }), ...unfinished];
  const known = length ? [t("mate_unproved_text", { length: lengthWords(length) })] : [];
  return [t("outcome_mate_unproved"), ...known, ...unfinished];
}

export function handWords(hand: Hand | undefined): string {
  if (!hand) return "";
  const counts = { R: hand.rook, B: hand.bishop, G: hand.gold, S: hand.silver, N: hand.knight, L: hand.lance, P: hand.pawn };
  const parts = HAND_KINDS.filter((kind) => counts[kind] > 0).map((kind) => {
    const name = pieceName({ kind, promoted: false });
    return counts[kind] > 1 ? `${name} ×${counts[kind]}` : name;
  });
  return parts.join(", ") || t("leftover_none");
}

/** Findings that are noted and forgiven, or say nothing for certain. */
const NO_DEFECTS: readonly FindingKind[] = [FindingKind.LAST_MOVE, FindingKind.EQUAL_VARIATION, FindingKind.UNKNOWN];

/** What a finding list amounts to, and why it is no longer. */
export function soundnessWords(examined: SolveResponse): string {
  const cause = causeWords(examined.unfinished ?? examined.unknown);
  const { soundness } = examined;
  if (!soundness) return t("soundness_undecided", { cause });
  if (soundness.sound) return t(soundness.findings.length > 0 ? "sound_but" : "sound");
  if (!soundness.findings.some(({ kind }) => !NO_DEFECTS.includes(kind))) return `${t("undecided_sound")} ${cause}`.trim();
  return soundness.complete ? t("unsound") : `${t("soundness_partly", { cause })} ${t("unsound")}`;
}

const FINDINGS: Partial<Record<FindingKind, Key>> = {
  [FindingKind.SHORTER_MATE]: "finding_shorter",
  [FindingKind.LONGER]: "finding_longer",
  [FindingKind.COOK]: "finding_cook",
  [FindingKind.LAST_MOVE]: "finding_last",
  [FindingKind.DUAL]: "finding_dual",
  [FindingKind.DETOUR]: "finding_detour",
  [FindingKind.LEFTOVER]: "finding_leftover",
  [FindingKind.EQUAL_VARIATION]: "finding_equal",
  [FindingKind.LONGER_VARIATION]: "finding_longer_variation",
  [FindingKind.UNKNOWN]: "finding_unknown",
};

export function findingWords(finding: Finding): string {
  const key = FINDINGS[finding.kind];
  if (!key || (finding.kind === FindingKind.UNKNOWN && !finding.move)) return finding.message;
  const left = finding.kind === FindingKind.LEFTOVER ? `: ${handWords(finding.leftover)}` : "";
  const move = finding.move ? moveText(finding.move) : "";
  return t(key, { ply: finding.ply, move, plies: plies(finding.plies) }) + left;
}

// Problems that the tests of the page show it.

import { readFileSync } from "node:fs";
import path from "node:path";
import { ROOT } from "./harness.mjs";

/** Mate in five. */
export const FIVE = "7G1/7+N1/5B2k/9/9/9/9/9/9 b BG2r2g4s3n4l18p 1";
export const FIVE_LINE = ["G*2c", "1c1d", "B*6i", "1d1e", "4c2e+"];

/** Mate in one, as KIF. */
export const KIF = readFileSync(path.join(ROOT, "tests/data/records/rest_all.kif"), "utf8");
export const KIF_SFEN = "4k4/9/4P4/9/9/9/9/9/9 b G2r2b3g4s4n4l17p 1";

/** A problem with a solution of five plies, in Shift_JIS. */
export const SHIFT_JIS = path.join(ROOT, "tests/data/records/shift_jis.kif");
export const SHIFT_JIS_SFEN = "6bpk/6G1l/6L1G/5G3/9/8N/9/9/9 b G2rb4s3n2l17p 1";

export const NO_MATE = "7lk/7p1/9/9/9/9/9/9/R8 b p 1";

/** Nothing decides this one while a test waits. */
export const ENDLESS = "9/6k2/9/9/9/9/9/9/9 b R4GLr2b4s4n3l18p 1";

/**
 * Mate in one by G*1b. P*1b would mate with a dropped pawn, P*2c would be a second pawn on its file, P*3a could never move,
 * G*2b is taken by the lance, and G1c-2c is no check.
 */
export const TRAPS = "7lk/9/8G/9/9/9/7P1/9/9 b GP2r2b2g4s4n3l16p 1";

/** Mate in one by two other moves too. */
export const COOKED = "4k4/9/3GP4/9/9/9/9/9/9 b G2r2b2g4s4n4l17p 1";

/** Two kings. */
export const TWO_KINGS = "3k1k3/9/9/9/9/9/9/9/9 b RB4G4S4N4L18P 1";

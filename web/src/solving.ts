// Solving the problem on the board: one search with progress, then the examination of its soundness; and the line that is
// stepped through.

import {
  Convention,
  FindingKind,
  LengthKind,
  LineKind,
  Outcome,
  type Finding,
  type Move,
  type Progress,
  type SolveResponse,
  type Variation,
} from "../generated/tsume/v1/tsume_pb";
import { isCancelled, positionOf, service, wireSide, words } from "./api.ts";
import { moveText, t } from "./language.ts";
import { answerWords } from "./answer.ts";
import { onProblem } from "./problem.ts";
import { store } from "./store.ts";

export interface Wishes {
  seconds: number;
  length: LengthKind;
  convention: Convention;
  soundness: boolean;
}

export type Stage = "idle" | "running" | "answered" | "stopped" | "failed";

/** Milliseconds between two messages of progress. */
const PROGRESS_INTERVAL = 200;
const MAX_VARIATIONS = 300;

type Line = readonly Move[];

const isSame = (one: Line, other: Line) => one.length === other.length && one.every((move, index) => move.usi === other[index]?.usi);

/** The line that an answer's variations and findings are about. */
const stemOf = (answer: SolveResponse): Line => answer.longestLine?.moves ?? answer.line;

/** What is asked of the service, the same in both searches. */
type Request = ReturnType<typeof requestOf>;

function requestOf({ seconds, length, convention }: Wishes) {
  return {
    position: positionOf("sfen", store.sfen),
    attacker: wireSide(store.attacker),
    limits: { timeMs: seconds * 1000 },
    options: { length, convention, maxVariations: length === LengthKind.FIRST ? 0 : MAX_VARIATIONS },
  };
}

class Solving {
  readonly wishes: Wishes = {
    seconds: 30,
    length: LengthKind.CONVENTIONAL,
    convention: Convention.STANDARD,
    soundness: true,
  };
  stage: Stage = "idle";
  progress: Progress | undefined;
  answer: SolveResponse | undefined;
  /** Why there is no answer, or no soundness: in the language of the moment. */
  failure: (() => string) | undefined;
  soundnessFailure: (() => string) | undefined;
  /** The answer of the examination: a second search, which may know more than the first. */
  examined: SolveResponse | undefined;
  examining = false;
  allFindings = false;
  /** The moves that are stepped through, and how many of them are on the board. */
  line: Line = [];
  at = 0;
  /** What the line is: -1 the answer's, -2 one that is told beside it, else the index of a variation. */
  branch = -1;
  /** The finding that is shown on the board. */
  finding: Finding | undefined;

  #abort: AbortController | undefined;

  get running(): boolean {
    return this.stage === "running" || this.examining;
  }

  /** Forgets all about the problem before. */
  clear(): void {
    this.#abort?.abort();
    this.#abort = undefined;
    this.stage = "idle";
    this.progress = this.answer = this.examined = this.finding = undefined;
    this.failure = this.soundnessFailure = undefined;
    this.examining = this.allFindings = false;
    this.line = [];
    this.at = 0;
    this.branch = -1;
  }

  async solve(): Promise<void> {
    this.clear();
    this.stage = "running";
    const abort = (this.#abort = new AbortController());
    const request = requestOf(this.wishes);
    // A person who wants any mate wants nothing that needs a shortest one first.
    const examines = this.wishes.soundness && this.wishes.length !== LengthKind.FIRST;
    store.say(t("searching"));
    try {
      await this.#search(request, abort.signal);
    } catch (error) {
      if (abort !== this.#abort) return;
      this.#fail(error);
    }
    store.changed();
    if (this.answer?.outcome === Outcome.MATE && examines && !abort.signal.aborted) await this.#examine(request, this.answer, abort);
  }

  /** Stops the search; what it has told so far stays. */
  stop(): void {
    this.#abort?.abort();
    if (this.stage === "running") {
      this.stage = "stopped";
      this.#take(this.progress?.line ?? []);
      store.say(t("stopped"));
    }
    this.examining = false;
    store.changed();
  }

  async #search(wanted: Request, signal: AbortSignal): Promise<void> {
    const request = { ...wanted, progressIntervalMs: PROGRESS_INTERVAL };
    for await (const { event } of service.streamSolve(request, { signal })) {
      if (signal.aborted) return;
      if (event.case === "progress") {
        this.progress = event.value;
      } else if (event.case === "answer") {
        this.answer = event.value;
        this.stage = "answered";
        this.#take(this.main);
        store.say(answerWords(event.value).join(" "));
      }
      store.changed();
    }
    if (this.stage === "running") throw new Error("the service ended the search without an answer");
  }

  #fail(error: unknown): void {
    if (this.stage === "stopped" || isCancelled(error)) {
      this.stage = "stopped";
      return;
    }
    this.stage = "failed";
    this.failure = () => words(error);
    store.say(words(error));
  }

  async #examine(request: Request, first: SolveResponse, abort: AbortController): Promise<void> {
    this.examining = true;
    store.changed();
    // Where the first search knows all, its variations are at hand.
    const maxVariations = first.unfinished ? MAX_VARIATIONS : 0;
    const options = { ...request.options, maxVariations, soundness: true, statedLength: store.recorded.length };
    try {
      const answer = await service.solve({ ...request, options }, { signal: abort.signal });
      if (abort !== this.#abort) return;
      this.examined = answer;
      if (first.unfinished && answer.outcome === Outcome.MATE && answer.lineKind !== LineKind.FOUND) this.#adopt(first, answer);
    } catch (error) {
      if (abort !== this.#abort) return;
      this.soundnessFailure = () => (isCancelled(error) ? t("cause_cancelled") : words(error));
    }
    this.examining = false;
    store.changed();
  }

  // What the second search knows more: it went on where the first one's time was over, perhaps to another line.
  #adopt(first: SolveResponse, better: SolveResponse): void {
    const isKept = isSame(first.line, better.line) && isSame(stemOf(first), stemOf(better));
    if (isKept) better.variations ??= first.variations;
    const { branch, at } = this;
    this.answer = better;
    store.say(answerWords(better).join(" "));
    if (branch === -2) return;
    this.#take(this.main);
    if (isKept && branch === -1) this.at = at;
  }

  #take(line: Line): void {
    this.line = line;
    this.at = 0;
    this.branch = -1;
    this.finding = undefined;
  }

  /** Shows the position after so many moves of the line. */
  step(to: number): void {
    this.at = Math.max(0, Math.min(to, this.line.length));
    this.finding = undefined;
    const move = this.line[this.at - 1];
    store.say(move ? `${this.at}. ${moveText(move)}` : t("start"));
  }

  /** Shows the answer line. */
  stepAnswer(to: number): void {
    this.#take(this.main);
    this.step(to);
  }

  /** The line that the answer is about, or the best that is known. */
  get main(): Line {
    const answer = this.answer;
    if (!answer) return this.progress?.line ?? [];
    if (answer.line.length > 0) return answer.line;
    return answer.refutation ? [answer.refutation] : [];
  }

  /** The line that variations and findings are about. */
  get stem(): Line {
    return this.answer ? stemOf(this.answer) : this.main;
  }

  /** Shows a variation, with the stem up to it, after so many moves of its own. */
  stepVariation(index: number, variation: Variation, to: number): void {
    this.line = [...this.stem.slice(0, variation.ply - 1), ...(variation.line?.moves ?? [])];
    this.branch = index;
    this.step(variation.ply - 1 + to);
  }

  /** Shows a line that is told beside the answer. */
  stepOther(line: Line): void {
    this.line = line;
    this.branch = -2;
    this.step(0);
  }

  /** Shows the move of a finding where it could be played. */
  showFinding(finding: Finding): void {
    const line = this.examined ? stemOf(this.examined) : this.stem;
    const isMain = isSame(line, this.main);
    this.line = isMain ? this.main : line;
    this.branch = isMain ? -1 : -2;
    const isWhole = finding.ply === 0;
    this.at = isWhole || finding.kind === FindingKind.LEFTOVER ? this.line.length : finding.ply - 1;
    this.finding = finding;
    store.say(t("show_on_board"));
  }
}

export const solving = new Solving();

onProblem(() => solving.clear());

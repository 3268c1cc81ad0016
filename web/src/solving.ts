// Solving the problem on the board: one search with progress, then the examination of its soundness; and the line that is
// stepped through.

import {
  Convention,
  FindingKind,
  LengthKind,
  Outcome,
  type Finding,
  type Move,
  type Progress,
  type SolveResponse,
  type Soundness,
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
  failure = "";
  soundness: Soundness | undefined;
  examining = false;
  allFindings = false;
  soundnessFailure = "";
  /** The moves that are stepped through, and how many of them are on the board. */
  line: readonly Move[] = [];
  at = 0;
  /** What the line is: -1 the answer's, else the index of a variation. */
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
    this.progress = this.answer = this.soundness = this.finding = undefined;
    this.failure = this.soundnessFailure = "";
    this.examining = this.allFindings = false;
    this.line = [];
    this.at = 0;
    this.branch = -1;
  }

  async solve(): Promise<void> {
    this.clear();
    this.stage = "running";
    const abort = (this.#abort = new AbortController());
    store.say(t("searching"));
    try {
      await this.#search(abort.signal);
    } catch (error) {
      if (abort !== this.#abort) return;
      this.#fail(error);
    }
    store.changed();
    if (this.answer?.outcome === Outcome.MATE && this.wishes.soundness && !abort.signal.aborted) await this.#examine(abort);
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

  #request() {
    const { seconds, length, convention } = this.wishes;
    return {
      position: positionOf("sfen", store.sfen),
      attacker: wireSide(store.attacker),
      limits: { timeMs: seconds * 1000 },
      options: { length, convention, maxVariations: MAX_VARIATIONS },
    };
  }

  async #search(signal: AbortSignal): Promise<void> {
    const request = { ...this.#request(), progressIntervalMs: PROGRESS_INTERVAL };
    for await (const { event } of service.streamSolve(request, { signal })) {
      if (signal.aborted) return;
      if (event.case === "progress") {
        this.progress = event.value;
      } else if (event.case === "answer") {
        this.answer = event.value;
        this.stage = "answered";
        this.#take(event.value.line.length > 0 ? event.value.line : event.value.refutation ? [event.value.refutation] : []);
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
    this.failure = words(error);
    store.say(this.failure);
  }

  async #examine(abort: AbortController): Promise<void> {
    this.examining = true;
    store.changed();
    const request = this.#request();
    const stated = store.recorded.length;
    try {
      const options = { ...request.options, maxVariations: 0, soundness: true, statedLength: stated };
      const answer = await service.solve({ ...request, options }, { signal: abort.signal });
      if (abort !== this.#abort) return;
      this.soundness = answer.soundness;
    } catch (error) {
      if (abort !== this.#abort) return;
      this.soundnessFailure = isCancelled(error) ? t("cause_cancelled") : words(error);
    }
    this.examining = false;
    store.changed();
  }

  #take(line: readonly Move[]): void {
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
  get main(): readonly Move[] {
    const answer = this.answer;
    if (!answer) return this.progress?.line ?? [];
    if (answer.line.length > 0) return answer.line;
    return answer.refutation ? [answer.refutation] : [];
  }

  /** The line that variations and findings are about. */
  get stem(): readonly Move[] {
    return this.answer?.longestLine?.moves ?? this.main;
  }

  /** Shows a variation, with the stem up to it, after so many moves of its own. */
  stepVariation(index: number, variation: Variation, to: number): void {
    this.line = [...this.stem.slice(0, variation.ply - 1), ...(variation.line?.moves ?? [])];
    this.branch = index;
    this.step(variation.ply - 1 + to);
  }

  /** Shows a line that is told beside the answer. */
  stepOther(line: readonly Move[]): void {
    this.line = line;
    this.branch = -2;
    this.step(0);
  }

  /** Shows the move of a finding where it could be played. */
  showFinding(finding: Finding): void {
    this.line = this.stem;
    this.branch = -1;
    const isWhole = finding.ply === 0;
    this.at = isWhole || finding.kind === FindingKind.LEFTOVER ? this.line.length : finding.ply - 1;
    this.finding = finding;
    store.say(t("show_on_board"));
  }
}

export const solving = new Solving();

onProblem(() => solving.clear());

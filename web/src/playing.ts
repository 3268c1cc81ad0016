// Playing the attacker against the service, which defends. Everything about rules and worth is asked of the service.

import {
  HintLevel,
  IllegalMoveReason,
  LengthKind,
  LineKind,
  MoveResult,
  Outcome,
  PieceKind,
  ProblemEnd,
  type CheckMoveResponse,
  type GetHintResponse,
  type Move,
  type MoveWorth,
  type SolveResponse,
} from "../generated/tsume/v1/tsume_pb";
import { causeWords, lengthWords } from "./answer.ts";
import { movesOf, positionOf, service, wireSide, words } from "./api.ts";
import { lookUp, moveText, pieceName, plies, squareName, t } from "./language.ts";
import { partsOf, type Place } from "./place.ts";
import { canPromote, playedAll, printSfen, type Kind, type Piece, type Position, type Square } from "./position.ts";
import { onProblem } from "./problem.ts";
import { solving } from "./solving.ts";
import { store } from "./store.ts";

/** How the last move fared, and whether it may be gone on from. */
export type Verdict = "none" | "correct" | "solved" | "longer" | "escape" | "not_check" | "illegal" | "undecided" | "failed";

interface Played {
  readonly usi: string;
  readonly text: Pick<Move, "japanese" | "western">;
  readonly verdict: Verdict;
}

/** Milliseconds before the defender's reply is seen. */
const REPLY_PAUSE = 450;

const HINT_KINDS: Partial<Record<PieceKind, { kind: Kind; promoted: boolean }>> = {
  [PieceKind.PAWN]: { kind: "P", promoted: false },
  [PieceKind.LANCE]: { kind: "L", promoted: false },
  [PieceKind.KNIGHT]: { kind: "N", promoted: false },
  [PieceKind.SILVER]: { kind: "S", promoted: false },
  [PieceKind.GOLD]: { kind: "G", promoted: false },
  [PieceKind.BISHOP]: { kind: "B", promoted: false },
  [PieceKind.ROOK]: { kind: "R", promoted: false },
  [PieceKind.KING]: { kind: "K", promoted: false },
  [PieceKind.PRO_PAWN]: { kind: "P", promoted: true },
  [PieceKind.PRO_LANCE]: { kind: "L", promoted: true },
  [PieceKind.PRO_KNIGHT]: { kind: "N", promoted: true },
  [PieceKind.PRO_SILVER]: { kind: "S", promoted: true },
  [PieceKind.HORSE]: { kind: "B", promoted: true },
  [PieceKind.DRAGON]: { kind: "R", promoted: true },
};

class Playing {
  moves: Played[] = [];
  verdict: Verdict = "none";
  /** What is said about it, in the language of the moment. */
  message: () => string = () => "";
  /** What is waited for: the service, which can be stopped, or the moment until the reply is seen. */
  waits: "no" | "service" | "reply" = "no";
  /** The move that the service is asked about: it is seen, but not yet played. */
  tried: string | undefined;
  /** Squares that the last verdict is about. */
  wrong: readonly Place[] = [];
  hint: GetHintResponse | undefined;
  hintLevel = 0;
  /** True once a move was played that mates later than need be. */
  longer = false;
  /** Aborted as soon as what was begun last is no longer wanted. */
  #abort = new AbortController();

  clear(): void {
    this.#supersede();
    this.moves = [];
    this.longer = false;
    this.#fresh();
    this.verdict = "none";
    this.message = () => "";
  }

  /** Drops what is waited for: calls end, a question is taken back, a reply is not seen. */
  #supersede(): AbortSignal {
    this.#abort.abort();
    this.#abort = new AbortController();
    this.waits = "no";
    this.tried = store.picked = undefined;
    return this.#abort.signal;
  }

  #fresh(): void {
    this.hint = undefined;
    this.hintLevel = 0;
    this.wrong = [];
  }

  get usi(): string[] {
    return this.moves.map((move) => move.usi);
  }

  get position(): Position {
    return playedAll(store.root, this.usi);
  }

  /** What is seen: with the move that the service is asked about. */
  get seen(): string[] {
    return this.tried === undefined ? this.usi : [...this.usi, this.tried];
  }

  get busy(): boolean {
    return this.waits !== "no";
  }

  /** Whether the visitor makes the move of this index. */
  isOwn(index: number): boolean {
    return (index % 2 === 0) === (store.root.turn === store.attacker);
  }

  /** True if the visitor may move. */
  get open(): boolean {
    return !this.busy && this.verdict !== "solved" && this.verdict !== "escape" && this.position.turn === store.attacker;
  }

  /** Begins, or tries again to: where the defender moves first, the service makes that move. */
  async begin(): Promise<void> {
    if (this.busy || this.moves.length > 0 || store.root.turn === store.attacker) return;
    await this.#task(async (signal) => {
      const { length, convention, ...problem } = this.#game;
      const answer = await service.solve({ ...problem, options: { length, convention } }, { signal });
      return () => this.#opens(answer);
    });
  }

  /** Makes the defender's first move, if one is known that cannot be bettered. */
  #opens(answer: SolveResponse): void {
    const { outcome, refutation } = answer;
    const best = answer.line[0];
    if (outcome === Outcome.NO_MATE) {
      if (!refutation) return this.#tell("escape", () => t("play_no_mate_first"));
      return this.#movesFirst(refutation, () => t("play_no_mate"));
    }
    // A line that was merely found need not hold the best defence.
    if (outcome !== Outcome.MATE || answer.unfinished || answer.lineKind === LineKind.FOUND) {
      return this.#tell("undecided", () => t("play_first_undecided", { cause: causeWords(answer.unknown ?? answer.unfinished) }));
    }
    if (!best) return this.#tell("solved", () => t("play_mate_already"));
    this.#movesFirst(best, () => t("play_your_move"));
  }

  #movesFirst(move: Move, then: () => string): void {
    this.#push(move.usi, move, "none");
    this.#tell("none", () => `${t("play_defender_first", { move: moveText(move) })} ${then()}`);
  }

  get #limits() {
    return { timeMs: solving.wishes.seconds * 1000 };
  }

  /** What every request of this game says. */
  get #game() {
    const { length, convention } = solving.wishes;
    return {
      position: movesOf(store.sfen, this.usi),
      attacker: wireSide(store.attacker),
      limits: this.#limits,
      convention,
      length: length === LengthKind.FIRST ? LengthKind.CONVENTIONAL : length,
    };
  }

  /** Plays the move from one place to another, after asking whether the piece promotes if it may or may not. */
  async move(from: Place, to: Square): Promise<void> {
    if (!this.open) return;
    await this.#task(async (signal) => {
      const usi = await this.#usi(from, to, signal);
      if (!usi) return () => this.#tell("none", () => t("play_your_move"));
      this.#fresh();
      this.tried = usi;
      store.changed();
      const game = this.#game;
      const answer = await service.checkMove({ ...game, move: usi }, { signal });
      return () => this.#judge(usi, answer, game.length);
    });
  }

  async #usi(from: Place, to: Square, signal: AbortSignal): Promise<string | undefined> {
    const source = partsOf(from);
    if (source.on === "hand") return `${source.kind}*${to}`;
    if (source.on !== "board") return undefined;
    const plain = source.square + to;
    const piece = this.position.board.get(source.square);
    if (!piece || piece.promoted || !canPromote(piece.kind)) return plain;
    // Whatever else is wrong with the move is told when it is judged.
    if ((await this.#refusal(`${plain}+`, signal)) !== undefined) return plain;
    if ((await this.#refusal(plain, signal)) === IllegalMoveReason.MUST_PROMOTE) return `${plain}+`;
    const promotes = await ask(piece, signal);
    return promotes === undefined ? undefined : plain + (promotes ? "+" : "");
  }

  /** Why this move is not legal, as the service says. The moves before are kept from it: a repetition ends no problem. */
  async #refusal(usi: string, signal: AbortSignal): Promise<IllegalMoveReason | undefined> {
    const position = positionOf("sfen", printSfen(this.position));
    return (await service.replayMoves({ position, moves: [usi] }, { signal })).illegal?.reason;
  }

  #judge(usi: string, answer: CheckMoveResponse, length: LengthKind): void {
    const move = () => (answer.move ? moveText(answer.move) : usi);
    switch (answer.result) {
      case MoveResult.CORRECT:
      case MoveResult.LONGER:
        return this.#mates(usi, answer, length);
      case MoveResult.ESCAPE:
        return this.#escapes(usi, answer);
      case MoveResult.NOT_CHECK:
        this.wrong = [usi.slice(2, 4)];
        return this.#tell("not_check", () => t("play_not_check", { move: move() }));
      case MoveResult.ILLEGAL: {
        this.wrong = [usi.slice(2, 4)];
        const reason = () => lookUp(`illegal_${answer.illegal?.reason}`) ?? answer.illegal?.message ?? answer.summary;
        return this.#tell("illegal", () => t("play_illegal", { reason: reason() }));
      }
      default:
        return this.#tell("undecided", () => t("play_undecided", { move: move(), cause: causeWords(answer.unknown) }));
    }
  }

  #mates(usi: string, answer: CheckMoveResponse, length: LengthKind): void {
    const isLonger = answer.result === MoveResult.LONGER;
    if (answer.move) this.#push(usi, answer.move, isLonger ? "longer" : "correct");
    this.longer ||= isLonger;
    if (answer.end !== ProblemEnd.UNSPECIFIED) return this.#end(answer.end);
    const verdict = isLonger ? "longer" : "correct";
    // What a game is not judged by says nothing of why a move is longer.
    const worth = length === LengthKind.RAW ? answer.raw : (answer.conventional ?? answer.raw);
    this.#tell(verdict, () => mateWords(answer, isLonger, worth));
    this.#replyWith(answer.reply, verdict);
  }

  #escapes(usi: string, answer: CheckMoveResponse): void {
    if (answer.move) this.#push(usi, answer.move, "escape");
    const move = () => (answer.move ? moveText(answer.move) : usi);
    const { reply } = answer;
    this.#tell("escape", () =>
      reply ? t("play_escape_reply", { move: move(), reply: moveText(reply) }) : t("play_escape", { move: move() }),
    );
    this.#replyWith(answer.reply, "escape");
  }

  #end(end: ProblemEnd): void {
    const { length } = this.moves;
    const key = this.longer
      ? "play_solved_longer"
      : end === ProblemEnd.CONVENTIONAL
        ? "play_solved_conventional"
        : "play_solved";
    this.#tell("solved", () => t(key, { plies: plies(length) }));
  }

  /** The defender's reply, seen a moment after the move. */
  #replyWith(reply: Move | undefined, verdict: Verdict): void {
    if (!reply) return;
    const { signal } = this.#abort;
    this.waits = "reply";
    setTimeout(() => {
      if (signal.aborted) return;
      this.waits = "no";
      this.#push(reply.usi, reply, verdict);
      store.changed();
    }, REPLY_PAUSE);
  }

  #push(usi: string, text: Played["text"], verdict: Verdict): void {
    this.moves = [...this.moves, { usi, text, verdict }];
  }

  #tell(verdict: Verdict, message: () => string): void {
    this.verdict = verdict;
    this.message = message;
    store.say(message());
  }

  /** Runs calls; what they find is done only if nothing else happened meanwhile. */
  async #task(call: (signal: AbortSignal) => Promise<() => void>): Promise<void> {
    const signal = this.#supersede();
    this.waits = "service";
    this.message = () => t("play_thinking");
    store.changed();
    let done: () => void;
    try {
      done = await call(signal);
    } catch (error) {
      done = () => this.#tell("failed", () => words(error));
    }
    if (signal.aborted) return;
    this.waits = "no";
    this.tried = undefined;
    done();
    store.changed();
  }

  /** Asks the service no longer. */
  stop(): void {
    if (this.waits !== "service") return;
    this.#supersede();
    this.#tell("none", () => (this.open ? `${t("cause_cancelled")} ${t("play_your_move")}` : t("cause_cancelled")));
  }

  /** Takes back the visitor's last move, and the reply to it. */
  takeBack(): void {
    this.#supersede();
    this.#fresh();
    let length = this.moves.length - 1;
    while (length >= 0 && !this.isOwn(length)) length--;
    if (length >= 0) this.moves = this.moves.slice(0, length);
    this.longer = this.moves.some((move) => move.verdict === "longer");
    this.#tell("none", () => t("play_your_move"));
  }

  reset(): void {
    this.clear();
    if (this.open) store.say(t("play_your_move"));
    void this.begin();
  }

  /** Tells more of the hint, each time one level. */
  async askHint(): Promise<void> {
    const level = Math.min(this.hintLevel + 1, HintLevel.MOVE);
    await this.#task(async (signal) => {
      const answer = await service.getHint({ ...this.#game, level }, { signal });
      return () => {
        // What could not be told may be asked for again.
        if (answer.piece !== PieceKind.UNSPECIFIED) Object.assign(this, { hint: answer, hintLevel: level });
        this.wrong = [];
        this.#tell("none", () => hintWords(answer));
      };
    });
  }

  get hintPlaces(): Place[] {
    const { hint } = this;
    const piece = hint && HINT_KINDS[hint.piece];
    if (!piece) return [];
    const from = hint.from || `${store.attacker}*${piece.kind}`;
    return hint.to ? [from, hint.to] : [from];
  }
}

function mateWords(answer: CheckMoveResponse, isLonger: boolean, worth: MoveWorth | undefined): string {
  const move = answer.move ? moveText(answer.move) : "";
  const sentences = [
    isLonger ? t("play_longer", { move, detail: longerDetail(worth) }) : t("play_correct"),
    answer.reply ? t("play_reply", { move: moveText(answer.reply) }) : t("play_no_reply"),
    answer.pliesLeft === undefined ? "" : t("play_left", { plies: plies(answer.pliesLeft) }),
    answer.repeats ? t("play_repeats") : "",
  ];
  return sentences.filter(Boolean).join(" ");
}

function longerDetail(worth: MoveWorth | undefined): string {
  if (!worth?.length || !worth.shortest) return "";
  return t("play_longer_detail", { length: lengthWords(worth.length), shortest: lengthWords(worth.shortest) });
}

function hintWords(hint: GetHintResponse): string {
  if (hint.outcome === Outcome.NO_MATE) return t("play_no_mate");
  if (hint.outcome !== Outcome.MATE) return t("hint_unknown");
  const known = HINT_KINDS[hint.piece];
  if (!known) return t("hint_length_unknown");
  if (hint.move) {
    const left = hint.pliesLeft === undefined ? "" : t("hint_mate_in", { plies: plies(hint.pliesLeft) });
    return t("hint_move", { move: moveText(hint.move), left });
  }
  const piece = pieceName(known);
  const first = hint.from ? t("hint_piece_board", { piece, square: squareName(hint.from) }) : t("hint_piece_hand", { piece });
  return hint.to ? `${first} ${t("hint_square", { square: squareName(hint.to) })}` : first;
}

/** Asks whether a piece promotes. Undefined: the move is not made after all. */
function ask(piece: Piece, signal: AbortSignal): Promise<boolean | undefined> {
  signal.throwIfAborted();
  return new Promise((resolve) => {
    const answer = (promotes: boolean | undefined) => {
      store.question = undefined;
      store.changed();
      resolve(promotes);
    };
    signal.onabort = () => store.question === question && answer(undefined);
    const question = { piece, answer };
    store.question = question;
    store.changed();
  });
}

export const playing = new Playing();

onProblem(() => {
  playing.clear();
  if (store.mode === "play") void playing.begin();
});

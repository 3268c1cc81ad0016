// Playing the attacker against the service, which defends. Everything about rules and worth is asked of the service.

import {
  HintLevel,
  LengthKind,
  MoveResult,
  Outcome,
  PieceKind,
  ProblemEnd,
  type CheckMoveResponse,
  type GetHintResponse,
  type Length,
  type Move,
} from "../generated/tsume/v1/tsume_pb";
import { causeWords, lengthWords } from "./answer.ts";
import { movesOf, positionOf, service, wireSide, words } from "./api.ts";
import { lookUp, moveText, pieceName, plies, squareName, t } from "./language.ts";
import { partsOf, type Place } from "./place.ts";
import { canPromote, playedAll, type Kind, type Piece, type Position, type Square } from "./position.ts";
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
  busy = false;
  /** Squares that the last verdict is about. */
  wrong: readonly Place[] = [];
  hint: GetHintResponse | undefined;
  hintLevel = 0;
  /** True once a move was played that mates later than need be. */
  longer = false;
  #ticket = 0;
  #opened = false;

  clear(): void {
    this.#ticket++;
    this.moves = [];
    this.#opened = false;
    this.longer = false;
    this.#fresh();
    this.verdict = "none";
    this.message = () => "";
    this.busy = false;
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

  /** True if the visitor may move. */
  get open(): boolean {
    return !this.busy && this.verdict !== "solved" && this.verdict !== "escape" && this.position.turn === store.attacker;
  }

  /** Begins: where the defender moves first, the service makes that move. */
  async begin(): Promise<void> {
    if (this.#opened) return;
    this.#opened = true;
    if (store.root.turn === store.attacker || this.moves.length > 0) return;
    await this.#task(async () => {
      const request = { position: positionOf("sfen", store.sfen), attacker: wireSide(store.attacker), limits: this.#limits };
      const answer = await service.solve(request);
      const move = answer.line[0] ?? answer.refutation;
      return () => {
        if (!move) return this.#tell("undecided", () => causeWords(answer.unknown));
        this.#push(move.usi, move, "none");
        this.#tell("none", () => `${t("play_defender_first", { move: moveText(move) })} ${t("play_your_move")}`);
      };
    });
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
    const usi = await this.#usi(from, to);
    if (usi) await this.#play(usi);
  }

  async #usi(from: Place, to: Square): Promise<string | undefined> {
    const source = partsOf(from);
    if (source.on === "hand") return `${source.kind}*${to}`;
    if (source.on !== "board") return undefined;
    const plain = source.square + to;
    const piece = this.position.board.get(source.square);
    if (!piece || piece.promoted || !canPromote(piece.kind)) return plain;
    const [promoted, kept] = await this.#legal([`${plain}+`, plain]);
    if (!promoted) return plain;
    if (!kept) return `${plain}+`;
    const answer = await ask(piece);
    return answer === undefined ? undefined : plain + (answer ? "+" : "");
  }

  /** Which of these moves are legal, as the service says. */
  async #legal(moves: readonly string[]): Promise<boolean[]> {
    const position = movesOf(store.sfen, this.usi);
    const answers = moves.map((usi) => service.replayMoves({ position, moves: [usi] }).then((answer) => !answer.illegal));
    return Promise.all(answers).catch(() => moves.map(() => false));
  }

  async #play(usi: string): Promise<void> {
    this.#fresh();
    await this.#task(async () => {
      const answer = await service.checkMove({ ...this.#game, move: usi });
      return () => this.#judge(usi, answer);
    });
  }

  #judge(usi: string, answer: CheckMoveResponse): void {
    const move = () => (answer.move ? moveText(answer.move) : usi);
    switch (answer.result) {
      case MoveResult.CORRECT:
      case MoveResult.LONGER:
        return this.#mates(usi, answer);
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

  #mates(usi: string, answer: CheckMoveResponse): void {
    const isLonger = answer.result === MoveResult.LONGER;
    if (answer.move) this.#push(usi, answer.move, isLonger ? "longer" : "correct");
    this.longer ||= isLonger;
    if (answer.end !== ProblemEnd.UNSPECIFIED) return this.#end(answer.end);
    const verdict = isLonger ? "longer" : "correct";
    this.#tell(verdict, () => mateWords(answer, isLonger));
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
    const ticket = this.#ticket;
    this.busy = true;
    setTimeout(() => {
      if (ticket !== this.#ticket) return;
      this.busy = false;
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

  /** Runs a call; what it finds is done only if nothing else happened meanwhile. */
  async #task(call: () => Promise<() => void>): Promise<void> {
    const ticket = ++this.#ticket;
    this.busy = true;
    store.changed();
    try {
      const done = await call();
      if (ticket !== this.#ticket) return;
      this.busy = false;
      done();
    } catch (error) {
      if (ticket !== this.#ticket) return;
      this.busy = false;
      this.#tell("failed", () => words(error));
    }
    store.changed();
  }

  /** Takes back the visitor's last move, and the reply to it. */
  takeBack(): void {
    this.#ticket++;
    this.busy = false;
    this.#fresh();
    const own = (index: number) => (index % 2 === 0) === (store.root.turn === store.attacker);
    let length = this.moves.length - 1;
    while (length >= 0 && !own(length)) length--;
    if (length >= 0) this.moves = this.moves.slice(0, length);
    this.longer = this.moves.some((move) => move.verdict === "longer");
    this.#tell("none", () => t("play_your_move"));
  }

  reset(): void {
    this.clear();
    void this.begin();
    store.say(t("play_your_move"));
  }

  /** Tells more of the hint, each time one level. */
  async askHint(): Promise<void> {
    const level = Math.min(this.hintLevel + 1, HintLevel.MOVE);
    await this.#task(async () => {
      const answer = await service.getHint({ ...this.#game, level });
      return () => {
        this.hint = answer;
        this.hintLevel = level;
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

function mateWords(answer: CheckMoveResponse, isLonger: boolean): string {
  const detail = longerDetail(answer.conventional ?? answer.raw);
  const move = answer.move ? moveText(answer.move) : "";
  const sentences = [
    isLonger ? t("play_longer", { move, detail }) : t("play_correct"),
    answer.reply ? t("play_reply", { move: moveText(answer.reply) }) : t("play_no_reply"),
    answer.pliesLeft === undefined ? "" : t("play_left", { plies: plies(answer.pliesLeft) }),
    answer.repeats ? t("play_repeats") : "",
  ];
  return sentences.filter(Boolean).join(" ");
}

function longerDetail(worth: { length?: Length; shortest?: Length } | undefined): string {
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
function ask(piece: Piece): Promise<boolean | undefined> {
  return new Promise((resolve) => {
    store.question = {
      piece,
      answer: (promotes) => {
        store.question = undefined;
        store.changed();
        resolve(promotes);
      },
    };
    store.changed();
  });
}

export const playing = new Playing();

onProblem(() => {
  playing.clear();
  if (store.mode === "play") void playing.begin();
});

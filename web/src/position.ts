// A position as far as drawing needs it: which piece stands where. No rule of the game is known here; what is legal, and
// what is check, is asked of the service.

export type Side = "b" | "w";
/** Unpromoted kinds, by their letters in SFEN. */
export type Kind = "K" | "R" | "B" | "G" | "S" | "N" | "L" | "P";
export type HandKind = Exclude<Kind, "K">;
/** A square as USI names it: file 1 to 9 from Black's right, rank a to i from Black's far side. */
export type Square = string;

export interface Piece {
  readonly side: Side;
  readonly kind: Kind;
  readonly promoted: boolean;
}

export type Hand = Readonly<Record<HandKind, number>>;

export interface Position {
  readonly board: ReadonlyMap<Square, Piece>;
  readonly hands: Readonly<Record<Side, Hand>>;
  readonly turn: Side;
}

/** In the order of SFEN hands and of most diagrams: from the strongest down. */
export const HAND_KINDS: readonly HandKind[] = ["R", "B", "G", "S", "N", "L", "P"];
export const KINDS: readonly Kind[] = ["K", ...HAND_KINDS];
export const RANKS = "abcdefghi";
const SET: Readonly<Record<Kind, number>> = { K: 2, R: 2, B: 2, G: 4, S: 4, N: 4, L: 4, P: 18 };
const EMPTY_HAND: Hand = { R: 0, B: 0, G: 0, S: 0, N: 0, L: 0, P: 0 };

export const other = (side: Side): Side => (side === "b" ? "w" : "b");
export const isKind = (letter: string): letter is Kind => letter.length === 1 && "KRBGSNLP".includes(letter);
export const isHandKind = (letter: string): letter is HandKind => letter !== "K" && isKind(letter);
export const isSquare = (text: string): boolean => /^[1-9][a-i]$/.test(text);
export const canPromote = (kind: Kind): boolean => kind !== "K" && kind !== "G";
export const square = (file: number, rank: number): Square => `${file}${RANKS[rank - 1]}`;
export const fileOf = (at: Square): number => Number(at[0]);
export const rankOf = (at: Square): number => RANKS.indexOf(at[1] ?? "") + 1;

export const emptyPosition = (turn: Side = "b"): Position => ({
  board: new Map(),
  hands: { b: EMPTY_HAND, w: EMPTY_HAND },
  turn,
});

/** Reads SFEN as the service writes it. Throws an error if the text is none. */
export function parseSfen(text: string): Position {
  const [rows = "", turn = "b", hands = "-"] = text.trim().replaceAll("_", " ").split(/\s+/);
  if (turn !== "b" && turn !== "w") throw new Error("no side to move");
  return { board: parseBoard(rows), hands: parseHands(hands), turn };
}

function parseBoard(text: string): Map<Square, Piece> {
  const board = new Map<Square, Piece>();
  const rows = text.split("/");
  if (rows.length !== 9) throw new Error("a board has nine ranks");
  rows.forEach((row, index) => {
    let file = 9;
    for (const token of row.match(/\+?[A-Za-z]|\d/g) ?? []) {
      if (/\d/.test(token)) {
        file -= Number(token);
      } else {
        board.set(square(file--, index + 1), parsePiece(token));
      }
    }
    if (file !== 0) throw new Error("a rank has nine squares");
  });
  return board;
}

function parsePiece(token: string): Piece {
  const letter = token.at(-1) ?? "";
  const kind = letter.toUpperCase();
  if (!isKind(kind)) throw new Error(`no piece: ${token}`);
  return { side: letter === kind ? "b" : "w", kind, promoted: token.length > 1 };
}

function parseHands(text: string): Record<Side, Hand> {
  const hands = { b: { ...EMPTY_HAND }, w: { ...EMPTY_HAND } };
  for (const [, count, letter = ""] of text.matchAll(/(\d*)([A-Za-z])/g)) {
    const kind = letter.toUpperCase();
    if (isHandKind(kind)) hands[letter === kind ? "b" : "w"][kind] += count ? Number(count) : 1;
  }
  return hands;
}

export const pieceText = ({ side, kind, promoted }: Piece): string =>
  (promoted ? "+" : "") + (side === "b" ? kind : kind.toLowerCase());

export function printSfen(position: Position): string {
  const rows = [...RANKS].map((_, index) => printRank(position, index + 1));
  const hand = (side: Side) =>
    HAND_KINDS.map((kind) => {
      const count = position.hands[side][kind];
      const letter = side === "b" ? kind : kind.toLowerCase();
      return count === 0 ? "" : count === 1 ? letter : `${count}${letter}`;
    }).join("");
  return `${rows.join("/")} ${position.turn} ${hand("b") + hand("w") || "-"} 1`;
}

function printRank(position: Position, rank: number): string {
  let text = "";
  let gap = 0;
  const flush = () => {
    if (gap > 0) text += gap;
    gap = 0;
  };
  for (let file = 9; file >= 1; file--) {
    const piece = position.board.get(square(file, rank));
    if (piece) {
      flush();
      text += pieceText(piece);
    } else {
      gap++;
    }
  }
  flush();
  return text;
}

export function withPiece(position: Position, at: Square, piece: Piece | undefined): Position {
  const board = new Map(position.board);
  if (piece) board.set(at, piece);
  else board.delete(at);
  return { ...position, board };
}

export function withHand(position: Position, side: Side, kind: HandKind, change: number): Position {
  const hand = position.hands[side];
  const count = Math.max(0, hand[kind] + change);
  return { ...position, hands: { ...position.hands, [side]: { ...hand, [kind]: count } } };
}

/** How many pieces of a kind a set has beyond those on the board and in the hands; negative if there are too many. */
export function left(position: Position, kind: Kind): number {
  let used = 0;
  for (const piece of position.board.values()) if (piece.kind === kind) used++;
  if (isHandKind(kind)) used += position.hands.b[kind] + position.hands.w[kind];
  return SET[kind] - used;
}

/** With every piece of a set that is left in this side's hand. */
export function withRest(position: Position, side: Side): Position {
  return HAND_KINDS.reduce((sum, kind) => withHand(sum, side, kind, Math.max(0, left(sum, kind))), position);
}

export interface MoveParts {
  /** Unset: a drop. */
  readonly from?: Square;
  /** The kind that is dropped. */
  readonly drop?: HandKind;
  readonly to: Square;
  readonly promotes: boolean;
}

/** Reads a move in USI text. Throws an error if the text is none. */
export function parseMove(usi: string): MoveParts {
  const match = /^(?:([RBGSNLP])\*|([1-9][a-i]))([1-9][a-i])(\+?)$/.exec(usi);
  if (!match) throw new Error(`no move: ${usi}`);
  const [, drop, from, to = "", plus] = match;
  const promotes = plus === "+";
  return drop ? { drop: drop as HandKind, to, promotes } : { from, to, promotes };
}

/** The position after a legal move. */
export function played(position: Position, usi: string): Position {
  const move = parseMove(usi);
  const side = position.turn;
  const source = move.from ? position.board.get(move.from) : undefined;
  const piece: Piece | undefined = move.drop ? { side, kind: move.drop, promoted: false } : source;
  if (!piece) throw new Error(`nothing to move: ${usi}`);
  let next: Position = move.drop ? withHand(position, side, move.drop, -1) : withPiece(position, move.from ?? "", undefined);
  const taken = position.board.get(move.to);
  if (taken && isHandKind(taken.kind)) next = withHand(next, side, taken.kind, 1);
  next = withPiece(next, move.to, { ...piece, promoted: piece.promoted || move.promotes });
  return { ...next, turn: other(side) };
}

export const playedAll = (position: Position, moves: readonly string[]): Position => moves.reduce(played, position);

export function kingOf(position: Position, side: Side): Square | undefined {
  for (const [at, piece] of position.board) if (piece.kind === "K" && piece.side === side) return at;
  return undefined;
}

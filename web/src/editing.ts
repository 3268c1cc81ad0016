// Setting up a position: pieces go between the board, the hands and the box.

import { pieceName, t } from "./language.ts";
import { cellWords, inHandWords } from "./naming.ts";
import { boxPlace, partsOf, type Place } from "./place.ts";
import {
  canPromote,
  emptyPosition,
  isHandKind,
  kingOf,
  left,
  other,
  withHand,
  withPiece,
  withRest,
  type Kind,
  type Piece,
  type Position,
  type Side,
  type Square,
} from "./position.ts";
import { setProblem } from "./problem.ts";
import { store } from "./store.ts";

const put = (root: Position, attacker: Side = store.attacker) => setProblem({ root, attacker });

/** The piece that stands at a place. */
export function pieceAt(position: Position, place: Place): Piece | undefined {
  const parts = partsOf(place);
  if (parts.on === "board") return position.board.get(parts.square);
  if (!parts.kind) return undefined;
  if (parts.on === "box") return { side: ownerFromBox(position, parts.kind), kind: parts.kind, promoted: false };
  const count = isHandKind(parts.kind) ? position.hands[parts.side][parts.kind] : 0;
  return count > 0 ? { side: parts.side, kind: parts.kind, promoted: false } : undefined;
}

// Most pieces that are put on a board attack; the first king is the one that is to be mated.
function ownerFromBox(position: Position, kind: Kind): Side {
  const defender = other(store.attacker);
  return kind === "K" && !kingOf(position, defender) ? defender : store.attacker;
}

export function canTake(position: Position, place: Place): boolean {
  const parts = partsOf(place);
  if (parts.on === "box") return !!parts.kind && left(position, parts.kind) > 0;
  return !!pieceAt(position, place);
}

/** Moves a piece from one place to another; what stood there goes into the box. */
export function carry(from: Place, to: Place): void {
  const piece = pieceAt(store.root, from);
  if (!piece || from === to) return;
  const target = partsOf(to);
  if (target.on === "hand" && !isHandKind(piece.kind)) return;
  const taken = take(store.root, from);
  if (target.on === "board") {
    put(withPiece(taken, target.square, piece));
    store.say(cellWords(target.square, piece));
  } else if (target.on === "hand" && isHandKind(piece.kind)) {
    put(withHand(taken, target.side, piece.kind, 1));
    store.say(inHandWords(store.root, target.side, piece.kind));
  } else if (partsOf(from).on !== "box") {
    put(taken);
    store.say(t("removed", { piece: pieceName(piece) }));
  }
}

function take(position: Position, from: Place): Position {
  const parts = partsOf(from);
  if (parts.on === "board") return withPiece(position, parts.square, undefined);
  if (parts.on === "hand" && parts.kind && isHandKind(parts.kind)) return withHand(position, parts.side, parts.kind, -1);
  return position;
}

/** The next of a piece's four forms: promoted, then the other side's. */
export function turnOver(at: Square): void {
  const piece = store.root.board.get(at);
  if (!piece) return;
  const promotes = canPromote(piece.kind) && !piece.promoted;
  const turned = { ...piece, promoted: promotes, side: promotes ? piece.side : other(piece.side) };
  put(withPiece(store.root, at, turned));
  store.picked = at;
  store.say(cellWords(at, turned));
}

export const removePiece = (from: Place): void => carry(from, boxPlace());
export const giveRest = (): void => put(withRest(store.root, other(store.attacker)));
export const clearBoard = (): void => put(emptyPosition(store.attacker));
export const setTurn = (turn: Side): void => put({ ...store.root, turn });

/** Sets who attacks. The same of the two sides, attacker or defender, moves first as before. */
export function setAttacker(attacker: Side): void {
  if (attacker === store.attacker) return;
  put({ ...store.root, turn: other(store.root.turn) }, attacker);
  store.say(t(attacker === "b" ? "black" : "white"));
}

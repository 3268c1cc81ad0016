// What is on the board at this moment, and what may be done with it.

import { canTake, carry, pieceAt, turnOver } from "./editing.ts";
import { pieceName, t } from "./language.ts";
import { handPlace, partsOf, type Place } from "./place.ts";
import { isSquare, kingOf, parseMove, playedAll, RANKS, type Position, type Square } from "./position.ts";
import { playing } from "./playing.ts";
import { solving } from "./solving.ts";
import { store } from "./store.ts";
import { FindingKind, HintLevel, Side as WireSide, type Fault } from "../generated/tsume/v1/tsume_pb";

export interface Scene {
  readonly position: Position;
  /** How many moves led here from the problem. */
  readonly ply: number;
  /** The move that led here. */
  readonly last?: string;
  /** A move that is pointed at. */
  readonly arrow?: string;
  readonly checked?: Square;
  readonly hints: readonly Place[];
  readonly wrong: readonly Place[];
}

export function scene(): Scene {
  switch (store.mode) {
    case "position":
      return { position: store.root, ply: 0, checked: store.checkedKing, hints: [], wrong: faultPlaces(store.faults) };
    case "solve":
      return solved();
    case "play":
      return inPlay();
  }
}

function solved(): Scene {
  const moves = solving.line.slice(0, solving.at).map((move) => move.usi);
  const position = playedAll(store.root, moves);
  const found = solving.finding;
  const shown = found && found.kind !== FindingKind.LEFTOVER ? found.move?.usi : undefined;
  return {
    position,
    ply: moves.length,
    last: moves.at(-1),
    arrow: shown,
    checked: moves.length > 0 ? checkedInLine(position) : store.checkedKing,
    hints: [],
    wrong: moves.length > 0 ? [] : faultPlaces(store.faults),
  };
}

function inPlay(): Scene {
  const position = playedAll(store.root, playing.seen);
  const escaped = playing.verdict === "escape";
  const isFull = playing.hintLevel >= HintLevel.MOVE;
  return {
    position,
    ply: playing.moves.length,
    last: playing.seen.at(-1),
    arrow: isFull ? playing.hint?.move?.usi : escaped && position.turn === store.attacker ? playing.usi.at(-1) : undefined,
    checked: playing.moves.length > 0 ? checkedAfter(playing.position) : playing.tried ? undefined : store.checkedKing,
    hints: playing.hintPlaces,
    wrong: playing.wrong,
  };
}

// The moves of a record are anybody's: they need not be checks.
const checkedInLine = (position: Position): Square | undefined =>
  solving.line === store.recorded ? undefined : checkedAfter(position);

// Every other move of the attacker is a check, so the king of a defender who is to move stands in one.
const checkedAfter = (position: Position): Square | undefined =>
  position.turn === store.attacker ? undefined : kingOf(position, position.turn);

export function faultPlaces(faults: readonly Fault[]): Place[] {
  return faults.flatMap(({ place }): Place[] => {
    switch (place.case) {
      case "square":
        return [place.value];
      case "file":
        return [...RANKS].map((rank) => `${place.value}${rank}`);
      case "hand":
        return [handPlace(place.value === WireSide.BLACK ? "b" : "w")];
      default:
        return [];
    }
  });
}

/** Whether the visitor may take up what is at this place. */
export function mayTake(place: Place): boolean {
  if (store.mode === "position") return canTake(store.root, place);
  return store.mode === "play" && playing.open && pieceAt(playing.position, place)?.side === store.attacker;
}

/** A tap, click or Enter on a place. */
export function touch(place: Place): void {
  const { picked } = store;
  if (isSquare(place)) store.cursor = place;
  if (picked === undefined) return mayTake(place) ? pick(place) : undefined;
  if (picked === place) return touchAgain(place);
  if (store.mode === "play" && mayTake(place)) return pick(place);
  drop(picked, place);
}

function touchAgain(place: Place): void {
  const parts = partsOf(place);
  if (store.mode === "position" && parts.on === "board") turnOver(parts.square);
  else letGo();
}

export function pick(place: Place): void {
  const piece = pieceAt(scene().position, place);
  store.picked = place;
  if (piece) store.say(t("picked", { piece: pieceName(piece) }));
  store.changed();
}

export function letGo(): void {
  if (store.picked === undefined) return;
  store.picked = undefined;
  store.say(t("let_go"));
}

/** Puts a piece that was taken up down at a place. */
export function drop(from: Place, to: Place): void {
  store.picked = undefined;
  store.changed();
  if (store.mode === "position") return carry(from, to);
  const target = partsOf(to);
  if (store.mode === "play" && target.on === "board") void playing.move(from, target.square);
}

/** The squares that a move goes from and to. */
export function ends(usi: string | undefined): Place[] {
  if (!usi) return [];
  const move = parseMove(usi);
  return move.from ? [move.from, move.to] : [move.to];
}

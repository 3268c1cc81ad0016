// What the page knows, and one bell that is rung when it changes.

import type { Fault, Move } from "../generated/tsume/v1/tsume_pb";
import type { Place } from "./place.ts";
import { kingOf, other, parseSfen, printSfen, type Piece, type Position, type Side, type Square } from "./position.ts";

export type Mode = "position" | "solve" | "play";

/** A choice that is waited for: whether a piece promotes. */
export interface Question {
  readonly piece: Piece;
  readonly answer: (promotes: boolean | undefined) => void;
}

/** Something that is to be copied by hand. */
export interface Leaflet {
  readonly what: string;
  readonly text: string;
}

class Store {
  mode: Mode = "solve";
  western = false;
  flip = false;
  /** The problem: its position, and who attacks in it. */
  root: Position = parseSfen("9/9/9/9/9/9/9/9/9 b - 1");
  attacker: Side = "b";
  inCheck = false;
  /** Whether the service has found that the position is a problem; false also while that is not yet known. */
  isProblem = false;
  /** What the service finds wrong with the position as a problem. */
  faults: readonly Fault[] = [];
  /** Moves of the record that the position was read from. */
  recorded: readonly Move[] = [];
  /** What was pasted, and what is wrong with it. */
  text = "";
  textFaults: readonly Fault[] = [];
  textNote = "";
  /** The piece that is taken up. */
  picked: Place | undefined;
  /** The square of the board that the keyboard is on, or comes back to. */
  cursor: Square = "5e";
  /** Where a piece was let go last after a drag. */
  carried: Place | undefined;
  question: Question | undefined;
  leaflet: Leaflet | undefined;
  /** A sentence on the last thing that was done, and one on what went wrong. */
  note = "";
  trouble = "";
  /** What a screen reader is told. */
  said = "";
  version = "";
  /** True if the service has refused a call for want of a token. */
  wantsToken = false;

  #bell: () => void = () => {};
  #rung = false;

  onChange(bell: () => void): void {
    this.#bell = bell;
  }

  /** Draws the page anew, soon, and once for all changes made by then. */
  changed(): void {
    if (this.#rung) return;
    this.#rung = true;
    queueMicrotask(() => {
      this.#rung = false;
      this.#bell();
    });
  }

  /** Tells a screen reader. The same words twice are two messages. */
  say(text: string): void {
    this.said = this.said === text ? `${text}\u00A0` : text;
    this.changed();
  }

  get sfen(): string {
    return printSfen(this.root);
  }

  /** The side that plays up the screen. */
  get bottom(): Side {
    return this.flip ? other(this.attacker) : this.attacker;
  }

  get checkedKing(): Square | undefined {
    return this.inCheck ? kingOf(this.root, this.root.turn) : undefined;
  }
}

export const store = new Store();

// The board with both hands, and in setting up the box of pieces.

import { pieceName, rankLabel, t } from "../language.ts";
import { cellWords, inHandWords } from "../naming.ts";
import { boxPlace, handPlace, partsOf, type Place } from "../place.ts";
import { HAND_KINDS, KINDS, left, other, rankOf, square, type HandKind, type Position, type Side, type Square } from "../position.ts";
import { ends, letGo, mayTake, scene, touch, type Scene } from "../scene.ts";
import { pieceAt, removePiece } from "../editing.ts";
import { store } from "../store.ts";
import { useMotion } from "./motion.ts";
import { PieceView } from "./piece.tsx";

/** A square's sides in the units of the arrows' drawing. */
const WIDE = 11;
const HIGH = 12;
const NINE = [0, 1, 2, 3, 4, 5, 6, 7, 8];

/** The square in this row and column of the screen. */
const squareIn = (row: number, column: number): Square =>
  store.bottom === "b" ? square(9 - column, row + 1) : square(column + 1, 9 - row);

export function Table() {
  const shown = scene();
  const top = other(store.bottom);
  useMotion(shown);
  return (
    <section class="table" aria-label={t("problem")} onKeyDown={onKey}>
      <HandView side={top} shown={shown} id="hand-top" />
      <BoardView shown={shown} />
      <HandView side={store.bottom} shown={shown} id="hand-bottom" />
      {store.mode === "position" && <Box />}
    </section>
  );
}

function BoardView({ shown }: { shown: Scene }) {
  return (
    <div class="frame">
      <div class="files" aria-hidden="true">
        {NINE.map((column) => <span>{squareIn(0, column)[0]}</span>)}
      </div>
      <div class="middle">
        <div id="board" class="board" role="grid" aria-label={t("board")} aria-describedby="board-help">
          {NINE.map((row) => (
            <div role="row" class="row">
              {NINE.map((column) => <Cell key={squareIn(row, column)} at={squareIn(row, column)} shown={shown} star={isStar(row, column)} />)}
            </div>
          ))}
        </div>
        <Arrow usi={shown.arrow} />
      </div>
      <div class="ranks" aria-hidden="true">
        {NINE.map((row) => <span>{rankLabel(rankOf(squareIn(row, 0)))}</span>)}
      </div>
      <p id="board-help" class="unseen">{t("board_help")}</p>
    </div>
  );
}

const isStar = (row: number, column: number) => (row === 3 || row === 6) && (column === 3 || column === 6);

function Cell({ at, shown, star }: { at: Square; shown: Scene; star: boolean }) {
  const piece = shown.position.board.get(at);
  const state = stateOf(at, shown);
  return (
    <button
      type="button"
      role="gridcell"
      class={["cell", star ? "star" : "", ...state.classes].join(" ")}
      data-place={at}
      data-piece={piece && (piece.side === "b" ? "" : "v") + (piece.promoted ? "+" : "") + piece.kind}
      data-take={mayTake(at) ? "" : undefined}
      tabIndex={store.cursor === at ? 0 : -1}
      aria-label={[cellWords(at, piece), ...state.names].join(", ")}
      aria-selected={store.picked === at}
      onClick={() => touch(at)}
      onFocus={() => moveCursor(at)}
    >
      {piece && <PieceView piece={piece} />}
    </button>
  );
}

function moveCursor(at: Square): void {
  if (store.cursor === at) return;
  store.cursor = at;
  store.changed();
}

function stateOf(place: Place, shown: Scene): { classes: string[]; names: string[] } {
  const told = [
    [store.picked === place, "picked", t("state_picked")],
    [shown.checked === place, "checked", t("state_check")],
    [shown.hints.includes(place), "hinted", t("state_hint")],
    [shown.wrong.includes(place), "wrong", t("state_fault")],
    [ends(shown.last).at(-1) === place, "last", ""],
    [ends(shown.last).length > 1 && ends(shown.last)[0] === place, "source", ""],
  ] as const;
  const held = told.filter(([holds]) => holds);
  return { classes: held.map(([, name]) => name), names: held.map(([, , name]) => name).filter(Boolean) };
}

/** A move that is pointed at: an arrow, for a drop a ring. */
function Arrow({ usi }: { usi: string | undefined }) {
  const points = ends(usi).map(middleOf);
  const to = points.at(-1);
  if (!to) return null;
  const from = points.length > 1 ? points[0] : undefined;
  return (
    <svg class="arrow" viewBox={`0 0 ${9 * WIDE} ${9 * HIGH}`} aria-hidden="true" data-arrow={usi}>
      <circle cx={to.x} cy={to.y} r="5" />
      {from && <path d={shaft(from, to)} />}
    </svg>
  );
}

function middleOf(at: Square): { x: number; y: number } {
  for (const row of NINE) for (const column of NINE) if (squareIn(row, column) === at) return { x: (column + 0.5) * WIDE, y: (row + 0.5) * HIGH };
  return { x: 0, y: 0 };
}

function shaft(from: { x: number; y: number }, to: { x: number; y: number }): string {
  const [dx, dy] = [to.x - from.x, to.y - from.y];
  const far = Math.hypot(dx, dy);
  const [ux, uy] = [dx / far, dy / far];
  const [tx, ty] = [to.x - ux * 1.5, to.y - uy * 1.5];
  const wing = (turn: number) => `${tx - ux * 4.5 - uy * 3 * turn} ${ty - uy * 4.5 + ux * 3 * turn}`;
  return `M${from.x + ux * 3} ${from.y + uy * 3}L${tx - ux * 3} ${ty - uy * 3}M${wing(1)}L${tx} ${ty}L${wing(-1)}`;
}

function HandView({ side, shown, id }: { side: Side; shown: Scene; id: string }) {
  const kinds = HAND_KINDS.filter((kind) => shown.position.hands[side][kind] > 0);
  const isAttacker = side === store.attacker;
  const whole = handPlace(side);
  const wrong = shown.wrong.includes(whole);
  const moves = shown.position.turn === side;
  const label = [t(isAttacker ? "hand_attacker" : "hand_defender"), moves ? t("state_turn") : ""].filter(Boolean).join(", ");
  return (
    <div id={id} class={`hand ${side === store.bottom ? "below" : "above"}${wrong ? " wrong" : ""}`} role="group" aria-label={label} data-place={whole} data-side={side} onClick={(event) => putDown(event, whole)}>
      <Owner side={side} moves={moves} />
      <div class="stand">
        {kinds.map((kind) => <HandPiece key={kind} side={side} kind={kind} shown={shown} />)}
        {kinds.length === 0 && <span class="none">{t("hand_none")}</span>}
      </div>
    </div>
  );
}

// All of a hand takes the piece that was taken up; what is for the keyboard is its name.
function putDown(event: Event, whole: Place): void {
  const isOwn = event.target instanceof Element && event.target.closest("button");
  if (store.mode === "position" && store.picked && !isOwn) touch(whole);
}

/** Whose hand it is; while a position is set up, also where a piece is put to be in it. */
function Owner({ side, moves }: { side: Side; moves: boolean }) {
  const whole = handPlace(side);
  const name = t(side === store.attacker ? "Attacker" : "Defender");
  const look = `whose${moves ? " on-move" : ""}`;
  if (store.mode !== "position") return <span class={look} aria-hidden="true">{name}</span>;
  return (
    <button
      type="button"
      class={`${look} into${store.picked ? " wanted" : ""}`}
      data-place={whole}
      aria-label={`${name}: ${t("to_hand")}`}
      aria-disabled={!store.picked}
      onClick={() => touch(whole)}
    >
      {name}
    </button>
  );
}

function HandPiece({ side, kind, shown }: { side: Side; kind: HandKind; shown: Scene }) {
  const place = handPlace(side, kind);
  const count = shown.position.hands[side][kind];
  const piece = { side, kind, promoted: false };
  const state = stateOf(place, shown);
  return (
    <button
      type="button"
      class={["in-hand", ...state.classes].join(" ")}
      data-place={place}
      data-count={count}
      data-take={mayTake(place) ? "" : undefined}
      aria-label={[inHandWords(shown.position, side, kind), ...state.names].join(", ")}
      aria-pressed={store.picked === place}
      onClick={() => touch(place)}
    >
      <PieceView piece={piece} />
      {count > 1 && <span class="count" aria-hidden="true">{count}</span>}
    </button>
  );
}

function Box() {
  return (
    <div id="box" class="box" role="group" aria-label={t("box")} data-place={boxPlace()}>
      {KINDS.map((kind) => <BoxPiece key={kind} kind={kind} position={store.root} />)}
      <button
        type="button"
        class={`into${store.picked ? " wanted" : ""}`}
        data-place={boxPlace()}
        aria-disabled={!store.picked}
        onClick={() => touch(boxPlace())}
      >
        {t("remove")}
      </button>
    </div>
  );
}

function BoxPiece({ kind, position }: { kind: (typeof KINDS)[number]; position: Position }) {
  const place = boxPlace(kind);
  const rest = left(position, kind);
  const piece = pieceAt(position, place) ?? { side: store.attacker, kind, promoted: false };
  return (
    <button
      type="button"
      class={`in-hand${store.picked === place ? " picked" : ""}${rest > 0 ? "" : " spent"}`}
      data-place={place}
      data-take={rest > 0 ? "" : undefined}
      aria-label={t("box_piece", { piece: pieceName(piece), count: rest })}
      aria-pressed={store.picked === place}
      aria-disabled={rest <= 0}
      onClick={() => touch(place)}
    >
      <PieceView piece={{ ...piece, side: store.bottom }} />
      <span class="count" aria-hidden="true">{rest}</span>
    </button>
  );
}

const STEPS: Readonly<Record<string, readonly [number, number]>> = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
  Home: [0, -9],
  End: [0, 9],
};

function onKey(event: KeyboardEvent): void {
  const place = event.target instanceof HTMLElement ? event.target.dataset["place"] : undefined;
  const step = STEPS[event.key];
  if (event.key === "Escape") letGo();
  else if ((event.key === "Delete" || event.key === "Backspace") && place && store.mode === "position") removeFrom(event.target as HTMLElement, place);
  else if (step && place) focusOn(partsOf(place).on === "board" ? besideSquare(place, step) : besideHand(event.target as HTMLElement, step));
  else return;
  event.preventDefault();
}

// A hand's last piece of a kind goes with its button: the focus stays in the hand.
function removeFrom(button: HTMLElement, place: Place): void {
  const group = button.closest("[role=group]")?.id;
  removePiece(place);
  queueMicrotask(() => {
    if (!button.isConnected && group) focusOn(firstIn(group));
  });
}

function focusOn(element: HTMLElement | null | undefined): void {
  element?.focus();
}

const elementAt = (place: Place) => document.querySelector<HTMLElement>(`#board [data-place="${place}"]`);
const firstIn = (id: string) => document.querySelector<HTMLElement>(`#${id} button`);

function besideSquare(place: Place, [down, right]: readonly [number, number]): HTMLElement | null {
  for (const row of NINE)
    for (const column of NINE) {
      if (squareIn(row, column) !== place) continue;
      if (row + down < 0) return firstIn("hand-top");
      if (row + down > 8) return firstIn("hand-bottom") ?? firstIn("box");
      return elementAt(squareIn(row + down, Math.max(0, Math.min(8, column + right))));
    }
  return null;
}

function besideHand(element: HTMLElement, [down, right]: readonly [number, number]): HTMLElement | null | undefined {
  const group = element.closest("[role=group]");
  if (down !== 0) {
    const order = ["hand-top", "board", "hand-bottom", "box"];
    const at = order.indexOf(group?.id ?? "") + down;
    const next = order[at];
    return next === "board" ? elementAt(store.cursor) : next ? firstIn(next) : null;
  }
  const buttons = [...(group?.querySelectorAll<HTMLElement>("button") ?? [])];
  return buttons[buttons.indexOf(element) + Math.sign(right)];
}

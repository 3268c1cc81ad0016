// Dragging pieces with mouse, pen or finger. A press that does not travel stays a click.

import { BOX, type Place } from "./place.ts";
import { drop, letGo, mayTake, pick } from "./scene.ts";
import { store } from "./store.ts";

/** Pixels a press travels before it is a drag. */
const THRESHOLD = 6;

interface Grip {
  readonly pointer: number;
  readonly place: Place;
  readonly piece: Element | null;
  readonly x: number;
  readonly y: number;
  ghost?: HTMLElement;
}

let grip: Grip | undefined;

const placeOf = (target: EventTarget | null): Place | undefined =>
  target instanceof Element ? (target.closest<HTMLElement>("[data-place]")?.dataset["place"] ?? undefined) : undefined;

/** Lets pieces within this element be dragged. */
export function enableDragging(root: HTMLElement): void {
  root.addEventListener("pointerdown", press);
  window.addEventListener("pointermove", travel);
  window.addEventListener("pointerup", release);
  window.addEventListener("pointercancel", () => end());
}

function press(event: PointerEvent): void {
  const place = placeOf(event.target);
  if (grip || event.button !== 0 || !place || !mayTake(place)) return;
  const piece = (event.target as Element).closest("[data-place]")?.querySelector(".piece") ?? null;
  grip = { pointer: event.pointerId, place, piece, x: event.clientX, y: event.clientY };
}

function travel(event: PointerEvent): void {
  if (!grip || event.pointerId !== grip.pointer) return;
  if (!grip.ghost && Math.hypot(event.clientX - grip.x, event.clientY - grip.y) < THRESHOLD) return;
  grip.ghost ??= lift(grip);
  grip.ghost.style.transform = `translate(${event.clientX}px, ${event.clientY}px) translate(-50%, -50%)`;
}

function lift({ place, piece }: Grip): HTMLElement {
  const ghost = document.createElement("div");
  ghost.className = "ghost";
  if (piece) {
    const { width, height } = piece.getBoundingClientRect();
    ghost.style.width = `${width}px`;
    ghost.style.height = `${height}px`;
    ghost.append(piece.cloneNode(true));
  }
  document.body.append(ghost);
  document.body.classList.add("dragging");
  pick(place);
  return ghost;
}

function release(event: PointerEvent): void {
  if (!grip || event.pointerId !== grip.pointer) return;
  const { place, ghost } = grip;
  end();
  if (!ghost) return;
  window.addEventListener("click", swallow, { capture: true, once: true });
  setTimeout(() => window.removeEventListener("click", swallow, { capture: true }), 0);
  const target = placeOf(document.elementFromPoint(event.clientX, event.clientY)) ?? BOX;
  if (target === place) {
    letGo();
  } else {
    store.carried = target;
    drop(place, target);
  }
}

// The click that follows a drag on the same element is no click.
const swallow = (event: Event) => event.stopPropagation();

function end(): void {
  grip?.ghost?.remove();
  grip = undefined;
  document.body.classList.remove("dragging");
}

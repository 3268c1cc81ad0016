// A piece that has moved is seen moving, so that the eye can follow.

import { useLayoutEffect, useRef } from "preact/hooks";
import { handPlace, type Place } from "../place.ts";
import { other } from "../position.ts";
import { ends, type Scene } from "../scene.ts";
import { store } from "../store.ts";

/** Milliseconds from square to square. */
const DURATION = 190;

const find = (place: Place) => document.querySelector<HTMLElement>(`#board [data-place="${place}"], .hand[data-place="${place}"] .stand`);

/** Moves the piece of the last move from where it was, if the scene went one move on. */
export function useMotion(shown: Scene): void {
  const before = useRef(shown.ply);
  useLayoutEffect(() => {
    const isNext = shown.ply === before.current + 1;
    before.current = shown.ply;
    if (isNext && shown.last) move(shown.last, handPlace(other(shown.position.turn)));
  }, [shown.ply, shown.last]);
}

function move(usi: string, hand: Place): void {
  const [from, to = from] = ends(usi);
  const [source, target] = [find(from === to ? hand : (from ?? hand)), find(to ?? "")];
  const piece = target?.querySelector(".piece");
  // What was dragged is where it goes already.
  const isCarried = store.carried === to;
  store.carried = undefined;
  if (!source || !target || !piece || isCarried || matchMedia("(prefers-reduced-motion: reduce)").matches) return;
  const [start, end] = [middle(source), middle(target)];
  // Above the squares that come after it.
  target.style.zIndex = "2";
  const way = [{ transform: `translate(${start.x - end.x}px, ${start.y - end.y}px)` }, { transform: "none" }];
  const lower = () => target.style.removeProperty("z-index");
  piece.animate(way, { duration: DURATION, easing: "ease-out" }).finished.then(lower, lower);
}

function middle(element: HTMLElement): { x: number; y: number } {
  const { left, top, width, height } = element.getBoundingClientRect();
  return { x: left + width / 2, y: top + height / 2 };
}

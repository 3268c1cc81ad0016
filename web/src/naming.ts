// Pieces where they stand, in words.

import { pieceName, squareName, t } from "./language.ts";
import type { HandKind, Piece, Position, Side, Square } from "./position.ts";
import { store } from "./store.ts";

const sideName = (side: Side) => t(side === store.attacker ? "attacker" : "defender");

/** A square and what stands on it. */
export function cellWords(at: Square, piece: Piece | undefined): string {
  const square = squareName(at);
  return piece ? t("cell_piece", { square, piece: pieceName(piece), side: sideName(piece.side) }) : t("cell_empty", { square });
}

/** How many of a kind are in a hand. */
export const inHandWords = ({ hands }: Position, side: Side, kind: HandKind): string =>
  t("hand_piece", { piece: pieceName({ kind, promoted: false }), count: hands[side][kind], side: sideName(side) });

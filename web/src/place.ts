// Places that a piece can be taken from or put on, as the `data-place` of elements has them: a square (`5e`), a piece in
// a hand (`b*G`) or in the box (`x*G`), a hand as a whole (`w*`), or the box as a whole (`x*`), which is all that is off the board.

import { isHandKind, isKind, isSquare, type Kind, type Side, type Square } from "./position.ts";

export type Place = string;
export const BOX: Place = "x*";

export type Parts =
  | { readonly on: "board"; readonly square: Square }
  | { readonly on: "hand"; readonly side: Side; readonly kind?: Kind }
  | { readonly on: "box"; readonly kind?: Kind };

export const handPlace = (side: Side, kind = ""): Place => `${side}*${kind}`;
export const boxPlace = (kind = ""): Place => `x*${kind}`;

export function partsOf(place: Place): Parts {
  if (isSquare(place)) return { on: "board", square: place };
  const [owner, letter = ""] = place.split("*");
  if (owner === "b" || owner === "w") return { on: "hand", side: owner, kind: isHandKind(letter) ? letter : undefined };
  return { on: "box", kind: isKind(letter) ? letter : undefined };
}

// Pieces, drawn as outlines so that they look the same on every machine.

import { GLYPHS } from "../../generated/glyphs";
import { pieceKey } from "../language.ts";
import type { Piece, Side } from "../position.ts";
import type { PieceName } from "../strings.ts";
import { store } from "../store.ts";

/** One character a piece, as problem books print them. */
const JAPANESE: Readonly<Record<PieceName, string>> = {
  K: "玉", R: "飛", B: "角", G: "金", S: "銀", N: "桂", L: "香", P: "歩",
  "+R": "龍", "+B": "馬", "+S": "全", "+N": "圭", "+L": "杏", "+P": "と",
};
/** The king of the side that attacks. */
const ATTACKING_KING = "王";
/** Pieces of lesser rank are smaller, as real ones are. */
const SIZES: Readonly<Record<string, number>> = { K: 1, R: 0.97, B: 0.97, G: 0.94, S: 0.94, N: 0.9, L: 0.88, P: 0.84 };

/** Side of a kanji, and where its middle is, in units of a piece that is 100 wide and 110 high. */
const KANJI = { size: 68, x: 50, y: 64 };
const LETTER = { size: 66, x: 50, y: 64 };
const PLUS = { size: 30, x: 50, y: 23 };

function Glyph({ character, size, x, y }: { character: string; size: number; x: number; y: number }) {
  const [advance, outline] = GLYPHS[character] ?? [1000, ""];
  if (!outline) return <text x={x} y={y + size * 0.36} font-size={size} text-anchor="middle">{character}</text>;
  const scale = size / 1000;
  return <path transform={`translate(${x - (advance * scale) / 2} ${y - size / 2}) scale(${scale})`} d={outline} />;
}

/** All shapes, once; pieces refer to them. */
export function Shapes() {
  return (
    <svg class="shapes" aria-hidden="true">
      <defs>
        <linearGradient id="wood" x1="0" y1="0" x2="1" y2="1">
          <stop class="wood-light" offset="0" />
          <stop class="wood-dark" offset="1" />
        </linearGradient>
        <g id="body">
          <path class="edge" d="M50 4 83 17 95 107H5L17 17Z" />
          <path class="face" d="M50 5.5 81.8 18 93 104H7L18.2 18Z" fill="url(#wood)" />
        </g>
        {Object.entries(JAPANESE).map(([key, character]) => (
          <g id={`j${key}`}><Glyph character={character} {...KANJI} /></g>
        ))}
        <g id="jk"><Glyph character={ATTACKING_KING} {...KANJI} /></g>
        {Object.keys(JAPANESE).map((key) => (
          <g id={`w${key}`}>
            <Glyph character={key.at(-1) ?? ""} {...LETTER} />
            {key.length > 1 && <Glyph character="+" {...PLUS} />}
          </g>
        ))}
      </defs>
    </svg>
  );
}

const shapeOf = (piece: Piece, western: boolean): string =>
  western ? `w${pieceKey(piece)}` : piece.kind === "K" && piece.side === store.attacker ? "jk" : `j${pieceKey(piece)}`;

export function PieceView({ piece, bottom = store.bottom, western = store.western }: { piece: Piece; bottom?: Side; western?: boolean }) {
  const size = SIZES[piece.kind] ?? 1;
  const turned = piece.side !== bottom;
  const around = `translate(50 58) ${turned ? "rotate(180)" : ""} scale(${size}) translate(-50 -58)`;
  return (
    <svg class={`piece${piece.promoted ? " promoted" : ""}`} viewBox="0 0 100 116" aria-hidden="true">
      <g transform={around}>
        <use href="#body" />
        <use class="sign" href={`#${shapeOf(piece, western)}`} />
      </g>
    </svg>
  );
}

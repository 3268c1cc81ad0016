//! Random numbers for incremental keys.

use super::{Color, Piece, PieceKind, Square};

/// A board key: 128 bits, so that a table can index with some bits and check others.
pub type Key = u128;

/// The part of a key that says White is to move.
pub(super) const WHITE_TO_MOVE: Key = draw(0);

/// One number for each piece on each square.
static PIECES: [[[Key; Square::COUNT]; PieceKind::COUNT]; 2] = pieces();

/// The part of a key that says `piece` stands on `square`.
#[inline]
pub(super) fn key_of(piece: Piece, square: Square) -> Key {
    PIECES[piece.color.index()][piece.kind.index()][square.index()]
}

/// The part of a key that says who is to move.
#[inline]
pub(super) const fn key_of_turn(turn: Color) -> Key {
    match turn {
        Color::Black => 0,
        Color::White => WHITE_TO_MOVE,
    }
}

#[expect(clippy::large_stack_arrays, reason = "evaluated by the compiler only")]
const fn pieces() -> [[[Key; Square::COUNT]; PieceKind::COUNT]; 2] {
    let mut keys = [[[0; Square::COUNT]; PieceKind::COUNT]; 2];
    let mut n = 0;
    while n < 2 * PieceKind::COUNT * Square::COUNT {
        let (row, square) = (n / Square::COUNT, n % Square::COUNT);
        keys[row / PieceKind::COUNT][row % PieceKind::COUNT][square] = draw(n as u64 + 1);
        n += 1;
    }
    keys
}

/// The `n`-th 128-bit number: two outputs of `SplitMix64` (Steele, Lea, Flood 2014) at positions 2n and 2n + 1.
const fn draw(n: u64) -> Key {
    (split_mix(2 * n) as u128) << 64 | split_mix(2 * n + 1) as u128
}

/// The output of `SplitMix64` with seed 0 at position `n`.
const fn split_mix(n: u64) -> u64 {
    let mut z = (n + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    z = (z ^ z >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ z >> 31
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    #[test]
    fn generator_gives_the_published_sequence() {
        assert_eq!(split_mix(0), 0xe220_a839_7b1d_cdaf);
        assert_eq!(split_mix(1), 0x6e78_9e6a_a1b9_65f4);
    }

    #[test]
    fn halves_of_all_keys_differ() {
        let keys = || PIECES.iter().flatten().flatten().copied().chain([WHITE_TO_MOVE]);
        let count = keys().count();
        assert_eq!(keys().map(|key| key as u64).collect::<HashSet<_>>().len(), count);
        assert_eq!(keys().map(|key| (key >> 64) as u64).collect::<HashSet<_>>().len(), count);
    }
}

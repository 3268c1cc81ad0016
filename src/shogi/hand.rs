//! Pieces in hand (持ち駒), packed into one word.

use super::PieceKind;
use serde::{Deserialize, Serialize};
use std::fmt;

/// The pieces one side holds: a count for each of the seven droppable kinds.
///
/// Counts are packed side by side in a `u32`, each with one spare bit above it that is always zero, so that
/// "at least as many of every kind" is one subtraction: a borrow shows in the spare bit.
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(into = "u32", from = "u32")]
pub struct Hand(u32);

/// Lowest bit of each kind's field.
const SHIFT: [u32; 7] = [0, 6, 10, 14, 18, 22, 25];
/// Largest count each field holds, as a mask: 31 pawns, 7 of the fours, 3 bishops and rooks.
const FIELD: [u32; 7] = [0x1f, 7, 7, 7, 7, 3, 3];
/// The spare bit above each field.
const SPARE: u32 = 1 << 5 | 1 << 9 | 1 << 13 | 1 << 17 | 1 << 21 | 1 << 24 | 1 << 27;

impl Hand {
    /// No pieces.
    pub const EMPTY: Self = Self(0);

    /// How many of `kind` are held; `kind` must be droppable (not a king, not promoted).
    #[inline]
    pub const fn count(self, kind: PieceKind) -> u8 {
        (self.0 >> SHIFT[kind.index()] & FIELD[kind.index()]) as u8
    }

    /// True if at least one of `kind` is held.
    #[inline]
    pub const fn has(self, kind: PieceKind) -> bool {
        self.count(kind) != 0
    }

    /// One more of `kind`. The caller keeps counts within the full set.
    #[inline]
    #[must_use]
    pub const fn plus(self, kind: PieceKind) -> Self {
        Self(self.0 + (1 << SHIFT[kind.index()]))
    }

    /// One fewer of `kind`, of which at least one is held.
    #[inline]
    #[must_use]
    pub const fn minus(self, kind: PieceKind) -> Self {
        debug_assert!(self.has(kind));
        Self(self.0 - (1 << SHIFT[kind.index()]))
    }

    /// The hand with exactly `count` of `kind`, which must fit the kind's field (see [`PieceKind::full_set`]).
    #[inline]
    #[must_use]
    pub const fn with(self, kind: PieceKind, count: u8) -> Self {
        let shift = SHIFT[kind.index()];
        debug_assert!(count as u32 <= FIELD[kind.index()]);
        Self(self.0 & !(FIELD[kind.index()] << shift) | (count as u32) << shift)
    }

    /// True if of every kind at least as many are held as in `other`.
    #[inline]
    pub const fn contains(self, other: Self) -> bool {
        ((self.0 | SPARE) - other.0) & SPARE == SPARE
    }

    /// Kind by kind the larger count.
    #[inline]
    #[must_use]
    pub const fn max(self, other: Self) -> Self {
        Self(select(self.0, other.0))
    }

    /// Kind by kind the smaller count.
    #[inline]
    #[must_use]
    pub const fn min(self, other: Self) -> Self {
        Self(self.0 + other.0 - select(self.0, other.0))
    }

    /// True if nothing is held.
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Number of pieces held.
    pub fn total(self) -> u8 {
        PieceKind::HAND.iter().map(|&kind| self.count(kind)).sum()
    }

    /// The packed word, below 2^28: equal words are equal hands.
    #[inline]
    pub const fn bits(self) -> u32 {
        self.0
    }

    /// The hand with this packed word, as [`Hand::bits`] gave it.
    #[inline]
    pub const fn from_bits(bits: u32) -> Self {
        Self(bits & !SPARE)
    }

    /// The kinds held, cheapest first, with their counts.
    pub fn iter(self) -> impl Iterator<Item = (PieceKind, u8)> {
        PieceKind::HAND.into_iter().map(move |kind| (kind, self.count(kind))).filter(|&(_, count)| count > 0)
    }
}

/// The letters of SFEN, the rook first and the pawns last, a count before a letter: `R2P`; nothing for none.
impl fmt::Display for Hand {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.write(f, PieceKind::letter)
    }
}

impl Hand {
    /// Writes the pieces with these letters, each after its count if that is more than one.
    pub(super) fn write(self, out: &mut impl fmt::Write, letter: impl Fn(PieceKind) -> char) -> fmt::Result {
        for kind in PieceKind::HAND.into_iter().rev().filter(|&kind| self.has(kind)) {
            let count = self.count(kind);
            if count > 1 {
                write!(out, "{count}")?;
            }
            out.write_char(letter(kind))?;
        }
        Ok(())
    }
}

impl From<Hand> for u32 {
    fn from(hand: Hand) -> Self {
        hand.bits()
    }
}

impl From<u32> for Hand {
    /// As [`Hand::from_bits`].
    fn from(bits: u32) -> Self {
        Self::from_bits(bits)
    }
}

/// Field by field the larger of the two: where `a`'s field is not below `b`'s its spare bit survives the
/// subtraction, and is widened into a mask of the field under it.
#[inline]
const fn select(a: u32, b: u32) -> u32 {
    let not_below = ((a | SPARE) - b) & SPARE;
    // Spare bit minus the field's lowest bit gives the mask of the field: the lowest bits are at SHIFT.
    let lowest = (not_below >> 5 & 1)
        | (not_below >> 9 & 1) << 6
        | (not_below >> 13 & 1) << 10
        | (not_below >> 17 & 1) << 14
        | (not_below >> 21 & 1) << 18
        | (not_below >> 24 & 1) << 22
        | (not_below >> 27 & 1) << 25;
    let mask = not_below - lowest;
    a & mask | b & !mask
}

impl std::fmt::Debug for Hand {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_map().entries(self.iter()).finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn hand(counts: [u8; 7]) -> Hand {
        PieceKind::HAND.into_iter().zip(counts).fold(Hand::EMPTY, |hand, (kind, count)| hand.with(kind, count))
    }

    #[test]
    fn comparison_min_and_max_go_kind_by_kind() {
        let samples =
            [[0; 7], [18, 4, 4, 4, 4, 2, 2], [1, 0, 4, 0, 2, 0, 1], [17, 4, 0, 3, 2, 2, 0], [0, 1, 0, 1, 0, 1, 0]];
        for a in samples {
            for b in samples {
                let pairs = || a.iter().zip(b);
                assert_eq!(hand(a).contains(hand(b)), pairs().all(|(&x, y)| x >= y), "{a:?} {b:?}");
                let max: Vec<u8> = pairs().map(|(&x, y)| x.max(y)).collect();
                let min: Vec<u8> = pairs().map(|(&x, y)| x.min(y)).collect();
                assert_eq!(hand(a).max(hand(b)), hand(max.try_into().unwrap()));
                assert_eq!(hand(a).min(hand(b)), hand(min.try_into().unwrap()));
            }
        }
    }

    #[test]
    fn one_more_and_one_fewer_undo_each_other() {
        for kind in PieceKind::HAND {
            let full = Hand::EMPTY.with(kind, kind.full_set());
            assert_eq!(full.count(kind), kind.full_set());
            assert_eq!(full.minus(kind).plus(kind), full);
            assert_eq!(full.total(), kind.full_set());
        }
    }
}

//! Where a node was reached from, in the 48 bits that an entry has to spare.

use super::entry::HAND_BITS;
use crate::shogi::{Hand, Key};

/// Bits of the bucket's index; in a table of more than 128 GiB some origins are not found.
const INDEX_BITS: u32 = 28;
/// Bits of the board's key below those of the index.
const BOARD_BITS: u32 = 16;
/// Where in the key those bits are: a path finds its boards by the same ones.
const BOARD_SHIFT: u32 = 32;

/// Names a node so that table and path can find it: bucket, some bits of the board's key, a hash of the hand.
///
/// A hint: two nodes may share it (one in 2^20 of a bucket), and the node may be forgotten.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::solver) struct Origin(u64);

impl Origin {
    /// None, or forgotten.
    pub(in crate::solver) const NONE: Self = Self(0);

    /// The name of the node with this board and attacker's hand, which lives in the bucket of this index.
    pub(super) fn of(index: usize, key: Key, hand: Hand) -> Self {
        Self::new(index, (key as u64 >> BOARD_SHIFT) as u16, hand)
    }

    /// The name of the entry with these first and last words in the bucket of this index.
    pub(super) fn of_entry(index: usize, [first, .., last]: [u64; 4], hand: Hand) -> Self {
        let low = first >> HAND_BITS | last << 36;
        Self::new(index, (low >> BOARD_SHIFT) as u16, hand)
    }

    fn new(index: usize, board: u16, hand: Hand) -> Self {
        let index = index as u64 & ((1 << INDEX_BITS) - 1);
        let hand = u64::from(hand.bits().wrapping_mul(0x9e37_79b9) >> 28);
        Self(hand << (INDEX_BITS + BOARD_BITS) | index << BOARD_BITS | u64::from(board))
    }

    pub(super) fn index(self) -> usize {
        (self.0 >> BOARD_BITS) as usize & ((1 << INDEX_BITS) - 1)
    }

    /// Bits 32 to 47 of the board's key.
    pub(in crate::solver) fn board(self) -> u16 {
        self.0 as u16
    }

    pub(super) fn bits(self) -> u64 {
        self.0
    }

    /// From the lowest 48 bits.
    pub(super) fn from_bits(bits: u64) -> Self {
        Self(bits & ((1 << 48) - 1))
    }
}

#[cfg(test)]
mod tests {
    use super::super::entry::{Check, Entry};
    use super::*;
    use crate::shogi::PieceKind;

    #[test]
    fn an_entry_has_the_name_of_its_node() {
        let hand = Hand::EMPTY.with(PieceKind::Silver, 2);
        let key = 0x0123_4567_89ab_cdef_fedc_ba98_7654_3210;
        let name = Origin::of(77, key, hand);
        let words = Entry { origin: Origin::of(3, !key, hand), ..Entry::new(hand) }.pack(Check::of(key));
        assert_eq!(Origin::of_entry(77, words, hand), name);
        assert_eq!((name.index(), u64::from(name.board())), (77, key as u64 >> 32 & 0xffff));
        assert_ne!(name, Origin::of(77, key, Hand::EMPTY));
        assert_ne!(name, Origin::of(76, key, hand));
        assert_eq!(Origin::from_bits(name.bits() | 1 << 50), name);
    }
}

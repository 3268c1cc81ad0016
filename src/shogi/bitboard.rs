//! A set of squares in one 128-bit word.

use super::Square;
use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, BitXorAssign, Not};

/// A set of squares: bit *i* is the square with index *i*; bits 81 and above are zero.
///
/// A plain `u128`: the compiler splits it into two machine words on every target, and the carries that ray
/// attacks need come for free.
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash)]
pub struct Bitboard(pub u128);

/// All 81 bits.
const BOARD: u128 = (1 << 81) - 1;

/// Every ninth bit: 2^81 - 1 is 511 times the sum of the powers of 2^9 below it.
const RANK_1: u128 = BOARD / 0x1ff;

/// Each square by itself: a look-up costs less than a shift of two words.
static SINGLE: [Bitboard; Square::COUNT] = {
    let mut single = [Bitboard(0); Square::COUNT];
    let mut index = 0;
    while index < Square::COUNT {
        single[index] = Bitboard(1 << index);
        index += 1;
    }
    single
};

impl Bitboard {
    /// No square.
    pub const EMPTY: Self = Self(0);
    /// Every square.
    pub const ALL: Self = Self(BOARD);

    /// One square.
    #[inline]
    pub const fn of(square: Square) -> Self {
        SINGLE[square.index()]
    }

    /// The nine squares of a file, 1–9.
    #[inline]
    pub const fn file(file: u8) -> Self {
        Self(0x1ff << ((file - 1) as u32 * 9))
    }

    /// The nine squares of a rank, 1–9.
    #[inline]
    pub const fn rank(rank: u8) -> Self {
        Self(RANK_1 << (rank - 1))
    }

    /// True if `square` is in the set.
    #[inline]
    pub const fn has(self, square: Square) -> bool {
        self.0 & SINGLE[square.index()].0 != 0
    }

    /// True if no square is in the set.
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// True if some square is in the set.
    #[inline]
    pub const fn any(self) -> bool {
        self.0 != 0
    }

    /// True if two squares or more are in the set.
    #[inline]
    pub const fn several(self) -> bool {
        self.0 & self.0.wrapping_sub(1) != 0
    }

    /// Number of squares.
    #[inline]
    pub const fn count(self) -> u32 {
        self.0.count_ones()
    }

    /// The square with the lowest index; the set must not be empty.
    #[inline]
    pub const fn first(self) -> Square {
        Square::from_index(self.0.trailing_zeros() as usize)
    }

    /// The square with the highest index; the set must not be empty.
    #[inline]
    pub const fn last(self) -> Square {
        Square::from_index(127 - self.0.leading_zeros() as usize)
    }

    /// The squares from `origin` outwards, for a set on one line with it and on one side of it.
    #[inline]
    pub fn outwards(self, origin: Square) -> impl Iterator<Item = Square> {
        let mut left = self;
        std::iter::from_fn(move || {
            let square = left.any().then(|| if origin < left.first() { left.first() } else { left.last() })?;
            left ^= Self::of(square);
            Some(square)
        })
    }

    /// Every file without a square of the set, for a set that leaves rank 9 empty.
    ///
    /// Nine subtractions in one word: in each file 256 (the bit of rank 9) minus the bits of ranks 1–8 keeps the
    /// bit of rank 9 only if they are all zero.
    #[inline]
    #[must_use]
    pub const fn free_files(self) -> Self {
        const RANK_9: u128 = RANK_1 << 8;
        debug_assert!(self.0 & RANK_9 == 0);
        let free = (RANK_9 - self.0) & RANK_9;
        Self((free - (free >> 8)) | free)
    }
}

macro_rules! bitwise {
    ($($op:ident $method:ident $assign_op:ident $assign_method:ident),*) => {$(
        impl $op for Bitboard {
            type Output = Self;
            #[inline]
            fn $method(self, other: Self) -> Self {
                Self($op::$method(self.0, other.0))
            }
        }
        impl $assign_op for Bitboard {
            #[inline]
            fn $assign_method(&mut self, other: Self) {
                *self = $op::$method(*self, other);
            }
        }
    )*};
}
bitwise!(BitAnd bitand BitAndAssign bitand_assign, BitOr bitor BitOrAssign bitor_assign,
    BitXor bitxor BitXorAssign bitxor_assign);

impl Not for Bitboard {
    type Output = Self;

    #[inline]
    fn not(self) -> Self {
        Self(!self.0 & BOARD)
    }
}

/// Squares in ascending index.
#[expect(clippy::copy_iterator, reason = "a loop over a set consumes its own copy, and the set itself stays whole")]
impl Iterator for Bitboard {
    type Item = Square;

    #[inline]
    fn next(&mut self) -> Option<Square> {
        if self.is_empty() {
            return None;
        }
        let square = self.first();
        self.0 &= self.0 - 1;
        Some(square)
    }
}

/// From the back: squares in descending index.
impl DoubleEndedIterator for Bitboard {
    #[inline]
    fn next_back(&mut self) -> Option<Square> {
        if self.is_empty() {
            return None;
        }
        let square = Self::last(*self);
        *self ^= Self::of(square);
        Some(square)
    }
}

impl FromIterator<Square> for Bitboard {
    fn from_iter<I: IntoIterator<Item = Square>>(squares: I) -> Self {
        squares.into_iter().fold(Self::EMPTY, |set, square| set | Self::of(square))
    }
}

impl std::fmt::Debug for Bitboard {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_set().entries(*self).finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_and_ranks_are_those_of_their_squares() {
        for n in 1..=9 {
            assert_eq!(Bitboard::file(n), Square::all().filter(|square| square.file() == n).collect());
            assert_eq!(Bitboard::rank(n), Square::all().filter(|square| square.rank() == n).collect());
        }
    }

    #[test]
    fn iteration_goes_up_and_from_the_back_down() {
        let set: Bitboard = [80, 0, 63, 64, 40].map(Square::from_index).into_iter().collect();
        let indices: Vec<usize> = set.map(Square::index).collect();
        assert_eq!(indices, [0, 40, 63, 64, 80]);
        let reversed: Vec<usize> = set.rev().map(Square::index).collect();
        assert_eq!(reversed, [80, 64, 63, 40, 0]);
        assert_eq!((set.first().index(), set.last().index(), set.count()), (0, 80, 5));
    }

    #[test]
    fn complement_stays_on_the_board() {
        assert_eq!(!Bitboard::EMPTY, Bitboard::ALL);
        assert_eq!(Bitboard::ALL.count(), 81);
        assert!(!Bitboard::of(Square::from_index(7)).several() && Bitboard::rank(3).several());
    }

    #[test]
    fn free_files_are_those_without_a_square() {
        for occupied_files in 0u32..512 {
            for rank in 1..=8 {
                let occupied = (1..=9).filter(|file| occupied_files >> (file - 1) & 1 != 0);
                let pawns: Bitboard = occupied.clone().map(|file| Square::new(file, rank).unwrap()).collect();
                let files = occupied.fold(Bitboard::EMPTY, |set, file| set | Bitboard::file(file));
                assert_eq!(pawns.free_files(), !files);
            }
        }
    }
}

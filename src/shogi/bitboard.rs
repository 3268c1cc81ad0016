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

impl Bitboard {
    /// No square.
    pub const EMPTY: Self = Self(0);
    /// Every square.
    pub const ALL: Self = Self(BOARD);

    /// One square.
    #[inline]
    pub const fn of(square: Square) -> Self {
        Self(1 << square.index())
    }

    /// The nine squares of a file, 1–9.
    #[inline]
    pub const fn file(file: u8) -> Self {
        Self(0x1ff << ((file - 1) as u32 * 9))
    }

    /// The nine squares of a rank, 1–9.
    #[inline]
    pub const fn rank(rank: u8) -> Self {
        Self((0x1_0080_4020_1008_0402_01 & BOARD) << (rank - 1))
    }

    /// True if `square` is in the set.
    #[inline]
    pub const fn has(self, square: Square) -> bool {
        self.0 >> square.index() & 1 != 0
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

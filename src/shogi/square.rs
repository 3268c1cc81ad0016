//! The 81 squares.

use super::Color;
use std::fmt::{self, Write as _};

/// A square. Index `(file - 1) * 9 + (rank - 1)`: a file is nine neighbouring indices, file 1 is the
/// right-hand edge as Black sees it, rank 1 (`a`) the far edge.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Square(u8);

impl Square {
    /// Number of squares.
    pub const COUNT: usize = 81;

    /// The square with this index, below 81.
    ///
    /// # Panics
    /// In debug builds, if the index is 81 or more.
    #[inline]
    pub const fn from_index(index: usize) -> Self {
        debug_assert!(index < Self::COUNT);
        Self(index as u8)
    }

    /// The square on `file` 1–9 (from the right) and `rank` 1–9 (from the top); `None` outside.
    pub const fn new(file: u8, rank: u8) -> Option<Self> {
        if file >= 1 && file <= 9 && rank >= 1 && rank <= 9 { Some(Self((file - 1) * 9 + rank - 1)) } else { None }
    }

    /// All squares by index.
    pub fn all() -> impl DoubleEndedIterator<Item = Self> {
        (0..Self::COUNT).map(Self::from_index)
    }

    /// All squares as a diagram is read: rank 1 from file 9 to file 1, then rank 2.
    pub fn reading_order() -> impl Iterator<Item = Self> {
        const ORDER: [u8; Square::COUNT] = {
            let (mut order, mut index) = ([0; Square::COUNT], 0);
            while index < Square::COUNT {
                order[index] = ((8 - index % 9) * 9 + index / 9) as u8;
                index += 1;
            }
            order
        };
        ORDER.iter().map(|&index| Self::from_index(index.into()))
    }

    /// 0–80.
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// 1–9, from right to left.
    #[inline]
    pub const fn file(self) -> u8 {
        self.0 / 9 + 1
    }

    /// 1–9, from top to bottom.
    #[inline]
    pub const fn rank(self) -> u8 {
        self.0 % 9 + 1
    }

    /// USI text, in ASCII: file digit and rank letter.
    #[inline]
    pub(super) const fn text(self) -> [u8; 2] {
        [b'0' + self.file(), b'a' + self.rank() - 1]
    }

    /// Steps of a king from here to `other`.
    pub const fn distance(self, other: Self) -> u32 {
        let (files, ranks) = (self.file().abs_diff(other.file()), self.rank().abs_diff(other.rank()));
        (if files > ranks { files } else { ranks }) as u32
    }

    /// 1–9, counted from the edge `color` moves towards: 1 is the last rank, 1–3 the opponent's camp.
    #[inline]
    pub const fn rank_for(self, color: Color) -> u8 {
        match color {
            Color::Black => self.rank(),
            Color::White => 10 - self.rank(),
        }
    }

    /// The square after the board is turned by 180 degrees (colours exchanged).
    #[inline]
    #[must_use]
    pub const fn flip(self) -> Self {
        Self(80 - self.0)
    }

    /// The square after left and right are exchanged.
    #[inline]
    #[must_use]
    pub const fn mirror(self) -> Self {
        Self((9 - self.file()) * 9 + self.rank() - 1)
    }
}

/// USI text: file digit and rank letter, `7f`.
impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [file, rank] = self.text().map(char::from);
        f.write_char(file)?;
        f.write_char(rank)
    }
}

impl fmt::Debug for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

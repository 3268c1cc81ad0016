//! A move, in 16 bits, and a list of moves without allocation.

use super::{Bitboard, PieceKind, Square};
use serde::{Deserialize, Serialize};
use std::fmt;

/// A move: of a board piece (from, to, promoting or not) or a drop (kind, to).
///
/// Bits 0–6 hold the target, bits 7–13 the source square or 81 + the dropped kind, bit 14 the promotion.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(into = "u16", try_from = "u16")]
pub struct Move(u16);

const DROP: u16 = 81;
const PROMOTE: u16 = 1 << 14;

impl Move {
    /// A value no legal move has (from 1a to 1a), for slots that hold none.
    pub const NONE: Self = Self(0);

    /// A move of the piece on `from`.
    #[inline]
    pub const fn board(from: Square, to: Square, promote: bool) -> Self {
        Self(to.index() as u16 | (from.index() as u16) << 7 | if promote { PROMOTE } else { 0 })
    }

    /// A drop of an unpromoted, droppable kind.
    #[inline]
    pub const fn drop(kind: PieceKind, to: Square) -> Self {
        Self(to.index() as u16 | (DROP + kind.index() as u16) << 7)
    }

    /// The square it goes to.
    #[inline]
    pub const fn to(self) -> Square {
        Square::from_index((self.0 & 0x7f) as usize)
    }

    /// The square it comes from; `None` for a drop.
    #[inline]
    pub const fn from(self) -> Option<Square> {
        let source = self.0 >> 7 & 0x7f;
        if source < DROP { Some(Square::from_index(source as usize)) } else { None }
    }

    /// The kind dropped; `None` for a move of a board piece.
    #[inline]
    pub const fn dropped(self) -> Option<PieceKind> {
        let source = self.0 >> 7 & 0x7f;
        if source >= DROP { Some(PieceKind::HAND[(source - DROP) as usize]) } else { None }
    }

    /// True if a piece from hand is put down.
    #[inline]
    pub const fn is_drop(self) -> bool {
        self.0 >> 7 & 0x7f >= DROP
    }

    /// True if the piece promotes.
    #[inline]
    pub const fn is_promotion(self) -> bool {
        self.0 & PROMOTE != 0
    }

    /// False if the bits are those of no move: a square beyond the board, a kind that cannot be dropped, a
    /// promoting drop. The other methods must not be asked about such a value.
    #[inline]
    pub const fn is_well_formed(self) -> bool {
        let (target, source) = (self.0 & 0x7f, self.0 >> 7 & 0x7f);
        let sources = if self.is_promotion() { DROP } else { DROP + PieceKind::HAND.len() as u16 };
        self.0 >> 15 == 0 && target < Square::COUNT as u16 && source < sources
    }

    /// The packed value, below 2^15.
    #[inline]
    pub const fn bits(self) -> u16 {
        self.0
    }

    /// The move with this packed value, as [`Move::bits`] gave it.
    #[inline]
    pub const fn from_bits(bits: u16) -> Self {
        Self(bits)
    }

    /// USI text: up to five ASCII characters, then zeros.
    const fn text(self) -> [u8; 5] {
        let [file, rank] = self.to().text();
        match (self.from(), self.dropped()) {
            (Some(from), _) => {
                let [from_file, from_rank] = from.text();
                [from_file, from_rank, file, rank, if self.is_promotion() { b'+' } else { 0 }]
            }
            (None, Some(kind)) => [kind.letter() as u8, b'*', file, rank, 0],
            (None, None) => [0; 5],
        }
    }

    /// Orders moves as the ASCII of their USI text does.
    #[inline]
    pub const fn text_order(self) -> u64 {
        let [first, second, third, fourth, fifth] = self.text();
        u64::from_be_bytes([0, 0, 0, first, second, third, fourth, fifth])
    }

    /// The same move after every square went through `map` (a flip or a mirror of the board).
    #[must_use]
    pub fn map_squares(self, map: impl Fn(Square) -> Square) -> Self {
        match (self.from(), self.dropped()) {
            (Some(from), _) => Self::board(map(from), map(self.to()), self.is_promotion()),
            (None, Some(kind)) => Self::drop(kind, map(self.to())),
            (None, None) => self,
        }
    }
}

impl From<Move> for u16 {
    fn from(mv: Move) -> Self {
        mv.bits()
    }
}

/// The bits are those of no move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("no move has these bits")]
pub struct NotAMove;

impl TryFrom<u16> for Move {
    type Error = NotAMove;

    fn try_from(bits: u16) -> Result<Self, NotAMove> {
        Some(Self::from_bits(bits)).filter(|mv| mv.is_well_formed()).ok_or(NotAMove)
    }
}

/// USI text: `7g7f`, `8h2b+`, `P*5e`.
impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = self.text();
        let length = text.iter().position(|&byte| byte == 0).unwrap_or(text.len());
        f.write_str(std::str::from_utf8(&text[..length]).map_err(|_| fmt::Error)?)
    }
}

impl fmt::Debug for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// A sink for generated moves.
///
/// The generators hand over sets of targets where they can, so that a sink which only counts need not look at
/// single moves.
pub trait MoveSink {
    /// Takes one move.
    fn push(&mut self, mv: Move);

    /// Takes the moves of the piece on `from` to every one of `targets`.
    #[inline]
    fn push_moves(&mut self, from: Square, targets: Bitboard, promote: bool) {
        for to in targets {
            self.push(Move::board(from, to, promote));
        }
    }

    /// Takes the drops of `kind` on every one of `targets`.
    #[inline]
    fn push_drops(&mut self, kind: PieceKind, targets: Bitboard) {
        for to in targets {
            self.push(Move::drop(kind, to));
        }
    }

    /// True if the sink wants no more moves: a generator then stops at its next opportunity.
    #[inline]
    fn is_full(&self) -> bool {
        false
    }
}

impl MoveSink for Vec<Move> {
    #[inline]
    fn push(&mut self, mv: Move) {
        Self::push(self, mv);
    }
}

/// Moves on the stack: room for the 593 legal moves that a position can have at most.
#[derive(Clone)]
pub struct MoveList {
    moves: [Move; Self::CAPACITY],
    len: usize,
}

impl MoveList {
    /// The largest number of moves it holds.
    pub const CAPACITY: usize = 600;

    /// No moves.
    pub const fn new() -> Self {
        Self { moves: [Move::NONE; Self::CAPACITY], len: 0 }
    }

    /// Forgets all moves.
    pub const fn clear(&mut self) {
        self.len = 0;
    }
}

impl Default for MoveList {
    fn default() -> Self {
        Self::new()
    }
}

/// # Panics
/// If the list is full, which no generator brings about.
impl MoveSink for MoveList {
    #[inline]
    fn push(&mut self, mv: Move) {
        self.moves[self.len] = mv;
        self.len += 1;
    }
}

impl std::ops::Deref for MoveList {
    type Target = [Move];

    #[inline]
    fn deref(&self) -> &[Move] {
        &self.moves[..self.len]
    }
}

impl std::ops::DerefMut for MoveList {
    #[inline]
    fn deref_mut(&mut self) -> &mut [Move] {
        &mut self.moves[..self.len]
    }
}

impl fmt::Debug for MoveList {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.iter()).finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn packing_keeps_every_part() {
        for from in Square::all() {
            for to in Square::all() {
                for promote in [false, true] {
                    let mv = Move::board(from, to, promote);
                    assert_eq!((mv.from(), mv.to(), mv.is_promotion(), mv.dropped()), (Some(from), to, promote, None));
                    assert_eq!(Move::from_bits(mv.bits()), mv);
                    assert_eq!(mv.map_squares(Square::flip).map_squares(Square::flip), mv);
                }
            }
        }
        for kind in PieceKind::HAND {
            for to in Square::all() {
                let mv = Move::drop(kind, to);
                assert_eq!((mv.from(), mv.to(), mv.is_promotion(), mv.dropped()), (None, to, false, Some(kind)));
            }
        }
    }

    #[test]
    fn the_order_of_texts_is_that_of_their_ascii() {
        let moves = (0..=u16::MAX).map(Move::from_bits).filter(|mv| mv.is_well_formed());
        let mut texts: Vec<(String, u64)> = moves.map(|mv| (mv.to_string(), mv.text_order())).collect();
        assert!(texts.iter().all(|(text, _)| matches!(text.len(), 4 | 5) && text.is_ascii()));
        texts.sort();
        assert!(texts.is_sorted_by(|(_, a), (_, b)| a < b));
        let drop = Move::drop(PieceKind::Pawn, Square::from_index(80));
        assert_eq!((Move::NONE.to_string(), drop.to_string()), ("1a1a".to_owned(), "P*9i".to_owned()));
    }

    #[test]
    fn every_bit_pattern_is_a_move_or_not_well_formed() {
        let well_formed = (0..=u16::MAX).map(Move::from_bits).filter(|mv| mv.is_well_formed()).count();
        assert_eq!(well_formed, 81 * 81 * 2 + 7 * 81);
    }
}

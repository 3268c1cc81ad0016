//! Sinks that answer a question without listing moves, and one that filters.

use crate::shogi::{Bitboard, Move, MoveSink, PieceKind, Position, Square};

/// Counts moves.
pub(super) struct Count(pub(super) u32);

impl MoveSink for Count {
    #[inline]
    fn push(&mut self, _: Move) {
        self.0 += 1;
    }

    /// One by one: most sets are of one or two squares, and not every machine has an instruction that counts bits.
    #[inline]
    fn push_moves(&mut self, _: Square, targets: Bitboard, _: bool) {
        self.0 += targets.fold(0, |count, _| count + 1);
    }

    #[inline]
    fn push_drops(&mut self, _: PieceKind, targets: Bitboard) {
        self.0 += targets.count();
    }
}

/// Learns whether there is a move at all.
pub(super) struct Existence(pub(super) bool);

impl MoveSink for Existence {
    #[inline]
    fn push(&mut self, _: Move) {
        self.0 = true;
    }

    #[inline]
    fn push_moves(&mut self, _: Square, targets: Bitboard, _: bool) {
        self.0 |= targets.any();
    }

    #[inline]
    fn push_drops(&mut self, _: PieceKind, targets: Bitboard) {
        self.0 |= targets.any();
    }

    #[inline]
    fn is_full(&self) -> bool {
        self.0
    }
}

/// Passes on the moves that give check.
pub(super) struct OnlyChecks<'a, S> {
    pub(super) position: &'a Position,
    pub(super) moves: &'a mut S,
}

impl<S: MoveSink> MoveSink for OnlyChecks<'_, S> {
    #[inline]
    fn push(&mut self, mv: Move) {
        if self.position.gives_check(mv) {
            self.moves.push(mv);
        }
    }

    #[inline]
    fn is_full(&self) -> bool {
        self.moves.is_full()
    }
}

//! Moves of board pieces when the side to move is not in check.

use super::Generator;
use crate::shogi::attacks::{attacks, live_squares, promotion_zone};
use crate::shogi::{Bitboard, MoveSink, PieceKind, Square};

impl<S: MoveSink> Generator<'_, S> {
    /// Every move of every piece but the king.
    pub(super) fn board_moves(&mut self) {
        for kind in PieceKind::ALL {
            if kind == PieceKind::King {
                continue;
            }
            for from in self.own_of(kind) {
                let targets = attacks(kind, self.us, from, self.occupied) & !self.own & self.unpinned_targets(from);
                self.push_both_ways(kind, from, targets);
            }
        }
    }

    /// Every king move.
    pub(super) fn king_steps(&mut self) {
        if let Some(king) = self.king {
            let steps = self.position.flights(self.us, king, self.occupied);
            self.moves.push_moves(king, steps, false);
        }
    }

    /// The moves to `targets` that the rules of promotion allow, promoting ones first.
    #[inline]
    pub(super) fn push_both_ways(&mut self, kind: PieceKind, from: Square, targets: Bitboard) {
        if kind.promoted().is_some() {
            let promoting = targets & self.promoting_targets(from);
            self.moves.push_moves(from, promoting, true);
        }
        self.moves.push_moves(from, targets & live_squares(kind, self.us), false);
    }

    /// The squares where a move from `from` may promote.
    #[inline]
    pub(super) fn promoting_targets(&self, from: Square) -> Bitboard {
        let zone = promotion_zone(self.us);
        if zone.has(from) { Bitboard::ALL } else { zone }
    }
}

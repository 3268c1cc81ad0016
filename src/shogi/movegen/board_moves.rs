//! Moves of board pieces when the side to move is not in check.

use super::Generator;
use crate::shogi::attacks::{attacks, live_squares, promoting_targets};
use crate::shogi::{Bitboard, MoveSink, PieceKind, Square};

impl<S: MoveSink> Generator<'_, S> {
    /// Every move of every piece but the king.
    pub(super) fn board_moves(&mut self) {
        for kind in PieceKind::ALL {
            if kind != PieceKind::King {
                for from in self.own_of(kind) & !self.pinned {
                    let targets = attacks(kind, self.us, from, self.occupied) & !self.own;
                    self.push_both_ways(kind, from, targets);
                }
            }
        }
        for from in self.pinned {
            let kind = self.position.kind_at(from);
            let targets = attacks(kind, self.us, from, self.occupied) & !self.own & self.unpinned_targets(from);
            self.push_both_ways(kind, from, targets);
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
            let promoting = targets & promoting_targets(self.us, from);
            self.moves.push_moves(from, promoting, true);
        }
        self.moves.push_moves(from, targets & live_squares(kind, self.us), false);
    }
}

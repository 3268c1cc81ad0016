//! Where a king can go.

use super::Position;
use crate::shogi::attacks::{between, reach, vicinity};
use crate::shogi::{Bitboard, Color, PieceKind, Square};

impl Position {
    /// The squares to which `color`'s king on `king` could step: not held by its own side and not attacked. Lines are
    /// cut by `occupied` (which may hold a piece that is about to be dropped) but never by the king itself.
    ///
    /// One pass over the enemy pieces that can reach so far, instead of one look at every kind for each square.
    #[inline]
    pub fn flights(&self, color: Color, king: Square, occupied: Bitboard) -> Bitboard {
        let (enemy, pieces) = (!color, self.pieces(!color));
        let sliders = self.sliders() & pieces;
        let occupied = occupied & !Bitboard::of(king);
        let mut free = reach(PieceKind::King, color, king) & !self.pieces(color);
        for from in pieces & vicinity(enemy, king) & !sliders {
            free &= !reach(self.kind_at(from), enemy, from);
            if free.is_empty() {
                return free;
            }
        }
        for from in sliders {
            for to in reach(self.kind_at(from), enemy, from) & free {
                if (between(from, to) & occupied).is_empty() {
                    free ^= Bitboard::of(to);
                }
            }
        }
        free
    }
}

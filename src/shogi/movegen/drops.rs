//! Drops, with the rules that restrict them: dead ends, two pawns on a file, mate by a dropped pawn.

use super::Generator;
use super::legality::is_drop_pawn_mate;
use crate::shogi::attacks::{live_squares, reach};
use crate::shogi::{Bitboard, Color, MoveSink, PieceKind, Position};

impl<S: MoveSink> Generator<'_, S> {
    /// Every drop, when the side to move is not in check.
    pub(super) fn drops(&mut self) {
        let hand = self.position.hand(self.us);
        for (kind, _) in hand.iter() {
            let targets = drop_targets(self.position, kind, !self.occupied);
            self.moves.push_drops(kind, targets);
        }
    }
}

/// The squares of `wanted`, a set of empty squares, where the side to move may drop a piece of `kind`: all rules but
/// that of answering a check.
#[inline]
pub(super) fn drop_targets(position: &Position, kind: PieceKind, wanted: Bitboard) -> Bitboard {
    let us = position.turn();
    let mut targets = wanted & live_squares(kind, us);
    if kind == PieceKind::Pawn {
        targets &= pawn_free_files(position, us);
        if let Some(king) = position.king(!us) {
            let checking = targets & reach(PieceKind::Pawn, !us, king);
            if checking.any() && is_drop_pawn_mate(position, checking.first()) {
                targets ^= checking;
            }
        }
    }
    targets
}

/// The files without an unpromoted pawn of `us`.
#[inline]
fn pawn_free_files(position: &Position, us: Color) -> Bitboard {
    let pawns = position.of_kind(PieceKind::Pawn) & position.pieces(us);
    // No pawn stands on its last rank; rank 9 has to be empty: Black's pawns are taken one rank up.
    match us {
        Color::Black => Bitboard(pawns.0 >> 1).free_files(),
        Color::White => pawns.free_files(),
    }
}

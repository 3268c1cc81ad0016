//! Replies to a check.

use super::Generator;
use super::drops::drop_targets;
use crate::shogi::attacks::between;
use crate::shogi::{Bitboard, MoveSink, PieceKind, Square};

/// Every kind but the king, cheap ones first.
const CHEAP_FIRST: [PieceKind; 13] = [
    PieceKind::Pawn,
    PieceKind::Lance,
    PieceKind::Knight,
    PieceKind::ProPawn,
    PieceKind::ProLance,
    PieceKind::ProKnight,
    PieceKind::Silver,
    PieceKind::ProSilver,
    PieceKind::Gold,
    PieceKind::Bishop,
    PieceKind::Rook,
    PieceKind::Horse,
    PieceKind::Dragon,
];

impl<S: MoveSink> Generator<'_, S> {
    /// Every legal reply to the check, in the order that [`super::evasions`] states.
    pub(super) fn evasions(&mut self) {
        let Some(king) = self.king else {
            return;
        };
        if let Some(checker) = self.only_checker() {
            self.moves_to(checker, king);
            self.king_evasions(king);
            self.interpositions(king, checker);
        } else {
            self.king_evasions(king);
        }
    }

    /// Replies until the sink is full, those first that most often exist.
    pub(super) fn any_evasion(&mut self) {
        let Some(king) = self.king else {
            return;
        };
        self.king_evasions(king);
        if let Some(checker) = self.only_checker() {
            if !self.moves.is_full() {
                self.moves_to(checker, king);
            }
            if !self.moves.is_full() {
                self.interpositions(king, checker);
            }
        }
    }

    /// Replies that are no drops until the sink is full.
    pub(super) fn any_evasion_on_board(&mut self) {
        let Some(king) = self.king else {
            return;
        };
        self.king_evasions(king);
        if let Some(checker) = self.only_checker() {
            for square in between(king, checker) | Bitboard::of(checker) {
                if self.moves.is_full() {
                    return;
                }
                self.moves_to(square, king);
            }
        }
    }

    /// The checking piece, unless there are two.
    #[inline]
    fn only_checker(&self) -> Option<Square> {
        let checkers = self.position.checkers();
        (!checkers.several()).then(|| checkers.first())
    }

    /// King steps, the capture of a checking piece first.
    fn king_evasions(&mut self, king: Square) {
        let steps = self.position.flights(self.us, king, self.occupied);
        let checkers = self.position.checkers();
        self.moves.push_moves(king, steps & checkers, false);
        self.moves.push_moves(king, steps & !checkers, false);
    }

    /// Moves of board pieces other than the king to `to`, which resolve the check. A pinned piece cannot: its line
    /// with the king is not the line of the check.
    fn moves_to(&mut self, to: Square, king: Square) {
        let free = !self.pinned & !Bitboard::of(king);
        let sources = self.position.attackers_to(to, self.us, self.occupied) & free;
        if sources.is_empty() {
            return;
        }
        for kind in CHEAP_FIRST {
            for from in sources & self.position.of_kind(kind) {
                self.push_both_ways(kind, from, Bitboard::of(to));
            }
        }
    }

    /// Pieces moved or dropped between the king and the checking piece.
    fn interpositions(&mut self, king: Square, checker: Square) {
        let gap = between(king, checker);
        let drops = self.drops_in(gap);
        for square in gap.outwards(king) {
            if self.moves.is_full() {
                return;
            }
            self.moves_to(square, king);
            for (kind, targets) in PieceKind::HAND.into_iter().zip(drops) {
                self.moves.push_drops(kind, targets & Bitboard::of(square));
            }
        }
    }

    /// For each kind in hand the squares of `gap` where it may be dropped.
    fn drops_in(&self, gap: Bitboard) -> [Bitboard; 7] {
        let hand = self.position.hand(self.us);
        PieceKind::HAND.map(
            |kind| {
                if hand.has(kind) { drop_targets(self.position, kind, gap) } else { Bitboard::EMPTY }
            },
        )
    }
}

//! Virtual slides: closing a whole gap square at once.
//!
//! The defender is in check by one slider X from afar. If the position with X standing on the gap square *s* instead
//! (same hands, defender to move) is mate in n plies, then every drop on *s*, of any piece, loses within n + 2: X takes the
//! piece and stands on *s* with one piece more in hand. So one table look-up answers up to seven drops, and the proof
//! needs no pieces to keep the defender from having something to drop there.
//!
//! The table is only asked; searching the slid position as a child of its own ahead of the drops was tried and costs more than it
//! brings (7 instead of 9 of 16 hard problems decided within 3 M nodes, 9 % more nodes).

use super::dfpn::Dfpn;
use super::length::Plies;
use super::proof_hand;
use super::table::Known;
use crate::shogi::attacks::{is_attack, line, live_squares, promotion_zone};
use crate::shogi::{Bitboard, Color, Hand, Piece, PieceKind, Position, Square};

/// The slider that checks White from afar, and the gap squares on which it may capture.
#[derive(Clone, Copy, Debug)]
pub(super) struct Slider {
    from: Square,
    kind: PieceKind,
    king: Square,
    gaps: Bitboard,
}

impl Slider {
    /// Of a position with White to move; `None` unless one slider alone checks from afar.
    pub(super) fn of(position: &Position) -> Option<Self> {
        let gaps = proof_hand::gap_squares(position);
        if gaps.is_empty() {
            return None;
        }
        let from = position.checkers().first();
        let king = position.king(Color::White)?;
        let free = match position.king(Color::Black) {
            Some(own) if position.blockers(Color::Black).has(from) => line(own, from),
            _ => Bitboard::ALL,
        };
        Some(Self { from, kind: position.piece_at(from)?.kind, king, gaps: gaps & free })
    }

    /// What X is after the capture on `square`: itself, and promoted where it may; only if it still gives check.
    fn kinds_on(self, square: Square, occupied: Bitboard) -> impl Iterator<Item = PieceKind> {
        let zone = promotion_zone(Color::Black);
        let may_promote = zone.has(self.from) || zone.has(square);
        let stays = live_squares(self.kind, Color::Black).has(square).then_some(self.kind);
        let kinds = [stays, self.kind.promoted().filter(|_| may_promote)];
        kinds.into_iter().flatten().filter(move |&kind| is_attack(kind, Color::Black, (square, self.king), occupied))
    }
}

impl Dfpn {
    /// Length within `target`, and least hand, with which all drops of White on `square` are known to lose.
    pub(super) fn drops_lose_on(&self, slider: Slider, square: Square, target: Plies) -> Option<(Plies, Hand)> {
        if !slider.gaps.has(square) {
            return None;
        }
        let hand = self.position.hand(Color::Black);
        let moved = Piece::new(Color::Black, slider.kind);
        let kinds = slider.kinds_on(square, self.position.occupied());
        let known = kinds.filter_map(|kind| {
            let slid = Piece::new(Color::Black, kind);
            let key = self.position.key_with_slide((moved, slider.from), (slid, square)) ^ self.salt;
            match self.table.look(key, hand, target.down().down()) {
                Known::Proved { length, hand } => Some((length.up().up(), hand)),
                _ => None,
            }
        });
        known.filter(|&(length, _)| length <= target).min_by_key(|&(length, _)| length)
    }
}

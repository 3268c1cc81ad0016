//! The least hand that still mates, and the largest that still fails (Seo 1999).
//!
//! The attacker is Black throughout. Board and attacker's hand together fix the defender's hand, since the pieces of
//! a problem are a fixed multiset: less for the attacker is more for the defender.

use crate::shogi::{Bitboard, Color, Hand, Move, Piece, PieceKind, Position, attacks};

/// More of a kind than any position has.
pub(super) const EVERYTHING: Hand = everything();

const fn everything() -> Hand {
    let mut hand = Hand::EMPTY;
    let mut i = 0;
    while i < PieceKind::HAND.len() {
        hand = hand.with(PieceKind::HAND[i], PieceKind::HAND[i].full_set());
        i += 1;
    }
    hand
}

/// What the attacker must keep so that the defender, in check, gets no kind to interpose that he lacks now.
///
/// Of every kind the defender does not hold, and could drop between, the attacker needs all he has.
pub(super) fn monopoly(position: &Position) -> Hand {
    monopoly_on(position, gap_squares(position))
}

/// The same for some of the gap squares.
pub(super) fn monopoly_on(position: &Position, gaps: Bitboard) -> Hand {
    if gaps.is_empty() {
        return Hand::EMPTY;
    }
    let (attacker, defender) = (position.hand(Color::Black), position.hand(Color::White));
    let needed = attacker.iter().filter(|&(kind, _)| !defender.has(kind) && can_be_dropped(position, kind, gaps));
    needed.fold(Hand::EMPTY, |hand, (kind, count)| hand.with(kind, count))
}

/// Squares between the king in check and a lone distant checker.
pub(super) fn gap_squares(position: &Position) -> Bitboard {
    let checkers = position.checkers();
    match position.king(position.turn()) {
        Some(king) if checkers.any() && !checkers.several() => attacks::between(king, checkers.first()),
        _ => Bitboard::EMPTY,
    }
}

/// True if the defender holds something that he could drop on one of the empty `squares`. (That a pawn may not mate is not asked.)
pub(super) fn has_drop_on(position: &Position, squares: Bitboard) -> bool {
    let hand = position.hand(Color::White);
    hand.iter().any(|(kind, _)| can_be_dropped(position, kind, squares))
}

fn can_be_dropped(position: &Position, kind: PieceKind, gaps: Bitboard) -> bool {
    let live = gaps & attacks::live_squares(kind, Color::White);
    if kind != PieceKind::Pawn {
        return live.any();
    }
    let pawns = position.of_kind(PieceKind::Pawn) & position.pieces(Color::White);
    live.map(|square| pawns & Bitboard::file(square.file())).any(Bitboard::is_empty)
}

/// The least hand before attacker's move `mv` when after it `hand` is the least.
pub(super) fn proof_before(position: &Position, mv: Move, hand: Hand) -> Hand {
    match (mv.dropped(), captured_kind(position, mv)) {
        (Some(kind), _) => hand.plus(kind),
        (None, Some(kind)) if hand.has(kind) => hand.minus(kind),
        _ => hand,
    }
}

/// The largest hand before attacker's move `mv` with which the position after it still has at most `hand`.
pub(super) fn failure_before(position: &Position, mv: Move, hand: Hand) -> Hand {
    match (mv.dropped(), captured_kind(position, mv)) {
        (Some(kind), _) if hand.count(kind) < kind.full_set() => hand.plus(kind),
        (None, Some(kind)) if hand.has(kind) => hand.minus(kind),
        _ => hand,
    }
}

/// The largest hand that fails before defender's move `mv` when after it `hand` is the largest: a piece dropped must have
/// been the defender's to drop.
pub(super) fn failure_before_reply(position: &Position, mv: Move, hand: Hand) -> Hand {
    let Some(kind) = mv.dropped() else { return hand };
    let others = position.hand(Color::Black).count(kind) + position.hand(Color::White).count(kind) - 1;
    hand.with(kind, hand.count(kind).min(others))
}

/// The largest hand with which no check arises that is not there now: `hand`, less the kinds that are not held and could
/// give check when dropped.
pub(super) fn without_new_checks(position: &Position, hand: Hand) -> Hand {
    let held = position.hand(Color::Black);
    let Some(king) = position.king(Color::White) else { return hand };
    PieceKind::HAND.into_iter().filter(|&kind| !held.has(kind) && hand.has(kind)).fold(hand, |hand, kind| {
        let squares = attacks::attacks(kind, Color::White, king, position.occupied())
            & !position.occupied()
            & attacks::live_squares(kind, Color::Black);
        let harmless = squares.is_empty() || kind == PieceKind::Pawn && has_pawn_on(position, squares);
        if harmless { hand } else { hand.with(kind, 0) }
    })
}

/// True if the attacker has an unpromoted pawn on the file of the (one) square.
fn has_pawn_on(position: &Position, squares: Bitboard) -> bool {
    let pawns = position.of_kind(PieceKind::Pawn) & position.pieces(Color::Black);
    (pawns & Bitboard::file(squares.first().file())).any()
}

fn captured_kind(position: &Position, mv: Move) -> Option<PieceKind> {
    position.piece_at(mv.to()).map(|Piece { kind, .. }| kind.unpromoted())
}

/// The attacker's hand after `mv` of the side to move.
pub(super) fn attacker_hand_after(position: &Position, mv: Move) -> Hand {
    let hand = position.hand(Color::Black);
    if position.turn() == Color::White {
        return hand;
    }
    match (mv.dropped(), captured_kind(position, mv)) {
        (Some(kind), _) => hand.minus(kind),
        (None, Some(kind)) => hand.plus(kind),
        (None, None) => hand,
    }
}

//! Whether a king may step, a pawn drop mates, an arbitrary move is legal.

use super::drops::drop_targets;
use crate::shogi::attacks::{between, is_attack, line, live_squares, promoting_targets};
use crate::shogi::{Bitboard, Color, Move, Piece, PieceKind, Position, Square};

/// True if a pawn that the side to move drops on `square`, giving check, would mate (打歩詰): no capture by a piece
/// that is free to capture, no king step. Nothing can be put between.
pub(super) fn is_drop_pawn_mate(position: &Position, square: Square) -> bool {
    let them = !position.turn();
    let king = position.king(them).expect("the pawn checks a king");
    let occupied = position.occupied();
    let capturers = position.attackers_to(square, them, occupied) & !Bitboard::of(king);
    let free = !position.blockers(them) | line(king, square);
    (capturers & free).is_empty() && position.flights(them, king, occupied | Bitboard::of(square)).is_empty()
}

/// True if `mv` is legal in `position` by every rule, whatever its bits.
pub fn is_legal(position: &Position, mv: Move) -> bool {
    if !mv.is_well_formed() {
        return false;
    }
    match (mv.from(), mv.dropped()) {
        (Some(from), _) => is_legal_board_move(position, mv, from),
        (None, Some(kind)) => is_legal_drop(position, kind, mv.to()),
        (None, None) => false,
    }
}

fn is_legal_drop(position: &Position, kind: PieceKind, to: Square) -> bool {
    let wanted = Bitboard::of(to) & !position.occupied() & answers_to_check(position);
    position.hand(position.turn()).has(kind) && drop_targets(position, kind, wanted).any()
}

fn is_legal_board_move(position: &Position, mv: Move, from: Square) -> bool {
    let us = position.turn();
    let to = mv.to();
    let own = |piece: &Piece| piece.color == us;
    let Some(Piece { kind, .. }) = position.piece_at(from).filter(own) else {
        return false;
    };
    !position.pieces(us).has(to)
        && is_attack(kind, us, (from, to), position.occupied())
        && obeys_promotion(kind, us, mv, from)
        && if kind == PieceKind::King {
            position.flights(us, from, position.occupied()).has(to)
        } else {
            answers_to_check(position).has(to) && keeps_king_covered(position, from, to)
        }
}

/// True if the kind may make the move with or without promotion as it does.
fn obeys_promotion(kind: PieceKind, us: Color, mv: Move, from: Square) -> bool {
    if mv.is_promotion() {
        kind.promoted().is_some() && promoting_targets(us, from).has(mv.to())
    } else {
        live_squares(kind, us).has(mv.to())
    }
}

/// True if the move uncovers no line to the own king.
fn keeps_king_covered(position: &Position, from: Square, to: Square) -> bool {
    let us = position.turn();
    !position.blockers(us).has(from) || position.king(us).is_some_and(|king| line(king, from).has(to))
}

/// Where a piece other than the king must go: anywhere when not in check, onto or in front of the only checking
/// piece, nowhere in double check.
#[inline]
pub(super) fn answers_to_check(position: &Position) -> Bitboard {
    let checkers = position.checkers();
    match position.king(position.turn()) {
        Some(_) if checkers.several() => Bitboard::EMPTY,
        Some(king) if checkers.any() => checkers | between(king, checkers.first()),
        _ => Bitboard::ALL,
    }
}

//! Why a move is illegal.

use super::attacks::{is_attack, live_squares, promotion_zone};
use super::{Bitboard, Move, Piece, PieceKind, Position, Square, movegen};
use std::fmt;

/// The rule that an illegal move breaks; of several, the first in this order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum IllegalReason {
    /// The game is over: the side to move has no legal move, or a repetition has ended it.
    GameOver,
    /// No piece stands where the move comes from.
    NoPieceOnSource,
    /// The piece belongs to the other side.
    NotYourPiece,
    /// An own piece stands on the target.
    OwnPieceOnTarget,
    /// The piece does not move like this, or something is in its way.
    CannotMoveThere,
    /// The piece cannot promote on this move.
    CannotPromote,
    /// The piece must promote: it could never move again (行き所のない駒).
    MustPromote,
    /// The piece to be dropped is not in hand.
    NotInHand,
    /// A drop on an occupied square.
    SquareOccupied,
    /// A drop of a piece that could never move again.
    DeadEndDrop,
    /// A pawn dropped on a file with an own unpromoted pawn (二歩).
    TwoPawns,
    /// The own king is left in check.
    LeavesKingInCheck,
    /// A dropped pawn gives mate (打歩詰).
    DropPawnMate,
}

impl IllegalReason {
    /// Every reason, in order.
    pub const ALL: [Self; 13] = [
        Self::GameOver,
        Self::NoPieceOnSource,
        Self::NotYourPiece,
        Self::OwnPieceOnTarget,
        Self::CannotMoveThere,
        Self::CannotPromote,
        Self::MustPromote,
        Self::NotInHand,
        Self::SquareOccupied,
        Self::DeadEndDrop,
        Self::TwoPawns,
        Self::LeavesKingInCheck,
        Self::DropPawnMate,
    ];

    /// The code as callers see it, `DROP_PAWN_MATE`.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::GameOver => "GAME_OVER",
            Self::NoPieceOnSource => "NO_PIECE_ON_SOURCE",
            Self::NotYourPiece => "NOT_YOUR_PIECE",
            Self::OwnPieceOnTarget => "OWN_PIECE_ON_TARGET",
            Self::CannotMoveThere => "CANNOT_MOVE_THERE",
            Self::CannotPromote => "CANNOT_PROMOTE",
            Self::MustPromote => "MUST_PROMOTE",
            Self::NotInHand => "NOT_IN_HAND",
            Self::SquareOccupied => "SQUARE_OCCUPIED",
            Self::DeadEndDrop => "DEAD_END_DROP",
            Self::TwoPawns => "TWO_PAWNS",
            Self::LeavesKingInCheck => "LEAVES_KING_IN_CHECK",
            Self::DropPawnMate => "DROP_PAWN_MATE",
        }
    }

    /// Why the board and hands alone forbid `mv` (repetitions are a [`super::Game`]'s matter); `None` if it is legal.
    pub fn of(position: &Position, mv: Move) -> Option<Self> {
        if position.is_legal(mv) {
            return None;
        }
        if !has_legal_move(position) {
            return Some(Self::GameOver);
        }
        let reason = match (mv.from(), mv.dropped()) {
            (Some(from), _) => of_board_move(position, from, mv),
            (None, Some(kind)) => of_drop(position, kind, mv.to()),
            (None, None) => Some(Self::NoPieceOnSource),
        };
        Some(reason.unwrap_or(if leaves_king_in_check(position, mv) {
            Self::LeavesKingInCheck
        } else {
            Self::DropPawnMate
        }))
    }
}

/// A sentence for a person.
impl fmt::Display for IllegalReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::GameOver => "the game is over",
            Self::NoPieceOnSource => "no piece stands where it comes from",
            Self::NotYourPiece => "the piece belongs to the other side",
            Self::OwnPieceOnTarget => "an own piece stands on the target",
            Self::CannotMoveThere => "the piece cannot move there",
            Self::CannotPromote => "the piece cannot promote on this move",
            Self::MustPromote => "the piece must promote, or it could never move again",
            Self::NotInHand => "the piece is not in hand",
            Self::SquareOccupied => "a piece can be dropped on an empty square only",
            Self::DeadEndDrop => "the dropped piece could never move again",
            Self::TwoPawns => "the file already has an own unpromoted pawn",
            Self::LeavesKingInCheck => "it leaves the own king in check",
            Self::DropPawnMate => "a dropped pawn may not give mate",
        })
    }
}

/// A move refused, and why.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct IllegalMove {
    /// The move.
    pub mv: Move,
    /// The rule it breaks.
    pub reason: IllegalReason,
}

impl fmt::Display for IllegalMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} is illegal: {}.", self.mv, self.reason)
    }
}

impl std::error::Error for IllegalMove {}

/// True if the side to move can move.
pub(super) fn has_legal_move(position: &Position) -> bool {
    if position.in_check() {
        return movegen::has_evasion(position);
    }
    let mut moves = Vec::new();
    movegen::legal_moves(position, &mut moves);
    !moves.is_empty()
}

fn of_board_move(position: &Position, from: Square, mv: Move) -> Option<IllegalReason> {
    let (us, to) = (position.turn(), mv.to());
    let Some(piece) = position.piece_at(from) else { return Some(IllegalReason::NoPieceOnSource) };
    if piece.color != us {
        return Some(IllegalReason::NotYourPiece);
    }
    if position.pieces(us).has(to) {
        return Some(IllegalReason::OwnPieceOnTarget);
    }
    if !is_attack(piece.kind, us, (from, to), position.occupied()) {
        return Some(IllegalReason::CannotMoveThere);
    }
    if mv.is_promotion() {
        let possible =
            piece.kind.promoted().is_some() && (promotion_zone(us) & (Bitboard::of(from) | Bitboard::of(to))).any();
        return (!possible).then_some(IllegalReason::CannotPromote);
    }
    (!live_squares(piece.kind, us).has(to)).then_some(IllegalReason::MustPromote)
}

fn of_drop(position: &Position, kind: PieceKind, to: Square) -> Option<IllegalReason> {
    let us = position.turn();
    if !position.hand(us).has(kind) {
        return Some(IllegalReason::NotInHand);
    }
    if position.piece_at(to).is_some() {
        return Some(IllegalReason::SquareOccupied);
    }
    if !live_squares(kind, us).has(to) {
        return Some(IllegalReason::DeadEndDrop);
    }
    let own_pawns = position.of_kind(PieceKind::Pawn) & position.pieces(us);
    let doubled = kind == PieceKind::Pawn && (own_pawns & Bitboard::file(to.file())).any();
    doubled.then_some(IllegalReason::TwoPawns)
}

/// True if after `mv`, a move as the piece moves, the mover's king is attacked.
fn leaves_king_in_check(position: &Position, mv: Move) -> bool {
    let (us, to) = (position.turn(), Bitboard::of(mv.to()));
    let from = mv.from().map_or(Bitboard::EMPTY, Bitboard::of);
    let occupied = position.occupied() & !from | to;
    let moves_king = mv.from().and_then(|from| position.piece_at(from)) == Some(Piece::new(us, PieceKind::King));
    let king = if moves_king { Some(mv.to()) } else { position.king(us) };
    king.is_some_and(|king| (position.attackers_to(king, !us, occupied) & !to).any())
}

//! Text to positions and moves, and back; one file a format.

pub mod collection;
pub mod csa;
mod handicap;
pub mod japanese;
pub mod jkf;
pub mod kif;
mod number;
pub mod problem_file;
pub mod record;
pub mod sfen;
pub mod text;
mod token;
mod track;
pub mod usi;
pub mod western;

use crate::shogi::attacks::promotion_zone;
use crate::shogi::{Bitboard, Move, PieceKind, Position, Square};

/// The pieces of `kind` of the side to move that attack `to`. Whether they may leave their squares is not asked, nor
/// does it matter to the rules of notation.
fn candidates(position: &Position, kind: PieceKind, to: Square) -> Bitboard {
    position.attackers_to(to, position.turn(), position.occupied()) & position.of_kind(kind)
}

/// True if a piece of `kind` may promote on the move.
fn can_promote(position: &Position, kind: PieceKind, mv: Move) -> bool {
    let zone = promotion_zone(position.turn());
    kind.promoted().is_some() && mv.from().is_some_and(|from| zone.has(from) || zone.has(mv.to()))
}

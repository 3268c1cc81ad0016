//! Legal move generation: all moves, checks only, evasions only.
//!
//! Every move is fully legal when it is emitted. Where a set of targets is known the sink gets the set, so that
//! counting or asking for the first move costs less than listing.

mod board_moves;
mod checks;
mod drops;
mod evasions;
mod legality;
mod sinks;

pub use checks::CheckSquares;
pub use legality::is_legal;

use super::attacks::line;
use super::{Bitboard, Color, MoveSink, PieceKind, Position, Square};
use sinks::{Count, Existence, OnlyChecks};

/// Every legal move of the side to move.
pub fn legal_moves(position: &Position, moves: &mut impl MoveSink) {
    let mut generator = Generator::new(position, moves);
    if position.in_check() {
        generator.evasions();
    } else {
        generator.board_moves();
        generator.king_steps();
        generator.drops();
    }
}

/// Number of legal moves of the side to move, without listing them.
pub fn count_legal_moves(position: &Position) -> u32 {
    let mut count = Count(0);
    legal_moves(position, &mut count);
    count.0
}

/// Every legal move that gives check, the side to move in check or not.
pub fn checks(position: &Position, moves: &mut impl MoveSink) {
    if position.in_check() {
        evasions(position, &mut OnlyChecks { position, moves });
    } else if let Some(king) = position.king(!position.turn()) {
        Generator::new(position, moves).checks(king);
    }
}

/// Every legal reply of a side that is in check: captures of the checking piece, then king steps, then
/// interpositions square by square from the king outwards, board pieces before drops, cheap pieces first.
pub fn evasions(position: &Position, moves: &mut impl MoveSink) {
    debug_assert!(position.in_check());
    Generator::new(position, moves).evasions();
}

/// True if the side to move, in check, has a legal reply (stops at the first).
pub fn has_evasion(position: &Position) -> bool {
    debug_assert!(position.in_check());
    let mut existence = Existence(false);
    Generator::new(position, &mut existence).any_evasion();
    existence.0
}

/// True if the side to move, in check, has a legal reply that is not a drop.
pub(crate) fn has_evasion_on_board(position: &Position) -> bool {
    debug_assert!(position.in_check());
    let mut existence = Existence(false);
    Generator::new(position, &mut existence).any_evasion_on_board();
    existence.0
}

/// The squares of `wanted`, a set of empty squares, where the side to move may drop something from its hand: all rules but that of
/// answering a check.
pub(crate) fn drop_squares(position: &Position, wanted: Bitboard) -> Bitboard {
    let hand = position.hand(position.turn());
    hand.iter().fold(Bitboard::EMPTY, |squares, (kind, _)| squares | drops::drop_targets(position, kind, wanted))
}

/// What every generator looks at, and where the moves go.
struct Generator<'a, S> {
    position: &'a Position,
    moves: &'a mut S,
    us: Color,
    own: Bitboard,
    occupied: Bitboard,
    /// The king of the side to move.
    king: Option<Square>,
    /// Own pieces that may move only along their line with the king.
    pinned: Bitboard,
}

impl<'a, S: MoveSink> Generator<'a, S> {
    #[inline]
    fn new(position: &'a Position, moves: &'a mut S) -> Self {
        let us = position.turn();
        let own = position.pieces(us);
        Self {
            position,
            moves,
            us,
            own,
            occupied: position.occupied(),
            king: position.king(us),
            pinned: position.blockers(us) & own,
        }
    }

    /// The own pieces of one kind.
    #[inline]
    fn own_of(&self, kind: PieceKind) -> Bitboard {
        self.position.of_kind(kind) & self.own
    }

    /// Where the piece on `from` may go without uncovering the own king.
    #[inline]
    fn unpinned_targets(&self, from: Square) -> Bitboard {
        match self.king {
            Some(king) if self.pinned.has(from) => line(king, from),
            _ => Bitboard::ALL,
        }
    }
}

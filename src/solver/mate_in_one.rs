//! Mate in one at the frontier.
//!
//! Most checks leave the king a square that was free before and that the checking piece does not attack; those are
//! thrown out without being made on the board. The rest are made and the replies generated up to the first.

use super::proof_hand;
use crate::shogi::attacks::attacks;
use crate::shogi::{Bitboard, Color, Hand, Move, PieceKind, Position, Square, movegen};

/// The first of the given checks (of Black) that mates, with the least hand after it that still mates.
pub(super) fn mate_in_one(position: &mut Position, checks: &[Move]) -> Option<(Move, Hand)> {
    let flights = Flights::of(position)?;
    checks.iter().find_map(|&mv| {
        if flights.remain_after(position, mv) {
            return None;
        }
        let undo = position.play(mv);
        let mate = (!movegen::has_evasion(position)).then(|| (mv, proof_hand::monopoly(position)));
        position.undo(mv, &undo);
        mate
    })
}

/// The squares that the king of White, not in check, could step to.
struct Flights {
    squares: Bitboard,
    /// Occupancy without the king, through whose square lines are seen.
    occupied: Bitboard,
}

impl Flights {
    fn of(position: &Position) -> Option<Self> {
        let king = position.king(Color::White)?;
        let occupied = position.occupied();
        let squares = position.flights(Color::White, king, occupied);
        Some(Self { squares, occupied: occupied & !Bitboard::of(king) })
    }

    /// True if some of them certainly remain after the check `mv`: the moved piece attacks none of them, and leaving its square
    /// opens no line.
    #[inline]
    fn remain_after(&self, position: &Position, mv: Move) -> bool {
        let to = Bitboard::of(mv.to());
        let left = self.squares & !to;
        if left.is_empty() {
            return false;
        }
        let (kind, vacated) = match (mv.dropped(), mv.from()) {
            (None, Some(from)) => (moved_kind(position, mv, from), Bitboard::of(from)),
            (kind, _) => (kind, Bitboard::EMPTY),
        };
        let Some(kind) = kind else { return false };
        let occupied = self.occupied & !vacated | to;
        let left = left & !attacks(kind, Color::Black, mv.to(), occupied);
        left.any() && !mv.from().is_some_and(|from| opens_a_line(position, from, occupied))
    }
}

fn moved_kind(position: &Position, mv: Move, from: Square) -> Option<PieceKind> {
    let kind = position.piece_at(from)?.kind;
    if mv.is_promotion() { kind.promoted() } else { Some(kind) }
}

/// True if a slider of Black bears on `from`, so that it may attack more once the square is empty.
fn opens_a_line(position: &Position, from: Square, occupied: Bitboard) -> bool {
    (position.attackers_to(from, Color::Black, occupied) & position.sliders()).any()
}

//! Mates that the board shows at the frontier: one check, and then no reply but drops that lose square by square.
//!
//! Most checks leave the king a square that was free before and that the checking piece does not attack, or are made by a piece
//! that can be taken; those are thrown out without being made on the board: of 325,000 checks that were made 99,000 are left. The rest are made
//! and the replies generated up to the first.

use super::Convention;
use super::length::Plies;
use super::slide::mate_but_for_lost_drops;
use super::useless::mate_but_for_useless;
use crate::shogi::attacks::{between, reach, star};
use crate::shogi::{Bitboard, Color, Hand, Move, PieceKind, Position, Square};

/// A check that mates within `length` of the position before it, with at least `hand` after it.
#[derive(Clone, Copy, Debug)]
pub(super) struct ShownMate {
    pub(super) mv: Move,
    pub(super) length: Plies,
    pub(super) hand: Hand,
}

/// The first of the given checks (of Black) by which the board shows a mate within `target`, not always the
/// shortest: within 1 that is mate in one, exactly.
pub(super) fn shown_mate(
    position: &mut Position,
    checks: &[Move],
    flights: &Flights,
    (target, convention): (Plies, Convention),
) -> Option<ShownMate> {
    checks.iter().find_map(|&mv| {
        if flights.remain_after(position, mv)
            || flights.taken_by_king(position, mv)
            || is_taken(position, mv, flights.king)
        {
            return None;
        }
        let undo = position.play(mv);
        let mate = match convention {
            Convention::None => mate_but_for_lost_drops(position, target.down()),
            _ => mate_but_for_useless(position, convention).map(|hand| (Plies::ZERO, hand)),
        };
        position.undo(mv, &undo);
        mate.map(|(length, hand)| ShownMate { mv, length: length.up(), hand })
    })
}

/// Mate in one among the given checks of Black.
pub(super) fn mate_in_one(position: &mut Position, checks: &[Move]) -> Option<Move> {
    let flights = Flights::of(position)?;
    shown_mate(position, checks, &flights, (Plies(1), Convention::None)).map(|mate| mate.mv)
}

/// The squares that the king of White, not in check, could step to.
#[derive(Clone, Copy, Debug)]
pub(super) struct Flights {
    king: Square,
    squares: Bitboard,
    /// Occupancy without the king, through whose square lines are seen.
    occupied: Bitboard,
}

impl Flights {
    pub(super) fn of(position: &Position) -> Option<Self> {
        let king = position.king(Color::White)?;
        let occupied = position.occupied();
        let squares = position.flights(Color::White, king, occupied);
        Some(Self { king, squares, occupied: occupied & !Bitboard::of(king) })
    }

    /// Where the king stands.
    pub(super) fn king(&self) -> Square {
        self.king
    }

    pub(super) fn count(&self) -> u32 {
        self.squares.count()
    }

    /// Those that the piece moved by `mv` leaves, lines that it opens not counted.
    #[inline]
    pub(super) fn left_after(&self, position: &Position, mv: Move) -> Bitboard {
        let left = self.squares & !Bitboard::of(mv.to());
        if left.is_empty() {
            return left;
        }
        let kind = position.kind_after(mv);
        let near = left & reach(kind, Color::Black, mv.to());
        if !kind.is_slider() {
            return left ^ near;
        }
        let occupied = self.occupied_after(mv);
        near.filter(|&square| (between(mv.to(), square) & occupied).is_empty())
            .fold(left, |left, square| left ^ Bitboard::of(square))
    }

    fn occupied_after(&self, mv: Move) -> Bitboard {
        self.occupied & !mv.from().map_or(Bitboard::EMPTY, Bitboard::of) | Bitboard::of(mv.to())
    }

    /// True if the king can take the piece that gives the check `mv`.
    #[inline]
    fn taken_by_king(&self, position: &Position, mv: Move) -> bool {
        if !reach(PieceKind::King, Color::White, self.king).has(mv.to()) {
            return false;
        }
        let itself = mv.from().map_or(Bitboard::EMPTY, Bitboard::of);
        (position.attackers_to(mv.to(), Color::Black, self.occupied_after(mv)) & !itself).is_empty()
    }

    /// True if some of them certainly remain after the check `mv`: the moved piece attacks none of them, and leaving its square
    /// opens no line.
    #[inline]
    fn remain_after(&self, position: &Position, mv: Move) -> bool {
        self.left_after(position, mv).any()
            && !mv.from().is_some_and(|from| opens_a_line(position, from, self.occupied_after(mv)))
    }
}

/// True if a slider of Black bears on `from`, so that it may attack more once the square is empty.
fn opens_a_line(position: &Position, from: Square, occupied: Bitboard) -> bool {
    position.sliders_to(from, Color::Black, occupied).any()
}

/// True if White can certainly take the piece that gives the check `mv`: with an unpinned piece other than his king, and leaving its
/// square opens no line to the king, which would pin or check.
fn is_taken(position: &Position, mv: Move, king: Square) -> bool {
    let opens = mv.from().is_some_and(|from| star(king).has(from));
    let pinned = position.blockers(Color::White) | Bitboard::of(king);
    !opens && (position.attackers_to(mv.to(), Color::White, position.occupied()) & !pinned).any()
}

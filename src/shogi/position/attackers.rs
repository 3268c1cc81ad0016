//! Which pieces attack a square, give check, or stand between.

use super::Position;
use crate::shogi::attacks::{between, reach};
use crate::shogi::{Bitboard, Color, PieceKind, Square};

impl Position {
    /// Pieces of `by` that attack `square`, with the given occupancy. Of the pieces that attack along a line those
    /// beyond an occupied square are left out; whether the attackers themselves are in `occupied` does not matter.
    #[inline]
    pub fn attackers_to(&self, square: Square, by: Color, occupied: Bitboard) -> Bitboard {
        self.steppers_to(square, by) | self.sliders_to(square, by, occupied)
    }

    /// Those of them that attack it along a line.
    #[inline]
    pub(crate) fn sliders_to(&self, square: Square, by: Color, occupied: Bitboard) -> Bitboard {
        let sliders = self.sliders_towards(square, by);
        sliders.filter(|&from| (between(square, from) & occupied).is_empty()).collect()
    }

    /// Pieces of `by` that attack `square` from nearby, where nothing can stand between.
    #[inline]
    fn steppers_to(&self, square: Square, by: Color) -> Bitboard {
        let nearby = reach(PieceKind::King, by, square) | reach(PieceKind::Knight, !by, square);
        (self.by_color[by] & nearby).filter(|&from| reach(self.kind_at(from), by, from).has(square)).collect()
    }

    /// Pieces of `by` that would attack `square` along a line if nothing stood between.
    #[inline]
    fn sliders_towards(&self, square: Square, by: Color) -> Bitboard {
        use PieceKind::{Bishop, Dragon, Horse, Lance, Rook};
        let sliders = self.of_kind(Lance) & reach(Lance, !by, square)
            | (self.of_kind(Bishop) | self.of_kind(Horse)) & reach(Bishop, by, square)
            | (self.of_kind(Rook) | self.of_kind(Dragon)) & reach(Rook, by, square);
        sliders & self.by_color[by]
    }

    /// Lances, bishops, rooks and their promotions but 成香, of both sides.
    #[inline]
    pub(crate) fn sliders(&self) -> Bitboard {
        use PieceKind::{Bishop, Dragon, Horse, Lance, Rook};
        let [lance, bishop, rook, horse, dragon] = [Lance, Bishop, Rook, Horse, Dragon].map(|kind| self.of_kind(kind));
        lance | bishop | rook | horse | dragon
    }

    /// The kind of the piece on a square that has one.
    #[inline]
    pub(in crate::shogi) fn kind_at(&self, square: Square) -> PieceKind {
        self.piece_at(square).expect("a piece on the square").kind
    }

    /// Enemy pieces that attack the king of the side to move.
    pub(super) fn find_checkers(&self) -> Bitboard {
        self.kings[self.turn].map_or(Bitboard::EMPTY, |king| self.attackers_to(king, !self.turn, self.occupied()))
    }

    /// Pieces that alone stand between `color`'s king and an enemy slider.
    pub(super) fn find_blockers(&self, color: Color) -> Bitboard {
        let Some(king) = self.kings[color] else {
            return Bitboard::EMPTY;
        };
        let occupied = self.occupied();
        let gaps = self.sliders_towards(king, !color).map(|slider| between(king, slider) & occupied);
        gaps.filter(|gap| !gap.several()).fold(Bitboard::EMPTY, |blockers, gap| blockers | gap)
    }
}

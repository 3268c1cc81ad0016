//! Which squares around a king one side attacks.

use super::attacks::{attacks, reach};
use super::{Bitboard, Color, PieceKind, Position, Square};

/// For each square the squares from which a piece that does not slide can attack it or a neighbour of it: two files to either
/// side, three ranks up and down (a knight's jump and one step).
static NEAR: [Bitboard; Square::COUNT] = near();

const fn near() -> [Bitboard; Square::COUNT] {
    let mut table = [Bitboard::EMPTY; Square::COUNT];
    let mut i = 0;
    while i < Square::COUNT * Square::COUNT {
        let (a, b) = (Square::from_index(i / Square::COUNT), Square::from_index(i % Square::COUNT));
        if a.file().abs_diff(b.file()) <= 2 && a.rank().abs_diff(b.rank()) <= 3 {
            table[a.index()].0 |= 1 << b.index();
        }
        i += 1;
    }
    table
}

impl Position {
    /// The squares next to `center` (and `center` itself where it is attacked by a neighbour's neighbour) that pieces of
    /// `by` attack, lines being cut by `occupied`. Squares further away may or may not be in the set.
    ///
    /// One pass over the pieces that can reach, instead of one look at every kind for each of the squares.
    #[inline]
    pub fn coverage_around(&self, center: Square, by: Color, occupied: Bitboard) -> Bitboard {
        use PieceKind::{Bishop, Dragon, Horse, Lance, Rook};
        let lines = self.of_kind(Bishop) | self.of_kind(Rook) | self.of_kind(Horse) | self.of_kind(Dragon);
        let sliders = (lines | self.of_kind(Lance)) & self.pieces(by);
        let steppers = self.pieces(by) & NEAR[center.index()] & !sliders;
        let neighbours = reach(PieceKind::King, by, center);
        let mut covered = Bitboard::EMPTY;
        for from in steppers {
            covered |= reach(self.kind_at(from), by, from);
        }
        for from in sliders {
            let kind = self.kind_at(from);
            if (reach(kind, by, from) & neighbours).any() {
                covered |= attacks(kind, by, from, occupied);
            }
        }
        covered
    }
}

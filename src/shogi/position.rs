//! Board, hands, side to move, with what follows from them kept up to date by play and undo.

use super::{Bitboard, ByColor, Color, Hand, Key, Move, Piece, PieceKind, Setup, Square};

/// A position that obeys the rules: at most one king a side, at least one king, the side not to move not in
/// check, no dead-end piece, no two pawns on a file, no more pieces than a full set.
#[derive(Clone, Debug)]
pub struct Position {
    _todo: (),
}

/// What [`Position::play`] overwrote and [`Position::undo`] puts back.
#[derive(Clone, Copy, Debug)]
pub struct Undo {
    _todo: (),
}

#[allow(unused_variables, missing_docs)]
impl Position {
    /// The start position of a game.
    pub fn start() -> Self {
        todo!()
    }
    /// From a setup that has no faults. (crate-internal: `Setup::position` and `Problem` are the checked ways)
    pub(crate) fn from_setup(setup: &Setup) -> Self {
        todo!()
    }
    pub fn to_setup(&self) -> Setup {
        todo!()
    }
    pub fn turn(&self) -> Color {
        todo!()
    }
    pub fn hand(&self, color: Color) -> Hand {
        todo!()
    }
    pub fn hands(&self) -> ByColor<Hand> {
        todo!()
    }
    pub fn piece_at(&self, square: Square) -> Option<Piece> {
        todo!()
    }
    pub fn king(&self, color: Color) -> Option<Square> {
        todo!()
    }
    pub fn occupied(&self) -> Bitboard {
        todo!()
    }
    pub fn pieces(&self, color: Color) -> Bitboard {
        todo!()
    }
    pub fn of_kind(&self, kind: PieceKind) -> Bitboard {
        todo!()
    }
    /// Enemy pieces that give check to the side to move.
    pub fn checkers(&self) -> Bitboard {
        todo!()
    }
    pub fn in_check(&self) -> bool {
        self.checkers().any()
    }
    /// Pieces of either side that alone stand between `color`'s king and an enemy slider.
    pub fn blockers(&self, color: Color) -> Bitboard {
        todo!()
    }
    /// Key of the board and the side to move; hands are not in it.
    pub fn board_key(&self) -> Key {
        todo!()
    }
    /// [`Position::board_key`] after a legal `mv`, without playing it.
    pub fn key_after(&self, mv: Move) -> Key {
        todo!()
    }
    /// Pieces of `by` that attack `square`, with the given occupancy.
    pub fn attackers_to(&self, square: Square, by: Color, occupied: Bitboard) -> Bitboard {
        todo!()
    }
    /// Plays a legal move.
    pub fn play(&mut self, mv: Move) -> Undo {
        todo!()
    }
    pub fn undo(&mut self, mv: Move, undo: &Undo) {
        todo!()
    }
    /// True if `mv` is legal here by every rule (whatever its bits).
    pub fn is_legal(&self, mv: Move) -> bool {
        todo!()
    }
    /// True if the legal move `mv` gives check.
    pub fn gives_check(&self, mv: Move) -> bool {
        todo!()
    }
}
/// Equal board, hands and side to move.
impl PartialEq for Position {
    fn eq(&self, _other: &Self) -> bool {
        todo!()
    }
}
impl Eq for Position {}

//! The pieces on the board while moves are read that nobody judges.

use crate::shogi::{Move, PieceKind, Setup, Square};

/// What stands where after the moves so far, whoever it belongs to.
pub(in crate::notation) struct Pieces {
    board: [Option<PieceKind>; Square::COUNT],
    /// What each move has changed, the last behind: its two squares with what stood there before.
    changes: Vec<[(Square, Option<PieceKind>); 2]>,
}

impl Pieces {
    pub(in crate::notation) fn of(setup: &Setup) -> Self {
        Self { board: setup.board.map(|piece| Some(piece?.kind)), changes: Vec::new() }
    }

    pub(in crate::notation) fn at(&self, square: Square) -> Option<PieceKind> {
        self.board[square.index()]
    }

    /// Makes a move, lawful or not.
    pub(in crate::notation) fn play(&mut self, mv: Move) {
        let from = mv.from().unwrap_or(mv.to());
        let moved = mv.dropped().or_else(|| self.at(from));
        let promoted = moved.filter(|_| mv.is_promotion()).and_then(PieceKind::promoted);
        self.changes.push([from, mv.to()].map(|square| (square, self.at(square))));
        self.board[from.index()] = None;
        self.board[mv.to().index()] = promoted.or(moved);
    }

    /// Takes moves back until so many are left: the work is in proportion to the moves that were made.
    pub(in crate::notation) fn take_back_to(&mut self, plies: usize) {
        while self.changes.len() > plies {
            for (square, kind) in self.changes.pop().into_iter().flatten() {
                self.board[square.index()] = kind;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::{sfen, usi};

    #[test]
    fn moves_are_made_and_taken_back() {
        let setup = sfen::parse("4k4/9/4p4/4S4/9/9/9/9/9 b G 1").unwrap();
        let mut pieces = Pieces::of(&setup);
        let before = pieces.board;
        let square = |text| usi::parse_square(text).unwrap();
        for mv in ["5d5c+", "5a5c", "G*5b", "1i1h+"] {
            pieces.play(usi::parse_move(mv).unwrap());
        }
        assert_eq!(pieces.at(square("5c")), Some(PieceKind::King));
        assert_eq!(pieces.at(square("5b")), Some(PieceKind::Gold));
        assert_eq!([pieces.at(square("5a")), pieces.at(square("1h"))], [None; 2]);
        pieces.take_back_to(1);
        assert_eq!(pieces.at(square("5c")), Some(PieceKind::ProSilver));
        assert_eq!(pieces.at(square("5a")), Some(PieceKind::King));
        pieces.take_back_to(0);
        assert!(pieces.board == before);
    }
}

//! Moves that give check, when the side to move is not in check itself.

use super::Generator;
use super::drops::drop_targets;
use crate::shogi::attacks::{approaches, attacks, diagonal, line, live_squares, orthogonal, promoting_targets, reach};
use crate::shogi::{Bitboard, Color, MoveSink, PieceKind, Position, Square};

/// For each kind the squares from which a piece of the side to move would check the enemy king as the board stands.
#[derive(Clone, Copy, Debug)]
pub struct CheckSquares {
    king: Square,
    them: Color,
    diagonal: Bitboard,
    orthogonal: Bitboard,
}

impl CheckSquares {
    /// For the side to move; `None` if the enemy has no king.
    #[inline]
    pub fn new(position: &Position) -> Option<Self> {
        let them = !position.turn();
        let king = position.king(them)?;
        let occupied = position.occupied();
        let (diagonal, orthogonal) = (diagonal(king, occupied), orthogonal(king, occupied));
        Some(Self { king, them, diagonal, orthogonal })
    }

    /// The squares for one kind; none for a king.
    #[inline]
    pub fn of(&self, kind: PieceKind) -> Bitboard {
        let reach = |kind| reach(kind, self.them, self.king);
        match kind {
            PieceKind::King => Bitboard::EMPTY,
            PieceKind::Lance => self.orthogonal & reach(PieceKind::Lance),
            PieceKind::Bishop => self.diagonal,
            PieceKind::Rook => self.orthogonal,
            PieceKind::Horse => self.diagonal | reach(PieceKind::King),
            PieceKind::Dragon => self.orthogonal | reach(PieceKind::King),
            kind => reach(kind),
        }
    }
}

impl<S: MoveSink> Generator<'_, S> {
    /// Every check to the enemy king on `king`.
    pub(super) fn checks(&mut self, king: Square) {
        let Some(squares) = CheckSquares::new(self.position) else {
            return;
        };
        self.checking_drops(&squares);
        for kind in PieceKind::ALL {
            if kind != PieceKind::King {
                self.checks_by(kind, &squares);
            }
        }
        self.checks_by_king(king);
    }

    fn checking_drops(&mut self, squares: &CheckSquares) {
        let empty = !self.occupied;
        for (kind, _) in self.position.hand(self.us).iter() {
            let targets = drop_targets(self.position, kind, squares.of(kind) & empty);
            self.moves.push_drops(kind, targets);
        }
    }

    /// Checks by moves of a kind other than the king: by the moved piece, by the piece it promotes to, or by a slider
    /// behind it.
    fn checks_by(&mut self, kind: PieceKind, squares: &CheckSquares) {
        let discoverers = self.position.blockers(squares.them);
        let movers = self.own_of(kind) & (approaches(kind, self.us, squares.king) | discoverers);
        for from in movers {
            let targets = attacks(kind, self.us, from, self.occupied) & !self.own & self.unpinned_targets(from);
            let discovering = if discoverers.has(from) { !line(squares.king, from) } else { Bitboard::EMPTY };
            if let Some(promoted) = kind.promoted() {
                let promoting = targets & promoting_targets(self.us, from) & (squares.of(promoted) | discovering);
                self.moves.push_moves(from, promoting, true);
            }
            let plain = targets & live_squares(kind, self.us) & (squares.of(kind) | discovering);
            self.moves.push_moves(from, plain, false);
        }
    }

    /// Steps of the own king off the line between an own slider and the enemy king.
    fn checks_by_king(&mut self, enemy_king: Square) {
        let Some(king) = self.king else {
            return;
        };
        if self.position.blockers(!self.us).has(king) {
            let steps = self.position.flights(self.us, king, self.occupied);
            self.moves.push_moves(king, steps & !line(enemy_king, king), false);
        }
    }
}

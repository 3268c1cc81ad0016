//! The rules of shogi, said as plainly as possible: 81 cells, and every move tried on a copy of the board.

/// A side: Black moves towards row 0.
pub(crate) type Side = i8;
pub(crate) const BLACK: Side = 1;
pub(crate) const WHITE: Side = -1;

/// A kind of piece, 1–15; a promoted kind is the unpromoted one plus [`PROMOTED`].
pub(crate) type Kind = i8;
pub(crate) const PAWN: Kind = 1;
pub(crate) const LANCE: Kind = 2;
pub(crate) const KNIGHT: Kind = 3;
pub(crate) const SILVER: Kind = 4;
pub(crate) const GOLD: Kind = 5;
pub(crate) const BISHOP: Kind = 6;
pub(crate) const ROOK: Kind = 7;
pub(crate) const KING: Kind = 8;
pub(crate) const PROMOTED: Kind = 8;

/// Rows and columns in SFEN order: row 0 is rank `a`, column 0 is file 9.
pub(crate) type Square = (i8, i8);

/// Everything that decides which moves are legal.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Board {
    /// Side times kind, 0 for an empty cell; row by row.
    pub(crate) cells: [i8; 81],
    /// Pieces in hand by side (Black, White) and kind; kinds 0 and above [`ROOK`] stay 0.
    pub(crate) hands: [[u8; 8]; 2],
    pub(crate) turn: Side,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Move {
    Step { from: Square, to: Square, promote: bool },
    Drop { kind: Kind, to: Square },
}

pub(crate) fn squares() -> impl Iterator<Item = Square> {
    (0..9).flat_map(|row| (0..9).map(move |column| (row, column)))
}

fn index((row, column): Square) -> usize {
    usize::try_from(row * 9 + column).expect("a square of the board")
}

fn square_at(index: usize) -> Square {
    let index = i8::try_from(index).expect("a cell of the board");
    (index / 9, index % 9)
}

fn on_board((row, column): Square) -> bool {
    (0..9).contains(&row) && (0..9).contains(&column)
}

const GOLD_STEPS: &[Square] = &[(-1, -1), (-1, 0), (-1, 1), (0, -1), (0, 1), (1, 0)];
const STRAIGHT: &[Square] = &[(-1, 0), (0, -1), (0, 1), (1, 0)];
const DIAGONAL: &[Square] = &[(-1, -1), (-1, 1), (1, -1), (1, 1)];
const AROUND: &[Square] = &[(-1, -1), (-1, 0), (-1, 1), (0, -1), (0, 1), (1, -1), (1, 0), (1, 1)];

/// Single steps of a kind, seen by Black.
fn steps(kind: Kind) -> &'static [Square] {
    match kind {
        PAWN => &[(-1, 0)],
        KNIGHT => &[(-2, -1), (-2, 1)],
        SILVER => &[(-1, -1), (-1, 0), (-1, 1), (1, -1), (1, 1)],
        GOLD | 9..=12 => GOLD_STEPS,
        KING => AROUND,
        14 => STRAIGHT,
        15 => DIAGONAL,
        _ => &[],
    }
}

/// Directions in which a kind goes any distance, seen by Black.
fn slides(kind: Kind) -> &'static [Square] {
    match kind {
        LANCE => &[(-1, 0)],
        BISHOP | 14 => DIAGONAL,
        ROOK | 15 => STRAIGHT,
        _ => &[],
    }
}

/// The rank counted from the far edge as `side` sees it: 0 is the last rank it can reach.
pub(crate) fn far_rank(side: Side, (row, _): Square) -> i8 {
    if side == BLACK { row } else { 8 - row }
}

/// True if a piece of this kind could never move again from there.
pub(crate) fn dead_end(side: Side, kind: Kind, square: Square) -> bool {
    match kind {
        PAWN | LANCE => far_rank(side, square) < 1,
        KNIGHT => far_rank(side, square) < 2,
        _ => false,
    }
}

pub(crate) fn hand_of(side: Side) -> usize {
    usize::from(side == WHITE)
}

impl Board {
    pub(crate) fn empty(turn: Side) -> Self {
        Self { cells: [0; 81], hands: [[0; 8]; 2], turn }
    }

    pub(crate) fn cell(&self, square: Square) -> i8 {
        self.cells[index(square)]
    }

    pub(crate) fn put(&mut self, square: Square, cell: i8) {
        self.cells[index(square)] = cell;
    }

    pub(crate) fn hand(&self, side: Side, kind: Kind) -> u8 {
        self.hands[hand_of(side)][usize::try_from(kind).expect("a kind")]
    }

    pub(crate) fn hand_mut(&mut self, side: Side, kind: Kind) -> &mut u8 {
        &mut self.hands[hand_of(side)][usize::try_from(kind).expect("a kind")]
    }

    /// Where the pieces of a side stand, and what they are.
    fn pieces(&self, side: Side) -> impl Iterator<Item = (Square, i8)> {
        let placed = self.cells.iter().enumerate();
        placed.filter(move |&(_, cell)| cell * side > 0).map(|(index, &cell)| (square_at(index), cell))
    }

    pub(crate) fn king(&self, side: Side) -> Option<Square> {
        self.cells.iter().position(|&cell| cell == side * KING).map(square_at)
    }

    /// True if `cell` standing on `from` attacks `to` over the pieces now on the board.
    fn reaches(&self, cell: i8, from: Square, to: Square) -> bool {
        let (side, kind) = (cell.signum(), cell.abs());
        let (rows, columns) = (to.0 - from.0, to.1 - from.1);
        if steps(kind).contains(&(rows * side, columns * side)) {
            return true;
        }
        let (row, column) = (rows.signum(), columns.signum());
        if !slides(kind).contains(&(row * side, column * side)) {
            return false;
        }
        let mut at = (from.0 + row, from.1 + column);
        while on_board(at) && at != to && self.cell(at) == 0 {
            at = (at.0 + row, at.1 + column);
        }
        at == to
    }

    /// Where the pieces stand that give check to the side to move.
    pub(crate) fn checkers(&self) -> Vec<Square> {
        let Some(king) = self.king(self.turn) else { return Vec::new() };
        let pieces = self.pieces(-self.turn);
        pieces.filter(|&(from, cell)| self.reaches(cell, from, king)).map(|(from, _)| from).collect()
    }

    /// True if any piece of `by` attacks the square.
    pub(crate) fn attacked(&self, target: Square, by: Side) -> bool {
        self.pieces(by).any(|(from, cell)| self.reaches(cell, from, target))
    }

    /// True if `side` has a king and it can be captured.
    pub(crate) fn in_check(&self, side: Side) -> bool {
        self.king(side).is_some_and(|king| self.attacked(king, -side))
    }

    /// The board after a move that obeys the piece's way of moving.
    pub(crate) fn after(&self, mv: Move) -> Self {
        let mut next = *self;
        match mv {
            Move::Step { from, to, promote } => {
                let captured = self.cell(to).abs();
                if captured != 0 {
                    *next.hand_mut(self.turn, if captured > KING { captured - PROMOTED } else { captured }) += 1;
                }
                next.put(to, self.cell(from) + if promote { self.turn * PROMOTED } else { 0 });
                next.put(from, 0);
            }
            Move::Drop { kind, to } => {
                *next.hand_mut(self.turn, kind) -= 1;
                next.put(to, self.turn * kind);
            }
        }
        next.turn = -self.turn;
        next
    }

    /// Moves of board pieces by the way each moves, own king's safety not looked at.
    pub(crate) fn piece_moves(&self) -> Vec<Move> {
        let mut moves = Vec::new();
        for (from, cell) in self.pieces(self.turn) {
            let kind = cell.abs();
            for &(row, column) in steps(kind) {
                self.push_steps(from, (from.0 + row * self.turn, from.1 + column * self.turn), &mut moves);
            }
            for &(row, column) in slides(kind) {
                let mut to = (from.0 + row * self.turn, from.1 + column * self.turn);
                while self.push_steps(from, to, &mut moves) {
                    to = (to.0 + row * self.turn, to.1 + column * self.turn);
                }
            }
        }
        moves
    }

    /// Adds the moves from `from` to `to`, promoting and not; true if a slider may go on past `to`.
    fn push_steps(&self, from: Square, to: Square, moves: &mut Vec<Move>) -> bool {
        if !on_board(to) || self.cell(to).signum() == self.turn {
            return false;
        }
        let kind = self.cell(from).abs();
        let zone = far_rank(self.turn, from) < 3 || far_rank(self.turn, to) < 3;
        if zone && kind < KING && kind != GOLD {
            moves.push(Move::Step { from, to, promote: true });
        }
        if !dead_end(self.turn, kind, to) {
            moves.push(Move::Step { from, to, promote: false });
        }
        self.cell(to) == 0
    }

    /// Drops that are wanted, allowed by nifu and dead ends, and leave the own king safe; drop-pawn mate is not looked
    /// at.
    fn drops(&self, wanted: impl Fn(Kind, Square) -> bool) -> Vec<Move> {
        let mut moves = Vec::new();
        let held: Vec<Kind> = (PAWN..=ROOK).filter(|&kind| self.hand(self.turn, kind) > 0).collect();
        let in_check = !held.is_empty() && self.in_check(self.turn);
        for to in squares().filter(|&to| self.cell(to) == 0) {
            let before = moves.len();
            let allowed = held.iter().filter(|&&kind| wanted(kind, to) && !self.may_not_stand(kind, to));
            moves.extend(allowed.map(|&kind| Move::Drop { kind, to }));
            if in_check && moves.len() > before && !self.blocks_check(to) {
                moves.truncate(before);
            }
        }
        moves
    }

    /// True if a drop makes a dead-end piece or a second pawn on the file.
    fn may_not_stand(&self, kind: Kind, to: Square) -> bool {
        let nifu = kind == PAWN && (0..9).any(|row| self.cell((row, to.1)) == self.turn * PAWN);
        nifu || dead_end(self.turn, kind, to)
    }

    /// True if a piece put on this empty square ends the check on the side to move.
    fn blocks_check(&self, square: Square) -> bool {
        let king = self.king(self.turn).expect("a king in check");
        let (rows, columns) = (square.0 - king.0, square.1 - king.1);
        if rows != 0 && columns != 0 && rows.abs() != columns.abs() {
            return false;
        }
        let mut blocked = *self;
        blocked.put(square, self.turn * PAWN);
        !blocked.in_check(self.turn)
    }

    /// True if this is a pawn drop that mates: the one thing a drop may not do.
    pub(crate) fn is_drop_pawn_mate(&self, mv: Move) -> bool {
        matches!(mv, Move::Drop { kind: PAWN, .. }) && self.after(mv).is_mate()
    }

    /// True if the side to move is in check and has no legal move.
    pub(crate) fn is_mate(&self) -> bool {
        self.in_check(self.turn) && !self.has_legal_move()
    }

    fn is_safe(&self, mv: Move) -> bool {
        !self.after(mv).in_check(self.turn)
    }

    fn has_legal_move(&self) -> bool {
        self.piece_moves().into_iter().any(|mv| self.is_safe(mv))
            || self.drops(|_, _| true).into_iter().any(|mv| !self.is_drop_pawn_mate(mv))
    }

    pub(crate) fn legal_moves(&self) -> Vec<Move> {
        let mut moves = self.legal_steps();
        moves.extend(self.legal_drops());
        moves
    }

    /// The legal moves of pieces on the board.
    pub(crate) fn legal_steps(&self) -> Vec<Move> {
        let mut moves = self.piece_moves();
        moves.retain(|&mv| self.is_safe(mv));
        moves
    }

    pub(crate) fn legal_drops(&self) -> Vec<Move> {
        let mut moves = self.drops(|_, _| true);
        moves.retain(|&mv| !self.is_drop_pawn_mate(mv));
        moves
    }

    /// The legal moves that give check.
    pub(crate) fn checks(&self) -> Vec<Move> {
        let Some(king) = self.king(-self.turn) else { return Vec::new() };
        let mut moves = self.piece_moves();
        moves.retain(|&mv| self.after(mv).in_check(-self.turn) && self.is_safe(mv));
        moves.extend(self.checking_drops(king).into_iter().filter(|&mv| !self.is_drop_pawn_mate(mv)));
        moves
    }

    /// Drops that attack the square of the enemy king, drop-pawn mates among them.
    fn checking_drops(&self, king: Square) -> Vec<Move> {
        self.drops(|kind, to| self.reaches(self.turn * kind, to, king))
    }

    /// True if some pawn drop is refused here for no other reason than that it mates.
    pub(crate) fn refuses_drop_pawn_mate(&self) -> bool {
        self.hand(self.turn, PAWN) > 0
            && self
                .king(-self.turn)
                .is_some_and(|king| self.checking_drops(king).into_iter().any(|mv| self.is_drop_pawn_mate(mv)))
    }
}

//! A plain mailbox board: cells in a row, walls around them, and every question answered by walking.

/// A side: the attacker is always [`BLACK`] here and moves towards rank 1.
pub(super) type Side = i8;
pub(super) const BLACK: Side = 1;
pub(super) const WHITE: Side = -1;

/// A kind of piece: 1–8, promoted ones 8 more.
pub(super) type Kind = i8;
pub(super) const PAWN: Kind = 1;
pub(super) const LANCE: Kind = 2;
pub(super) const KNIGHT: Kind = 3;
pub(super) const GOLD: Kind = 5;
pub(super) const ROOK: Kind = 7;
pub(super) const KING: Kind = 8;
pub(super) const PROMOTION: Kind = 8;
const HORSE: Kind = 14;
const DRAGON: Kind = 15;

/// Kinds that can be held in hand: 1–7.
pub(super) const HELD: std::ops::RangeInclusive<Kind> = PAWN..=ROOK;

/// How many pieces of each kind 1–7 a full set has.
pub(super) const FULL_SET: Hand = Hand([18, 4, 4, 4, 4, 2, 2]);

/// A cell of the mailbox: 9 × 9 squares with a wall of one column at each side and of two rows above and below.
pub(super) type Cell = usize;
const WIDTH: usize = 11;
const CELLS: usize = WIDTH * 13;
const WALL: i8 = 127;

/// Squares of the board in reading order: rank 1 from file 9 to file 1, then rank 2.
pub(super) const SQUARES: usize = 81;

/// The eight directions clockwise from straight ahead for Black, then his knight's two jumps.
const DIRECTIONS: [isize; 8] = [-11, -10, 1, 12, 11, 10, -1, -12];
const JUMPS: [isize; 2] = [-23, -21];

/// Directions (as bits) that a kind reaches by one step, and those in which it goes on; seen by Black.
const STEPS: [u8; 16] = [0, 1, 0, 0, 0b1010_1011, 0b1101_0111, 0, 0, 0xff, 0xd7, 0xd7, 0xd7, 0xd7, 0, 0x55, 0xaa];
const SLIDES: [u8; 16] = [0, 0, 1, 0, 0, 0, 0xaa, 0x55, 0, 0, 0, 0, 0, 0, 0xaa, 0x55];

/// Pieces in hand, by kind.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Hand(pub(super) [u8; 7]);

impl Hand {
    pub(super) fn count(self, kind: Kind) -> u8 {
        self.0[place(kind)]
    }

    pub(super) fn count_mut(&mut self, kind: Kind) -> &mut u8 {
        &mut self.0[place(kind)]
    }

    /// True if of no kind more than in `other`.
    pub(super) fn is_within(self, other: Self) -> bool {
        self.0.iter().zip(other.0).all(|(&mine, others)| mine <= others)
    }

    /// What is left when `other` is taken away; `None` if it is not there to take.
    pub(super) fn without(self, other: Self) -> Option<Self> {
        let mut rest = self;
        for (mine, others) in rest.0.iter_mut().zip(other.0) {
            *mine = mine.checked_sub(others)?;
        }
        Some(rest)
    }
}

fn place(kind: Kind) -> usize {
    kind.unsigned_abs() as usize - 1
}

/// The kind a piece becomes in hand.
pub(super) fn held_kind(kind: Kind) -> Kind {
    if kind > KING { kind - PROMOTION } else { kind }
}

/// A move; cells, not squares.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Move {
    Step { from: Cell, to: Cell, promotes: bool },
    Drop { kind: Kind, to: Cell },
}

/// A placement with both hands and the side to move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Board {
    cells: [i8; CELLS],
    /// Of Black and of White.
    hands: [Hand; 2],
    /// Cells of the kings; 0 for none.
    kings: [Cell; 2],
    pub(super) turn: Side,
}

fn index(side: Side) -> usize {
    usize::from(side == WHITE)
}

/// The cell of a square in reading order.
pub(super) fn cell_of(square: usize) -> Cell {
    (square / 9 + 2) * WIDTH + square % 9 + 1
}

/// The rank, 1–9, counted from the edge that `side` moves towards.
pub(super) fn rank_for(side: Side, cell: Cell) -> usize {
    let row = cell / WIDTH - 1;
    if side == BLACK { row } else { 10 - row }
}

fn shifted(cell: Cell, by: isize) -> Cell {
    cell.wrapping_add_signed(by)
}

/// True if a piece of this kind could never move again from there.
pub(super) fn is_dead_end(side: Side, kind: Kind, cell: Cell) -> bool {
    match kind {
        PAWN | LANCE => rank_for(side, cell) == 1,
        KNIGHT => rank_for(side, cell) <= 2,
        _ => false,
    }
}

/// True if the piece attacks in the direction with this index: the next square, or any on the way.
fn goes(piece: i8, direction: usize, near: bool) -> bool {
    let kind = piece.unsigned_abs() as usize;
    let direction = if piece > 0 { direction } else { (direction + 4) % 8 };
    let reach = SLIDES[kind] | if near { STEPS[kind] } else { 0 };
    reach >> direction & 1 != 0
}

/// True if two cells are on one line of the eight directions, or a knight's jump apart.
pub(super) fn is_in_line(a: Cell, b: Cell) -> bool {
    let rows = (a / WIDTH).abs_diff(b / WIDTH);
    let columns = (a % WIDTH).abs_diff(b % WIDTH);
    rows == 0 || columns == 0 || rows == columns || (rows, columns) == (2, 1)
}

impl Board {
    pub(super) fn empty(turn: Side) -> Self {
        let mut cells = [WALL; CELLS];
        (0..SQUARES).for_each(|square| cells[cell_of(square)] = 0);
        Self { cells, hands: [Hand::default(); 2], kings: [0; 2], turn }
    }

    pub(super) fn piece(&self, cell: Cell) -> i8 {
        self.cells[cell]
    }

    /// Puts a piece (side times kind) on an empty cell.
    pub(super) fn put(&mut self, cell: Cell, piece: i8) {
        self.cells[cell] = piece;
        if piece.abs() == KING {
            self.kings[index(piece.signum())] = cell;
        }
    }

    pub(super) fn hand(&self, side: Side) -> Hand {
        self.hands[index(side)]
    }

    pub(super) fn hand_mut(&mut self, side: Side) -> &mut Hand {
        &mut self.hands[index(side)]
    }

    pub(super) fn king(&self, side: Side) -> Option<Cell> {
        Some(self.kings[index(side)]).filter(|&cell| cell != 0)
    }

    /// Cells with a piece of `side`.
    pub(super) fn pieces(&self, side: Side) -> impl Iterator<Item = Cell> {
        (0..SQUARES).map(cell_of).filter(move |&cell| self.cells[cell].signum() == side)
    }

    /// The same position with the board turned round and the sides exchanged.
    pub(super) fn turned(&self) -> Self {
        let mut turned = Self::empty(-self.turn);
        turned.hands = [self.hands[1], self.hands[0]];
        for square in 0..SQUARES {
            let piece = self.cells[cell_of(square)];
            if piece != 0 {
                turned.put(cell_of(SQUARES - 1 - square), -piece);
            }
        }
        turned
    }

    /// Goes over the pieces of `by` that attack `target`, until `found` gives false.
    pub(super) fn each_attacker(&self, target: Cell, by: Side, mut found: impl FnMut(Cell) -> bool) {
        for (direction, &step) in DIRECTIONS.iter().enumerate() {
            let next = shifted(target, step);
            let from = self.next_piece(target, step);
            let piece = self.cells[from];
            let attacks = piece != WALL && piece.signum() == by && goes(piece, (direction + 4) % 8, from == next);
            if attacks && !found(from) {
                return;
            }
        }
        for jump in JUMPS {
            let from = shifted(target, -jump * isize::from(by));
            if self.cells[from] == by * KNIGHT && !found(from) {
                return;
            }
        }
    }

    /// The first cell in a direction that is not empty: a piece or the wall.
    fn next_piece(&self, from: Cell, step: isize) -> Cell {
        let mut at = shifted(from, step);
        while self.cells[at] == 0 {
            at = shifted(at, step);
        }
        at
    }

    pub(super) fn is_attacked(&self, target: Cell, by: Side) -> bool {
        let mut attacked = false;
        self.each_attacker(target, by, |_| {
            attacked = true;
            false
        });
        attacked
    }

    /// True if `side` has a king and it is attacked.
    pub(super) fn in_check(&self, side: Side) -> bool {
        self.king(side).is_some_and(|king| self.is_attacked(king, -side))
    }

    /// Empty cells between a king and the piece that checks it from afar, from the king outwards; none if nothing can be put between.
    pub(super) fn gap(&self, king: Cell, checker: Cell) -> impl Iterator<Item = Cell> {
        let toward = |&step: &isize| self.next_piece(king, step) == checker;
        let step = DIRECTIONS.into_iter().find(toward);
        let first = step.map(|step| shifted(king, step));
        std::iter::successors(first, move |&cell| step.map(|step| shifted(cell, step)))
            .take_while(move |&cell| cell != checker && self.cells[cell] == 0)
    }

    /// The slider beyond `cell` on the line that runs from `king` over `cell`: the first piece there.
    pub(super) fn beyond(&self, king: Cell, cell: Cell) -> Option<Cell> {
        let on_the_way = |step: isize| {
            let mut at = shifted(king, step);
            while self.cells[at] == 0 && at != cell {
                at = shifted(at, step);
            }
            at == cell
        };
        let step = DIRECTIONS.into_iter().find(|&step| on_the_way(step))?;
        Some(self.next_piece(cell, step)).filter(|&cell| self.cells[cell] != WALL)
    }

    /// Goes over the cells that the piece on `from` attacks and that hold no piece of its own side.
    pub(super) fn each_target(&self, from: Cell, mut target: impl FnMut(Cell)) {
        let (piece, side) = (self.cells[from], self.cells[from].signum());
        for (direction, &step) in DIRECTIONS.iter().enumerate() {
            let mut at = shifted(from, step);
            let mut near = true;
            while self.cells[at] != WALL && self.cells[at].signum() != side && goes(piece, direction, near) {
                target(at);
                if self.cells[at] != 0 {
                    break;
                }
                (at, near) = (shifted(at, step), false);
            }
        }
        if piece.abs() == KNIGHT {
            let jumps = JUMPS.map(|jump| shifted(from, jump * isize::from(side)));
            jumps.into_iter().filter(|&at| self.cells[at] != WALL && self.cells[at].signum() != side).for_each(target);
        }
    }

    /// Goes over the empty cells from which a piece of `kind` and `side` would attack `target`.
    pub(super) fn each_drop_cell(&self, (side, kind): (Side, Kind), target: Cell, mut found: impl FnMut(Cell)) {
        for (direction, &step) in DIRECTIONS.iter().enumerate() {
            let mut at = shifted(target, step);
            let mut near = true;
            while self.cells[at] == 0 && goes(side * kind, (direction + 4) % 8, near) {
                found(at);
                (at, near) = (shifted(at, step), false);
            }
        }
        if kind == KNIGHT {
            let jumps = JUMPS.map(|jump| shifted(target, -jump * isize::from(side)));
            jumps.into_iter().filter(|&at| self.cells[at] == 0).for_each(found);
        }
    }

    /// The board after a move that obeys the piece's way of moving.
    pub(super) fn after(&self, mv: Move) -> Self {
        let mut next = self.clone();
        match mv {
            Move::Step { from, to, promotes } => {
                let captured = self.cells[to].abs();
                if captured != 0 && captured != KING {
                    *next.hand_mut(self.turn).count_mut(held_kind(captured)) += 1;
                }
                next.cells[from] = 0;
                next.put(to, self.cells[from] + if promotes { self.turn * PROMOTION } else { 0 });
            }
            Move::Drop { kind, to } => {
                *next.hand_mut(self.turn).count_mut(kind) -= 1;
                next.put(to, self.turn * kind);
            }
        }
        next.turn = -self.turn;
        next
    }
}

/// True for a kind that a board can hold: 1–15, no promoted gold.
pub(super) fn is_kind(kind: Kind) -> bool {
    matches!(kind, PAWN..=12 | HORSE..=DRAGON)
}

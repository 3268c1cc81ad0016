//! Random problems of few pieces, the same for the same seed.

use crate::common::Random;

use super::board::{
    BISHOP, BLACK, Board, GOLD, KING, KNIGHT, Kind, LANCE, PAWN, PROMOTED, ROOK, SILVER, Side, Square, WHITE, dead_end,
    squares,
};

/// Throws on a deterministic source.
pub(crate) struct Dice(Random);

impl Dice {
    pub(crate) fn new(seed: u64) -> Self {
        Self(Random(seed))
    }

    /// A number of `low..=high`.
    pub(crate) fn range(&mut self, low: i8, high: i8) -> i8 {
        let span = usize::try_from(high - low + 1).expect("low <= high");
        low + i8::try_from(self.0.below(span)).expect("a small span")
    }

    /// True in so many cases of a hundred.
    pub(crate) fn percent(&mut self, chance: i8) -> bool {
        self.range(0, 99) < chance
    }

    /// One of some.
    pub(crate) fn choose<T: Copy>(&mut self, choices: &[T]) -> Option<T> {
        (!choices.is_empty()).then(|| choices[self.0.below(choices.len())])
    }
}

/// Pieces besides the kings.
const MOST: usize = 9;

/// Kinds as often as they are drawn: small pieces more often than big ones, which reach too many positions.
const ATTACKERS: [Kind; 15] =
    [PAWN, PAWN, PAWN, PAWN, LANCE, LANCE, KNIGHT, KNIGHT, KNIGHT, SILVER, SILVER, GOLD, GOLD, BISHOP, ROOK];
const DEFENDERS: [Kind; 14] =
    [PAWN, PAWN, PAWN, PAWN, PAWN, LANCE, LANCE, LANCE, KNIGHT, KNIGHT, KNIGHT, SILVER, GOLD, ROOK];

/// A kind the side is given as often as the lists say.
pub(crate) fn kind_for(dice: &mut Dice, side: Side) -> Kind {
    let kinds = if side == BLACK { &ATTACKERS[..] } else { &DEFENDERS[..] };
    dice.choose(kinds).expect("kinds to choose from")
}

/// A problem with Black to attack, White or Black to move, that obeys every rule; `None` when the draw does not.
pub(crate) fn problem(dice: &mut Dice) -> Option<Board> {
    let mut board = Board::empty(BLACK);
    let king = place_attacked_king(dice, &mut board);
    if dice.percent(25) {
        place_attacking_king(dice, king, &mut board)?;
    }
    surround(dice, king, &mut board);
    for _ in 0..dice.range(0, 2) {
        place(dice, king, &mut board)?;
    }
    fill_hands(dice, &mut board);
    if dice.percent(20) {
        board.turn = WHITE;
    }
    is_problem(&board).then_some(board)
}

/// Puts the king to be mated in a corner, at an edge, in its own promotion zone or anywhere.
pub(crate) fn place_attacked_king(dice: &mut Dice, board: &mut Board) -> Square {
    let row = match dice.range(0, 9) {
        0..=5 => 0,
        6 | 7 => dice.range(5, 8),
        _ => dice.range(0, 8),
    };
    let column = if dice.percent(60) { 8 * dice.range(0, 1) } else { dice.range(0, 8) };
    board.put((row, column), WHITE * KING);
    (row, column)
}

pub(crate) fn fill_hands(dice: &mut Dice, board: &mut Board) {
    for _ in 0..dice.range(1, 3) {
        *board.hand_mut(BLACK, kind_for(dice, BLACK)) += 1;
    }
    if dice.percent(20) {
        *board.hand_mut(WHITE, kind_for(dice, WHITE)) += 1;
    }
}

/// Puts the attacker's king down, sometimes behind an own piece pinned by a defender's slider.
fn place_attacking_king(dice: &mut Dice, king: Square, board: &mut Board) -> Option<()> {
    let at = if dice.percent(70) { near(dice, king, 3)? } else { (dice.range(0, 8), dice.range(0, 8)) };
    put(board, at, BLACK * KING)?;
    if dice.percent(35) {
        let step = (dice.range(-1, 1), dice.range(-1, 1));
        let pinner = if step.0 == 0 || step.1 == 0 { ROOK } else { BISHOP };
        put(board, (at.0 + step.0, at.1 + step.1), BLACK * kind_for(dice, BLACK))?;
        put(board, (at.0 + 2 * step.0, at.1 + 2 * step.1), WHITE * pinner)?;
    }
    Some(())
}

/// Fills some of the squares around the king that is attacked.
pub(crate) fn surround(dice: &mut Dice, king: Square, board: &mut Board) {
    for square in squares().filter(|at| (at.0 - king.0).abs().max((at.1 - king.1).abs()) == 1) {
        let side = if dice.percent(70) { WHITE } else { BLACK };
        let piece = kind_for(dice, side);
        if dice.percent(40) {
            put(board, square, side * promote(dice, piece));
        }
    }
}

/// Puts one more piece of the attacker down, most often close to the king that is attacked.
pub(crate) fn place(dice: &mut Dice, king: Square, board: &mut Board) -> Option<()> {
    let reach = if dice.percent(80) { 2 } else { 8 };
    let square = near(dice, king, reach)?;
    let piece = kind_for(dice, BLACK);
    put(board, square, BLACK * promote(dice, piece))
}

pub(crate) fn promote(dice: &mut Dice, kind: Kind) -> Kind {
    if kind != GOLD && dice.percent(15) { kind + PROMOTED } else { kind }
}

pub(crate) fn near(dice: &mut Dice, king: Square, reach: i8) -> Option<Square> {
    let square = (king.0 + dice.range(-reach, reach), king.1 + dice.range(-reach, reach));
    squares().any(|known| known == square).then_some(square)
}

pub(crate) fn put(board: &mut Board, square: Square, cell: i8) -> Option<()> {
    let free = squares().any(|known| known == square) && board.cell(square) == 0;
    free.then(|| board.put(square, cell))
}

/// The conditions on a problem with Black attacking.
pub(crate) fn is_problem(board: &Board) -> bool {
    let stuck = squares().any(|square| {
        let cell = board.cell(square);
        dead_end(cell.signum(), cell.abs(), square)
    });
    let doubled = (0..9).any(|column| {
        [BLACK, WHITE]
            .into_iter()
            .any(|side| (0..9).filter(|&row| board.cell((row, column)) == side * PAWN).count() > 1)
    });
    let checks_fit =
        if board.turn == BLACK { !board.in_check(WHITE) } else { board.in_check(WHITE) && !board.in_check(BLACK) };
    !stuck && !doubled && checks_fit && few(board)
}

/// No more pieces than a set has of each kind, and few in all.
fn few(board: &Board) -> bool {
    let total = |kind| {
        let placed = board.cells.iter().filter(|cell| cell.abs() == kind || cell.abs() == kind + PROMOTED).count();
        placed + usize::from(board.hand(BLACK, kind) + board.hand(WHITE, kind))
    };
    let fits = |kind| total(kind) <= if kind >= BISHOP { 2 } else { 4 };
    (PAWN..=ROOK).all(fits) && (PAWN..=ROOK).map(total).sum::<usize>() <= MOST
}

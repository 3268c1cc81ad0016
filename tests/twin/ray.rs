//! Random problems of few pieces in which a slider checks from a distance and the defender has something to put between.

use super::board::{BISHOP, BLACK, Board, KING, Kind, LANCE, PROMOTED, ROOK, Square, WHITE};
use super::random::{Dice, fill_hands, is_problem, kind_for, near, place, place_attacked_king, put, surround};

const SLIDERS: [Kind; 8] = [LANCE, BISHOP, BISHOP, BISHOP + PROMOTED, ROOK, ROOK, ROOK, ROOK + PROMOTED];

/// A problem with Black attacking: White is in check by the slider, or Black may yet give that check; `None` when the
/// draw breaks a rule.
pub(crate) fn ray_problem(dice: &mut Dice) -> Option<Board> {
    let mut board = Board::empty(WHITE);
    let king = place_attacked_king(dice, &mut board);
    let slider = dice.choose(&SLIDERS).expect("sliders");
    let step = direction(dice, slider);
    let distance = dice.range(2, 6);
    let at = (king.0 + distance * step.0, king.1 + distance * step.1);
    put(&mut board, at, BLACK * slider)?;
    if dice.percent(40) {
        place_attacking_king(dice, (king, at), &mut board)?;
    }
    surround(dice, king, &mut board);
    for _ in 0..dice.range(0, 3) {
        place(dice, king, &mut board)?;
    }
    for between in 1..distance {
        board.put((king.0 + between * step.0, king.1 + between * step.1), 0);
    }
    fill_hands(dice, &mut board);
    for _ in 0..dice.range(1, 2) {
        *board.hand_mut(WHITE, kind_for(dice, WHITE)) += 1;
    }
    if dice.percent(40) {
        take_back(dice, at, &mut board)?;
    }
    is_problem(&board).then_some(board)
}

/// A direction from the king to the slider, along which the slider can check.
fn direction(dice: &mut Dice, kind: Kind) -> Square {
    let along = 2 * dice.range(0, 1) - 1;
    match kind {
        LANCE => (1, 0),
        BISHOP | 14 => (along, 2 * dice.range(0, 1) - 1),
        _ if dice.percent(50) => (along, 0),
        _ => (0, along),
    }
}

/// The attacking king anywhere near, or where a piece put between is likely to check it.
fn place_attacking_king(dice: &mut Dice, (king, slider): (Square, Square), board: &mut Board) -> Option<()> {
    let around = if dice.percent(60) { (i8::midpoint(king.0, slider.0), i8::midpoint(king.1, slider.1)) } else { king };
    put(board, near(dice, around, 3)?, BLACK * KING)
}

/// Puts the slider back into Black's hand, or to where it may have come from.
fn take_back(dice: &mut Dice, at: Square, board: &mut Board) -> Option<()> {
    let kind = board.cell(at);
    board.put(at, 0);
    board.turn = BLACK;
    if kind < KING && dice.percent(40) {
        *board.hand_mut(BLACK, kind) += 1;
        return Some(());
    }
    put(board, (dice.range(0, 8), dice.range(0, 8)), kind)
}

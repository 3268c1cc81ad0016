//! One small random change to a problem.

use super::board::{BLACK, Board, GOLD, KING, Kind, PAWN, PROMOTED, ROOK, Square, WHITE, squares};
use super::random::{Dice, kind_for, near, put};

/// The board after one change, which may have broken a rule; `None` when the change drawn cannot be made.
pub(crate) fn mutate(dice: &mut Dice, board: &Board) -> Option<Board> {
    let mut next = *board;
    let king = board.king(WHITE)?;
    match dice.range(0, 11) {
        0..=2 => shift(dice, &mut next)?,
        3 | 4 => {
            let side = if dice.percent(50) { BLACK } else { WHITE };
            let cell = side * kind_for(dice, side);
            let reach = dice.range(1, 3);
            put(&mut next, near(dice, king, reach)?, cell)?;
        }
        5 => next.put(any_piece(dice, board)?, 0),
        6 => retype(dice, &mut next)?,
        7 => {
            let at = any_piece(dice, board)?;
            next.put(at, -board.cell(at));
        }
        8 => *next.hand_mut(BLACK, kind_for(dice, BLACK)) += 1,
        9 => *next.hand_mut(WHITE, kind_for(dice, WHITE)) += 1,
        10 => take_from_hand(dice, &mut next)?,
        _ => toggle_attacking_king(dice, king, &mut next)?,
    }
    if dice.percent(5) {
        next.turn = -next.turn;
    }
    Some(next)
}

/// The square of one piece that is not a king.
fn any_piece(dice: &mut Dice, board: &Board) -> Option<Square> {
    let pieces: Vec<Square> = squares().filter(|&at| !matches!(board.cell(at).abs(), 0 | KING)).collect();
    dice.choose(&pieces)
}

/// Moves one piece, or the king to be mated, a step.
fn shift(dice: &mut Dice, board: &mut Board) -> Option<()> {
    let from = if dice.percent(20) { board.king(WHITE)? } else { any_piece(dice, board)? };
    let to = near(dice, from, 1)?;
    put(board, to, board.cell(from))?;
    board.put(from, 0);
    Some(())
}

/// Promotes, unpromotes or exchanges one piece.
fn retype(dice: &mut Dice, board: &mut Board) -> Option<()> {
    let at = any_piece(dice, board)?;
    let (side, kind) = (board.cell(at).signum(), board.cell(at).abs());
    let next = match kind {
        _ if dice.percent(60) => kind_for(dice, side),
        GOLD => return None,
        PAWN..=ROOK => kind + PROMOTED,
        _ => kind - PROMOTED,
    };
    board.put(at, side * next);
    Some(())
}

fn take_from_hand(dice: &mut Dice, board: &mut Board) -> Option<()> {
    let side = if dice.percent(65) { BLACK } else { WHITE };
    let held: Vec<Kind> = (PAWN..=ROOK).filter(|&kind| board.hand(side, kind) > 0).collect();
    *board.hand_mut(side, dice.choose(&held)?) -= 1;
    Some(())
}

fn toggle_attacking_king(dice: &mut Dice, king: Square, board: &mut Board) -> Option<()> {
    match board.king(BLACK) {
        Some(at) => board.put(at, 0),
        None => put(board, near(dice, king, 4)?, BLACK * KING)?,
    }
    Some(())
}

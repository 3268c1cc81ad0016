//! Makes a problem that shows a fault smaller.

use super::board::{BLACK, Board, KING, PAWN, ROOK, WHITE, squares};
use super::random::is_problem;

/// The problem with pieces taken away, one after another, as long as it shows the fault. Black attacks.
pub(crate) fn shrink(board: &Board, shows: impl Fn(&Board) -> bool) -> Board {
    let mut least = *board;
    while let Some(smaller) = smaller(&least).into_iter().find(|smaller| is_problem(smaller) && shows(smaller)) {
        least = smaller;
    }
    least
}

/// Every board with one piece less; the king to be mated stays.
fn smaller(board: &Board) -> Vec<Board> {
    let placed = squares().filter(|&at| board.cell(at) != 0 && board.cell(at) != WHITE * KING);
    let from_board = placed.map(|at| {
        let mut next = *board;
        next.put(at, 0);
        next
    });
    let kinds = [BLACK, WHITE].into_iter().flat_map(|side| (PAWN..=ROOK).map(move |kind| (side, kind)));
    let held = kinds.filter(|&(side, kind)| board.hand(side, kind) > 0);
    let from_hands = held.map(|(side, kind)| {
        let mut next = *board;
        *next.hand_mut(side, kind) -= 1;
        next
    });
    from_board.chain(from_hands).collect()
}

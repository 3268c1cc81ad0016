//! What the definition of useless interpositions asks about the squares between a king and the slider that checks it.

use super::board::{Board, Move, Square};

/// An empty square between the checked king and a lone slider, on which something may be dropped.
#[derive(Debug)]
pub(crate) struct Gap {
    /// Every legal drop on the square, with the position after it.
    pub(crate) drops: Vec<(Move, Board)>,
    pub(crate) captures: Vec<Capture>,
}

/// An attacker's piece that takes whatever is dropped on the square.
#[derive(Debug)]
pub(crate) struct Capture {
    /// The capturing piece stands on the square, the hands are as before the drop, the defender is to move.
    pub(crate) virtual_slide: Board,
    /// The slider that gave check captures.
    pub(crate) by_checker: bool,
    /// The capturing piece is the only one that then gives check.
    pub(crate) checks_alone: bool,
}

/// The gaps of a position with the defender to move, from the king outwards; without the squares on which nothing may
/// be dropped.
pub(crate) fn gaps(board: &Board) -> Vec<Gap> {
    let [slider] = board.checkers()[..] else { return Vec::new() };
    let drops = board.legal_drops();
    let gap = |square| {
        let on_square = drops.iter().filter(|mv| matches!(mv, Move::Drop { to, .. } if *to == square));
        let drops: Vec<(Move, Board)> = on_square.map(|&mv| (mv, board.after(mv))).collect();
        (!drops.is_empty()).then(|| Gap { drops, captures: captures(board, square, slider) })
    };
    between(board, slider).into_iter().filter_map(gap).collect()
}

/// The squares from the king of the side to move to a piece that checks it, both left out; none from a knight or a
/// neighbour.
fn between(board: &Board, checker: Square) -> Vec<Square> {
    let king = board.king(board.turn).expect("a king in check");
    let (rows, columns) = (checker.0 - king.0, checker.1 - king.1);
    if rows != 0 && columns != 0 && rows.abs() != columns.abs() {
        return Vec::new();
    }
    let distance = rows.abs().max(columns.abs());
    (1..distance).map(|step| (king.0 + step * rows.signum(), king.1 + step * columns.signum())).collect()
}

/// The legal captures on the square that give check, promoting and not.
fn captures(board: &Board, square: Square, slider: Square) -> Vec<Capture> {
    let defender = board.turn;
    let attacking = Board { turn: -defender, ..*board };
    let moves = attacking.piece_moves().into_iter();
    let onto = moves.filter_map(|mv| match mv {
        Move::Step { from, to, .. } if to == square => Some((from, attacking.after(mv))),
        _ => None,
    });
    let good = onto.filter(|(_, slide)| !slide.in_check(-defender) && slide.in_check(defender));
    good.map(|(from, slide)| Capture {
        virtual_slide: slide,
        by_checker: from == slider,
        checks_alone: slide.checkers() == [square],
    })
    .collect()
}

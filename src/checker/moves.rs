//! Legal moves, checks and evasions, made by trying each candidate on a copy of the board.

use super::board::{
    BLACK, Board, Cell, GOLD, HELD, KING, Kind, Move, PAWN, Side, held_kind, is_dead_end, is_in_line, rank_for,
};

/// Legal replies of the side to move, which is in check.
pub(super) fn evasions(board: &Board) -> Vec<Move> {
    let mut moves = Vec::new();
    each_evasion(board, |mv| {
        moves.push(mv);
        true
    });
    moves
}

/// True if the side to move, in check, has a legal reply.
pub(super) fn has_evasion(board: &Board) -> bool {
    let mut found = false;
    each_evasion(board, |_| {
        found = true;
        false
    });
    found
}

/// Legal moves that give check.
pub(super) fn checks(board: &Board) -> Vec<Move> {
    let us = board.turn;
    let Some(king) = board.king(-us) else { return Vec::new() };
    let gives_check = |mv: &Move| board.after(*mv).in_check(-us);
    if board.in_check(us) {
        let mut moves = evasions(board);
        moves.retain(gives_check);
        return moves;
    }
    let mut moves = Vec::new();
    for from in board.pieces(us) {
        let opens = is_in_line(from, king);
        board.each_target(from, |to| {
            if opens || is_in_line(to, king) {
                push_both_ways(board, from, to, &mut moves);
            }
        });
    }
    moves.retain(|&mv| is_safe(board, mv) && gives_check(&mv));
    for kind in HELD.filter(|&kind| board.hand(us).count(kind) > 0) {
        board.each_drop_cell((us, kind), king, |to| moves.extend(allowed_drop(board, kind, to)));
    }
    moves
}

/// True if the move, whatever it is, is legal.
pub(super) fn is_legal(board: &Board, mv: Move) -> bool {
    match mv {
        Move::Drop { kind, to } => {
            HELD.contains(&kind)
                && board.hand(board.turn).count(kind) > 0
                && board.piece(to) == 0
                && allowed_drop(board, kind, to).is_some()
                && is_safe(board, mv)
        }
        Move::Step { from, to, .. } => {
            let mut moves = Vec::new();
            if board.piece(from).signum() == board.turn {
                board.each_target(from, |target| {
                    if target == to {
                        push_both_ways(board, from, to, &mut moves);
                    }
                });
            }
            moves.contains(&mv) && is_safe(board, mv)
        }
    }
}

/// Goes over the legal replies to a check until `found` gives false.
fn each_evasion(board: &Board, mut found: impl FnMut(Move) -> bool) {
    let us = board.turn;
    let Some(king) = board.king(us) else { return };
    let mut candidates = Vec::new();
    board.each_target(king, |to| candidates.push(Move::Step { from: king, to, promotes: false }));
    let mut go_on = |mv: Move| !is_safe(board, mv) || found(mv);
    if !candidates.drain(..).all(&mut go_on) {
        return;
    }
    let mut checkers = Vec::new();
    board.each_attacker(king, -us, |from| {
        checkers.push(from);
        true
    });
    let [checker] = checkers[..] else { return };
    for to in board.gap(king, checker).chain([checker]) {
        push_captures(board, (king, to), &mut candidates);
        if to != checker {
            candidates.extend(drops_on(board, to));
        }
        if !candidates.drain(..).all(&mut go_on) {
            return;
        }
    }
}

/// Moves of board pieces other than the king to one cell.
fn push_captures(board: &Board, (king, to): (Cell, Cell), moves: &mut Vec<Move>) {
    board.each_attacker(to, board.turn, |from| {
        if from != king {
            push_both_ways(board, from, to, moves);
        }
        true
    });
}

/// Drops on an empty cell by all rules but that of answering a check.
fn drops_on(board: &Board, to: Cell) -> impl Iterator<Item = Move> {
    HELD.filter(move |&kind| board.hand(board.turn).count(kind) > 0)
        .filter_map(move |kind| allowed_drop(board, kind, to))
}

/// A drop of a piece in hand on an empty cell, unless it makes a dead end, a second pawn on the file, or mate by a pawn.
fn allowed_drop(board: &Board, kind: Kind, to: Cell) -> Option<Move> {
    let us = board.turn;
    let mv = Move::Drop { kind, to };
    if is_dead_end(us, kind, to) || kind == PAWN && has_pawn_on_file(board, us, to) {
        return None;
    }
    (kind != PAWN || !is_mate(&board.after(mv))).then_some(mv)
}

/// True if the side to move is in check and has no legal move.
fn is_mate(board: &Board) -> bool {
    board.in_check(board.turn) && !has_evasion(board)
}

/// True if an unpromoted pawn of `side` stands on the file of `cell`.
pub(super) fn has_pawn_on_file(board: &Board, side: Side, cell: Cell) -> bool {
    let top = cell - (rank_for(BLACK, cell) - 1) * 11;
    (0..9).any(|row| board.piece(top + row * 11) == side * PAWN)
}

/// A board piece's move with and without promotion, as far as each is allowed.
fn push_both_ways(board: &Board, from: Cell, to: Cell, moves: &mut Vec<Move>) {
    let (side, kind) = (board.turn, board.piece(from).abs());
    let in_zone = rank_for(side, from) <= 3 || rank_for(side, to) <= 3;
    if in_zone && kind == held_kind(kind) && kind != GOLD && kind != KING {
        moves.push(Move::Step { from, to, promotes: true });
    }
    if !is_dead_end(side, kind, to) {
        moves.push(Move::Step { from, to, promotes: false });
    }
}

/// True if the mover's king is not attacked after the move.
fn is_safe(board: &Board, mv: Move) -> bool {
    !board.after(mv).in_check(board.turn)
}

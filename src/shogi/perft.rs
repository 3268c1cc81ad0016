//! Counting leaf nodes of the legal move tree.

use super::movegen::{count_legal_moves, legal_moves};
use super::{MoveList, Position};

/// Number of legal move sequences of exactly `depth` moves; the last ply is counted without playing it.
pub fn perft(position: &mut Position, depth: u32) -> u64 {
    match depth {
        0 => 1,
        1 => u64::from(count_legal_moves(position)),
        _ => {
            let mut moves = MoveList::new();
            legal_moves(position, &mut moves);
            moves.iter().map(|&mv| below(position, mv, depth - 1)).sum()
        }
    }
}

fn below(position: &mut Position, mv: super::Move, depth: u32) -> u64 {
    let undo = position.play(mv);
    let count = perft(position, depth);
    position.undo(mv, &undo);
    count
}

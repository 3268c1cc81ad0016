//! Mate within a number of plies, by trying everything.

use super::board::{Board, Side};
use std::collections::HashMap;

/// An AND/OR search to a fixed depth that remembers what it has decided of exact positions.
pub(crate) struct DepthSearch {
    attacker: Side,
    known: HashMap<(Board, u32), bool>,
}

impl DepthSearch {
    pub(crate) fn new(attacker: Side) -> Self {
        Self { attacker, known: HashMap::new() }
    }

    /// True if the attacker mates within `plies` against every defence.
    pub(crate) fn mate_within(&mut self, board: &Board, plies: u32) -> bool {
        if let Some(&known) = self.known.get(&(*board, plies)) {
            return known;
        }
        let mates = if board.turn == self.attacker {
            plies > 0 && board.checks().into_iter().any(|mv| self.mate_within(&board.after(mv), plies - 1))
        } else if plies == 0 {
            board.is_mate()
        } else {
            board.in_check(board.turn)
                && board.legal_moves().into_iter().all(|mv| self.mate_within(&board.after(mv), plies - 1))
        };
        self.known.insert((*board, plies), mates);
        mates
    }

    /// The shortest mate of at most `limit` plies.
    pub(crate) fn shortest(&mut self, board: &Board, limit: u32) -> Option<u32> {
        (0..=limit).find(|&plies| self.mate_within(board, plies))
    }
}

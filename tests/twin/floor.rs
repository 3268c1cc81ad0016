//! A simpler value that is never more than the conventional length: interpositions on a square count as useless whenever
//! the position after the capture is mate within the plies asked for, however long the other replies are.

use super::board::{Board, Side};
use super::conventional::{Conventional, Mode, Oversized, counts_within};
use super::quick_hash::{QuickMap, QuickSet};

pub(crate) struct Floor {
    attacker: Side,
    mode: Mode,
    known: QuickMap<(Board, u32), bool>,
    chain: QuickSet<(Board, u32)>,
    returns: usize,
}

impl Floor {
    pub(crate) fn new(attacker: Side, mode: Mode) -> Self {
        Self { attacker, mode, known: QuickMap::default(), chain: QuickSet::default(), returns: 0 }
    }

    /// True if the value is at most `plies`. The moves are listed by `moves`.
    ///
    /// # Errors
    /// If the cap of `moves` is reached.
    pub(crate) fn at_most(&mut self, board: &Board, plies: u32, moves: &mut Conventional) -> Result<bool, Oversized> {
        if let Some(&known) = self.known.get(&(*board, plies)) {
            return Ok(known);
        }
        let returns = self.returns;
        let mate = if board.turn == self.attacker {
            self.any(board, plies, moves)?
        } else if !self.chain.insert((*board, plies)) {
            self.returns += 1;
            return Ok(false);
        } else {
            let mated = self.is_mated(board, plies, moves);
            self.chain.remove(&(*board, plies));
            mated?
        };
        if mate || returns == self.returns {
            self.known.insert((*board, plies), mate);
        }
        Ok(mate)
    }

    fn any(&mut self, board: &Board, plies: u32, moves: &mut Conventional) -> Result<bool, Oversized> {
        for (_, child) in moves.steps(board)?.iter() {
            if plies > 0 && self.at_most(child, plies - 1, moves)? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    fn is_mated(&mut self, board: &Board, plies: u32, moves: &mut Conventional) -> Result<bool, Oversized> {
        if !board.in_check(board.turn) {
            return Ok(false);
        }
        for (_, child) in moves.steps(board)?.iter() {
            if plies == 0 || !self.at_most(child, plies - 1, moves)? {
                return Ok(false);
            }
        }
        'gaps: for gap in moves.gaps(board).iter() {
            for capture in &gap.captures {
                if let Some(limit) = counts_within(capture, plies, self.mode)
                    && self.at_most(&capture.virtual_slide, limit, moves)?
                {
                    continue 'gaps;
                }
            }
            for (_, child) in &gap.drops {
                if plies == 0 || !self.at_most(child, plies - 1, moves)? {
                    return Ok(false);
                }
            }
        }
        Ok(true)
    }
}

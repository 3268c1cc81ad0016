//! Random problems worth asking: random walks over small changes that favour longer mates and endless checks.
//! Neighbours in a walk differ by a piece, which is hard on a table shared by all of them.

use std::iter::StepBy;
use std::ops::RangeFrom;

use super::board::{BLACK, Board};
use super::fixpoint::{Truth, decide};
use super::mutate::mutate;
use super::random::{Dice, is_problem, problem};
use super::suite::PERPETUAL;
use super::text::parse;

/// What a problem without a mate is worth in which the attacker can check for ever.
const PERPETUAL_WORTH: u32 = 4;

/// Steps of a walk.
const STEPS: u32 = 400;

/// A problem with Black attacking, and its truth.
pub(crate) type Decided = (Board, Truth);

/// Walks without end, one after another.
pub(crate) struct Chain {
    dice: Dice,
    seeds: StepBy<RangeFrom<u64>>,
    /// Problems of this walk that reach more positions are passed over.
    cap: usize,
    /// The problem that is changed next, and its worth.
    parent: Option<(Board, u32)>,
    /// Steps this walk has still to go.
    left: u32,
    /// Problems passed over so far.
    pub(crate) oversized: usize,
}

impl Chain {
    /// The walks of every `stride`th seed from `first`.
    pub(crate) fn new(first: u64, stride: usize) -> Self {
        Self { dice: Dice::new(0), seeds: (first..).step_by(stride), cap: 0, parent: None, left: 0, oversized: 0 }
    }

    /// Most walks are among small problems; of seventeen one is among larger ones, some begin with checks for ever.
    fn begin_walk(&mut self) {
        let seed = self.seeds.next().expect("no last seed");
        self.dice = Dice::new(seed);
        let sort = usize::try_from(seed % 17).expect("a remainder");
        self.cap = if sort <= PERPETUAL.len() { 5_000 } else { 400 };
        let perpetual = PERPETUAL.get(sort);
        self.parent = perpetual.map(|sfen| (parse(sfen), PERPETUAL_WORTH));
        self.left = STEPS;
    }

    fn propose(&mut self) -> Board {
        loop {
            let board = match &self.parent {
                Some((parent, _)) => mutate(&mut self.dice, parent),
                None => problem(&mut self.dice),
            };
            if let Some(board) = board.filter(is_problem) {
                return board;
            }
        }
    }

    /// Goes on from this problem if it is worth no less than the one before, or by a whim.
    fn judge(&mut self, board: &Board, truth: &Truth) {
        let worth = worth(truth);
        if self.parent.is_none_or(|(_, least)| worth >= least) || self.dice.percent(1) {
            self.parent = Some((*board, worth));
        }
    }

    /// Problems without a mate and mates in one are far the most: some of them are left out.
    fn keeps(&mut self, truth: &Truth) -> bool {
        let percent = match truth.mate {
            None if truth.states < 10 => 10,
            None => 30,
            Some(1) => 60,
            Some(_) => 100,
        };
        self.dice.percent(percent)
    }
}

impl Iterator for Chain {
    type Item = Decided;

    fn next(&mut self) -> Option<Decided> {
        loop {
            if self.left == 0 {
                self.begin_walk();
            }
            self.left -= 1;
            let board = self.propose();
            let Some(truth) = decide(&board, BLACK, self.cap) else {
                self.oversized += 1;
                continue;
            };
            self.judge(&board, &truth);
            if self.keeps(&truth) {
                return Some((board, truth));
            }
        }
    }
}

fn worth(truth: &Truth) -> u32 {
    match truth.mate {
        Some(plies) => plies.min(9),
        None if truth.perpetual => PERPETUAL_WORTH,
        None if truth.drop_pawn_mate => 2,
        None => u32::from(truth.states > 20),
    }
}

//! Random problems worth asking: random walks over small changes that favour longer mates and endless checks.
//! Neighbours in a walk differ by a piece, which is hard on a table shared by all of them.

use std::iter::StepBy;
use std::ops::RangeFrom;

use super::board::{BLACK, Board};
use super::fixpoint::{Truth, decide};
use super::mutate::mutate;
use super::random::{Dice, is_problem, problem};
use super::suite::{CASES, PERPETUAL};
use super::text::parse;

/// What a problem known to be awkward is worth: as much as a mate in four.
const WORTH_KEEPING: u32 = 4;

/// What a long mate is worth, and a no mate in which the attacker can check for ever.
const MOST_WORTH: u32 = 9;

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

    /// Most walks are among small problems, one in seventeen is among larger ones; one in three begins with a problem
    /// known to be awkward.
    fn begin_walk(&mut self) {
        let seed = self.seeds.next().expect("no last seed");
        let known = CASES.iter().map(|case| case.sfen).chain(PERPETUAL.iter().copied());
        let awkward: Vec<Board> = known.map(parse).filter(is_problem).collect();
        let start = usize::try_from(seed / 3).expect("a small seed") % awkward.len();
        self.dice = Dice::new(seed);
        let endless = seed.is_multiple_of(3) && start + PERPETUAL.len() >= awkward.len();
        let worth = if endless { MOST_WORTH } else { WORTH_KEEPING };
        self.parent = seed.is_multiple_of(3).then(|| (awkward[start], worth));
        self.cap = if endless || seed % 17 == 16 { 2_500 } else { 300 };
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
            None if truth.perpetual => 100,
            None if truth.states < 10 => 10,
            None => 50,
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
        Some(plies) => plies.min(MOST_WORTH),
        None if truth.perpetual => MOST_WORTH,
        None if truth.drop_pawn_mate => 2,
        None => u32::from(truth.states > 20),
    }
}

//! Random walks over small changes that favour problems in which interpositions matter.

use super::board::{BLACK, Board};
use super::conventional::{Conventional, Mode, Oversized};
use super::mutate::mutate;
use super::random::{Dice, is_problem};
use super::ray::ray_problem;
use super::text::parse;

/// Steps of a walk.
const STEPS: u32 = 200;

/// Where some of the walks begin: modes differ, a chain of virtual slides may come back, a piece is pinned.
const KNOWN: [&str; 8] = [
    "8l/8k/9/6B+R1/9/9/9/9/9 w rb2p 1",
    "8k/R7+b/g5N2/1R7/9/9/9/9/9 b gp 1",
    "8k/R8/g5N1b/5R3/6+b2/8L/9/9/9 b g 1",
    "4k4/4p4/6R2/1B5B1/3L1L3/9/9/9/9 w g 1",
    "9/9/4K4/9/n8/klR6/G8/G8/9 w RL2p 1",
    "8k/4R2np/9/9/9/9/9/9/9 b N3p 1",
    "9/8n/9/9/9/4+P4/+R+P+n6/9/kN+S6 w Rlb 1",
    "3k5/1G3G3/9/9/2KR3r1/8B/9/9/9 w Gnp 1",
];

/// Lengths looked for.
const LIMIT: u32 = 7;

/// Positions whose moves may be listed.
const CAP: usize = 3_000;

/// A problem with Black attacking, and its lengths.
#[derive(Clone)]
pub(crate) struct RayProblem {
    pub(crate) board: Board,
    /// By mode, in the order of [`Mode::ALL`]; `None` if it is more than [`RayProblem::limit`], or no mate.
    pub(crate) lengths: [Option<u32>; 4],
    /// A chain of virtual slides came back to a position in it.
    pub(crate) returns: bool,
}

impl RayProblem {
    /// The greatest length looked for.
    pub(crate) fn limit(&self) -> u32 {
        if self.board.turn == BLACK { LIMIT } else { LIMIT - 1 }
    }

    fn measure(board: &Board) -> Result<Self, Oversized> {
        let mut twin = Conventional::new(BLACK, CAP);
        let mut problem = Self { board: *board, lengths: [None; 4], returns: false };
        for (place, mode) in Mode::ALL.into_iter().enumerate() {
            problem.lengths[place] = twin.length(board, problem.limit(), mode)?;
        }
        problem.returns = twin.returns > 0;
        Ok(problem)
    }

    /// How many modes differ from the one before.
    pub(crate) fn differences(&self) -> usize {
        self.lengths.windows(2).filter(|pair| pair[0] != pair[1]).count()
    }

    /// Longer lengths are worth more, and so is every mode that differs from the one before.
    fn worth(&self) -> usize {
        let length = self.lengths[2].map_or(0, |plies| usize::try_from(plies).expect("few plies") + 1);
        length.min(4) + 4 * self.differences() + 4 * usize::from(self.returns)
    }
}

/// Walks without end, one after another.
pub(crate) struct RayWalk {
    dice: Dice,
    /// The problem that is changed next, and its worth.
    parent: Option<(Board, usize)>,
    /// Steps this walk has still to go.
    left: u32,
    /// Problems passed over so far.
    pub(crate) oversized: usize,
}

impl RayWalk {
    pub(crate) fn new(seed: u64) -> Self {
        Self { dice: Dice::new(seed), parent: None, left: 0, oversized: 0 }
    }

    fn propose(&mut self) -> Board {
        if self.left == 0 {
            self.left = STEPS;
            let known: Vec<Board> = KNOWN.into_iter().map(parse).filter(is_problem).collect();
            self.parent = self.dice.percent(40).then(|| (self.dice.choose(&known).expect("known problems"), 0));
        }
        self.left -= 1;
        loop {
            let board = match &self.parent {
                Some((parent, _)) => mutate(&mut self.dice, parent),
                None => ray_problem(&mut self.dice),
            };
            if let Some(board) = board.filter(is_problem) {
                return board;
            }
        }
    }

    /// Goes on from this problem if it is worth no less than the one before, or by a whim.
    fn judge(&mut self, problem: &RayProblem) {
        let worth = problem.worth();
        if self.parent.is_none_or(|(_, least)| worth >= least) || self.dice.percent(2) {
            self.parent = Some((problem.board, worth));
        }
    }
}

impl Iterator for RayWalk {
    type Item = RayProblem;

    fn next(&mut self) -> Option<RayProblem> {
        loop {
            let board = self.propose();
            let Ok(problem) = RayProblem::measure(&board) else {
                self.oversized += 1;
                continue;
            };
            self.judge(&problem);
            if problem.lengths != [None; 4] || self.dice.percent(25) {
                return Some(problem);
            }
        }
    }
}

//! The questions that one puzzle raises, within one budget.

use super::convert::Puzzle;
use super::desk::Desk;
use super::status::CallError;
use crate::scheduler::{Class, Order};
use crate::shogi::Move;
use crate::solver::{Limits, Mate, Outcome, Problem, Statistics, Verdict};
use std::time::Duration;
use tokio::time::Instant;

/// Asks one question after another; each gets what the ones before have left of the budget.
pub(super) struct Asking<'a> {
    desk: &'a Desk,
    puzzle: &'a Puzzle,
    started: Instant,
    nodes: u64,
    /// Whether something had to be searched.
    searched: bool,
}

impl<'a> Asking<'a> {
    pub(super) fn new(desk: &'a Desk, puzzle: &'a Puzzle) -> Self {
        Self { desk, puzzle, started: Instant::now(), nodes: 0, searched: false }
    }

    /// Nodes of all questions so far.
    pub(super) fn nodes(&self) -> u64 {
        self.nodes
    }

    /// True if every answer was known before.
    pub(super) fn is_from_store(&self) -> bool {
        !self.searched
    }

    /// Time since the first.
    pub(super) fn elapsed(&self) -> Duration {
        self.started.elapsed()
    }

    /// The answer to the position after some moves from the puzzle's. A repeatable budget is spent on a search of this question
    /// alone; otherwise what is known already will do.
    pub(super) async fn answer(&mut self, moves: &[Move]) -> Result<Outcome, CallError> {
        match self.along_the_line(moves, Mate::along) {
            Some(known) => Ok(known),
            None => self.asked(moves).await,
        }
    }

    /// The same where the line does not matter.
    pub(super) async fn lengths(&mut self, moves: &[Move]) -> Result<Outcome, CallError> {
        match self.along_the_line(moves, |mate, _, way| mate.lengths_along(way)) {
            Some(known) => Ok(known),
            None => self.asked(moves).await,
        }
    }

    async fn asked(&mut self, moves: &[Move]) -> Result<Outcome, CallError> {
        let limits = self.limits(moves.len());
        let mut asked = self.desk.submit(self.order(self.puzzle.problem.after(moves), limits))?;
        let outcome = self.desk.outcome(&mut asked).await?;
        self.searched |= !asked.is_settled();
        self.nodes += outcome.statistics.nodes;
        Ok(outcome)
    }

    /// What is left of the budget for a position so many plies on.
    fn limits(&self, plies: usize) -> Limits {
        let limits = self.puzzle.budget.limits;
        Limits {
            time: limits.time.map(|time| time.saturating_sub(self.elapsed())),
            nodes: limits.nodes.map(|nodes| nodes.saturating_sub(self.nodes)),
            plies: limits.plies.map(|all| all.saturating_sub(plies as u32)),
        }
    }

    fn order(&self, problem: Problem, limits: Limits) -> Order {
        let private_table_mib = self.puzzle.budget.private_table_mib;
        Order {
            problem,
            limits,
            aim: self.puzzle.aim(),
            certificate: false,
            private_table_mib,
            class: Class::Interactive,
        }
    }

    /// The answer, if the way to the position is the line of a problem that is solved already.
    fn along_the_line(
        &self,
        moves: &[Move],
        along: impl FnOnce(&Mate, &Problem, &[Move]) -> Option<Mate>,
    ) -> Option<Outcome> {
        let (root, limits) = (self.puzzle.root.as_ref()?, self.puzzle.budget.limits);
        let way = [&self.puzzle.moves, moves].concat();
        if way.is_empty() || limits.plies.is_some() || limits.nodes.is_some() {
            return None;
        }
        let answer = self.desk.answered(&self.order(root.clone(), limits))?;
        let Verdict::Mate(mate) = &answer.verdict else { return None };
        let verdict = Verdict::Mate(Box::new(along(mate, root, &way)?));
        let statistics = Statistics { nodes: 0, time: Duration::ZERO, ..answer.statistics };
        Some(Outcome { verdict, refutation: None, statistics })
    }
}

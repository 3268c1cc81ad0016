//! The length of a root in one convention: the floor first, then the definition.

use super::pace::{Halt, Pace};
use crate::shogi::Position;
use crate::solver::exact::{Answer, Exact, Question};
use crate::solver::length::Plies;
use crate::solver::shortest::{Bounds, Shortest};
use crate::solver::{Convention, Table, Threads};
use std::sync::Arc;

/// Finds the length of a root.
pub(super) struct Finder {
    pub(super) convention: Convention,
    floor: Shortest,
    pub(super) exact: Exact,
    /// The length is at least this, and at most the upper bound known from the start.
    low: u16,
    high: u16,
}

impl Finder {
    /// Of a root whose length is known to lie in `bounds`.
    pub(super) fn new(
        (root, convention): (&Position, Convention),
        bounds: Bounds,
        table: &Arc<Table>,
        threads: Threads,
    ) -> Self {
        Self {
            convention,
            floor: Shortest::new((root.clone(), convention), bounds, Arc::clone(table), threads),
            exact: Exact::new(root.clone(), convention, Arc::clone(table)),
            low: bounds.low.0,
            high: bounds.high.0,
        }
    }

    pub(super) fn nodes(&self) -> u64 {
        self.floor.nodes() + self.exact.nodes()
    }

    /// What is known so far.
    pub(super) fn bounds(&self) -> Bounds {
        Bounds { low: Plies(self.low), high: Plies(self.high) }
    }

    /// The bounds of the floor, once they meet.
    pub(super) fn find_floor(&mut self, pace: Pace<'_>) -> Result<(), Halt> {
        let end = self.floor.run(pace.stint);
        self.low = self.low.max(self.floor.bounds().low.0);
        match end {
            None => Err(Halt::Paused),
            Some(false) => Err(Halt::Memory),
            Some(true) => Ok(()),
        }
    }

    /// The length itself. The pace is that of one step; a caller asks again until it is over.
    pub(super) fn find(&mut self, pace: Pace<'_>) -> Result<(), Halt> {
        self.find_floor(pace)?;
        // The floor is seldom less than the length, and then by two plies.
        while self.low < self.high {
            match self.exact.ask(Question::AtMost(self.low), self.exact.nodes() + pace.nodes, pace.monitor)? {
                Answer::Yes => self.high = self.low,
                _ => self.low += 2,
            }
        }
        Ok(())
    }
}

//! A search as a value that can be paused.

use super::{Limits, Monitor, Outcome, Problem, Table};
use std::sync::Arc;

/// One df-pn search, run in slices.
pub struct Search {
    _todo: (),
}

/// What a slice ended with.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Step {
    /// The slice is spent; call [`Search::run`] again to go on.
    Paused,
    /// The search is over.
    Finished(Outcome),
}

impl Search {
    /// A search of `problem` that has not begun. Its results go to `table`, which other searches may share.
    pub fn new(problem: &Problem, limits: Limits, table: Arc<Table>) -> Self {
        let _ = (problem, limits, table);
        todo!()
    }

    /// Runs for about `slice` nodes, or less if a limit or the monitor's stop flag ends it.
    pub fn run(&mut self, slice: u64, monitor: &Monitor) -> Step {
        let _ = (slice, monitor);
        todo!()
    }
}

/// Runs a search to its end on this thread.
pub fn solve(problem: &Problem, limits: Limits, table: Arc<Table>, monitor: &Monitor) -> Outcome {
    let _ = (problem, limits, table, monitor);
    todo!()
}

//! How far a step of an answer may go.

use crate::solver::Monitor;

/// Until when to work.
#[derive(Clone, Copy)]
pub(in crate::solver) struct Pace<'a> {
    /// Moves that may still be made.
    pub(in crate::solver) nodes: u64,
    pub(in crate::solver) monitor: &'a Monitor,
}

/// Why a step is not over.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::solver) enum Halt {
    /// The pace is spent or the monitor says stop: go on later.
    Paused,
    /// There is not room enough; going on is of no use.
    Memory,
}

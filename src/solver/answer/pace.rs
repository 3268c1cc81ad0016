//! How far a step of an answer may go.

use crate::solver::Monitor;
use crate::solver::crew::{INTERVAL, Stint};

/// Until when to work.
#[derive(Clone, Copy)]
pub(super) struct Pace<'a> {
    /// Moves that may be made before the next look at the clock.
    pub(super) nodes: u64,
    pub(super) monitor: &'a Monitor,
    /// For workers who look at the clock themselves.
    pub(super) stint: Stint<'a>,
}

impl<'a> From<Stint<'a>> for Pace<'a> {
    fn from(stint: Stint<'a>) -> Self {
        Self { nodes: stint.nodes.min(INTERVAL), monitor: stint.monitor, stint }
    }
}

/// Why a step is not over.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::solver) enum Halt {
    /// The pace is spent or the monitor says stop: go on later.
    Paused,
    /// There is not room enough; going on is of no use.
    Memory,
}

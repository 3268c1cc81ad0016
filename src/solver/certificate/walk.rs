//! What the three walks have in common.

use super::oracle::Oracle;
use super::records::Records;
use crate::shogi::Position;
use crate::solver::length::Plies;

/// What a walk wants next.
pub(super) enum Step {
    /// To go on.
    Again,
    /// A search of this position for a mate within so many plies, of at most so many nodes.
    Ask(Box<Position>, Plies, u64),
    /// Nothing: all records are there.
    Done,
    /// Nothing: what was claimed is not so.
    False,
    /// Nothing: what was proved could not be proved again.
    Lost,
}

/// Collects the records of one claim, a step at a time.
pub(super) trait Walk {
    /// Does the next small piece of work.
    fn step(&mut self, oracle: &mut Oracle) -> Step;

    /// The records so far.
    fn records(&self) -> &Records;

    /// Those that are needed.
    fn needed(&self) -> Vec<u32>;
}

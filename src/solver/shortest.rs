//! The shortest length, found from both sides.
//!
//! Within bounds that are known, searches of finite targets narrow them: a proof lowers the upper bound to what it found, a failure
//! raises the lower one. Targets lie close below the upper bound, where a failure ends the matter, and an eighth of the way down when
//! the bounds are far apart, so that long mates shrink in leaps.
//!
//! The last failure is dear: fourteen classics whose first proofs take 3.6 M nodes together take 60.5 M to the exact raw length. Tried
//! against that, nodes as a share: a first disproof number scaled by the plies left 1.04, no leaps 1.0, leaps from the start far
//! more; numbers of a node forgotten once it is proved, for they were of another target, 1.02; failures of mate in one kept for the
//! largest hand that they hold for 1.00; weak proof numbers for finite targets: none of the first three within 20 M nodes each.

use super::crew::{Crew, Stint};
use super::length::Plies;
use super::node::Value;
use super::{Convention, Table, Threads};
use crate::shogi::Position;
use std::sync::Arc;

/// What is known of a length: it is at least and at most so many plies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Bounds {
    pub(super) low: Plies,
    pub(super) high: Plies,
}

impl Bounds {
    pub(super) fn are_equal(self) -> bool {
        self.low >= self.high
    }

    /// The next length to ask for: of the parity of the upper bound, at least the lower one.
    fn target(self, leap: u16) -> Plies {
        let leap = leap.min(((self.high.0 - self.low.0) / 8) & !1);
        Plies((self.high.0 - 2).saturating_sub(leap).max(self.low.0))
    }
}

/// Narrows the bounds of a root's length until they meet.
pub(super) struct Shortest {
    root: Position,
    convention: Convention,
    bounds: Bounds,
    table: Arc<Table>,
    nodes_before: u64,
    /// How far below the next shorter length the next target may lie.
    leap: u16,
    threads: Threads,
    search: Option<Box<Crew>>,
}

impl Shortest {
    /// Of a root known to be mate within these bounds, both of its parity (odd with the attacker to move).
    pub(super) fn new(
        (root, convention): (Position, Convention),
        bounds: Bounds,
        table: Arc<Table>,
        threads: Threads,
    ) -> Self {
        Self { root, convention, bounds, table, nodes_before: 0, leap: 0, threads, search: None }
    }

    pub(super) fn bounds(&self) -> Bounds {
        self.bounds
    }

    /// Moves made so far.
    pub(super) fn nodes(&self) -> u64 {
        self.nodes_before + self.search.as_ref().map_or(0, |search| search.nodes())
    }

    /// Goes on until the bounds meet or the stint is over. `None` if the bounds have not met; `Some(false)` if the search was cut off
    /// for want of room.
    pub(super) fn run(&mut self, stint: Stint<'_>) -> Option<bool> {
        while !self.bounds.are_equal() {
            let target = self.bounds.target(self.leap);
            let search = self.search.get_or_insert_with(|| {
                let root = self.root.clone();
                Box::new(Crew::new(root, (target, self.convention), &self.table, self.threads))
            });
            let value = search.run(stint)?;
            self.nodes_before += search.nodes();
            self.search = None;
            match value {
                Value::Proved { length, .. } => {
                    self.bounds.high = length.min(target);
                    self.leap = self.leap.saturating_mul(2).max(2);
                }
                Value::Disproved { heads, .. } if heads.is_none() => self.bounds.low = target.up().up(),
                _ => return Some(false),
            }
        }
        Some(true)
    }
}

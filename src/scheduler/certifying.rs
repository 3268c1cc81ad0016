//! The certificate of a search's answer, made in slices when the search is over.

use super::Order;
use crate::solver::{Cause, Certificate, Certifier, Certifying, Claim, Monitor, Outcome, Step, Table, Uncertified};
use std::sync::Arc;

/// Most nodes of one certificate: they bound its memory, some hundred bytes each.
pub const MOST_NODES: u64 = 2_000_000;

/// Nodes between two looks at whether to pause.
const INTERVAL: u64 = 256;

/// What became of a certificate that was asked for.
pub type Certified = Result<Arc<Certificate>, Uncertified>;

/// A certificate in the making.
pub(super) struct Certification {
    outcome: Outcome,
    certifier: Box<Certifier>,
    /// Nodes that it may take.
    most: u64,
    made: Option<Certified>,
}

impl Certification {
    /// Of the answer to an order, with the search's table.
    ///
    /// # Errors
    /// The answer, if nothing of it can be certified.
    pub(super) fn of(order: &Order, outcome: Outcome, table: Arc<Table>) -> Result<Self, Outcome> {
        let claims = Claim::of(&outcome.verdict);
        if claims.is_empty() {
            return Err(outcome);
        }
        let left = order.limits.nodes.map_or(u64::MAX, |nodes| nodes.saturating_sub(outcome.statistics.nodes));
        let certifier = Box::new(Certifier::new(&order.problem, &claims, table));
        Ok(Self { outcome, certifier, most: left.min(MOST_NODES), made: None })
    }

    /// Goes on for so many nodes, or until it is to pause.
    pub(super) fn run(&mut self, slice: u64, monitor: &Monitor) -> Step {
        let end = self.certifier.nodes().saturating_add(slice);
        loop {
            let step = self.go_on(end.saturating_sub(self.certifier.nodes()).min(INTERVAL), monitor);
            if step != Step::Paused || self.certifier.nodes() >= end || monitor.is_pausing() {
                return step;
            }
        }
    }

    fn go_on(&mut self, slice: u64, monitor: &Monitor) -> Step {
        let left = self.most.saturating_sub(self.certifier.nodes());
        match self.certifier.run(slice.min(left), monitor) {
            Certifying::Finished(made) => self.made = Some(made.map(Arc::new)),
            Certifying::Paused if left <= slice => self.made = Some(Err(Uncertified::Stopped(Cause::Nodes))),
            Certifying::Paused => {}
        }
        if self.made.is_some() { Step::Finished(self.outcome.clone()) } else { Step::Paused }
    }

    /// The answer that is certified.
    pub(super) fn outcome(&self) -> &Outcome {
        &self.outcome
    }

    /// How it ended, once it has.
    pub(super) fn made(&self) -> Option<Certified> {
        self.made.clone()
    }
}

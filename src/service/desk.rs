//! Where the service asks for answers.

use super::drain::{Drain, Phase};
use super::status::CallError;
use crate::scheduler::{Order, Scheduler, Ticket};
use crate::solver::Outcome;
use std::sync::Arc;

/// The scheduler, as long as the server serves; cheap to clone.
#[derive(Clone)]
pub(super) struct Desk {
    scheduler: Arc<Scheduler>,
    drain: Drain,
}

impl Desk {
    pub(super) fn new(scheduler: Arc<Scheduler>, drain: Drain) -> Self {
        Self { scheduler, drain }
    }

    pub(super) fn scheduler(&self) -> &Scheduler {
        &self.scheduler
    }

    /// Joins the queue.
    pub(super) fn submit(&self, order: Order) -> Result<Ticket, CallError> {
        if !self.drain.is_serving() {
            return Err(CallError::Draining);
        }
        Ok(self.scheduler.submit(order)?)
    }

    /// Waits for the search or for the end of the server.
    pub(super) async fn outcome(&self, ticket: &mut Ticket) -> Result<Outcome, CallError> {
        tokio::select! {
            outcome = ticket.wait() => Ok(outcome?),
            () = self.drain.reached(Phase::Over) => Err(CallError::Draining),
        }
    }
}

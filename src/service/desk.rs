//! Where the service asks for answers: the last ones given, then the store, then a search whose answer the store keeps.

use super::drain::{Drain, Phase};
use super::status::CallError;
use crate::scheduler::{Order, Scheduler, Ticket};
use crate::solver::Outcome;
use crate::store::{Question, Store};
use std::ops::Deref;
use std::sync::Arc;

/// The scheduler and the store, as long as the server serves; cheap to clone.
#[derive(Clone)]
pub(super) struct Desk {
    scheduler: Arc<Scheduler>,
    store: Option<Arc<Store>>,
    drain: Drain,
}

/// An order that is being answered: a ticket, and what the store has to do with it.
pub(super) struct Asked {
    ticket: Ticket,
    /// Under what the answer is to be kept; `None` if it is not.
    question: Option<Question>,
}

impl Desk {
    pub(super) fn new(scheduler: Arc<Scheduler>, store: Option<Arc<Store>>, drain: Drain) -> Self {
        Self { scheduler, store, drain }
    }

    pub(super) fn scheduler(&self) -> &Scheduler {
        &self.scheduler
    }

    pub(super) fn drain(&self) -> &Drain {
        &self.drain
    }

    /// Takes the answer that is known, or joins the queue.
    pub(super) fn submit(&self, order: Order) -> Result<Asked, CallError> {
        if !self.drain.is_serving() {
            return Err(CallError::Draining);
        }
        let question = self.question(&order);
        let certificate = order.certificate;
        let known = || if certificate { None } else { self.stored(question.as_ref()) };
        let ticket = self.scheduler.submit(order, known)?;
        Ok(Asked { question: question.filter(|_| !ticket.is_settled()), ticket })
    }

    /// The answer to an order, if it is known already.
    pub(super) fn answered(&self, order: &Order) -> Option<Outcome> {
        self.scheduler.answered(order).or_else(|| self.stored(self.question(order).as_ref()))
    }

    /// What the store is asked, if there is one. A repeatable search has nothing to do with it.
    fn question(&self, order: &Order) -> Option<Question> {
        let asks = self.store.is_some() && order.limits.nodes.is_none();
        asks.then(|| Question::new(&order.problem, order.aim, order.limits.plies))
    }

    /// What the store has. It keeps no certificates: whoever wants one gets a search.
    fn stored(&self, question: Option<&Question>) -> Option<Outcome> {
        self.store.as_ref()?.get(question?)
    }

    /// Waits for the search or for the end of the server.
    pub(super) async fn outcome(&self, asked: &mut Asked) -> Result<Outcome, CallError> {
        let outcome = tokio::select! {
            outcome = asked.ticket.wait() => outcome?,
            () = self.drain.reached(Phase::Over) => return Err(CallError::Draining),
        };
        if let (Some(store), Some(question)) = (&self.store, asked.question.take()) {
            store.keep(&question, &outcome);
        }
        Ok(outcome)
    }
}

impl Deref for Asked {
    type Target = Ticket;

    fn deref(&self) -> &Ticket {
        &self.ticket
    }
}

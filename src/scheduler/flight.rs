//! A search in the air, and the callers on board.

use super::certifying::Certified;
use super::class::Class;
use super::key::ProblemKey;
use super::{Shared, so_far};
use crate::solver::{Cause, Monitor, Outcome, Progress, Statistics, Verdict};
use std::sync::atomic::{AtomicU8, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use std::time::Duration;
use tokio::sync::watch;
use tokio::time::{Instant, timeout_at};

/// Why there is no outcome.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Failure {
    /// The search panicked: a fault of the program.
    #[error("the search failed: a fault of the program")]
    Panicked,
    /// The scheduler was closed.
    #[error("the server is shutting down")]
    Closed,
}

/// What a search ends with.
pub(super) type Answer = Result<Outcome, Failure>;

/// Shared by a job and its callers.
pub(super) struct Flight {
    /// `None`: nobody can join.
    key: Option<ProblemKey>,
    monitor: Monitor,
    callers: AtomicUsize,
    /// A [`Class`]: that of the caller in the greatest hurry.
    class: AtomicU8,
    /// What those who leave before the end are told, once that is more than nothing.
    known: Mutex<Option<Outcome>>,
    /// What became of the certificate, once that is known.
    certified: OnceLock<Certified>,
    answer: watch::Sender<Option<Answer>>,
}

impl Flight {
    /// With one caller on board.
    pub(super) fn new(key: Option<ProblemKey>, class: Class) -> Self {
        let (known, certified, answer) = (Mutex::default(), OnceLock::new(), watch::Sender::new(None));
        let class = AtomicU8::new(class as u8);
        Self { key, monitor: Monitor::new(), callers: AtomicUsize::new(1), class, known, certified, answer }
    }

    pub(super) fn key(&self) -> Option<&ProblemKey> {
        self.key.as_ref()
    }

    pub(super) fn monitor(&self) -> &Monitor {
        &self.monitor
    }

    pub(super) fn class(&self) -> Class {
        if self.class.load(Ordering::Relaxed) == Class::Interactive as u8 { Class::Interactive } else { Class::Bulk }
    }

    /// Under the lock of the queue only, if the flight is in the queue.
    pub(super) fn set_class(&self, class: Class) {
        self.class.store(class as u8, Ordering::Relaxed);
    }

    pub(super) fn join(&self) {
        self.callers.fetch_add(1, Ordering::Relaxed);
    }

    /// True for the last caller.
    pub(super) fn leave(&self) -> bool {
        self.callers.fetch_sub(1, Ordering::Relaxed) == 1
    }

    pub(super) fn land(&self, answer: Answer) {
        self.answer.send_replace(Some(answer));
    }

    /// Notes what would be the answer if the search ended now.
    pub(super) fn note(&self, known: Option<Outcome>) {
        if known.is_some() {
            *self.known.lock().unwrap_or_else(PoisonError::into_inner) = known;
        }
    }

    /// Notes what became of the certificate.
    pub(super) fn certify(&self, certified: Option<Certified>) {
        if let Some(certified) = certified {
            let _ = self.certified.set(certified);
        }
    }

    fn known(&self) -> Option<Outcome> {
        self.known.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    pub(super) fn has_landed(&self) -> bool {
        self.answer.borrow().is_some()
    }
}

/// One caller's interest in a search. Dropping it is leaving: a search that nobody waits for is stopped.
pub struct Ticket {
    pub(super) flight: Arc<Flight>,
    shared: Arc<Shared>,
    answer: watch::Receiver<Option<Answer>>,
    bought: Instant,
    pub(super) deadline: Option<Instant>,
    pub(super) is_settled: bool,
}

impl Ticket {
    pub(super) fn new(flight: Arc<Flight>, shared: Arc<Shared>, deadline: Option<Instant>) -> Self {
        let answer = flight.answer.subscribe();
        Self { flight, shared, answer, bought: Instant::now(), deadline, is_settled: false }
    }

    /// Waits for the end of the search or of this caller's time, whichever comes first. The statistics' time counts from
    /// the order, waiting included; when the time was up they tell where the search stands. May be dropped and called again.
    ///
    /// # Errors
    /// If the search panicked or the scheduler was closed.
    pub async fn wait(&mut self) -> Result<Outcome, Failure> {
        match self.landed().await {
            None => Ok(self.give_up(Cause::Time)),
            Some(answer) => answer.map(|outcome| self.timed(outcome)),
        }
    }

    /// The search's answer; `None` if this caller's time is up before.
    async fn landed(&mut self) -> Option<Answer> {
        let landed = self.answer.wait_for(Option::is_some);
        let answer = match self.deadline {
            Some(deadline) => timeout_at(deadline, landed).await.ok()?,
            None => landed.await,
        };
        answer.ok().and_then(|answer| answer.clone()).or(Some(Err(Failure::Closed)))
    }

    /// What a piece of work gives, if it is over before this caller's time is up.
    pub async fn in_time<T>(&self, work: impl Future<Output = T>) -> Option<T> {
        match self.deadline {
            Some(deadline) => timeout_at(deadline, work).await.ok(),
            None => Some(work.await),
        }
    }

    /// True if the answer was known before.
    pub fn is_settled(&self) -> bool {
        self.is_settled
    }

    /// Where the search stands.
    pub fn progress(&self) -> Progress {
        self.flight.monitor.sample()
    }

    /// What the search would answer now, once that is more than nothing.
    pub fn known(&self) -> Option<Outcome> {
        self.flight.known()
    }

    /// Time since the order.
    pub fn elapsed(&self) -> Duration {
        self.bought.elapsed()
    }

    fn timed(&self, mut outcome: Outcome) -> Outcome {
        outcome.statistics.time = self.elapsed();
        outcome
    }

    /// What became of the certificate of the answer that was waited for; `None` if none was asked for, or nothing can be certified, or
    /// this caller has left before.
    pub fn certified(&self) -> Option<Certified> {
        self.flight.certified.get().cloned()
    }

    /// The answer of a caller who leaves now, with what the search has spent so far: a mate that is found stays one, with what is known
    /// of it.
    pub fn give_up(&self, cause: Cause) -> Outcome {
        if let Some(Outcome { mut verdict, refutation, statistics }) = self.flight.known() {
            if let Verdict::Mate(mate) = &mut verdict {
                mate.unfinished = mate.unfinished.and(Some(cause));
            }
            let nodes = statistics.nodes.max(self.progress().nodes);
            return self.timed(Outcome { verdict, refutation, statistics: Statistics { nodes, ..statistics } });
        }
        let table_permille = if self.flight.key.is_some() { self.shared.table.permille() } else { 0 };
        let statistics = so_far(self.progress(), self.elapsed(), table_permille);
        Outcome { verdict: Verdict::Unknown(cause), refutation: None, statistics }
    }
}

impl Drop for Ticket {
    fn drop(&mut self) {
        self.shared.leave(&self.flight);
    }
}

//! The jobs that wait for a worker, and a note of those that run.

use super::Refusal;
use super::flight::Flight;
use super::job::Job;
use crate::solver::Cause;
use std::collections::BinaryHeap;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};

/// How busy a scheduler is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Load {
    /// Searches that have a core.
    pub running: usize,
    /// Searches that are paused or have not had their first turn.
    pub waiting: usize,
}

impl Load {
    /// All searches.
    pub const fn live(self) -> usize {
        self.running + self.waiting
    }
}

/// A bounded queue in the order of work attained.
pub(super) struct Queue {
    state: Mutex<State>,
    ready: Condvar,
    bound: usize,
}

#[derive(Default)]
struct State {
    waiting: BinaryHeap<Job>,
    /// Number and flight of each job that a worker has.
    running: Vec<(u64, Arc<Flight>)>,
    admitted: u64,
    closed: bool,
}

impl Queue {
    pub(super) fn new(bound: usize) -> Self {
        Self { state: Mutex::default(), ready: Condvar::new(), bound }
    }

    /// Takes in a new job.
    pub(super) fn admit(&self, mut job: Job) -> Result<(), Refusal> {
        let mut state = self.lock();
        if state.closed {
            return Err(Refusal::Closed);
        }
        if state.load().live() >= self.bound {
            return Err(Refusal::TooManySearches);
        }
        job.number = state.admitted;
        state.admitted += 1;
        state.waiting.push(job);
        self.ready.notify_one();
        Ok(())
    }

    /// The job with the least work attained, when there is one; `None` when the queue is closed.
    pub(super) fn next(&self) -> Option<Job> {
        let mut state = self.lock();
        loop {
            if state.closed {
                return None;
            }
            if let Some(job) = state.waiting.pop() {
                state.running.push((job.number, Arc::clone(job.flight())));
                return Some(job);
            }
            state = self.ready.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
    }

    /// A job that is not over returns from its turn. It is dropped if it was stopped meanwhile: whoever set the
    /// flag looked for it here before.
    pub(super) fn put_back(&self, job: Job) {
        let mut state = self.lock();
        state.forget(&job);
        if state.closed || job.is_stopped() {
            drop(state);
            return;
        }
        state.waiting.push(job);
        self.ready.notify_one();
    }

    /// A job is over.
    pub(super) fn leave(&self, job: &Job) {
        self.lock().forget(job);
    }

    /// Drops the waiting jobs that nobody waits for.
    pub(super) fn drop_stopped(&self) {
        let mut state = self.lock();
        let (stopped, waiting): (Vec<_>, Vec<_>) = state.waiting.drain().partition(Job::is_stopped);
        state.waiting = waiting.into();
        drop(state);
        // Outside the lock: freeing a private table takes its time.
        drop(stopped);
    }

    /// Stops every job and lets the workers go.
    pub(super) fn close(&self) {
        let mut state = self.lock();
        state.closed = true;
        for (_, flight) in &state.running {
            flight.monitor().stop(Cause::Cancelled);
        }
        let waiting = std::mem::take(&mut state.waiting);
        drop(state);
        drop(waiting);
        self.ready.notify_all();
    }

    pub(super) fn load(&self) -> Load {
        self.lock().load()
    }

    /// The state is consistent whenever the lock is free, even after a panic of its holder.
    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl State {
    fn load(&self) -> Load {
        Load { running: self.running.len(), waiting: self.waiting.len() }
    }

    fn forget(&mut self, job: &Job) {
        self.running.retain(|&(number, _)| number != job.number);
    }
}

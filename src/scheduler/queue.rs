//! The jobs that wait for a worker, and a note of those that run.

use super::Refusal;
use super::class::{Class, Shares};
use super::flight::Flight;
use super::job::Job;
use crate::solver::Cause;
use std::collections::BinaryHeap;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// How busy a scheduler is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Load {
    /// Searches that have a core: those of the workers, and those that their callers begin.
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

/// A bounded queue, in each class in the order of work attained.
pub(super) struct Queue {
    state: Mutex<State>,
    ready: Condvar,
    bound: usize,
}

#[derive(Default)]
struct State {
    waiting: [BinaryHeap<Job>; 2],
    shares: Shares,
    running: Vec<Running>,
    /// Workers that have nothing to do.
    idle: usize,
    admitted: u64,
    closed: bool,
}

/// What a job has attained when it may have more than one core, if there are any free.
pub(super) const LONG: Duration = Duration::from_millis(100);

/// A job that a worker has, or the caller who ordered it.
struct Running {
    number: u64,
    flight: Arc<Flight>,
    /// What it had attained when its turn began.
    attained: Duration,
    /// It was asked to give way.
    gives_way: bool,
    /// Cores that it has beside that of its thread.
    borrowed: usize,
    /// Who runs it.
    by: Runner,
}

/// Who runs a job.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Runner {
    Worker,
    Caller,
}

impl Queue {
    pub(super) fn new(bound: usize) -> Self {
        Self { state: Mutex::default(), ready: Condvar::new(), bound }
    }

    /// Takes in a new job.
    pub(super) fn admit(&self, mut job: Job) -> Result<(), Refusal> {
        let mut state = self.lock();
        state.enter(&mut job, self.bound)?;
        self.line_up(state, job);
        Ok(())
    }

    /// Takes in a new job. If a core is free it is given back to be run at once, on a thread that is no worker's; else it waits for a
    /// worker, for a core taken from long searches would be shared with them.
    pub(super) fn admit_or_start(&self, mut job: Job) -> Result<Option<Job>, Refusal> {
        let mut state = self.lock();
        state.enter(&mut job, self.bound)?;
        if state.free_cores() > 0 {
            state.start(&job, Runner::Caller, 0);
            return Ok(Some(job));
        }
        self.line_up(state, job);
        Ok(None)
    }

    /// A job waits for a worker.
    fn line_up(&self, mut state: MutexGuard<'_, State>, job: Job) {
        state.ask_for_core(job.flight().class());
        state.wait(job);
        drop(state);
        self.ready.notify_one();
    }

    /// Workers that have nothing to do.
    #[cfg(test)]
    pub(super) fn idle(&self) -> usize {
        self.lock().idle
    }

    /// A job that ran on a thread that is no worker's is to go on with the workers, as by [`Queue::put_back`].
    pub(super) fn hand_over(&self, job: Job) {
        let mut state = self.lock();
        state.forget(&job);
        if !state.is_over_for(&job) {
            self.line_up(state, job);
        }
    }

    /// The job with the least work attained of the class whose turn it is, when there is one; `None` when the queue is closed.
    pub(super) fn next(&self) -> Option<Job> {
        let mut state = self.lock();
        loop {
            if state.closed {
                return None;
            }
            if let Some(job) = state.take() {
                return Some(job);
            }
            state.idle += 1;
            state = self.ready.wait(state).unwrap_or_else(PoisonError::into_inner);
            state.idle -= 1;
        }
    }

    /// A job that is not over returns from its turn. It is dropped if it was stopped meanwhile: whoever set the
    /// flag looked for it here before.
    pub(super) fn put_back(&self, job: Job) {
        let mut state = self.lock();
        state.forget(&job);
        // The worker that brings it looks for its next job itself.
        if !state.is_over_for(&job) {
            state.wait(job);
        }
    }

    /// A job is over.
    pub(super) fn leave(&self, job: &Job) {
        self.lock().forget(job);
    }

    /// Somebody who looks on has joined a search: where it waits, it waits among those of its new class.
    pub(super) fn hurry(&self, flight: &Arc<Flight>) {
        let mut state = self.lock();
        flight.set_class(Class::Interactive);
        let bulk = std::mem::take(&mut state.waiting[Class::Bulk as usize]);
        for job in bulk {
            state.wait(job);
        }
    }

    /// Drops the waiting jobs that nobody waits for.
    pub(super) fn drop_stopped(&self) {
        let mut state = self.lock();
        let mut dropped = Vec::new();
        for waiting in &mut state.waiting {
            let (stopped, going_on): (Vec<_>, Vec<_>) = waiting.drain().partition(Job::is_stopped);
            *waiting = going_on.into();
            dropped.extend(stopped);
        }
        drop(state);
        // Outside the lock: freeing a private table takes its time.
        drop(dropped);
    }

    /// Stops every job and lets the workers go.
    pub(super) fn close(&self) {
        let mut state = self.lock();
        state.closed = true;
        for running in &state.running {
            running.flight.monitor().stop(Cause::Cancelled);
        }
        let waiting = std::mem::take(&mut state.waiting);
        drop(state);
        drop(waiting);
        self.ready.notify_all();
    }

    pub(super) fn load(&self) -> Load {
        self.lock().load()
    }

    /// Searches among those that wait that have had their first turn.
    pub(super) fn paused(&self) -> usize {
        let has_begun = |job: &&Job| !job.attained().is_zero();
        self.lock().waiting.iter().flatten().filter(has_begun).count()
    }

    /// The state is consistent whenever the lock is free, even after a panic of its holder.
    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl State {
    fn load(&self) -> Load {
        Load { running: self.running.len(), waiting: self.waiting.iter().map(BinaryHeap::len).sum() }
    }

    /// Bulk searches, running or not.
    fn bulk(&self) -> usize {
        let running = self.running.iter().filter(|running| running.flight.class() == Class::Bulk).count();
        running + self.waiting[Class::Bulk as usize].len()
    }

    /// Counts a new job, if there is room for it.
    fn enter(&mut self, job: &mut Job, bound: usize) -> Result<(), Refusal> {
        if self.closed {
            return Err(Refusal::Closed);
        }
        // Bulk work takes half of the room at most, whatever there is of it: single callers find a place.
        let is_crowded = job.flight().class() == Class::Bulk && self.bulk() >= (bound / 2).max(1);
        if self.load().live() >= bound || is_crowded {
            return Err(Refusal::TooManySearches);
        }
        job.number = self.admitted;
        self.admitted += 1;
        Ok(())
    }

    /// True if a job gets no other turn. (Whoever finds so drops it after the lock.)
    fn is_over_for(&self, job: &Job) -> bool {
        self.closed || job.is_stopped()
    }

    /// Asks for a core for a job that comes. If no worker is idle, the job that has attained most of those that run gives way to it; a job
    /// that has borrowed the cores of idle workers gives them back.
    fn ask_for_core(&mut self, class: Class) {
        if self.idle > self.load().waiting {
            self.call_back();
        } else if class == Class::Interactive {
            self.make_way();
        }
    }

    /// A job runs from now on, with so many cores beside that of its thread.
    fn start(&mut self, job: &Job, by: Runner, borrowed: usize) {
        let flight = Arc::clone(job.flight());
        flight.monitor().lend(1 + borrowed);
        let (number, attained) = (job.number, job.attained());
        self.running.push(Running { number, flight, attained, gives_way: false, borrowed, by });
    }

    fn wait(&mut self, job: Job) {
        self.waiting[job.flight().class() as usize].push(job);
    }

    /// The next job, which then counts as running.
    fn take(&mut self) -> Option<Job> {
        let class = self.shares.next(|class| !self.waiting[class as usize].is_empty())?;
        let job = self.waiting[class as usize].pop()?;
        job.flight().monitor().go_on();
        let of_use = job.most_hands().saturating_sub(1);
        let borrowed = if job.attained() >= LONG { self.free_cores().min(of_use) } else { 0 };
        self.start(&job, Runner::Worker, borrowed);
        Some(job)
    }

    /// Cores that nobody has or waits for.
    fn free_cores(&self) -> usize {
        let borrowed: usize = self.running.iter().map(|running| running.borrowed).sum();
        self.idle.saturating_sub(self.load().waiting + borrowed)
    }

    /// Asks for a core that is lent, if there is one.
    fn call_back(&self) {
        if let Some(borrower) = self.running.iter().filter(|running| running.borrowed > 0).max_by_key(|it| it.borrowed)
        {
            borrower.flight.monitor().pause();
        }
    }

    /// Asks a worker for its core.
    fn make_way(&mut self) {
        let can_give = |running: &&mut Running| running.by == Runner::Worker && !running.gives_way;
        let asked = self.running.iter_mut().filter(can_give);
        let Some(most) = asked.max_by_key(|running| (running.flight.class() as usize, running.attained)) else {
            return;
        };
        most.gives_way = true;
        most.flight.monitor().pause();
    }

    /// A job's turn is over.
    fn forget(&mut self, job: &Job) {
        let Some(index) = self.running.iter().position(|running| running.number == job.number) else { return };
        let running = self.running.swap_remove(index);
        let class = running.flight.class();
        let is_alone = Class::ALL.iter().all(|&other| other == class || !self.has(other));
        // What the lent cores did is in what the job has attained.
        self.shares.charge(class, job.attained().saturating_sub(running.attained), is_alone);
    }

    fn has(&self, class: Class) -> bool {
        !self.waiting[class as usize].is_empty() || self.running.iter().any(|running| running.flight.class() == class)
    }
}

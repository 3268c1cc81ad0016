//! One search and what the queue needs to know of it.

use super::Order;
use super::certifying::{Certification, Certified};
use super::flight::{Answer, Failure, Flight};
use super::space::Reserved;
use crate::solver::{Cause, Limits, Monitor, Outcome, Search, Step, Table, Threads};
use std::cmp::Ordering;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::time::{Duration, Instant};

/// Work that runs in slices. (The tests have tasks of their own.)
pub(super) trait Task: Send {
    /// Runs for about `slice` nodes, or less if the monitor's stop flag is set.
    fn run(&mut self, slice: u64, monitor: &Monitor) -> Step;

    /// Threads that it can make use of now.
    fn most_hands(&self) -> usize {
        1
    }

    /// What it would answer if its callers had no more time; `None` while that is nothing.
    fn known(&self) -> Option<Outcome> {
        None
    }

    /// What became of the certificate, when it is over and one was asked for.
    fn certified(&self) -> Option<Certified> {
        None
    }
}

/// A search, made at its first turn: a private table is then allocated by a worker, and only when it is needed.
pub(super) enum SearchTask {
    /// Not begun.
    Ordered { order: Box<Order>, table: Memory },
    /// Begun.
    Begun { search: Box<Search>, order: Box<Order>, memory: Opened },
    /// Over, and being certified.
    Certifying { certification: Box<Certification>, _memory: Opened },
}

/// Where a search keeps its results.
pub(super) enum Memory {
    /// The table of all, and how many threads may work in it.
    Shared(Arc<Table>, Threads),
    Private(Option<Reserved>),
}

impl SearchTask {
    pub(super) fn new(order: Order, table: Memory) -> Self {
        Self::Ordered { order: Box::new(order), table }
    }

    /// Its callers have limits of time, each his own; a search has none.
    fn begin(&mut self) {
        let Self::Ordered { order, table } = self else { return };
        let (order, threads, memory) = (order.clone(), table.threads(), table.open());
        let limits = Limits { time: None, ..order.limits };
        let search = Search::with_threads(&order.problem, limits, Arc::clone(&memory.table), threads).aiming(order.aim);
        *self = Self::Begun { search: Box::new(search), order, memory };
    }

    /// The search is over; what is left to do is its certificate, if one is asked for.
    fn end(&mut self, outcome: Outcome) -> Step {
        let Self::Begun { order, memory, .. } = self else { return Step::Finished(outcome) };
        if !order.certificate {
            memory.space.iter_mut().for_each(Reserved::end);
            return Step::Finished(outcome);
        }
        match Certification::of(order, outcome, Arc::clone(&memory.table)) {
            Err(outcome) => Step::Finished(outcome),
            Ok(certification) => {
                let memory =
                    Opened { table: Arc::clone(&memory.table), threads: Threads::ONE, space: memory.space.take() };
                *self = Self::Certifying { certification: Box::new(certification), _memory: memory };
                Step::Paused
            }
        }
    }
}

/// A table that is made.
pub(super) struct Opened {
    table: Arc<Table>,
    threads: Threads,
    /// Kept as long as the table.
    space: Option<Reserved>,
}

impl Memory {
    fn threads(&self) -> Threads {
        match self {
            Self::Shared(_, threads) => *threads,
            Self::Private(_) => Threads::ONE,
        }
    }

    fn open(&mut self) -> Opened {
        let threads = self.threads();
        match self {
            Self::Shared(table, _) => Opened { table: Arc::clone(table), threads, space: None },
            Self::Private(space) => {
                let mut space = space.take();
                let table = space.as_mut().map_or_else(|| Arc::new(Table::new(1)), Reserved::table);
                Opened { table, threads, space }
            }
        }
    }
}

impl Task for SearchTask {
    fn run(&mut self, slice: u64, monitor: &Monitor) -> Step {
        self.begin();
        match self {
            Self::Ordered { .. } => Step::Paused,
            Self::Begun { search, .. } => match search.run(slice, monitor) {
                Step::Paused => Step::Paused,
                Step::Finished(outcome) => self.end(outcome),
            },
            Self::Certifying { certification, .. } => certification.run(slice, monitor),
        }
    }

    fn most_hands(&self) -> usize {
        match self {
            Self::Ordered { table, .. } => table.threads().count,
            Self::Begun { memory, .. } => memory.threads.count,
            Self::Certifying { .. } => 1,
        }
    }

    fn known(&self) -> Option<Outcome> {
        match self {
            Self::Ordered { .. } => None,
            Self::Begun { search, .. } => search.known(Cause::Time),
            Self::Certifying { certification, .. } => Some(certification.outcome().clone()),
        }
    }

    fn certified(&self) -> Option<Certified> {
        match self {
            Self::Certifying { certification, .. } => certification.made(),
            Self::Ordered { .. } | Self::Begun { .. } => None,
        }
    }
}

/// Nodes of the first slice of a search; each later one has twice as many, up to the scheduler's slice. When many
/// searches come at once the short ones among them are answered after these small slices, not after large ones of all.
const FIRST_SLICE: u64 = 256;

/// A search in the queue. The greatest job is the one whose turn it is.
pub(super) struct Job {
    task: Box<dyn Task>,
    flight: Arc<Flight>,
    /// Time its slices took, of all its threads.
    attained: Duration,
    /// Nodes of its next slice.
    slice: u64,
    /// Order of arrival, set by the queue.
    pub(super) number: u64,
}

impl Job {
    pub(super) fn new(task: Box<dyn Task>, flight: Arc<Flight>) -> Self {
        Self { task, flight, attained: Duration::ZERO, slice: FIRST_SLICE, number: 0 }
    }

    /// Time its slices took.
    pub(super) fn attained(&self) -> Duration {
        self.attained
    }

    /// Threads that it can make use of now.
    pub(super) fn most_hands(&self) -> usize {
        self.task.most_hands()
    }

    pub(super) fn flight(&self) -> &Arc<Flight> {
        &self.flight
    }

    /// True if nobody waits for it any more.
    pub(super) fn is_stopped(&self) -> bool {
        self.flight.monitor().stopped().is_some()
    }

    /// Runs one slice of at most `most` nodes. A panic of the search is contained and ends it: the job must not be
    /// run again.
    pub(super) fn turn(&mut self, most: u64) -> Option<Answer> {
        let start = Instant::now();
        let monitor = self.flight.monitor();
        let hands = u32::try_from(monitor.hands()).unwrap_or(1);
        let slice = self.slice.min(most);
        self.slice = slice.saturating_mul(2);
        let step = catch_unwind(AssertUnwindSafe(|| self.task.run(slice.saturating_mul(u64::from(hands)), monitor)));
        self.attained += start.elapsed() * hands;
        match step {
            Ok(Step::Paused) => {
                self.flight.note(self.task.known());
                None
            }
            Ok(Step::Finished(outcome)) => {
                self.flight.certify(self.task.certified());
                Some(Ok(outcome))
            }
            Err(_) => Some(Err(Failure::Panicked)),
        }
    }
}

/// However a job ends, nobody waits for it for ever.
impl Drop for Job {
    fn drop(&mut self) {
        if !self.flight.has_landed() {
            self.flight.land(Err(Failure::Closed));
        }
    }
}

impl Ord for Job {
    fn cmp(&self, other: &Self) -> Ordering {
        (other.attained, other.number).cmp(&(self.attained, self.number))
    }
}

impl PartialOrd for Job {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl PartialEq for Job {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other).is_eq()
    }
}

impl Eq for Job {}

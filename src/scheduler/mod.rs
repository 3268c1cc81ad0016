//! Many searches on few cores.
//!
//! A search is a value that can be paused, so a fixed number of worker threads (as many as cores) serve any number of
//! searches: each turn a worker takes the search with the **least work attained so far**, runs one slice of it and
//! puts it back. A short search therefore never waits behind long ones for more than about a slice. Slices grow with the
//! work attained, so that a burst of new searches is sorted into short and long ones quickly.
//!
//! - **First turns.** Where a core is free, the first millisecond or so of an interactive search is run by the thread that orders it: a
//!   problem of a few plies is answered without a word between threads. Not so searches with a node limit or a certificate, which may
//!   have to make a table. (Without a free core this gave short calls half of the cores instead of all: 1,100 calls/s beside 8 endless
//!   searches on 2 cores instead of 1,750.)
//! - **Giving way.** When a new search comes and every worker has one, the one that has attained most ends its slice at once.
//! - **Free cores.** A search that has attained a tenth of a second gets a thread for each worker that has nothing to do, until there
//!   is something to do.
//! - **Classes.** Bulk work gets a quarter of the time while there is interactive work, and interactive work the rest.
//! - **Admission.** The number of live searches (running, paused, waiting) is bounded; above it a caller is told at
//!   once that the scheduler is busy. Bulk work has at most half of the places, and half of the memory for private tables.
//! - **Sharing.** Callers with the same problem (placement, attacker, ply limit) and the same aim share one search. It has no time
//!   limit of its own: each caller leaves at its own, with what is known then, and when the last one has left the search is stopped.
//! - **Answers given before.** The last few thousand decided answers are kept and given again at once.
//! - **Repeatable searches.** An order with a node limit gets a search and a private table of its own.
//! - **Cancelling.** A [`Ticket`] is a caller's interest: dropping it is all that is needed.
//!
//! Memory: the shared table, the private tables (their sum is bounded by [`Config::private_tables_mib`]), and for each
//! live search its explicit stack and its store of loops, which the solver bounds (the store by a sixteenth of the table, and 32 MiB).
//!
//! Lock order: an entry of the map of flights before the queue, never the other way round.

mod certifying;
mod class;
mod flight;
mod job;
mod key;
mod queue;
mod recent;
mod space;

pub use certifying::{Certified, MOST_NODES};
pub use class::Class;
pub use flight::{Failure, Ticket};
pub use queue::Load;

use crate::solver::{Aim, Cause, Limits, Outcome, Problem, Progress, Statistics, Table, Threads};
use dashmap::{DashMap, Entry};
use flight::Flight;
use job::{Job, Memory, SearchTask, Task};
use key::ProblemKey;
use queue::Queue;
use recent::Recent;
use space::Space;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread::JoinHandle;
use std::time::Duration;
use tokio::time::Instant;

/// Sizes of a scheduler.
#[derive(Clone, Debug)]
pub struct Config {
    /// Worker threads; at least 1.
    pub workers: usize,
    /// Most live searches; at least 1.
    pub live: usize,
    /// Nodes a search runs before another gets its turn; the first slices of a search are smaller.
    pub slice: u64,
    /// Bound on the sum of the private tables of live searches, in MiB.
    pub private_tables_mib: usize,
    /// Node bound of a shared search; `None`: none.
    pub max_nodes: Option<u64>,
    /// The most threads of a shared search, the worker whose turn it is among them. More than one it has only in turns that begin
    /// while other workers have nothing to do, and not before it has attained something. A repeatable search has one.
    pub threads: Threads,
}

/// What a caller wants searched.
#[derive(Clone, Debug)]
pub struct Order {
    /// The problem.
    pub problem: Problem,
    /// The caller's limits. With a node limit the search is repeatable and private.
    pub limits: Limits,
    /// What is to be found out.
    pub aim: Aim,
    /// Whether its answer is to be certified, if it can be, within the same limits.
    pub certificate: bool,
    /// Size of the private table of a repeatable search, in MiB; it counts as at least 1.
    pub private_table_mib: usize,
    /// Who waits for it. A search that is shared is of the class of whoever is in the greatest hurry.
    pub class: Class,
}

/// Why an order is refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Refusal {
    /// As many searches as may be are live.
    #[error("the server has as many searches as it admits")]
    TooManySearches,
    /// The private tables together would exceed their bound.
    #[error("the private tables of the searches with node limits use all the memory set aside for them")]
    NoTableSpace,
    /// The scheduler is being closed.
    #[error("the server is shutting down")]
    Closed,
}

/// Admits orders and runs them. Dropping it stops every search and ends the workers.
pub struct Scheduler {
    shared: Arc<Shared>,
    workers: Vec<JoinHandle<()>>,
}

/// What workers, tickets and the scheduler share.
struct Shared {
    queue: Queue,
    flights: DashMap<ProblemKey, Arc<Flight>>,
    recent: Recent,
    table: Arc<Table>,
    space: Space,
    /// Nodes of all turns that are over.
    nodes: AtomicU64,
    config: Config,
}

/// What a search has attained, at most, when another of its first turns begins on its caller's thread. A call of three plies, eight at a
/// time, then costs 0.66 of the CPU time, and one at a time 0.72.
const BEGINNING: Duration = Duration::from_millis(1);

/// Nodes of such a turn: some hundred microseconds, after which the time is looked at.
const BEGINNING_SLICE: u64 = 64;

/// Who runs the first turns of a new search.
#[derive(Clone, Copy, Debug)]
enum FirstTurn {
    /// Whoever orders it if a core is free, before it is told anything: short problems are over then, and nobody had to be woken for them.
    OfCaller,
    /// A worker, when its turn has come.
    OfWorker,
}

impl FirstTurn {
    /// Bulk work has its share of the workers' time, and takes none beside it; a certificate is not made in a moment.
    fn of(class: Class, certificate: bool) -> Self {
        if class == Class::Interactive && !certificate { Self::OfCaller } else { Self::OfWorker }
    }
}

impl Scheduler {
    /// Starts the workers. Searches without a node limit share `table`.
    ///
    /// # Panics
    /// If the system refuses a thread.
    pub fn new(config: Config, table: Arc<Table>) -> Self {
        let shared = Arc::new(Shared {
            queue: Queue::new(config.live.max(1)),
            flights: DashMap::new(),
            recent: Recent::new(),
            table,
            space: Space::new(config.private_tables_mib),
            nodes: AtomicU64::new(0),
            config,
        });
        let workers = (0..shared.config.workers.max(1)).map(|index| spawn_worker(index, &shared)).collect();
        Self { shared, workers }
    }

    /// The answer to an order, if a search of the same problem gave it not long ago. A repeatable search takes no answer from anywhere.
    pub fn answered(&self, order: &Order) -> Option<Outcome> {
        if order.limits.nodes.is_some() {
            return None;
        }
        self.shared.recent.look(&ProblemKey::new(order))
    }

    /// Admits an order, or joins it to a search of the same problem, or gives an answer from before: its own, or else the one that is
    /// `known` elsewhere, which only a search that is not repeatable asks for. Blocks for the first turns of an interactive search
    /// at most, some milliseconds.
    ///
    /// # Errors
    /// If there is no room; a later try may succeed.
    pub fn submit(&self, order: Order, known: impl FnOnce() -> Option<Outcome>) -> Result<Ticket, Refusal> {
        let deadline = order.limits.time.and_then(|time| Instant::now().checked_add(time));
        if order.limits.nodes.is_some() {
            let space =
                self.shared.space.take(order.private_table_mib.max(1), order.class).ok_or(Refusal::NoTableSpace)?;
            let flight = self.shared.launch(order.class, SearchTask::new(order, Memory::Private(Some(space))))?;
            return Ok(Ticket::new(flight, Arc::clone(&self.shared), deadline));
        }
        let limits = Limits { nodes: self.shared.config.max_nodes, ..order.limits };
        let key = ProblemKey::new(&order);
        if let Some(outcome) = self.shared.recent.look(&key).or_else(known) {
            return Ok(self.settled(outcome));
        }
        let memory = Memory::Shared(Arc::clone(&self.shared.table), self.shared.config.threads);
        let (class, first_turn) = (order.class, FirstTurn::of(order.class, order.certificate));
        let mut ticket =
            self.ticket((key, class), first_turn, || SearchTask::new(Order { limits, ..order }, memory))?;
        ticket.deadline = deadline;
        Ok(ticket)
    }

    /// A ticket for the search of a problem: for the one in the air, or for a new one, which has had its first turn if that was the
    /// caller's to run.
    fn ticket<T: Task + 'static>(
        &self,
        (key, class): (ProblemKey, Class),
        first_turn: FirstTurn,
        task: impl FnOnce() -> T,
    ) -> Result<Ticket, Refusal> {
        let (flight, begun) = self.shared.board((key, class), first_turn, task)?;
        let ticket = Ticket::new(flight, Arc::clone(&self.shared), None);
        if let Some(job) = begun {
            self.shared.begin(job);
        }
        Ok(ticket)
    }

    /// A ticket to an answer that is known already: waiting for it does not wait.
    fn settled(&self, outcome: Outcome) -> Ticket {
        let flight = Arc::new(Flight::new(None, Class::Interactive));
        let statistics = Statistics { table_permille: self.shared.table.permille(), ..outcome.statistics };
        flight.land(Ok(Outcome { statistics, ..outcome }));
        let mut ticket = Ticket::new(flight, Arc::clone(&self.shared), None);
        ticket.is_settled = true;
        ticket
    }

    /// How busy it is.
    pub fn load(&self) -> Load {
        self.shared.queue.load()
    }

    /// Answers that were given again from memory.
    pub fn recent_hits(&self) -> u64 {
        self.shared.recent.hits()
    }

    /// Searches that have begun and wait for their next turn; looks at all that wait.
    pub fn paused(&self) -> usize {
        self.shared.queue.paused()
    }

    /// Nodes that all searches together have searched.
    pub fn nodes(&self) -> u64 {
        self.shared.nodes.load(Ordering::Relaxed)
    }

    /// The table that searches without a node limit share.
    pub fn table(&self) -> &Arc<Table> {
        &self.shared.table
    }
}

impl Drop for Scheduler {
    fn drop(&mut self) {
        self.shared.queue.close();
        for worker in self.workers.drain(..) {
            // A worker contains the panics of its searches; its own would have been reported by the panic hook.
            let _ = worker.join();
        }
    }
}

impl Shared {
    /// The flight of this problem: the one in the air, or a new one, with its job if the caller is to [`Shared::begin`] it.
    fn board<T: Task + 'static>(
        &self,
        (key, class): (ProblemKey, Class),
        first_turn: FirstTurn,
        task: impl FnOnce() -> T,
    ) -> Result<(Arc<Flight>, Option<Job>), Refusal> {
        match self.flights.entry(key.clone()) {
            Entry::Occupied(entry) => {
                let flight = entry.get();
                flight.join();
                if class == Class::Interactive && flight.class() == Class::Bulk {
                    self.queue.hurry(flight);
                }
                Ok((Arc::clone(flight), None))
            }
            Entry::Vacant(entry) => {
                let (flight, job) = departing((Some(key), class), task());
                let begun = match first_turn {
                    FirstTurn::OfCaller => self.queue.admit_or_start(job)?,
                    FirstTurn::OfWorker => self.queue.admit(job).map(|()| None)?,
                };
                entry.insert(Arc::clone(&flight));
                Ok((flight, begun))
            }
        }
    }

    /// A new flight that nobody can join, with one caller on board.
    fn launch(&self, class: Class, task: impl Task + 'static) -> Result<Arc<Flight>, Refusal> {
        let (flight, job) = departing((None, class), task);
        self.queue.admit(job)?;
        Ok(flight)
    }

    /// The first turns of a job, on the thread of the caller who ordered it.
    fn begin(&self, mut job: Job) {
        while job.attained() < BEGINNING && !job.flight().monitor().is_pausing() {
            if let Some(answer) = self.turn(&mut job, BEGINNING_SLICE) {
                return self.finish(&job, answer);
            }
        }
        self.queue.hand_over(job);
    }

    /// A job is over, with its answer.
    fn finish(&self, job: &Job, answer: flight::Answer) {
        self.queue.leave(job);
        self.land(job.flight(), answer);
    }

    /// A caller leaves; the last one stops the search, so that its core is free at once.
    fn leave(&self, flight: &Arc<Flight>) {
        let last = match flight.key() {
            // Counted under the entry's lock, so that nobody joins a flight that is being stopped.
            Some(key) => self.flights.remove_if(key, |_, known| Arc::ptr_eq(known, flight) && known.leave()).is_some(),
            None => flight.leave(),
        };
        if last && !flight.has_landed() {
            flight.monitor().stop(Cause::Cancelled);
            self.queue.drop_stopped();
        }
    }

    /// The search of `flight` is over: nobody may join any more, and those on board are told.
    fn land(&self, flight: &Arc<Flight>, answer: flight::Answer) {
        if let Some(key) = flight.key() {
            if let Ok(outcome) = &answer {
                self.recent.keep(key, outcome);
            }
            self.flights.remove_if(key, |_, known| Arc::ptr_eq(known, flight));
        }
        flight.land(answer);
    }

    /// One turn of a job, of at most so many nodes, which are counted.
    fn turn(&self, job: &mut Job, most: u64) -> Option<flight::Answer> {
        let sampled = |job: &Job| job.flight().monitor().sample().nodes;
        let before = sampled(job);
        let answer = job.turn(most);
        let after = match &answer {
            // The end of a search is told in its outcome only.
            Some(Ok(outcome)) => outcome.statistics.nodes,
            _ => sampled(job),
        };
        self.nodes.fetch_add(after.saturating_sub(before), Ordering::Relaxed);
        answer
    }

    /// A worker's life.
    fn work(&self) {
        while let Some(mut job) = self.queue.next() {
            match self.turn(&mut job, self.config.slice) {
                None => self.queue.put_back(job),
                Some(answer) => self.finish(&job, answer),
            }
        }
    }
}

/// A new flight, with one caller on board, and its job.
fn departing((key, class): (Option<ProblemKey>, Class), task: impl Task + 'static) -> (Arc<Flight>, Job) {
    let flight = Arc::new(Flight::new(key, class));
    let job = Job::new(Box::new(task), Arc::clone(&flight));
    (flight, job)
}

fn spawn_worker(index: usize, shared: &Arc<Shared>) -> JoinHandle<()> {
    let shared = Arc::clone(shared);
    std::thread::Builder::new()
        .name(format!("search-{index}"))
        .spawn(move || shared.work())
        .expect("the system gives a thread for each worker")
}

/// Statistics of a search that goes on, for a caller whose time is over.
fn so_far(progress: Progress, time: Duration, table_permille: u32) -> Statistics {
    let Progress { nodes, proof, disproof, .. } = progress;
    Statistics { nodes, time, proof, disproof, table_permille }
}

#[cfg(test)]
mod tests;

//! One search at a time, on the path that the service takes.

use crate::scheduler::{Class, Config, Failure, Order, Refusal, Scheduler, Ticket};
use crate::solver::{Aim, Limits, Problem, Table, Threads};
use std::io;
use std::sync::Arc;
use tokio::runtime::{Builder, Runtime};

/// Nodes between two looks of a worker at its queue; a stopped search leaves at once anyway.
const SLICE: u64 = 100_000;

/// Searches that may be live: one, and for a moment those that were just given up.
const LIVE: usize = 64;

/// A scheduler with a worker for each thread, which all serve the one search that runs.
pub(super) struct Searcher {
    scheduler: Scheduler,
    means: Means,
}

/// What searches get.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Means {
    /// Size of their table.
    pub(super) table_mib: u32,
    /// Threads of a search without a node limit.
    pub(super) threads: u16,
}

impl Searcher {
    pub(super) fn new(means: Means) -> Self {
        let Means { table_mib, threads } = means;
        let table = Arc::new(Table::new(table_mib as usize));
        let private_tables_mib = LIVE * table_mib as usize;
        let workers = usize::from(threads);
        let threads = Threads::new(workers);
        let config = Config { workers, live: LIVE, slice: SLICE, private_tables_mib, max_nodes: None, threads };
        Self { scheduler: Scheduler::new(config, table), means }
    }

    /// Begins a search; with a node limit it has a table of its own.
    pub(super) fn begin(&self, problem: Problem, limits: Limits, aim: Aim) -> io::Result<Ticket> {
        let private_table_mib = self.means.table_mib as usize;
        let class = Class::Interactive;
        let order = Order { problem, limits, aim, certificate: false, private_table_mib, class };
        self.scheduler.submit(order, || None).map_err(from_refusal)
    }

    /// Thousandths in use of the table that searches without a node limit share.
    pub(super) fn table_permille(&self) -> u32 {
        self.scheduler.table().permille()
    }

    /// That table.
    pub(super) fn table(&self) -> &Arc<Table> {
        self.scheduler.table()
    }

    pub(super) fn means(&self) -> Means {
        self.means
    }
}

fn from_refusal(refusal: Refusal) -> io::Error {
    io::Error::other(refusal)
}

/// A fault of the program, as an error of the command.
pub(super) fn from_failure(failure: Failure) -> io::Error {
    io::Error::other(failure)
}

/// What waits for a search, and meanwhile for everything else.
pub(super) fn runtime() -> io::Result<Runtime> {
    Builder::new_current_thread().enable_all().build()
}

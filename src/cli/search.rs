//! One search at a time, on the path that the service takes.

use crate::scheduler::{Config, Failure, Order, Refusal, Scheduler, Ticket};
use crate::solver::{Limits, Problem, Table};
use std::io;
use std::sync::Arc;
use tokio::runtime::{Builder, Runtime};

/// Nodes between two looks of the only worker at its queue; a stopped search leaves at once anyway.
const SLICE: u64 = 100_000;

/// Searches that may be live: one, and for a moment those that were just given up.
const LIVE: usize = 64;

/// A scheduler with one worker, and the size of the tables its searches get.
pub(super) struct Searcher {
    scheduler: Scheduler,
    table_mib: u32,
}

impl Searcher {
    pub(super) fn new(table_mib: u32) -> Self {
        let table = Arc::new(Table::new(table_mib as usize));
        let private_tables_mib = LIVE * table_mib as usize;
        let config = Config { workers: 1, live: LIVE, slice: SLICE, private_tables_mib, max_nodes: None };
        Self { scheduler: Scheduler::new(config, table), table_mib }
    }

    /// Begins a search; with a node limit it has a table of its own.
    pub(super) fn begin(&self, problem: Problem, limits: Limits) -> io::Result<Ticket> {
        let private_table_mib = self.table_mib as usize;
        self.scheduler.submit(Order { problem, limits, private_table_mib }).map_err(from_refusal)
    }

    /// Thousandths in use of the table that searches without a node limit share.
    pub(super) fn table_permille(&self) -> u32 {
        self.scheduler.table().permille()
    }

    pub(super) fn table_mib(&self) -> u32 {
        self.table_mib
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

//! A worker: one machine's share of the work.

use super::key::{self, VERSION};
use super::link::{Link, Settings};
use super::slot::Slot;
use crate::solver::Monitor;
use std::io;
use std::panic::resume_unwind;
use std::sync::Arc;
use std::thread;
use std::time::Duration;

/// Answers jobs on some threads. It may be stopped, or killed, at any time: what it has not answered goes to other workers.
pub struct Machine<'a> {
    /// Where NATS is.
    pub settings: Settings,
    /// Threads, each of which has one job at a time; at least 1.
    pub jobs: usize,
    /// The largest table of a job, in MiB, for each thread. Jobs that need more are left to others.
    pub largest_table_mib: usize,
    /// How long a job stays with a worker that says no more. All workers of a version have that of the last who came.
    pub lease: Duration,
    /// The monitor of a new search; `None` once no more is to be begun.
    pub monitors: &'a (dyn Fn() -> Option<Arc<Monitor>> + Sync),
    /// False once no more is to be done.
    pub goes_on: &'a (dyn Fn() -> bool + Sync),
    /// Hears sentences about what goes on.
    pub tell: &'a (dyn Fn(&str) + Sync),
}

impl Machine<'_> {
    /// Answers jobs until it is to go on no longer. A server that vanishes meanwhile is waited for.
    ///
    /// # Errors
    /// NATS cannot be reached or used at the beginning, or has lost the streams later; the system refuses a thread.
    ///
    /// # Panics
    /// If a thread does outside a search.
    pub fn run(&self) -> io::Result<()> {
        // One thread is enough to talk to the server; the others search.
        let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(1).enable_all().build()?;
        let link = Arc::new(runtime.block_on(Link::open(&self.settings, "tsumi worker"))?);
        let consumer = runtime.block_on(link.consumer(key::consumer(), key::all_jobs(), self.lease))?;
        let jobs = self.jobs.max(1);
        let threads = if jobs == 1 { "1 thread" } else { &format!("{jobs} threads") };
        (self.tell)(&format!("tsumi {VERSION} takes jobs from {} with {threads}", link.address()));
        thread::scope(|scope| {
            let start = |index| {
                let slot = Slot::new(self, (&link, &consumer), runtime.handle());
                thread::Builder::new().name(format!("worker-{index}")).spawn_scoped(scope, move || slot.run())
            };
            let slots: Vec<_> = (0..jobs).map(start).collect::<io::Result<_>>()?;
            let ended = slots.into_iter().map(|slot| slot.join().unwrap_or_else(|panic| resume_unwind(panic)));
            ended.collect()
        })
    }
}

//! Problems answered by threads of this process.

use super::certificate::{self, Judged};
use super::check::Effort;
use super::intake::{Intake, Taken, Task};
use super::report::{Body, Report};
use super::run::Runner;
use super::{Check, Examined, Stated};
use crate::scheduler::MOST_NODES;
use crate::solver::{Cause, Limits, Monitor, Outcome, Search, Table};
use std::io;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::mpsc::SyncSender;
use std::thread;

/// Answers problems on some threads, each with tables of its own that are empty at the start of a problem: nothing is carried from one
/// to the next.
pub struct Local<'a> {
    /// What is asked.
    pub check: Check,
    /// Threads; at least 1.
    pub jobs: usize,
    /// The monitor of a new search; `None` once no more is to be begun.
    pub monitors: &'a (dyn Fn() -> Option<Arc<Monitor>> + Sync),
}

impl Runner for Local<'_> {
    fn run(&self, intake: &Intake<'_>, reports: SyncSender<Report>) -> io::Result<()> {
        thread::scope(|scope| {
            for index in 0..self.jobs.max(1) {
                let reports = reports.clone();
                let worker = move || self.work(intake, &reports);
                thread::Builder::new().name(format!("verify-{index}")).spawn_scoped(scope, worker)?;
            }
            Ok(())
        })
    }
}

impl Local<'_> {
    /// One thread's part: answers items until none is left, somebody stops it, or nobody listens.
    fn work(&self, intake: &Intake<'_>, reports: &SyncSender<Report>) {
        let mut worker = Worker::new(self.check);
        while let Some(monitor) = (self.monitors)() {
            let report = match intake.take() {
                None => return,
                Some(Taken::Known(report)) => Some(*report),
                Some(Taken::Task(task)) => worker.report(*task, &monitor),
            };
            if report.is_some_and(|report| reports.send(report).is_err()) {
                return;
            }
        }
    }
}

/// One thread with its tables.
pub struct Worker {
    check: Check,
    tables: Vec<Arc<Table>>,
}

impl Worker {
    /// A thread that has answered nothing yet.
    pub fn new(check: Check) -> Self {
        Self { check, tables: Vec::new() }
    }

    /// The report of a problem; `None` if it was stopped. A panic of the search ends in the report.
    pub fn report(&mut self, Task { id, stated, same_as }: Task, monitor: &Monitor) -> Option<Report> {
        let examined = catch_unwind(AssertUnwindSafe(|| self.examine(&stated, monitor)));
        let body = if let Ok(examined) = examined {
            Body::Examined(examined?, stated)
        } else {
            // What the search has left of its tables is not to be trusted.
            self.tables.clear();
            Body::Failed("The search failed: a fault of the program.".to_owned(), stated)
        };
        Some(Report { id, same_as, body })
    }

    /// What there is to be said of a problem; `None` if it was stopped.
    pub fn examine(&mut self, stated: &Stated, monitor: &Monitor) -> Option<Examined> {
        let mut nodes = 0;
        let efforts: Vec<Effort> = self.check.efforts().collect();
        for (index, effort) in efforts.iter().enumerate() {
            let table = self.table(index, effort);
            let outcome = self.search(stated, effort.limits, (&table, monitor));
            nodes += outcome.statistics.nodes;
            if outcome.verdict.cut_off() == Some(Cause::Cancelled) {
                return None;
            }
            if index + 1 < efforts.len() && Effort::is_spent_by(&outcome.verdict) {
                continue;
            }
            let mut examined = Examined::new(stated, &self.check, &outcome);
            examined.certificate = self.certificate((stated, &outcome), table, monitor);
            examined.nodes = nodes;
            return monitor.stopped().is_none().then_some(examined);
        }
        None
    }

    /// The table of an effort, empty.
    fn table(&mut self, index: usize, effort: &Effort) -> Arc<Table> {
        if let Some(table) = self.tables.get(index) {
            table.clear();
            return Arc::clone(table);
        }
        let table = Arc::new(Table::new(effort.table_mib));
        self.tables.push(Arc::clone(&table));
        table
    }

    fn search(&self, stated: &Stated, limits: Limits, (table, monitor): (&Arc<Table>, &Monitor)) -> Outcome {
        let search = Search::new(&stated.problem, limits, Arc::clone(table));
        search.aiming(self.check.aim(&stated.claim)).run_to_end(monitor)
    }

    /// Made as the scheduler makes it: within what the search has left of the nodes.
    fn certificate(
        &self,
        (stated, outcome): (&Stated, &Outcome),
        table: Arc<Table>,
        monitor: &Monitor,
    ) -> Option<Judged> {
        if !self.check.certify {
            return None;
        }
        let left = self.check.limits.nodes.map_or(u64::MAX, |nodes| nodes.saturating_sub(outcome.statistics.nodes));
        let limits = Limits { nodes: Some(left.min(MOST_NODES)), ..self.check.limits };
        let made = certificate::make((&stated.problem, &outcome.verdict), (table, limits), monitor)?;
        Some(certificate::judge(&stated.problem, &made))
    }
}

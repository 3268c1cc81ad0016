//! Problems answered by threads of this process.

use super::certificate::{self, Judged};
use super::check::Effort;
use super::intake::{Intake, Taken, Task};
use super::report::{Body, Report};
use super::run::Runner;
use super::{Check, Examined, Stated};
use crate::scheduler::MOST_NODES;
use crate::solver::{Aim, Cause, Limits, Monitor, Outcome, Problem, Search, Table};
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

/// What an effort came to.
pub(super) enum Attempt {
    /// The problem is answered, as far as its limits allow.
    Answered(Answer),
    /// It took so many nodes, and another effort is to be made.
    Spent(u64),
}

/// The answer to a problem, before it is held against what is claimed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Answer {
    pub(super) outcome: Outcome,
    /// What became of the certificate, if one was made.
    pub(super) certificate: Option<Judged>,
}

impl Answer {
    /// The same with the nodes of the efforts before it.
    pub(super) fn after(mut self, nodes: u64) -> Self {
        self.outcome.statistics.nodes += nodes;
        self
    }

    /// Holds it against what is claimed.
    pub(super) fn examined(self, stated: &Stated, check: &Check) -> Examined {
        Examined { certificate: self.certificate, ..Examined::new(stated, check, &self.outcome) }
    }
}

/// One thread with its tables.
pub struct Worker {
    check: Check,
    /// One for each effort, as soon as it is made.
    tables: Vec<Option<Arc<Table>>>,
}

impl Worker {
    /// A thread that has answered nothing yet.
    pub fn new(check: Check) -> Self {
        Self { check, tables: Vec::new() }
    }

    /// What it is asked.
    pub(super) fn check(&self) -> &Check {
        &self.check
    }

    /// The report of a problem; `None` if it was stopped. A panic of the search ends in the report.
    pub fn report(&mut self, Task { id, stated, same_as }: Task, monitor: &Monitor) -> Option<Report> {
        let body = match self.contained(|worker| worker.examine(&stated, monitor)) {
            Ok(examined) => Body::Examined(examined?, stated),
            Err(reason) => Body::Failed(reason, stated),
        };
        Some(Report { id, same_as, body })
    }

    /// What there is to be said of a problem; `None` if it was stopped.
    pub fn examine(&mut self, stated: &Stated, monitor: &Monitor) -> Option<Examined> {
        let mut spent = 0;
        for index in 0..self.check.efforts().count() {
            match self.attempt(index, (&stated.problem, self.check.aim(&stated.claim)), monitor)? {
                Attempt::Spent(nodes) => spent += nodes,
                Attempt::Answered(answer) => return Some(answer.after(spent).examined(stated, &self.check)),
            }
        }
        None
    }

    /// Does some work; a panic in it becomes a sentence.
    pub(super) fn contained<T>(&mut self, work: impl FnOnce(&mut Self) -> T) -> Result<T, String> {
        catch_unwind(AssertUnwindSafe(|| work(self))).map_err(|_| {
            // What the search has left of its tables is not to be trusted.
            self.tables.clear();
            "The search failed: a fault of the program.".to_owned()
        })
    }

    /// Makes the effort with this index of [`Check::efforts`] at a problem; `None` if it was stopped, or there is no such effort.
    pub(super) fn attempt(
        &mut self,
        index: usize,
        (problem, aim): (&Problem, Aim),
        monitor: &Monitor,
    ) -> Option<Attempt> {
        let mut efforts = self.check.efforts().skip(index).peekable();
        let effort = efforts.next()?;
        let table = self.table(index, &effort);
        let search = Search::new(problem, effort.limits, Arc::clone(&table));
        let outcome = search.aiming(aim).run_to_end(monitor);
        if outcome.verdict.cut_off() == Some(Cause::Cancelled) {
            return None;
        }
        if efforts.peek().is_some() && Effort::is_spent_by(&outcome.verdict) {
            return Some(Attempt::Spent(outcome.statistics.nodes));
        }
        let certificate = self.certificate((problem, &outcome), table, monitor);
        monitor.stopped().is_none().then_some(Attempt::Answered(Answer { outcome, certificate }))
    }

    /// The table of an effort, empty.
    fn table(&mut self, index: usize, effort: &Effort) -> Arc<Table> {
        self.tables.resize(self.tables.len().max(index + 1), None);
        if let Some(table) = &self.tables[index] {
            table.clear();
            return Arc::clone(table);
        }
        Arc::clone(self.tables[index].insert(Arc::new(Table::new(effort.table_mib))))
    }

    /// Made as the scheduler makes it: within what the search has left of the nodes.
    fn certificate(
        &self,
        (problem, outcome): (&Problem, &Outcome),
        table: Arc<Table>,
        monitor: &Monitor,
    ) -> Option<Judged> {
        if !self.check.certify {
            return None;
        }
        let left = self.check.limits.nodes.map_or(u64::MAX, |nodes| nodes.saturating_sub(outcome.statistics.nodes));
        let limits = Limits { nodes: Some(left.min(MOST_NODES)), ..self.check.limits };
        let made = certificate::make((problem, &outcome.verdict), (table, limits), monitor)?;
        Some(certificate::judge(problem, &made))
    }
}

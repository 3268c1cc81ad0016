//! `tsumi bench`: measures the search on problem files, and holds its answers against the right ones.

mod certified;
mod judge;
mod lengths;
mod report;

use super::Exit;
use super::aim::{Length, Lengths};
use super::budget::{HashSize, ThreadCount};
use super::input::Reading;
use super::interrupt::Interrupt;
use super::suite::Suite;
use super::talk::talk;
use super::weights_file::WeightsFile;
use crate::notation::problem_file::Row;
use crate::solver::{Limits, Monitor, Problem, Search, Table, Threads, Weights};
use certified::Certification;
use cpu_time::{ProcessTime, ThreadTime};
use judge::{Answered, Measured};
use report::{Report, Summary};
use serde::Serialize;
use std::io::{self, Write};
use std::sync::{Arc, Mutex, mpsc};
use std::time::Duration;

/// Time for each problem when no limit is given.
const DEFAULT_LIMIT: Duration = Duration::from_secs(10);

/// Measure the search on problem files, and check its answers
///
/// Every problem is searched by one thread with an empty table, so that without a time limit that is hit the total of
/// nodes (the signature) is the same everywhere. Several threads on one problem are measured too, without a signature.
#[derive(clap::Args)]
pub(super) struct Bench {
    /// Problem files: tab-separated, columns found by their names (sfen, outcome, book, raw, name); a built-in suite by
    /// default
    #[arg(value_name = "FILE")]
    files: Vec<String>,
    /// Time for each problem, for example 5s; 10s when no limit is given
    #[arg(long, value_name = "TIME", value_parser = super::budget::duration)]
    limit: Option<Duration>,
    /// Nodes (moves made on the board) for each problem
    #[arg(long)]
    nodes: Option<u64>,
    #[command(flatten)]
    hash: HashSize,
    /// Search this many problems side by side, each on one thread with a table of its own
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: u16,
    /// Search each problem with this many threads together, one problem after another
    #[arg(long, value_name = "N", default_value_t = 1, conflicts_with_all = ["threads", "nodes"],
          value_parser = clap::value_parser!(u16).range(1..=i64::from(ThreadCount::MOST)))]
    problem_threads: u16,
    /// Keep the table from one problem to the next
    #[arg(long)]
    shared_table: bool,
    /// Make a certificate of every decided answer, within the limits of one problem again, and check it
    #[arg(long)]
    certify: bool,
    /// How far to go; `raw` and `conventional` have signatures of their own
    #[arg(long, value_enum, value_name = "KIND", default_value_t = Length::First)]
    length: Length,
    #[command(flatten)]
    lengths: Lengths,
    #[command(flatten)]
    form: Form,
    #[command(flatten)]
    weights_file: WeightsFile,
    /// What the file of weights holds, once it is read.
    #[arg(skip)]
    weights: Weights,
}

/// How it is told.
#[derive(clap::Args, Clone, Copy)]
struct Form {
    /// With `--length conventional`: a table of the problems whose length is not the book's, with their lines
    #[arg(long)]
    differ: bool,
    /// One JSON object a problem and one a file
    #[arg(long)]
    json: bool,
}

impl Bench {
    pub(super) fn run(mut self) -> io::Result<Exit> {
        self.weights = self.weights_file.read()?;
        let (mut out, interrupt) = (io::stdout().lock(), Interrupt::listen());
        let mut exit = Exit::Answered;
        for suite in Suite::all(&self.files) {
            let result = suite.map(|suite| self.measure_all(suite, &interrupt, &mut out));
            exit = exit.max(match result {
                Ok(ended) => ended?,
                Err(message) => {
                    talk(message);
                    Exit::Failed
                }
            });
        }
        Ok(exit)
    }

    fn limits(&self) -> Limits {
        // Without any limit a hard problem would run for ever.
        let unlimited = self.limit.is_none() && self.nodes.is_none();
        Limits { time: if unlimited { Some(DEFAULT_LIMIT) } else { self.limit }, nodes: self.nodes, plies: None }
    }

    fn measure_all(&self, suite: Suite, interrupt: &Interrupt, out: &mut impl Write) -> io::Result<Exit> {
        let Suite { name, rows } = suite;
        let (mut summary, count) = (Summary::new(&name), rows.len());
        let (sender, measured) = mpsc::channel();
        if !self.form.json {
            Report::titles(self.certify, out)?;
        }
        let queue = Mutex::new(rows.into_iter());
        let next = || queue.lock().ok().and_then(|mut rows| rows.next());
        std::thread::scope(|scope| {
            for _ in 0..self.threads {
                let (sender, next) = (sender.clone(), &next);
                scope.spawn(move || self.work(next, interrupt, &sender));
            }
            drop(sender);
            measured.iter().take(count).try_for_each(|measured| {
                summary.add(&measured, self.length.stage());
                self.print(&Report::new(&name, &measured, self.length.stage()), out)
            })
        })?;
        if self.form.json {
            json(&summary, out)?;
        } else {
            summary.text(self.length.stage(), out)?;
        }
        if self.form.differ && !self.form.json {
            summary.differing(out)?;
        }
        Ok(if summary.is_clean(count) { Exit::Answered } else { Exit::Failed })
    }

    /// One thread's part: takes problems until none is left or somebody stops it.
    fn work(&self, next: &(impl Fn() -> Option<Row> + Sync), interrupt: &Interrupt, done: &mpsc::Sender<Measured>) {
        let table = Arc::new(Table::new(self.hash.mib as usize));
        // The first problem would be charged with up to two seconds of the system's time for a table of 1 GiB.
        table.touch();
        while let Some((monitor, row)) = interrupt.monitor().and_then(|monitor| Some((monitor, next()?))) {
            if !self.shared_table {
                table.clear();
            }
            if done.send(self.measure(row, &table, &monitor)).is_err() {
                return;
            }
        }
    }

    fn measure(&self, row: Row, table: &Arc<Table>, monitor: &Monitor) -> Measured {
        let problem = Reading::default().problem(&row.sfen);
        let clock = CpuClock::start(self.problem_threads);
        let answered = match &problem {
            Ok(problem) => Answered::Outcome(self.search(problem, table).run_to_end(monitor)),
            Err(refusal) => Answered::Refused(refusal.codes()),
        };
        let cpu = clock.elapsed();
        let certification = match (&problem, &answered) {
            (Ok(problem), Answered::Outcome(outcome)) if self.certify => {
                Certification::of((problem, &outcome.verdict), (Arc::clone(table), self.limits()), monitor)
            }
            _ => None,
        };
        Measured { row, answered, cpu, threads: self.problem_threads, certification }
    }

    fn search(&self, problem: &Problem, table: &Arc<Table>) -> Search {
        let threads = Threads::new(usize::from(self.problem_threads));
        let search = Search::with_threads(problem, self.limits(), Arc::clone(table), threads);
        search.weighed(&self.weights).aiming(self.lengths.aim(self.length))
    }

    fn print(&self, report: &Report, out: &mut impl Write) -> io::Result<()> {
        if self.form.json { json(report, out) } else { report.text(out) }
    }
}

/// CPU time of what searches one problem: this thread, or all while nothing else runs.
enum CpuClock {
    Thread(ThreadTime),
    Process(ProcessTime),
}

impl CpuClock {
    fn start(threads: u16) -> Self {
        if threads == 1 { Self::Thread(ThreadTime::now()) } else { Self::Process(ProcessTime::now()) }
    }

    fn elapsed(&self) -> Duration {
        match self {
            Self::Thread(start) => start.elapsed(),
            Self::Process(start) => start.elapsed(),
        }
    }
}

fn json(value: &impl Serialize, out: &mut impl Write) -> io::Result<()> {
    serde_json::to_writer(&mut *out, value)?;
    writeln!(out)
}

//! `tsumi tune`: looks for weights with which problems take fewer nodes.
//!
//! Half of the problems train, and the others tell whether what was gained holds for problems that were not looked at.

mod descent;
mod gauge;

use super::Exit;
use super::budget;
use super::input::Reading;
use super::interrupt::Interrupt;
use super::suite::Suite;
use super::talk::talk;
use super::weights_file::WeightsFile;
use crate::solver::{Problem, Weights};
use descent::{Change, Point};
use gauge::{Gauge, mean_log};
use std::io::{self, Write};
use std::time::{Duration, Instant};

/// Tune the weights that first proof and disproof numbers are made of
///
/// The best weights found go to standard output as JSON, which `tsumi bench --weights` reads. The same arguments, without --time, find
/// the same weights everywhere. Ctrl-C ends the tuning with the best so far.
#[derive(clap::Args)]
pub(super) struct Tune {
    /// Problem files, as for bench; the built-in suite by default
    #[arg(value_name = "FILE")]
    files: Vec<String>,
    #[command(flatten)]
    start: WeightsFile,
    /// Nodes for each problem; one that is not decided within them counts as twice as many
    #[arg(long, default_value_t = 1_000_000, value_parser = clap::value_parser!(u64).range(1..))]
    nodes: u64,
    /// Leave out problems that take fewer nodes with the weights at the start
    #[arg(long, value_name = "NODES", default_value_t = 5000)]
    least: u64,
    /// Size of each thread's transposition table in MiB
    #[arg(long, value_name = "MIB", default_value_t = 64, value_parser = budget::table_size)]
    hash_mib: u32,
    /// Search this many problems side by side; by default one a core
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    jobs: Option<u16>,
    /// Try every weight at most this many times
    #[arg(long, value_name = "N", default_value_t = u32::MAX, hide_default_value = true)]
    rounds: u32,
    /// Begin no measurement after this time
    #[arg(long, value_name = "TIME", value_parser = budget::duration)]
    time: Option<Duration>,
    /// Train on all problems and hold none out
    #[arg(long)]
    whole: bool,
}

/// Problems with their nodes at the start.
#[derive(Default)]
struct Half {
    problems: Vec<Problem>,
    nodes: Vec<u64>,
}

impl Tune {
    pub(super) fn run(self) -> io::Result<Exit> {
        let start = self.start.read()?;
        let until = self.time.and_then(|time| Instant::now().checked_add(time));
        let problems = self.problems()?;
        let gauge = Gauge::new((self.jobs(), self.hash_mib), self.nodes, Interrupt::listen());
        let nodes =
            gauge.nodes(&problems, &start).ok_or_else(|| io::Error::other("stopped before the start was measured"))?;
        let (training, held_out) = self.halves(problems.into_iter().zip(nodes))?;
        let stopped = || until.is_some_and(|until| Instant::now() >= until);
        let measure = |weights: &Weights| {
            let nodes = if stopped() { None } else { gauge.nodes(&training.problems, weights) };
            nodes.map_or(f64::INFINITY, |nodes| mean_log(&nodes))
        };
        let start = Point { weights: start, cost: mean_log(&training.nodes) };
        let best = descent::descend(start, self.rounds, measure, tell);
        print(&best.weights)?;
        for (name, half) in [("trained on", &training), ("held out", &held_out)] {
            tell_gain(name, half, gauge.nodes(&half.problems, &best.weights));
        }
        Ok(Exit::Answered)
    }

    fn jobs(&self) -> u16 {
        let cores = || std::thread::available_parallelism().ok().and_then(|cores| u16::try_from(cores.get()).ok());
        self.jobs.or_else(cores).unwrap_or(1)
    }

    /// What can be searched; bench tells which rows must be refused.
    fn problems(&self) -> io::Result<Vec<Problem>> {
        let suites: Result<Vec<Suite>, String> = Suite::all(&self.files).into_iter().collect();
        let rows = suites.map_err(io::Error::other)?.into_iter().flat_map(|suite| suite.rows);
        Ok(rows.filter_map(|row| Reading::default().problem(&row.sfen).ok()).collect())
    }

    /// The problems worth measuring, every other one held out.
    fn halves(&self, measured: impl ExactSizeIterator<Item = (Problem, u64)>) -> io::Result<(Half, Half)> {
        let count = measured.len();
        let (mut training, mut held_out) = (Half::default(), Half::default());
        let kept = measured.filter(|(_, nodes)| (self.least..=self.nodes).contains(nodes));
        for ((problem, nodes), train) in kept.zip([true, self.whole].into_iter().cycle()) {
            let half = if train { &mut training } else { &mut held_out };
            half.problems.push(problem);
            half.nodes.push(nodes);
        }
        talk(format_args!(
            "{count} problems, {} decided in {} to {} nodes: {} to train on, {} held out",
            training.nodes.len() + held_out.nodes.len(),
            self.least,
            self.nodes,
            training.nodes.len(),
            held_out.nodes.len()
        ));
        if training.nodes.is_empty() {
            Err(io::Error::other("no problem is left to train on"))
        } else {
            Ok((training, held_out))
        }
    }
}

fn tell(change: &Change) {
    let Change { name, from, to } = change;
    let value = |point: &Point| descent::value(&point.weights, name);
    talk(format_args!(
        "{name} {} -> {}: geometric mean {:.0} -> {:.0} nodes",
        value(from),
        value(to),
        from.cost.exp2(),
        to.cost.exp2()
    ));
}

fn tell_gain(name: &str, half: &Half, after: Option<Vec<u64>>) {
    let Some(after) = after else { return talk(format_args!("{name}: gain not measured, interrupted")) };
    if half.nodes.is_empty() {
        return;
    }
    let (before, now) = (mean_log(&half.nodes), mean_log(&after));
    talk(format_args!(
        "{name}: {} problems, {} -> {} nodes, geometric mean {:.0} -> {:.0}, ratio {:.4}",
        after.len(),
        half.nodes.iter().sum::<u64>(),
        after.iter().sum::<u64>(),
        before.exp2(),
        now.exp2(),
        (now - before).exp2()
    ));
}

fn print(weights: &Weights) -> io::Result<()> {
    let mut out = io::stdout().lock();
    serde_json::to_writer_pretty(&mut out, weights)?;
    writeln!(out)
}

//! A search as a value that can be paused: first decide, then find a line.

use super::answer::Answering;
use super::crew::{Crew, INTERVAL, Stint};
use super::length::Plies;
use super::line::{LineFinder, Walk};
use super::node::Value;
use super::path::Heads;
use super::proof_number::{INFINITE, LARGEST};
use super::refutation::{Refuter, Sought};
use super::view::View;
use super::{
    Aim, Cause, Convention, Limits, Mate, Monitor, Outcome, Problem, Stage, Statistics, Table, Threads, Verdict,
    Weights,
};
use crate::shogi::{Color, Move};
use std::sync::Arc;
use std::time::Instant;

/// One df-pn search, run in slices.
pub struct Search {
    limits: Limits,
    aim: Aim,
    threads: Threads,
    started: Instant,
    table: Arc<Table>,
    /// How the problem was turned so that lines are chosen in canonical orientation.
    view: View,
    phase: Phase,
}

/// What a slice ended with.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Step {
    /// The slice is spent; call [`Search::run`] again to go on.
    Paused,
    /// The search is over. Calling [`Search::run`] again gives the same outcome.
    Finished(Outcome),
}

enum Phase {
    Deciding(Box<Crew>),
    FindingLine(Box<LineFinder>),
    /// No mate, with the defender to move.
    Refuting(Box<Refuter>),
    Answering(Box<Answering>),
    Over(Outcome),
}

impl Search {
    /// A search of `problem` that has not begun. Its results go to `table`, which other searches may share.
    pub fn new(problem: &Problem, limits: Limits, table: Arc<Table>) -> Self {
        Self::with_threads(problem, limits, table, Threads::ONE)
    }

    /// The same with several threads, which live while a slice runs. The verdict is that of one thread; the nodes, the length first
    /// proved and the line differ from run to run.
    pub fn with_threads(problem: &Problem, limits: Limits, table: Arc<Table>, threads: Threads) -> Self {
        let (view, position) = View::of(problem);
        let crew = Crew::new(position, (target_of(limits), Convention::None), &table, threads);
        let phase = Phase::Deciding(Box::new(crew));
        Self { limits, aim: Aim::FIRST, threads, started: Instant::now(), table, view, phase }
    }

    /// The same search, not begun, to find out more than the first proof.
    #[must_use]
    pub fn aiming(mut self, aim: Aim) -> Self {
        self.aim = aim.completed();
        self
    }

    /// The same search, not begun, with other weights than the default.
    #[must_use]
    pub fn weighed(mut self, weights: &Weights) -> Self {
        if let Phase::Deciding(crew) = &mut self.phase {
            crew.weigh(weights);
        }
        self
    }

    /// Runs for about `slice` nodes, or less if a limit or the monitor's flags end it, or the problem has just been decided and more
    /// is to be found out.
    pub fn run(&mut self, slice: u64, monitor: &Monitor) -> Step {
        let end = self.nodes().saturating_add(slice);
        loop {
            if let Phase::Over(outcome) = &self.phase {
                return Step::Finished(outcome.clone());
            }
            if let Some(cause) = self.limit_reached(monitor) {
                self.give_up(cause);
                continue;
            }
            if self.nodes() >= end {
                return Step::Paused;
            }
            let was_known = self.is_decided();
            self.advance(end.min(self.limits.nodes.unwrap_or(u64::MAX)), monitor);
            if self.is_decided() && !was_known || monitor.is_pausing() && !self.is_over() {
                return Step::Paused;
            }
        }
    }

    /// What is known while the search looks for more, as it would be told if `cause` ended it now; `None` before there is a line of a mate,
    /// or no mate. A slice ends as soon as there is either.
    pub fn known(&self, cause: Cause) -> Option<Outcome> {
        let (verdict, numbers) = match &self.phase {
            Phase::Answering(answering) => {
                let mate = self.view.turn_back(answering.cut_off(cause));
                (Verdict::Mate(Box::new(mate)), (0, INFINITE))
            }
            Phase::Refuting(_) => (Verdict::NoMate, (INFINITE, 0)),
            _ => return None,
        };
        Some(Outcome { verdict, refutation: None, statistics: self.statistics(numbers) })
    }

    fn is_over(&self) -> bool {
        matches!(self.phase, Phase::Over(_))
    }

    fn is_decided(&self) -> bool {
        matches!(self.phase, Phase::Answering(_) | Phase::Refuting(_))
    }

    /// Runs until it is over.
    pub fn run_to_end(mut self, monitor: &Monitor) -> Outcome {
        loop {
            if let Step::Finished(outcome) = self.run(u64::MAX, monitor) {
                return outcome;
            }
        }
    }

    fn nodes(&self) -> u64 {
        match &self.phase {
            Phase::Deciding(crew) => crew.nodes(),
            Phase::FindingLine(finder) => finder.nodes(),
            Phase::Refuting(refuter) => refuter.nodes(),
            Phase::Answering(answering) => answering.nodes(),
            Phase::Over(outcome) => outcome.statistics.nodes,
        }
    }

    fn limit_reached(&self, monitor: &Monitor) -> Option<Cause> {
        if let Some(cause) = monitor.stopped() {
            return Some(cause);
        }
        if self.limits.nodes.is_some_and(|nodes| self.nodes() >= nodes) {
            return Some(Cause::Nodes);
        }
        self.limits.time.is_some_and(|time| self.started.elapsed() >= time).then_some(Cause::Time)
    }

    /// Ends the search before its aim: with what is known of a decided problem, or undecided. Even a mate that is proved needs some line
    /// to be an answer.
    fn give_up(&mut self, cause: Cause) {
        match &self.phase {
            Phase::Answering(answering) => self.finish_with(answering.cut_off(cause)),
            Phase::Refuting(_) => self.finish(Verdict::NoMate),
            _ => self.finish(Verdict::Unknown(cause)),
        }
    }

    /// Ends the search with a mate, in the problem's own orientation.
    fn finish_with(&mut self, mate: Mate) {
        let mate = self.view.turn_back(mate);
        self.finish(Verdict::Mate(Box::new(mate)));
    }

    /// Goes on to the next look at the clock, at most to so many nodes.
    fn advance(&mut self, end: u64, monitor: &Monitor) {
        let nodes = self.nodes();
        let until = self.limits.time.and_then(|time| self.started.checked_add(time));
        match &mut self.phase {
            Phase::Over(_) => {}
            Phase::Deciding(crew) => match crew.run(Stint { nodes: end - nodes, until, monitor }) {
                None => {}
                Some(Value::Proved { length, .. }) => {
                    let finder = LineFinder::new(crew.root(), length, Arc::clone(&self.table), crew.nodes());
                    self.phase = Phase::FindingLine(Box::new(finder));
                }
                Some(Value::Disproved { length, heads, .. }) => {
                    let (root, nodes) = (crew.root(), crew.nodes());
                    match self.verdict_of_failure(length, heads) {
                        Verdict::NoMate if root.turn() == Color::White => {
                            let refuter = Refuter::new(root, Arc::clone(&self.table), nodes);
                            self.phase = Phase::Refuting(Box::new(refuter));
                        }
                        verdict => self.finish(verdict),
                    }
                }
                Some(Value::Open { .. }) => self.finish(Verdict::Unknown(Cause::Memory)),
            },
            Phase::FindingLine(finder) => match finder.run(end.min(nodes + INTERVAL), monitor) {
                Walk::Paused => {}
                Walk::Lost => self.finish(Verdict::Unknown(Cause::Memory)),
                Walk::Arrived(mate) if self.aim.stage == Stage::First => self.finish_with(*mate),
                Walk::Arrived(mate) => {
                    let found = (Arc::clone(&self.table), finder.nodes());
                    let answering = Answering::new((finder.root(), self.threads), self.aim, *mate, found);
                    self.phase = Phase::Answering(Box::new(answering));
                }
            },
            Phase::Refuting(refuter) => {
                if let Sought::Found(reply) = refuter.run(end.min(nodes + INTERVAL), monitor) {
                    let reply = reply.map(|mv| self.view.turn_move(mv));
                    self.finish_refuted(reply);
                }
            }
            Phase::Answering(answering) => {
                let stint = Stint { nodes: end - nodes, until, monitor };
                if let Some(mate) = answering.run(stint) {
                    self.finish_with(mate);
                }
            }
        }
    }

    fn verdict_of_failure(&self, length: Plies, heads: Heads) -> Verdict {
        match self.limits.plies {
            _ if !heads.is_none() => Verdict::Unknown(Cause::Memory),
            _ if length == Plies::ANY => Verdict::NoMate,
            Some(plies) => Verdict::Unknown(Cause::Plies(plies)),
            None => Verdict::Unknown(Cause::Memory),
        }
    }

    /// Ends the search with no mate, and a reply that shows it, in the problem's own orientation.
    fn finish_refuted(&mut self, reply: Option<Move>) {
        self.finish(Verdict::NoMate);
        if let Phase::Over(outcome) = &mut self.phase {
            outcome.refutation = reply;
        }
    }

    fn finish(&mut self, verdict: Verdict) {
        let numbers = match (&self.phase, &verdict) {
            (_, Verdict::Mate(_)) => (0, INFINITE),
            // Proved, but without its line no answer: the numbers must not say more than the verdict.
            (Phase::FindingLine(_) | Phase::Answering(_), _) => (1, LARGEST),
            (_, Verdict::NoMate) | (Phase::Refuting(_), _) => (INFINITE, 0),
            (Phase::Deciding(crew), Verdict::Unknown(_)) => crew.root_numbers(),
            (Phase::Over(outcome), _) => (outcome.statistics.proof, outcome.statistics.disproof),
        };
        let statistics = self.statistics(numbers);
        self.phase = Phase::Over(Outcome { verdict, refutation: None, statistics });
    }

    fn statistics(&self, (proof, disproof): (u32, u32)) -> Statistics {
        let (nodes, time, table_permille) = (self.nodes(), self.started.elapsed(), self.table.permille());
        Statistics { nodes, time, proof, disproof, table_permille }
    }
}

/// The length that a search looks for. A limit above every length that is counted limits nothing.
fn target_of(limits: Limits) -> Plies {
    let plies = limits.plies.and_then(|plies| u16::try_from(plies).ok()).map(Plies);
    plies.filter(|&plies| plies < Plies::LONGEST).unwrap_or(Plies::ANY)
}

/// Runs a search to its end on this thread alone.
pub fn solve(problem: &Problem, limits: Limits, table: Arc<Table>, monitor: &Monitor) -> Outcome {
    Search::new(problem, limits, table).run_to_end(monitor)
}

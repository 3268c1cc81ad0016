//! The workers that decide a root together.

use super::dfpn::Dfpn;
use super::length::Plies;
use super::node::Value;
use super::team::Team;
use super::{Convention, Monitor, Table, Threads, Weights};
use crate::shogi::Position;
use std::panic::resume_unwind;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::thread::{self, ScopedJoinHandle};
use std::time::Instant;

/// Nodes between two looks of a worker at the clock and at what is left to do.
pub(super) const INTERVAL: u64 = 256;

/// One or more workers on one root. Between two calls of [`Crew::run`] all rest.
pub(super) struct Crew {
    first: Dfpn,
    /// Those who have joined it. They are made when they are needed for the first time: most problems are decided before.
    others: Vec<Dfpn>,
    team: Option<Arc<Team>>,
    threads: Threads,
    root: Position,
}

/// What workers on the way do not exceed.
#[derive(Clone, Copy)]
pub(super) struct Stint<'a> {
    /// Moves to be made by all workers together, give or take some for each.
    pub(super) nodes: u64,
    /// When to return.
    pub(super) until: Option<Instant>,
    pub(super) monitor: &'a Monitor,
}

impl Crew {
    /// For a mate within `target`, with what the convention says left out.
    pub(super) fn new(
        root: Position,
        (target, convention): (Plies, Convention),
        table: &Arc<Table>,
        threads: Threads,
    ) -> Self {
        let first = Dfpn::new(root.clone(), target, Arc::clone(table)).leaving_out(convention);
        Self { first, others: Vec::new(), team: None, threads, root }
    }

    /// Lets first numbers be made of these weights. Before the first run only: numbers of different weights do not mix.
    pub(super) fn weigh(&mut self, weights: &Weights) {
        self.first.weights = *weights;
    }

    /// Moves made so far.
    pub(super) fn nodes(&self) -> u64 {
        self.first.nodes + self.others.iter().map(|worker| worker.nodes).sum::<u64>()
    }

    pub(super) fn root_numbers(&self) -> (u32, u32) {
        self.first.root_numbers()
    }

    /// The position at the root.
    pub(super) fn root(&self) -> Position {
        self.root.clone()
    }

    /// Goes on until a worker has decided the root or the stint is over.
    pub(super) fn run(&mut self, stint: Stint<'_>) -> Option<Value> {
        let hands = self.threads.count.min(stint.monitor.hands());
        if hands > 1 && self.first.nodes >= self.threads.alone {
            let team = self.gather(hands);
            return run_together(&team, &mut self.first, &mut self.others[..hands - 1], stint);
        }
        self.others.iter_mut().for_each(Dfpn::go_home);
        let nodes = self.first.nodes + stint.nodes.min(INTERVAL);
        self.first.run(nodes, stint.monitor)
    }

    /// Sees to it that so many workers are there and the rest are out of their way.
    fn gather(&mut self, hands: usize) -> Arc<Team> {
        let team = self.team.get_or_insert_with(|| {
            let team = Team::new();
            self.first.join(&team);
            team
        });
        while self.others.len() + 1 < hands {
            self.others.push(self.first.colleague(self.root.clone(), team));
        }
        self.others[hands - 1..].iter_mut().for_each(Dfpn::go_home);
        Arc::clone(team)
    }
}

/// All workers' part of a stint; with fewer workers if the system refuses threads.
fn run_together(team: &Team, first: &mut Dfpn, others: &mut [Dfpn], stint: Stint<'_>) -> Option<Value> {
    let left = &AtomicU64::new(stint.nodes);
    let found: Vec<Option<Value>> = thread::scope(|scope| {
        let spawn = |worker| {
            let thread = thread::Builder::new().name("search-together".to_owned());
            thread.spawn_scoped(scope, move || work(worker, (team, left), stint)).ok()
        };
        let others: Vec<_> = others.iter_mut().filter_map(spawn).collect();
        let own = work(first, (team, left), stint);
        let join = |other: ScopedJoinHandle<'_, _>| other.join().unwrap_or_else(|panic| resume_unwind(panic));
        others.into_iter().map(join).chain([own]).collect()
    });
    conclusion(&found)
}

/// One worker's part of a stint. Whoever finds a fact at the root, or panics, sends the others home.
fn work(worker: &mut Dfpn, (team, left): (&Team, &AtomicU64), stint: Stint<'_>) -> Option<Value> {
    let _guard = EndOnPanic(team);
    while !team.is_over() && !stint.is_called_off() {
        let nodes = take(left);
        if nodes == 0 {
            break;
        }
        if let Some(value) = worker.run(worker.nodes + nodes, stint.monitor) {
            if value.is_fact() {
                team.end();
            }
            return Some(value);
        }
    }
    None
}

/// What the workers found at the root: a fact decides; that the stack was too small for one does not while others go on.
fn conclusion(found: &[Option<Value>]) -> Option<Value> {
    let all = || found.iter().copied().collect::<Option<Vec<Value>>>()?.pop();
    found.iter().flatten().find(|value| value.is_fact()).copied().or_else(all)
}

/// Takes the next few nodes out of what is left.
fn take(left: &AtomicU64) -> u64 {
    let before = left.fetch_update(Relaxed, Relaxed, |left| Some(left.saturating_sub(INTERVAL)));
    before.unwrap_or(0).min(INTERVAL)
}

impl Stint<'_> {
    fn is_called_off(&self) -> bool {
        self.monitor.stopped().is_some()
            || self.monitor.is_pausing()
            || self.until.is_some_and(|until| Instant::now() >= until)
    }
}

/// So that a panic of one worker reaches the caller: nobody else would go on for ever.
struct EndOnPanic<'a>(&'a Team);

impl Drop for EndOnPanic<'_> {
    fn drop(&mut self) {
        if thread::panicking() {
            self.0.end();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::sfen;
    use crate::shogi::Hand;
    use crate::solver::path::Heads;
    use std::panic::{AssertUnwindSafe, catch_unwind};
    use std::time::Duration;

    #[test]
    fn a_worker_without_room_does_not_speak_for_the_others() {
        let proved = Value::Proved { length: Plies(3), hand: Hand::EMPTY };
        let cut_off = Value::Disproved { length: Plies::ANY, hand: Hand::EMPTY, heads: Heads::CutOff };
        assert_eq!(conclusion(&[None, None]), None);
        assert_eq!(conclusion(&[Some(cut_off), None]), None);
        assert_eq!(conclusion(&[Some(cut_off), Some(cut_off)]), Some(cut_off));
        assert_eq!(conclusion(&[Some(cut_off), Some(proved), None]), Some(proved));
    }

    #[test]
    fn a_panic_of_any_worker_ends_the_stint() {
        let root = sfen::parse("9/6k2/9/9/9/9/9/9/9 b R4GLr2b4s4n3l18p 1").unwrap().position().unwrap();
        for bad in 0..3 {
            let table = Arc::new(Table::new(1));
            let mut crew =
                Crew::new(root.clone(), (Plies::ANY, Convention::None), &table, Threads { count: 3, alone: 0 });
            let monitor = Monitor::new();
            let stint = |nodes| Stint { nodes, until: None, monitor: &monitor };
            let least = |crew: &Crew| crew.others.iter().map(|worker| worker.nodes).min().unwrap_or(0);
            while crew.first.nodes.min(least(&crew)) < 1_000 {
                assert_eq!(crew.run(stint(10_000)), None);
            }
            let worker = if bad == 0 { &mut crew.first } else { &mut crew.others[bad - 1] };
            worker.children.clear();
            let start = Instant::now();
            let ended = catch_unwind(AssertUnwindSafe(|| crew.run(stint(u64::MAX))));
            assert!(ended.is_err() && start.elapsed() < Duration::from_secs(2), "worker {bad}");
        }
    }
}

//! Tasks in place of searches.

use crate::scheduler::job::Task;
use crate::solver::{Cause, Length, Line, Mate, Monitor, Outcome, Statistics, Step, Verdict};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, mpsc};
use std::time::Duration;

/// A task of a given number of slices.
pub(super) struct Slices {
    pub(super) left: u64,
    pub(super) runs: Arc<AtomicUsize>,
    pub(super) live: Arc<()>,
}

impl Task for Slices {
    fn most_hands(&self) -> usize {
        usize::MAX
    }

    fn run(&mut self, _slice: u64, monitor: &Monitor) -> Step {
        self.runs.fetch_add(1, Ordering::Relaxed);
        if let Some(cause) = monitor.stopped() {
            return Step::Finished(outcome(Verdict::Unknown(cause)));
        }
        std::thread::sleep(Duration::from_millis(1));
        self.left = self.left.saturating_sub(1);
        if self.left == 0 { Step::Finished(outcome(Verdict::NoMate)) } else { Step::Paused }
    }
}

/// A task that panics.
pub(super) struct Panics;

impl Task for Panics {
    fn run(&mut self, _: u64, _: &Monitor) -> Step {
        panic!("a task of the tests panics, as it should")
    }
}

/// A task that tells its number at each turn.
pub(super) struct Tells(pub(super) u32, pub(super) u32, pub(super) mpsc::Sender<u32>);

impl Task for Tells {
    fn run(&mut self, _: u64, _: &Monitor) -> Step {
        let _ = self.2.send(self.0);
        std::thread::sleep(Duration::from_millis(2));
        self.1 -= 1;
        if self.1 == 0 { Step::Finished(outcome(Verdict::NoMate)) } else { Step::Paused }
    }
}

/// A task without end whose turns go through a gate, one at a time.
pub(super) struct Gated {
    pub(super) runs: Arc<AtomicUsize>,
    pub(super) gate: Arc<Mutex<()>>,
}

impl Task for Gated {
    fn run(&mut self, _: u64, _: &Monitor) -> Step {
        let _open = self.gate.lock().unwrap();
        self.runs.fetch_add(1, Ordering::Relaxed);
        std::thread::sleep(Duration::from_millis(1));
        Step::Paused
    }
}

/// A task that tells at each turn how many turns of others have begun.
pub(super) struct Looks {
    pub(super) left: u32,
    pub(super) before: usize,
    pub(super) runs: Arc<AtomicUsize>,
    pub(super) tell: mpsc::Sender<usize>,
}

impl Task for Looks {
    fn run(&mut self, _: u64, _: &Monitor) -> Step {
        let _ = self.tell.send(self.runs.load(Ordering::Relaxed) - self.before);
        self.left -= 1;
        if self.left == 0 { Step::Finished(outcome(Verdict::NoMate)) } else { Step::Paused }
    }
}

/// A task whose slices end when it is asked to pause or to stop, and how many have begun.
#[derive(Clone, Default)]
pub(super) struct UntilPaused(pub(super) Arc<AtomicUsize>);

impl Task for UntilPaused {
    fn most_hands(&self) -> usize {
        2
    }

    fn run(&mut self, _: u64, monitor: &Monitor) -> Step {
        self.0.fetch_add(1, Ordering::Relaxed);
        while !monitor.is_pausing() && monitor.stopped().is_none() {
            std::thread::sleep(Duration::from_millis(1));
        }
        Step::Paused
    }
}

/// A task without end that knows of a mate, and is asked for more.
pub(super) struct Knows;

impl Task for Knows {
    fn run(&mut self, _: u64, _: &Monitor) -> Step {
        std::thread::sleep(Duration::from_millis(1));
        Step::Paused
    }

    fn known(&self) -> Option<Outcome> {
        let mate = Mate::found(Line::default(), Length { at_least: 3, at_most: 5 });
        Some(outcome(Verdict::Mate(Box::new(Mate { unfinished: Some(Cause::Time), ..mate }))))
    }
}

pub(super) fn outcome(verdict: Verdict) -> Outcome {
    Outcome { verdict, refutation: None, statistics: Statistics::default() }
}

/// Counts turns and lives of the tasks it makes.
#[derive(Default)]
pub(super) struct Maker {
    pub(super) runs: Arc<AtomicUsize>,
    pub(super) live: Arc<()>,
}

impl Maker {
    pub(super) fn slices(&self, left: u64) -> Slices {
        Slices { left, runs: Arc::clone(&self.runs), live: Arc::clone(&self.live) }
    }

    pub(super) fn endless(&self) -> Slices {
        self.slices(u64::MAX)
    }

    pub(super) fn live(&self) -> usize {
        Arc::strong_count(&self.live) - 1
    }
}

impl Drop for Slices {
    fn drop(&mut self) {
        debug_assert!(Arc::strong_count(&self.live) > 0);
    }
}

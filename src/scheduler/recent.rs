//! Answers given not long ago, kept in memory.

use super::key::ProblemKey;
use crate::solver::{Outcome, Statistics};
use rustc_hash::FxHashMap;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// Answers in one generation, at most. One takes some two kilobytes with its key, so both generations take 16 MiB.
const GENERATION: usize = 4096;

/// Decided answers by problem. When a generation is full the one before it is forgotten; an answer that is asked for again moves on
/// to the new one.
pub(super) struct Recent {
    generations: Mutex<Generations>,
    size: usize,
    hits: AtomicU64,
}

#[derive(Default)]
struct Generations {
    new: FxHashMap<ProblemKey, Outcome>,
    old: FxHashMap<ProblemKey, Outcome>,
}

impl Recent {
    /// Empty.
    pub(super) fn new() -> Self {
        Self { generations: Mutex::default(), size: GENERATION, hits: AtomicU64::new(0) }
    }

    /// How many answers were given again.
    pub(super) fn hits(&self) -> u64 {
        self.hits.load(Ordering::Relaxed)
    }

    /// The answer to a problem, made by a search that had nothing left to find out. It has cost nothing this time.
    pub(super) fn look(&self, key: &ProblemKey) -> Option<Outcome> {
        let mut generations = self.lock();
        if let Some(old) = generations.old.remove(key) {
            generations.keep(key.clone(), old, self.size);
        }
        let outcome = generations.new.get(key)?.clone();
        drop(generations);
        self.hits.fetch_add(1, Ordering::Relaxed);
        let statistics = Statistics { nodes: 0, time: Duration::ZERO, ..outcome.statistics };
        Some(Outcome { statistics, ..outcome })
    }

    /// Keeps an answer, if it is decided and of bounded size.
    pub(super) fn keep(&self, key: &ProblemKey, outcome: &Outcome) {
        if outcome.verdict.cut_off().is_none() && key.is_plain() {
            self.lock().keep(key.clone(), outcome.clone(), self.size);
        }
    }

    /// The maps are whole whenever the lock is free.
    fn lock(&self) -> MutexGuard<'_, Generations> {
        self.generations.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Generations {
    fn keep(&mut self, key: ProblemKey, outcome: Outcome, size: usize) {
        if self.new.len() >= size {
            self.old = std::mem::take(&mut self.new);
        }
        self.new.insert(key, outcome);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::solver::{Cause, Verdict};

    fn outcome(verdict: Verdict, nodes: u64) -> Outcome {
        Outcome { verdict, refutation: None, statistics: Statistics { nodes, ..Statistics::default() } }
    }

    #[test]
    fn decided_answers_are_kept_as_long_as_they_are_asked_for() {
        let recent = Recent { size: 2, ..Recent::new() };
        for number in 0..100 {
            recent.keep(&ProblemKey::numbered(number), &outcome(Verdict::NoMate, 7));
            assert_eq!(recent.look(&ProblemKey::numbered(0)), Some(outcome(Verdict::NoMate, 0)));
        }
        assert_eq!(recent.look(&ProblemKey::numbered(50)), None);
        let generations = recent.lock();
        assert!(generations.new.len() + generations.old.len() <= 4);
    }

    #[test]
    fn what_is_not_decided_is_not_kept() {
        let recent = Recent::new();
        for cause in [Cause::Time, Cause::Memory, Cause::Plies(3), Cause::Cancelled] {
            recent.keep(&ProblemKey::numbered(1), &outcome(Verdict::Unknown(cause), 7));
        }
        assert_eq!(recent.look(&ProblemKey::numbered(1)), None);
    }
}

//! What a running search shares with its watchers.

use super::Cause;
use std::sync::atomic::{AtomicBool, AtomicU8, AtomicU32, AtomicU64, AtomicUsize, Ordering};

/// Shared between a search and those who watch or stop it. The search writes counters now and then and reads the
/// stop flag at every node; watchers sample.
#[derive(Debug, Default)]
pub struct Monitor {
    /// 0 while the search may run, else 1 + the index of the cause.
    stop: AtomicU8,
    pause: AtomicBool,
    /// Threads that the next slice may have; 0 counts as all that the search was made for.
    hands: AtomicUsize,
    nodes: AtomicU64,
    proof: AtomicU32,
    disproof: AtomicU32,
    depth: AtomicU32,
}

/// A sample of a running search.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Progress {
    /// Moves made so far.
    pub nodes: u64,
    /// Proof number of the root.
    pub proof: u32,
    /// Disproof number of the root.
    pub disproof: u32,
    /// Plies from the root to the node being searched.
    pub depth: u32,
}

const CAUSES: [Cause; 3] = [Cause::Cancelled, Cause::Time, Cause::Memory];

impl Monitor {
    /// A monitor of a search that has not started.
    pub fn new() -> Self {
        Self::default()
    }

    /// Asks the search to leave at once; it answers `unknown` with this cause (time, memory or cancelled: anything
    /// else counts as cancelled) unless it has just decided. The first call wins.
    pub fn stop(&self, cause: Cause) {
        let index = CAUSES.iter().position(|&known| known == cause).unwrap_or(0) as u8;
        let _ = self.stop.compare_exchange(0, index + 1, Ordering::Relaxed, Ordering::Relaxed);
    }

    /// Why the search was asked to leave; `None` while it may run.
    #[inline]
    pub fn stopped(&self) -> Option<Cause> {
        match self.stop.load(Ordering::Relaxed) {
            0 => None,
            index => Some(CAUSES[index as usize - 1]),
        }
    }

    /// Asks the search to end its slice soon, within some hundred nodes.
    pub fn pause(&self) {
        self.pause.store(true, Ordering::Relaxed);
    }

    /// Takes that back, for the next slice.
    pub fn go_on(&self) {
        self.pause.store(false, Ordering::Relaxed);
    }

    /// True if the slice is to end.
    #[inline]
    pub fn is_pausing(&self) -> bool {
        self.pause.load(Ordering::Relaxed)
    }

    /// Says how many threads the search may have from its next slice on, of those it was made for; until then it has all.
    pub fn lend(&self, hands: usize) {
        self.hands.store(hands, Ordering::Relaxed);
    }

    /// How many threads the search may have.
    pub(crate) fn hands(&self) -> usize {
        match self.hands.load(Ordering::Relaxed) {
            0 => usize::MAX,
            hands => hands,
        }
    }

    /// Where the search stands.
    pub fn sample(&self) -> Progress {
        Progress {
            nodes: self.nodes.load(Ordering::Relaxed),
            proof: self.proof.load(Ordering::Relaxed),
            disproof: self.disproof.load(Ordering::Relaxed),
            depth: self.depth.load(Ordering::Relaxed),
        }
    }

    /// Called by the search.
    pub(super) fn publish(&self, progress: Progress) {
        self.nodes.store(progress.nodes, Ordering::Relaxed);
        self.proof.store(progress.proof, Ordering::Relaxed);
        self.disproof.store(progress.disproof, Ordering::Relaxed);
        self.depth.store(progress.depth, Ordering::Relaxed);
    }
}

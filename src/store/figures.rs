//! What the store counts.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

/// The counts, kept by whoever does the thing.
#[derive(Debug, Default)]
pub(super) struct Counts {
    pub(super) hits: AtomicU64,
    pub(super) misses: AtomicU64,
    pub(super) refused: AtomicU64,
    pub(super) written: AtomicU64,
    pub(super) lost: AtomicU64,
    pub(super) evicted: AtomicU64,
    pub(super) troubles: AtomicU64,
}

/// A sample of the counts since the start, and how it stands.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Figures {
    /// False while the store goes without its file, because there is trouble with it.
    pub is_open: bool,
    /// Size of the file, in bytes; 0 while it is not open.
    pub bytes: u64,
    /// Answers that were found.
    pub hits: u64,
    /// Questions without an answer.
    pub misses: u64,
    /// Records that were found and passed over: of another version, or damaged.
    pub refused: u64,
    /// Answers that are on disk for sure.
    pub written: u64,
    /// Answers that were to be kept and were not: the queue was full, or there was trouble.
    pub lost: u64,
    /// Answers that were removed to make room.
    pub evicted: u64,
    /// How often there was trouble with the file.
    pub troubles: u64,
}

impl Counts {
    pub(super) fn sample(&self, bytes: Option<u64>) -> Figures {
        Figures {
            is_open: bytes.is_some(),
            bytes: bytes.unwrap_or(0),
            hits: self.hits.load(Relaxed),
            misses: self.misses.load(Relaxed),
            refused: self.refused.load(Relaxed),
            written: self.written.load(Relaxed),
            lost: self.lost.load(Relaxed),
            evicted: self.evicted.load(Relaxed),
            troubles: self.troubles.load(Relaxed),
        }
    }
}

pub(super) fn add(count: &AtomicU64, more: u64) {
    count.fetch_add(more, Relaxed);
}

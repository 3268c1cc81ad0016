//! The memory set aside for private tables.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

/// Counts down as tables are made.
pub(super) struct Space {
    free_mib: Arc<AtomicUsize>,
}

/// Some of the space; given back when dropped.
pub(super) struct Reserved {
    mib: usize,
    free_mib: Arc<AtomicUsize>,
}

impl Space {
    pub(super) fn new(mib: usize) -> Self {
        Self { free_mib: Arc::new(AtomicUsize::new(mib)) }
    }

    /// Reserves `mib` MiB; `None` if less is free.
    pub(super) fn take(&self, mib: usize) -> Option<Reserved> {
        self.free_mib.fetch_update(Ordering::Relaxed, Ordering::Relaxed, |free| free.checked_sub(mib)).ok()?;
        Some(Reserved { mib, free_mib: Arc::clone(&self.free_mib) })
    }
}

impl Reserved {
    pub(super) fn mib(&self) -> usize {
        self.mib
    }
}

impl Drop for Reserved {
    fn drop(&mut self) {
        self.free_mib.fetch_add(self.mib, Ordering::Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn space_is_bounded_and_comes_back() {
        let space = Space::new(10);
        let first = space.take(6).unwrap();
        assert!(space.take(5).is_none());
        let second = space.take(4).unwrap();
        assert!(space.take(1).is_none());
        drop(first);
        assert_eq!(space.take(6).unwrap().mib() + second.mib(), 10);
    }
}

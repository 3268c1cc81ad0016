//! loom's atomics in the place of the real ones.

use loom::sync::atomic;

pub(super) use loom::hint::spin_loop;
pub(super) use loom::sync::atomic::{Ordering, fence};

/// An atomic word of the model.
///
/// Where two threads could have used a word in the other order, loom (0.7) compares an access with the last one only, so that a
/// thread's own load hides the load of another thread before it: a reader beside a writer that loads what it then
/// stores would be tried in one order only. A store to a companion that nobody loads, and so synchronises nothing, goes before every
/// access, so that each of them counts.
pub(super) struct AtomicU64 {
    value: atomic::AtomicU64,
    touched: atomic::AtomicU64,
}

impl AtomicU64 {
    pub(super) fn new(value: u64) -> Self {
        Self { value: atomic::AtomicU64::new(value), touched: atomic::AtomicU64::new(0) }
    }

    fn touch(&self) -> &atomic::AtomicU64 {
        self.touched.store(0, Ordering::Relaxed);
        &self.value
    }

    pub(super) fn load(&self, order: Ordering) -> u64 {
        self.touch().load(order)
    }

    pub(super) fn store(&self, value: u64, order: Ordering) {
        self.touch().store(value, order);
    }

    pub(super) fn compare_exchange_weak(
        &self,
        current: u64,
        new: u64,
        success: Ordering,
        failure: Ordering,
    ) -> Result<u64, u64> {
        self.touch().compare_exchange_weak(current, new, success, failure)
    }
}

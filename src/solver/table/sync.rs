//! What the bucket synchronises with. `tests/table_model` puts loom's atomics in the place of this file.

pub(super) use std::hint::spin_loop;
pub(super) use std::sync::atomic::{AtomicU64, Ordering, fence};

//! Bulk verification: problems from files, folders, archives and streams, checked against what is claimed of them.

mod item;

pub use item::{Claim, Item, Reason, Stated, Unreadable};

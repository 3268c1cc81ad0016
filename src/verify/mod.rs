//! Bulk verification: problems from files, folders, archives and streams, checked against what is claimed of them.

mod item;
mod reading;
mod source;

pub use item::{Claim, Item, Reason, Stated, Unreadable};
pub use reading::{Moves, Reading, play};
pub use source::{Items, items, shortened};

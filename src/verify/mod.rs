//! Bulk verification: problems from files, folders, archives and streams, checked against what is claimed of them.
//!
//! An [`Intake`] gives out the items one by one and finds out duplicates; a [`Runner`] answers them in any order, on threads of this
//! process ([`Local`]), of a server or of many machines ([`cluster`]); [`run`] hands each [`Report`] on as it comes. Nothing is kept of an item but what tells its
//! duplicates.
//!
//! What is reported of an item is a function of the item, of those before it that are the same problem, and of the [`Check`], if that
//! limits nodes and not time: who answers it, how many at once and in which order makes no difference.

pub mod certificate;
mod check;
pub mod cluster;
mod duplicates;
mod examined;
mod finding;
pub mod generate;
mod intake;
mod item;
mod line;
mod local;
mod random;
mod reading;
pub mod report;
mod run;
mod source;
mod summary;

pub use check::{Check, Depth, Effort};
pub use examined::{Ending, Examined};
pub use finding::{Found, Kind, sentence};
pub use intake::{Intake, Taken, Task};
pub use item::{Claim, Item, Reason, Stated, Unreadable};
pub use line::LineWorth;
pub use local::{Local, Worker};
pub use random::Random;
pub use reading::{Moves, Reading, play};
pub use report::{Body, Report};
pub use run::{Runner, run};
pub use source::{Items, PassedOver, items, shortened};
pub use summary::Summary;

#[cfg(test)]
mod tests;

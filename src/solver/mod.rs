//! The search: synchronous and silent. No runtime, no protocol, no printing.
//!
//! Four values cross its border: a [`Problem`] and [`Limits`] go in, a [`Monitor`] is shared with whoever watches
//! or stops it, an [`Outcome`] comes back.

mod certificate;
mod crew;
mod dfpn;
mod expansion;
mod initial;
mod length;
mod limits;
mod line;
mod loops;
mod mate_in_one;
mod monitor;
mod node;
mod outcome;
mod path;
mod problem;
mod proof_hand;
mod proof_number;
mod salt;
mod search;
mod slide;
mod table;
mod team;
mod threads;
mod together;
mod weights;

pub use certificate::{Certificate, Certifier, Certifying, Claim, Uncertified, certify};
pub use limits::Limits;
pub use monitor::{Monitor, Progress};
pub use outcome::{Cause, Mate, Outcome, Statistics, Verdict, nodes_per_second};
pub use problem::Problem;
pub use search::{Search, Step, solve};
pub use table::Table;
pub use threads::Threads;
pub use weights::Weights;

//! The search: synchronous and silent. No runtime, no protocol, no printing.
//!
//! Four values cross its border: a [`Problem`] and [`Limits`] go in, a [`Monitor`] is shared with whoever watches
//! or stops it, an [`Outcome`] comes back.

mod aim;
mod along;
mod answer;
mod backup;
mod certificate;
mod convention;
mod crew;
mod dfpn;
mod exact;
mod expansion;
mod findings;
mod initial;
mod judgement;
mod length;
mod limits;
mod line;
mod loops;
mod mate_in_one;
mod merge;
mod monitor;
mod node;
mod outcome;
mod path;
mod problem;
mod proof_hand;
mod proof_number;
mod recall;
mod refutation;
mod salt;
mod search;
mod shortest;
mod slide;
mod table;
mod team;
mod threads;
mod together;
mod useless;
mod view;
mod weights;
mod words;

pub use aim::{Aim, Preference, Stage};
pub use certificate::{Certificate, Certifier, Certifying, Claim, Uncertified, certify};
pub use convention::Convention;
pub use findings::{Finding, FirstMove, Mark, Other, Soundness, Variation, Variations, Worth};
pub use judgement::{Comparison, Judgement};
pub use limits::Limits;
pub use monitor::{Monitor, Progress};
pub use outcome::{Cause, Count, Length, Line, LineKind, Mate, Outcome, Statistics, Verdict, nodes_per_second};
pub use problem::Problem;
pub use search::{Search, Step, solve};
pub use table::Table;
pub use threads::Threads;
pub use view::View;
pub use weights::Weights;

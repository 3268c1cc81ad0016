//! How much work a search may do.

use serde::{Deserialize, Serialize};
use std::time::Duration;

/// Budget of one search; `None` is without limit.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Limits {
    /// Wall-clock time, counted from the making of the search.
    pub time: Option<Duration>,
    /// Nodes: moves made on the board.
    pub nodes: Option<u64>,
    /// Only mates of at most this many plies are looked for.
    pub plies: Option<u32>,
}

//! What a search answers.

use crate::shogi::{Hand, Move};
use std::time::Duration;

/// What ended a search before it decided.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Cause {
    /// The time limit.
    Time,
    /// The node limit.
    Nodes,
    /// The table or the stack is too small for this problem.
    Memory,
    /// There is no mate within this many plies, the ply limit; longer ones were not looked for.
    Plies(u32),
    /// Somebody asked it to stop.
    Cancelled,
}

/// A mate that was found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mate {
    /// A legal line from the root: every attacker move checks, the last position is checkmate. Its length need not
    /// be the shortest.
    pub line: Vec<Move>,
    /// The mate is proved within this many plies against any defence.
    pub at_most: u32,
    /// No mate in fewer plies than this exists; equal to `at_most` when the shortest length is proved.
    pub at_least: u32,
    /// What the attacker holds at the end of the line.
    pub leftover: Hand,
}

/// The three answers, never merged.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// The attacker mates by force.
    Mate(Mate),
    /// The attacker cannot mate (不詰), however long.
    NoMate,
    /// Not decided, and why.
    Unknown(Cause),
}

/// What the search spent.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Statistics {
    /// Moves made on the board.
    pub nodes: u64,
    /// Wall-clock time from the making of the search to its end.
    pub time: Duration,
    /// Proof number of the root at the end (0: mate).
    pub proof: u32,
    /// Disproof number of the root at the end (0: no mate).
    pub disproof: u32,
    /// Thousandths of the table in use at the end.
    pub table_permille: u32,
}

/// The answer of one search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Outcome {
    /// Mate, no mate or unknown.
    pub verdict: Verdict,
    /// What it cost.
    pub statistics: Statistics,
}

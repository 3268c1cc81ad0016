//! What is asked about every problem of a run, and how much it may cost.

use super::Claim;
use crate::solver::{Aim, Cause, Convention, Limits, Preference, Stage, Verdict};
use serde::{Deserialize, Serialize};
use twox_hash::XxHash3_128;

/// How deep a problem is looked into; each depth finds what those before it find.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Depth {
    /// Mate or no mate, with some line of the mate.
    Mate,
    /// The shortest length, every interposition counted, and its line.
    Raw,
    /// The length and line of problem books: useless interpositions left out.
    #[default]
    Conventional,
    /// All that makes a problem unsound (完全検討).
    Sound,
}

impl Depth {
    /// Every depth, the least first.
    pub const ALL: [Self; 4] = [Self::Mate, Self::Raw, Self::Conventional, Self::Sound];

    /// The word for it.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Mate => "mate",
            Self::Raw => "raw",
            Self::Conventional => "conventional",
            Self::Sound => "sound",
        }
    }

    const fn stage(self) -> Stage {
        match self {
            Self::Mate => Stage::First,
            Self::Raw => Stage::Raw,
            Self::Conventional | Self::Sound => Stage::Conventional,
        }
    }
}

/// What is asked about every problem.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Check {
    /// How deep.
    pub depth: Depth,
    /// Which interpositions the conventional length leaves out.
    pub convention: Convention,
    /// Nodes for each of the attacker's other moves at [`Depth::Sound`]; as [`Aim::nodes_per_move`].
    pub nodes_per_move: Option<u64>,
    /// Whether what is decided is to be proved in a certificate and looked at by the checker.
    pub certify: bool,
    /// What one problem may cost. With a node limit and no time limit a run is repeatable.
    pub limits: Limits,
    /// Size of the table of a problem that needs more than the first effort, in MiB; at least 1.
    pub table_mib: usize,
}

/// One try at a problem.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Effort {
    /// What it may cost.
    pub limits: Limits,
    /// Size of its table, in MiB, which is empty at the start.
    pub table_mib: usize,
}

/// Nodes of the first effort. Most problems of a collection are decided with far fewer, in a table that is emptied in no time.
const FIRST_NODES: u64 = 20_000;

/// Size of its table in MiB: it holds more positions than the first effort meets.
const FIRST_MIB: usize = 1;

impl Check {
    /// A check of this depth with all else as simple as can be: the standard convention, no certificate, no limits, 1 MiB for a table.
    pub fn at(depth: Depth) -> Self {
        let (convention, limits) = (Convention::Standard, Limits::default());
        Self { depth, convention, nodes_per_move: None, certify: false, limits, table_mib: 1 }
    }

    /// What a search is to find out about a problem with this claim.
    pub fn aim(&self, claim: &Claim) -> Aim {
        let soundness = self.depth == Depth::Sound;
        // The clean line has to be looked for to be told from a claim that is wrong.
        let clean = self.depth == Depth::Conventional && claim.length.is_some();
        Aim {
            stage: self.depth.stage(),
            convention: self.convention,
            preference: if clean { Preference::Classic } else { Preference::Longest },
            soundness,
            stated: claim.length.filter(|_| soundness),
            nodes_per_move: self.nodes_per_move,
            ..Aim::FIRST
        }
    }

    /// The tries at a problem: each begins anew, and the next is made only where [`Effort::is_spent_by`] says so. What they give is
    /// a function of the problem and the check, whoever makes them and whatever was searched before.
    pub fn efforts(&self) -> impl Iterator<Item = Effort> + use<> {
        let all = Effort { limits: self.limits, table_mib: self.table_mib.max(1) };
        let nodes = FIRST_NODES.min(self.limits.nodes.unwrap_or(u64::MAX));
        let first = Effort { limits: Limits { nodes: Some(nodes), ..self.limits }, table_mib: FIRST_MIB };
        // A certificate needs what its search has found, and a share of the limits.
        let is_enough = self.certify || first.limits == self.limits && all.table_mib == FIRST_MIB;
        (!is_enough).then_some(first).into_iter().chain([all])
    }

    /// What tells this check, asked in the way that `how` says in any words, from all others: 32 hexadecimal digits.
    pub(super) fn fingerprint(&self, how: &str) -> String {
        // Nothing in it keeps the format from holding it.
        let asked = postcard::to_extend(self, how.as_bytes().to_vec()).unwrap_or_default();
        format!("{:032x}", XxHash3_128::oneshot(&asked))
    }

    /// True if the same input gives the same report everywhere.
    pub fn is_repeatable(&self) -> bool {
        self.limits.nodes.is_some() && self.limits.time.is_none()
    }
}

impl Effort {
    /// True if the answer might be another with more room or more nodes.
    pub fn is_spent_by(verdict: &Verdict) -> bool {
        matches!(verdict.cut_off(), Some(Cause::Nodes | Cause::Memory))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(nodes: Option<u64>, table_mib: usize) -> Check {
        let limits = Limits { nodes, ..Limits::default() };
        Check { limits, table_mib, ..Check::at(Depth::Mate) }
    }

    #[test]
    fn a_small_effort_comes_before_a_large_one() {
        let nodes = |check: Check| check.efforts().map(|effort| effort.limits.nodes).collect::<Vec<_>>();
        assert_eq!(nodes(check(Some(1_000_000), 64)), [Some(FIRST_NODES), Some(1_000_000)]);
        assert_eq!(nodes(check(None, 64)), [Some(FIRST_NODES), None]);
        assert_eq!(nodes(check(Some(500), 1)), [Some(500)]);
        assert!(check(Some(5), 1).is_repeatable() && !check(None, 1).is_repeatable());
    }
}

//! Merges: two moves of one node that lead to the same position further down.
//!
//! What that position costs is counted in both moves' numbers, and again at every node above where such branches meet. So
//! each entry remembers where it was last reached from. A child about to be entered that was last reached from elsewhere is
//! followed up those steps to a node of the current path: there two moves lead to the child. If it makes up enough of
//! what they cost, both are marked, in the table too, and of the marked children of a node the dearest counts alone
//! (source node detection, Kishimoto 2010). It is a matter of effort alone: no number of an undecided node is a bound.
//!
//! Nodes, geometric means: over 109 classics (10,000 to 1,100,000 nodes each; undecided within 2 M counts as 4 M) and over the 10 harder
//! ones that plain sums decide within 6 M (three of them are among the 109; the effect of luck is large here), as a share of plain sums:
//!
//! | | 109 | 10 harder |
//! |---|---|---|
//! | as chosen | 0.89 | 0.73 |
//! | a share of one in 3 | 0.90 | 0.82 |
//! | one in 12 | 0.87 | 0.81 |
//! | as chosen, and check leaves of one unit's proof number expanded at once (frontier search) | 0.88 | 0.89 |
//! | likewise up to one and a half | 0.92 | 0.76 |
//! | as chosen, half a unit more proof number for a gold or silver dropped where taken, a unit for more | 0.95 | 0.84 |
//! | the same for drops and moves | 0.87 | 0.78 |
//!
//! Tried on a side table that forgets nothing, as a share of plain sums over the same 109; an effect of luck is about 0.04:
//!
//! | | 109 |
//! |---|---|
//! | marks kept with the parent, one in 2, from 16 units on | 0.99 |
//! | likewise, attackers' branches only | 1.00 |
//! | likewise, defenders' branches only | 1.00 |
//! | one in 2, from 4 units on | 0.95 |
//! | one in 2, from 2 units on | 0.93 |
//! | one in 5, from any number on | 0.90 |
//! | likewise, a number for each set of branches that meet | 0.90 |
//! | likewise, any share, 300 steps | 0.87, but muso-073 (no mate) 2.6 M -> more than 6 M |
//! | marks kept with the child, one in 5 | 0.92 |
//! | likewise, at most 12 steps | 0.91 |
//! | likewise, one in 2 | 0.91 |
//! | all known children followed on entering a node, a share of one in 5 | 0.93, but muso-001 2.8 M -> more than 6 M |
//! | likewise, one in 2 from two units on | 0.92, but zuko-001 and muso-001 -> more than 6 M |
//!
//! ミクロコスモス loses: with 64 MiB 33.4 M -> 43.3 M nodes, while the 67 problems of 将棋無双 go from 31.6 M to 23.6 M.
//!
//! zuko-008, 037 and 089 hardly gain, though their disproof numbers fall from millions to 200,000 after 6 M nodes: zuko-008 and 037
//! stay undecided within 25 M nodes, zuko-089 takes 12.6 M instead of 13.6 M. Weak proof numbers on both sides bring them to 10,000 and
//! decide none of the three within 6 M. So counting twice is not, or not alone, what makes them hard.

use super::dfpn::Dfpn;
use super::node::{ChildState, Met};
use super::table::Origin;

/// Steps that are followed at most.
const STEPS: usize = 64;
/// The part of what each of two branches costs that the position they share must make up: one in so many.
const SHARE: u32 = 5;

impl Dfpn {
    /// Follows the child about to be entered to where its branches part, and marks them.
    pub(super) fn note_merge(&mut self, best: usize) {
        let place = self.top().first_child + best;
        let child = self.children[place];
        let here = self.table.origin(self.top().key, self.top().hand);
        if child.met == Met::Never || child.origin == here {
            return;
        }
        self.children[place].origin = here;
        if let Some((depth, branch)) = self.fork(self.table.origin(child.key, child.hand), child.origin) {
            let costs = if self.top().attacking == self.frames[depth].attacking { child.delta } else { child.phi };
            self.merge(depth, branch, costs);
        }
    }

    /// Depth of the first node of this path among the origins of `child`, and the one below it.
    fn fork(&self, child: Origin, origin: Origin) -> Option<(usize, Origin)> {
        let (mut below, mut name) = (child, origin);
        for _ in 0..STEPS {
            if name == Origin::NONE {
                return None;
            }
            let is = |key, hand| self.table.origin(key, hand) == name;
            if let Some(depth) = self.path.find_by(name.board(), is) {
                let depth = usize::from(depth).checked_sub(self.avoided)?;
                return (depth + 1 < self.frames.len()).then_some((depth, below));
            }
            (below, name) = (name, self.table.origin_before(name));
        }
        None
    }

    /// Marks the child of the node at `depth` that is searched and its child called `branch`, if what they share `costs` enough.
    fn merge(&mut self, depth: usize, branch: Origin, costs: u32) {
        let frame = &self.frames[depth];
        let current = frame.first_child + frame.current;
        let mut rivals = frame.first_child..self.frames[depth + 1].first_child;
        let is = |&place: &usize| {
            let child = &self.children[place];
            child.state == ChildState::Open && self.table.origin(child.key, child.hand) == branch
        };
        let Some(other) = rivals.find(is).filter(|&other| other != current) else { return };
        let least = self.children[current].delta.min(self.children[other].delta);
        if costs.saturating_mul(SHARE) < least {
            return;
        }
        for place in [current, other] {
            self.children[place].merged = true;
        }
        let other = self.children[other];
        self.table.mark_merged(other.key, other.hand);
    }

    /// Whether the top node is marked as merged, and its parent's name.
    pub(super) fn lineage(&self) -> (bool, Origin) {
        let [.., parent, _] = &self.frames[..] else { return (false, Origin::NONE) };
        let child = &self.children[parent.first_child + parent.current];
        (child.merged, self.table.origin(parent.key, parent.hand))
    }
}

//! What the search keeps of the node it is in and of that node's children.

use super::length::Plies;
use super::mate_in_one::Flights;
use super::path::Heads;
use super::proof_hand::EVERYTHING;
use super::proof_number::{INFINITE, LARGEST};
use super::slide::Slider;
use super::table::Origin;
use super::useless::Slide;
use crate::shogi::{Bitboard, Hand, Key, Move, Slid, Undo};

/// What is known of a node for its target length.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Value {
    /// Mate within `length`, with this hand or more.
    Proved { length: Plies, hand: Hand },
    /// No mate within `length`, with this hand or less, as long as `heads` are on the path.
    Disproved { length: Plies, hand: Hand, heads: Heads },
    /// Not decided: proof and disproof number.
    Open { pn: u32, dn: u32 },
}

impl Value {
    /// True if it holds of the position, whatever the path to it.
    pub(super) fn is_fact(&self) -> bool {
        match self {
            Self::Proved { .. } => true,
            Self::Disproved { heads, .. } => heads.is_none(),
            Self::Open { .. } => false,
        }
    }
}

/// Where a child stands in its parent's choice.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ChildState {
    /// Takes part with its numbers.
    Open,
    /// Its turn comes when the move it is chained behind has failed the mover.
    Waiting,
    /// Has failed the mover: proved below the defender, disproved below the attacker.
    Failed,
}

/// When a child was met before.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Met {
    /// Never, or it is forgotten.
    Never,
    /// At this depth or a greater one.
    Here,
    /// At a shallower depth: following it may lead in a circle (Kishimoto 2010).
    Above,
}

/// A move from the current node, with what is known of the position after it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Child {
    pub(super) mv: Move,
    pub(super) state: ChildState,
    pub(super) met: Met,
    /// Index, among the children, of the move that waits behind this one; the child's own index when none does.
    pub(super) next: u16,
    /// The attacker's hand after the move.
    pub(super) hand: Hand,
    pub(super) key: Key,
    /// Not the move itself is looked at yet but this capture on the square of the drop, which makes all drops there useless if it mates.
    pub(super) slide: Option<Slide>,
    /// The number the mover wants small: pn for the attacker, dn for the defender.
    pub(super) phi: u32,
    /// The number that adds up over the mover's choices: dn for the attacker, pn for the defender.
    pub(super) delta: u32,
    /// Leads, with another move, to the same position at great cost: of such moves the dearest counts alone.
    pub(super) merged: bool,
    /// The node that it was last reached from before this visit.
    pub(super) origin: Origin,
}

impl Child {
    /// Its numbers as a value, when an attacker's move leads to it or not.
    pub(super) fn value(&self, attacking: bool) -> Value {
        value_of(self.phi, self.delta, attacking)
    }
}

/// The value of an undecided node from its mover's numbers, or from the numbers a child has for the mover above it.
fn value_of(phi: u32, delta: u32, attacking: bool) -> Value {
    let (pn, dn) = if attacking { (phi, delta) } else { (delta, phi) };
    Value::Open { pn, dn }
}

/// What led to a node.
pub(super) enum Step {
    Move(Move, Undo),
    Slide(Slid),
}

#[cfg(test)]
impl Step {
    /// The move, if it was one.
    pub(super) fn mv(&self) -> Option<Move> {
        match self {
            Self::Move(mv, _) => Some(*mv),
            Self::Slide(_) => None,
        }
    }
}

/// Drops that are useless for no capture: what their failed slides add to the failure of the node.
#[derive(Clone, Copy, Debug)]
pub(super) struct Useful {
    pub(super) squares: Bitboard,
    pub(super) length: Plies,
    pub(super) hand: Hand,
    pub(super) heads: Heads,
}

impl Useful {
    pub(super) const NONE: Self =
        Self { squares: Bitboard::EMPTY, length: Plies::ANY, hand: EVERYTHING, heads: Heads::NONE };

    /// Takes in the failure of a slide.
    pub(super) fn add(&mut self, length: Plies, hand: Hand, heads: Heads) {
        self.length = self.length.min(length);
        self.hand = self.hand.min(hand);
        self.heads = self.heads.union(heads);
    }
}

/// One node on the stack.
pub(super) struct Frame {
    /// True if the attacker is to move.
    pub(super) attacking: bool,
    /// The move that led here and what it overwrote; `None` at the root.
    pub(super) entered_by: Option<Step>,
    pub(super) key: Key,
    pub(super) hand: Hand,
    /// Length within which a mate is looked for from here.
    pub(super) target: Plies,
    /// Index of the first child in the arena; the last is the arena's last while this frame is on top.
    pub(super) first_child: usize,
    /// The child being searched, counted from `first_child`.
    pub(super) current: usize,
    /// The node is left when its numbers reach these (from its mover's view, like a child's numbers).
    pub(super) limit_phi: u32,
    pub(super) limit_delta: u32,
    /// Folded over the children that failed the mover: the longest mate and the largest least hand below the
    /// defender, the shortest bound and the smallest largest hand below the attacker.
    pub(super) length: Plies,
    pub(super) failed_hand: Hand,
    pub(super) heads: Heads,
    /// Set once a child decides the node in the mover's favour.
    pub(super) decided: Option<Value>,
    /// Below a check from afar: the slider that gives it.
    pub(super) slider: Option<Slider>,
    /// The captures on gap squares that may make the drops there useless, none if every interposition counts.
    pub(super) slides: Vec<Slide>,
    pub(super) useful: Useful,
    /// With the attacker to move: where the king could step.
    pub(super) flights: Option<Flights>,
    /// Nodes made when the frame was entered.
    pub(super) nodes_before: u64,
    /// Limits were already being raised when the frame was entered.
    pub(super) raised_before: bool,
    /// At least one child was searched in this visit.
    pub(super) visited: bool,
}

impl Frame {
    /// A node whose children are not looked at, without limits, as the root is.
    pub(super) fn new(attacking: bool, (key, hand): (Key, Hand), target: Plies) -> Self {
        Self {
            attacking,
            entered_by: None,
            key,
            hand,
            target,
            first_child: 0,
            current: 0,
            limit_phi: INFINITE,
            limit_delta: INFINITE,
            length: if attacking { Plies::ANY } else { Plies::ZERO },
            failed_hand: if attacking { EVERYTHING } else { Hand::EMPTY },
            heads: Heads::NONE,
            decided: None,
            slider: None,
            slides: Vec::new(),
            useful: Useful::NONE,
            flights: None,
            nodes_before: 0,
            raised_before: false,
            visited: false,
        }
    }
}

/// The children's numbers summed up from the mover's view.
#[derive(Clone, Copy, Debug)]
pub(super) struct Tally {
    /// Index of the child to follow.
    pub(super) best: usize,
    /// Least phi, the next least, and the sum of delta over all children.
    pub(super) phi: u32,
    pub(super) second: u32,
    pub(super) delta: u32,
    /// The part of it that children which are not merged add.
    pub(super) plain: u32,
    /// No child is left: all have failed the mover.
    pub(super) lost: bool,
}

impl Tally {
    /// Sums up the children. Moves that wait count nothing: a charge of 1/8 unit each, at least one unit, decided 8 instead of 9
    /// of 16 hard problems within 3 M nodes, with 12 % more nodes.
    ///
    /// What else delta could be; nodes, geometric mean over 111 classics, as a share of the plain sum:
    ///
    /// | | attacker | defender |
    /// |---|---|---|
    /// | the largest, the others up to 16 units each | 1.00 | |
    /// | the others up to 4 units each | 1.03 | 1.06 |
    /// | the others up to 4 units, then a quarter of the rest | 1.05 | 1.06 |
    /// | one number for the drops of a kind on one ray and for a move with and without promotion | 1.02 | |
    ///
    /// Capping helps ことぶき (3.8 M -> 2.2 M nodes) and harms as many others. Weak proof numbers (the largest, one unit for
    /// each other; Ueda et al. 2008) on both sides: ことぶき 1.5 M, but muso-013, 068 and 094 together 10.7 M instead of
    /// 2.7 M. Of equal phi the larger delta first: 1.05 for the attacker, 0.98 for the defender, within noise. Checks
    /// sorted by capture, promotion and piece before ties are broken: 1.06.
    pub(super) fn of(children: &[Child]) -> Self {
        let mut tally = Self { best: 0, phi: INFINITE, second: INFINITE, delta: 0, plain: 0, lost: true };
        let mut merged = 0;
        for (index, child) in children.iter().enumerate() {
            match child.state {
                ChildState::Failed => {}
                ChildState::Waiting => tally.lost = false,
                ChildState::Open => {
                    tally.lost = false;
                    if child.merged {
                        merged = merged.max(child.delta);
                    } else {
                        tally.plain = (tally.plain + child.delta).min(LARGEST);
                    }
                    if child.phi < tally.phi || child.phi == tally.phi && child.delta < children[tally.best].delta {
                        tally.second = tally.phi;
                        tally.phi = child.phi;
                        tally.best = index;
                    } else {
                        tally.second = tally.second.min(child.phi);
                    }
                }
            }
        }
        tally.delta = (tally.plain + merged).min(LARGEST);
        tally
    }

    /// What the other children add to delta, whatever becomes of this one.
    pub(super) fn others(&self, child: &Child) -> u32 {
        if child.merged { self.plain } else { self.delta - child.delta.min(self.delta) }
    }

    /// The value of the undecided node.
    pub(super) fn open(&self, attacking: bool) -> Value {
        value_of(self.phi, self.delta, attacking)
    }
}

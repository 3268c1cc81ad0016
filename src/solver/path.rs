//! The nodes from the root to the current one, and the heads of loops among them.
//!
//! A position met again below itself, with no more in the attacker's hand than before, gains the attacker nothing:
//! any mate found there would stand, shorter, at the ancestor. Such a node is scored as a failure **as long as that
//! ancestor is on the path**. The failure of everything above it, up to the ancestor, depends on the ancestor in
//! the same way: [`Heads`] says on which ones. When the ancestor itself has failed, the positions searched below it form a
//! closed set (every check leads into the set, to every check one evasion does), so nothing in it is a mate: the
//! dependence is discharged and the failure is a fact.

use crate::shogi::{Hand, Key};

/// A path longer than this is cut off; what lies below is then unknown, never a failure.
pub(super) const DEEPEST: usize = 12_000;

#[derive(Clone, Copy)]
struct Node {
    key: Key,
    hand: Hand,
    /// Hash of the path from the root to this node, in order.
    prefix: u64,
}

/// The path, with a hash index of its boards.
pub(super) struct Path {
    nodes: Vec<Node>,
    /// Open addressing: depth + 1 of a node, or 0. Nodes leave in reverse order of coming, so a slot can simply be emptied.
    slots: Vec<u16>,
    /// The first so many nodes are met again with the very same hand only.
    exact: usize,
}

impl Path {
    pub(super) fn new() -> Self {
        Self { nodes: Vec::new(), slots: vec![0; 1 << 6], exact: 0 }
    }

    /// Plies from the root to the last node; the root alone is 0.
    pub(super) fn depth(&self) -> u16 {
        self.nodes.len().saturating_sub(1) as u16
    }

    pub(super) fn push(&mut self, key: Key, hand: Hand) {
        if self.slots.len() < (self.nodes.len() + 1) * 4 {
            self.grow();
        }
        let before = self.nodes.last().map_or(0, |node| node.prefix);
        let node = (key ^ key >> 64) as u64 ^ u64::from(hand.bits()) << 32;
        let prefix = (before ^ node).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        self.nodes.push(Node { key, hand, prefix: prefix ^ prefix >> 29 });
        let slot = self.free_slot(key);
        self.slots[slot] = self.nodes.len() as u16;
    }

    pub(super) fn pop(&mut self) {
        let depth = self.nodes.len() as u16;
        if let Some(node) = self.nodes.pop() {
            let mut slot = self.home(node.key);
            while self.slots[slot] != depth {
                slot = self.next(slot);
            }
            self.slots[slot] = 0;
        }
    }

    /// The nodes so far are met again with the very same hand only, not with less.
    pub(super) fn meet_exactly(&mut self) {
        self.exact = self.nodes.len();
    }

    /// True if some nodes are met again with the very same hand only. What failed on meeting one of them may mate with less in hand.
    pub(super) fn meets_exactly(&self) -> bool {
        self.exact > 0
    }

    /// Depth of a node of this path with the same board and at least this hand.
    pub(super) fn find(&self, key: Key, hand: Hand) -> Option<u16> {
        let mut slot = self.home(key);
        while self.slots[slot] != 0 {
            let depth = self.slots[slot] - 1;
            let node = &self.nodes[usize::from(depth)];
            let is_met = if usize::from(depth) < self.exact { node.hand == hand } else { node.hand.contains(hand) };
            if node.key == key && is_met {
                return Some(depth);
            }
            slot = self.next(slot);
        }
        None
    }

    /// Depth of the node that `is` recognises, of those whose boards have these bits 32 to 47 in their keys.
    pub(super) fn find_by(&self, board: u16, is: impl Fn(Key, Hand) -> bool) -> Option<u16> {
        let mut slot = usize::from(board) & (self.slots.len() - 1);
        while self.slots[slot] != 0 {
            let depth = self.slots[slot] - 1;
            let node = &self.nodes[usize::from(depth)];
            if is(node.key, node.hand) {
                return Some(depth);
            }
            slot = self.next(slot);
        }
        None
    }

    /// Board key of the node at `depth`.
    pub(super) fn key(&self, depth: u16) -> Key {
        self.nodes[usize::from(depth)].key
    }

    /// Hash of the nodes from the root to `depth`, in order; `None` if the path is shorter.
    pub(super) fn prefix(&self, depth: u16) -> Option<u64> {
        self.nodes.get(usize::from(depth)).map(|node| node.prefix)
    }

    fn home(&self, key: Key) -> usize {
        (key >> 32) as usize & (self.slots.len() - 1)
    }

    fn next(&self, slot: usize) -> usize {
        (slot + 1) & (self.slots.len() - 1)
    }

    fn free_slot(&self, key: Key) -> usize {
        let mut slot = self.home(key);
        while self.slots[slot] != 0 {
            slot = self.next(slot);
        }
        slot
    }

    fn grow(&mut self) {
        self.slots = vec![0; self.slots.len() * 4];
        for depth in 0..self.nodes.len() {
            let slot = self.free_slot(self.nodes[depth].key);
            self.slots[slot] = depth as u16 + 1;
        }
    }
}

/// How many heads are kept one by one.
pub(super) const HEADS: usize = 3;

/// An ancestor that a failure depends on, and the least hand it must have.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Head {
    pub(super) depth: u16,
    pub(super) hand: Hand,
}

/// The ancestors that a failure depends on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Heads {
    /// These, each once; none of them means the failure is a fact.
    Exactly { list: [Head; HEADS], count: u8 },
    /// Some of those at `shallowest ..= deepest`; too many to list.
    Among { shallowest: u16, deepest: u16 },
    /// The search was cut off below for want of room: never a fact.
    CutOff,
}

impl Heads {
    /// Depends on nothing.
    pub(super) const NONE: Self = Self::Exactly { list: [Head { depth: 0, hand: Hand::EMPTY }; HEADS], count: 0 };

    /// Depends on the node at `depth` having at least `hand`.
    pub(super) fn one(depth: u16, hand: Hand) -> Self {
        Self::NONE.with(Head { depth, hand })
    }

    pub(super) fn is_none(self) -> bool {
        matches!(self, Self::Exactly { count: 0, .. })
    }

    /// Depends on what either depends on.
    pub(super) fn union(self, other: Self) -> Self {
        match (self, other) {
            (Self::CutOff, _) | (_, Self::CutOff) => Self::CutOff,
            (heads, Self::Exactly { list, count }) => {
                list[..usize::from(count)].iter().fold(heads, |heads, &head| heads.with(head))
            }
            (Self::Exactly { .. }, among) => among.union(self),
            (Self::Among { shallowest: a, deepest: b }, Self::Among { shallowest: c, deepest: d }) => {
                Self::Among { shallowest: a.min(c), deepest: b.max(d) }
            }
        }
    }

    /// What is left once the node at `depth`, below which no head lies, has failed too.
    pub(super) fn discharge(self, depth: u16) -> Self {
        match self {
            Self::Exactly { list, count } => {
                let others = list[..usize::from(count)].iter().filter(|head| head.depth != depth);
                others.fold(Self::NONE, |heads, &head| heads.with(head))
            }
            Self::Among { shallowest, .. } if depth <= shallowest => Self::NONE,
            Self::Among { shallowest, deepest } if deepest == depth => Self::Among { shallowest, deepest: depth - 1 },
            heads => heads,
        }
    }

    fn with(self, head: Head) -> Self {
        match self {
            Self::Exactly { mut list, count } => {
                let used = usize::from(count);
                if let Some(same) = list[..used].iter_mut().find(|known| known.depth == head.depth) {
                    same.hand = same.hand.max(head.hand);
                    return Self::Exactly { list, count };
                }
                if used < HEADS {
                    list[used] = head;
                    return Self::Exactly { list, count: count + 1 };
                }
                let depths = || list.iter().map(|known| known.depth).chain([head.depth]);
                Self::Among {
                    shallowest: depths().min().unwrap_or(head.depth),
                    deepest: depths().max().unwrap_or(head.depth),
                }
            }
            Self::Among { shallowest, deepest } => {
                Self::Among { shallowest: shallowest.min(head.depth), deepest: deepest.max(head.depth) }
            }
            Self::CutOff => Self::CutOff,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::shogi::PieceKind;

    fn pawns(count: u8) -> Hand {
        Hand::EMPTY.with(PieceKind::Pawn, count)
    }

    #[test]
    fn finds_a_board_with_at_least_the_hand() {
        let mut path = Path::new();
        for depth in 0..1000u32 {
            path.push(Key::from(depth % 300) << 32, pawns((depth / 300) as u8));
        }
        assert_eq!(path.find(5 << 32, pawns(0)), Some(5));
        assert_eq!(path.find(5 << 32, pawns(3)), Some(905));
        assert_eq!(path.find(5 << 32, pawns(4)), None);
        for _ in 0..995 {
            path.pop();
        }
        assert_eq!((path.depth(), path.find(5 << 32, pawns(0)), path.find(4 << 32, pawns(0))), (4, None, Some(4)));
    }

    #[test]
    fn a_path_of_the_greatest_depth_is_indexed_to_its_end() {
        let mut path = Path::new();
        let key = |depth: usize| Key::from(depth as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15_f39c_c060_5ced_c835);
        for depth in 0..=DEEPEST {
            path.push(key(depth), pawns(1));
        }
        assert_eq!(usize::from(path.depth()), DEEPEST);
        for depth in 0..=DEEPEST {
            assert_eq!(path.find(key(depth), pawns(0)).map(usize::from), Some(depth));
        }
        let prefix = path.prefix(path.depth());
        (0..5000).for_each(|_| path.pop());
        assert_eq!((path.find(key(DEEPEST), pawns(0)), path.prefix(DEEPEST as u16)), (None, None));
        (DEEPEST - 4999..=DEEPEST).for_each(|depth| path.push(key(depth), pawns(1)));
        assert_eq!((path.prefix(path.depth()), path.find(key(0), pawns(0))), (prefix, Some(0)));
    }

    #[test]
    fn heads_are_discharged_from_the_deepest_up() {
        let two = Heads::one(4, pawns(1)).union(Heads::one(9, pawns(0))).union(Heads::one(4, pawns(2)));
        assert_eq!(two.discharge(9), Heads::one(4, pawns(2)));
        assert!(two.discharge(9).discharge(7).discharge(4).is_none());
        let many = (2..8).fold(Heads::NONE, |heads, depth| heads.union(Heads::one(depth, pawns(0))));
        assert_eq!(many, Heads::Among { shallowest: 2, deepest: 7 });
        assert_eq!(many.union(two), Heads::Among { shallowest: 2, deepest: 9 });
        assert_eq!(two.union(many), Heads::Among { shallowest: 2, deepest: 9 });
        assert_eq!(many.discharge(7), Heads::Among { shallowest: 2, deepest: 6 });
        assert!(many.discharge(7).discharge(2).is_none());
        assert_eq!(many.union(Heads::CutOff).discharge(0), Heads::CutOff);
    }
}

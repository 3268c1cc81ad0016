//! The transposition table: bounded, shared by all threads, readers lock-free.
//!
//! A board (with side to move, piece multiset and rule options in its key) lives in one bucket, whatever the attacker's
//! hand, so that one scan finds every hand that decides the one asked for: a mate with fewer pieces in hand is a mate
//! here, a failure with more pieces is a failure here (Seo 1999). Everything stored is a fact about the position,
//! never about the path to it, so the table outlives searches and serves any number of problems.

mod bucket;
mod entry;
mod memory;
mod origin;
mod sync;

use super::length::Plies;
use crate::shogi::{Hand, Key};
use bucket::{Bucket, SLOTS, Slots, WORDS};
use entry::{Check, Entry};
pub(super) use origin::Origin;
use sync::AtomicU64;

// The depth of every node of a path can be told from that of a deeper one.
const _: () = assert!(super::path::DEEPEST < entry::DEEPEST as usize);

/// What searches remember, in a fixed amount of memory.
pub struct Table {
    words: Box<[AtomicU64]>,
    /// Index of the first word that starts a cache line.
    start: usize,
    buckets: usize,
}

/// What the table knows of a position with a hand, for one target length.
#[derive(Clone, Copy, Debug)]
pub(super) enum Known {
    /// Mate within `length`, with this hand or more.
    Proved { length: Plies, hand: Hand },
    /// No mate within `length`, with this hand or less.
    Disproved { length: Plies, hand: Hand },
    /// Searched before, not decided.
    Open(OpenNode),
    /// Not met before, or forgotten; what other hands on the same board say.
    Nothing(Floors),
}

/// Bounds of an undecided node's numbers by undecided nodes with the same board: a mate is no easier to prove than with a larger hand,
/// a failure no easier than with a smaller one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Floors {
    /// The proof number is at least this.
    pub(super) pn: u32,
    /// The disproof number is at least this.
    pub(super) dn: u32,
}

/// An undecided node as the table keeps it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct OpenNode {
    /// Proof number.
    pub(super) pn: u32,
    /// Disproof number.
    pub(super) dn: u32,
    /// Fewest plies from the root at which it was met.
    pub(super) depth: u16,
    /// A disproof that depends on the path may be found in the loop store.
    pub(super) looped: bool,
    /// Shares what it costs with another child of the same parent.
    pub(super) merged: bool,
    /// The parent it was last reached from.
    pub(super) origin: Origin,
}

impl Floors {
    #[inline]
    fn raise(&mut self, hand: Hand, entry: &Entry) {
        if entry.hand.contains(hand) {
            self.pn = self.pn.max(entry.pn);
        }
        if hand.contains(entry.hand) {
            self.dn = self.dn.max(entry.dn);
        }
    }
}

impl Known {
    /// What the entries of a board say of a hand, and the entry that says it.
    #[inline]
    fn among(entries: impl Iterator<Item = Entry>, hand: Hand, target: Plies) -> (Self, Option<Entry>) {
        let mut exact = None;
        let mut floors = Floors::default();
        for entry in entries {
            if entry.proven <= target && entry.proven != Plies::ANY && hand.contains(entry.hand) {
                return (Self::Proved { length: entry.proven, hand: entry.hand }, Some(entry));
            }
            if entry.disproven >= target && entry.disproven != Plies::ZERO && entry.hand.contains(hand) {
                return (Self::Disproved { length: entry.disproven, hand: entry.hand }, Some(entry));
            }
            if entry.hand == hand {
                exact = Some(entry);
            }
            if !entry.is_decided() {
                floors.raise(hand, &entry);
            }
        }
        let known = match exact {
            Some(Entry { pn, dn, depth, looped, merged, origin, .. }) => {
                let (pn, dn) = (pn.max(floors.pn), dn.max(floors.dn));
                Self::Open(OpenNode { pn, dn, depth, looped, merged, origin })
            }
            None => Self::Nothing(floors),
        };
        (known, exact)
    }
}

impl Table {
    /// A table of about `mib` MiB, at least 1. Memory is asked for at once and touched as it fills.
    pub fn new(mib: usize) -> Self {
        let buckets = (mib.max(1) << 20) / (WORDS * 8);
        let words: Box<[AtomicU64]> = bytemuck::zeroed_slice_box(buckets * WORDS + 7);
        memory::ask_for_huge_pages(&words);
        let start = (64 - words.as_ptr() as usize % 64) % 64 / 8;
        Self { words, start, buckets }
    }

    /// Has the system give all the memory now, so that no search pays for it. What is stored stays.
    pub fn touch(&self) {
        const PAGE: usize = 4096;
        let pages = (0..self.buckets).step_by(PAGE / (WORDS * 8));
        pages.for_each(|index| self.bucket(index).write(|_| ()));
    }

    /// Size in MiB.
    pub fn mib(&self) -> usize {
        (self.buckets * WORDS * 8) >> 20
    }

    /// Forgets everything. Searches that run meanwhile stay right, and lose what they stored.
    pub fn clear(&self) {
        let buckets = (0..self.buckets).map(|index| self.bucket(index));
        // Memory that was never touched stays so.
        buckets.filter(|bucket| !bucket.read(Slots::is_empty)).for_each(|bucket| bucket.write(Slots::clear_all));
    }

    /// Thousandths of the table in use, from a sample of a few hundred buckets. (Each of a large table's has to come from memory, and every
    /// answer tells this: a thousand buckets were 3 % of a call of three plies.)
    pub fn permille(&self) -> u32 {
        let sample = self.buckets.min(256);
        let used: usize = (0..sample).map(|i| self.bucket(i * (self.buckets / sample)).read(Slots::used)).sum();
        (used * 1000 / (sample * SLOTS)) as u32
    }

    /// Starts loading what [`Table::look`] will read first.
    #[inline]
    pub(super) fn prefetch(&self, key: Key) {
        memory::prefetch(&self.words[self.first_word(key)]);
    }

    /// What is known of a mate within `target` in the position with this key and attacker's hand. What is found stays longer.
    #[inline]
    pub(super) fn look(&self, key: Key, hand: Hand, target: Plies) -> Known {
        let (check, bucket) = (Check::of(key), self.home(key));
        let (known, old) = bucket.read(|slots| {
            let (known, used) = Known::among(slots.matching(check).map(|(_, entry)| entry), hand, target);
            (known, used.filter(|used| used.generation != slots.generation()))
        });
        if let Some(entry) = old {
            bucket.refresh(check, entry.hand);
        }
        known
    }

    /// Keeps a mate within `length` that needs no more than `hand`.
    pub(super) fn store_proof(&self, key: Key, hand: Hand, length: Plies, nodes: u64) {
        self.update(key, hand, nodes, |entry| entry.proven = entry.proven.min(length));
    }

    /// Keeps that there is no mate within `length` even with `hand`. Within no plies at all is nothing to keep.
    pub(super) fn store_disproof(&self, key: Key, hand: Hand, length: Plies, nodes: u64) {
        if length == Plies::ZERO {
            return;
        }
        self.update(key, hand, nodes, |entry| entry.disproven = entry.disproven.max(length));
    }

    /// Keeps the numbers of an undecided node.
    pub(super) fn store_open(&self, key: Key, hand: Hand, node: OpenNode, nodes: u64) {
        self.update(key, hand, nodes, |entry| {
            entry.pn = node.pn;
            entry.dn = node.dn;
            entry.depth = entry.depth.min(node.depth);
            entry.looped |= node.looped;
            entry.merged |= node.merged;
            entry.origin = node.origin;
        });
    }

    /// Marks that the node shares what it costs with another child of its parent.
    pub(super) fn mark_merged(&self, key: Key, hand: Hand) {
        self.update(key, hand, 0, |entry| entry.merged = true);
    }

    /// The name of a node, for its children to remember.
    pub(super) fn origin(&self, key: Key, hand: Hand) -> Origin {
        Origin::of(self.index(key), key, hand)
    }

    /// Where the node of this name was last reached from; [`Origin::NONE`] if it is forgotten.
    pub(super) fn origin_before(&self, name: Origin) -> Origin {
        let index = name.index();
        if index >= self.buckets {
            return Origin::NONE;
        }
        self.bucket(index).read(|slots| slots.named(name)).map_or(Origin::NONE, |entry| entry.origin)
    }

    /// Marks that the loop store has a disproof of this node.
    pub(super) fn mark_looped(&self, key: Key, hand: Hand, depth: u16) {
        self.update(key, hand, 0, |entry| {
            entry.looped = true;
            entry.depth = entry.depth.min(depth);
        });
    }

    fn update(&self, key: Key, hand: Hand, nodes: u64, change: impl FnOnce(&mut Entry)) {
        self.home(key).update((Check::of(key), hand), nodes, change);
    }

    fn home(&self, key: Key) -> Bucket<'_> {
        let first = self.first_word(key);
        Bucket::new(&self.words[first..first + WORDS])
    }

    #[inline]
    fn first_word(&self, key: Key) -> usize {
        self.start + self.index(key) * WORDS
    }

    #[inline]
    fn index(&self, key: Key) -> usize {
        let high = (key >> 64) as u64;
        ((u128::from(high) * self.buckets as u128) >> 64) as usize
    }

    fn bucket(&self, index: usize) -> Bucket<'_> {
        let first = self.start + index * WORDS;
        Bucket::new(&self.words[first..first + WORDS])
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::shogi::PieceKind;

    fn hand(pawns: u8, golds: u8) -> Hand {
        Hand::EMPTY.with(PieceKind::Pawn, pawns).with(PieceKind::Gold, golds)
    }

    #[test]
    fn a_mate_serves_larger_hands_and_a_failure_smaller_ones() {
        let table = Table::new(1);
        table.store_proof(99, hand(1, 1), Plies(5), 10);
        table.store_disproof(99, hand(3, 0), Plies::ANY, 10);
        table.touch();
        let look = |pawns, golds, target| table.look(99, hand(pawns, golds), target);
        assert!(matches!(look(2, 1, Plies::ANY), Known::Proved { length: Plies(5), .. }));
        assert!(matches!(look(1, 1, Plies(3)), Known::Open(_)));
        assert!(matches!(look(2, 0, Plies::ANY), Known::Disproved { length: Plies::ANY, .. }));
        assert!(matches!(look(4, 0, Plies::ANY), Known::Nothing(_)));
        assert!(matches!(table.look(98, hand(2, 1), Plies::ANY), Known::Nothing(_)));
    }

    #[test]
    fn a_node_is_traced_to_where_it_was_last_reached_from() {
        let table = Table::new(1);
        let key = |n: u64| Key::from(n.wrapping_mul(0x9e37_79b9_7f4a_7c15)) << 64 | Key::from(n << 32 | n);
        let name = |n| table.origin(key(n), hand(1, 0));
        let reach = |n, origin| {
            let node = OpenNode { pn: 1, dn: 1, depth: 0, looped: false, merged: false, origin };
            table.store_open(key(n), hand(1, 0), node, 1);
        };
        reach(1, Origin::NONE);
        reach(2, name(1));
        reach(3, name(1));
        reach(3, name(2));
        table.mark_merged(key(3), hand(1, 0));
        assert_eq!(table.origin_before(name(3)), name(2));
        assert_eq!(table.origin_before(table.origin_before(name(3))), name(1));
        assert_eq!((table.origin_before(name(1)), table.origin_before(name(4))), (Origin::NONE, Origin::NONE));
        reach(3, name(1));
        let known = table.look(key(3), hand(1, 0), Plies::ANY);
        assert!(matches!(known, Known::Open(OpenNode { merged: true, origin, .. }) if origin == name(1)));
    }

    #[test]
    fn a_bounded_failure_is_not_a_failure() {
        let table = Table::new(1);
        table.store_disproof(7, hand(0, 0), Plies(9), 1);
        assert!(matches!(table.look(7, hand(0, 0), Plies(9)), Known::Disproved { .. }));
        assert!(matches!(table.look(7, hand(0, 0), Plies(11)), Known::Open(_)));
        assert!(matches!(table.look(7, hand(0, 0), Plies::ANY), Known::Open(_)));
    }

    #[test]
    fn a_full_bucket_gives_up_the_least_effort_first() {
        let table = Table::new(1);
        let key = |i: u64| Key::from(i << 40);
        for i in 0..SLOTS as u64 {
            table.store_proof(key(i), hand(0, 0), Plies(1), 1000 * (i + 1));
        }
        table.store_proof(key(99), hand(0, 0), Plies(3), 5_000);
        assert!(matches!(table.look(key(0), hand(0, 0), Plies::ANY), Known::Nothing(_)));
        assert!((1..SLOTS as u64).all(|i| matches!(table.look(key(i), hand(0, 0), Plies::ANY), Known::Proved { .. })));
        table.clear();
        assert_eq!(table.permille(), 0);
        assert!(matches!(table.look(key(99), hand(0, 0), Plies::ANY), Known::Nothing(_)));
    }
}

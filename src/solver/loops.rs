//! Failures that depend on the path, kept with what they depend on.
//!
//! A failure modulo its heads holds on **any** path that has a node with each head's board and at least the head's
//! hand (a closed set modulo the heads does not ask how they were reached). Up to three heads are kept by board and
//! hand; a failure with more is kept with the hash of the path down to its deepest head and holds below that path only.

use super::length::Plies;
use super::path::{HEADS, Head, Heads, Path};
use super::table::Table;
use crate::shogi::{Hand, Key};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// Entries that share a set; a new one takes the place of the set's oldest.
const WAYS: usize = 4;

/// Bytes of the store, at most. While it grows its old half is there too: 48 MiB in all for a moment, which
/// leaves room for the stack in the 64 MiB that a search may have beside its table.
const MOST_BYTES: usize = 32 << 20;

#[derive(Clone, Copy, PartialEq, Eq)]
enum Condition {
    Free,
    Heads { boards: [Key; HEADS], hands: [Hand; HEADS], count: u8 },
    Prefix { hash: u64, shallowest: u16, deepest: u16 },
}

#[derive(Clone, Copy)]
struct Entry {
    key: Key,
    /// The failure holds for this hand or less.
    hand: Hand,
    length: Plies,
    condition: Condition,
}

const FREE: Entry = Entry { key: 0, hand: Hand::EMPTY, length: Plies::ZERO, condition: Condition::Free };

/// A failure found in the store, in terms of the current path.
pub(super) struct LoopFailure {
    pub(super) hand: Hand,
    pub(super) length: Plies,
    pub(super) heads: Heads,
}

/// A bounded store of conditional failures. It starts empty and grows by need.
struct LoopStore {
    entries: Vec<Entry>,
    used: usize,
    most: usize,
}

/// The store of one search, shared by its workers: what a failure depends on is told by positions, so it holds on the path of any
/// of them.
#[derive(Clone)]
pub(super) struct Loops(Arc<Mutex<LoopStore>>);

impl Loops {
    /// A store of at most a sixteenth of the table's size, and no more than [`MOST_BYTES`].
    pub(super) fn beside(table: &Table) -> Self {
        let bytes = ((table.mib() << 20) / 16).min(MOST_BYTES);
        Self(Arc::new(Mutex::new(LoopStore::new(bytes))))
    }

    /// Keeps a failure that depends on `heads` of `path`; a cut-off is not kept.
    pub(super) fn store(&self, node: (Key, Hand), length: Plies, heads: Heads, path: &Path) {
        self.lock().store(node, length, heads, path);
    }

    /// A failure of this position within `target` that holds on `path`.
    pub(super) fn look(&self, node: (Key, Hand), target: Plies, path: &Path) -> Option<LoopFailure> {
        self.lock().look(node, target, path)
    }

    fn lock(&self) -> MutexGuard<'_, LoopStore> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl LoopStore {
    /// Bytes of one entry.
    const ENTRY_BYTES: usize = size_of::<Entry>();

    /// A store of at most about `bytes`.
    fn new(bytes: usize) -> Self {
        let most = (bytes / Self::ENTRY_BYTES).max(WAYS * 2);
        Self { entries: Vec::new(), used: 0, most: 1 << most.ilog2() }
    }

    fn store(&mut self, (key, hand): (Key, Hand), length: Plies, heads: Heads, path: &Path) {
        let Some(condition) = Condition::of(heads, path) else { return };
        if self.entries.len() < self.most && self.used * 2 >= self.entries.len() {
            self.grow();
        }
        self.insert(Entry { key, hand, length, condition });
    }

    fn look(&self, (key, hand): (Key, Hand), target: Plies, path: &Path) -> Option<LoopFailure> {
        if self.entries.is_empty() {
            return None;
        }
        let first = self.set(key);
        self.entries[first..first + WAYS].iter().find_map(|entry| {
            let fits = entry.key == key && entry.length >= target && entry.hand.contains(hand);
            let heads = fits.then(|| entry.condition.on(path)).flatten()?;
            Some(LoopFailure { hand: entry.hand, length: entry.length, heads })
        })
    }

    fn insert(&mut self, entry: Entry) {
        let first = self.set(entry.key);
        let ways = &mut self.entries[first..first + WAYS];
        let same = ways
            .iter()
            .position(|old| old.key == entry.key && old.hand == entry.hand && old.condition == entry.condition);
        let place = same.or_else(|| ways.iter().position(|old| old.condition == Condition::Free));
        let last = place.unwrap_or(WAYS - 1);
        self.used += usize::from(ways[last].condition == Condition::Free);
        // The newest comes first: what is pushed out at the end is the oldest.
        ways[last] = entry;
        ways[..=last].rotate_right(1);
    }

    fn grow(&mut self) {
        let old = std::mem::take(&mut self.entries);
        self.entries = vec![FREE; (old.len() * 2).max(64).min(self.most)];
        self.used = 0;
        for entry in old.into_iter().filter(|entry| entry.condition != Condition::Free) {
            self.insert(entry);
        }
    }

    fn set(&self, key: Key) -> usize {
        let sets = self.entries.len() / WAYS;
        ((key >> 64) as u64 as usize & (sets - 1)) * WAYS
    }
}

impl Condition {
    fn of(heads: Heads, path: &Path) -> Option<Self> {
        match heads {
            Heads::Exactly { list, count } => {
                let used = |i: usize| i < usize::from(count);
                let boards = std::array::from_fn(|i| if used(i) { path.key(list[i].depth) } else { 0 });
                Some(Self::Heads { boards, hands: list.map(|head| head.hand), count })
            }
            Heads::Among { shallowest, deepest } => {
                path.prefix(deepest).map(|hash| Self::Prefix { hash, shallowest, deepest })
            }
            Heads::CutOff => None,
        }
    }

    /// What the failure depends on here; `None` if the path lacks it.
    fn on(&self, path: &Path) -> Option<Heads> {
        match *self {
            Self::Free => None,
            Self::Heads { boards, hands, count } => (0..usize::from(count)).try_fold(Heads::NONE, |heads, i| {
                let Head { depth, hand } = Head { depth: path.find(boards[i], hands[i])?, hand: hands[i] };
                Some(heads.union(Heads::one(depth, hand)))
            }),
            Self::Prefix { hash, shallowest, deepest } => {
                (path.prefix(deepest) == Some(hash)).then_some(Heads::Among { shallowest, deepest })
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn path(keys: &[u64]) -> Path {
        let mut path = Path::new();
        for &key in keys {
            path.push(Key::from(key) << 64, Hand::EMPTY);
        }
        path
    }

    #[test]
    fn a_failure_holds_on_any_path_with_its_heads() {
        let mut store = LoopStore::new(1 << 16);
        let node = (77 << 64, Hand::EMPTY);
        store.store(node, Plies::ANY, Heads::one(1, Hand::EMPTY), &path(&[1, 2, 3]));
        let found = store.look(node, Plies::ANY, &path(&[9, 8, 2, 5])).map(|failure| failure.heads);
        assert_eq!(found, Some(Heads::one(2, Hand::EMPTY)));
        assert!(store.look(node, Plies::ANY, &path(&[1, 3, 4])).is_none());
    }

    #[test]
    fn a_failure_with_many_heads_holds_below_its_prefix_only() {
        let mut store = LoopStore::new(1 << 16);
        let node = (77 << 64, Hand::EMPTY);
        let heads = (0..5).fold(Heads::NONE, |heads, depth| heads.union(Heads::one(depth, Hand::EMPTY)));
        store.store(node, Plies::ANY, heads, &path(&[1, 2, 3, 4, 5, 6]));
        assert!(store.look(node, Plies::ANY, &path(&[1, 2, 3, 4, 5, 9, 9])).is_some());
        assert!(store.look(node, Plies::ANY, &path(&[2, 1, 3, 4, 5, 6])).is_none());
        assert!(store.look(node, Plies::ANY, &path(&[1, 2, 3])).is_none());
    }

    #[test]
    fn growing_keeps_entries_up_to_the_bound() {
        let mut store = LoopStore::new(LoopStore::ENTRY_BYTES * 1024);
        let path = path(&[1, 2]);
        for i in 0..5000u64 {
            let key = Key::from(i.wrapping_mul(0x9e37_79b9_7f4a_7c15)) << 64;
            store.store((key, Hand::EMPTY), Plies::ANY, Heads::one(1, Hand::EMPTY), &path);
            assert!(store.look((key, Hand::EMPTY), Plies::ANY, &path).is_some());
        }
        assert_eq!(store.entries.len(), 1024);
    }

    #[test]
    fn the_store_of_a_search_is_bounded() {
        let bytes = |mib| Loops::beside(&Table::new(mib)).lock().most * LoopStore::ENTRY_BYTES;
        assert!(bytes(16) <= 1 << 20 && bytes(16) > 1 << 18);
        assert!(bytes(2048) <= MOST_BYTES);
    }
}

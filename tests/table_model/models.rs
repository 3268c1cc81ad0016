//! What must hold of one bucket whatever its users do at the same time.

use super::bucket::{Bucket, SLOTS, WORDS};
use super::entry::{Check, Entry};
use super::sync::AtomicU64;
use crate::shogi::{Hand, Key, PieceKind};
use crate::solver::length::Plies;
use loom::model::Builder;
use loom::sync::Arc;
use loom::thread;
use std::sync::Arc as StdArc;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

/// Two keys that differ in the last word of an entry only, so that a torn copy could pass for either.
const KEY: Key = 5 << 56 | 1;
const TWIN: Key = KEY | 1 << 36;

struct Shared([AtomicU64; WORDS]);

impl Shared {
    fn new() -> Arc<Self> {
        Arc::new(Self(std::array::from_fn(|_| AtomicU64::new(0))))
    }

    fn bucket(&self) -> Bucket<'_> {
        Bucket::new(&self.0)
    }

    fn update(&self, key: Key, nodes: u64, change: impl FnOnce(&mut Entry)) {
        self.bucket().update((Check::of(key), Hand::EMPTY), nodes, change);
    }

    /// Stores the numbers of an undecided node, which `number` stands for in several words.
    fn store(&self, key: Key, number: u16) {
        self.update(key, 0, |entry| stamp(entry, number));
    }

    /// The only entry of this key.
    fn look(&self, key: Key) -> Option<Entry> {
        self.bucket().read(|slots| {
            let mut found = slots.matching(Check::of(key)).map(|(_, entry)| entry);
            let first = found.next();
            assert!(found.next().is_none(), "a key is in two slots");
            first
        })
    }
}

fn stamp(entry: &mut Entry, number: u16) {
    (entry.pn, entry.dn, entry.depth) = (number.into(), number.into(), number);
    entry.proven = Plies(number);
}

/// The number with which a whole entry was stored.
fn stamped(entry: Entry) -> u16 {
    let number = entry.depth;
    let mut whole = entry;
    stamp(&mut whole, number);
    assert_eq!(entry, whole, "a torn entry");
    number
}

/// Runs `model` in every order of its threads' accesses with at most so many preemptions, and with every value that the
/// loads may return.
fn check(preemptions: usize, model: impl Fn() + Sync + Send + 'static) {
    let runs = StdArc::new(AtomicUsize::new(0));
    let mut builder = Builder::new();
    builder.preemption_bound = Some(preemptions);
    // Filling a bucket takes more steps than loom expects of a whole model.
    builder.max_branches = 10_000;
    let counter = runs.clone();
    builder.check(move || {
        counter.fetch_add(1, Relaxed);
        model();
    });
    // A few runs would mean that loom saw no accesses to put in another order.
    assert!(runs.load(Relaxed) >= 100, "{runs:?} runs");
}

#[test]
fn a_reader_sees_the_old_entry_or_the_new_one() {
    check(3, || {
        let shared = Shared::new();
        shared.store(KEY, 1);
        let writer = thread::spawn({
            let shared = shared.clone();
            move || shared.store(KEY, 2)
        });
        let seen = shared.look(KEY).map(stamped);
        assert!(matches!(seen, Some(1 | 2)), "{seen:?}");
        writer.join().unwrap();
        assert_eq!(shared.look(KEY).map(stamped), Some(2));
    });
}

#[test]
fn a_reader_never_goes_back_in_time() {
    check(2, || {
        let shared = Shared::new();
        shared.store(KEY, 1);
        let writer = thread::spawn({
            let shared = shared.clone();
            move || shared.store(KEY, 2)
        });
        let seen = [(); 2].map(|()| shared.look(KEY).map(stamped));
        assert!(seen.is_sorted() && seen[0].is_some(), "{seen:?}");
        writer.join().unwrap();
    });
}

#[test]
fn two_writers_of_one_entry_lose_nothing() {
    check(3, || {
        let shared = Shared::new();
        let other = thread::spawn({
            let shared = shared.clone();
            move || shared.update(KEY, 100, |entry| entry.proven = entry.proven.min(Plies(7)))
        });
        shared.update(KEY, 1, |entry| entry.disproven = entry.disproven.max(Plies(5)));
        other.join().unwrap();
        let entry = shared.look(KEY).unwrap();
        assert_eq!((entry.proven, entry.disproven), (Plies(7), Plies(5)));
        assert!(entry.effort > 0);
    });
}

#[test]
fn two_writers_of_two_keys_get_a_slot_each() {
    check(3, || {
        let shared = Shared::new();
        let other = thread::spawn({
            let shared = shared.clone();
            move || shared.store(TWIN, 2)
        });
        shared.store(KEY, 1);
        other.join().unwrap();
        assert_eq!((shared.look(KEY).map(stamped), shared.look(TWIN).map(stamped)), (Some(1), Some(2)));
        assert_eq!(shared.bucket().read(super::bucket::Slots::used), 2);
    });
}

/// A full bucket whose cheapest entry is that of [`KEY`].
fn full() -> Arc<Shared> {
    let shared = Shared::new();
    shared.store(KEY, 1);
    for other in 1..SLOTS as u64 {
        let key = Key::from((5 + other) << 56);
        shared.update(key, 1000, |entry| stamp(entry, 9));
    }
    shared
}

#[test]
fn a_reader_beside_a_replacement_sees_the_old_entry_or_none() {
    check(2, || {
        let shared = full();
        let writer = thread::spawn({
            let shared = shared.clone();
            move || shared.store(TWIN, 2)
        });
        let (old, new) = (shared.look(KEY).map(stamped), shared.look(TWIN).map(stamped));
        assert!(matches!(old, None | Some(1)) && matches!(new, None | Some(2)), "{old:?} {new:?}");
        assert!(old.is_some() || new.is_some(), "the slot is never empty");
        writer.join().unwrap();
        assert_eq!((shared.look(KEY).map(stamped), shared.look(TWIN).map(stamped)), (None, Some(2)));
    });
}

#[test]
fn a_reader_that_makes_an_entry_young_undoes_no_writer() {
    check(3, || {
        // New entries have made the bucket older than its first entry.
        let shared = full();
        let reader = thread::spawn({
            let shared = shared.clone();
            move || shared.bucket().refresh(Check::of(KEY), Hand::EMPTY)
        });
        shared.update(KEY, 0, |entry| stamp(entry, 3));
        reader.join().unwrap();
        assert_eq!(shared.look(KEY).map(stamped), Some(3));
        shared.store(TWIN, 2);
        assert_eq!(shared.look(TWIN).map(stamped), Some(2));
    });
}

#[test]
fn hands_of_a_board_do_not_meet() {
    let pawn = Hand::EMPTY.with(PieceKind::Pawn, 1);
    check(3, move || {
        let shared = Shared::new();
        let other = thread::spawn({
            let shared = shared.clone();
            move || shared.bucket().update((Check::of(KEY), pawn), 0, |entry| stamp(entry, 2))
        });
        shared.store(KEY, 1);
        other.join().unwrap();
        let found = shared.bucket().read(|slots| {
            let mut found: Vec<_> =
                slots.matching(Check::of(KEY)).map(|(_, entry)| (entry.hand, stamped(entry))).collect();
            found.sort_by_key(|&(_, number)| number);
            found
        });
        assert_eq!(found, [(Hand::EMPTY, 1), (pawn, 2)]);
    });
}

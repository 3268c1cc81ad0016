//! The memory set aside for private tables.

use super::Class;
use crate::solver::Table;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// Tables that wait for the next search of their size, at most; and the largest that does, in MiB. To empty a small one takes less
/// than to have the system give another.
const IDLE: usize = 16;
const LARGEST_IDLE: usize = 4;

/// Counts down as tables are made.
pub(super) struct Space(Arc<Shared>);

struct Shared {
    free_mib: AtomicUsize,
    /// What bulk work has: not more than half of all, so that single callers find some, but for one table that is larger.
    bulk_mib: AtomicUsize,
    half_mib: usize,
    /// Tables of searches that are over. They count as made.
    idle: Mutex<Vec<Arc<Table>>>,
}

/// Some of the space, and the table in it; given back when dropped.
pub(super) struct Reserved {
    mib: usize,
    class: Class,
    table: Option<Arc<Table>>,
    /// Whether the search in the table has come to its end: one that has panicked may have left it locked.
    is_over: bool,
    shared: Arc<Shared>,
}

impl Space {
    pub(super) fn new(mib: usize) -> Self {
        let (free_mib, bulk_mib) = (AtomicUsize::new(mib), AtomicUsize::new(0));
        Self(Arc::new(Shared { free_mib, bulk_mib, half_mib: mib / 2, idle: Mutex::default() }))
    }

    /// Reserves `mib` MiB for a search of a class; `None` if less is free for it.
    pub(super) fn take(&self, mib: usize, class: Class) -> Option<Reserved> {
        if class == Class::Bulk && !self.0.take_share(mib) {
            return None;
        }
        let table = self.0.idle_of(mib);
        let is_there = table.is_some() || self.0.reserve(mib) || self.0.drop_idle() && self.0.reserve(mib);
        if !is_there {
            self.0.give_back_share(mib, class);
        }
        is_there.then(|| Reserved { mib, class, table, is_over: false, shared: Arc::clone(&self.0) })
    }
}

impl Shared {
    fn reserve(&self, mib: usize) -> bool {
        self.free_mib.fetch_update(Ordering::Relaxed, Ordering::Relaxed, |free| free.checked_sub(mib)).is_ok()
    }

    /// True if bulk work may have as much more, which is then counted.
    fn take_share(&self, mib: usize) -> bool {
        let more = |had: usize| (had == 0 || had + mib <= self.half_mib).then_some(had + mib);
        self.bulk_mib.fetch_update(Ordering::Relaxed, Ordering::Relaxed, more).is_ok()
    }

    fn give_back_share(&self, mib: usize, class: Class) {
        if class == Class::Bulk {
            self.bulk_mib.fetch_sub(mib, Ordering::Relaxed);
        }
    }

    fn idle_of(&self, mib: usize) -> Option<Arc<Table>> {
        let mut idle = self.idle();
        let place = idle.iter().position(|table| table.mib() == mib)?;
        Some(idle.swap_remove(place))
    }

    /// Makes room of the idle tables; false if there are none.
    fn drop_idle(&self) -> bool {
        let idle = std::mem::take(&mut *self.idle());
        self.free_mib.fetch_add(idle.iter().map(|table| table.mib()).sum(), Ordering::Relaxed);
        !idle.is_empty()
    }

    /// True if the table waits from now on, with its space.
    fn keep(&self, table: Arc<Table>) -> bool {
        let mut idle = self.idle();
        let is_kept = idle.len() < IDLE && table.mib() <= LARGEST_IDLE && Arc::strong_count(&table) == 1;
        if is_kept {
            idle.push(table);
        }
        is_kept
    }

    fn idle(&self) -> MutexGuard<'_, Vec<Arc<Table>>> {
        self.idle.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Reserved {
    /// The table, empty: to be called once.
    pub(super) fn table(&mut self) -> Arc<Table> {
        if let Some(table) = &self.table {
            table.clear();
        }
        Arc::clone(self.table.get_or_insert_with(|| Arc::new(Table::new(self.mib))))
    }

    /// The search in the table is over.
    pub(super) fn end(&mut self) {
        self.is_over = true;
    }
}

impl Drop for Reserved {
    fn drop(&mut self) {
        self.shared.give_back_share(self.mib, self.class);
        let table = self.table.take().filter(|_| self.is_over);
        if !table.is_some_and(|table| self.shared.keep(table)) {
            self.shared.free_mib.fetch_add(self.mib, Ordering::Relaxed);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn space_is_bounded_and_comes_back() {
        let space = Space::new(10);
        let first = space.take(6, Class::Interactive).unwrap();
        assert!(space.take(5, Class::Interactive).is_none());
        let second = space.take(4, Class::Interactive).unwrap();
        assert!(space.take(1, Class::Interactive).is_none());
        drop(first);
        assert_eq!(space.take(6, Class::Interactive).unwrap().mib + second.mib, 10);
    }

    #[test]
    fn a_small_table_serves_again_and_its_space_is_not_lost() {
        let space = Space::new(5);
        let searched = |mib| {
            let mut reserved = space.take(mib, Class::Interactive).unwrap();
            let table = reserved.table();
            reserved.end();
            Arc::as_ptr(&table)
        };
        let first = searched(2);
        assert_eq!(searched(2), first);
        searched(3);
        assert_eq!(space.0.idle().len(), 2);
        assert!(space.take(5, Class::Interactive).is_some(), "what is idle makes room");
        drop(space.take(2, Class::Interactive).map(|mut reserved| reserved.table()));
        assert!(space.0.idle().is_empty(), "the search in it was not over");
        assert!(space.take(5, Class::Interactive).is_some());
    }

    #[test]
    fn bulk_work_leaves_half_to_others() {
        let space = Space::new(10);
        let bulk = space.take(4, Class::Bulk).unwrap();
        assert!(space.take(2, Class::Bulk).is_none());
        let single = space.take(6, Class::Interactive).unwrap();
        assert!(space.take(1, Class::Bulk).is_none(), "there is none for anybody");
        drop((bulk, single));
        assert!(space.take(5, Class::Bulk).is_some_and(|_first| space.take(5, Class::Interactive).is_some()));
        let large =
            space.take(8, Class::Bulk).expect("one large table, where nothing else would ever make room for it");
        assert!(space.take(1, Class::Bulk).is_none() && space.take(2, Class::Interactive).is_some());
        drop(large);
        assert_eq!(space.0.bulk_mib.load(Ordering::Relaxed), 0);
    }
}

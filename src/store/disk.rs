//! The shelf in a redb file.
//!
//! Records lie in a ring of generations, one table each. The newest takes what is put; when it has its share of the size the
//! oldest is emptied and becomes the newest. What is read from an old generation is put again by whoever read it, so that what
//! is asked for stays, at no cost to those who only read.

use super::bounded::{BoundedFile, Size};
use super::shelf::{Entry, Found, Shelf, Trouble};
use redb::{
    Database, ReadableDatabase as _, ReadableTable as _, StorageBackend, Table, TableDefinition, TableError,
    WriteTransaction,
};
use std::fmt::Display;
use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering};

type Records = TableDefinition<'static, &'static [u8], &'static [u8]>;

/// The ring.
const GENERATIONS: [Records; 4] = [
    TableDefinition::new("answers-0"),
    TableDefinition::new("answers-1"),
    TableDefinition::new("answers-2"),
    TableDefinition::new("answers-3"),
];

/// Bytes of pages of each generation, and under [`NEWEST`] which is the newest.
const SIZES: TableDefinition<u64, u64> = TableDefinition::new("sizes");
const NEWEST: u64 = u64::MAX;

/// Memory for pages that were read or are to be written, in bytes; more than the file is of no use.
const CACHE: u64 = 16 << 20;

/// The smallest size of a shelf, in bytes.
const LEAST: u64 = 2 << 20;

/// Bytes of the file beside its pages, and of the pages of a new file. They double as the file grows.
const HEADER: u64 = 4 << 10;
const FIRST_PAGES: u64 = 68 << 10;

/// A redb database of generations.
pub(super) struct Disk {
    database: Database,
    size: Size,
    newest: AtomicUsize,
    /// The most bytes of pages of a generation.
    share: u64,
}

/// Opens the file at `path` and looks at every page of it; one page that is not as it was written is trouble.
pub(super) fn open(path: &Path, most: u64) -> Result<Box<dyn Shelf>, Trouble> {
    if let Some(folder) = path.parent() {
        std::fs::create_dir_all(folder).map_err(trouble)?;
    }
    let most = most.max(LEAST);
    if std::fs::metadata(path).is_ok_and(|file| file.len() == 0) || !path.exists() {
        make(path, most)?;
    }
    let (file, size) = BoundedFile::open(path, most).map_err(trouble)?;
    Ok(Box::new(Disk::on(file, size, most)?))
}

/// Makes a file beside the place and moves it there: one that is half made must not be found by the next who comes.
fn make(path: &Path, most: u64) -> Result<(), Trouble> {
    let draft = path.with_extension(format!("{}.new", std::process::id()));
    let (file, size) = BoundedFile::open(&draft, most).map_err(trouble)?;
    let made = Disk::on(file, size, most).and_then(|disk| disk.database.close().map_err(trouble));
    let moved = made.and_then(|()| std::fs::rename(&draft, path).map_err(trouble));
    moved.inspect_err(|_| drop(std::fs::remove_file(&draft)))
}

/// Bytes of pages that a generation may have. The last doubling of the file within the bound is what there is.
/// Beside the generations there have to be two copies of the newest, before and after a commit, and those pages of the
/// oldest that are free from the next commit on; and one more for safety.
fn share(most: u64) -> u64 {
    let pages = FIRST_PAGES << ((most - HEADER) / FIRST_PAGES).ilog2();
    pages / (GENERATIONS.len() as u64 + 4)
}

/// Bytes of pages that an entry takes. Pages of small entries in random order are two thirds full; a page of a large one is as
/// large as the next power of two.
fn pages_of((key, record): &Entry) -> u64 {
    let bytes = (key.len() + record.len() + 16) as u64;
    if bytes < 1024 { bytes * 3 / 2 } else { bytes.next_power_of_two().max(4096) }
}

fn trouble(error: impl Display) -> Trouble {
    Trouble(error.to_string())
}

impl Disk {
    /// A shelf of at most so many bytes on a file.
    pub(super) fn on(file: impl StorageBackend, size: Size, most: u64) -> Result<Self, Trouble> {
        let database = Database::builder()
            .set_cache_size(CACHE.min(most) as usize)
            .set_check_integrity_on_open(true)
            .create_with_backend(file)
            .map_err(trouble)?;
        let mut disk = Self { database, size, newest: AtomicUsize::new(0), share: share(most) };
        disk.settle_in(most)?;
        Ok(disk)
    }

    /// Makes the tables that are missing, learns which is the newest, and shrinks a file that had a larger bound before.
    fn settle_in(&mut self, most: u64) -> Result<(), Trouble> {
        let write = self.database.begin_write().map_err(trouble)?;
        let newest = self.evict_beyond_share(&write)?;
        write.commit().map_err(trouble)?;
        self.newest = AtomicUsize::new(newest);
        if self.bytes() > most {
            while self.database.compact().map_err(trouble)? {}
        }
        Ok(())
    }

    /// Empties generations that are larger than they may be now, and returns the newest.
    fn evict_beyond_share(&self, write: &WriteTransaction) -> Result<usize, Trouble> {
        let mut sizes = write.open_table(SIZES).map_err(trouble)?;
        for (slot, records) in GENERATIONS.into_iter().enumerate() {
            // A batch that was put last may have gone somewhat beyond.
            if get(&sizes, slot as u64)? > 2 * self.share {
                write.delete_table(records).map_err(trouble)?;
                sizes.insert(slot as u64, 0).map_err(trouble)?;
            }
            write.open_table(records).map_err(trouble)?;
        }
        Ok(get(&sizes, NEWEST)? as usize % GENERATIONS.len())
    }

    /// The next generation of the ring, emptied; and how many records it had.
    fn rotate(write: &WriteTransaction, newest: usize) -> Result<(usize, u64), Trouble> {
        let next = (newest + 1) % GENERATIONS.len();
        let evicted = {
            let table = write.open_table(GENERATIONS[next]).map_err(trouble)?;
            redb::ReadableTableMetadata::len(&table).map_err(trouble)?
        };
        write.delete_table(GENERATIONS[next]).map_err(trouble)?;
        Ok((next, evicted))
    }

    /// Puts what is not there yet, and returns the bytes of pages that came in.
    fn insert(write: &WriteTransaction, newest: usize, entries: &[Entry]) -> Result<u64, Trouble> {
        let mut table = write.open_table(GENERATIONS[newest]).map_err(trouble)?;
        let mut bytes = 0;
        for entry in entries {
            let (key, record) = entry;
            let known = table.get(&**key).map_err(trouble)?.map(|known| known.value() == record.as_slice());
            if known != Some(true) {
                table.insert(&**key, record.as_slice()).map_err(trouble)?;
                bytes += pages_of(entry);
            }
        }
        Ok(bytes)
    }
}

fn get(sizes: &Table<u64, u64>, key: u64) -> Result<u64, Trouble> {
    Ok(sizes.get(key).map_err(trouble)?.map_or(0, |value| value.value()))
}

impl Shelf for Disk {
    fn get(&self, key: &[u8]) -> Result<Option<Found>, Trouble> {
        let read = self.database.begin_read().map_err(trouble)?;
        let newest = self.newest.load(Ordering::Relaxed);
        for age in 0..GENERATIONS.len() {
            let slot = (newest + GENERATIONS.len() - age) % GENERATIONS.len();
            let table = match read.open_table(GENERATIONS[slot]) {
                Err(TableError::TableDoesNotExist(_)) => continue,
                other => other.map_err(trouble)?,
            };
            if let Some(record) = table.get(key).map_err(trouble)? {
                let is_old = age > 0 && age + 1 >= GENERATIONS.len() - 1;
                return Ok(Some(Found { record: record.value().to_vec(), is_old }));
            }
        }
        Ok(None)
    }

    fn put(&self, entries: &[Entry]) -> Result<u64, Trouble> {
        let write = self.database.begin_write().map_err(trouble)?;
        let mut newest = self.newest.load(Ordering::Relaxed);
        let mut evicted = 0;
        {
            let mut sizes = write.open_table(SIZES).map_err(trouble)?;
            let mut bytes = get(&sizes, newest as u64)?;
            if bytes >= self.share {
                (newest, evicted) = Self::rotate(&write, newest)?;
                sizes.insert(NEWEST, newest as u64).map_err(trouble)?;
                bytes = 0;
            }
            bytes += Self::insert(&write, newest, entries)?;
            sizes.insert(newest as u64, bytes).map_err(trouble)?;
        }
        write.commit().map_err(trouble)?;
        self.newest.store(newest, Ordering::Relaxed);
        Ok(evicted)
    }

    fn bytes(&self) -> u64 {
        self.size.load(Ordering::Relaxed)
    }
}

//! What the store asks of the disk.

use std::path::Path;

/// A key and its record.
pub(super) type Entry = (Box<[u8]>, Vec<u8>);

/// What went wrong with the disk; a sentence.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
pub(super) struct Trouble(pub(super) String);

/// A record that was found.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Found {
    pub(super) record: Vec<u8>,
    /// It will be evicted before most others unless it is put again.
    pub(super) is_old: bool,
}

/// Records on disk. An entry that [`Shelf::put`] has taken is there until it is evicted, whatever becomes of this process.
pub(super) trait Shelf: Send + Sync {
    /// The record under `key`.
    fn get(&self, key: &[u8]) -> Result<Option<Found>, Trouble>;

    /// Puts all of them or, with an error, none. Returns how many were evicted for them.
    fn put(&self, entries: &[Entry]) -> Result<u64, Trouble>;

    /// Bytes that the shelf takes of the disk.
    fn bytes(&self) -> u64;
}

/// Opens a shelf that takes at most so many bytes.
pub(super) type Opener = dyn Fn(&Path, u64) -> Result<Box<dyn Shelf>, Trouble> + Send;

//! A file that does not grow beyond a bound.

use redb::backends::FileBackend;
use redb::{BackendError, StorageBackend};
use std::fs::{File, OpenOptions};
use std::io;
use std::ops::Bound;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

/// Bytes of a file as its owner last set them, for those who only want to know.
pub(super) type Size = Arc<AtomicU64>;

/// redb's file, with a bound: a database has none of its own.
#[derive(Debug)]
pub(super) struct BoundedFile {
    file: FileBackend,
    most: u64,
    size: Size,
}

impl BoundedFile {
    /// The file at `path`, made if there is none. One that is already larger than `most` bytes may stay so.
    pub(super) fn open(path: &Path, most: u64) -> io::Result<(Self, Size)> {
        let file: File = OpenOptions::new().read(true).write(true).create(true).truncate(false).open(path)?;
        let length = file.metadata()?.len();
        let size = Size::new(AtomicU64::new(length));
        let file = FileBackend::new(file).map_err(io::Error::other)?;
        Ok((Self { file, most: most.max(length), size: Arc::clone(&size) }, size))
    }
}

impl StorageBackend for BoundedFile {
    fn len(&self) -> Result<u64, io::Error> {
        self.file.len()
    }

    fn read(&self, offset: u64, out: &mut [u8]) -> Result<(), io::Error> {
        self.file.read(offset, out)
    }

    fn set_len(&self, len: u64) -> Result<(), io::Error> {
        if len > self.most {
            return Err(io::Error::new(io::ErrorKind::StorageFull, "the store has its full size"));
        }
        self.file.set_len(len)?;
        self.size.store(len, Ordering::Relaxed);
        Ok(())
    }

    fn sync_data(&self) -> Result<(), io::Error> {
        self.file.sync_data()
    }

    fn write(&self, offset: u64, data: &[u8]) -> Result<(), io::Error> {
        self.file.write(offset, data)
    }

    fn close(&self) -> Result<(), io::Error> {
        self.file.close()
    }

    fn try_lock_range(&self, start: Bound<u64>, end: Bound<u64>) -> Result<bool, BackendError> {
        self.file.try_lock_range(start, end)
    }

    fn try_lock_shared_range(&self, start: Bound<u64>, end: Bound<u64>) -> Result<bool, BackendError> {
        self.file.try_lock_shared_range(start, end)
    }

    fn lock_range(&self, start: Bound<u64>, end: Bound<u64>) -> Result<(), BackendError> {
        self.file.lock_range(start, end)
    }

    fn lock_shared_range(&self, start: Bound<u64>, end: Bound<u64>) -> Result<(), BackendError> {
        self.file.lock_shared_range(start, end)
    }

    fn unlock_range(&self, start: Bound<u64>, end: Bound<u64>) -> Result<(), BackendError> {
        self.file.unlock_range(start, end)
    }

    fn query_lock_range(&self, start: Bound<u64>, end: Bound<u64>) -> Result<bool, BackendError> {
        self.file.query_lock_range(start, end)
    }
}

//! Answers kept on disk.
//!
//! Only what is settled is kept: mate, no mate, or no mate within the ply limit, with everything that was asked for decided. An
//! answer is a function of the problem and of what is asked, so one that is kept is the one that a new search would give: it is kept
//! in canonical orientation ([`Question`]) and turned to the problem of whoever asks.
//!
//! - **Writes** are off the caller's path: a bounded queue and one thread that commits many at once. What the queue cannot take is
//!   not kept, and counted.
//! - **Trouble** with the file (it cannot be opened, is locked by another process, damaged, the disk full) is logged and counted, and
//!   the store goes on without it: it finds nothing and keeps nothing, and tries again now and then.
//! - **Trust.** The file is looked through when it is opened, every record has a version and a checksum, and a record that is not
//!   exactly as it should be is passed over.
//! - **A kill at any moment** leaves what was committed before it and nothing else.
//!
//! Memory: the queue's records, at most 16 KiB each and some hundred bytes as a rule, and 16 MiB of pages.

mod bounded;
mod disk;
mod figures;
mod question;
mod record;
mod shelf;
mod writer;

pub use figures::Figures;
pub use question::Question;

use crate::solver::Outcome;
use figures::{Counts, add};
use shelf::{Found, Opener, Shelf, Trouble};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::PathBuf;
use std::sync::mpsc::{SyncSender, sync_channel};
use std::sync::{Arc, Mutex, PoisonError, RwLock};
use std::thread::JoinHandle;
use writer::{Message, Writer};

/// Answers that wait to be written, at most.
const QUEUE: usize = 1024;

/// Where answers are kept, and how much of the disk they may take.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Config {
    /// The file; it is made, with its folder, if there is none.
    pub path: PathBuf,
    /// The most it may take, in bytes; at least 2 MiB. The file doubles as it grows, from 72 KiB on: what is left after the last
    /// doubling within this bound is not made use of.
    pub max_bytes: u64,
}

/// Keeps answers. Dropping it writes what is to be written.
pub struct Store {
    shared: Arc<Shared>,
    messages: Option<SyncSender<Message>>,
    writer: Option<JoinHandle<()>>,
}

/// What the store and its writer share.
struct Shared {
    config: Config,
    opener: Mutex<Box<Opener>>,
    /// `None` while there is trouble with it.
    shelf: RwLock<Option<Box<dyn Shelf>>>,
    counts: Counts,
}

impl Store {
    /// Opens the file, or goes without it. A large file takes a while: all of it is read.
    ///
    /// # Panics
    /// If the system refuses a thread.
    pub fn open(config: Config) -> Self {
        Self::with(config, Box::new(disk::open))
    }

    fn with(config: Config, opener: Box<Opener>) -> Self {
        let (counts, shelf) = (Counts::default(), RwLock::new(None));
        let shared = Arc::new(Shared { config, opener: Mutex::new(opener), shelf, counts });
        shared.open();
        let (messages, receiver) = sync_channel(QUEUE);
        let writer = Writer::new(Arc::clone(&shared), receiver);
        let writer = std::thread::Builder::new()
            .name("store".to_owned())
            .spawn(move || writer.run())
            .expect("the system gives a thread for the store");
        Self { shared, messages: Some(messages), writer: Some(writer) }
    }

    /// The answer to a question, as a search would give it, but for what it spent.
    pub fn get(&self, question: &Question) -> Option<Outcome> {
        let counts = &self.shared.counts;
        let found = self.shared.with_shelf(|shelf| shelf.get(question.key())).flatten();
        let outcome = found.and_then(|found| self.read(question, found));
        add(if outcome.is_some() { &counts.hits } else { &counts.misses }, 1);
        outcome.map(|outcome| question.turned(outcome))
    }

    fn read(&self, question: &Question, found: Found) -> Option<Outcome> {
        let outcome = record::decode(question.key(), &found.record);
        if outcome.is_none() {
            add(&self.shared.counts.refused, 1);
        } else if found.is_old {
            self.tell(Message::Keep((question.key().into(), found.record)));
        }
        outcome
    }

    /// Keeps the answer to a question, if it is settled; it is written a little later.
    pub fn keep(&self, question: &Question, outcome: &Outcome) {
        if !question.is_settled_by(outcome) {
            return;
        }
        if let Some(record) = record::encode(question.key(), question.turned(outcome.clone())) {
            self.tell(Message::Keep((question.key().into(), record)));
        }
    }

    fn tell(&self, message: Message) {
        if self.messages.as_ref().is_none_or(|messages| messages.try_send(message).is_err()) {
            add(&self.shared.counts.lost, 1);
        }
    }

    /// Waits until all that was to be kept is on disk, or lost.
    pub fn flush(&self) {
        let (sender, receiver) = sync_channel(1);
        if let Some(messages) = &self.messages
            && messages.send(Message::Flush(sender)).is_ok()
        {
            // An error is the end of the writer.
            let _ = receiver.recv();
        }
    }

    /// What it has done so far.
    pub fn figures(&self) -> Figures {
        let disk = self.shared.shelf.read().unwrap_or_else(PoisonError::into_inner);
        self.shared.counts.sample(disk.as_ref().map(|disk| disk.bytes()))
    }
}

impl Drop for Store {
    fn drop(&mut self) {
        self.messages = None;
        if let Some(writer) = self.writer.take() {
            // Its panic would have been reported by the panic hook.
            let _ = writer.join();
        }
    }
}

impl Shared {
    fn is_open(&self) -> bool {
        self.shelf.read().unwrap_or_else(PoisonError::into_inner).is_some()
    }

    /// Opens the shelf; false if there is trouble.
    fn open(&self) -> bool {
        let opener = self.opener.lock().unwrap_or_else(PoisonError::into_inner);
        match contained(|| opener(&self.config.path, self.config.max_bytes)) {
            Ok(disk) => {
                *self.shelf.write().unwrap_or_else(PoisonError::into_inner) = Some(disk);
                true
            }
            Err(trouble) => {
                self.note(&trouble);
                false
            }
        }
    }

    /// Works with the shelf. After trouble it is closed: the writer will open it again.
    fn with_shelf<T>(&self, work: impl FnOnce(&dyn Shelf) -> Result<T, Trouble>) -> Option<T> {
        let done = {
            let disk = self.shelf.read().unwrap_or_else(PoisonError::into_inner);
            let disk = disk.as_deref()?;
            contained(|| work(disk))
        };
        done.inspect_err(|trouble| {
            let disk = self.shelf.write().unwrap_or_else(PoisonError::into_inner).take();
            // Of several who come upon the trouble at once one tells of it.
            if disk.is_some() {
                self.note(trouble);
            }
            // Closing a shelf with trouble may make more.
            let _ = contained(|| {
                drop(disk);
                Ok(())
            });
        })
        .ok()
    }

    fn note(&self, trouble: &Trouble) {
        add(&self.counts.troubles, 1);
        let path = self.config.path.display();
        tracing::warn!(%path, %trouble, "trouble with the store of answers: going on without it");
    }
}

/// A damaged file may make its reader panic; that is trouble like any other.
fn contained<T>(work: impl FnOnce() -> Result<T, Trouble>) -> Result<T, Trouble> {
    let panicked = |_| Err(Trouble("the file is damaged".to_owned()));
    catch_unwind(AssertUnwindSafe(work)).unwrap_or_else(panicked)
}

#[cfg(test)]
mod tests;

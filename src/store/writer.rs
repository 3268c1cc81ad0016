//! The thread that writes: off everybody's path, many answers a commit.

use super::Shared;
use super::figures::add;
use super::shelf::Entry;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender};
use std::time::{Duration, Instant};

/// How long answers are gathered before they are committed together.
const GATHER: Duration = Duration::from_millis(50);

/// Bytes of keys and records in one commit, give or take one record: a small part of the smallest store.
const BATCH: usize = 32 << 10;

/// Opening a file with which there was trouble is tried again after this time, then after twice as long each time.
const FIRST_RETRY: Duration = Duration::from_secs(5);
const LAST_RETRY: Duration = Duration::from_mins(10);

/// What the writer is told.
pub(super) enum Message {
    Keep(Entry),
    /// Tell when all that came before is written, or lost.
    Flush(SyncSender<()>),
}

/// Why a batch was closed.
enum Gathered {
    /// It is large enough, or has waited long enough.
    Batch,
    /// Somebody waits for it.
    Flush(SyncSender<()>),
    /// The store is dropped.
    Last,
}

/// The writer's part of the store.
pub(super) struct Writer {
    shared: Arc<Shared>,
    messages: Receiver<Message>,
    batch: Vec<Entry>,
    /// When to try to open the file again, and how long to wait after that.
    retry: Option<(Instant, Duration)>,
}

impl Writer {
    pub(super) fn new(shared: Arc<Shared>, messages: Receiver<Message>) -> Self {
        Self { shared, messages, batch: Vec::new(), retry: None }
    }

    /// Goes on until the store is dropped and everything that it was told is done.
    pub(super) fn run(mut self) {
        loop {
            let gathered = self.gather();
            self.commit();
            match gathered {
                Gathered::Batch => {}
                // Nobody may wait for it any more.
                Gathered::Flush(flushed) => {
                    let _ = flushed.send(());
                }
                Gathered::Last => return,
            }
            self.mend();
        }
    }

    fn gather(&mut self) -> Gathered {
        let mut end: Option<Instant> = None;
        let mut bytes = 0;
        while bytes < BATCH {
            let now = Instant::now();
            let until = end.or(self.retry.map(|(at, _)| at)).unwrap_or(now + FIRST_RETRY);
            match self.messages.recv_timeout(until.saturating_duration_since(now)) {
                Ok(Message::Keep(entry)) => {
                    bytes += entry.0.len() + entry.1.len();
                    self.batch.push(entry);
                    end = end.or(Some(now + GATHER));
                }
                Ok(Message::Flush(flushed)) => return Gathered::Flush(flushed),
                Err(RecvTimeoutError::Timeout) => return Gathered::Batch,
                Err(RecvTimeoutError::Disconnected) => return Gathered::Last,
            }
        }
        Gathered::Batch
    }

    fn commit(&mut self) {
        if self.batch.is_empty() {
            return;
        }
        let batch = std::mem::take(&mut self.batch);
        let counts = &self.shared.counts;
        match self.shared.with_shelf(|shelf| shelf.put(&batch)) {
            Some(evicted) => {
                add(&counts.written, batch.len() as u64);
                add(&counts.evicted, evicted);
            }
            None => add(&counts.lost, batch.len() as u64),
        }
    }

    /// Opens the file again when it is time to.
    fn mend(&mut self) {
        if self.shared.is_open() {
            self.retry = None;
            return;
        }
        let (at, pause) = *self.retry.get_or_insert_with(|| (Instant::now() + FIRST_RETRY, FIRST_RETRY));
        if Instant::now() < at {
            return;
        }
        if self.shared.open() {
            tracing::info!(path = %self.shared.config.path.display(), "the store is in use again");
            self.retry = None;
        } else {
            let pause = (2 * pause).min(LAST_RETRY);
            self.retry = Some((Instant::now() + pause, pause));
        }
    }
}

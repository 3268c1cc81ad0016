//! Where items go while they are read.

use crate::notation::collection::{Entry, Misread};
use crate::verify::item::{Item, Reason, Stated, Unreadable};
use crate::verify::reading::Reading;
use crate::verify::run::MOMENT;
use std::fmt::Display;
use std::sync::mpsc::{SyncSender, TrySendError};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;

/// Nobody wants further items.
pub(super) struct Unwanted;

/// What reading comes to: on, or no further.
pub(super) type Flow = Result<(), Unwanted>;

/// The way to whoever reads the items.
pub(super) struct Sink {
    sender: SyncSender<Item>,
    pub(super) reading: Reading,
    pub(super) passed_over: PassedOver,
}

/// What is passed over in folders and archives: files that hold no problems, by their names or by what is in them, and links to folders.
#[derive(Clone, Debug, Default)]
pub struct PassedOver(Arc<Mutex<Passed>>);

#[derive(Debug, Default)]
struct Passed {
    count: u64,
    /// The first of them.
    names: Vec<String>,
}

impl PassedOver {
    /// Names that are told.
    const TOLD: usize = 3;

    pub(super) fn note(&self, name: &str) {
        let mut passed = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        passed.count += 1;
        if passed.names.len() < Self::TOLD {
            passed.names.push(name.to_owned());
        }
    }

    /// `passed over as no files of problems: 2, a/cover.png, a/notes.txt`; `None` if there are none.
    pub fn sentence(&self) -> Option<String> {
        let passed = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let Passed { count, names } = &*passed;
        let more = if *count > names.len() as u64 { ", …" } else { "" };
        (*count > 0).then(|| format!("passed over as no files of problems: {count}, {}{more}", names.join(", ")))
    }
}

impl Sink {
    pub(super) fn new(sender: SyncSender<Item>, reading: Reading) -> Self {
        Self { sender, reading, passed_over: PassedOver::default() }
    }

    /// Hands an item on, as soon as there is room.
    pub(super) fn send(&self, id: String, stated: Result<Stated, Unreadable>) -> Flow {
        let mut item = Item { id, stated };
        loop {
            item = match self.sender.try_send(item) {
                Ok(()) => return Ok(()),
                Err(TrySendError::Disconnected(_)) => return Err(Unwanted),
                Err(TrySendError::Full(item)) => item,
            };
            thread::sleep(MOMENT);
        }
    }

    /// Something cannot be read, or only up to some place.
    pub(super) fn fail(&self, id: &str, code: &'static str, why: impl Display) -> Flow {
        self.send(id.to_owned(), Err(Reason::new(code, why.to_string()).into()))
    }

    /// The problem of a line, whose number is in its id.
    pub(super) fn line(&self, id: String, entry: Entry) -> Flow {
        let stated = entry.record.map_err(|misread| unreadable(&misread)).and_then(|record| self.reading.line(record));
        self.send(id, stated)
    }

    /// A record; what is wrong with its placement is told of the line it begins in.
    pub(super) fn record(&self, id: String, entry: Entry) -> Flow {
        let stated =
            entry.record.map_err(|misread| unreadable(&misread)).and_then(|record| self.reading.record(record));
        self.send(id, stated.map_err(|unreadable| unreadable.in_line(entry.line)))
    }
}

fn unreadable(misread: &[Misread]) -> Unreadable {
    let reason = |Misread { line, fault }: &Misread| match line {
        // The line is told instead of bytes.
        Some(_) => Reason { code: fault.code.as_str(), line: *line, message: fault.message.clone() },
        None => Reason::of_fault(fault),
    };
    Unreadable { reasons: misread.iter().map(reason).collect() }
}

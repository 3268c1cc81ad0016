//! Where problems come from: arguments, files, folders, archives and standard input.
//!
//! Reading runs on a thread of its own, at most [`AHEAD`] items before whoever takes them. Files with one problem a line are
//! streams of which one line is held; files of records are held one at a time and are at most [`LARGEST_FILE`] bytes long.

mod archive;
mod file;
mod folder;
mod lines;
mod sink;

use super::item::{Item, Reason};
use super::reading::Reading;
pub use sink::PassedOver;
use sink::{Flow, Sink};
use std::io;
use std::path::Path;
use std::sync::mpsc::{Receiver, RecvTimeoutError, sync_channel};
use std::task::Poll;
use std::thread::{Builder, JoinHandle};
use std::time::Duration;

/// Items that are read before they are asked for, at most.
const AHEAD: usize = 256;

/// The largest file of records (KIF, CSA, JKF), in bytes.
const LARGEST_FILE: u64 = 32 << 20;

/// All problems that the arguments name, in their order; without arguments those of standard input.
///
/// An argument is a position (SFEN, or USI `position …`), `-` for standard input, a file or a folder. Of a folder and of a zip archive all
/// files that may hold problems are read, in the order of their names, and the others noted; a gzip file stands for what it holds. What
/// cannot be read gives an item that says why, and the rest goes on.
pub fn items(arguments: &[String], reading: Reading) -> Items {
    let arguments = if arguments.is_empty() { vec!["-".to_owned()] } else { arguments.to_vec() };
    let (sender, receiver) = sync_channel(AHEAD);
    let sink = Sink::new(sender, reading);
    let passed_over = sink.passed_over.clone();
    let thread = Builder::new().name("tsumi-reader".to_owned()).spawn(move || {
        // An error only says that nobody listens any more.
        let _ = arguments.iter().zip(1..).try_for_each(|(argument, number)| of_argument(argument, number, &sink));
    });
    let failed = thread.as_ref().err().map(|error| Item {
        id: "input".to_owned(),
        stated: Err(Reason::new(Reason::FILE, format!("cannot be read: {error}")).into()),
    });
    Items { failed, receiver, passed_over, thread: thread.ok() }
}

/// The problems of some arguments; see [`items`].
#[derive(Debug)]
pub struct Items {
    failed: Option<Item>,
    receiver: Receiver<Item>,
    passed_over: PassedOver,
    thread: Option<JoinHandle<()>>,
}

impl Iterator for Items {
    type Item = Item;

    fn next(&mut self) -> Option<Item> {
        if let Some(failed) = self.failed.take() {
            return Some(failed);
        }
        let item = self.receiver.recv().ok();
        if item.is_none() {
            self.end();
        }
        item
    }
}

impl Items {
    /// What is passed over of folders and archives; whole when all is read.
    pub fn passed_over(&self) -> PassedOver {
        self.passed_over.clone()
    }

    /// The next item; pending if it has not come within `patience`.
    pub(super) fn poll(&mut self, patience: Duration) -> Poll<Option<Item>> {
        if let Some(failed) = self.failed.take() {
            return Poll::Ready(Some(failed));
        }
        match self.receiver.recv_timeout(patience) {
            Ok(item) => Poll::Ready(Some(item)),
            Err(RecvTimeoutError::Timeout) => Poll::Pending,
            Err(RecvTimeoutError::Disconnected) => {
                self.end();
                Poll::Ready(None)
            }
        }
    }

    /// A reader that fell must not look like the end of the input.
    fn end(&mut self) {
        if let Some(Err(panic)) = self.thread.take().map(JoinHandle::join) {
            std::panic::resume_unwind(panic);
        }
    }
}

fn of_argument(argument: &str, number: usize, sink: &Sink) -> Flow {
    if argument == "-" {
        return file::of_stream("standard input", &mut io::stdin().lock(), sink);
    }
    let path = Path::new(argument);
    if path.is_dir() {
        return folder::read(path, argument, sink);
    }
    if path.exists() {
        return file::of_path(path, argument, sink);
    }
    let looks_like_file = !argument.contains([' ', '_']) && !argument.starts_with("startpos");
    if looks_like_file {
        return sink.fail(&format!("argument {number}"), Reason::FILE, missing(argument));
    }
    sink.send(format!("argument {number}"), sink.reading.text(argument))
}

fn missing(argument: &str) -> String {
    let is_board = argument.matches('/').count() == 8;
    let advice = if is_board { ": put an SFEN in quotes, or _ for its spaces" } else { "" };
    format!("`{}` is neither a file nor a position{advice}", shortened(argument))
}

/// A text fit for a message: control characters escaped, cut after 60 characters.
pub fn shortened(text: &str) -> String {
    let mut short: String = text.chars().take(60).flat_map(char::escape_debug).collect();
    if text.chars().nth(60).is_some() {
        short.push('…');
    }
    short
}

#[cfg(test)]
mod tests;

//! `tsumi usi`: a mate-solving engine for shogi programs.
//!
//! Input is read on a thread of its own, so `stop` acts at once; the search runs on another one; this thread alone
//! writes. Nothing that comes in ends the process but `quit` and the end of the input.

mod engine;
mod line;

use super::Exit;
use super::budget::HashSize;
use engine::Engine;
use line::Line;
use std::io::{self, BufRead, Write};
use std::sync::mpsc::{self, RecvTimeoutError};

/// Run as a USI engine (`go mate`) on standard input and output
#[derive(clap::Args)]
pub(super) struct Usi {
    #[command(flatten)]
    hash: HashSize,
}

impl Usi {
    pub(super) fn run(self) -> io::Result<Exit> {
        let settings = Settings { hash_mib: self.hash.mib, max_hash_mib: HashSize::largest(), nodes: None };
        run(io::BufReader::new(io::stdin()), io::stdout().lock(), settings).map(|()| Exit::Answered)
    }
}

/// What a USI session starts with.
#[derive(Clone, Copy, Debug)]
pub struct Settings {
    /// Table size in MiB until `USI_Hash` changes it.
    pub hash_mib: u32,
    /// The largest size `USI_Hash` may ask for, in MiB.
    pub max_hash_mib: u32,
    /// Node limit of every search; `None` is without limit.
    pub nodes: Option<u64>,
}

/// What the loop reacts to.
enum Event {
    Line(Line),
    End,
    /// The search with this number is over.
    Done(u64),
}

/// Runs a session until `quit` or the end of `input`; a search still running then is stopped and answered.
///
/// # Errors
/// Writing failed.
pub fn run(input: impl BufRead + Send + 'static, output: impl Write, settings: Settings) -> io::Result<()> {
    let (sender, events) = mpsc::channel();
    let mut engine = Engine::new(output, sender.clone(), settings);
    std::thread::spawn(move || read(input, &sender));
    let result = obey_all(&mut engine, &events);
    // The search ends with the session, even when nobody can be told.
    let finished = engine.finish();
    result.and(finished)
}

fn obey_all<W: Write>(engine: &mut Engine<W>, events: &mpsc::Receiver<Event>) -> io::Result<()> {
    loop {
        let event = match engine.next_report() {
            Some(wait) => events.recv_timeout(wait),
            None => events.recv().map_err(RecvTimeoutError::from),
        };
        match event {
            Ok(Event::Line(line)) if line.is_quit() => return Ok(()),
            Ok(Event::Line(line)) => engine.obey(line)?,
            Ok(Event::Done(number)) => engine.done(number)?,
            Err(RecvTimeoutError::Timeout) => engine.report()?,
            Ok(Event::End) | Err(RecvTimeoutError::Disconnected) => return Ok(()),
        }
    }
}

/// Feeds the lines of `input` to the loop, up to `quit`: nothing after it is read.
fn read(mut input: impl BufRead, events: &mpsc::Sender<Event>) {
    while let Some(line) = line::next(&mut input) {
        let quit = line.is_quit();
        if events.send(Event::Line(line)).is_err() || quit {
            return;
        }
    }
    // The loop may have ended first.
    let _ = events.send(Event::End);
}

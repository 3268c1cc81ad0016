//! `tsumi usi`: a mate-solving engine for shogi programs.
//!
//! Input is read on a thread of its own and searches run on the scheduler's, so `stop` acts at once; this thread alone
//! writes. Nothing that comes in ends the process but `quit` and the end of the input.

mod engine;
mod line;

use super::budget::{HashSize, ThreadCount};
use super::{Exit, search};
use engine::Engine;
use line::Line;
use std::io::{self, BufRead, Write};
use tokio::sync::mpsc::{Receiver, Sender, channel};

/// Lines that may wait to be obeyed; the reader waits when there are more.
const WAITING: usize = 64;

/// Run as a USI engine (`go mate`) on standard input and output
#[derive(clap::Args)]
pub(super) struct Usi {
    #[command(flatten)]
    hash: HashSize,
    /// Threads that search a problem together until the option `Threads` changes it
    #[arg(long, value_name = "N", default_value_t = 1,
          value_parser = clap::value_parser!(u16).range(1..=i64::from(ThreadCount::MOST)))]
    threads: u16,
}

impl Usi {
    pub(super) fn run(self) -> io::Result<Exit> {
        let (hash_mib, max_hash_mib, threads) = (self.hash.mib, HashSize::largest(), self.threads);
        let settings = Settings { hash_mib, max_hash_mib, threads, nodes: None };
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
    /// Threads of a search until `Threads` changes it, 1 to 64.
    pub threads: u16,
    /// Node limit of every search; `None` is without limit. A search with one is repeatable and has one thread.
    pub nodes: Option<u64>,
}

/// Runs a session until `quit` or the end of `input`; a search still running then is stopped and answered.
///
/// # Errors
/// Writing failed.
pub fn run(input: impl BufRead + Send + 'static, output: impl Write, settings: Settings) -> io::Result<()> {
    let (sender, lines) = channel(WAITING);
    std::thread::spawn(move || read(input, &sender));
    search::runtime()?.block_on(obey_all(Engine::new(output, settings), lines))
}

async fn obey_all<W: Write>(mut engine: Engine<W>, mut lines: Receiver<Line>) -> io::Result<()> {
    loop {
        tokio::select! {
            // A search that is done is answered before the next line is obeyed.
            biased;
            told = engine.wait() => told?,
            line = lines.recv() => match line {
                Some(line) if !line.is_quit() => engine.obey(line)?,
                _ => return engine.stop(),
            },
        }
    }
}

/// Feeds the lines of `input` to the loop, up to `quit`: nothing after it is read.
fn read(mut input: impl BufRead, lines: &Sender<Line>) {
    while let Some(line) = line::next(&mut input) {
        let quit = line.is_quit();
        if lines.blocking_send(line).is_err() || quit {
            return;
        }
    }
}

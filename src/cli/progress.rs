//! A line about the running search, on a terminal only.

use crate::solver::{Monitor, Progress};
use std::io::{self, IsTerminal, Write};
use std::sync::mpsc;
use std::time::{Duration, Instant};

/// Runs `search`; while it runs, standard error shows where it stands.
pub(super) fn shown<T>(monitor: &Monitor, search: impl FnOnce() -> T) -> T {
    if !io::stderr().is_terminal() {
        return search();
    }
    std::thread::scope(|scope| {
        // Dropping the sender ends the watcher at once.
        let (running, ended) = mpsc::channel::<()>();
        scope.spawn(move || watch(monitor, &ended));
        let result = search();
        drop(running);
        result
    })
}

fn watch(monitor: &Monitor, ended: &mpsc::Receiver<()>) {
    let start = Instant::now();
    let mut drawn = false;
    while ended.recv_timeout(Duration::from_secs(1)) == Err(mpsc::RecvTimeoutError::Timeout) {
        eprint!("\r\x1b[K{}", line(monitor.sample(), start.elapsed()));
        drawn = io::stderr().flush().is_ok();
    }
    if drawn {
        eprint!("\r\x1b[K");
    }
}

fn line(Progress { nodes, proof, disproof, depth }: Progress, time: Duration) -> String {
    format!("{} s: {nodes} nodes, proof number {proof}, disproof number {disproof}, ply {depth}", time.as_secs())
}

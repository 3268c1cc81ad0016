//! A line about the running search, on a terminal only.

use crate::solver::Progress;
use std::io::{self, IsTerminal, Write};
use std::time::Duration;

/// How often the line is drawn.
const INTERVAL: Duration = Duration::from_secs(1);

/// The line on standard error; gone when dropped.
#[derive(Default)]
pub(super) struct Line {
    drawn: bool,
}

impl Line {
    /// Ready when the line is to be drawn; never where standard error is no terminal.
    pub(super) async fn due(&self) {
        if io::stderr().is_terminal() {
            tokio::time::sleep(INTERVAL).await;
        } else {
            std::future::pending::<()>().await;
        }
    }

    pub(super) fn show(&mut self, Progress { nodes, proof, disproof, depth }: Progress, time: Duration) {
        let seconds = time.as_secs();
        let line = format!(
            "\r\x1b[K{seconds} s: {nodes} nodes, proof number {proof}, disproof number {disproof}, {depth} plies deep"
        );
        self.drawn = io::stderr().write_all(line.as_bytes()).is_ok();
    }
}

impl Drop for Line {
    fn drop(&mut self) {
        if self.drawn {
            let _ = io::stderr().write_all(b"\r\x1b[K");
        }
    }
}

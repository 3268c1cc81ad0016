//! Workers, submitters and their files.

use std::io::{BufRead as _, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::time::{Duration, Instant};

/// A process that is killed when it is dropped.
pub(crate) struct Running(pub(crate) Child);

impl Running {
    pub(crate) fn start(command: &mut Command) -> Self {
        Self(command.spawn().unwrap())
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// An empty folder.
pub(crate) fn folder(name: &str) -> PathBuf {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("cluster-{name}"));
    let _ = std::fs::remove_dir_all(&path);
    std::fs::create_dir_all(&path).unwrap();
    path
}

pub(crate) fn tsumi(arguments: &[&str]) -> Command {
    let program = std::env::var("TSUMI").unwrap_or_else(|_| env!("CARGO_BIN_EXE_tsumi").to_owned());
    let mut command = Command::new(program);
    command.args(arguments);
    command
}

pub(crate) fn run(arguments: &[&str]) -> Output {
    tsumi(arguments).output().unwrap()
}

/// A worker with one thread that is ready to take jobs. What it says later is passed on.
pub(crate) fn worker(url: &str, more: &[&str]) -> Running {
    let mut command = tsumi(&[&["worker", "--nats", url, "--jobs", "1", "--lease", "2s"], more].concat());
    let mut running = Running::start(command.stderr(Stdio::piped()));
    let mut talk = BufReader::new(running.0.stderr.take().unwrap());
    let mut line = String::new();
    talk.read_line(&mut line).unwrap();
    assert!(line.contains(" takes jobs from "), "{line}");
    std::thread::spawn(move || talk.lines().map_while(Result::ok).for_each(|line| eprintln!("worker: {line}")));
    running
}

/// Waits until something is so.
pub(crate) fn until(what: &str, mut is_so: impl FnMut() -> bool) {
    let start = Instant::now();
    while !is_so() {
        assert!(start.elapsed() < Duration::from_mins(10), "{what}");
        std::thread::sleep(Duration::from_millis(20));
    }
}

/// The lines of a report, sorted.
pub(crate) fn sorted(path: &Path) -> Vec<String> {
    let mut lines: Vec<String> = std::fs::read_to_string(path).unwrap().lines().map(str::to_owned).collect();
    lines.sort_unstable();
    lines
}

/// The lines that are written of a report so far.
pub(crate) fn written(path: &Path) -> usize {
    std::fs::read_to_string(path).unwrap_or_default().matches('\n').count()
}

pub(crate) fn text(path: &Path) -> &str {
    path.to_str().unwrap()
}

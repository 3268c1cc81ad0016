//! Bulk verification, how fast it is and what memory an item takes: `verify.sh`.

use crate::server::{Server, problems, program, setting};
use std::collections::HashSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};
use tsumi::notation::sfen;
use tsumi::solver::{Limits, Monitor, Problem};
use tsumi::verify::{Check, Depth, Stated, Worker};

/// Nodes for each problem.
const NODES: u64 = 1_000_000;

fn file(name: &str) -> PathBuf {
    Path::new(env!("CARGO_TARGET_TMPDIR")).join(name)
}

/// Problems in a file, and one by one.
fn written(name: &str, texts: Vec<String>) -> (PathBuf, Vec<String>) {
    let path = file(name);
    fs::write(&path, texts.join("\n")).unwrap();
    (path, texts)
}

/// So many problems of up to nine plies: those of the problem files, again and again.
fn short(count: usize) -> (PathBuf, Vec<String>) {
    let known = problems(&["1", "3", "5", "7", "9"]);
    written("measure-short.sfen", known.iter().cycle().take(count).cloned().collect())
}

/// So many made problems, in a file.
fn made(count: u32) -> PathBuf {
    let path = file(&format!("measure-made-{count}.sfen"));
    let out = fs::File::create(&path).unwrap();
    let start = Instant::now();
    let arguments = ["generate", "--count", &count.to_string(), "--jobs", "2"];
    assert!(Command::new(program()).args(arguments).stdout(out).status().unwrap().success());
    println!("{count} problems made in {:.1?} by two threads", start.elapsed());
    path
}

/// A run over a file: its time, the peak of its resident memory in bytes, and its report.
fn verify(input: &Path, arguments: &[&str]) -> (Duration, u64, String) {
    let out = file("measure-report.jsonl");
    let start = Instant::now();
    let mut child = Command::new(program())
        .arg("verify")
        .args([input, Path::new("--overwrite"), Path::new("--out"), &out])
        .args(arguments)
        .stdout(Stdio::null())
        .spawn()
        .unwrap();
    let mut peak = 0;
    while child.try_wait().unwrap().is_none() {
        let status = fs::read_to_string(format!("/proc/{}/status", child.id())).unwrap_or_default();
        let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
        let kib: u64 =
            line.and_then(|line| line.split_whitespace().next()).and_then(|kib| kib.parse().ok()).unwrap_or(0);
        peak = peak.max(kib << 10);
        std::thread::sleep(Duration::from_millis(20));
    }
    (start.elapsed(), peak, fs::read_to_string(out).unwrap())
}

fn rate(count: usize, time: Duration) -> f64 {
    f64::from(u32::try_from(count).unwrap()) / time.as_secs_f64()
}

/// The rate of two threads of this process that do nothing but answer, a fresh table for each problem.
fn in_process(texts: &[String], depth: Depth) -> f64 {
    let stated = |text: &String| {
        let problem = Problem::new(&sfen::parse(text).unwrap(), None).unwrap();
        Stated::of(problem)
    };
    let limits = Limits { nodes: Some(NODES), ..Limits::default() };
    let check = Check { limits, table_mib: 64, ..Check::at(depth) };
    let stated: Vec<Stated> = texts.iter().map(stated).collect();
    let (next, start) = (AtomicUsize::new(0), Instant::now());
    std::thread::scope(|scope| {
        for _ in 0..2 {
            scope.spawn(|| {
                let mut worker = Worker::new(check);
                while let Some(stated) = stated.get(next.fetch_add(1, Ordering::Relaxed)) {
                    std::hint::black_box(worker.examine(stated, &Monitor::new()));
                }
            });
        }
    });
    rate(stated.len(), start.elapsed())
}

/// How deep so many problems are looked into.
const DEPTHS: [(&str, Depth, usize); 4] = [
    ("mate", Depth::Mate, 50_000),
    ("raw", Depth::Raw, 15_000),
    ("conventional", Depth::Conventional, 5_000),
    ("sound", Depth::Sound, 500),
];

/// Prints the rate of a run over problems, next to that of this process.
fn compare((word, depth): (&str, Depth), (path, texts): (PathBuf, Vec<String>)) {
    let inside = in_process(&texts, depth);
    let (time, _, report) = verify(&path, &["--check", word, "--no-dedup", "--jobs", "2"]);
    assert_eq!(report.lines().count(), texts.len());
    let whole = rate(texts.len(), time);
    println!("{word}: {whole:.0} problems/s, {:.0} % of {inside:.0} in this process", 100.0 * whole / inside);
}

#[test]
#[ignore = "a measurement: run tests/measure/verify.sh"]
fn short_problems_a_second() {
    let part = setting("TSUMI_PART", 1) as usize;
    for (word, depth, count) in DEPTHS {
        compare((word, depth), short(count / part));
    }
}

#[test]
#[ignore = "a measurement: run tests/measure/verify.sh"]
fn made_problems_a_second() {
    let part = setting("TSUMI_PART", 1) as usize;
    let most = DEPTHS.map(|(_, _, count)| count).into_iter().max().unwrap();
    let made = fs::read_to_string(made((most / part) as u32)).unwrap();
    for (word, depth, count) in DEPTHS {
        let texts = made.lines().take(count / part).map(str::to_owned).collect();
        compare((word, depth), written("measure-made.sfen", texts));
    }
}

#[test]
#[ignore = "a measurement: run tests/measure/verify.sh"]
fn short_problems_a_second_by_a_server() {
    let part = setting("TSUMI_PART", 1) as usize;
    let server = Server::with(&["--store", "none", "--workers", "2"]);
    for (word, _, count) in DEPTHS {
        let (path, texts) = short(count / part);
        let url = format!("http://{}", server.address);
        let (time, _, report) = verify(&path, &["--check", word, "--no-dedup", "--server", &url]);
        assert_eq!(report.matches("\"outcome\":\"failed\"").count(), 0);
        println!("{word} by a server: {:.0} problems/s", rate(texts.len(), time));
    }
}

#[test]
#[ignore = "a measurement: run tests/measure/verify.sh"]
fn made_problems_and_memory() {
    let most = setting("TSUMI_ITEMS", 1_000_000);
    let mut before: Option<(u32, u64)> = None;
    for count in [most / 100, most / 10, most] {
        let path = made(count);
        let (time, peak, report) = verify(&path, &["--check", "mate", "--jobs", "2", "--hash-mib", "1"]);
        let ids: HashSet<&str> = report.lines().map(|line| line.split('"').nth(3).unwrap()).collect();
        assert_eq!((report.lines().count(), ids.len()), (count as usize, count as usize), "each is reported once");
        let duplicates = report.matches("\"outcome\":\"duplicate\"").count();
        let growth = before.map_or(String::new(), |(fewer, less)| {
            format!(", {} bytes more an item", peak.saturating_sub(less) / u64::from(count - fewer))
        });
        println!(
            "{count} made problems: {:.0} a second, {duplicates} duplicates, peak {} MiB{growth}",
            rate(count as usize, time),
            peak >> 20
        );
        before = Some((count, peak));
    }
}

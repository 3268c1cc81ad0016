//! Wall-clock time of one thread over that of two on one problem: `threads.sh`.

use serde_json::Value;
use std::collections::HashSet;
use std::path::PathBuf;
use std::process::Command;
use std::{env, fs};

/// Names, in the file of long problems and in that of the classics, of what is measured whatever it takes.
const LONG: [&str; 4] = ["Microcosmos", "Shin-Ogizume", "FAIRWAY", "zuko-100"];
/// A classic is measured if one thread takes so many milliseconds.
const HARD_MS: f64 = 2_000.0;

/// What one search cost.
struct Run {
    decided: bool,
    wall_ms: f64,
    cpu_ms: f64,
    nodes: f64,
    table_permille: f64,
}

fn setting(name: &str, default: &str) -> String {
    env::var(name).unwrap_or_else(|_| default.to_owned())
}

fn data(file: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../shared/data").join(file)
}

/// What `tsumi bench` says of the problems in `file`.
fn bench(file: &str, threads: u16) -> Vec<Value> {
    let program = setting("TSUMI", env!("CARGO_BIN_EXE_tsumi"));
    let (limit, hash) = (setting("TSUMI_LIMIT", "120s"), setting("TSUMI_HASH_MIB", "1024"));
    let threads = threads.to_string();
    let output = Command::new(program)
        .args(["bench", file, "--json", "--limit", &limit, "--hash-mib", &hash, "--problem-threads", &threads])
        .output()
        .expect("the program runs");
    let text = String::from_utf8(output.stdout).expect("UTF-8");
    text.lines()
        .map(|line| serde_json::from_str(line).expect("JSON"))
        .filter(|row: &Value| row["name"].is_string())
        .collect()
}

fn run(file: &str, threads: u16) -> Run {
    let rows = bench(file, threads);
    let row = rows.first().expect("a row");
    let number = |field: &str| row[field].as_f64().expect("a number");
    Run {
        decided: !row["outcome"].as_str().expect("an outcome").starts_with("unknown"),
        wall_ms: number("wall_ms"),
        cpu_ms: number("cpu_ms"),
        nodes: number("nodes"),
        table_permille: number("table_permille"),
    }
}

/// Name and position of what is to be measured.
fn problems() -> Vec<(String, String)> {
    let text = |field: &Value| field.as_str().expect("text").to_owned();
    let mut found = Vec::new();
    for file in ["long.tsv", "zuko.tsv"] {
        let rows = fs::read_to_string(data(file)).expect("the problem files");
        let rows = rows.lines().map(|line| line.split('\t').collect::<Vec<_>>());
        let named = rows.filter(|row| LONG.iter().any(|name| row[4].split([' ', '(']).next() == Some(name)));
        found.extend(named.filter(|row| !row[4].contains("after")).map(|row| (row[4].to_owned(), row[0].to_owned())));
    }
    for file in ["zuko.tsv", "muso.tsv"] {
        let rows = bench(data(file).to_str().expect("UTF-8"), 1);
        let hard = rows.iter().filter(|row| row["wall_ms"].as_f64().is_some_and(|time| time >= HARD_MS));
        found.extend(hard.map(|row| (text(&row["name"]), text(&row["sfen"]))));
    }
    let mut seen = HashSet::new();
    found.retain(|(_, sfen)| seen.insert(sfen.clone()));
    found
}

fn median(mut values: Vec<f64>) -> f64 {
    values.sort_unstable_by(f64::total_cmp);
    values[values.len() / 2]
}

/// Ratios of interleaved pairs: of the times if both decide, else of the nodes made in the same time.
fn measure(name: &str, sfen: &str, pairs: usize) -> f64 {
    let file = env::temp_dir().join(format!("tsumi-threads-{}.tsv", std::process::id()));
    fs::write(&file, format!("sfen\tname\n{sfen}\t{name}\n")).expect("a file");
    let path = file.to_str().expect("UTF-8");
    let runs: Vec<(Run, Run)> = (0..pairs).map(|_| (run(path, 1), run(path, 2))).collect();
    fs::remove_file(&file).expect("the file");
    let capped = runs.iter().any(|(one, two)| !one.decided || !two.decided);
    let by = |ratio: fn(&Run, &Run) -> f64| median(runs.iter().map(|(one, two)| ratio(one, two)).collect());
    let ratio = if capped { by(|one, two| two.nodes / one.nodes) } else { by(|one, two| one.wall_ms / two.wall_ms) };
    println!(
        "{ratio:6.2}  CPU x{:.2}  nodes x{:.2}  table x{:.2}  {:8.2} s {:8.2} s  {}{name}",
        by(|one, two| two.cpu_ms / one.cpu_ms),
        by(|one, two| two.nodes / one.nodes),
        by(|one, two| two.table_permille / one.table_permille.max(1.0)),
        median(runs.iter().map(|(one, _)| one.wall_ms / 1e3).collect()),
        median(runs.iter().map(|(_, two)| two.wall_ms / 1e3).collect()),
        if capped { "(not decided: by nodes) " } else { "" },
    );
    ratio
}

#[test]
#[ignore = "a measurement: run tests/measure/threads.sh"]
fn two_threads_against_one() {
    let pairs: usize = setting("TSUMI_PAIRS", "5").parse().expect("a number");
    println!(
        " ratio of times, two / one in CPU time, nodes and table, times of one and of two (medians of {pairs} pairs)"
    );
    let ratios: Vec<f64> = problems().iter().map(|(name, sfen)| measure(name, sfen, pairs)).collect();
    println!("{:6.2}  median of {} problems", median(ratios.clone()), ratios.len());
}

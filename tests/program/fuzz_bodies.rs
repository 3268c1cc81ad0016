//! The bodies of the fuzz targets over their seeds and over random changes of them: a small, repeatable stand-in for
//! the long runs with cargo-fuzz.

#[path = "../../fuzz/bodies.rs"]
mod bodies;

use std::fs;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;

/// Changed inputs a target; the USI loop starts threads and gets fewer.
const RUNS: usize = 20_000;

/// Bytes that mean something to one reader or another.
const TELLING: &[u8] = b"/+*019bwkKRBGSNLPrbgsnlp -_\t\n\0\xff\xe3";

#[test]
fn sfen() {
    run("sfen", RUNS, bodies::sfen);
}

#[test]
fn usi_position() {
    run("usi_position", RUNS, bodies::usi_position);
}

#[test]
fn usi_move() {
    run("usi_move", RUNS, bodies::usi_move);
}

#[test]
fn western() {
    run("western", RUNS, bodies::western);
}

#[test]
fn problem() {
    run("problem", RUNS, bodies::problem);
}

#[test]
fn problem_file() {
    run("problem_file", RUNS, bodies::problem_file);
}

#[test]
fn kif() {
    run("kif", RUNS, bodies::kif);
}

#[test]
fn csa() {
    run("csa", RUNS, bodies::csa);
}

#[test]
fn jkf() {
    run("jkf", RUNS, bodies::jkf);
}

#[test]
fn collection() {
    run("collection", RUNS, bodies::collection);
}

#[test]
fn certificate() {
    run("certificate", RUNS, bodies::certificate);
}

#[test]
fn usi_loop() {
    run("usi_loop", RUNS / 10, bodies::usi_loop);
}

fn run(target: &str, runs: usize, body: fn(&[u8])) {
    let seeds = seeds(target);
    let mut random = Random(0x9e37_79b9_7f4a_7c15);
    let changed = (0..runs).map(|_| random.change(&seeds)).collect::<Vec<_>>();
    for input in seeds.iter().chain(&changed) {
        let result = catch_unwind(AssertUnwindSafe(|| body(input)));
        assert!(result.is_ok(), "{target} fails on {:?}", input.escape_ascii().to_string());
    }
}

fn seeds(target: &str) -> Vec<Vec<u8>> {
    let directory = Path::new(env!("CARGO_MANIFEST_DIR")).join("fuzz/seeds").join(target);
    let mut paths: Vec<_> = fs::read_dir(directory).unwrap().map(|entry| entry.unwrap().path()).collect();
    paths.sort();
    assert!(!paths.is_empty());
    paths.iter().map(|path| fs::read(path).unwrap()).collect()
}

/// Marsaglia's xorshift generator.
struct Random(u64);

impl Random {
    fn below(&mut self, bound: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % bound as u64) as usize
    }

    /// One of the seeds with up to eight changes.
    fn change(&mut self, seeds: &[Vec<u8>]) -> Vec<u8> {
        let mut input = seeds[self.below(seeds.len())].clone();
        for _ in 0..=self.below(8) {
            let (at, other) = (self.below(input.len() + 1), self.below(seeds.len()));
            let end = at + self.below(input.len() - at + 1).min(8);
            match self.below(5) {
                0 => input.insert(at, TELLING[self.below(TELLING.len())]),
                1 => drop(input.drain(at..end)),
                2 => input.extend_from_within(at..end),
                3 => input.splice(at..end, seeds[other].iter().copied().skip(at).take(8)).for_each(drop),
                _ => input.get_mut(at).into_iter().for_each(|byte| *byte = TELLING[self.below(TELLING.len())]),
            }
        }
        input
    }
}

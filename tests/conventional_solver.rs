//! The solver's lengths and lines against those of the brute-force twin. `TSUMI_TWIN_RAYS` says how many random problems are
//! asked.

mod common;
mod twin;

use libtest_mimic::{Arguments, Trial};
use std::process::ExitCode;
use std::sync::Arc;
use std::{fs, path::PathBuf, thread};
use tsumi::solver::{Table, Verdict};
use twin::board::BLACK;
use twin::conventional::Mode;
use twin::judge::aspects;
use twin::judge_lengths::Question;
use twin::ray_walk::{RayProblem, RayWalk};
use twin::text;

fn main() -> ExitCode {
    let arguments = Arguments::from_args();
    let short = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../shared/data/short_conventional.tsv");
    let there = short.exists();
    let random = || {
        random_problems();
        Ok(())
    };
    let file = move || {
        short_problems(&fs::read_to_string(&short)?);
        Ok(())
    };
    let trials = vec![
        Trial::test("random_problems", random),
        Trial::test("short_conventional.tsv", file).with_ignored_flag(!there),
    ];
    libtest_mimic::run(&arguments, trials).exit_code()
}

/// Of so many problems one is asked with a fresh table, in every mode and aspect, its lines too.
const SAMPLE: usize = 16;

fn random_problems() {
    let wanted: usize = std::env::var("TSUMI_TWIN_RAYS").map_or(4_000, |text| text.parse().expect("a number"));
    let tally = thread::scope(|scope| {
        let streams = [1, 2].map(|seed| scope.spawn(move || run_stream(seed, wanted.div_ceil(2))));
        streams.into_iter().map(|stream| stream.join().expect("a stream")).fold(Tally::default(), Tally::add)
    });
    println!("{tally:?}");
    assert!(tally.faults.is_empty(), "{}", tally.faults.join("\n"));
    tally.assert_shares();
}

fn run_stream(seed: u64, wanted: usize) -> Tally {
    let (mut tally, kept) = (Tally::default(), Arc::new(Table::new(16)));
    for problem in RayWalk::new(seed).take(wanted) {
        tally.count(&problem);
        let turn = tally.asked / 4 % 4;
        tally.ask(&problem, (turn, Mode::ALL[1 + tally.asked % 3]), &kept, tally.asked % 4 == 0);
        if tally.asked % SAMPLE == 0 {
            let fresh = Arc::new(Table::new(1));
            for turn in 0..4 {
                for mode in [Mode::Narrow, Mode::Standard, Mode::Wide] {
                    tally.ask(&problem, (turn, mode), &fresh, true);
                }
            }
        }
    }
    tally
}

/// Lengths in all modes, and the line of the default mode.
fn short_problems(text: &str) {
    let rows: Vec<RayProblem> = text.lines().skip(1).map(row).collect();
    assert!(rows.len() > 1_000, "only {} rows", rows.len());
    let table = Arc::new(Table::new(64));
    thread::scope(|scope| {
        for half in [0, 1] {
            let (rows, table) = (&rows, &table);
            scope.spawn(move || rows.iter().skip(half).step_by(2).for_each(|problem| short_problem(problem, table)));
        }
    });
}

fn row(line: &str) -> RayProblem {
    let mut fields = line.split('\t');
    let board = text::parse(fields.next().expect("an SFEN"));
    let lengths: Vec<Option<u32>> = fields.map(|field| Some(field.parse().expect("a length"))).collect();
    RayProblem { board, lengths: lengths.try_into().expect("four lengths"), returns: false }
}

fn short_problem(problem: &RayProblem, table: &Arc<Table>) {
    let (board, attacker) = (problem.board, problem.board.turn);
    let question = Question { problem, board, attacker, mode: Mode::Standard };
    let judged = question.ask(table).and_then(|verdict| {
        question.judge_lengths(&verdict)?;
        match &verdict {
            Verdict::Mate(mate) => question.judge_lines(mate),
            _ => Ok(()),
        }
    });
    assert_eq!(judged, Ok(()), "{}", text::format(&board));
}

/// What was asked, and how it went.
#[derive(Default, Debug)]
struct Tally {
    asked: usize,
    /// Problems that are mate in few plies, useless interpositions left out.
    mates: usize,
    /// Mates of these whose raw length is not the conventional one.
    shorter_than_raw: usize,
    /// Mates on whose length the modes differ.
    modes_differ: usize,
    lines: usize,
    faults: Vec<String>,
}

impl Tally {
    fn count(&mut self, problem: &RayProblem) {
        let [raw, narrow, standard, wide] = problem.lengths;
        self.asked += 1;
        self.mates += usize::from(standard.is_some());
        self.shorter_than_raw += usize::from(raw != standard);
        self.modes_differ += usize::from(narrow != standard || standard != wide);
    }

    fn ask(&mut self, problem: &RayProblem, (turn, mode): (usize, Mode), table: &Arc<Table>, lines: bool) {
        let (board, attacker) = aspects(&problem.board, BLACK)[turn];
        let question = Question { problem, board, attacker, mode };
        let judged = question.ask(table).and_then(|verdict| {
            question.judge_lengths(&verdict)?;
            match &verdict {
                Verdict::Mate(mate) if lines => {
                    self.lines += 1;
                    question.judge_lines(mate)
                }
                _ => Ok(()),
            }
        });
        self.faults.extend(judged.err().map(|fault| format!("{} {mode:?}: {fault}", text::format(&board))));
    }

    fn add(mut self, other: Self) -> Self {
        self.asked += other.asked;
        self.mates += other.mates;
        self.shorter_than_raw += other.shorter_than_raw;
        self.modes_differ += other.modes_differ;
        self.lines += other.lines;
        self.faults.extend(other.faults);
        self
    }

    /// Fails if what was asked is too one-sided to mean anything.
    fn assert_shares(&self) {
        for (what, count, permille) in [
            ("mates", self.mates, 400),
            ("mates with useless interpositions", self.shorter_than_raw, 100),
            ("mates on which the modes differ", self.modes_differ, 5),
            ("lines", self.lines, 200),
        ] {
            assert!(count * 1000 >= self.asked * permille, "only {count} of {} are {what}", self.asked);
        }
    }
}

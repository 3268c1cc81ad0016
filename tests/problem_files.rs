//! The problem files beside the checkout (`../shared/data`), each searched row by row with a node limit.
//!
//! No answer may contradict its file, and some must be decided. A file that is not there is listed as ignored;
//! with `TSUMI_REQUIRE_DATA=1` its absence fails.

use libtest_mimic::{Arguments, Failed, Trial};
use std::path::PathBuf;
use std::sync::Arc;
use tsumi::notation::problem_file::{self, Expected, Row};
use tsumi::notation::sfen;
use tsumi::shogi::movegen;
use tsumi::solver::{Cause, Length, Limits, Mate, Monitor, Outcome, Problem, Table, Verdict, solve};

/// How one file is searched, and what must come of it.
struct Suite {
    file: &'static str,
    /// Node limit of each row.
    nodes: u64,
    /// Every how manieth row is searched.
    stride: usize,
    /// What must be decided at least.
    minimum: fn(&Tally) -> Result<(), String>,
}

const SUITES: [Suite; 5] = [
    Suite { file: "bugcases.tsv", nodes: 2_000_000, stride: 1, minimum: all_no_mates_and_refusals },
    Suite { file: "nomate.tsv", nodes: 2_000_000, stride: 1, minimum: ten_no_mates },
    Suite { file: "short.tsv", nodes: 1_000_000, stride: 1, minimum: all_mates_up_to_nine_plies },
    Suite { file: "zuko.tsv", nodes: 200_000, stride: 6, minimum: anything },
    Suite { file: "muso.tsv", nodes: 200_000, stride: 6, minimum: anything },
];

/// Size of the table, in MiB; all rows of a file share one, so that what one problem leaves meets the next.
const TABLE_MIB: usize = 64;

/// Searched in tables that are far too small.
const TINY: [Suite; 4] = [
    Suite { file: "bugcases.tsv", nodes: 50_000, stride: 4, minimum: anything },
    Suite { file: "nomate.tsv", nodes: 50_000, stride: 1, minimum: anything },
    Suite { file: "short.tsv", nodes: 50_000, stride: 25, minimum: anything },
    Suite { file: "muso.tsv", nodes: 150_000, stride: 12, minimum: anything },
];

/// Sizes of those tables, in MiB.
const TINY_MIB: [usize; 5] = [1, 2, 3, 5, 8];

fn main() {
    let arguments = Arguments::from_args();
    let trials = SUITES.into_iter().map(|suite| trial(suite.file.to_owned(), suite, check_file));
    let tiny = TINY.into_iter().map(|suite| trial(format!("{} in tiny tables", suite.file), suite, check_tiny_tables));
    libtest_mimic::run(&arguments, trials.chain(tiny).collect()).exit();
}

/// What checks the rows of a file.
type Check = fn(&Suite, Vec<Row>) -> Result<(), Failed>;

fn trial(name: String, suite: Suite, check: Check) -> Trial {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../shared/data").join(suite.file);
    let required = std::env::var("TSUMI_REQUIRE_DATA").is_ok_and(|value| value == "1");
    let ignored = !path.exists() && !required;
    let run = move || {
        let bytes = std::fs::read(&path).map_err(|error| format!("{}: {error}", path.display()))?;
        check(&suite, problem_file::parse(&bytes)?)
    };
    Trial::test(name, run).with_ignored_flag(ignored)
}

fn check_file(suite: &Suite, rows: Vec<Row>) -> Result<(), Failed> {
    let limits = Limits { nodes: Some(suite.nodes), ..Limits::default() };
    let table = Arc::new(Table::new(TABLE_MIB));
    let mut tally = Tally::default();
    let mut faults = Vec::new();
    for row in rows.into_iter().step_by(suite.stride) {
        let answer = answer(&row, limits, &table);
        if let Err(fault) = check(&row, &answer) {
            faults.push(format!("{}:{} {}: {fault}", suite.file, row.line, row.sfen));
        }
        tally.add(row, &answer);
    }
    faults.extend((suite.minimum)(&tally).err());
    println!("{}: {} of {} decided", suite.file, tally.decided.len(), tally.decided.len() + tally.open.len());
    if faults.is_empty() { Ok(()) } else { Err(faults.join("\n").into()) }
}

/// Every row in tables of a few sizes: in one kept over all rows, and in a fresh one. What a table cannot hold makes the search longer, or
/// `unknown`, never wrong.
fn check_tiny_tables(suite: &Suite, rows: Vec<Row>) -> Result<(), Failed> {
    let limits = Limits { nodes: Some(suite.nodes), ..Limits::default() };
    let rows: Vec<Row> = rows.into_iter().step_by(suite.stride).collect();
    let mut faults = Vec::new();
    for mib in TINY_MIB {
        let kept = Arc::new(Table::new(mib));
        let mut tally = Tally::default();
        for row in &rows {
            for (table, kind) in [(&kept, "kept"), (&Arc::new(Table::new(mib)), "fresh")] {
                let answer = answer(row, limits, table);
                let fault = check(row, &answer).and_then(|()| check_cause(&answer)).err();
                faults.extend(fault.map(|fault| format!("{}, {kind} table of {mib} MiB: {fault}", row.sfen)));
                tally.add(row.clone(), &answer);
            }
        }
        faults.extend((suite.minimum)(&tally).err().map(|fault| format!("{mib} MiB: {fault}")));
        println!("{}, {mib} MiB: {} decided, {} permille", suite.file, tally.decided.len(), kept.permille());
    }
    if faults.is_empty() { Ok(()) } else { Err(faults.join("\n").into()) }
}

/// Nothing but the node limit or the memory may end an undecided search.
fn check_cause(answer: &Answer) -> Result<(), String> {
    match answer {
        Ok((_, Outcome { verdict: Verdict::Unknown(cause), .. })) if !matches!(cause, Cause::Nodes | Cause::Memory) => {
            Err(format!("ended by {cause:?}"))
        }
        _ => Ok(()),
    }
}

/// The problem with its outcome, or the codes of a refusal.
type Answer = Result<(Problem, Outcome), String>;

fn answer(row: &Row, limits: Limits, table: &Arc<Table>) -> Answer {
    let problem = sfen::parse(&row.sfen).and_then(|setup| Problem::new(&setup, None));
    let problem = problem.map_err(|faults| format!("{faults:?}"))?;
    let outcome = solve(&problem, limits, table.clone(), &Monitor::new());
    Ok((problem, outcome))
}

fn check(row: &Row, answer: &Answer) -> Result<(), String> {
    let expected = row.outcome.ok_or("the row states no outcome")?;
    match answer {
        Err(_) if expected == Expected::Illegal => Ok(()),
        Err(codes) => Err(format!("refused: {codes}")),
        Ok(_) if expected == Expected::Illegal => Err("not refused".to_owned()),
        Ok((problem, outcome)) => match &outcome.verdict {
            Verdict::NoMate if expected == Expected::Mate => Err("a mate is called no mate".to_owned()),
            Verdict::NoMate | Verdict::Unknown(_) => Ok(()),
            Verdict::Mate(_) if expected == Expected::NoMate => Err("a no mate is called mate".to_owned()),
            Verdict::Mate(mate) => check_length(row, mate).and_then(|()| replay(problem, mate)),
        },
    }
}

fn check_length(row: &Row, Mate { raw: Length { at_least, at_most }, .. }: &Mate) -> Result<(), String> {
    match row.raw {
        Some(raw) if !(at_least..=at_most).contains(&&raw) => {
            Err(format!("length {at_least} to {at_most}, the shortest is {raw}"))
        }
        _ => Ok(()),
    }
}

/// Plays the line: every attacker move a legal check, every defender move legal, the end checkmate.
fn replay(problem: &Problem, mate: &Mate) -> Result<(), String> {
    let mut position = problem.position().clone();
    for (&mv, ply) in mate.line.moves.iter().zip(1..) {
        if !position.is_legal(mv) {
            return Err(format!("ply {ply}: {mv} is not legal"));
        }
        let attacks = position.turn() == problem.attacker();
        position.play(mv);
        if attacks && !position.in_check() {
            return Err(format!("ply {ply}: {mv} is no check"));
        }
    }
    let mut replies = Vec::new();
    movegen::legal_moves(&position, &mut replies);
    if position.turn() == problem.attacker() || !position.in_check() || !replies.is_empty() {
        return Err("the line does not end in checkmate".to_owned());
    }
    if position.hand(problem.attacker()) != mate.line.leftover {
        return Err("what is left in hand is not what the answer says".to_owned());
    }
    Ok(())
}

/// The rows by what became of them.
#[derive(Default)]
struct Tally {
    decided: Vec<Row>,
    open: Vec<Row>,
}

impl Tally {
    fn add(&mut self, row: Row, answer: &Answer) {
        let open = matches!(answer, Ok((_, Outcome { verdict: Verdict::Unknown(_), .. })));
        if open { self.open.push(row) } else { self.decided.push(row) }
    }
}

fn all_no_mates_and_refusals(tally: &Tally) -> Result<(), String> {
    let refused = tally.decided.iter().filter(|row| row.outcome == Some(Expected::Illegal)).count();
    let open = tally.open.iter().filter(|row| row.outcome == Some(Expected::NoMate)).count();
    if refused >= 6 && open == 0 { Ok(()) } else { Err(format!("{refused} refused, {open} no mates undecided")) }
}

fn ten_no_mates(tally: &Tally) -> Result<(), String> {
    let decided = tally.decided.iter().filter(|row| row.outcome == Some(Expected::NoMate)).count();
    if decided >= 10 { Ok(()) } else { Err(format!("only {decided} no mates decided, 10 are required")) }
}

fn all_mates_up_to_nine_plies(tally: &Tally) -> Result<(), String> {
    let short = |row: &&Row| row.raw.is_some_and(|raw| raw <= 9);
    let open: Vec<&str> = tally.open.iter().filter(short).map(|row| row.sfen.as_str()).collect();
    if open.is_empty() { Ok(()) } else { Err(format!("not decided: {}", open.join(", "))) }
}

fn anything(tally: &Tally) -> Result<(), String> {
    if tally.decided.is_empty() { Err("nothing decided".to_owned()) } else { Ok(()) }
}

//! The solver against its naive twin. `TSUMI_TWIN_POSITIONS` says how many random problems are asked.

mod common;
mod twin;

use libtest_mimic::{Arguments, Trial};
use std::process::ExitCode;
use std::sync::Arc;
use std::{fs, path::PathBuf, thread};
use tsumi::shogi::{Color, movegen};
use tsumi::solver::{Table, Threads, Verdict};
use tsumi::verify::generate::{Problems, Wanted};
use twin::board::{BLACK, Board};
use twin::chain::{Chain, Decided};
use twin::depth::DepthSearch;
use twin::fixpoint::{decide, decide_fully};
use twin::judge::{ask, ask_together, aspects, judge, judge_within};
use twin::tally::Tally;
use twin::{shrink::shrink, suite, text};

fn main() -> ExitCode {
    let arguments = Arguments::from_args();
    let short = data("short.tsv");
    let trials = vec![
        trial("twin_counts_the_game_tree", twin_counts_the_game_tree),
        trial("twin_and_core_find_the_same_moves", twin_and_core_find_the_same_moves),
        trial("ways_of_deciding_agree", ways_of_deciding_agree),
        trial("rules_solvers_get_wrong", rules_solvers_get_wrong),
        trial("checking_for_ever_fails", checking_for_ever_fails),
        trial("a_ply_limit_holds_whatever_the_table_knows", a_ply_limit_holds_whatever_the_table_knows),
        trial("one_table_serves_problems_that_differ_in_hands", one_table_serves_problems_that_differ_in_hands),
        trial("random_problems", random_problems),
        trial("random_problems_by_several_threads", random_problems_by_several_threads),
        trial("made_problems", made_problems),
        trial("short_problems", short_problems).with_ignored_flag(!short.exists()),
    ];
    libtest_mimic::run(&arguments, trials).exit_code()
}

fn trial(name: &str, test: fn()) -> Trial {
    Trial::test(name, move || {
        test();
        Ok(())
    })
}

fn data(name: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../shared/data").join(name)
}

fn twin_counts_the_game_tree() {
    fn perft(board: &Board, depth: u32) -> usize {
        let moves = board.legal_moves();
        if depth == 1 { moves.len() } else { moves.into_iter().map(|mv| perft(&board.after(mv), depth - 1)).sum() }
    }
    let start = text::parse("lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1");
    for (depth, count) in [(1, 30), (2, 900), (3, 25_470), (4, 719_731)] {
        assert_eq!(perft(&start, depth), count, "depth {depth}");
    }
    assert_eq!(perft(&text::parse("R8/2K1S1SSk/4B4/9/9/9/9/9/1L1L1L3 b RBGSNLP3g3n17p 1"), 1), 593);
}

fn twin_and_core_find_the_same_moves() {
    for (board, _) in Chain::new(1_000_000, 1).take(5_000) {
        let Ok(position) = tsumi::notation::sfen::parse(&text::format(&board)).and_then(|setup| setup.position())
        else {
            continue;
        };
        let (mut moves, mut checks) = (Vec::new(), Vec::new());
        movegen::checks(&position, &mut checks);
        if position.in_check() {
            movegen::evasions(&position, &mut moves);
        } else {
            movegen::legal_moves(&position, &mut moves);
        }
        for (twin, core) in [(board.legal_moves(), moves), (board.checks(), checks)] {
            let mut twin: Vec<String> = twin.into_iter().map(text::usi).collect();
            let mut core: Vec<String> = core.iter().map(ToString::to_string).collect();
            twin.sort_unstable();
            core.sort_unstable();
            assert_eq!(twin, core, "{}", text::format(&board));
        }
    }
}

fn ways_of_deciding_agree() {
    let mut compared = 0;
    for (board, truth) in Chain::new(3, 17).filter(|(_, truth)| truth.states < 100).take(1_000) {
        let name = text::format(&board);
        if let Some(full) = decide_fully(&board, BLACK, 2_000) {
            assert_eq!(truth.mate, full.mate, "{name}");
            compared += 1;
        }
        let depth = DepthSearch::new(BLACK).shortest(&board, truth.mate.unwrap_or(3).min(5));
        assert_eq!(depth, truth.mate.filter(|&plies| plies <= 5), "{name}");
    }
    assert!(compared > 200, "only {compared} problems were small enough");
}

/// What `tsumi generate` makes: the twin finds the same lengths.
fn made_problems() {
    let (mut tally, mut lengths) = (Tally::default(), [0; 10]);
    for (plies, count) in [(1..=9, 300), (5..=9, 200)] {
        let wanted = Wanted { seed: 11, plies, jobs: 2 };
        for problem in Problems::new(&wanted).filter(|problem| problem.attacker() == Color::Black).take(count) {
            let board = text::parse(&common::sfen_of(problem.position()));
            // Long mates are mostly more than it can do.
            let Some(truth) = decide(&board, BLACK, 20_000) else { continue };
            lengths[truth.mate.expect("a mate, as all that are made") as usize] += 1;
            tally.ask(&(board, truth), &table(1), false);
        }
    }
    assert!(tally.faults.is_empty(), "{:?}", tally.faults);
    assert!([1, 3, 5].iter().all(|&plies| lengths[plies] > 5), "{lengths:?}");
}

fn table(mib: usize) -> Arc<Table> {
    Arc::new(Table::new(mib))
}

fn rules_solvers_get_wrong() {
    for case in suite::CASES {
        let board = text::parse(case.sfen);
        let truth = decide(&board, BLACK, 20_000).unwrap_or_else(|| panic!("{} is too large", case.sfen));
        assert_eq!(truth.mate, case.mate, "the twin on {}: {}", case.sfen, case.about);
        for (aspect, attacker) in aspects(&board, BLACK) {
            let verdict = ask(&aspect, attacker, None, &table(1));
            let judged = verdict.and_then(|verdict| judge(&aspect, attacker, case.mate, &verdict));
            assert_eq!(judged, Ok(()), "{}: {}", text::format(&aspect), case.about);
        }
    }
}

fn checking_for_ever_fails() {
    for sfen in suite::PERPETUAL {
        let board = text::parse(sfen);
        let truth = decide(&board, BLACK, 100_000).unwrap_or_else(|| panic!("{sfen} is too large"));
        assert!(truth.perpetual, "{sfen}");
        let mut tally = Tally::default();
        tally.ask(&(board, truth), &table(1), false);
        assert!(tally.faults.is_empty(), "{:?}", tally.faults);
    }
}

fn a_ply_limit_holds_whatever_the_table_knows() {
    // The first was once answered with its mate in 5 when asked for one in 3.
    let found = ["6S1k/7L1/6G2/8p/5K3/9/9/9/9 b G3lp 1"];
    for sfen in found.into_iter().chain(suite::CASES.iter().map(|case| case.sfen)) {
        let board = text::parse(sfen);
        let decided = (board, decide(&board, BLACK, 20_000).unwrap_or_else(|| panic!("{sfen} is too large")));
        let (mut tally, shared) = (Tally::default(), table(1));
        tally.ask_within(&decided, &shared);
        tally.ask(&decided, &shared, false);
        tally.ask_within(&decided, &shared);
        assert!(tally.faults.is_empty(), "{:?}", tally.faults);
    }
}

fn one_table_serves_problems_that_differ_in_hands() {
    for family in suite::FAMILIES {
        let decided = family.iter().map(|sfen| {
            let board = text::parse(sfen);
            (board, decide(&board, BLACK, 20_000).expect("a small problem"))
        });
        let decided: Vec<Decided> = decided.collect();
        assert!(decided.iter().any(|(_, truth)| truth.mate.is_some()) && decided.iter().any(|(_, t)| t.mate.is_none()));
        for first in 0..decided.len() {
            for second in 0..decided.len() {
                let shared = table(1);
                let mut tally = Tally::default();
                for index in [first, second, first] {
                    tally.ask(&decided[index], &shared, false);
                }
                assert!(tally.faults.is_empty(), "{:?}", tally.faults);
            }
        }
    }
}

/// Streams of random problems, each with a table of 1 MiB of its own; one larger table serves all of them.
const STREAMS: usize = 4;
/// Of so many problems one is asked with fresh tables and with ply limits too.
const SAMPLE: usize = 16;

fn random_problems() {
    let wanted: usize = std::env::var("TSUMI_TWIN_POSITIONS").map_or(100_000, |text| text.parse().expect("a number"));
    let large = table(64);
    let tally = thread::scope(|scope| {
        let start = |stream| {
            let large = &large;
            scope.spawn(move || run_stream(stream, wanted.div_ceil(STREAMS), large))
        };
        let streams: Vec<_> = (0..STREAMS).map(start).collect();
        streams.into_iter().map(|stream| stream.join().expect("a stream")).fold(Tally::default(), Tally::add)
    });
    println!("{tally}");
    assert!(tally.faults.is_empty(), "{}", tally.faults.join("\n"));
    assert!(tally.unknown * 1_000 <= tally.asked, "{} unknown with a table of 1 MiB", tally.unknown);
    tally.assert_shares();
}

fn run_stream(stream: usize, wanted: usize, large: &Arc<Table>) -> Tally {
    let (mut tally, small) = (Tally::default(), table(1));
    let mut problems = Chain::new(stream as u64, STREAMS);
    for decided in problems.by_ref().take(wanted) {
        tally.count(&decided);
        tally.ask(&decided, &small, true);
        tally.ask(&decided, large, false);
        if tally.asked % SAMPLE == 0 {
            tally.ask(&decided, &table(1), true);
            tally.ask(&decided, &table(16), false);
            tally.ask_within(&decided, large);
            tally.ask_within(&decided, &table(16));
        }
    }
    tally.oversized = problems.oversized;
    tally
}

/// Two and four threads, from the first node on, with a table of their own and with one that serves all problems.
fn random_problems_by_several_threads() {
    let large = table(16);
    let mut undecided = 0;
    for (board, truth) in Chain::new(5, 50).filter(|(_, truth)| truth.states > 50).take(2_000) {
        for (count, table) in [(2, &large), (2, &table(1)), (4, &table(1))] {
            let threads = Threads { count, alone: 0 };
            match ask_together(&board, BLACK, (None, threads), table) {
                Ok(Verdict::Unknown(_)) if table.mib() == 1 => undecided += 1,
                verdict => {
                    let judged = verdict.and_then(|verdict| judge(&board, BLACK, truth.mate, &verdict));
                    assert_eq!(judged, Ok(()), "{} by {count} threads", text::format(&board));
                }
            }
        }
    }
    assert!(undecided <= 2, "{undecided} unknown");
}

impl Tally {
    /// Asks for every aspect of a problem; only a small table may leave it open.
    fn ask(&mut self, (board, truth): &Decided, table: &Arc<Table>, may_be_unknown: bool) {
        for (aspect, attacker) in aspects(board, BLACK) {
            match ask(&aspect, attacker, None, table) {
                Ok(Verdict::Unknown(_)) if may_be_unknown => self.unknown += 1,
                verdict => {
                    let judged = verdict.and_then(|verdict| judge(&aspect, attacker, truth.mate, &verdict));
                    self.note(&aspect, board, judged);
                }
            }
        }
    }

    /// Asks for every aspect of a problem within each number of plies up to some more than the true length, and within
    /// more than there is.
    fn ask_within(&mut self, (board, truth): &Decided, table: &Arc<Table>) {
        let length = truth.mate.unwrap_or(5);
        for (aspect, attacker) in aspects(board, BLACK) {
            for plies in (0..length + 3).chain([65_533, 65_534, 65_535, 65_536, u32::MAX]) {
                let verdict = ask(&aspect, attacker, Some(plies), table);
                let judged = verdict.and_then(|verdict| judge_within((&aspect, plies), attacker, truth.mate, &verdict));
                self.note(&aspect, board, judged);
            }
        }
    }

    fn note(&mut self, aspect: &Board, board: &Board, judged: Result<(), String>) {
        let Err(fault) = judged else { return };
        let least = text::format(&shrink(board, shows_a_fault));
        self.faults.push(format!("{}: {fault} (smaller, with an empty table: {least})", text::format(aspect)));
    }
}

/// True if the solver errs with an empty table.
fn shows_a_fault(board: &Board) -> bool {
    let Some(truth) = decide(board, BLACK, 20_000) else { return false };
    aspects(board, BLACK).into_iter().any(|(aspect, attacker)| {
        let verdict = ask(&aspect, attacker, None, &table(16));
        verdict.and_then(|verdict| judge(&aspect, attacker, truth.mate, &verdict)).is_err()
    })
}

fn short_problems() {
    let text = fs::read_to_string(data("short.tsv")).expect("the problem file");
    let rows: Vec<(&str, u32)> = text
        .lines()
        .skip(1)
        .filter_map(|line| {
            let fields: Vec<&str> = line.split('\t').collect();
            let raw = fields[3].parse().ok().filter(|&raw| raw <= 7)?;
            Some((fields[0], raw))
        })
        .collect();
    assert!(rows.len() > 1_000, "only {} rows", rows.len());
    thread::scope(|scope| {
        for half in [0, 1] {
            let rows = rows.iter().skip(half).step_by(2);
            scope.spawn(move || rows.for_each(|&(sfen, raw)| short_problem(sfen, raw)));
        }
    });
}

fn short_problem(sfen: &str, raw: u32) {
    let board = text::parse(sfen);
    let attacker = board.turn;
    assert_eq!(text::format(&board), sfen);
    assert_eq!(DepthSearch::new(attacker).shortest(&board, raw), Some(raw), "the twin on {sfen}");
    let verdict = ask(&board, attacker, None, &table(16));
    assert_eq!(verdict.and_then(|verdict| judge(&board, attacker, Some(raw), &verdict)), Ok(()), "{sfen}");
    for plies in [raw - 1, raw] {
        let verdict = ask(&board, attacker, Some(plies), &table(16));
        let judged = verdict.and_then(|verdict| judge_within((&board, plies), attacker, Some(raw), &verdict));
        assert_eq!(judged, Ok(()), "{sfen} within {plies}");
    }
}

//! Certificates of random problems: all of them are accepted, and what passes after a mutation is true by the twin.
//! `TSUMI_CERTIFICATES` says how many problems are certified, `TSUMI_MUTATIONS` how many changed files are checked.

#[path = "../common/mod.rs"]
mod common;
mod mutation;
mod stream;
#[path = "../twin/mod.rs"]
mod twin;

use common::Random;
use libtest_mimic::{Arguments, Trial};
use std::process::ExitCode;
use std::sync::Arc;
use stream::File;
use tsumi::checker::{self, Attacker, Certified, Options};
use tsumi::notation::sfen;
use tsumi::shogi::Color;
use tsumi::solver::{Certificate, Claim, Limits, Monitor, Problem, Table, Uncertified, certify};
use twin::board::{BLACK, Board, Side};
use twin::chain::Chain;
use twin::fixpoint::decide;
use twin::judge::aspects;
use twin::text;

fn main() -> ExitCode {
    let arguments = Arguments::from_args();
    let trials = vec![
        trial("random_problems_are_certified", random_problems_are_certified),
        trial("what_passes_after_a_mutation_is_true", what_passes_after_a_mutation_is_true),
        trial("records_that_vouch_for_each_other_are_refused", records_that_vouch_for_each_other_are_refused),
        trial("a_file_cut_short_is_refused", a_file_cut_short_is_refused),
        trial("the_same_content_has_the_same_bytes", the_same_content_has_the_same_bytes),
    ];
    libtest_mimic::run(&arguments, trials).exit_code()
}

fn trial(name: &str, test: fn()) -> Trial {
    Trial::test(name, move || {
        test();
        Ok(())
    })
}

fn setting(name: &str, default: usize) -> usize {
    std::env::var(name).map_or(default, |text| text.parse().expect("a number"))
}

fn problem_of(board: &Board, attacker: Side) -> Problem {
    let color = if attacker == BLACK { Color::Black } else { Color::White };
    Problem::new(&sfen::parse(&text::format(board)).expect("an SFEN"), Some(color)).expect("a problem")
}

/// What is true of a problem and can be certified.
fn claims(truth: Option<u32>) -> Vec<Claim> {
    match truth {
        None => vec![Claim::NoMate, Claim::NoMateWithin(7)],
        Some(0) => vec![Claim::MateWithin(0)],
        Some(plies) => vec![Claim::MateWithin(plies), Claim::NoMateWithin(plies - 1), Claim::MateWithin(plies + 2)],
    }
}

fn certificate(
    board: &Board,
    attacker: Side,
    claims: &[Claim],
    table: &Arc<Table>,
) -> Result<Certificate, Uncertified> {
    let limits = Limits { nodes: Some(5_000_000), ..Limits::default() };
    certify(&problem_of(board, attacker), claims, (Arc::clone(table), limits), &Monitor::new())
}

fn random_problems_are_certified() {
    let wanted = setting("TSUMI_CERTIFICATES", 3_000);
    let table = Arc::new(Table::new(16));
    let mut faults = Vec::new();
    let (mut records, mut bytes) = (0, 0);
    for (board, truth) in Chain::new(7, 5).take(wanted) {
        for (aspect, attacker) in aspects(&board, BLACK) {
            let name = text::format(&aspect);
            let claims = claims(truth.mate);
            let made = match certificate(&aspect, attacker, &claims, &table) {
                Ok(made) => made,
                Err(fault) => {
                    faults.push(format!("{name}: {claims:?}: {fault}"));
                    continue;
                }
            };
            let file = made.to_bytes(&name);
            records += made.records();
            bytes += file.len();
            match checker::check(&file, Options::default()) {
                Err(refusal) => faults.push(format!("{name}: {claims:?}: {refusal}")),
                Ok(certified) => {
                    let side = if attacker == BLACK { Attacker::Black } else { Attacker::White };
                    assert!(certified.is_about(&name, side), "{name}");
                    assert_eq!(format!("{:?}", certified.claims), format!("{claims:?}"));
                    assert_eq!(certified.records, made.records());
                }
            }
        }
    }
    println!("{wanted} problems, {records} records, {bytes} bytes");
    assert!(faults.is_empty(), "{} faults\n{}", faults.len(), faults[..faults.len().min(20)].join("\n"));
}

/// A certificate of a problem with Black attacking.
fn file(board: &Board, claims: &[Claim]) -> Vec<u8> {
    let table = Arc::new(Table::new(1));
    let made =
        certificate(board, BLACK, claims, &table).unwrap_or_else(|fault| panic!("{}: {fault}", text::format(board)));
    made.to_bytes(&text::format(board))
}

/// Changed files of one problem.
const CHANGES: usize = 25;

fn what_passes_after_a_mutation_is_true() {
    let wanted = setting("TSUMI_MUTATIONS", 10_000);
    let mut random = Random(2026);
    let (mut passed, mut undecided, mut false_claims) = (0, 0, Vec::new());
    let problems = Chain::new(11, 7).filter(|(_, truth)| (8..2_000).contains(&truth.states));
    for (board, truth) in problems.take(wanted.div_ceil(CHANGES)) {
        let file = file(&board, &claims(truth.mate));
        for _ in 0..CHANGES {
            let changed = mutation::mutate(&mut random, &file);
            let Ok(certified) = checker::check(&changed, Options { memory: 16 << 20 }) else { continue };
            passed += 1;
            match is_true(&certified, &board, truth.mate) {
                None => undecided += 1,
                Some(true) => {}
                Some(false) => false_claims.push(format!("{}: {:?}", certified.sfen, certified.claims)),
            }
        }
    }
    println!("{wanted} changed files, {passed} accepted, {undecided} of them too large for the twin");
    assert!(false_claims.is_empty(), "{}", false_claims.join("\n"));
    assert!(passed * 100 > wanted, "changes that nothing survives test little: {passed}");
    assert!(undecided * 100 < wanted, "{undecided} not decided");
}

/// What the twin says of the claims; `None` if the problem is too large for it.
fn is_true(certified: &Certified, board: &Board, mate: Option<u32>) -> Option<bool> {
    let attacker = if certified.attacker == Attacker::Black { BLACK } else { -BLACK };
    let same = certified.is_about(&text::format(board), Attacker::Black);
    let mate = if same { mate } else { decide(&text::parse(&certified.sfen), attacker, 5_000)?.mate };
    Some(certified.claims.iter().all(|claim| match *claim {
        checker::Claim::MateWithin(plies) => mate.is_some_and(|mate| mate <= plies),
        checker::Claim::NoMateWithin(plies) => mate.is_none_or(|mate| mate > plies),
        checker::Claim::NoMate => mate.is_none(),
    }))
}

/// The closed set of a problem with checks without end goes in circles: with ranks, whatever they are, it proves nothing.
fn records_that_vouch_for_each_other_are_refused() {
    let mut random = Random(5);
    for sfen in twin::suite::PERPETUAL {
        let board = text::parse(sfen);
        let accepted = file(&board, &[Claim::NoMate]);
        assert!(checker::check(&accepted, Options::default()).is_ok());
        let mut file = File::parse(&accepted);
        (file.sections[0].tag, file.sections[0].plies) = (2, 3);
        for round in 0..200 {
            for record in &mut file.sections[0].records {
                (record.bound, record.rank) = (0, if round == 0 { 7 } else { random.below(9) as u32 });
            }
            let refusal = checker::check(&file.bytes(), Options::default()).expect_err(sfen);
            assert!(refusal.reason.contains("of smaller rank"), "{refusal}");
        }
        // A bound that every step lowers comes to an end.
        let bounded = self::file(&board, &[Claim::NoMateWithin(9)]);
        assert!(checker::check(&bounded, Options::default()).is_ok());
    }
}

fn a_file_cut_short_is_refused() {
    for (board, truth) in Chain::new(3, 3).filter(|(_, truth)| truth.states > 30).take(30) {
        let file = file(&board, &claims(truth.mate));
        assert!(checker::check(&file, Options::default()).is_ok());
        for end in 0..file.len() {
            assert!(checker::check(&file[..end], Options::default()).is_err(), "{} cut to {end}", text::format(&board));
        }
    }
}

fn the_same_content_has_the_same_bytes() {
    for (board, truth) in Chain::new(9, 2).filter(|(_, truth)| truth.states > 30).take(50) {
        let claims = claims(truth.mate);
        let file = file(&board, &claims);
        assert_eq!(self::file(&board, &claims), file);
        assert_eq!(stream::unfold(&File::parse(&file).bytes()), stream::unfold(&file));
    }
}

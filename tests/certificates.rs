//! Certificates of random problems: all of them are accepted, and what passes after a mutation is true by the twin.
//! `TSUMI_CERTIFICATES` says how many problems are certified, `TSUMI_MUTATIONS` how many changed files are checked.

mod common;
mod twin;

use libtest_mimic::{Arguments, Trial};
use std::process::ExitCode;
use std::sync::Arc;
use tsumi::checker::{self, Attacker, Options};
use tsumi::notation::sfen;
use tsumi::shogi::Color;
use tsumi::solver::{Certificate, Claim, Limits, Monitor, Problem, Table, Uncertified, certify};
use twin::board::{BLACK, Board, Side};
use twin::chain::Chain;
use twin::judge::aspects;
use twin::text;

fn main() -> ExitCode {
    let arguments = Arguments::from_args();
    let trials = vec![trial("random_problems_are_certified", random_problems_are_certified)];
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
    let wanted = setting("TSUMI_CERTIFICATES", 20_000);
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

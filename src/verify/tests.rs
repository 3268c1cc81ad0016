//! What is said of single problems.

use super::duplicates::tests::turned;
use super::*;
use crate::notation::record::Record;
use crate::notation::{sfen, usi};
use crate::shogi::{Color, IllegalReason, Move};
use crate::solver::{Cause, Convention, Limits, LineKind, Monitor, Problem};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

/// Raw and conventional length 7, one line.
const SEVEN: (&str, &str) = ("7G1/8k/5B3/6N2/9/9/9/9/9 b BG2r2g4s3n4l18p 1", "3d2b+ 1b1c G*2c 1c1d B*6i 1d1e 4c2e+");
/// Conventional length 3, raw 7.
const USELESS: &str = "8k/4R2np/9/9/9/9/9/9/9 b N3p 1";
/// Length 7 with a piece left, 5 without, and a cook.
const UNSOUND: &str = "6bpk/6G1l/6L1G/5G3/9/8N/9/9/9 b G2rb4s3n2l17p 1";
/// Conventional length 1, raw 7: drops on the file or the rank between the rook and the king.
const ONE_IN_BOOKS: &str = "8k/9/6N+P1/9/4R4/9/9/9/9 b r2b4g4s3n4l17p 1";
const ONE: &str = "4k4/9/4P4/9/9/9/9/9/9 b G2r2b3g4s4n4l17p 1";
const NO_MATE: &str = "7lk/7p1/9/9/9/9/9/9/R8 b p 1";
/// Nothing decides it soon.
const ENDLESS: &str = "9/6k2/9/9/9/9/9/9/9 b R4GLr2b4s4n3l18p 1";

fn check(depth: Depth, nodes: u64) -> Check {
    let limits = Limits { nodes: Some(nodes), ..Limits::default() };
    Check { limits, table_mib: 4, ..Check::at(depth) }
}

fn stated(text: &str, length: Option<u32>, line: &str) -> Stated {
    let problem = Problem::new(&sfen::parse(text).unwrap(), None).unwrap();
    let line = line.split_whitespace().map(|text| usi::parse_move(text).unwrap()).collect();
    Stated { claim: Claim { length, line, ..Claim::default() }, ..Stated::of(problem) }
}

fn examined(check: Check, stated: &Stated) -> Examined {
    Worker::new(check).examine(stated, &Monitor::new()).unwrap()
}

/// The same, its mirror image, and both with the colours changed.
fn twins(first: &Stated) -> [Stated; 4] {
    let mirrored = turned(first, false);
    [first.clone(), turned(first, true), turned(&mirrored, true), mirrored]
}

fn kinds(check: Check, stated: &Stated) -> Vec<Kind> {
    examined(check, stated).findings.iter().map(|found| found.kind).collect()
}

#[test]
fn a_stated_length_is_held_against_the_length_of_the_depth() {
    use Kind::{Longer, ShorterMate};
    for (depth, stated_length, expected) in [
        (Depth::Raw, 7, None),
        // A book's length may leave interpositions out: it is no less right for a longer raw one.
        (Depth::Raw, 3, None),
        (Depth::Raw, 9, Some((ShorterMate, 7))),
        (Depth::Conventional, 3, None),
        (Depth::Conventional, 7, Some((ShorterMate, 3))),
        (Depth::Conventional, 1, Some((Longer, 3))),
        (Depth::Conventional, 4, Some((ShorterMate, 3))),
    ] {
        let found = examined(check(depth, 100_000), &stated(USELESS, Some(stated_length), "")).findings;
        let told: Vec<_> = found.iter().map(|found| (found.kind, found.plies.unwrap())).collect();
        assert_eq!(told, expected.into_iter().collect::<Vec<_>>(), "{depth:?} {stated_length}");
    }
    assert_eq!(kinds(check(Depth::Mate, 100_000), &stated(USELESS, Some(1_001), "")), [ShorterMate]);
}

#[test]
fn book_and_raw_lengths_are_held_each_against_its_own() {
    use Kind::{Longer, ShorterMate};
    let told = |check, length, raw| {
        let claim = Claim { length, raw, ..Claim::default() };
        let found = examined(check, &Stated { claim, ..stated(USELESS, None, "") }).findings;
        let of_length = found.iter().find(|found| [Longer, ShorterMate].contains(&found.kind));
        (of_length.map(|found| (found.kind, found.plies.unwrap())), found.iter().any(|found| found.kind == Kind::Sound))
    };
    for (depth, length, raw, expected) in [
        // Only a shorter mate that was found convicts.
        (Depth::Mate, Some(1), Some(1), None),
        (Depth::Mate, Some(3), Some(7), None),
        (Depth::Raw, Some(1), None, None),
        (Depth::Raw, Some(3), Some(7), None),
        (Depth::Raw, Some(3), Some(5), Some((Longer, 7))),
        (Depth::Raw, Some(3), Some(9), Some((ShorterMate, 7))),
        (Depth::Raw, Some(9), Some(7), Some((ShorterMate, 7))),
        (Depth::Raw, None, Some(3), Some((Longer, 7))),
        (Depth::Conventional, Some(3), Some(7), None),
        (Depth::Conventional, None, Some(7), None),
        (Depth::Conventional, Some(7), Some(7), Some((ShorterMate, 3))),
        (Depth::Conventional, Some(3), Some(3), Some((Longer, 7))),
        (Depth::Sound, Some(3), Some(7), None),
        (Depth::Sound, None, Some(7), None),
        (Depth::Sound, Some(3), Some(3), Some((Longer, 7))),
    ] {
        let (of_length, is_sound) = told(check(depth, 1_000_000), length, raw);
        assert_eq!(of_length, expected, "{depth:?} {length:?} {raw:?}");
        assert!(of_length.is_none() || !is_sound, "{depth:?} {length:?} {raw:?}");
    }
    // Where every interposition counts in books too, there is one length.
    let all_count = Check { convention: Convention::None, ..check(Depth::Raw, 1_000_000) };
    assert_eq!(told(all_count, Some(3), None).0, Some((Longer, 7)));
    assert_eq!(told(all_count, Some(7), None).0, None);
}

#[test]
fn a_line_states_a_length_only_where_none_is_stated() {
    let reading = Reading { moves: Moves::Solve, ..Reading::default() };
    for (length, raw, expected) in [
        (Some(0), Some(0), (Some(3), None)),
        (Some(0), Some(7), (None, Some(7))),
        (None, None, (Some(3), None)),
        (Some(1), None, (Some(1), None)),
        (None, Some(7), (None, Some(7))),
        (Some(1), Some(7), (Some(1), Some(7))),
    ] {
        let line = ["5b5a", "P*2a", "N*2c"].map(|text| usi::parse_move(text).unwrap()).to_vec();
        let record = Record { line, length, raw, ..Record::of(sfen::parse(USELESS).unwrap()) };
        let claim = reading.line(record).unwrap().claim;
        assert_eq!(((claim.length, claim.raw), claim.line.len()), (expected, 3));
    }
}

#[test]
fn a_line_states_a_length_only_where_it_mates() {
    const DEFENDED: &str = "k1G6/2K6/9/9/+R8/9/9/9/9 w 2GLr2bg4s4n3l18p 1";
    for (text, attacker, line, expected) in [
        (SEVEN.0, None, SEVEN.1, Some(7)),
        (SEVEN.0, None, "3d2b+ 1b1c G*2c", None),
        (SEVEN.0, None, "3d2b+ 1b1c", None),
        (SEVEN.0, None, "9a9b", None),
        (DEFENDED, Some(Color::Black), "R*9b G*8b", Some(2)),
        (DEFENDED, Some(Color::Black), "P*9b", None),
        (DEFENDED, None, "R*9b G*8b", None),
        // What is left are drops, which books do not play.
        (ONE_IN_BOOKS, None, "5e1e", Some(1)),
    ] {
        let reading = Reading { moves: Moves::Solve, attacker, ..Reading::default() };
        let line: Vec<Move> = line.split(' ').map(|text| usi::parse_move(text).unwrap()).collect();
        let record = Record { line, ..Record::of(sfen::parse(text).unwrap()) };
        assert_eq!(reading.line(record).unwrap().claim.length, expected, "{text}");
    }
}

#[test]
fn a_solution_that_lets_the_defender_escape_is_faulty() {
    // Each mates only as long as the defender helps.
    for (text, line, ply) in [
        ("6+N1k/6l2/8p/9/9/9/9/9/9 b 2G 1", "3a2a 1a1b G*2b", 1),
        ("1k7/9/+S8/9/9/9/9/9/9 b RSr2b4g2s4n4l18p 1", "R*9a 8a9a S*9b", 1),
    ] {
        for claimed in twins(&stated(text, None, line)) {
            let told = examined(check(Depth::Sound, 1_000_000), &claimed);
            assert_eq!(told.claimed_line, Some(LineWorth::Escapes(ply)), "{text}");
            assert!(told.findings.iter().any(|found| found.kind == Kind::FaultyLine));
            // What was not examined is not said to escape.
            let told = examined(check(Depth::Conventional, 1_000_000), &claimed);
            assert!(told.claimed_line.is_some_and(|worth| !worth.is_faulty()), "{text}");
        }
    }
    // A cook is no fault of the line.
    let cooked = stated(UNSOUND, None, "3b2a 1a2a P*2b 3a2b 1c2b 2a2b B*3a 2b2a G*2b");
    let worth = examined(check(Depth::Sound, 1_000_000), &cooked);
    assert!(worth.claimed_line.is_some_and(|worth| !worth.is_faulty()), "{worth:?}");
}

#[test]
fn the_clean_line_is_no_wrong_claim_and_is_told() {
    use Kind::{Cook, LastMove, Leftover, Longer, LongerVariation, ShorterMate};
    for depth in [Depth::Conventional, Depth::Sound] {
        for (length, of_length) in [(7, None), (5, None), (9, Some(ShorterMate)), (3, Some(Longer))] {
            let mut found = kinds(check(depth, 1_000_000), &stated(UNSOUND, Some(length), ""));
            found.retain(|kind| ![Cook, LastMove].contains(kind));
            let expected: Vec<_> = of_length.into_iter().chain([Leftover, LongerVariation]).collect();
            assert_eq!(found, expected, "{depth:?} {length}");
        }
    }
    let told = examined(check(Depth::Conventional, 1_000_000), &stated(UNSOUND, Some(5), ""));
    assert_eq!((told.line.moves.len(), told.kind), (7, Some(LineKind::Conventional)));
    let without = examined(check(Depth::Conventional, 1_000_000), &stated(UNSOUND, None, ""));
    assert_eq!((without.line, without.conventional), (told.line, told.conventional));
}

#[test]
fn an_unsound_problem_is_told_with_the_move_that_cooks_it() {
    let found = examined(check(Depth::Sound, 1_000_000), &stated(UNSOUND, None, "")).findings;
    let cook = found.iter().find(|found| found.kind == Kind::Cook).unwrap();
    assert!(cook.beside.is_some_and(|other| other.ply == 5) && cook.text.contains("Gx2b ▲同　金"), "{}", cook.text);
    assert!(found.iter().all(|found| found.kind != Kind::Sound));
    assert_eq!(kinds(check(Depth::Sound, 1_000_000), &stated(ONE, Some(1), "")), [Kind::Sound]);
    assert_eq!(kinds(check(Depth::Sound, 1_000_000), &stated(NO_MATE, Some(1), "")), [Kind::NoMate]);
}

#[test]
fn a_claimed_line_is_judged() {
    let (text, line) = SEVEN;
    let worth = |depth, line: &str| examined(check(depth, 100_000), &stated(text, None, line)).claimed_line;
    for depth in [Depth::Conventional, Depth::Sound] {
        assert_eq!(worth(depth, line), Some(LineWorth::Answer));
    }
    // With useless drops counted the defender has other replies that take as long.
    assert_eq!(worth(Depth::Raw, line), Some(LineWorth::Shortest));
    assert_eq!(worth(Depth::Mate, line), Some(LineWorth::Mates));
    assert_eq!(worth(Depth::Raw, ""), None);
    assert_eq!(worth(Depth::Raw, "3d2b+ 1b1c G*2c"), Some(LineWorth::Unfinished));
    assert_eq!(worth(Depth::Raw, "3d2b+ 1b1c G*5e"), Some(LineWorth::NoCheck(3)));
    assert!(matches!(worth(Depth::Raw, "3d2b+ 1b1c 9a9b"), Some(LineWorth::Illegal(3, _))));
    assert_eq!(worth(Depth::Raw, &format!("{line} 9a9b")), Some(LineWorth::AfterMate(8)));
    assert_eq!(worth(Depth::Raw, "3d2b+ 1b1c G*2c 1c1d B*6i 1d1e"), Some(LineWorth::Unfinished));
    let useless = |depth, line| examined(check(depth, 100_000), &stated(USELESS, None, line)).claimed_line;
    assert_eq!(useless(Depth::Conventional, "5b5a P*2a N*2c"), Some(LineWorth::Answer));
}

#[test]
fn a_claimed_line_that_does_not_mate_is_a_finding() {
    let problems = [
        (SEVEN.0, 100_000, Ending::Mate(None)),
        (NO_MATE, 100_000, Ending::NoMate),
        (SEVEN.0, 1, Ending::Unknown(Cause::Nodes)),
    ];
    for (text, nodes, ending) in problems {
        let first = if text == NO_MATE { "9i1i" } else { "3d2b+ 1b1c G*2c" };
        let plies = first.split(' ').count() as u32;
        for (length, line, worth) in [
            (None, first.to_owned(), Some(LineWorth::Unfinished)),
            (Some(plies + 2), first.to_owned(), Some(LineWorth::Unfinished)),
            (Some(plies), first.to_owned(), Some(LineWorth::NotMate)),
            (Some(plies), "9a9b".to_owned(), Some(LineWorth::Illegal(1, IllegalReason::NoPieceOnSource))),
            (Some(plies), String::new(), None),
        ] {
            for claimed in twins(&stated(text, length, &line)) {
                let told = examined(check(Depth::Conventional, nodes), &claimed);
                assert_eq!((told.ending, told.claimed_line), (ending, worth), "{text} {line}");
                let faults: Vec<_> = told.findings.iter().filter(|found| found.kind == Kind::FaultyLine).collect();
                let expected = worth.map(|worth| worth.to_string());
                assert_eq!(faults.iter().map(|found| &found.text).collect::<Vec<_>>(), Vec::from_iter(&expected));
            }
        }
    }
    assert_eq!(kinds(check(Depth::Sound, 1_000_000), &stated(ONE, Some(1), "G*5b")), [Kind::Sound]);
}

#[test]
fn a_line_is_over_where_only_useless_drops_are_left() {
    // After R-5a= the drops but one are useless: the line that stops there has not mated, whatever the convention.
    let worth = |depth, line| examined(check(depth, 100_000), &stated(USELESS, None, line)).claimed_line;
    assert_eq!(worth(Depth::Conventional, "5b5a"), Some(LineWorth::Unfinished));
    let text = "7lk/9/8P/9/9/9/9/9/9 b RG2b3g4s4n3l17p 1";
    let by_rook = |depth| examined(check(depth, 100_000), &stated(text, None, "G*1b")).claimed_line;
    assert_eq!(by_rook(Depth::Conventional), Some(LineWorth::Answer));
}

#[test]
fn a_line_that_was_merely_found_is_no_answer() {
    let first = stated(ONE_IN_BOOKS, None, "5e5a+ P*2a 3c2a+");
    for claimed in twins(&first) {
        let mut is_found_and_proved_longer = false;
        for nodes in (10..=400).step_by(10).chain([100_000]) {
            let told = examined(Check { table_mib: 1, ..check(Depth::Raw, nodes) }, &claimed);
            assert_ne!(told.claimed_line, Some(LineWorth::Answer), "{nodes}");
            if told.raw.is_some_and(|raw| raw.at_least > 3) {
                assert_eq!(told.claimed_line, Some(LineWorth::Shorter), "{nodes}");
                is_found_and_proved_longer |= told.kind == Some(LineKind::Found);
            }
        }
        assert!(is_found_and_proved_longer);
    }
}

#[test]
fn a_line_that_ends_as_books_end_it_is_no_fault_of_the_line() {
    for claimed in twins(&stated(ONE_IN_BOOKS, None, "5e1e")) {
        let worth = |check| examined(check, &claimed).claimed_line;
        assert_eq!(worth(check(Depth::Conventional, 100_000)), Some(LineWorth::Answer));
        for depth in [Depth::Mate, Depth::Raw] {
            assert_eq!(worth(check(depth, 100_000)), None, "{depth:?}");
            let all_count = Check { convention: Convention::None, ..check(depth, 100_000) };
            assert_eq!(worth(all_count), Some(LineWorth::Unfinished), "{depth:?}");
        }
    }
}

#[test]
fn a_spent_budget_says_which_point_is_open() {
    let endless = examined(check(Depth::Mate, 1_000), &stated(ENDLESS, Some(9), ""));
    assert_eq!(endless.ending, Ending::Unknown(Cause::Nodes));
    assert!(endless.findings[0].kind == Kind::Unknown && endless.findings[0].text.contains("the nodes are spent"));
    let budgets = (8..20).map(|power| 1 << power);
    let points: Vec<String> = budgets
        .map(|nodes| examined(check(Depth::Sound, nodes), &stated(UNSOUND, None, "")))
        .filter(|examined| matches!(examined.ending, Ending::Mate(_)))
        .take_while(|examined| examined.ending != Ending::Mate(None))
        .map(|examined| examined.findings[0].text.clone())
        .collect();
    assert!(points.iter().any(|text| text.starts_with("Not decided: whether the problem is sound;")), "{points:?}");
    assert!(points.iter().all(|text| text.contains("the nodes are spent")), "{points:?}");
}

#[test]
fn answers_do_not_depend_on_what_was_asked_before() {
    let texts = [SEVEN.0, USELESS, UNSOUND, ONE, NO_MATE, ENDLESS];
    for depth in Depth::ALL {
        let alone = texts.map(|text| examined(check(depth, 50_000), &stated(text, None, "")));
        let mut worker = Worker::new(check(depth, 50_000));
        for (text, alone) in texts.iter().zip(&alone).chain(texts.iter().zip(&alone).rev()) {
            assert_eq!(worker.examine(&stated(text, None, ""), &Monitor::new()).as_ref(), Some(alone), "{text}");
        }
    }
}

#[test]
fn certificates_are_made_and_checked() {
    for (text, expected) in [(SEVEN.0, true), (NO_MATE, true), (ENDLESS, false)] {
        let asked = Check { certify: true, ..check(Depth::Raw, 30_000) };
        let certificate = examined(asked, &stated(text, None, "")).certificate;
        assert_eq!(certificate, expected.then_some(certificate::Judged::Accepted), "{text}");
    }
}

/// Gives out items of these problems, numbered.
fn items(texts: &[&str]) -> Vec<Item> {
    let item = |(text, number): (&&str, u32)| Item { id: format!("x:{number}"), stated: Ok(stated(text, None, "")) };
    texts.iter().zip(1..).map(item).collect()
}

#[test]
fn every_item_is_reported_once() {
    let texts = [SEVEN.0, ONE, SEVEN.0, NO_MATE, ONE, ONE];
    for jobs in [1, 3] {
        let intake = Intake::new(items(&texts).into_iter().chain([Item {
            id: "y".to_owned(),
            stated: Err(Reason::new(Reason::NO_PROBLEM, "There is none.").into()),
        }]));
        let monitors = || Some(Arc::new(Monitor::new()));
        let local = Local { check: check(Depth::Mate, 10_000), jobs, monitors: &monitors };
        let (mut told, mut summary) = (Vec::new(), Summary::default());
        let write = |report: &Report| {
            summary.add(report);
            told.push((report.id.clone(), report.outcome(), report.same_as.clone()));
            Ok(())
        };
        run(&intake, &local, write).unwrap();
        told.sort();
        let row = |id: &str, outcome, same_as: Option<&str>| (id.to_owned(), outcome, same_as.map(str::to_owned));
        let expected = [
            row("x:1", "mate", None),
            row("x:2", "mate", None),
            row("x:3", "duplicate", Some("x:1")),
            row("x:4", "no mate", None),
            row("x:5", "duplicate", Some("x:2")),
            row("x:6", "duplicate", Some("x:2")),
            row("y", "invalid", None),
        ];
        assert_eq!(told, expected);
        assert_eq!((summary.items(), summary.with_outcome("duplicate"), summary.with_finding(Kind::NoMate)), (7, 3, 1));
        assert_eq!(summary.to_string(), "mate 2, no mate 1, duplicate 3, invalid 1");
    }
}

#[test]
fn a_run_ends_when_its_reports_cannot_be_written() {
    let endless = (0..).map(|number| Item { id: format!("x:{number}"), stated: Ok(stated(ONE, None, "")) });
    let intake = Intake::new(endless).with_duplicates();
    let monitors = || Some(Arc::new(Monitor::new()));
    let local = Local { check: check(Depth::Mate, 1_000), jobs: 2, monitors: &monitors };
    let ended = run(&intake, &local, |_| Err(std::io::Error::other("the disk is full")));
    assert_eq!(ended.unwrap_err().to_string(), "the disk is full");
}

#[test]
fn what_is_stopped_gets_no_report() {
    let intake = Intake::new(items(&[ONE, ENDLESS, ENDLESS]).into_iter()).with_duplicates();
    let begun = AtomicUsize::new(0);
    let monitors = || {
        let monitor = Arc::new(Monitor::new());
        if begun.fetch_add(1, Ordering::Relaxed) > 0 {
            monitor.stop(Cause::Cancelled);
        }
        Some(monitor)
    };
    let local = Local { check: check(Depth::Mate, u64::MAX), jobs: 1, monitors: &monitors };
    let mut told = Vec::new();
    let write = |report: &Report| {
        told.push(report.id.clone());
        Ok(())
    };
    run(&intake, &local, write).unwrap();
    assert_eq!(told, ["x:1"]);
}

//! What each fuzz target does with its bytes. The targets and an ordinary test (`tests/program/fuzz_bodies.rs`) share it.

use std::io::Cursor;
use std::sync::Arc;
use tsumi::checker::{self, Attacker, Claim, Options};
use tsumi::cli::usi as engine;
use tsumi::notation::record::Record;
use tsumi::notation::{self as records, problem_file as file, sfen as notation, usi, western as text};
use tsumi::shogi::{Color, Move, Position, movegen};
use tsumi::solver::{Limits, Mate, Monitor, Problem, Table, Verdict, solve};

/// Nodes a search may spend: the readers and the borders are tested here, not the search's strength.
const NODES: u64 = 200;

/// SFEN: what is read is written and read again as the same.
pub(crate) fn sfen(data: &[u8]) {
    let Ok(text) = std::str::from_utf8(data) else { return };
    let Ok(setup) = notation::parse(text) else { return };
    assert_eq!(notation::parse(&notation::format(&setup)), Ok(setup.clone()));
    if let Ok(position) = setup.position() {
        assert_eq!(position.to_setup(), setup);
    }
}

/// USI `position`: legal moves can be played and taken back.
pub(crate) fn usi_position(data: &[u8]) {
    let Ok(text) = std::str::from_utf8(data) else { return };
    let Ok(written) = usi::parse_position(text) else { return };
    let Ok(mut position) = written.setup.position() else { return };
    for mv in written.moves {
        let mut legal = Vec::new();
        movegen::legal_moves(&position, &mut legal);
        assert_eq!(position.is_legal(mv), legal.contains(&mv), "{mv}");
        if !position.is_legal(mv) {
            return;
        }
        let before = position.clone();
        let undo = position.play(mv);
        let mut back = position.clone();
        back.undo(mv, &undo);
        assert_eq!(back, before);
    }
}

/// One USI move: written as it was read.
pub(crate) fn usi_move(data: &[u8]) {
    let Ok(text) = std::str::from_utf8(data) else { return };
    let Ok(mv) = usi::parse_move(text) else { return };
    assert_eq!(mv.to_string(), text);
}

/// A position in the first line, a move in western text in the second: what is legal is written and read again.
pub(crate) fn western(data: &[u8]) {
    let Some((position, mv)) = std::str::from_utf8(data).ok().and_then(|text| text.split_once('\n')) else { return };
    let Some(position) = notation::parse(position).ok().and_then(|setup| setup.position().ok()) else { return };
    let Ok(mv) = text::parse_move(&position, mv) else { return };
    if position.is_legal(mv) {
        for style in [text::Style::Plus, text::Style::Cross] {
            assert_eq!(text::parse_move(&position, &text::move_text(&position, mv, style)), Ok(mv));
        }
    }
}

/// A problem file: a file that is read whole gives the rows that are read one by one.
pub(crate) fn problem_file(data: &[u8]) {
    let rows: Vec<_> = file::rows(data).collect();
    match file::parse(data) {
        Ok(parsed) => assert!(rows.into_iter().eq(parsed.into_iter().map(Ok))),
        Err(error) => assert!(rows.into_iter().find_map(Result::err) == Some(error)),
    }
}

/// KIF, KI2 and BOD: what can be played is written and read again as the same, and all branches leave lines.
pub(crate) fn kif(data: &[u8]) {
    let Ok(text) = std::str::from_utf8(data) else { return };
    assert!(records::kif::records(text).iter().all(|&(start, end)| text.get(start..end).is_some()));
    for attacker in [None, Some(Color::White)] {
        let Ok(record) = records::kif::parse(text, attacker) else { continue };
        for (branch, number) in record.branches.iter().zip(1..) {
            assert_eq!(record.whole_line(number).len(), branch.ply - 1 + branch.moves.len());
        }
        let Some((start, moves)) = playable(&record) else { continue };
        let again =
            records::kif::parse(&records::kif::record(&start, &moves), attacker).expect("what was written is read");
        assert_eq!((again.setup, again.line), (record.setup, moves));
    }
}

/// CSA: what can be played is written and read again as the same.
pub(crate) fn csa(data: &[u8]) {
    let Ok(text) = std::str::from_utf8(data) else { return };
    let Ok(record) = records::csa::parse(text) else { return };
    let again =
        records::csa::parse(&records::csa::record(&record.setup, &record.line)).expect("what was written is read");
    assert_eq!((again.setup, again.line), (record.setup, record.line));
}

/// JKF: branches leave lines, and the moves can be judged.
pub(crate) fn jkf(data: &[u8]) {
    let Ok(text) = std::str::from_utf8(data) else { return };
    let Ok(record) = records::jkf::parse(text) else { return };
    for (branch, number) in record.branches.iter().zip(1..) {
        assert_eq!(record.whole_line(number).len(), branch.ply - 1 + branch.moves.len());
    }
    drop(playable(&record));
}

/// A file of any format: lines of faults and problems are in it, in order.
pub(crate) fn collection(data: &[u8]) {
    use records::collection::{Format, entries};
    let told = Format::of_content(data);
    for format in [Format::Lines, Format::Kif, Format::Csa, Format::Jkf].into_iter().chain(told) {
        let lines = 1 + data.iter().filter(|byte| matches!(byte, b'\n' | b'\r')).count();
        let found: Vec<_> = entries(format, data, None).collect();
        assert!(found.is_sorted_by_key(|entry| entry.line));
        // UTF-16 has line ends that are no bytes of its own.
        if !data.starts_with(b"\xff\xfe") && !data.starts_with(b"\xfe\xff") {
            assert!(found.iter().all(|entry| (1..=lines).contains(&entry.line)));
        }
        let faults = found.iter().filter_map(|entry| entry.record.as_ref().err()).flatten();
        assert!(faults.filter_map(|misread| misread.line).all(|line| line >= 1));
    }
}

/// The position of a record and its moves up to the first that is not legal.
fn playable(record: &Record) -> Option<(Position, Vec<Move>)> {
    let start = record.setup.position().ok()?;
    let (mut position, mut moves) = (start.clone(), Vec::new());
    for &mv in &record.line {
        if !position.is_legal(mv) {
            break;
        }
        position.play(mv);
        moves.push(mv);
    }
    Some((start, moves))
}

/// SFEN to answer: a mate's line is legal, gives check all the way and ends in checkmate.
pub(crate) fn problem(data: &[u8]) {
    let Ok(text) = std::str::from_utf8(data) else { return };
    let Ok(setup) = notation::parse(text) else { return };
    let Ok(problem) = Problem::new(&setup, None) else { return };
    let limits = Limits { nodes: Some(NODES), ..Limits::default() };
    let outcome = solve(&problem, limits, Arc::new(Table::new(1)), &Monitor::new());
    if let Verdict::Mate(mate) = outcome.verdict {
        replay(&problem, &mate);
    }
}

fn replay(problem: &Problem, mate: &Mate) {
    let mut position = problem.position().clone();
    for &mv in &mate.line.moves {
        assert!(position.is_legal(mv), "{mv} is not legal");
        let attacks = position.turn() == problem.attacker();
        position.play(mv);
        assert!(!attacks || position.in_check(), "{mv} is no check");
    }
    assert!(position.turn() != problem.attacker() && is_mate(&position), "the line does not end in checkmate");
    assert!(mate.raw.at_least <= mate.raw.at_most);
}

fn is_mate(position: &Position) -> bool {
    let mut replies = Vec::new();
    movegen::legal_moves(position, &mut replies);
    position.in_check() && replies.is_empty()
}

/// A USI session: every `go` is answered once, whatever stands between.
pub(crate) fn usi_loop(data: &[u8]) {
    let settings = engine::Settings { hash_mib: 1, max_hash_mib: 1, threads: 2, nodes: Some(NODES) };
    let mut output = Vec::new();
    engine::run(Cursor::new(data.to_vec()), &mut output, settings).expect("writing to memory cannot fail");
    let output = String::from_utf8(output).expect("the engine writes UTF-8");
    let answers = output.lines().filter(|line| line.starts_with("checkmate ") || line.starts_with("bestmove "));
    assert_eq!(answers.count(), goes(data), "{output}");
}

/// How many `go` lines come before `quit`.
fn goes(data: &[u8]) -> usize {
    let lines = data.split(|&byte| byte == b'\n').filter_map(|line| std::str::from_utf8(line).ok()).map(str::trim);
    let command = |line: &str| line.split_whitespace().next().map(str::to_owned);
    lines.take_while(|line| *line != "quit").filter(|line| command(line).as_deref() == Some("go")).count()
}

/// A certificate as it is, and with everything after the header taken for what the stream unfolds to: what is accepted is not
/// contradicted by the solver.
pub(crate) fn certificate(data: &[u8]) {
    accepted_is_right(data);
    let ends = data.iter().enumerate().filter(|(_, byte)| **byte == b'\n').map(|(at, _)| at + 1);
    if let Some(end) = ends.take(3).last() {
        accepted_is_right(&[&data[..end], &stored(&data[end..])].concat());
    }
}

/// A DEFLATE stream of stored blocks.
fn stored(bytes: &[u8]) -> Vec<u8> {
    let mut stream = Vec::new();
    let blocks = bytes.chunks(usize::from(u16::MAX));
    for block in blocks {
        let length = block.len() as u16;
        stream.push(0);
        stream.extend(length.to_le_bytes());
        stream.extend((!length).to_le_bytes());
        stream.extend(block);
    }
    stream.extend([1, 0, 0, 0xff, 0xff]);
    stream
}

fn accepted_is_right(bytes: &[u8]) {
    let Ok(certified) = checker::check(bytes, Options { memory: 1 << 20 }) else { return };
    assert!(!certified.claims.is_empty() && certified.is_about(&certified.sfen, certified.attacker));
    let attacker = if certified.attacker == Attacker::Black { Color::Black } else { Color::White };
    // The checker takes hands in any order.
    let Ok(setup) = notation::parse(&certified.sfen) else { return };
    let problem = Problem::new(&setup, Some(attacker)).expect("both readers refuse the same problems");
    let limits = Limits { nodes: Some(NODES), ..Limits::default() };
    let outcome = solve(&problem, limits, Arc::new(Table::new(1)), &Monitor::new());
    for claim in certified.claims {
        match (&outcome.verdict, claim) {
            (Verdict::Mate(mate), Claim::MateWithin(plies)) => assert!(mate.raw.at_least <= plies),
            (Verdict::Mate(mate), Claim::NoMateWithin(plies)) => assert!(mate.raw.at_most > plies),
            (Verdict::Mate(_), Claim::NoMate) | (Verdict::NoMate, Claim::MateWithin(_)) => {
                panic!("the solver says {}", outcome.verdict)
            }
            _ => {}
        }
    }
}

//! The brute-force twin of the conventional length, against lengths that are known. `TSUMI_TWIN_RAYS` says how many random
//! problems are looked at.

mod common;
mod twin;

use libtest_mimic::{Arguments, Trial};
use std::path::PathBuf;
use std::process::ExitCode;
use std::{fs, thread};
use twin::answer_line::{Answer, answer};
use twin::board::{BLACK, Board, Move, Side, WHITE};
use twin::conventional::{Conventional, Mode};
use twin::floor::Floor;
use twin::random::Dice;
use twin::ray::ray_problem;
use twin::ray_walk::{RayProblem, RayWalk};
use twin::slide_lemma::Cases;
use twin::text;

fn main() -> ExitCode {
    let arguments = Arguments::from_args();
    let trials = vec![
        trial("positions_that_tell_definitions_apart", positions_that_tell_definitions_apart),
        trial("a_chain_that_comes_back_is_no_mate", a_chain_that_comes_back_is_no_mate),
        trial("virtual_slides_lose_every_drop", virtual_slides_lose_every_drop),
        trial("a_floor_is_never_above", a_floor_is_never_above),
        trial("lines_worked_out_by_hand", lines_worked_out_by_hand),
        trial("lines_keep_the_rule", lines_keep_the_rule),
        file_trial("short_conventional.tsv", short_conventional),
        file_trial("bugcases.tsv", books),
        file_trial("nomate.tsv", books),
    ];
    libtest_mimic::run(&arguments, trials).exit_code()
}

fn trial(name: &str, test: fn()) -> Trial {
    Trial::test(name, move || {
        test();
        Ok(())
    })
}

fn file_trial(name: &'static str, test: fn(&str)) -> Trial {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../shared/data").join(name);
    let there = path.exists();
    let run = move || {
        test(&fs::read_to_string(&path).expect("the problem file"));
        Ok(())
    };
    Trial::test(name, run).with_ignored_flag(!there)
}

/// Positions whose moves may be listed before a problem is passed over.
const CAP: usize = 300_000;

/// Lengths by mode, in the order of [`Mode::ALL`]; `None` where no one states it.
type Lengths = [Option<u32>; 4];

/// The mode in which the length differs, or nothing; `None` if the cap is reached.
fn difference(board: &Board, attacker: Side, lengths: Lengths) -> Option<Result<(), String>> {
    let mut twin = Conventional::new(attacker, CAP);
    for (mode, stated) in Mode::ALL.into_iter().zip(lengths) {
        let Some(stated) = stated else { continue };
        let found = twin.length(board, stated + 2, mode).ok()?;
        if found != Some(stated) {
            return Some(Err(format!("{} {mode:?}: {found:?}, not {stated}", text::format(board))));
        }
    }
    Some(Ok(()))
}

fn attacker(board: &Board) -> Side {
    if board.in_check(board.turn) { -board.turn } else { board.turn }
}

fn positions_that_tell_definitions_apart() {
    let cases = [
        ("k1G6/2K6/9/9/+R8/9/9/9/9 w 2GLr2bg4s4n3l18p 1", [None, Some(2), Some(2), Some(2)]),
        ("7Gs/6G1k/9/8P/9/9/5+B3/9/9 b S2rb2g2s4n4l17p 1", [None, Some(3), Some(3), Some(3)]),
        ("8k/4R2np/9/9/9/9/9/9/9 b N3p 1", [Some(7), Some(3), Some(3), Some(3)]),
        ("9/8n/9/9/9/4+P4/+R+P+n6/1l7/kN+S6 w RNL2b4g3s2l16p 1", [None, Some(4), Some(4), Some(4)]),
        ("8l/8k/9/6B+R1/9/9/9/9/9 w rb4g4s3n4l18p 1", [None, Some(2), Some(0), Some(0)]),
        ("8k/R7+b/g5N2/1R7/9/9/9/9/9 b b3g4s3n4l18p 1", [None, Some(11), Some(11), Some(9)]),
    ];
    for (sfen, lengths) in cases {
        let board = text::parse(sfen);
        let (flipped, attacker) = (text::flip(&board), attacker(&board));
        assert_eq!(difference(&board, attacker, lengths), Some(Ok(())));
        assert_eq!(difference(&text::mirror(&flipped), -attacker, lengths), Some(Ok(())));
    }
}

fn short_conventional(text: &str) {
    let rows: Vec<(&str, Lengths)> = text.lines().skip(1).map(lengths).collect();
    assert!(rows.len() > 1_000, "only {} rows", rows.len());
    thread::scope(|scope| {
        for half in [0, 1] {
            let rows = rows.iter().skip(half).step_by(2);
            scope.spawn(move || {
                rows.for_each(|(sfen, lengths)| {
                    let board = text::parse(sfen);
                    assert_eq!(difference(&board, board.turn, *lengths), Some(Ok(())), "{sfen}");
                });
            });
        }
    });
}

fn lengths(line: &str) -> (&str, Lengths) {
    let mut fields = line.split('\t');
    let sfen = fields.next().expect("an SFEN");
    let lengths: Vec<Option<u32>> = fields.map(|field| Some(field.parse().expect("a length"))).collect();
    (sfen, lengths.try_into().expect("four lengths"))
}

/// The length that books give is the one of the default mode. Rows out of reach are few.
fn books(text: &str) {
    let (mut agree, mut oversized) = (0, 0);
    for line in text.lines().skip(1) {
        let fields: Vec<&str> = line.split('\t').collect();
        let Ok(book) = fields[2].parse() else { continue };
        let board = text::parse(fields[0]);
        match difference(&board, board.turn, [None, None, Some(book), None]) {
            Some(judged) => {
                assert_eq!(judged, Ok(()));
                agree += 1;
            }
            None => oversized += 1,
        }
    }
    println!("{agree} lengths agree, {oversized} rows are out of reach");
    assert!(agree >= 5 && oversized <= 2, "{agree} rows agree, {oversized} are out of reach");
}

/// The rook and the bishop it uncovers capture on 7c, the rook and the other bishop on 3c: the rook may go to and fro.
fn a_chain_that_comes_back_is_no_mate() {
    let board = text::parse("4k4/4p4/6R2/1B5B1/3L1L3/9/9/9/9 w g 1");
    let mut twin = Conventional::new(BLACK, CAP);
    assert_eq!(twin.length(&board, 2, Mode::Wide).expect("few positions"), Some(0));
    assert!(twin.returns > 0);
    assert_eq!(difference(&board, BLACK, [Some(2), Some(0), Some(0), Some(0)]), Some(Ok(())));
    let none_comes_back = text::parse("4k1B1R/9/9/9/9/9/9/9/4R4 w b4g4s4n4l18p 1");
    for mode in Mode::ALL {
        assert_eq!(Conventional::new(BLACK, CAP).length(&none_comes_back, 4, mode).expect("few positions"), None);
    }
}

/// Problems of the random streams, a stream for each of two threads.
fn streams<T: Send>(run: impl Fn(Vec<(Board, Side)>) -> T + Sync) -> Vec<T> {
    let wanted: usize = std::env::var("TSUMI_TWIN_RAYS").map_or(20_000, |text| text.parse().expect("a number"));
    thread::scope(|scope| {
        let start = |seed| {
            let run = &run;
            scope.spawn(move || run(ray_problems(seed, wanted.div_ceil(2))))
        };
        let streams = [start(1), start(2)];
        streams.into_iter().map(|stream| stream.join().expect("a stream")).collect()
    })
}

/// Random problems with their attackers, every other one with colours exchanged.
fn ray_problems(seed: u64, count: usize) -> Vec<(Board, Side)> {
    let mut dice = Dice::new(seed);
    let mut problems = Vec::new();
    while problems.len() < count {
        if let Some(board) = ray_problem(&mut dice) {
            problems.push(if problems.len() % 2 == 0 { (board, BLACK) } else { (text::flip(&board), WHITE) });
        }
    }
    problems
}

/// Positions whose moves may be listed for a random problem.
const RANDOM_CAP: usize = 5_000;

fn virtual_slides_lose_every_drop() {
    let look = |problems: Vec<(Board, Side)>| {
        let mut cases = Cases::default();
        for (board, attacker) in &problems {
            cases.look(board, *attacker, RANDOM_CAP);
        }
        cases
    };
    let cases = streams(look).into_iter().fold(Cases::default(), Cases::add);
    println!("{cases}");
    assert!(cases.faults.is_empty(), "{}", cases.faults.join("\n"));
    assert!(cases.oversized * 20 <= cases.positions, "too many are passed over: {cases}");
    for (count, percent) in
        [(cases.by_checker, 40), (cases.by_another, 8), (cases.two_kings, 15), (cases.later_mates, 30)]
    {
        assert!(count * 100 >= cases.positions * percent, "too few cases: {cases}");
    }
}

fn a_floor_is_never_above() {
    let compare = |problems: Vec<(Board, Side)>| -> usize {
        problems.iter().step_by(4).map(|(board, attacker)| lengths_not_below_the_floor(board, *attacker)).sum()
    };
    let lengths: usize = streams(compare).into_iter().sum();
    assert!(lengths >= 1_000, "only {lengths} lengths");
    let below = text::parse("8k/9/9/7K1/4B4/9/9/9/9 w 2G2nl 1");
    assert_eq!(difference(&below, BLACK, [None, Some(6), Some(6), Some(6)]), Some(Ok(())));
    let mut moves = Conventional::new(BLACK, CAP);
    assert!(Floor::new(BLACK, Mode::Standard).at_most(&below, 4, &mut moves).expect("a small problem"));
}

/// How many of the lengths by mode are mates in few plies.
///
/// # Panics
/// If one is below the floor.
fn lengths_not_below_the_floor(board: &Board, attacker: Side) -> usize {
    let mut lengths = 0;
    let mut twin = Conventional::new(attacker, RANDOM_CAP);
    for mode in Mode::ALL {
        let Ok(Some(length)) = twin.length(board, 5, mode) else { continue };
        let Ok(within) = Floor::new(attacker, mode).at_most(board, length, &mut twin) else { continue };
        assert!(within, "{} {mode:?}: the floor is above {length}", text::format(board));
        lengths += 1;
    }
    lengths
}

/// The problems of a walk for each of two threads, one after another.
fn walks(check: impl Fn(&RayProblem) + Sync) {
    let wanted: usize = std::env::var("TSUMI_TWIN_RAYS").map_or(20_000, |text| text.parse().expect("a number"));
    thread::scope(|scope| {
        for seed in [1, 2] {
            let check = &check;
            scope.spawn(move || RayWalk::new(seed).take(wanted.div_ceil(100)).for_each(|problem| check(&problem)));
        }
    });
}

fn lines_keep_the_rule() {
    walks(|problem| {
        for (mode, length) in Mode::ALL.into_iter().zip(problem.lengths) {
            let Some(length) = length else { continue };
            let line = |board: &Board, attacker| {
                answer(board, attacker, (mode, length), CAP).expect("a small problem").expect("a mate")
            };
            let found = line(&problem.board, BLACK);
            assert_eq!(found.length, length, "{} {mode:?}", text::format(&problem.board));
            replay(&problem.board, mode, &found);
            let flipped = line(&text::flip(&problem.board), WHITE);
            assert_eq!(found.line, turned(&flipped, text::flip_move));
            let mirror = text::mirror(&problem.board);
            if mirror != problem.board {
                assert_eq!(found.line, turned(&line(&mirror, BLACK), text::mirror_move));
            }
        }
    });
}

fn lines_worked_out_by_hand() {
    for (sfen, line, leftover) in [
        // Any drop on 9b leads to mate: the rook, which checks, lets the attacker choose only between a capture that does
        // not mate and a gold; after the others 7a8a mates and leaves a piece more.
        ("k1G6/2K6/9/9/+R8/9/9/9/9 w 2GLr2bg4s4n3l18p 1", "R*9b G*8b", 2),
        // Whatever is put on 2c, the silver mates: the bishop comes first.
        ("7Gs/6G1k/9/8P/9/9/5+B3/9/9 b S2rb2g2s4n4l17p 1", "4g5f B*2c S*1c", 0),
        ("8k/4R2np/9/9/9/9/9/9/9 b N3p 1", "5b5a P*2a N*2c", 0),
    ] {
        let found =
            answer(&text::parse(sfen), BLACK, (Mode::Standard, 3), CAP).expect("a small problem").expect("a mate");
        let usi: Vec<String> = found.line.iter().map(|&mv| text::usi(mv)).collect();
        assert_eq!((usi.join(" ").as_str(), found.leftover), (line, leftover), "{sfen}");
    }
}

fn turned(answer: &Answer, turn: impl Fn(Move) -> Move) -> Vec<Move> {
    answer.line.iter().map(|&mv| turn(mv)).collect()
}

/// Every check of the line mates as soon as the length says, every reply counts and lasts as long, and where the line ends
/// no reply counts.
fn replay(root: &Board, mode: Mode, answer: &Answer) {
    let (mut board, mut twin) = (*root, Conventional::new(BLACK, CAP));
    for (mv, left) in answer.line.iter().zip((0..answer.length).rev()) {
        let moves = if board.turn == BLACK {
            twin.steps(&board).expect("few positions").to_vec()
        } else {
            twin.replies(&board, left + 1, mode).expect("few positions")
        };
        let name = format!("{} {mode:?} {:?}", text::format(root), answer.line);
        board = moves.into_iter().find(|(known, _)| known == mv).expect(&name).1;
        assert_eq!(twin.length(&board, left, mode).expect("few positions"), Some(left), "{name}");
    }
    assert!(answer.line.len() == answer.length as usize && board.turn == WHITE, "{} {mode:?}", text::format(root));
    assert!(twin.replies(&board, 0, mode).expect("few positions").is_empty(), "{} {mode:?}", text::format(root));
    assert_eq!(board.hands[0].iter().map(|&count| u32::from(count)).sum::<u32>(), answer.leftover);
}

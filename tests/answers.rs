//! Answers beyond the first proof: lengths, lines, variations, soundness; the same however they were found.

mod common;

use common::Random;
use std::sync::Arc;
use tsumi::notation::{sfen, usi};
use tsumi::shogi::{Move, Position, Square, movegen};
use tsumi::solver::{
    Aim, Cause, Convention, Finding, Length, Limits, LineKind, Mark, Mate, Monitor, Other, Outcome, Preference,
    Problem, Search, Soundness, Stage, Step, Table, Threads, Verdict, Worth,
};

/// Problems with their raw and standard lengths.
const PROBLEMS: [(&str, u32, u32); 8] = [
    ("8k/4R2np/9/9/9/9/9/9/9 b N3p 1", 7, 3),
    ("5pk2/7P1/4+R1+P1+b/8b/6R2/9/9/9/9 b 4g4s4n4l15p 1", 5, 3),
    ("9/9/3B3G1/6+p1n/7+p1/7k1/5BL1p/7G1/7+R+r b N2P2g4s2n3l13p 1", 21, 21),
    ("n+B1sS4/1R1g5/1Ls6/2k6/2n6/3L5/R8/9/9 b B2P3gs2n2l16p 1", 21, 21),
    ("3g1+P1g1/3S2Ps1/2PpPkL2/4L4/4p2G1/4S4/1B1N1N3/1NN6/B6+r1 b Lrgsl12p 1", 51, 51),
    ("4nS3/3g1n3/3pk1p+b1/5R3/3bN1S2/4N4/9/9/9 b R3P3g2s4l13p 1", 15, 15),
    ("6kp1/8n/5R1L1/4+b2sB/6N2/9/6L2/9/9 b r4g3s2n2l17p 1", 13, 13),
    ("5kSn1/6n2/2n6/4g2G1/6B2/4NP1+R1/2S3L2/4S3+R/9 b BL2gs2l17p 1", 23, 23),
];

fn problem(text: &str) -> Problem {
    Problem::new(&sfen::parse(text).unwrap(), None).unwrap()
}

fn table(mib: usize) -> Arc<Table> {
    Arc::new(Table::new(mib))
}

fn outcome(problem: &Problem, aim: Aim, (table, threads): (&Arc<Table>, usize)) -> Outcome {
    let threads = Threads { count: threads, alone: 0 };
    let search = Search::with_threads(problem, Limits::default(), Arc::clone(table), threads);
    search.aiming(aim).run_to_end(&Monitor::new())
}

fn mate(outcome: Outcome) -> Mate {
    match outcome.verdict {
        Verdict::Mate(mate) => *mate,
        other => panic!("{other:?}"),
    }
}

fn answer(text: &str, aim: Aim) -> Mate {
    mate(outcome(&problem(text), aim, (&table(16), 1)))
}

/// What must not depend on how it was found.
fn essence(mate: &Mate) -> impl PartialEq + std::fmt::Debug + use<> {
    (mate.line.clone(), mate.kind, mate.raw, mate.raw_line.clone(), mate.conventional.clone(), mate.unfinished)
}

fn moved(mate: &Mate, turn: impl Fn(Square) -> Square) -> Mate {
    let mut mate = mate.clone();
    let turn = |mv: &mut Move| *mv = mv.map_squares(&turn);
    mate.line.moves.iter_mut().for_each(turn);
    mate.raw_line.iter_mut().flat_map(|line| &mut line.moves).for_each(turn);
    mate
}

#[test]
fn both_lengths_are_exact_and_their_lines_as_long() {
    for (text, raw, standard) in PROBLEMS {
        let mate = answer(text, Aim::LENGTHS);
        assert_eq!((mate.raw, mate.unfinished), (Length::exactly(raw), None), "{text}");
        assert_eq!(mate.length(Convention::Standard), Some(Length::exactly(standard)), "{text}");
        assert_eq!((mate.kind, mate.line.moves.len() as u32), (LineKind::Conventional, standard), "{text}");
        let raw_line = mate.raw_line.as_ref().unwrap_or(&mate.line);
        assert_eq!(raw_line.moves.len() as u32, raw, "{text}");
        assert!(ends_in_checkmate(text, &raw_line.moves), "{text}");
    }
}

fn ends_in_checkmate(text: &str, line: &[Move]) -> bool {
    let end = after(text, line);
    end.in_check() && !movegen::has_evasion(&end)
}

/// The position at the end of a line of legal checks and replies.
fn after(text: &str, line: &[Move]) -> Position {
    let mut position = problem(text).position().clone();
    for &mv in line {
        assert!(position.is_legal(mv), "{text}: {mv}");
        position.play(mv);
        assert!(position.in_check() || position.turn() == problem(text).attacker(), "{text}: {mv}");
    }
    position
}

#[test]
fn the_answer_is_the_same_at_any_size_thread_count_and_order() {
    let fresh: Vec<Mate> = PROBLEMS.iter().map(|(text, ..)| answer(text, Aim::LENGTHS)).collect();
    let large = table(256);
    let mut random = Random(3);
    for threads in [1, 2] {
        let mut order: Vec<usize> = (0..PROBLEMS.len()).collect();
        for last in (1..order.len()).rev() {
            order.swap(last, random.below(last + 1));
        }
        for index in order {
            let warm = mate(outcome(&problem(PROBLEMS[index].0), Aim::LENGTHS, (&large, threads)));
            assert_eq!(essence(&warm), essence(&fresh[index]), "{}", PROBLEMS[index].0);
        }
    }
}

#[test]
fn mirror_and_colour_twin_have_the_lines_of_the_problem() {
    for (text, ..) in PROBLEMS {
        let own = answer(text, Aim::LENGTHS);
        let turned = |position: Position| {
            let problem = Problem::from_position(&position, None).unwrap();
            mate(outcome(&problem, Aim::LENGTHS, (&table(16), 1)))
        };
        let position = problem(text).position().clone();
        assert_eq!(essence(&turned(position.mirrored())), essence(&moved(&own, Square::mirror)), "{text}");
        assert_eq!(essence(&turned(position.flipped())), essence(&moved(&own, Square::flip)), "{text}");
    }
}

#[test]
fn small_slices_and_large_ones_find_the_same() {
    for (text, ..) in &PROBLEMS[..3] {
        let aim = Aim { variations: 30, soundness: true, first_moves: true, ..Aim::LENGTHS };
        let whole = answer(text, aim);
        let mut search = Search::new(&problem(text), Limits::default(), table(16)).aiming(aim);
        let sliced = loop {
            if let Step::Finished(outcome) = search.run(100, &Monitor::new()) {
                break mate(outcome);
            }
        };
        assert_eq!(sliced, whole, "{text}");
    }
}

#[test]
fn a_spent_budget_leaves_the_interval_it_reached() {
    let (text, raw, _) = PROBLEMS[3];
    let needed = {
        let outcome = outcome(&problem(text), Aim::FIRST, (&table(16), 1));
        outcome.statistics.nodes
    };
    let whole = outcome(&problem(text), Aim::LENGTHS, (&table(16), 1)).statistics.nodes;
    let mut unfinished = 0;
    for nodes in (needed..whole).step_by(((whole - needed) / 40) as usize) {
        let limits = Limits { nodes: Some(nodes), ..Limits::default() };
        let outcome = Search::new(&problem(text), limits, table(16)).aiming(Aim::LENGTHS).run_to_end(&Monitor::new());
        let Verdict::Mate(mate) = outcome.verdict else { continue };
        assert!((mate.raw.at_least..=mate.raw.at_most).contains(&raw), "{nodes}: {mate:?}");
        assert!(mate.unfinished.is_none_or(|cause| cause == Cause::Nodes));
        if mate.kind == LineKind::Found {
            assert!(ends_in_checkmate(text, &mate.line.moves));
        }
        unfinished += u32::from(mate.unfinished.is_some());
    }
    assert!(unfinished > 20);
}

#[test]
fn the_stage_says_how_far_to_go() {
    let (text, raw, standard) = PROBLEMS[1];
    let first = answer(text, Aim::FIRST);
    assert_eq!((first.kind, first.conventional.len()), (LineKind::Found, 0));
    let plain = answer(text, Aim { stage: Stage::Raw, ..Aim::FIRST });
    assert_eq!((plain.kind, plain.line.moves.len() as u32), (LineKind::Raw, raw));
    let none = answer(text, Aim { convention: Convention::None, ..Aim::LENGTHS });
    assert_eq!(none.line, plain.line);
    let conventional = answer(text, Aim::LENGTHS);
    assert_eq!((conventional.kind, conventional.line.moves.len() as u32), (LineKind::Conventional, standard));
}

#[test]
fn modes_that_differ_are_told_apart() {
    // (narrow, standard, wide) with the defender to move.
    for (text, lengths) in [
        ("k1G6/2K6/9/9/+R8/9/9/9/9 w 2GLr2bg4s4n3l18p 1", [2, 2, 2]),
        ("9/8n/9/9/9/4+P4/+R+P+n6/1l7/kN+S6 w RNL2b4g3s2l16p 1", [4, 4, 4]),
        ("8l/8k/9/6B+R1/9/9/9/9/9 w rb4g4s4n3l18p 1", [2, 0, 0]),
    ] {
        let attacker = sfen::parse(text).unwrap();
        let attacker = if text.contains(" w ") { Some(!attacker.turn) } else { None };
        let problem = Problem::new(&sfen::parse(text).unwrap(), attacker).unwrap();
        let mate = mate(outcome(&problem, Aim::LENGTHS, (&table(16), 1)));
        let modes = [Convention::Narrow, Convention::Standard, Convention::Wide];
        assert_eq!(modes.map(|mode| mate.length(mode).and_then(Length::proved)), lengths.map(Some), "{text}");
    }
}

#[test]
fn a_chain_of_slides_that_comes_back_ends() {
    let setup = sfen::parse("4k1B1R/9/9/9/9/9/9/9/4R4 w b4g4s4n4l18p 1").unwrap();
    let problem = Problem::new(&setup, Some(!setup.turn)).unwrap();
    for convention in Convention::ALL {
        let limits = Limits { nodes: Some(200_000), ..Limits::default() };
        let aim = Aim { convention, ..Aim::LENGTHS };
        let outcome = Search::new(&problem, limits, table(16)).aiming(aim).run_to_end(&Monitor::new());
        assert!(outcome.statistics.nodes <= 201_000);
    }
}

#[test]
fn variations_are_legal_and_none_is_longer_than_the_line() {
    for (text, _, standard) in &PROBLEMS[2..5] {
        let mate = answer(text, Aim { variations: 1000, ..Aim::LENGTHS });
        let variations = mate.variations.unwrap();
        assert!(!variations.list.is_empty() && variations.cut == 0);
        for variation in &variations.list {
            let before = &mate.line.moves[..variation.ply as usize - 1];
            let whole: Vec<Move> = before.iter().chain(&variation.line.moves).copied().collect();
            assert_eq!(variation.length, Length::exactly(whole.len() as u32));
            assert!(whole.len() as u32 <= *standard, "{text}: {variation:?}");
            assert_ne!(variation.line.moves[0], mate.line.moves[before.len()]);
            let end = after(text, &whole);
            assert_eq!(end.hand(problem(text).attacker()), variation.line.leftover);
            let equal = whole.len() as u32 == *standard && variation.line.leftover.is_empty();
            assert_eq!(variation.mark == Some(Mark::Equal), equal);
        }
        let few = answer(text, Aim { variations: 1, ..Aim::LENGTHS }).variations.unwrap();
        assert_eq!((&few.list[..], few.cut as usize), (&variations.list[..1], variations.list.len() - 1));
    }
}

fn soundness(text: &str, stated: Option<u32>) -> (Mate, Soundness) {
    let mut mate = answer(text, Aim { soundness: true, stated, first_moves: true, ..Aim::LENGTHS });
    let soundness = mate.soundness.take().unwrap();
    (mate, soundness)
}

#[test]
fn another_mate_is_a_cook_and_the_last_move_a_lesser_finding() {
    // Gold in hand before a bare corner king held by a pawn: two golds' squares mate at once.
    let (mate, soundness) = soundness("4k4/9/4P4/9/9/9/9/9/9 b G2r2b3g4s4n4l17p 1", None);
    assert_eq!(mate.line.moves.len(), 1);
    assert!(soundness.is_sound() && soundness.findings.is_empty(), "{soundness:?}");
    let (_, soundness) = self::soundness("4k4/9/4P4/9/9/9/9/9/9 b GS2r2b3g3s4n4l17p 1", Some(1));
    assert!(
        soundness.findings.contains(&Finding::Leftover(sfen::parse("9/9/9/9/9/9/9/9/9 b S 1").unwrap().hands.0[0]))
    );
    // A cook: the bishop that uncovers the rook may stop anywhere on the diagonal of the flight square.
    let (mate, soundness) = self::soundness("9/9/9/9/9/7np/8k/8B/7LR b rb4g4s3n3l17p 1", None);
    assert_eq!(mate.line.moves.len(), 3);
    let cook = Finding::Cook(Other { ply: 1, mv: usi::parse_move("1h7b").unwrap() });
    assert!(soundness.findings.contains(&cook) && !soundness.is_sound(), "{soundness:?}");
}

/// Without promotion at the first move, the rook promotes at the last, on the same square: a mate that only comes back to the line.
#[test]
fn a_mate_that_comes_back_to_the_board_of_the_last_move_is_a_detour() {
    let (mate, soundness) = soundness("9/6G1R/7k1/9/6S2/9/9/9/9 b r2b3g3s4n4l18p 1", None);
    let line: Vec<String> = mate.line.moves.iter().map(ToString::to_string).collect();
    assert_eq!(line, ["1b2b+", "2c1d", "2b2d"]);
    let other = Other { ply: 1, mv: usi::parse_move("1b2b").unwrap() };
    assert!(soundness.findings.contains(&Finding::Detour(other)), "{soundness:?}");
}

#[test]
fn the_stated_length_is_held_against_the_real_one() {
    let (text, _, standard) = PROBLEMS[2];
    let found = |stated| soundness(text, Some(stated)).1.findings;
    assert!(found(standard + 2).contains(&Finding::ShorterMate(standard)));
    assert!(found(standard - 2).contains(&Finding::Longer(standard)));
    let right = found(standard);
    assert!(!right.iter().any(|finding| matches!(finding, Finding::ShorterMate(_) | Finding::Longer(_))));
}

#[test]
fn first_moves_are_judged_as_searches_of_their_own_judge_them() {
    for (text, ..) in &PROBLEMS[..6] {
        let (mate, _) = soundness(text, None);
        let mut checks = Vec::new();
        movegen::checks(problem(text).position(), &mut checks);
        let first_moves = mate.first_moves.clone().unwrap();
        assert_eq!(first_moves.len(), checks.len());
        let unknown = first_moves.iter().filter(|first| first.worth == Worth::Unknown).count();
        assert!(unknown * 4 <= checks.len(), "{text}: {unknown} of {}", checks.len());
        for first in first_moves {
            let mut position = problem(text).position().clone();
            position.play(first.mv);
            let child = Problem::from_position(&position, Some(problem(text).attacker())).unwrap();
            let verdict = outcome(&child, Aim::LENGTHS, (&table(16), 1)).verdict;
            match (first.worth, verdict) {
                (Worth::Mate(length), Verdict::Mate(child)) => {
                    let exact = child.length(Convention::Standard).unwrap().proved().unwrap() + 1;
                    assert!(
                        (length.at_least..=length.at_most).contains(&exact),
                        "{text} {}: {length:?} {exact}",
                        first.mv
                    );
                }
                // Nothing is said of a move whose budget was spent.
                (Worth::NoMate, Verdict::NoMate) | (Worth::Unknown, _) => {}
                (worth, verdict) => panic!("{text} {}: {worth:?} {verdict:?}", first.mv),
            }
        }
    }
}

#[test]
fn the_classic_line_is_clean_and_two_plies_shorter() {
    let aim = Aim { preference: Preference::Classic, ..Aim::LENGTHS };
    let mut seen = 0;
    for (text, _, standard) in PROBLEMS {
        let classic = answer(text, aim);
        if classic.kind == LineKind::Classic {
            assert_eq!((classic.line.moves.len() as u32, classic.line.leftover.is_empty()), (standard - 2, true));
            seen += 1;
        } else {
            assert_eq!(classic, answer(text, Aim::LENGTHS));
        }
    }
    assert!(seen < PROBLEMS.len());
    // The longest defence leaves a piece; the record, 29 plies, is the clean line.
    let leftover = "9/9/pR7/9/5l1n1/5p1R1/1g+p1S1+bG1/S1kN1SP1+p/3g1b3 b GS2n3l13p 1";
    let (longest, classic) = (answer(leftover, Aim::LENGTHS), answer(leftover, aim));
    assert!(longest.kind == LineKind::Conventional && !longest.line.leftover.is_empty());
    assert_eq!((classic.kind, classic.line.moves.len(), longest.line.moves.len()), (LineKind::Classic, 29, 31));
    assert!(classic.line.leftover.is_empty() && ends_in_checkmate(leftover, &classic.line.moves));
}

#[test]
fn a_mate_that_repeats_the_position_is_none() {
    // 3b3a mates only by coming back to the root with as much in hand.
    let (mate, soundness) = soundness("8k/6+R2/8p/9/9/9/9/9/9 b N 1", None);
    let back: Move = tsumi::notation::usi::parse_move("3b3a").unwrap();
    let about = |finding: &Finding| match finding {
        Finding::LastMove(other) | Finding::Cook(other) | Finding::Detour(other) => other.mv == back,
        _ => false,
    };
    assert!(!soundness.findings.iter().any(about), "{soundness:?}");
    let first = mate.first_moves.unwrap().into_iter().find(|first| first.mv == back).unwrap();
    assert_eq!(first.worth, Worth::NoMate);
}

#[test]
fn a_first_move_that_comes_back_with_less_in_hand_mates() {
    // G*3c 4c5c 3c4c 5c4c is the board of the root without the gold in hand, and a mate in 25 plies, which a certificate proves.
    let text = "9/6R2/5k3/2R4S1/9/9/9/9/9 b G2b3g3s4n4l18p 1";
    let mate = answer(text, Aim { first_moves: true, nodes_per_move: Some(5_000_000), ..Aim::FIRST });
    let away: Move = tsumi::notation::usi::parse_move("G*3c").unwrap();
    let first = mate.first_moves.unwrap().into_iter().find(|first| first.mv == away).unwrap();
    assert!(matches!(first.worth, Worth::Mate(length) if length.at_least > 3 && length.at_most >= 25), "{first:?}");
}

#[test]
fn what_is_asked_beside_the_first_proof_is_told() {
    let mate = answer(PROBLEMS[1].0, Aim { variations: 5, soundness: true, first_moves: true, ..Aim::FIRST });
    assert!(mate.variations.is_some() && mate.soundness.is_some() && mate.first_moves.is_some());
    let stated = answer(PROBLEMS[1].0, Aim { stated: Some(9), ..Aim::LENGTHS });
    assert!(stated.soundness.is_some_and(|soundness| !soundness.is_sound()));
}

#[test]
fn a_budget_spent_on_other_modes_leaves_the_line() {
    let (text, _, standard) = PROBLEMS[1];
    let whole = outcome(&problem(text), Aim::LENGTHS, (&table(16), 1)).statistics.nodes;
    let found = (1..whole).filter(|&nodes| {
        let limits = Limits { nodes: Some(nodes), ..Limits::default() };
        let outcome = Search::new(&problem(text), limits, table(1)).aiming(Aim::LENGTHS).run_to_end(&Monitor::new());
        matches!(outcome.verdict, Verdict::Mate(mate) if mate.kind == LineKind::Conventional
            && mate.line.moves.len() as u32 == standard && mate.unfinished.is_some())
    });
    assert!(found.count() > 0);
}

#[test]
fn an_answer_tells_what_a_search_along_its_line_finds() {
    let (mut told, mut by_lengths) = (0, 0);
    for (text, ..) in PROBLEMS.iter().filter(|(_, raw, _)| *raw <= 21) {
        let (problem, table) = (problem(text), table(64));
        let whole = mate(outcome(&problem, Aim::LENGTHS, (&table, 1)));
        for plies in 0..=whole.line.moves.len() {
            let way = &whole.line.moves[..plies];
            let found = mate(outcome(&problem.after(way), Aim::LENGTHS, (&table, 1)));
            if let Some(known) = whole.lengths_along(way) {
                assert_eq!((known.raw, known.conventional[0]), (found.raw, found.conventional[0]), "{text} {plies}");
                by_lengths += 1;
            }
            if let Some(mut known) = whole.along(&problem, way) {
                known.conventional.clone_from(&found.conventional);
                assert_eq!(essence(&known), essence(&found), "{text} after {plies} plies");
                told += 1;
            }
        }
    }
    assert!(told >= 40 && by_lengths > told, "{told} told, {by_lengths} lengths");
    let whole = answer(PROBLEMS[0].0, Aim::LENGTHS);
    assert_eq!(whole.along(&problem(PROBLEMS[0].0), &[usi::parse_move("N*2c").unwrap()]), None);
}

#[test]
fn no_mate_with_the_defender_to_move_comes_with_a_reply_that_shows_it() {
    let root = problem("7lk/7p1/9/9/9/9/9/9/R8 b p 1");
    let check = usi::parse_move("9i1i").unwrap();
    for size in [1, 64] {
        let table = table(size);
        let refuted = outcome(&root.after(&[check]), Aim::FIRST, (&table, 1));
        assert_eq!(refuted.verdict, Verdict::NoMate);
        let reply = refuted.refutation.expect("a refutation");
        let after = outcome(&root.after(&[check, reply]), Aim::FIRST, (&Arc::new(Table::new(1)), 1));
        assert_eq!(after.verdict, Verdict::NoMate, "{reply}");
        // Nothing is left to refute for the attacker.
        assert_eq!((after.refutation, outcome(&root, Aim::LENGTHS, (&table, 1)).refutation), (None, None));
    }
}

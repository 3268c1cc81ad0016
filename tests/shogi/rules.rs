//! The rules of a game and of a problem, as a caller meets them: what is refused and why, how a game ends.

use crate::common::{Random, Shape, any_setup, position, random_position, sorted_legal_moves};
use tsumi::notation::{sfen, usi};
use tsumi::shogi::{
    ByColor, Color, Fault, FaultCode, Game, GameState, IllegalReason, Impasse, ImpasseVerdict, Move, PieceKind, Place,
    Position, Setup, Square,
};
use tsumi::solver::Problem;

fn mv(text: &str) -> Move {
    usi::parse_move(text).unwrap()
}

fn square(text: &str) -> Place {
    Place::Square(Square::new(text.as_bytes()[0] - b'0', text.as_bytes()[1] - b'a' + 1).unwrap())
}

/// Positions from fault reports, which must be refused before any search.
#[test]
fn refused_problems_name_code_and_place() {
    use FaultCode::{DefenderInCheck, MalformedText, NoDefenderKing, TwoKings, TwoPawnsOnFile};
    for (text, expected) in [
        ("6p2/8k/9/6P2/8+P/9/9/9/9/8L b G2r2b3g4s4n3l15p 1", vec![(MalformedText, Place::Text(25, 27))]),
        ("3k1k3/9/9/9/9/9/9/9/9 b RB4G4S4N4L18P 1", vec![(TwoKings, square("4a"))]),
        ("9/9/9/9/9/9/9/9/9 b RB4G4S4N4L18P 1", vec![(NoDefenderKing, Place::Whole)]),
        ("k8/p8/p8/9/9/9/9/9/L8 w - 1", vec![(TwoPawnsOnFile, Place::File(9)), (NoDefenderKing, Place::Whole)]),
        (
            "5+P1k1/9/5/+rB2/9/9/9/9/9/9 b RPb4g4s4k4l16p 1",
            vec![
                (MalformedText, Place::Text(9, 10)),
                (MalformedText, Place::Text(11, 15)),
                (MalformedText, Place::Text(26, 27)),
                (MalformedText, Place::Text(37, 39)),
            ],
        ),
        ("9/9/6+B2/8k/9/8+R/9/9/9 b rb4g4s4n4l18p 1", vec![(DefenderInCheck, square("1d"))]),
    ] {
        let faults = sfen::parse(text).and_then(|setup| Problem::new(&setup, None)).expect_err(text);
        let found: Vec<_> = faults.iter().map(|fault| (fault.code, fault.place)).collect();
        assert_eq!(found, expected, "{text}: {faults:?}");
    }
}

#[test]
fn any_placement_is_judged_and_its_twins_alike() {
    let mut random = Random(3);
    let codes = |faults: Vec<Fault>| {
        let mut codes: Vec<FaultCode> = faults.into_iter().map(|fault| fault.code).collect();
        codes.sort_unstable();
        codes
    };
    for _ in 0..20_000 {
        let mut setup = any_setup(&mut random);
        for attacker in Color::ALL {
            let judge = |setup: &Setup, attacker| codes(Problem::new(setup, Some(attacker)).err().unwrap_or_default());
            let verdict = judge(&setup, attacker);
            assert_eq!(judge(&setup.mirrored(), attacker), verdict, "{setup:?}");
            assert_eq!(judge(&setup.flipped(), !attacker), verdict, "{setup:?}");
            let mut shared = codes(setup.faults()).into_iter().filter(|&code| code != FaultCode::NoKing);
            assert!(shared.all(|code| verdict.contains(&code)), "{setup:?}");
        }
        assert_eq!(
            codes(setup.position().err().unwrap_or_default()),
            codes(setup.mirrored().position().err().unwrap_or_default())
        );
        setup.fill_defender_hand(Color::Black);
        assert!(PieceKind::HAND.into_iter().all(|kind| setup.hands[Color::White].count(kind) <= kind.full_set()));
    }
}

/// A move, and the reason why it is illegal; `None` if it is legal.
type Judgement = (&'static str, &'static str, Option<IllegalReason>);

const START: &str = usi::START;
const PINNED: &str = "4r3k/9/9/9/9/9/9/4G4/4K4 b P 1";
const CHECKED: &str = "4r3k/9/9/9/9/9/9/9/4K4 b GP 1";
const HANDS: &str = "4k4/9/9/9/4P4/9/9/9/3+P5 b PLNG 1";
const FAR: &str = "8k/4P4/3N1L3/4N4/5L3/3+S5/9/9/9 b - 1";
/// The defender, in check from 6i, may not answer with a pawn that mates: the bishop is pinned.
const DEFENDER_MATES: &str = "9/9/9/9/9/6k2/4g4/9/1r1BKL3 w lp 1";

const JUDGEMENTS: [Judgement; 46] = [
    (START, "7g7f", None),
    (START, "5e5d", Some(IllegalReason::NoPieceOnSource)),
    (START, "3c3d", Some(IllegalReason::NotYourPiece)),
    (START, "8h7g", Some(IllegalReason::OwnPieceOnTarget)),
    (START, "7g7e", Some(IllegalReason::CannotMoveThere)),
    (START, "8h2b", Some(IllegalReason::CannotMoveThere)),
    (START, "8i7h", Some(IllegalReason::CannotMoveThere)),
    (START, "7g7f+", Some(IllegalReason::CannotPromote)),
    (START, "P*5e", Some(IllegalReason::NotInHand)),
    (FAR, "5b5a", Some(IllegalReason::MustPromote)),
    (FAR, "5b5a+", None),
    (FAR, "6c7a", Some(IllegalReason::MustPromote)),
    (FAR, "5d4b", Some(IllegalReason::MustPromote)),
    (FAR, "5d4b+", None),
    (FAR, "4c4a", Some(IllegalReason::MustPromote)),
    (FAR, "4c4b", None),
    (FAR, "4e4d", None),
    (FAR, "4e4c", Some(IllegalReason::OwnPieceOnTarget)),
    (FAR, "6f6e+", Some(IllegalReason::CannotPromote)),
    ("4k4/9/3+S5/9/9/9/9/9/9 b - 1", "6c6b+", Some(IllegalReason::CannotPromote)),
    ("4k4/9/3G5/9/9/9/9/9/9 b - 1", "6c7b+", Some(IllegalReason::CannotPromote)),
    ("4k4/9/3S5/9/9/9/9/9/9 b - 1", "6c7d+", None),
    (HANDS, "P*5a", Some(IllegalReason::SquareOccupied)),
    (HANDS, "P*5e", Some(IllegalReason::SquareOccupied)),
    (HANDS, "S*1e", Some(IllegalReason::NotInHand)),
    (HANDS, "P*1a", Some(IllegalReason::DeadEndDrop)),
    (HANDS, "L*1a", Some(IllegalReason::DeadEndDrop)),
    (HANDS, "N*1b", Some(IllegalReason::DeadEndDrop)),
    (HANDS, "N*1c", None),
    (HANDS, "G*1a", None),
    (HANDS, "P*5c", Some(IllegalReason::TwoPawns)),
    (HANDS, "L*5c", None),
    (HANDS, "P*6c", None),
    (PINNED, "5h4h", Some(IllegalReason::LeavesKingInCheck)),
    (PINNED, "5h5g", None),
    (PINNED, "5i4i", None),
    (CHECKED, "P*4h", Some(IllegalReason::LeavesKingInCheck)),
    (CHECKED, "P*5h", None),
    (CHECKED, "5i5h", Some(IllegalReason::LeavesKingInCheck)),
    (CHECKED, "5i4i", None),
    ("4r3k/9/9/4K4/9/9/9/9/9 b - 1", "5d5e", Some(IllegalReason::LeavesKingInCheck)),
    ("kn7/1s7/9/1N7/9/9/9/9/9 b P 1", "P*9b", Some(IllegalReason::DropPawnMate)),
    ("kn7/1s7/P8/1N7/9/9/9/9/9 b - 1", "9c9b", None),
    ("kn7/1s7/9/9/9/9/9/9/9 b P 1", "P*9b", None),
    (DEFENDER_MATES, "P*5h", Some(IllegalReason::DropPawnMate)),
    (DEFENDER_MATES, "L*5h", None),
];

#[test]
fn illegal_moves_name_the_rule_whichever_colour_breaks_it() {
    for (text, mv_text, expected) in JUDGEMENTS {
        let setup = sfen::parse(text).unwrap();
        for flip in [false, true] {
            let turn = |square: Square| if flip { square.flip() } else { square };
            let setup = if flip { setup.flipped() } else { setup.clone() };
            let mv = mv(mv_text).map_squares(turn);
            let mut game = Game::new(setup.position().unwrap());
            let refusal = game.play(mv).err();
            assert_eq!(refusal.as_ref().map(|illegal| illegal.reason), expected, "{text} {mv}");
            assert!(refusal.is_none_or(|illegal| illegal.mv == mv && illegal.to_string().contains(&mv.to_string())));
            assert_eq!(game.position().to_setup() == setup, expected.is_some(), "{text} {mv}");
        }
    }
}

#[test]
fn every_illegal_move_has_a_reason() {
    let mut random = Random(1);
    for _ in 0..200 {
        let shape = Shape::random(&mut random, 20, 10);
        let position = random_position(&mut random, shape);
        let legal = sorted_legal_moves(&position);
        let board = Square::all().flat_map(|from| Square::all().map(move |to| (from, to)));
        let moves = board.flat_map(|(from, to)| [false, true].map(|promote| Move::board(from, to, promote)));
        for mv in moves {
            let reason = IllegalReason::of(&position, mv);
            assert_eq!(reason.is_none(), legal.binary_search(&mv).is_ok(), "{position:?} {mv}");
            assert_ne!(reason, Some(IllegalReason::DropPawnMate), "{position:?} {mv}");
        }
    }
}

fn played(start: &str, moves: &str) -> Game {
    let mut game = Game::new(position(start));
    for text in moves.split_whitespace() {
        assert!(!matches!(game.state(), GameState::Repetition | GameState::PerpetualCheck(_)), "before {text}");
        game.play(mv(text)).unwrap();
    }
    game
}

#[test]
fn a_mate_ends_the_game() {
    let mut game = played("4k4/9/4P4/9/9/9/9/9/9 b G 1", "G*5b");
    assert_eq!(game.state(), GameState::Checkmate);
    for text in ["5a4a", "5a5b", "9i9h"] {
        assert_eq!(game.play(mv(text)).expect_err(text).reason, IllegalReason::GameOver);
    }
    assert_eq!(played("4k4/9/4P4/9/9/9/9/9/9 b G 1", "G*4b").state(), GameState::Check);
    assert_eq!(played(DEFENDER_MATES, "L*5h").state(), GameState::Checkmate);
    assert_eq!(played(START, "").state(), GameState::InPlay);
    assert_eq!(played(START, "7g7f 3c3d 8h2b+ 3a2b").state(), GameState::InPlay);
}

#[test]
fn a_side_without_moves_is_told_from_a_mated_one() {
    let mut game = played("k8/9/1+R7/9/9/9/9/9/9 w - 1", "");
    assert_eq!(game.state(), GameState::NoMoves);
    assert_eq!(game.play(mv("9a9b")).expect_err("no moves").reason, IllegalReason::GameOver);
}

#[test]
fn the_fourth_occurrence_ends_the_game() {
    let cycle = "2h3h 8b7b 3h2h 7b8b ";
    let mut game = played(START, &cycle.repeat(3));
    assert_eq!(game.state(), GameState::Repetition);
    assert_eq!(game.play(mv("7g7f")).expect_err("the game is over").reason, IllegalReason::GameOver);
    assert_eq!(played(START, &[&cycle.repeat(2), "2h3h 8b7b 3h2h"].concat()).state(), GameState::InPlay);
    // The first moves need not belong to it.
    assert_eq!(played(START, &["7g7f 3c3d ", &cycle.repeat(3)].concat()).state(), GameState::Repetition);
}

#[test]
fn perpetual_check_loses_only_without_a_pause() {
    let (start, cycle) = ("4k4/9/9/9/4R4/9/9/9/8K w - 1", "5a4a 5e4e 4a5a 4e5e ");
    assert_eq!(played(start, &cycle.repeat(3)).state(), GameState::PerpetualCheck(Color::Black));
    // A quiet move on the way round.
    let pause = "5a4a 5e3e 4a5a 3e5e ";
    for at in 0..3 {
        let moves: Vec<&str> = (0..3).map(|turn| if turn == at { pause } else { cycle }).collect();
        assert_eq!(played(start, &moves.concat()).state(), GameState::Repetition, "{at}");
    }
    // One before the first occurrence is no pause.
    let late = played("5k3/9/9/9/3R5/9/9/9/8K b - 1", &["6e3e 4a5a 3e5e ", &cycle.repeat(3)].concat());
    assert_eq!(late.state(), GameState::PerpetualCheck(Color::Black));
    let flipped = "8k/9/9/9/4r4/9/9/9/4K4 b - 1";
    let mut game = Game::new(position(flipped));
    for text in cycle.repeat(3).split_whitespace() {
        game.play(mv(text).map_squares(Square::flip)).unwrap();
    }
    assert_eq!(game.state(), GameState::PerpetualCheck(Color::White));
}

/// The definition, word for word: compares whole positions, and asks of each move whether it was a check.
fn naive_repetition(history: &[Position]) -> Option<GameState> {
    let last = history.last()?;
    let same: Vec<usize> = (0..history.len()).filter(|&index| history[index] == *last).collect();
    if same.len() < 4 {
        return None;
    }
    let only_checks = |side: Color| {
        let moves = same[0]..history.len() - 1;
        moves.filter(|&before| history[before].turn() == side).all(|before| history[before + 1].in_check())
    };
    match Color::ALL.map(only_checks) {
        [true, false] => Some(GameState::PerpetualCheck(Color::Black)),
        [false, true] => Some(GameState::PerpetualCheck(Color::White)),
        _ => Some(GameState::Repetition),
    }
}

#[test]
fn repetitions_are_those_of_the_definition() {
    let mut random = Random(2);
    let (mut repetitions, mut perpetuals) = (0, 0);
    for _ in 0..2000 {
        let start = random_position(&mut random, Shape { pieces: 2, two_kings: true, held: 1, crowded: true });
        let (mut game, mut history) = (Game::new(start.clone()), vec![start]);
        for _ in 0..80 {
            let moves = sorted_legal_moves(game.position());
            // Few moves to choose from, checks first, so that positions come back.
            let position = game.position();
            let checks: Vec<Move> = moves.iter().copied().filter(|&mv| position.gives_check(mv)).take(2).collect();
            let liked = if checks.is_empty() { &moves[..moves.len().min(2)] } else { &checks[..] };
            if liked.is_empty() {
                break;
            }
            game.play(random.pick(liked)).unwrap();
            history.push(game.position().clone());
            let expected = naive_repetition(&history);
            let found = Some(game.state())
                .filter(|state| matches!(state, GameState::Repetition | GameState::PerpetualCheck(_)));
            assert_eq!(found, expected, "{history:?}");
            repetitions += u32::from(expected == Some(GameState::Repetition));
            perpetuals += u32::from(matches!(expected, Some(GameState::PerpetualCheck(_))));
            if expected.is_some() {
                break;
            }
        }
    }
    assert!(repetitions > 100 && perpetuals > 20, "{repetitions} {perpetuals}");
}

#[test]
fn impasse_counts_every_piece_of_both_sides() {
    let impasse = |text: &str| Game::new(position(text)).impasse();
    let points = |black, white, verdict| Some(Impasse { points: ByColor([black, white]), verdict });
    for (text, expected) in [
        (START, None),
        ("9/9/4K4/9/9/9/4k4/9/9 b 2R2B4G4s4n4l18p 1", points(24, 30, Some(ImpasseVerdict::Draw))),
        ("9/9/4K4/9/9/9/4k4/9/9 w 2R2B3Gg4s4n4l18p 1", points(23, 31, Some(ImpasseVerdict::Loses(Color::Black)))),
        ("9/9/4K4/9/9/9/4k4/9/9 b 2R2B4G4S4N4L4P14p 1", points(40, 14, Some(ImpasseVerdict::Loses(Color::White)))),
        ("9/9/4K4/9/9/9/4k4/9/9 b 2R2B4G4S4N4L4P13p 1", points(40, 13, None)),
        // Promoted pieces, on the board, wherever they stand.
        ("K+R7/9/9/4+B4/4+p4/9/9/+l8/8k b rbPs 1", points(11, 13, None)),
        ("9/9/9/4K4/9/9/4k4/9/9 b 2R2B4G4s4n4l18p 1", None),
        ("9/9/4K4/9/9/4k4/9/9/9 b 2R2B4G4s4n4l18p 1", None),
        ("9/9/4K4/9/9/9/9/9/9 b 2R2B4G4s4n4l18p 1", None),
    ] {
        assert_eq!(impasse(text), expected, "{text}");
    }
}

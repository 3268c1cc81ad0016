//! Records of random positions and moves, written and read again.

use crate::common::{Random, Shape, any_setup, random_position, sorted_legal_moves};
use tsumi::notation::record::Record;
use tsumi::notation::{csa, japanese, kif, sfen, usi};
use tsumi::shogi::{Color, Move, Position};

/// Up to so many legal moves from a position.
fn walk(random: &mut Random, start: &Position, plies: usize) -> Vec<Move> {
    let mut position = start.clone();
    let mut moves = Vec::new();
    for _ in 0..plies {
        let legal = sorted_legal_moves(&position);
        if legal.is_empty() {
            break;
        }
        moves.push(random.pick(&legal));
        position.play(moves[moves.len() - 1]);
    }
    moves
}

/// KI2 text, with the words of the rule and no more.
fn ki2(start: &Position, moves: &[Move]) -> String {
    let (mut position, mut previous) = (start.clone(), None);
    let mut text = kif::diagram(start);
    for &mv in moves {
        text.push_str(&japanese::move_text(&position, mv, previous));
        text.push(' ');
        position.play(mv);
        previous = Some(mv.to());
    }
    text
}

fn assert_is(read: Result<Record, Vec<tsumi::shogi::Fault>>, (start, moves): (&Position, &[Move]), text: &str) {
    let read = read.unwrap_or_else(|faults| panic!("{faults:?}\n{text}"));
    assert_eq!((&read.setup, read.line.as_slice()), (&start.to_setup(), moves), "{text}");
}

#[test]
fn records_read_back_in_every_notation() {
    let mut random = Random(21);
    let mut plies = 0;
    for _ in 0..3000 {
        let shape = Shape::random(&mut random, 30, 8);
        let start = random_position(&mut random, shape);
        let moves = walk(&mut random, &start, 12);
        plies += moves.len();
        let expected = (&start, moves.as_slice());
        let text = kif::record(&start, &moves);
        assert_is(kif::parse(&text, None), expected, &text);
        let text = csa::record(&start.to_setup(), &moves);
        assert_is(csa::parse(&text), expected, &text);
        let text = ki2(&start, &moves);
        assert_is(kif::parse(&text, None), expected, &text);
        let text = sfen::format_line(&start.to_setup(), &moves);
        let read = usi::parse_position(&text).unwrap();
        assert_eq!((&read.setup, read.moves.as_slice()), (&start.to_setup(), moves.as_slice()));
    }
    assert!(plies > 10_000, "{plies}");
}

#[test]
fn any_placement_reads_back_in_csa() {
    let mut random = Random(22);
    for _ in 0..5000 {
        let setup = any_setup(&mut random);
        let text = csa::record(&setup, &[]);
        assert_eq!(csa::parse(&text).map(|record| record.setup), Ok(setup), "{text}");
    }
}

/// 残り is what makes the set complete, whosever it is and wherever it stands.
#[test]
fn the_rest_makes_a_full_set() {
    let mut random = Random(23);
    let mut filled = 0;
    for _ in 0..2000 {
        let shape = Shape::random(&mut random, 20, 4);
        let start = random_position(&mut random, shape);
        for color in Color::ALL {
            let mut expected = start.to_setup();
            expected.fill_defender_hand(!color);
            let word = if color == Color::Black { "先手の持駒：" } else { "後手の持駒：" };
            let lines = kif::diagram(&start);
            let replaced = |with: &str| -> String {
                let line = |line: &str| if line.starts_with(word) { with.to_owned() } else { format!("{line}\n") };
                lines.lines().map(line).collect()
            };
            let rest = replaced(&format!("{word}残り\n"));
            assert_eq!(kif::parse(&rest, None).unwrap().setup, expected, "{rest}");
            // A hand that nobody mentions is the rest if it is the defender's.
            let left_out = kif::parse(&replaced(""), Some(!color)).unwrap().setup;
            assert_eq!(left_out, expected, "{rest}");
            filled += usize::from(expected != start.to_setup());
        }
    }
    assert!(filled > 1000, "{filled}");
}

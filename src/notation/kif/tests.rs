//! What is refused, and where; files of good records are in `tests/data/records`.

use super::{diagram, parse, records};
use crate::notation::sfen;
use crate::shogi::{Color, FaultCode, Place};

const BOARD: &str =
    "| ・ ・ ・ ・v玉 ・ ・ ・ ・|一\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|二\n| ・ ・ ・ ・ 歩 ・ ・ ・ ・|三\n";
const EMPTY: &str = "| ・ ・ ・ ・ ・ ・ ・ ・ ・|\n";

/// A problem with a gold in hand and these lines behind its diagram.
fn problem(rest: &str) -> String {
    format!("後手の持駒：残り\n{BOARD}{}先手の持駒：金\n{rest}", EMPTY.repeat(6))
}

/// The texts that the faults point at, with their sentences.
fn faults(text: &str) -> Vec<(&str, String)> {
    let place = |place| if let Place::Text(start, end) = place { &text[start..end] } else { "" };
    let faults = parse(text, None).expect_err(text);
    assert!(faults.iter().all(|fault| fault.message.len() < 300 && !fault.message.contains('\0')), "{faults:?}");
    faults.into_iter().map(|fault| (place(fault.place), fault.message)).collect()
}

/// The only fault.
fn fault(text: &str) -> (&str, String) {
    let mut faults = faults(text);
    assert_eq!(faults.len(), 1, "{faults:?}");
    faults.remove(0)
}

#[test]
fn faults_of_the_head_point_at_the_place() {
    for (text, place, message) in [
        ("", "", "There is no position: neither a diagram nor 手合割."),
        ("作品名：x\n", "", "There is no position: neither a diagram nor 手合割."),
        ("手合割：詰将棋\n", "詰将棋", "\"詰将棋\" is no start position, and there is no diagram."),
        (&problem("").replace("歩", "犬"), "犬", "\"犬\" in rank 3 of the diagram is not a piece."),
        (&problem("").replacen(EMPTY, "", 1), &EMPTY[..EMPTY.len() - 1], "The diagram has 8 ranks; it must have 9."),
        (&problem("").replace("：金", "：金五"), "金五", "Black's hand holds 5 golds; a set has 4."),
        (&problem("").replace("：金", "：金零"), "零", "\"零\" in a hand is no piece with its number."),
        (&problem("").replace("：金", "：金〇"), "金〇", "\"金〇\" in a hand is no piece with its number."),
        (&problem("").replace("：金", "：玉"), "玉", "\"玉\" in a hand is no piece with its number."),
        (&problem("").replace("：金", "：と"), "と", "\"と\" in a hand is no piece with its number."),
        (&format!("受方の持駒：なし\n{}", problem("")), "後手", "White's hand is given twice."),
        (&problem("").replace("先手の", "甲の"), "甲", "\"甲\" is no side whose hand this could be."),
        (&problem("").replace("：金", "：残り全部"), "", "Both hands are said to be the rest of the pieces."),
        (
            &problem("").replace("先手の持駒：", "先手の持駒 "),
            "先手の持駒 金",
            "\"先手の持駒 金\" is no hand: a colon is missing.",
        ),
        ("手合割：二枚落ち\n下手の持駒：金\n", "金", "\"金\" is in hand, but there is no diagram."),
        ("後手の持駒：残り\n先手の持駒：\n手合割：平手\n", "残り", "\"残り\" is in hand, but there is no diagram."),
        ("先手の持駒：歩\n   1 ７六歩(77)\n", "歩", "\"歩\" is in hand, but there is no diagram."),
        (&problem("手番：甲\n"), "甲", "\"甲\" is no side that could be to move."),
        (&problem("先手番\n手番：後手\n"), "後手", "Both sides are said to be to move."),
        (&problem("手番：後手\n先手番\n"), "先手番", "Both sides are said to be to move."),
    ] {
        assert_eq!(fault(text), (place, message.to_owned()), "{text}");
    }
    let short = problem("").replace("| ・ ・ ・ ・ 歩", "| ・ ・ ・ 歩");
    assert_eq!(fault(&short).1, "Rank 3 of the diagram has 8 squares; it must have 9.");
    let long = problem("").replace("| ・ ・ ・ ・ 歩", "| ・ ・ ・ ・ ・ 歩");
    assert_eq!(fault(&long).1, "Rank 3 of the diagram has 10 squares; it must have 9.");
    let several = problem("").replace('歩', "犬").replace("：金", "：犬");
    assert_eq!(faults(&several).len(), 2);
}

#[test]
fn faults_of_the_moves_point_at_the_first() {
    for (rest, place, why) in [
        ("   2 ５二金打\n", "2", "Move 1 is numbered \"2\"."),
        ("   1 ５二金打\n   1 同　玉(51)\n", "1", "Move 2 is numbered \"1\"."),
        ("   1 ５二犬打\n   2 犬\n", "５二犬打", "no piece is named"),
        ("   1 ５二金(51\n", "５二金(51", "expected a form"),
        ("   1 ５二金(00)\n", "５二金(00)", "expected a form"),
        ("   1 ５二金(52)\n", "５二金(52)", "expected a form"),
        ("   1 同　金打\n", "同　金打", "there is no move before it"),
        ("   1 ５二玉打\n", "５二玉打", "no such piece can go there"),
        ("   1 ５二銀\n", "５二銀", "no such piece can go there"),
        ("   1 ５二金(53)\n", "５二金(53)", "no such piece stands there"),
        ("   1 ５二と(53)\n", "５二と(53)", "no such piece stands there"),
        ("   1 ５二歩成(54)\n", "５二歩成(54)", "no such piece stands there"),
        ("   1 ５二歩成(53)\n   2 同　金(51)\n", "同　金(51)", "no such piece stands there"),
        ("▲５二歩成\n   2 ４一玉(51)\n   3 ４二歩(52)\n", "４二歩(52)", "no such piece stands there"),
        ("   1 ５二金打\n   2 ４一玉(51)\n変化：2手\n   2 ６一玉(41)\n", "６一玉(41)", "no such piece stands there"),
        ("△５二金\n", "△５二金", "it is the other side's turn"),
        ("▲５二金 △６一龍\n", "△６一龍", "no such piece can go there"),
        ("   1 ９一金打\n   2 ９二玉(51)\n▲１一金\n", "▲１一金", "move 2 before it is not legal"),
        ("   1 ５二金打\n   2 詰み\n   2 ５一玉(52)\n", "５一玉(52)", "A move follows the end of its line."),
        ("   1 ５二金打\n変化：3手\n", "：3手", "leaves no line: the one before it has 1 moves"),
        ("   1 ５二金打\n変化：0手\n", "：0手", "leaves no line"),
        ("   1 ５二金打\n変化：x手\n", "：x手", "which move it stands in for"),
        ("   1 ５二金打\nsome words\n", "some words", "neither a move nor a comment"),
    ] {
        let text = problem(rest);
        let (at, message) = fault(&text);
        assert_eq!(at, place, "{rest}");
        assert!(message.contains(why), "{message} does not say {why}");
    }
}

#[test]
fn the_named_piece_is_looked_for_after_the_moves_before_it() {
    let moves = "   1 ５二歩成(53)\n   2 同　玉(51)\n   3 ４三金打\n   4 ６一玉(52)\n   5 ５二金(43)\n";
    let branches = "変化：4手\n   4 ５一玉(52)\n   5 ５二金(43)\n変化：2手\n   2 ４一玉(51)\n   3 ４二と(52)\n";
    let record = parse(&problem(&[moves, branches].concat()), None).unwrap();
    assert_eq!((record.line.len(), record.branches.len()), (5, 2));
}

#[test]
fn the_side_to_move_is_read_from_either_form() {
    let turn = |rest: &str| parse(&problem(rest), None).unwrap().setup.turn;
    for word in ["先手", "下手", "攻方"] {
        assert_eq!([turn(&format!("{word}番\n")), turn(&format!("手番：{word}\n"))], [Color::Black; 2], "{word}");
    }
    for word in ["後手", "上手", "玉方"] {
        assert_eq!([turn(&format!("{word}番\n")), turn(&format!("手番：{word}\n"))], [Color::White; 2], "{word}");
    }
    assert_eq!(turn("後手番\n手番：後手番\n"), Color::White);
    let start = |head: &str| parse(head, None).unwrap().setup.turn;
    assert_eq!(start("手合割：平手\n手番：後手\n先手の持駒：なし\n"), Color::White);
    assert_eq!(start("手合割：香落ち\n手番：下手\n"), Color::Black);
}

#[test]
fn moves_cannot_be_found_in_a_position_with_faults() {
    let two_kings = problem("▲５二金\n").replace("v玉 ・", "v玉v玉");
    let faults = parse(&two_kings, None).unwrap_err();
    assert_eq!(faults[0].code, FaultCode::TwoKings);
    // KIF moves need no position, and whoever uses the placement finds its faults.
    assert!(parse(&two_kings.replace("▲５二金", "1 ５二金打"), None).is_ok());
}

#[test]
fn the_rest_goes_to_the_side_it_is_said_of() {
    let read = |text: &str, attacker| sfen::format(&parse(text, attacker).unwrap().setup);
    let text = problem("");
    assert_eq!(read(&text, None), "4k4/9/4P4/9/9/9/9/9/9 b G2r2b3g4s4n4l17p 1");
    let none = text.replace("後手の持駒：残り\n", "");
    assert_eq!(read(&none, None), read(&text, None));
    // Who mates decides whose hand a left-out one is.
    assert_eq!(read(&none, Some(Color::White)), "4k4/9/4P4/9/9/9/9/9/9 b G 1");
    let black = text.replace("：金", "：残り").replace("後手の持駒：残り", "後手の持駒：金");
    assert_eq!(read(&black, None), "4k4/9/4P4/9/9/9/9/9/9 b 2R2B3G4S4N4L17Pg 1");
    assert_eq!(read(&text.replace("後手の持駒：残り", "後手の持駒：なし"), None), "4k4/9/4P4/9/9/9/9/9/9 b G 1");
    assert_eq!(read(&text.replace("後手の持駒：残り", "後手の持駒："), None), "4k4/9/4P4/9/9/9/9/9/9 b G 1");
}

#[test]
fn records_end_where_the_next_begins() {
    let (one, moves) = (problem(""), "   1 ５二金打\nまで1手で詰み\n");
    let count = |parts: &[&str]| records(&parts.concat()).len();
    assert_eq!(count(&["", "\n \n"]), 0);
    assert_eq!(count(&["作者：x\n作者：y\n", &one, moves, "\n変化：1手\n", moves]), 1);
    assert_eq!(count(&[&one, &one]), 2);
    assert_eq!(count(&[&one, moves, "# remark\n作品名：二\n", &one]), 2);
    assert_eq!(count(&["手合割：平手\n", moves, "手合割：香落ち\n", moves]), 2);
    assert_eq!(count(&[BOARD, &EMPTY.repeat(6), BOARD, &EMPTY.repeat(6)]), 2);
    let text = [&one, "\n# second\n作品名：二\n", &one].concat();
    let second = records(&text)[1];
    assert!(text[second.0..].starts_with("# second"), "{}", &text[second.0..]);
    assert_eq!(second.1, text.len());
    let (at, message) = fault(&text);
    assert_eq!((at, message.as_str()), (&text[second.0..], "A second record begins here; one is read at a time."));
}

#[test]
fn a_hand_behind_a_blank_line_is_of_the_diagram_in_its_paragraph() {
    let board = [BOARD, &EMPTY.repeat(6)].concat();
    let second = |parts: &[&str]| {
        let text = parts.concat();
        let ranges = records(&text);
        assert_eq!(ranges.len(), 2, "{text}");
        text[ranges[1].0..].to_owned()
    };
    let files = "  ９ ８ ７ ６ ５ ４ ３ ２ １\n";
    let frame = "+---------------------------+\n";
    for head in ["", files, frame] {
        for (first, hands) in [
            ("先手の持駒：金\n", "後手の持駒：なし\n"),
            ("後手の持駒：残り\n", "先手の持駒：金\n"),
            ("", "攻方の持駒：金\n玉方の持駒：残り\n"),
            ("", "作者：x\n持駒：金\n"),
            ("", "持駒：金\n作者：x\n後手番\n"),
        ] {
            let next = [hands, head, &board].concat();
            assert_eq!(second(&[head, &board, first, "\n", &next]), next);
        }
    }
    // It is of the record before it if no diagram follows in its paragraph, and counts there.
    let (hand, white) = ("先手の持駒：金\n", "後手の持駒：残り\n");
    assert_eq!(records(&[&board, "\n", hand, "\n", white].concat()).len(), 1);
    assert_eq!(records(&[&board, "\n", hand, white, "   1 ５二金打\n"].concat()).len(), 1);
    assert_eq!(second(&[&board, "\n", hand, "\n", hand, &board]), [hand, &board].concat());
    assert_eq!(second(&[&board, "\n", hand, "\n", &board]), board);
    // And in the record that it begins.
    let three = [&board, "\n", hand, &board, hand, &board].concat();
    assert_eq!(records(&three).len(), 3);
}

#[test]
fn records_beyond_the_most_are_refused_with_the_last() {
    let start = "手合割：平手\n";
    let text = start.repeat(super::MOST_RECORDS + 2);
    let ranges = records(&text);
    assert_eq!((ranges.len(), ranges[ranges.len() - 1].1), (super::MOST_RECORDS, text.len()));
    let (last, _) = ranges[ranges.len() - 1];
    assert_eq!(fault(&text[last..]).1, "A second record begins here; one is read at a time.");
}

#[test]
fn hostile_texts_take_little_time() {
    let branches = "変化：1手\n   1 ５二金打\n".repeat(20_000);
    assert_eq!(parse(&problem(&branches), None).unwrap().branches.len(), 20_000);
    let kings = sfen::parse("4k4/9/9/9/9/9/9/9/4K4 b - 1").unwrap().position().unwrap();
    let walk = "▲５八玉 △５二玉 ▲５九玉 △５一玉\n".repeat(2_000);
    let text = [&diagram(&kings), &walk, "変化：8000手\n△６一玉\n変化：1手\n", &walk].concat();
    let record = parse(&text, None).unwrap();
    assert_eq!((record.line.len(), record.branches[1].moves.len()), (8_000, 8_000));
    let keys = (0..100_000).map(|number| format!("k{number}：")).collect::<Vec<_>>().join("\n");
    assert_eq!(records(&keys).len(), 1);
    assert!(faults(&"| 犬\n".repeat(9)).len() <= 32);
}

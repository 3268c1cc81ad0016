//! What is refused, and where; files of good records are in `tests/data/records`.

use super::{kif, parse, records};
use crate::shogi::Place;

/// A game with these moves.
fn game(moves: &str) -> String {
    format!(r#"{{"initial": {{"preset": "HIRATE"}}, "moves": [{{}}, {moves}]}}"#)
}

fn fault(text: &str) -> (Place, String) {
    let mut faults = parse(text).expect_err(text);
    assert_eq!(faults.len(), 1, "{faults:?}");
    let fault = faults.remove(0);
    (fault.place, fault.message)
}

#[test]
fn faults_name_their_path() {
    for (moves, message) in [
        (r#"{"move": {"piece": "XX", "to": {"x": 1, "y": 1}}}"#, "moves[1].move: \"XX\" is no piece."),
        (r#"{"move": {"piece": "FU", "to": {"x": 0, "y": 1}}}"#, "moves[1].move: There is no such square."),
        (
            r#"{"move": {"piece": "OU", "to": {"x": 5, "y": 5}, "relative": "H"}}"#,
            "moves[1].move: It cannot be dropped.",
        ),
        (
            r#"{"move": {"piece": "FU", "from": {"x": 7, "y": 6}, "to": {"x": 7, "y": 6}}}"#,
            "moves[1].move: It comes from no square.",
        ),
        (
            r#"{"move": {"piece": "KI", "from": {"x": 7, "y": 7}, "to": {"x": 7, "y": 6}}}"#,
            "moves[1].move: No such piece stands where it comes from.",
        ),
        (
            r#"{"move": {"piece": "FU", "from": {"x": 5, "y": 5}, "to": {"x": 5, "y": 4}}}"#,
            "moves[1].move: No such piece stands where it comes from.",
        ),
        (
            r#"{"move": {"piece": "FU", "from": {"x": 7, "y": 7}, "to": {"x": 7, "y": 6}},
                "forks": [[{"move": {"piece": "FU", "from": {"x": 7, "y": 6}, "to": {"x": 7, "y": 5}}}]]}"#,
            "moves[1].forks[0][0].move: No such piece stands where it comes from.",
        ),
        (
            r#"{"move": {"piece": "GI", "to": {"x": 5, "y": 5}}}"#,
            "moves[1].move: ５五銀 is not a move here: no such piece can go there.",
        ),
        (
            r#"{"move": {"piece": "FU", "color": 1, "to": {"x": 7, "y": 6}}}"#,
            "moves[1].move: It is the other side's turn.",
        ),
        (
            r#"{"forks": [[{"move": {"piece": "FU"}}]]}"#,
            "moves[1].forks[0][0].move: It says neither where it goes nor does a move stand before it.",
        ),
    ] {
        assert_eq!(fault(&game(moves)), (Place::Whole, message.to_owned()), "{moves}");
    }
    let data = r#"{"initial": {"preset": "OTHER", "data": {"color": 0, "board": [[{"kind": "ZZ"}]], "hands": [{"OU": 1}, {"FU": 19}]}}}"#;
    let faults: Vec<String> = parse(data).unwrap_err().into_iter().map(|fault| fault.message).collect();
    let expected = [
        "initial.data.board[0][0]: \"ZZ\" is no piece.",
        "initial.data.hands[0]: \"OU\" is never in hand.",
        "White's hand holds 19 pawns; a set has 18.",
    ];
    assert_eq!(faults, expected);
}

#[test]
fn text_that_is_not_json_names_the_byte() {
    let (place, message) = fault("{\n \"moves\": x}");
    assert_eq!(place, Place::Text(12, 13));
    assert!(message.starts_with("This is not JKF: expected value"), "{message}");
    assert!(records("[{}, ").is_err());
    assert_eq!(records(" [{}, {\"a\": [1]}]").unwrap(), [(2, 4), (6, 16)]);
    // Nesting is bounded.
    assert!(parse(&format!("{{\"moves\": {}", r#"[{"forks": ["#.repeat(10_000))).is_err());
}

#[test]
fn a_move_without_its_source_is_found() {
    let moves = r#"{"move": {"piece": "FU", "to": {"x": 7, "y": 6}}}, {"move": {"piece": "KI", "to": {"x": 5, "y": 2}, "relative": "L"}}"#;
    let line: Vec<String> = parse(&game(moves)).unwrap().line.iter().map(ToString::to_string).collect();
    assert_eq!(line, ["7g7f", "4a5b"]);
}

#[test]
fn an_array_of_too_many_records_is_refused() {
    let array = |count: usize| format!("[{}0]", "0,".repeat(count - 1));
    let most = kif::MOST_RECORDS;
    assert_eq!(records(&array(most)).unwrap().len(), most);
    let fault = records(&array(most + 1)).unwrap_err();
    assert_eq!(fault.message, "The file has more than 200000 records.");
    assert_eq!(fault.place, Place::Text(1 + 2 * most, 2 + 2 * most));
    // What follows has to be JSON all the same.
    assert!(records(&array(most + 9).replace(']', "}")).unwrap_err().message.starts_with("This is not JKF"));
}

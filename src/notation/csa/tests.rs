//! What is refused, and where; files of good records are in `tests/data/records`.

use super::{parse, records};
use crate::notation::sfen;
use crate::shogi::{Color, Place};

/// A problem with these lines behind its position.
fn problem(rest: &str) -> String {
    format!("V2.2\nP-51OU\nP+53FU00KI\nP-00AL\n{rest}")
}

/// The text that the only fault points at, with its sentence.
fn fault(text: &str) -> (&str, String) {
    let mut faults = parse(text).expect_err(text);
    assert_eq!(faults.len(), 1, "{faults:?}");
    let fault = faults.remove(0);
    let place = if let Place::Text(start, end) = fault.place { &text[start..end] } else { "" };
    (place, fault.message)
}

#[test]
fn faults_point_at_the_place() {
    for (rest, place, why) in [
        ("X\n", "X", "is no statement of CSA"),
        ("P+00OU\n", "00OU", "is no piece with its square"),
        ("P+00TO\n", "00TO", "is no piece with its square"),
        ("P+0FU\n", "0FU", "is no piece with its square"),
        ("P+10FU\n", "10FU", "is no piece with its square"),
        ("P+11F\n", "11F", "is no piece with its square"),
        ("P+犬\n", "犬", "is no piece with its square"),
        ("P+00AL\n", "00AL", "Both hands are said to be the rest"),
        ("P+00HI00HI00HI\n", "00HI", "a set has 2"),
        ("P1-KY*KE\n", "*KE", "is no piece with its square"),
        ("P1 *  *  *  *  *  *  *  *  *  * \n", " *  *  *  *  *  *  *  *  *  * ", "more than nine squares"),
        ("+\n-5152OU\n", "-5152OU", "it is the other side's turn"),
        ("+\n+0052KI\n+0052KI\n-9\n", "+0052KI", "it is the other side's turn"),
        ("+\n+7776FU\n", "+7776FU", "no such piece stands there"),
        ("+\n+5352KI\n", "+5352KI", "no such piece stands there"),
        ("+\n+5353FU\n", "+5353FU", "expected a form such as"),
        ("+\n+5302FU\n", "+5302FU", "expected a form such as"),
        ("+\n+0052TO\n", "+0052TO", "it cannot be dropped"),
        ("+\n+\u{3000}52KI\n", "+\u{3000}52KI", "expected a form such as"),
    ] {
        let text = problem(rest);
        let (at, message) = fault(&text);
        assert_eq!(at, place, "{rest}");
        assert!(message.contains(why), "{message} does not say {why}");
    }
    assert_eq!(fault("V2\n+\n").1, "There is no position: no line begins with P.");
    assert!(fault(&problem("+\n/\nPI\n+\n")).1.starts_with("A second record begins here"));
    for behind in ["P9 *  *  *  *  *  *  *  *  *", "PI", "P-00AL", "P+11FU"] {
        for moves in ["+0052KI\n", "%CHUDAN\n", "+0052KI\n%TSUMI\n"] {
            let text = problem(&format!("+\n{moves}{behind}\n"));
            let (at, message) = fault(&text);
            assert_eq!((at, message.as_str()), (behind, "A placement stands behind the moves."), "{moves}");
        }
    }
    assert_eq!(parse("X\n".repeat(1 << 16).as_str()).unwrap_err().len(), 32);
}

#[test]
fn the_side_to_move_is_said_or_follows_from_the_first_move() {
    let turn = |rest: &str| parse(&problem(rest)).unwrap().setup.turn;
    assert_eq!([turn("+\n"), turn("-\n"), turn("")], [Color::Black, Color::White, Color::Black]);
    assert_eq!([turn("+0052KI\n"), turn("-5141OU\n")], [Color::Black, Color::White]);
}

#[test]
fn statements_may_share_a_line_and_end_as_they_like() {
    let expected = parse(&problem("+\n+0052KI\n%TSUMI\n")).unwrap();
    for rest in [
        "+\r\n+0052KI,T1\r\n%TSUMI\r\n",
        "+,+0052KI,T1,%TSUMI\n",
        "'1, 2, 3\nN+a,b\n$SITE:x,y\n+\r+0052KI\rT3.5\r%TSUMI\r",
    ] {
        assert_eq!(parse(&problem(rest)), Ok(expected.clone()), "{rest}");
    }
    assert_eq!(expected.length, Some(1));
    for end in ["", "%CHUDAN\n", "%TORYO\n"] {
        assert_eq!(parse(&problem(&format!("+\n+0052KI\n{end}"))).unwrap().length, None, "{end}");
    }
    assert_eq!(parse(&problem("'七手詰\n+\n+0052KI\n%TSUMI\n")).unwrap().length, Some(7));
}

#[test]
fn the_start_of_a_game_may_lack_pieces() {
    let text = sfen::format(&parse("PI82HI22KA\n-\n").unwrap().setup);
    assert_eq!(text, "lnsgkgsnl/9/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1");
}

#[test]
fn records_have_a_slash_between_them() {
    let count = |text: &str| records(text).len();
    assert_eq!(
        [count(""), count("\n/\n\n"), count("PI\n"), count("/\nPI\n/\n"), count("PI\n/\r\nPI")],
        [0, 0, 1, 1, 2]
    );
}

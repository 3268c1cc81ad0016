//! USI: moves, and the `position` command.

use super::sfen;
use super::token::{Faults, Token, malformed, quote, tokens, without_keyword};
use crate::shogi::{Fault, Move, PieceKind, Setup, Square};

/// The start position of a game, which USI calls `startpos`.
pub const START: &str = "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1";

/// A placement and the moves played from it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UsiPosition {
    /// The placement before the moves.
    pub setup: Setup,
    /// The moves as written; not yet checked for legality.
    pub moves: Vec<Move>,
}

/// Reads `[position] (startpos | [sfen] SFEN) [moves M…]`. Everything in the list must be a move: words such as
/// `resign` are faults.
///
/// # Errors
/// All faults of the text (at most 32), each with its byte range.
pub fn parse_position(text: &str) -> Result<UsiPosition, Vec<Fault>> {
    let words: Vec<Token> = tokens(text).collect();
    let words = without_keyword(&words, "position");
    let split = words.iter().position(|word| word.text == "moves").unwrap_or(words.len());
    let (placement, moves) = words.split_at(split);
    let end = moves.first().map_or(text.len(), |word| word.start);
    match (parse_placement(placement, end), parse_moves(moves.get(1..).unwrap_or_default())) {
        (Ok(setup), Ok(moves)) => Ok(UsiPosition { setup, moves }),
        (setup, moves) => Err(setup.err().into_iter().chain(moves.err()).flatten().collect()),
    }
}

fn parse_placement(words: &[Token], end: usize) -> Result<Setup, Vec<Fault>> {
    match words {
        [first, rest @ ..] if first.text == "startpos" => {
            let mut faults = Faults::default();
            if let [next, .., last] | [next @ last] = rest {
                let message = format!("Only moves may follow startpos, not {}.", quote(next.text));
                faults.push(malformed(next.start, last.end(), message));
            }
            faults.or(())?;
            sfen::parse(START)
        }
        words => sfen::parse_fields(without_keyword(words, "sfen"), end),
    }
}

fn parse_moves(words: &[Token]) -> Result<Vec<Move>, Vec<Fault>> {
    let mut faults = Faults::default();
    let mut moves = Vec::with_capacity(words.len());
    for &word in words {
        match read_move(word) {
            Ok(mv) => moves.push(mv),
            Err(fault) => faults.push(fault),
        }
        if faults.is_full() {
            break;
        }
    }
    faults.or(moves)
}

/// The `position` command of a placement and the moves played from it.
pub fn format(setup: &Setup, moves: &[Move]) -> String {
    format!("position sfen {}", sfen::format_line(setup, moves))
}

/// Reads one move, `7g7f`, `8h2b+`, `P*5e`. Legality is not judged. (Writing is [`Move`]'s `Display`.)
///
/// # Errors
/// The fault of the text.
pub fn parse_move(text: &str) -> Result<Move, Fault> {
    read_move(Token { text, start: 0 })
}

fn read_move(word: Token) -> Result<Move, Fault> {
    let fault =
        |why: &str| Err(malformed(word.start, word.end(), format!("{} is not a move: {why}.", quote(word.text))));
    let (body, promote) = word.text.strip_suffix('+').map_or((word.text, false), |body| (body, true));
    if let Some((piece, to)) = body.split_once('*') {
        return match (droppable(piece), parse_square(to)) {
            (None, _) => fault("a drop starts with one of P, L, N, S, G, B, R"),
            (_, None) => fault("a drop goes to a square such as 5e"),
            _ if promote => fault("a dropped piece does not promote"),
            (Some(kind), Some(to)) => Ok(Move::drop(kind, to)),
        };
    }
    match body.split_at_checked(2).map(|(from, to)| (parse_square(from), parse_square(to))) {
        Some((Some(from), Some(to))) if from == to => fault("it ends where it starts"),
        Some((Some(from), Some(to))) => Ok(Move::board(from, to, promote)),
        _ => fault("expected two squares such as 7g7f, or a drop such as P*5e"),
    }
}

/// The droppable kind with this upper-case letter.
pub(super) fn droppable(letter: &str) -> Option<PieceKind> {
    PieceKind::HAND.into_iter().find(|kind| letter.chars().eq([kind.letter()]))
}

/// A square such as `5e`.
pub(super) fn parse_square(text: &str) -> Option<Square> {
    let &[file @ b'1'..=b'9', rank @ b'a'..=b'i'] = text.as_bytes() else { return None };
    Square::new(file - b'0', rank - b'a' + 1)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::shogi::Place;

    /// The parts of the text that faults point at.
    fn fault_places(text: &str) -> Vec<&str> {
        let place = |fault: Fault| match fault.place {
            Place::Text(start, end) => &text[start..end],
            place => panic!("{place:?}"),
        };
        parse_position(text).expect_err(text).into_iter().map(place).collect()
    }

    #[test]
    fn moves_read_back_as_written() {
        let squares = || Square::all().flat_map(|from| Square::all().map(move |to| (from, to)));
        let board = squares().filter(|(from, to)| from != to);
        let board = board.flat_map(|(from, to)| [false, true].map(|promote| Move::board(from, to, promote)));
        let drops = PieceKind::HAND.into_iter().flat_map(|kind| Square::all().map(move |to| Move::drop(kind, to)));
        for mv in board.chain(drops) {
            assert_eq!(parse_move(&mv.to_string()), Ok(mv));
        }
    }

    #[test]
    fn odd_moves_are_faults() {
        for text in [
            "7g7", "7g", "", "+", "*", "P*10", "K*5e", "P*5e+", "p*5e", "PP*5e", "*5e", "P*", "P*5e*", "0a0a", "7g7g",
            "7g7f++", "7g7f=", "7g7j", "7G7F", "77f7", "resign", "win", "none", "歩*5e", "７g７f", "7g7f ", "7g\x007f",
            "0000", "P-7f",
        ] {
            let fault = parse_move(text).expect_err(text);
            assert_eq!(fault.place, Place::Text(0, text.len()), "{text}");
        }
    }

    #[test]
    fn positions_are_read() {
        let start = sfen::parse(START).unwrap();
        let moves = ["7g7f", "3c3d", "8h2b+"].map(|text| parse_move(text).unwrap());
        for text in
            ["position startpos", "startpos", START, &format!("sfen {START}"), &format!("position sfen {START}")]
        {
            let read = |text: &str| parse_position(text).unwrap();
            assert_eq!(read(text), UsiPosition { setup: start.clone(), moves: Vec::new() });
            assert_eq!(read(&format!("{text} moves")), UsiPosition { setup: start.clone(), moves: Vec::new() });
            let played = read(&format!("{text} moves 7g7f  3c3d\t8h2b+\r\n"));
            assert_eq!(played, UsiPosition { setup: start.clone(), moves: moves.to_vec() });
        }
        assert_eq!(parse_position("sfen 4k4/9/9/9/9/9/9/9/9 b - moves 7g7f").unwrap().moves, moves[..1]);
    }

    #[test]
    fn faults_of_positions_point_at_the_place() {
        assert_eq!(fault_places("startpos moves 7g7f resign 0a0a 3c3d P*10"), ["resign", "0a0a", "P*10"]);
        assert_eq!(fault_places("startpos 7g7f 3c3d"), ["7g7f 3c3d"]);
        assert_eq!(fault_places("startpos moves moves 7g7f"), ["moves"]);
        assert_eq!(fault_places("position"), ["position"]);
        assert_eq!(fault_places("position moves 7g7f"), ["position "]);
        assert_eq!(fault_places("4k4/9/9/9/9/9/9/9/9 x - moves 1a"), ["x", "1a"]);
        assert_eq!(fault_places("4k4/9/9/9/9/9/9/9/9 b moves 1a1b"), [""]);
        assert_eq!(fault_places(&format!("{START} 7g7f")), ["7g7f"]);
        assert_eq!(parse_position("").expect_err("empty").len(), 1);
    }

    #[test]
    fn a_megabyte_of_odd_moves_gives_few_faults() {
        let text = format!("startpos moves {}", "7g7 ".repeat(1 << 18));
        assert_eq!(parse_position(&text).expect_err("odd moves").len(), 32);
    }
}

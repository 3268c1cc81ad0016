//! Moves in western text (Hodges' notation), `S-3c+`.
//!
//! A piece letter; the square it comes from if another piece of the kind could go to the target; `-` for a move, `x` for
//! a capture, `*` for a drop; the target; `+` if the piece promotes, `=` if it could and does not. A promoted piece has a `+`
//! before its letter, or in the other style an `x` after it. That `x` always stands before the one of a capture or the
//! `-`: `Sx3c` is a silver that captures, `Sx-3c` a promoted silver that moves, `Sxx3c` one that captures.

use super::token::{malformed, quote};
use super::usi::parse_square;
use super::{can_promote, candidates};
use crate::shogi::{Bitboard, Fault, Move, Piece, PieceKind, Position, Square};

/// How promoted pieces are written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Style {
    /// `+S`
    #[default]
    Plus,
    /// `Sx`, as some European leaflets do.
    Cross,
}

/// The text of a legal move. A move of no piece is given in USI.
pub fn move_text(position: &Position, mv: Move, style: Style) -> String {
    if let Some(kind) = mv.dropped() {
        return format!("{}*{}", kind.letter(), mv.to());
    }
    let Some((from, piece)) = mv.from().and_then(|from| Some((from, position.piece_at(from)?))) else {
        return mv.to_string();
    };
    let several = (candidates(position, piece.kind, mv.to()) & !Bitboard::of(from)).any();
    let origin = if several { from.to_string() } else { String::new() };
    let sign = if position.piece_at(mv.to()).is_some() { 'x' } else { '-' };
    let promotion = match (mv.is_promotion(), can_promote(position, piece.kind, mv)) {
        (true, _) => "+",
        (false, true) => "=",
        (false, false) => "",
    };
    format!("{}{origin}{sign}{}{promotion}", piece_text(piece.kind, style), mv.to())
}

/// The name of a piece, `+S` or `Sx` for a promoted silver.
pub fn piece_text(kind: PieceKind, style: Style) -> String {
    let letter = kind.letter();
    match style {
        _ if !kind.is_promoted() => letter.to_string(),
        Style::Plus => format!("+{letter}"),
        Style::Cross => format!("{letter}x"),
    }
}

/// Reads a move in either style. The `=` may be left out, a capture written with `-`. The moving piece must exist and be the
/// only one meant; otherwise legality is not judged.
///
/// # Errors
/// What is wrong with the text, with the byte range of the whole of it.
pub fn parse_move(position: &Position, text: &str) -> Result<Move, Fault> {
    let fault = |why: &str| malformed(0, text.len(), format!("{} is not a move here: {why}.", quote(text)));
    let written = Written::parse(text).ok_or_else(|| fault("expected a form such as S-3c+, Px2d, G4i-5h or P*5e"))?;
    written.resolve(position).map_err(fault)
}

/// A move as it is written.
struct Written {
    kind: PieceKind,
    /// `*`, `-` or `x`.
    sign: char,
    from: Option<Square>,
    to: Square,
    promote: bool,
}

impl Written {
    fn parse(text: &str) -> Option<Self> {
        let (plus, text) = text.strip_prefix('+').map_or((false, text), |text| (true, text));
        let letter = PieceKind::from_letter(text.chars().next()?)?;
        let (body, promotion) = split_promotion(&text[1..]);
        let (middle, to) = body.split_at_checked(body.len().checked_sub(2)?)?;
        let sign = middle.chars().last().filter(|sign| ['*', '-', 'x'].contains(sign))?;
        let (cross, origin) = match &middle[..middle.len() - 1] {
            middle if middle.starts_with('x') => (true, &middle[1..]),
            middle => (false, middle),
        };
        let from = if origin.is_empty() { None } else { Some(parse_square(origin)?) };
        let plain = !plus && !cross && from.is_none() && promotion.is_none() && letter != PieceKind::King;
        if plus && cross || sign == '*' && !plain {
            return None;
        }
        let kind = if plus || cross { letter.promoted()? } else { letter };
        Some(Self { kind, sign, from, to: parse_square(to)?, promote: promotion == Some('+') })
    }

    fn resolve(&self, position: &Position) -> Result<Move, &'static str> {
        if self.sign == '*' {
            return Ok(Move::drop(self.kind, self.to));
        }
        if self.sign == 'x' && position.piece_at(self.to).is_none() {
            return Err("there is nothing to capture");
        }
        let own = Piece::new(position.turn(), self.kind);
        match self.from {
            Some(from) if position.piece_at(from) != Some(own) => Err("no such piece stands there"),
            Some(from) => Ok(Move::board(from, self.to, self.promote)),
            None => self.only_candidate(position),
        }
    }

    /// The move of the only piece that can go there; of several the only one that may.
    fn only_candidate(&self, position: &Position) -> Result<Move, &'static str> {
        let candidates = candidates(position, self.kind, self.to);
        let mv = |from| Move::board(from, self.to, self.promote);
        let mut legal = candidates.map(mv).filter(|&mv| position.is_legal(mv));
        match (candidates.count(), legal.next(), legal.next()) {
            (0, ..) => Err("no such piece can go there"),
            (1, ..) => Ok(mv(candidates.first())),
            (_, Some(mv), None) => Ok(mv),
            _ => Err("several such pieces can go there, say from which square"),
        }
    }
}

fn split_promotion(text: &str) -> (&str, Option<char>) {
    match text.chars().last() {
        Some(sign @ ('+' | '=')) => (&text[..text.len() - 1], Some(sign)),
        _ => (text, None),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::{sfen, usi};
    use crate::shogi::Place;

    fn position(text: &str) -> Position {
        sfen::parse(text).unwrap().position().unwrap()
    }

    #[test]
    fn moves_are_written_in_both_styles_and_read_back() {
        let board = "4g4/2p6/3S5/2+S6/4+R4/9/9/G1G6/4K3k b BP 1";
        for (mv, plus, cross) in [
            ("6c7b+", "Sx7b+", "Sx7b+"),
            ("6c7b", "Sx7b=", "Sx7b="),
            ("6c5b+", "S-5b+", "S-5b+"),
            ("7d7c", "+S-7c", "Sx-7c"),
            ("5e5a", "+Rx5a", "Rxx5a"),
            ("5e2e", "+R-2e", "Rx-2e"),
            ("9h8h", "G9h-8h", "G9h-8h"),
            ("9h9g", "G-9g", "G-9g"),
            ("5i5h", "K-5h", "K-5h"),
            ("B*5f", "B*5f", "B*5f"),
        ] {
            let (position, mv) = (position(board), usi::parse_move(mv).unwrap());
            for (style, text) in [(Style::Plus, plus), (Style::Cross, cross)] {
                assert_eq!(move_text(&position, mv, style), text);
                assert_eq!(parse_move(&position, text), Ok(mv), "{text}");
            }
        }
        // The spellings that could be taken for each other.
        let two = position("4k4/9/2p6/1+S1S5/9/9/9/2G6/9 b - 1");
        for (text, mv) in [
            ("Sx7c", "6d7c"),
            ("Sxx7c", "8d7c"),
            ("+Sx7c", "8d7c"),
            ("Sx8dx7c", "8d7c"),
            ("+S8dx7c", "8d7c"),
            ("S6dx7c=", "6d7c"),
            ("S-7c", "6d7c"),
            ("S-7c+", "6d7c+"),
            ("Sx-8c", "8d8c"),
            ("Sx8d-8c", "8d8c"),
            // Not legal, and not judged.
            ("S6d-1a", "6d1a"),
            ("G-7g+", "7h7g+"),
        ] {
            assert_eq!(parse_move(&two, text).map(|mv| mv.to_string()), Ok(mv.to_owned()), "{text}");
        }
    }

    #[test]
    fn a_pinned_piece_needs_no_square_to_be_read() {
        let pinned = position("k3r4/9/9/9/9/9/9/4G1G2/4K4 b - 1");
        let mv = usi::parse_move("3h4h").unwrap();
        assert_eq!(move_text(&pinned, mv, Style::Plus), "G3h-4h");
        assert_eq!(parse_move(&pinned, "G3h-4h"), Ok(mv));
        assert_eq!(parse_move(&pinned, "G-4h"), Ok(mv));
    }

    #[test]
    fn odd_texts_are_faults() {
        let position = position("4k4/9/2p6/1+S1S5/9/9/9/1G1G5/9 b P 1");
        for text in [
            "",
            "+",
            "S",
            "S-",
            "-7c",
            "S7c",
            "S-7j",
            "s-7c",
            "S--7c",
            "S-7c++",
            "S-7c=+",
            "+Sx-8c",
            "++S-8c",
            "K*5e",
            "+P*5e",
            "P*5e+",
            "P*5e=",
            "Px*5e",
            "P9i*5e",
            "+G-7g",
            "Gx-7g",
            "7g7f",
            "G-7g",
            "G-1a",
            "R-5e",
            "G8h-7g-7g",
            "G5e-5d",
            "+S6d-7c",
            "Sx5c",
            "銀-7c",
            "S-七c",
            "S銀7c",
            "S\u{301}-7c",
            "Q-5e",
            "0-0",
            "resign",
            "S-7c ",
        ] {
            let fault = parse_move(&position, text).expect_err(text);
            assert_eq!(fault.place, Place::Text(0, text.len()));
        }
        assert!(parse_move(&position, &"x".repeat(1 << 20)).expect_err("x").message.len() < 200);
    }
}

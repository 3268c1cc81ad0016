//! A position drawn in plain text, as Japanese diagrams show it.

use crate::shogi::{Color, Hand, Piece, PieceKind, Position, Square};
use std::fmt;

/// Draws a position: White's hand, the board as Black sees it, Black's hand.
pub(super) struct Drawn<'a>(pub(super) &'a Position);

/// The letter of each kind, by [`PieceKind::index`].
const LETTERS: [&str; PieceKind::COUNT] =
    ["歩", "香", "桂", "銀", "金", "角", "飛", "玉", "と", "杏", "圭", "全", "馬", "龍"];

impl fmt::Display for Drawn<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let position = self.0;
        writeln!(f, "White in hand: {}", hand(position.hand(Color::White)))?;
        writeln!(f, "  ９ ８ ７ ６ ５ ４ ３ ２ １")?;
        writeln!(f, "+---------------------------+")?;
        for rank in 1..=9 {
            let cells: String = (1..=9).rev().map(|file| cell(position, file, rank)).collect();
            writeln!(f, "|{cells}| {}", char::from(b'a' + rank - 1))?;
        }
        writeln!(f, "+---------------------------+")?;
        writeln!(f, "Black in hand: {}", hand(position.hand(Color::Black)))
    }
}

fn cell(position: &Position, file: u8, rank: u8) -> String {
    match Square::new(file, rank).and_then(|square| position.piece_at(square)) {
        None => " ・".to_owned(),
        Some(Piece { color: Color::Black, kind }) => format!(" {}", LETTERS[kind.index()]),
        Some(Piece { color: Color::White, kind }) => format!("v{}", LETTERS[kind.index()]),
    }
}

/// A hand, the most valuable pieces first: `飛 金2 歩17`.
pub(super) fn hand(hand: Hand) -> String {
    let mut pieces: Vec<(PieceKind, u8)> = hand.iter().collect();
    pieces.reverse();
    let one = |(kind, count): (PieceKind, u8)| match count {
        1 => LETTERS[kind.index()].to_owned(),
        _ => format!("{}{count}", LETTERS[kind.index()]),
    };
    if pieces.is_empty() { "nothing".to_owned() } else { pieces.into_iter().map(one).collect::<Vec<_>>().join(" ") }
}

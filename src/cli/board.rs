//! A position drawn in plain text, as Japanese diagrams show it.

use crate::notation::japanese::letter;
use crate::notation::kif::cell;
use crate::shogi::{Color, Hand, PieceKind, Position, Square};
use std::fmt;

/// Draws a position: White's hand, the board as Black sees it, Black's hand.
pub(super) struct Drawn<'a>(pub(super) &'a Position);

impl fmt::Display for Drawn<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let position = self.0;
        writeln!(f, "White in hand: {}", hand(position.hand(Color::White)))?;
        writeln!(f, "  ９ ８ ７ ６ ５ ４ ３ ２ １")?;
        writeln!(f, "+---------------------------+")?;
        for rank in 1..=9 {
            let squares = (1..=9).rev().filter_map(|file| Square::new(file, rank));
            let cells: String = squares.map(|square| cell(position, square)).collect();
            writeln!(f, "|{cells}| {}", char::from(b'a' + rank - 1))?;
        }
        writeln!(f, "+---------------------------+")?;
        writeln!(f, "Black in hand: {}", hand(position.hand(Color::Black)))
    }
}

/// A hand, the most valuable pieces first: `飛 金2 歩17`.
pub(super) fn hand(hand: Hand) -> String {
    let mut pieces: Vec<(PieceKind, u8)> = hand.iter().collect();
    pieces.reverse();
    let one = |(kind, count): (PieceKind, u8)| match count {
        1 => letter(kind).to_owned(),
        _ => format!("{}{count}", letter(kind)),
    };
    if pieces.is_empty() { "nothing".to_owned() } else { pieces.into_iter().map(one).collect::<Vec<_>>().join(" ") }
}

//! A position drawn in text.

use super::letters::Letters;
use crate::shogi::{ByColor, Color, Hand, Move, Piece, Position, Square};
use clap::builder::styling::{AnsiColor, Style};
use std::fmt;

/// A position as Black sees it, White's pieces marked with `v`, between both hands. In Japanese letters the board lines up where those
/// are two columns wide, which is so on every terminal that shows them.
pub(super) struct Drawn<'a> {
    pub(super) position: &'a Position,
    /// The side that mates.
    pub(super) attacker: Color,
    /// The move that led to the position.
    pub(super) last: Option<Move>,
    pub(super) letters: Letters,
}

const PROMOTED: Style = AnsiColor::Red.on_default();
const MOVED: Style = Style::new().invert();

impl fmt::Display for Drawn<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let rule = "+---------------------------+";
        self.hand(f, Color::White)?;
        let files: String = (1..=9).rev().map(|file| self.letters.file(file)).collect();
        writeln!(f, " {files}\n{rule}")?;
        for rank in 1..=9 {
            write!(f, "|")?;
            (1..=9).rev().filter_map(|file| Square::new(file, rank)).try_for_each(|square| self.cell(f, square))?;
            writeln!(f, "| {}", char::from(b'a' + rank - 1))?;
        }
        writeln!(f, "{rule}")?;
        self.hand(f, Color::Black)?;
        self.last.map_or(Ok(()), |mv| writeln!(f, "Last move: {mv}"))
    }
}

impl Drawn<'_> {
    /// `White in hand: 飛2 歩18, all that is left`.
    fn hand(&self, f: &mut fmt::Formatter<'_>, color: Color) -> fmt::Result {
        let sign = ByColor(["▲ ", "△ "])[color];
        let sign = if self.letters == Letters::Japanese { sign } else { "" };
        let hand = self.position.hand(color);
        let is_rest = color != self.attacker && self.position.to_setup().defender_holds_the_rest(self.attacker);
        let rest = if is_rest && !hand.is_empty() { ", all that is left" } else { "" };
        writeln!(f, "{sign}{color} in hand: {}{rest}", self::hand(hand, self.letters))
    }

    /// Three columns: the owner's mark, and the piece. A style takes no column.
    fn cell(&self, f: &mut fmt::Formatter<'_>, square: Square) -> fmt::Result {
        let piece = self.position.piece_at(square);
        let (mark, text) = self.letters.cell(piece);
        let style = match piece {
            Some(Piece { kind, .. }) if kind.is_promoted() => PROMOTED,
            _ => Style::new(),
        };
        let style = if self.last.is_some_and(|mv| mv.to() == square) { style | MOVED.get_effects() } else { style };
        write!(f, "{mark}{style}{text}{style:#}")
    }
}

/// A hand, the most valuable pieces first: `飛 金2 歩17`.
pub(super) fn hand(hand: Hand, letters: Letters) -> String {
    let mut pieces: Vec<String> = hand.iter().map(|(kind, count)| letters.held(kind, count)).collect();
    pieces.reverse();
    if pieces.is_empty() { "nothing".to_owned() } else { pieces.join(" ") }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::{sfen, usi};

    const SFEN: &str = "1+b6k/4+R2np/9/2g6/9/9/9/9/9 w N3p 1";

    fn drawn(letters: Letters) -> String {
        let setup = sfen::parse(SFEN).unwrap();
        let last = usi::parse_move("5a5b+").ok();
        let position = setup.position().unwrap();
        anstream::adapter::strip_str(&Drawn { position: &position, attacker: Color::Black, last, letters }.to_string())
            .to_string()
    }

    #[test]
    fn japanese_letters_are_two_columns_wide() {
        let expected = "\
△ White in hand: 歩3
  ９ ８ ７ ６ ５ ４ ３ ２ １
+---------------------------+
| ・v馬 ・ ・ ・ ・ ・ ・v玉| a
| ・ ・ ・ ・ 龍 ・ ・v桂v歩| b
| ・ ・ ・ ・ ・ ・ ・ ・ ・| c
| ・ ・v金 ・ ・ ・ ・ ・ ・| d
| ・ ・ ・ ・ ・ ・ ・ ・ ・| e
| ・ ・ ・ ・ ・ ・ ・ ・ ・| f
| ・ ・ ・ ・ ・ ・ ・ ・ ・| g
| ・ ・ ・ ・ ・ ・ ・ ・ ・| h
| ・ ・ ・ ・ ・ ・ ・ ・ ・| i
+---------------------------+
▲ Black in hand: 桂
Last move: 5a5b+
";
        assert_eq!(drawn(Letters::Japanese), expected);
        let columns = |line: &str| line.chars().map(|letter| if letter.is_ascii() { 1 } else { 2 }).sum::<usize>();
        assert!(expected.lines().skip(3).take(9).all(|line| columns(line) == 31));
    }

    #[test]
    fn ascii_letters_stand_in_for_them() {
        let expected = "\
White in hand: P3
   9  8  7  6  5  4  3  2  1
+---------------------------+
|  .v+B  .  .  .  .  .  . vK| a
|  .  .  .  . +R  .  . vN vP| b
|  .  .  .  .  .  .  .  .  .| c
|  .  . vG  .  .  .  .  .  .| d
|  .  .  .  .  .  .  .  .  .| e
|  .  .  .  .  .  .  .  .  .| f
|  .  .  .  .  .  .  .  .  .| g
|  .  .  .  .  .  .  .  .  .| h
|  .  .  .  .  .  .  .  .  .| i
+---------------------------+
Black in hand: N
Last move: 5a5b+
";
        assert_eq!(drawn(Letters::Ascii), expected);
    }
}

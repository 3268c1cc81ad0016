//! Reads moves in Japanese: the inverse of writing, and what people write beside the rule.

use super::{Path, letter, name, origin};
use crate::notation::candidates;
use crate::notation::number::digit;
use crate::notation::token::{malformed, quote};
use crate::shogi::{Color, Fault, Move, PieceKind, Position, Square};
use std::cmp::Ordering;

/// Reads a move such as `▲３三銀成`, `△同　玉`, `５八金右` in a position. The mark may be missing; squares may have digits of any
/// kind; 王, 竜, 生 and 行 are taken for 玉, 龍, 不成 and 上; words that are not needed (打, 直) may be there. The moving piece
/// must be the only one meant; otherwise legality is not judged.
///
/// # Errors
/// What is wrong with the text, with the byte range of the whole of it.
pub fn parse_move(position: &Position, text: &str, previous_to: Option<Square>) -> Result<Move, Fault> {
    let fault = |why: &str| malformed(0, text.len(), format!("{} is not a move here: {why}.", quote(text)));
    find_move(position, text, previous_to).map_err(fault)
}

/// As [`parse_move`]; the error says why the text is no move.
pub(in crate::notation) fn find_move(
    position: &Position,
    text: &str,
    previous_to: Option<Square>,
) -> Result<Move, &'static str> {
    let mark = text.chars().next().and_then(mover);
    if mark.is_some_and(|mark| mark != position.turn()) {
        return Err("it is the other side's turn");
    }
    let text = if mark.is_some() { text.trim_start_matches(|letter| mover(letter).is_some()) } else { text };
    let (to, rest) = target(text.trim(), previous_to)?;
    let (kind, length) = piece(rest).ok_or("no piece is named")?;
    let words = Words::parse(&rest[length..]).ok_or("expected a form such as ▲３三銀成, ５八金右 or ５二金打")?;
    Wanted { kind, to, words }.find(position)
}

/// Whose mark it is.
fn mover(letter: char) -> Option<Color> {
    match letter {
        '▲' | '☗' | '▼' => Some(Color::Black),
        '△' | '☖' | '▽' => Some(Color::White),
        _ => None,
    }
}

/// The square a text begins with, or the one 同 stands for, and what follows.
fn target(text: &str, previous_to: Option<Square>) -> Result<(Square, &str), &'static str> {
    if let Some(rest) = text.strip_prefix('同') {
        return Ok((previous_to.ok_or("there is no move before it")?, rest.trim_start()));
    }
    let (square, length) = square(text).ok_or("no square is named")?;
    Ok((square, text[length..].trim_start()))
}

/// The square that a text begins with, its digits in any width or in kanji, and the bytes it takes.
pub(in crate::notation) fn square(text: &str) -> Option<(Square, usize)> {
    let mut digits = text.chars().map_while(|letter| Some((digit(letter)?, letter.len_utf8())));
    let ((file, first), (rank, second)) = (digits.next()?, digits.next()?);
    Some((Square::new(file as u8, rank as u8)?, first + second))
}

/// The piece that a text begins with, in either way of writing promoted ones, and the bytes it takes.
pub(in crate::notation) fn piece(text: &str) -> Option<(PieceKind, usize)> {
    const OTHER: [(&str, PieceKind); 3] =
        [("王", PieceKind::King), ("竜", PieceKind::Dragon), ("成歩", PieceKind::ProPawn)];
    let names = PieceKind::ALL.into_iter().flat_map(|kind| [(name(kind), kind), (letter(kind), kind)]);
    let mut known = names.chain(OTHER).filter(|(name, _)| text.starts_with(name));
    known.next().map(|(name, kind)| (kind, name.len()))
}

/// What stands behind the piece.
struct Words<'a> {
    /// Which piece: 右 左 直 上 寄 引.
    path: &'a str,
    drop: bool,
    promote: bool,
}

impl<'a> Words<'a> {
    fn parse(text: &'a str) -> Option<Self> {
        let text = text.trim();
        let (text, promote) = ["不成", "生", "成"]
            .into_iter()
            .find_map(|word| Some((text.strip_suffix(word)?, word == "成")))
            .unwrap_or((text, false));
        let (path, drop) = text.strip_suffix('打').map_or((text, false), |path| (path, true));
        let known = path.chars().all(|word| "右左直上行寄引".contains(word));
        (known && !(drop && (promote || !path.is_empty()))).then_some(Self { path, drop, promote })
    }

    /// True if the words can be said of a path.
    fn suit(&self, path: Path) -> bool {
        self.path.chars().all(|word| match word {
            '右' => path.side == Ordering::Less,
            '左' => path.side == Ordering::Greater,
            '直' => path.side == Ordering::Equal && path.motion == Ordering::Greater,
            '寄' => path.motion == Ordering::Equal,
            '引' => path.motion == Ordering::Less,
            _ => path.motion == Ordering::Greater,
        })
    }
}

/// A move as it is described.
struct Wanted<'a> {
    kind: PieceKind,
    to: Square,
    words: Words<'a>,
}

impl Wanted<'_> {
    fn find(&self, position: &Position) -> Result<Move, &'static str> {
        let candidates = candidates(position, self.kind, self.to);
        if self.words.drop || candidates.is_empty() {
            let droppable = PieceKind::HAND.contains(&self.kind) && position.hand(position.turn()).has(self.kind);
            let plain = self.words.path.is_empty() && !self.words.promote;
            return if droppable && plain {
                Ok(Move::drop(self.kind, self.to))
            } else {
                Err("no such piece can go there")
            };
        }
        let mv = |from| Move::board(from, self.to, self.words.promote);
        let as_written = |&from: &Square| origin(position, self.kind, mv(from)) == self.words.path.replace('行', "上");
        if let Some(from) = candidates.into_iter().find(as_written) {
            return Ok(mv(from));
        }
        let suiting = candidates.filter(|&from| self.words.suit(Path::of(position.turn(), from, self.to)));
        only(position, &suiting.map(mv).collect::<Vec<_>>())
    }
}

/// The only move of several, or the only legal one.
fn only(position: &Position, moves: &[Move]) -> Result<Move, &'static str> {
    let mut legal = moves.iter().filter(|&&mv| position.is_legal(mv));
    match (moves, legal.next(), legal.next()) {
        ([], ..) => Err("no such piece can go there"),
        (&[mv], ..) | (_, Some(&mv), None) => Ok(mv),
        _ => Err("several such pieces can go there, say which"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::{sfen, usi};

    fn read(position: &str, text: &str, previous: Option<&str>) -> Result<String, &'static str> {
        let position = sfen::parse(position).unwrap().position().unwrap();
        find_move(&position, text, previous.and_then(usi::parse_square)).map(|mv| mv.to_string())
    }

    #[test]
    fn people_write_more_than_the_rule_asks_for() {
        let golds = "8k/9/3GGG3/9/9/9/9/9/9 b GP 1";
        for (text, mv) in [
            ("▲５二金左", "6c5b"),
            ("☗５２金左上", "6c5b"),
            ("52金直", "5c5b"),
            ("５二金直上", "5c5b"),
            ("５二金行右", "4c5b"),
            ("▲５二 金 打", "G*5b"),
            ("５五金", "G*5e"),
            ("５五金打", "G*5e"),
            ("１三歩打", "P*1c"),
        ] {
            assert_eq!(read(golds, text, None).as_deref(), Ok(mv), "{text}");
        }
        let silver = "4k4/9/2b6/2S6/9/9/9/9/9 b - 1";
        for (text, mv) in [("同銀成", "7d7c+"), ("▲同　銀生", "7d7c"), ("同　銀", "7d7c"), ("七三銀不成", "7d7c")]
        {
            assert_eq!(read(silver, text, Some("7c")).as_deref(), Ok(mv), "{text}");
        }
        assert_eq!(read("9/9/9/9/4k4/9/9/9/9 w - 1", "△４四王", None).as_deref(), Ok("5e4d"));
        assert_eq!(read("k8/9/9/9/4+R4/9/9/9/9 b - 1", "５四竜", None).as_deref(), Ok("5e5d"));
    }

    #[test]
    fn a_pinned_piece_needs_no_word() {
        let pinned = "k3r4/9/9/9/9/9/9/4G1G2/4K4 b - 1";
        assert_eq!(read(pinned, "▲４八金", None).as_deref(), Ok("3h4h"));
    }

    #[test]
    fn odd_texts_are_told_why() {
        let golds = "8k/9/3GGG3/9/9/9/9/9/9 b GP 1";
        for (text, why) in [
            ("△５二金左", "it is the other side's turn"),
            ("同金", "there is no move before it"),
            ("金", "no square is named"),
            ("", "no square is named"),
            ("▲", "no square is named"),
            ("５零金", "no square is named"),
            ("５二", "no piece is named"),
            ("５二金下", "expected a form such as ▲３三銀成, ５八金右 or ５二金打"),
            ("５二金右打", "expected a form such as ▲３三銀成, ５八金右 or ５二金打"),
            ("５二銀", "no such piece can go there"),
            ("５五金右", "no such piece can go there"),
            ("５五歩成", "no such piece can go there"),
            ("５二金引", "no such piece can go there"),
            ("５二玉", "no such piece can go there"),
            ("５二と", "no such piece can go there"),
            ("５二金", "several such pieces can go there, say which"),
            ("５二金上", "several such pieces can go there, say which"),
        ] {
            assert_eq!(read(golds, text, None), Err(why), "{text}");
        }
    }
}

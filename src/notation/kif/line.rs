//! What a line of a record is.

use crate::notation::number::digit;
use crate::notation::text::narrow;
use crate::notation::token::Token;
use crate::shogi::Color;

/// A line by what it is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Line<'a> {
    /// Nothing but white space.
    Blank,
    /// `*` a comment, or `&` the name of a position.
    Comment(Token<'a>),
    /// `#`, what wrote the file.
    Remark(Token<'a>),
    /// A rank of the diagram, `|` first.
    Rank(Token<'a>),
    /// The frame of the diagram, or the numbers of its files.
    Frame(Token<'a>),
    /// 後手番 and the like.
    Turn(Token<'a>, Color),
    /// `手合割：平手`: before and after the colon.
    Header(Token<'a>, Token<'a>),
    /// `手数----指手--`.
    Heading(Token<'a>),
    /// A numbered move or end, `1 ５二金打 ( 0:01/00:00:01)`.
    Numbered(Token<'a>, Token<'a>),
    /// Moves with marks, `▲５二金打 △同　玉`.
    Marked(Token<'a>),
    /// `変化：5手`, without its first word.
    Branch(Token<'a>),
    /// `まで7手で詰み`, without its first word.
    Until(Token<'a>),
    /// Something else.
    Other(Token<'a>),
}

impl<'a> Line<'a> {
    pub(super) fn of(line: Token<'a>) -> Self {
        let line = line.trimmed();
        let after = |word: &str| line.part(word.len()..line.text.len());
        match line.text.chars().next() {
            None => Self::Blank,
            Some('*' | '&' | '＊' | '＆') => Self::Comment(line),
            Some('#') => Self::Remark(line),
            Some('|' | '｜') => Self::Rank(line),
            Some('▲' | '△' | '☗' | '☖' | '▼' | '▽') => Self::Marked(line),
            _ if line.text.starts_with("+-") || is_file_numbers(line.text) => Self::Frame(line),
            _ if line.text.starts_with("変化") => Self::Branch(after("変化")),
            _ if line.text.starts_with("まで") => Self::Until(after("まで")),
            _ if is_heading(line.text) || line.text.starts_with("手数＝") => Self::Heading(line),
            _ => Self::of_words(line),
        }
    }

    fn of_words(line: Token<'a>) -> Self {
        if let Some(color) = line.text.strip_suffix('番').and_then(side) {
            return Self::Turn(line, color);
        }
        if let Some((number, rest)) = line.split_once(&[' ', '\t', '　'])
            && number.text.chars().all(|letter| narrow(letter).is_ascii_digit())
        {
            return Self::Numbered(number, rest.trimmed());
        }
        match line.split_once(&['：', ':']) {
            Some((key, value)) => Self::Header(key.trimmed(), value.trimmed()),
            None => Self::Other(line),
        }
    }

    /// True if nothing of the head of a record follows.
    pub(super) fn is_of_moves(&self) -> bool {
        self.is_move() || matches!(self, Self::Branch(_) | Self::Until(_)) || self.is_above_moves()
    }

    /// True for a line that has moves, or the end of some.
    pub(super) fn is_move(&self) -> bool {
        matches!(self, Self::Numbered(..) | Self::Marked(_))
    }

    /// `手数＝` tells of a diagram; `手数----` is above moves.
    fn is_above_moves(&self) -> bool {
        matches!(self, Self::Heading(line) if is_heading(line.text))
    }
}

/// True for `手数----指手---------消費時間--`, whatever the dashes.
fn is_heading(text: &str) -> bool {
    text.starts_with("手数") && text.contains("指手")
}

fn is_file_numbers(text: &str) -> bool {
    let mut letters = text.chars().filter(|letter| !letter.is_whitespace());
    letters.clone().count() == 9 && letters.all(|letter| digit(letter).is_some())
}

/// The side a word names.
pub(super) fn side(word: &str) -> Option<Color> {
    match word {
        "先手" | "下手" | "攻方" | "攻め方" => Some(Color::Black),
        "後手" | "上手" | "玉方" | "受方" | "受け方" => Some(Color::White),
        _ => None,
    }
}

/// True if the word names a side of a problem, in which Black mates.
pub(super) fn is_of_problem(word: &str) -> bool {
    side(word).is_some() && word.ends_with('方')
}

/// True if the line tells that its file is a record: a rank, a hand, a move with a mark, a header that only records have.
pub(in crate::notation) fn is_telling(line: Token) -> bool {
    match Line::of(line) {
        Line::Rank(_) | Line::Marked(_) => true,
        Line::Heading(line) => is_heading(line.text),
        Line::Header(key, _) => key.text == "手合割" || holder(key.text).is_some(),
        Line::Remark(line) => line.text.contains("KIF") || line.text.contains("Kifu"),
        _ => false,
    }
}

/// The side whose hand a header gives, as it is called there; empty if it says 持駒 alone, `None` if it gives no hand.
pub(super) fn holder(key: &str) -> Option<&str> {
    let word = ["持駒", "持ち駒"].into_iter().find_map(|word| key.strip_suffix(word))?;
    Some(word.trim_end_matches('の'))
}

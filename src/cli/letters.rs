//! Which letters an answer in words is written with.

use crate::notation::{japanese, western};
use crate::shogi::{Color, Move, Piece, PieceKind, Position};
use std::env;

/// How answers are worded.
#[derive(clap::Args)]
pub(super) struct Wording {
    /// Plain letters only: no Japanese ones, also where the environment (`LC_ALL`, `LC_CTYPE`, `LANG`) names UTF-8
    #[arg(long)]
    ascii: bool,
}

impl Wording {
    /// The letters that are asked for, or else those of the environment.
    pub(super) fn letters(&self) -> Letters {
        if self.ascii { Letters::Ascii } else { Letters::of_environment() }
    }
}

/// Which letters whoever reads can see.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Letters {
    /// All.
    #[default]
    Japanese,
    /// Those of ASCII.
    Ascii,
}

impl Letters {
    /// What the environment says: all where text is UTF-8, and where (as on Windows) the environment does not say.
    fn of_environment() -> Self {
        let said = ["LC_ALL", "LC_CTYPE", "LANG"].into_iter().filter_map(|name| env::var(name).ok());
        Self::of_locale(said.into_iter().find(|value| !value.is_empty()).as_deref())
    }

    fn of_locale(locale: Option<&str>) -> Self {
        let locale = locale.map(str::to_ascii_lowercase);
        let is_utf_8 = locale.map_or(cfg!(not(unix)), |name| name.contains("utf-8") || name.contains("utf8"));
        if is_utf_8 { Self::Japanese } else { Self::Ascii }
    }

    /// The label of a file, three columns.
    pub(super) fn file(self, file: u8) -> String {
        match self {
            Self::Japanese => format!(" {}", japanese::file(file)),
            Self::Ascii => format!("  {file}"),
        }
    }

    /// The mark of the owner and the piece, or nobody's mark and a dot; three columns together.
    pub(super) fn cell(self, piece: Option<Piece>) -> (String, String) {
        let text = match (self, piece) {
            (Self::Japanese, None) => "・".to_owned(),
            (Self::Japanese, Some(piece)) => japanese::letter(piece.kind).to_owned(),
            (Self::Ascii, None) => ".".to_owned(),
            (Self::Ascii, Some(piece)) => western::piece_text(piece.kind, western::Style::Plus),
        };
        let columns = if self == Self::Japanese { 2 } else { text.len() };
        let mark = if piece.is_some_and(|piece| piece.color == Color::White) { "v" } else { " " };
        (format!("{mark:>0$}", 3 - columns), text)
    }

    /// Pieces in hand, `金2` or `G2`.
    pub(super) fn held(self, kind: PieceKind, count: u8) -> String {
        let letter = match self {
            Self::Japanese => japanese::letter(kind).to_owned(),
            Self::Ascii => kind.letter().to_string(),
        };
        if count == 1 { letter } else { format!("{letter}{count}") }
    }

    /// Moves from a position on, `previous` the one before them.
    pub(super) fn moves(self, position: &Position, moves: &[Move], mut previous: Option<Move>) -> String {
        let mut position = position.clone();
        let mut texts = Vec::with_capacity(moves.len());
        for &mv in moves {
            texts.push(match self {
                Self::Japanese => japanese::move_text(&position, mv, previous.map(Move::to)),
                Self::Ascii => western::move_text(&position, mv, western::Style::default()),
            });
            position.play(mv);
            previous = Some(mv);
        }
        texts.join(" ")
    }

    /// The text as it can be shown: without Japanese words in brackets, and other letters, if they cannot be.
    pub(super) fn shown(self, text: &str) -> String {
        if self == Self::Japanese || text.is_ascii() { text.to_owned() } else { without_japanese(text) }
    }
}

/// Leaves out brackets with letters beyond ASCII in them, then runs of such letters, each with the blank before it.
fn without_japanese(text: &str) -> String {
    let mut kept = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let skipped = skipped(rest);
        if skipped == 0 {
            kept.push(first);
        } else {
            kept.truncate(kept.trim_end_matches(' ').len());
        }
        rest = &rest[skipped.max(1)..];
    }
    kept
}

/// Bytes of the bracket or the run that the text begins with and that is left out.
fn skipped(text: &str) -> usize {
    let run = text.find(|letter: char| letter.is_ascii()).unwrap_or(text.len());
    let bracket = if text.starts_with('(') { text.find(')') } else { None };
    bracket.filter(|&end| !text[..end].is_ascii()).map_or(run, |end| end + 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_locale_decides() {
        for (locale, letters) in [
            ("C.UTF-8", Letters::Japanese),
            ("ja_JP.utf8", Letters::Japanese),
            ("C", Letters::Ascii),
            ("ja_JP.eucJP", Letters::Ascii),
        ] {
            assert_eq!(Letters::of_locale(Some(locale)), letters, "{locale}");
        }
    }

    #[test]
    fn sentences_stay_sentences_in_ascii() {
        for (text, expected) in [
            ("No mate (不詰): the defence", "No mate: the defence"),
            ("  Cook (余詰): at move 5, Gx2b ▲同　金 mates too.\n", "  Cook: at move 5, Gx2b mates too.\n"),
            ("Length: raw 7 (searched).", "Length: raw 7 (searched)."),
            ("(all) of (", "(all) of ("),
        ] {
            assert_eq!(Letters::Ascii.shown(text), expected);
            assert_eq!(Letters::Japanese.shown(text), text);
        }
    }
}

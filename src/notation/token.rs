//! What the readers share: words of a text with their places, faults of a text.

use crate::shogi::{Fault, FaultCode, Place};
use std::ops::Range;

/// A part of a text and the byte it starts at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Token<'a> {
    pub(super) text: &'a str,
    pub(super) start: usize,
}

impl Token<'_> {
    /// The byte after the token.
    pub(super) const fn end(self) -> usize {
        self.start + self.text.len()
    }
}

impl<'a> Token<'a> {
    /// The part of this token that is the byte range `start..end` of its text.
    pub(super) fn part(self, range: Range<usize>) -> Self {
        Token { text: &self.text[range.clone()], start: self.start + range.start }
    }

    /// Without white space at its ends, full-width spaces included.
    pub(super) fn trimmed(self) -> Self {
        let start = self.text.len() - self.text.trim_start().len();
        self.part(start..start + self.text.trim().len())
    }

    /// Split at the first of some characters, which belongs to neither part.
    pub(super) fn split_once(self, at: &[char]) -> Option<(Token<'a>, Token<'a>)> {
        let (start, found) = self.text.char_indices().find(|(_, letter)| at.contains(letter))?;
        Some((self.part(0..start), self.part(start + found.len_utf8()..self.text.len())))
    }

    /// The fault that it cannot be read.
    pub(super) fn fault(self, message: impl Into<String>) -> Fault {
        malformed(self.start, self.end(), message)
    }
}

/// The words of a text. White space and underscores separate; a byte order mark at the start is skipped.
pub(super) fn tokens(text: &str) -> impl Iterator<Item = Token<'_>> {
    let body = text.strip_prefix('\u{feff}').unwrap_or(text);
    let mut next = text.len() - body.len();
    body.split(|letter: char| letter.is_ascii_whitespace() || letter == '_')
        .map(move |word| {
            let start = next;
            next += word.len() + 1;
            Token { text: word, start }
        })
        .filter(|token| !token.text.is_empty())
}

/// Words without a leading keyword.
pub(super) fn without_keyword<'a, 'b>(words: &'a [Token<'b>], keyword: &str) -> &'a [Token<'b>] {
    match words {
        [first, rest @ ..] if first.text == keyword => rest,
        words => words,
    }
}

/// The faults of one text, no more than a person reads.
#[derive(Debug, Default)]
pub(super) struct Faults(Vec<Fault>);

impl Faults {
    /// Most faults that are kept of one text.
    const MOST: usize = 32;

    /// True if further faults are dropped.
    pub(super) fn is_full(&self) -> bool {
        self.0.len() >= Self::MOST
    }

    pub(super) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    pub(super) fn push(&mut self, fault: Fault) {
        if !self.is_full() {
            self.0.push(fault);
        }
    }

    /// `value` if there are no faults.
    pub(super) fn or<T>(self, value: T) -> Result<T, Vec<Fault>> {
        if self.0.is_empty() { Ok(value) } else { Err(self.0) }
    }
}

impl Extend<Fault> for Faults {
    fn extend<I: IntoIterator<Item = Fault>>(&mut self, faults: I) {
        faults.into_iter().for_each(|fault| self.push(fault));
    }
}

/// The fault that the bytes `start..end` cannot be read.
pub(super) fn malformed(start: usize, end: usize, message: impl Into<String>) -> Fault {
    Fault::new(FaultCode::MalformedText, Place::Text(start, end), message)
}

/// Somebody's text as it may stand in a message: short, control characters escaped.
pub(super) fn quote(text: &str) -> String {
    const SHOWN: usize = 20;
    let shown: String = text.chars().take(SHOWN).flat_map(char::escape_debug).collect();
    let rest = if text.chars().nth(SHOWN).is_some() { "…" } else { "" };
    format!("\"{shown}{rest}\"")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tokens_carry_their_places() {
        let text = "\u{feff} ab__c\td\r\n";
        let found: Vec<_> = tokens(text).collect();
        assert_eq!(found.iter().map(|token| token.text).collect::<Vec<_>>(), ["ab", "c", "d"]);
        for token in found {
            assert_eq!(&text[token.start..token.end()], token.text);
        }
        assert_eq!(tokens(" \n__").count(), 0);
    }

    #[test]
    fn quoted_text_is_short_and_printable() {
        assert_eq!(quote("a\0b"), "\"a\\0b\"");
        assert_eq!(quote(&"x".repeat(1000)), format!("\"{}…\"", "x".repeat(20)));
    }
}

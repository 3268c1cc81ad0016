//! Bytes to text: UTF-8 or `Shift_JIS`, with the line ends of any system.

use super::token::{Token, malformed};
use crate::shogi::Fault;
use encoding_rs::{Encoding, SHIFT_JIS, UTF_8, UTF_16BE, UTF_16LE};
use std::borrow::Cow;

/// The byte order mark.
const MARK: char = '\u{feff}';

/// The text of a file: UTF-16 if a byte order mark says so, else UTF-8 if it is that, with or without the mark, else `Shift_JIS`. The
/// mark is no part of the text.
///
/// # Errors
/// The first byte that is not UTF-8, if the whole is not `Shift_JIS` either.
pub fn decode(bytes: &[u8]) -> Result<Cow<'_, str>, Fault> {
    let (encoding, body) = match bytes {
        [0xff, 0xfe, body @ ..] => (UTF_16LE, body),
        [0xfe, 0xff, body @ ..] => (UTF_16BE, body),
        _ => return decode_line(bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes)),
    };
    strict(encoding, body).ok_or_else(|| malformed(0, 2, "The text has a mark of UTF-16 and is not UTF-16."))
}

/// The beginning of a text, to see what it is: what cannot be read of it is replaced.
pub(super) fn decode_beginning(bytes: &[u8]) -> Cow<'_, str> {
    let encoding = match bytes {
        [0xff, 0xfe, ..] => UTF_16LE,
        [0xfe, 0xff, ..] => UTF_16BE,
        // A character may be cut off at the end.
        _ if std::str::from_utf8(bytes).is_err_and(|error| error.error_len().is_some()) => SHIFT_JIS,
        _ => UTF_8,
    };
    encoding.decode_with_bom_removal(bytes).0
}

/// A line of a text, UTF-8 or `Shift_JIS`.
pub(super) fn decode_line(bytes: &[u8]) -> Result<Cow<'_, str>, Fault> {
    let error = match std::str::from_utf8(bytes) {
        Ok(text) => return Ok(Cow::Borrowed(text)),
        Err(error) => error.valid_up_to(),
    };
    let message = "The text is neither UTF-8 nor Shift_JIS.";
    strict(SHIFT_JIS, bytes).ok_or_else(|| malformed(error, error + 1, message))
}

fn strict<'a>(encoding: &'static Encoding, bytes: &'a [u8]) -> Option<Cow<'a, str>> {
    encoding.decode_without_bom_handling_and_without_replacement(bytes)
}

/// The lines of a text, without their ends: `\n`, `\r\n` or `\r`. A byte order mark is skipped.
pub(super) fn lines(text: &str) -> impl Iterator<Item = Token<'_>> {
    let mut start = if text.starts_with(MARK) { MARK.len_utf8() } else { 0 };
    std::iter::from_fn(move || {
        let rest = text.get(start..).filter(|rest| !rest.is_empty())?;
        let length = rest.find(['\n', '\r']).unwrap_or(rest.len());
        let line = Token { text: &rest[..length], start };
        start += length + if rest[length..].starts_with("\r\n") { 2 } else { 1 };
        Some(line)
    })
}

/// The number, from 1, of the line that holds a byte of the text.
pub fn line_of(text: &str, byte: usize) -> usize {
    1 + line_ends(&text.as_bytes()[..byte.min(text.len())])
}

/// How many line ends there are.
pub(super) fn line_ends(bytes: &[u8]) -> usize {
    let is_end = |(index, &byte): (usize, &u8)| byte == b'\n' || byte == b'\r' && bytes.get(index + 1) != Some(&b'\n');
    bytes.iter().enumerate().filter(|&it| is_end(it)).count()
}

/// The half-width form of a full-width character of ASCII; other characters as they are.
pub(super) fn narrow(letter: char) -> char {
    match letter {
        '\u{3000}' => ' ',
        '\u{ff01}'..='\u{ff5e}' => char::from(u8::try_from(u32::from(letter) - 0xfee0).unwrap_or(b'?')),
        _ => letter,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::shogi::Place;

    #[test]
    fn a_text_is_the_same_in_every_encoding() {
        let text = "手合割：詰将棋\r\n先手の持駒：金　歩二";
        let utf_16 = |mark: [u8; 2], bytes: fn(u16) -> [u8; 2]| {
            mark.into_iter().chain(text.encode_utf16().flat_map(bytes)).collect::<Vec<u8>>()
        };
        for bytes in [
            text.as_bytes().to_vec(),
            ["\u{feff}".as_bytes(), text.as_bytes()].concat(),
            SHIFT_JIS.encode(text).0.into_owned(),
            utf_16([0xff, 0xfe], u16::to_le_bytes),
            utf_16([0xfe, 0xff], u16::to_be_bytes),
        ] {
            assert_eq!(decode(&bytes).unwrap(), text);
        }
    }

    #[test]
    fn what_is_no_text_names_the_byte() {
        assert_eq!(decode(b"ab\xff\xff").unwrap_err().place, Place::Text(2, 3));
        assert_eq!(decode(b"\xff\xfea").unwrap_err().place, Place::Text(0, 2));
    }

    #[test]
    fn lines_end_as_on_any_system() {
        let text = "a\r\nb\rc\n\nd";
        let found: Vec<_> = lines(text).map(|line| (line.start, line.text)).collect();
        assert_eq!(found, [(0, "a"), (3, "b"), (5, "c"), (7, ""), (8, "d")]);
        assert_eq!([0, 1, 3, 5, 7, 8, 99].map(|byte| line_of(text, byte)), [1, 1, 2, 3, 4, 5, 5]);
        assert_eq!((lines("").count(), lines("\n").count(), line_of("", 0)), (0, 1, 1));
        assert_eq!(lines("\u{feff}a").map(|line| (line.start, line.text)).collect::<Vec<_>>(), [(3, "a")]);
    }

    #[test]
    fn full_width_characters_have_half_width_forms() {
        assert_eq!("９（ｖ＋　歩".chars().map(narrow).collect::<String>(), "9(v+ 歩");
    }
}

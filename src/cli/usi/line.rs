//! One line of input, whatever its bytes.

use std::io::{self, BufRead, Read};

/// Longest line that is read, in bytes; games of a thousand moves fit many times over.
const LONGEST: u64 = 1 << 16;

/// A line without its end.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Line {
    /// UTF-8 text.
    Text(String),
    /// Anything else, and what is wrong with it.
    Bad(&'static str),
}

impl Line {
    pub(super) fn is_quit(&self) -> bool {
        matches!(self, Self::Text(text) if text.trim() == "quit")
    }
}

/// The next line; `None` at the end of the input, or where it cannot be read.
pub(super) fn next(input: &mut impl BufRead) -> Option<Line> {
    let mut bytes = Vec::new();
    let read = input.by_ref().take(LONGEST).read_until(b'\n', &mut bytes).ok()?;
    if read == 0 {
        return None;
    }
    if bytes.last() != Some(&b'\n') && read as u64 == LONGEST {
        skip_line(input).ok()?;
        return Some(Line::Bad("line too long"));
    }
    Some(String::from_utf8(bytes).map_or(Line::Bad("line is not UTF-8 text"), Line::Text))
}

/// Reads on to the end of the line without keeping it.
fn skip_line(input: &mut impl BufRead) -> io::Result<()> {
    loop {
        let chunk = input.fill_buf()?;
        if chunk.is_empty() {
            return Ok(());
        }
        let end = chunk.iter().position(|&byte| byte == b'\n');
        let used = end.map_or(chunk.len(), |index| index + 1);
        input.consume(used);
        if end.is_some() {
            return Ok(());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn any_bytes_are_split_into_lines() {
        let mut bytes = b"usi\r\n\n\xff\xfe\n".to_vec();
        bytes.extend(vec![b'x'; 1 << 20]);
        bytes.extend(b"\n quit \nlast");
        let mut input = bytes.as_slice();
        let lines: Vec<Line> = std::iter::from_fn(|| next(&mut input)).collect();
        let text = |text: &str| Line::Text(text.to_owned());
        let bad = [Line::Bad("line is not UTF-8 text"), Line::Bad("line too long")];
        assert_eq!(lines[..2], [text("usi\r\n"), text("\n")]);
        assert_eq!(lines[2..4], bad);
        assert_eq!(lines[4..], [text(" quit \n"), text("last")]);
        assert!(lines[4].is_quit() && !lines[5].is_quit());
    }

    #[test]
    fn a_line_of_the_longest_length_is_read() {
        let longest = "y".repeat(LONGEST as usize - 1);
        let mut input = io::Cursor::new(format!("{longest}\nz"));
        assert_eq!(next(&mut input), Some(Line::Text(format!("{longest}\n"))));
        assert_eq!(next(&mut input), Some(Line::Text("z".to_owned())));
        assert_eq!(next(&mut input), None);
    }
}

//! Comma-separated values (RFC 4180), UTF-8, one line a report: a line end in a cell becomes a blank.

use super::columns::{Cell, TITLES, cells};
use super::{Asked, Report};
use std::io::{self, Write};

/// Writes the line of titles.
pub(super) fn write_titles(out: &mut impl Write) -> io::Result<()> {
    writeln!(out, "{}", TITLES.join(","))
}

/// Writes a report as a line.
pub(super) fn write(report: &Report, asked: &Asked, out: &mut impl Write) -> io::Result<()> {
    let cells = cells(report, asked).map(|cell| match cell {
        Cell::Empty => String::new(),
        Cell::Text(text) => quoted(&text),
        Cell::Number(number) => number.to_string(),
    });
    writeln!(out, "{}", cells.join(","))
}

/// A text as a cell, in quotes where it has to be.
fn quoted(text: &str) -> String {
    let text = text.replace(['\n', '\r'], " ");
    if text.contains([',', '"']) { format!("\"{}\"", text.replace('"', "\"\"")) } else { text }
}

/// The cells of a line; `None` if its quotes are not closed.
pub(super) fn parse(line: &str) -> Option<Vec<String>> {
    let mut cells = vec![String::new()];
    let mut letters = line.chars().peekable();
    let mut in_quotes = false;
    while let Some(letter) = letters.next() {
        let cell = cells.last_mut()?;
        match letter {
            '"' if in_quotes && letters.next_if_eq(&'"').is_some() => cell.push('"'),
            '"' => in_quotes = !in_quotes,
            ',' if !in_quotes => cells.push(String::new()),
            letter => cell.push(letter),
        }
    }
    (!in_quotes).then_some(cells)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_come_back_as_they_were() {
        let texts = ["", "plain", "a, b", "say \"mate\"", "\"", ",,", "詰将棋, \"馬\""];
        let line = texts.map(quoted).join(",");
        assert_eq!(parse(&line).unwrap(), texts);
        assert_eq!(quoted("two\r\nlines"), "two  lines");
        assert_eq!(parse("\"open"), None);
    }
}

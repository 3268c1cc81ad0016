//! Problem files: one problem a line, tab-separated, with a header line that names the columns
//! (`sfen outcome book raw name note`, in any order). A file without header holds the position alone, in its first column.

use thiserror::Error;

/// The right answer to a problem, as its file states it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Expected {
    /// The attacker mates.
    Mate,
    /// The attacker cannot mate.
    NoMate,
    /// The problem must be refused before any search.
    Illegal,
    /// Nobody knows.
    Unknown,
}

impl Expected {
    /// The word in the file.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Mate => "mate",
            Self::NoMate => "nomate",
            Self::Illegal => "illegal",
            Self::Unknown => "unknown",
        }
    }

    fn parse(word: &str) -> Option<Self> {
        [Self::Mate, Self::NoMate, Self::Illegal, Self::Unknown].into_iter().find(|known| known.as_str() == word)
    }
}

/// One problem of a file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Row {
    /// Line in the file, from 1.
    pub line: usize,
    /// The position, as written.
    pub sfen: String,
    /// The right answer, where the file has one.
    pub outcome: Option<Expected>,
    /// Length printed in books, in plies: useless interpositions left out.
    pub book: Option<u32>,
    /// Proved shortest length in plies, every legal interposition counted.
    pub raw: Option<u32>,
    /// What people call it.
    pub name: String,
}

/// Why a file cannot be read.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("line {line}: {message}")]
pub struct FileError {
    /// Line in the file, from 1.
    pub line: usize,
    /// A sentence for a person.
    pub message: String,
}

/// Reads a whole file.
///
/// # Errors
/// The first line that is not UTF-8, states an outcome that does not exist or a length that is no number.
pub fn parse(bytes: &[u8]) -> Result<Vec<Row>, FileError> {
    let mut columns = Columns::default();
    let mut rows = Vec::new();
    for (line, text) in lines(bytes) {
        let text = text.map_err(|message| FileError { line, message })?;
        match Columns::of_header(text) {
            Some(header) => columns = header,
            None => rows.push(columns.row(line, text).map_err(|message| FileError { line, message })?),
        }
    }
    Ok(rows)
}

/// The positions of a file with their line numbers, whatever its other columns hold; a line that is not UTF-8 gives a
/// sentence instead.
pub fn positions(bytes: &[u8]) -> Vec<(usize, Result<String, String>)> {
    let mut columns = Columns::default();
    let mut found = Vec::new();
    for (line, text) in lines(bytes) {
        match text.as_ref().ok().and_then(|text| Columns::of_header(text)) {
            Some(header) => columns = header,
            None => found.push((line, text.map(|text| columns.sfen(text).to_owned()))),
        }
    }
    found
}

/// The lines that hold something: neither blank nor a `#` comment.
fn lines(bytes: &[u8]) -> impl Iterator<Item = (usize, Result<&str, String>)> {
    let bytes = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
    let numbered = bytes.split(|&byte| byte == b'\n').zip(1..);
    numbered.filter(|(line, _)| !line.trim_ascii().is_empty() && !line.starts_with(b"#")).map(|(line, number)| {
        let text = std::str::from_utf8(line.strip_suffix(b"\r").unwrap_or(line));
        (number, text.map_err(|_| "the line is not UTF-8 text".to_owned()))
    })
}

/// Where each column stands; the default is a file without header.
#[derive(Default)]
struct Columns {
    sfen: usize,
    outcome: Option<usize>,
    book: Option<usize>,
    raw: Option<usize>,
    name: Option<usize>,
}

impl Columns {
    fn of_header(text: &str) -> Option<Self> {
        let find = |wanted: &str| text.split('\t').position(|title| title.trim() == wanted);
        let sfen = find("sfen")?;
        Some(Self { sfen, outcome: find("outcome"), book: find("book"), raw: find("raw"), name: find("name") })
    }

    fn sfen<'a>(&self, text: &'a str) -> &'a str {
        text.split('\t').nth(self.sfen).unwrap_or_default().trim()
    }

    fn row(&self, line: usize, text: &str) -> Result<Row, String> {
        let cells: Vec<&str> = text.split('\t').map(str::trim).collect();
        let cell = |column: Option<usize>| column.and_then(|index| cells.get(index)).copied().filter(|s| !s.is_empty());
        let number = |column| cell(column).map(length).transpose();
        let outcome = |word| Expected::parse(word).ok_or_else(|| format!("`{}` is no outcome", word.escape_debug()));
        Ok(Row {
            line,
            sfen: self.sfen(text).to_owned(),
            outcome: cell(self.outcome).map(outcome).transpose()?,
            book: number(self.book)?,
            raw: number(self.raw)?,
            name: cell(self.name).unwrap_or_default().to_owned(),
        })
    }
}

fn length(text: &str) -> Result<u32, String> {
    text.parse().map_err(|_| format!("`{}` is no length in plies", text.escape_debug()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_are_found_by_name() {
        let file = "\u{feff}raw\tname\tsfen\toutcome\r\n3\ta b\tK w - 1\tmate\r\n\n# talk\n\tc\tL b - 1\tillegal\n";
        let rows = parse(file.as_bytes()).unwrap();
        assert_eq!(
            rows,
            [
                Row {
                    line: 2,
                    sfen: "K w - 1".into(),
                    outcome: Some(Expected::Mate),
                    book: None,
                    raw: Some(3),
                    name: "a b".into()
                },
                Row {
                    line: 5,
                    sfen: "L b - 1".into(),
                    outcome: Some(Expected::Illegal),
                    name: "c".into(),
                    ..Row::default()
                },
            ]
        );
        let found: Vec<_> = positions(file.as_bytes()).into_iter().map(|(line, text)| (line, text.unwrap())).collect();
        assert_eq!(found, [(2, "K w - 1".to_owned()), (5, "L b - 1".to_owned())]);
    }

    #[test]
    fn a_file_without_header_holds_positions() {
        let rows = parse(b"a b - 1\tignored\nc").unwrap();
        assert_eq!(rows.iter().map(|row| row.sfen.as_str()).collect::<Vec<_>>(), ["a b - 1", "c"]);
        assert!(rows.iter().all(|row| row.outcome.is_none() && row.raw.is_none()));
    }

    #[test]
    fn faults_name_their_line() {
        assert_eq!(parse(b"sfen\toutcome\na\tmaet").unwrap_err().to_string(), "line 2: `maet` is no outcome");
        assert_eq!(parse(b"sfen\traw\n\na\t-3").unwrap_err().to_string(), "line 3: `-3` is no length in plies");
        assert_eq!(parse(b"a\n\xff").unwrap_err().to_string(), "line 2: the line is not UTF-8 text");
        let found = positions(b"sfen\toutcome\n\xff\na\tmaet");
        assert_eq!(found, [(2, Err("the line is not UTF-8 text".to_owned())), (3, Ok("a".to_owned()))]);
    }
}

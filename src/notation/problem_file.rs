//! Problem files: one problem a line, tab-separated, with a header line that names the columns
//! (`sfen outcome book raw name note`, in any order). A file without header holds the position alone, in its first column.

use super::text;
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
/// The first line that is no text, states an outcome that does not exist or a length that is no number.
pub fn parse(bytes: &[u8]) -> Result<Vec<Row>, FileError> {
    rows(bytes).collect()
}

/// The rows of a file one by one; a line that cannot be read does not end them.
pub fn rows(bytes: &[u8]) -> impl Iterator<Item = Result<Row, FileError>> {
    let mut reader = Reader::default();
    bytes.split(|&byte| byte == b'\n').zip(1..).filter_map(move |(text, line)| reader.row(line, text))
}

/// Reads a file line by line, and keeps nothing of it but what its header says.
#[derive(Debug, Default)]
pub struct Reader {
    columns: Columns,
}

impl Reader {
    /// The row of a line, whose number is `line`; `None` for a header, a comment (`#`) and a line with nothing in it.
    pub fn row(&mut self, line: usize, bytes: &[u8]) -> Option<Result<Row, FileError>> {
        self.read(line, bytes, Columns::row)
    }

    /// As [`Reader::row`], but without the outcome, whatever that column holds.
    pub fn problem(&mut self, line: usize, bytes: &[u8]) -> Option<Result<Row, FileError>> {
        self.read(line, bytes, Columns::problem)
    }

    fn read(&mut self, line: usize, bytes: &[u8], read: ReadRow) -> Option<Result<Row, FileError>> {
        let bytes = if line == 1 { bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes) } else { bytes };
        if bytes.starts_with(b"#") || bytes.trim_ascii().is_empty() {
            return None;
        }
        let fault = |message| FileError { line, message };
        let text = match text::decode_line(bytes) {
            Ok(text) => text,
            Err(error) => return Some(Err(fault(error.message))),
        };
        match Columns::of_header(&text) {
            Some(header) => self.columns = header,
            None if text.trim().is_empty() => {}
            None => return Some(read(&self.columns, line, &text).map_err(fault)),
        }
        None
    }
}

/// Reads a line with columns.
type ReadRow = fn(&Columns, usize, &str) -> Result<Row, String>;

/// Where each column stands; the default is a file without header.
#[derive(Debug, Default)]
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
        let outcome = |word| Expected::parse(word).ok_or_else(|| format!("`{}` is no outcome", word.escape_debug()));
        let outcome = cell(text, self.outcome).map(outcome).transpose()?;
        Ok(Row { outcome, ..self.problem(line, text)? })
    }

    fn problem(&self, line: usize, text: &str) -> Result<Row, String> {
        let number = |column| cell(text, column).map(length).transpose();
        Ok(Row {
            line,
            sfen: self.sfen(text).to_owned(),
            outcome: None,
            book: number(self.book)?,
            raw: number(self.raw)?,
            name: cell(text, self.name).unwrap_or_default().to_owned(),
        })
    }
}

/// What a column holds; `None` if nothing.
fn cell(text: &str, column: Option<usize>) -> Option<&str> {
    text.split('\t').nth(column?).map(str::trim).filter(|cell| !cell.is_empty())
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
        let no_text = "line 2: The text is neither UTF-8 nor Shift_JIS.";
        assert_eq!(parse(b"a\n\xff").unwrap_err().to_string(), no_text);
        let found: Vec<_> = rows(b"sfen\toutcome\n\xff\na\tmate").map(|row| row.map(|row| row.line)).collect();
        assert_eq!((found[0].as_ref().unwrap_err().to_string().as_str(), &found[1]), (no_text, &Ok(3)));
    }
}

//! Files of any notation, with one problem or many.

use super::record::Record;
use super::text::{self, decode, decode_beginning, line_ends};
use super::token::Token;
use super::{csa, jkf, kif, problem_file, usi};
use crate::shogi::{Color, Fault, FaultCode, Place};

/// What a file is written in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// One problem a line: SFEN, USI or the columns of [`problem_file`].
    Lines,
    /// KIF, KI2 and BOD.
    Kif,
    /// CSA.
    Csa,
    /// JKF.
    Jkf,
}

/// One problem of a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// The line it begins in, from 1.
    pub line: usize,
    /// What it says; why it cannot be read.
    pub record: Result<Record, Vec<Misread>>,
}

/// A fault and where it is in its file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Misread {
    /// The line, from 1; `None` if the place of the fault is not in the text.
    pub line: Option<usize>,
    /// The fault; a place in its text counts from the beginning of the problem's.
    pub fault: Fault,
}

impl Format {
    /// The format that a file's name tells by its ending; `None` for `.txt`, `.json` and others that tell nothing.
    pub fn of_name(name: &str) -> Option<Self> {
        let (_, extension) = name.rsplit_once('.')?;
        match extension.to_ascii_lowercase().as_str() {
            "sfen" | "usi" | "tsv" => Some(Self::Lines),
            "kif" | "kifu" | "ki2" | "ki2u" | "bod" => Some(Self::Kif),
            "csa" => Some(Self::Csa),
            "jkf" => Some(Self::Jkf),
            _ => None,
        }
    }

    /// The format that the beginning of a file tells; some kilobytes are enough. `None` where it tells nothing.
    pub fn of_content(beginning: &[u8]) -> Option<Self> {
        let text = decode_beginning(beginning);
        if text.trim_start().starts_with(['{', '[']) {
            return Some(Self::Jkf);
        }
        text::lines(&text).find_map(Self::of_line)
    }

    fn of_line(line: Token) -> Option<Self> {
        const CSA: [&str; 9] = ["V2", "V3", "'CSA", "PI", "P1-", "P1+", "P1 *", "P+00", "P-00"];
        let is_sfen = |cell: &str| cell.split([' ', '_', '\t']).any(|word| word.matches('/').count() == 8);
        let is_header = line.text.split('\t').any(|title| title.trim() == "sfen");
        if is_header || is_sfen(line.text) || line.text.contains("startpos") {
            return Some(Self::Lines);
        }
        if kif::is_telling(line) {
            return Some(Self::Kif);
        }
        CSA.iter().any(|begin| line.text.starts_with(begin)).then_some(Self::Csa)
    }
}

/// Reads files with one problem a line, line by line.
#[derive(Debug, Default)]
pub struct LineReader {
    rows: problem_file::Reader,
}

impl LineReader {
    /// The problem of a line, whose number is `line`; `None` for one that has none: empty, a comment or a header. The columns `book`
    /// and `raw` are two lengths.
    pub fn entry(&mut self, line: usize, bytes: &[u8]) -> Option<Entry> {
        let row = self.rows.problem(line, bytes)?;
        let malformed = |message| vec![Fault::new(FaultCode::MalformedText, Place::Whole, message)];
        let record = row.map_err(|error| malformed(error.message)).and_then(|row| {
            let usi::UsiPosition { setup, moves } = usi::parse_position(&row.sfen)?;
            Ok(Record { line: moves, title: row.name, length: row.book, raw: row.raw, ..Record::of(setup) })
        });
        let misread = |faults: Vec<Fault>| faults.into_iter().map(|fault| Misread { line: None, fault }).collect();
        Some(Entry { line, record: record.map_err(misread) })
    }
}

/// The problems of a file that has been read whole, one after another; each is read when it is asked for. `attacker` is the side
/// that mates, whatever the file says. A file without any gives none; one that is no text gives one entry that says so.
pub fn entries(format: Format, bytes: &[u8], attacker: Option<Color>) -> Entries {
    let text = match decode(bytes) {
        Ok(text) => text.into_owned(),
        Err(fault) => return Entries::unreadable(line_of_bytes(bytes, fault.place), fault),
    };
    let ranges = match format {
        Format::Lines => text::lines(&text).map(|line| (line.start, line.end())).collect(),
        Format::Kif => kif::records(&text),
        Format::Csa => csa::records(&text),
        Format::Jkf => match jkf::records(&text) {
            Ok(ranges) => ranges,
            Err(fault) => return Entries::unreadable(line_of_bytes(text.as_bytes(), fault.place), fault),
        },
    };
    let (next, at, ends, whole) = (0, 0, 0, None);
    Entries { format, text, ranges, attacker, next, at, ends, whole, lines: LineReader::default() }
}

fn line_of_bytes(bytes: &[u8], place: Place) -> Option<usize> {
    let Place::Text(byte, _) = place else { return None };
    Some(1 + line_ends(&bytes[..byte.min(bytes.len())]))
}

/// The problems of a file; see [`entries`].
#[derive(Debug)]
pub struct Entries {
    format: Format,
    text: String,
    /// The records' bytes in the text; with [`Format::Lines`] all lines'.
    ranges: Vec<(usize, usize)>,
    attacker: Option<Color>,
    /// Number of the range to be read next.
    next: usize,
    /// Where the last range began, and how many line ends are before it.
    at: usize,
    ends: usize,
    /// The only entry of a file that cannot be read at all.
    whole: Option<Entry>,
    lines: LineReader,
}

impl Entries {
    fn unreadable(line: Option<usize>, fault: Fault) -> Self {
        let record = Err(vec![Misread { line, fault }]);
        let whole = Some(Entry { line: line.unwrap_or(1), record });
        let (format, ranges, lines) = (Format::Kif, Vec::new(), LineReader::default());
        Self { format, text: String::new(), ranges, attacker: None, next: 0, at: 0, ends: 0, whole, lines }
    }

    /// How many problems there are: exactly, or the most there can be with [`Format::Lines`].
    pub fn most(&self) -> usize {
        self.ranges.len() + usize::from(self.whole.is_some())
    }

    fn entry(&mut self, (start, end): (usize, usize)) -> Option<Entry> {
        // Counted on from the last range: a file of many records is gone through once.
        self.ends += line_ends(&self.text.as_bytes()[self.at..start]);
        self.at = start;
        let (line, text) = (self.ends + 1, &self.text[start..end]);
        let record = match self.format {
            Format::Lines => return self.lines.entry(line, text.as_bytes()),
            Format::Kif => kif::parse(text, self.attacker),
            Format::Csa => csa::parse(text),
            Format::Jkf => jkf::parse(text),
        };
        let misread = |fault: Fault| {
            let in_text = line_of_bytes(text.as_bytes(), fault.place);
            Misread { line: in_text.map(|in_text| line - 1 + in_text), fault }
        };
        Some(Entry { line, record: record.map_err(|faults| faults.into_iter().map(misread).collect()) })
    }
}

impl Iterator for Entries {
    type Item = Entry;

    fn next(&mut self) -> Option<Entry> {
        if let Some(whole) = self.whole.take() {
            return Some(whole);
        }
        while let Some(&range) = self.ranges.get(self.next) {
            self.next += 1;
            if let Some(entry) = self.entry(range) {
                return Some(entry);
            }
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn formats_are_told_by_content() {
        for (text, format) in [
            ("# comment\n\n4k4/9/9/9/9/9/9/9/9 b - 1", Some(Format::Lines)),
            ("P1+P6/9/9/9/9/9/9/9/4k4 b - 1", Some(Format::Lines)),
            ("name\tsfen\n", Some(Format::Lines)),
            ("position startpos", Some(Format::Lines)),
            ("# ---- Kifu for Windows ----\n", Some(Format::Kif)),
            ("表題：x\n後手の持駒：なし\n", Some(Format::Kif)),
            ("| ・ ・", Some(Format::Kif)),
            ("手数----指手--\n", Some(Format::Kif)),
            ("\u{feff}▲７六歩 △３四歩", Some(Format::Kif)),
            ("'CSA encoding=UTF-8\n", Some(Format::Csa)),
            ("V2.2\n", Some(Format::Csa)),
            ("P1-KY", Some(Format::Csa)),
            ("P+00KI", Some(Format::Csa)),
            (" {\"moves\": []}", Some(Format::Jkf)),
            ("\u{feff}[\n", Some(Format::Jkf)),
            ("Read me first: nothing here", None),
            ("", None),
        ] {
            assert_eq!(Format::of_content(text.as_bytes()), format, "{text}");
        }
        let cut = &"後手の持駒：なし".as_bytes()[..20];
        assert_eq!(Format::of_content(cut), Some(Format::Kif));
    }

    #[test]
    fn formats_are_told_by_names() {
        assert_eq!(Format::of_name("a/b.c/X.KIF"), Some(Format::Kif));
        assert_eq!(Format::of_name("x.tsv"), Some(Format::Lines));
        assert_eq!([Format::of_name("x.txt"), Format::of_name("kif")], [None, None]);
    }

    #[test]
    fn book_and_raw_are_two_lengths() {
        let file = "sfen\tbook\traw\n4k4/9/9/9/9/9/9/9/9 b - 1\t3\t7\n4k4/9/9/9/9/9/9/9/9 b - 1\t\t7\n4k4/9/9/9/9/9/9/9/9 b - 1\t3\n";
        let lengths: Vec<_> = entries(Format::Lines, file.as_bytes(), None)
            .map(|entry| entry.record.map(|record| (record.length, record.raw)))
            .collect();
        assert_eq!(lengths, [Ok((Some(3), Some(7))), Ok((None, Some(7))), Ok((Some(3), None))]);
    }

    #[test]
    fn what_is_no_text_is_one_entry() {
        for format in [Format::Lines, Format::Kif, Format::Csa, Format::Jkf] {
            let found: Vec<Entry> = entries(format, b"a\n\xff\xff", None).collect();
            assert_eq!((found.len(), found[0].line), (1, 2));
            assert!(found[0].record.is_err());
        }
        assert_eq!(entries(Format::Kif, b" \n\r\n", None).count(), 0);
        let broken: Vec<Entry> = entries(Format::Jkf, b"[{},\n{]", None).collect();
        assert_eq!((broken.len(), broken[0].line), (1, 2));
    }
}

//! The file that a report is written to, and gone on with.

use super::columns::TITLES;
use super::fresh::Fresh;
#[cfg(feature = "parquet")]
use super::parquet::Columns;
use super::past::{Done, Past};
use super::{Asked, Report, csv, json, parts};
use crate::verify::Item;
use std::fs::{File, OpenOptions};
use std::io::{self, BufRead as _, BufReader, BufWriter, Write};
use std::ops::Range;
use std::path::Path;
use std::time::{Duration, Instant};

const NO_REPORT: &str = "it is not the line of a report";

/// How often what was written is given to the system, so that little is lost when the process is killed.
const FLUSHED: Duration = Duration::from_secs(1);

/// The form of a report.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// JSON Lines: one object a line.
    Json,
    /// Comma-separated values with a line of titles.
    Csv,
    /// Parquet, a file of columns. It cannot be gone on with. Where the program was built with the feature `parquet`.
    #[cfg(feature = "parquet")]
    Parquet,
}

impl Format {
    /// The form that a file's name asks for: `.csv`, `.parquet`, else JSON Lines.
    ///
    /// # Errors
    /// If this program does not write it.
    pub fn of(path: &Path) -> io::Result<Self> {
        let extension = path.extension().unwrap_or_default().to_ascii_lowercase();
        match extension.to_str() {
            Some("csv") => Ok(Self::Csv),
            #[cfg(feature = "parquet")]
            Some("parquet") => Ok(Self::Parquet),
            #[cfg(not(feature = "parquet"))]
            Some("parquet") => {
                let what = "Parquet is not written by this program: it was built without the feature `parquet`";
                Err(io::Error::other(format!("{}: {what}", path.display())))
            }
            _ => Ok(Self::Json),
        }
    }

    /// True if a report in it can be gone on with.
    pub const fn goes_on(self) -> bool {
        matches!(self, Self::Json | Self::Csv)
    }

    /// True if a line of a report may begin so.
    fn may_begin(self, part: &[u8], is_first: bool) -> bool {
        const OBJECT: &[u8] = b"{\"id\":";
        match self {
            Self::Json => part.starts_with(OBJECT) || OBJECT.starts_with(part),
            Self::Csv => !is_first || TITLES.join(",").as_bytes().starts_with(part),
            #[cfg(feature = "parquet")]
            Self::Parquet => false,
        }
    }

    fn past(self, line: &str) -> Option<Past> {
        match self {
            Self::Json => Past::of_json(line),
            Self::Csv => Past::of_csv(line),
            #[cfg(feature = "parquet")]
            Self::Parquet => None,
        }
    }
}

/// What the lines go to.
enum Sink<W: Write + Send> {
    Json(W),
    Csv(W),
    #[cfg(feature = "parquet")]
    Parquet(Box<Columns<W>>),
}

/// A report that is being written.
pub struct ReportFile<W: Write + Send> {
    sink: Sink<W>,
    /// True for CSV without its titles yet.
    wants_titles: bool,
    asked: Asked,
    flushed: Instant,
}

impl<W: Write + Send> ReportFile<W> {
    /// A report that begins here.
    ///
    /// # Errors
    /// Of the output.
    pub fn begin(out: W, format: Format, asked: Asked) -> io::Result<Self> {
        let sink = match format {
            Format::Json => Sink::Json(out),
            Format::Csv => Sink::Csv(out),
            #[cfg(feature = "parquet")]
            Format::Parquet => Sink::Parquet(Box::new(Columns::new(out)?)),
        };
        Ok(Self { sink, wants_titles: format == Format::Csv, asked, flushed: Instant::now() })
    }

    /// Adds a line.
    ///
    /// # Errors
    /// Of the output.
    pub fn write(&mut self, report: &Report) -> io::Result<()> {
        self.write_titles()?;
        match &mut self.sink {
            Sink::Json(out) => json::write(report, &self.asked, out)?,
            Sink::Csv(out) => csv::write(report, &self.asked, out)?,
            #[cfg(feature = "parquet")]
            Sink::Parquet(columns) => return columns.write(report, &self.asked),
        }
        if self.flushed.elapsed() >= FLUSHED {
            self.flushed = Instant::now();
            self.flush()?;
        }
        Ok(())
    }

    fn write_titles(&mut self) -> io::Result<()> {
        match &mut self.sink {
            Sink::Csv(out) if std::mem::take(&mut self.wants_titles) => csv::write_titles(out),
            _ => Ok(()),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        match &mut self.sink {
            Sink::Json(out) | Sink::Csv(out) => out.flush(),
            #[cfg(feature = "parquet")]
            Sink::Parquet(_) => Ok(()),
        }
    }

    /// Gives all of it to the system.
    ///
    /// # Errors
    /// Of the output.
    pub fn end(mut self) -> io::Result<()> {
        self.write_titles()?;
        self.flush()?;
        match self.sink {
            Sink::Json(_) | Sink::Csv(_) => Ok(()),
            #[cfg(feature = "parquet")]
            Sink::Parquet(columns) => columns.end(),
        }
    }
}

impl ReportFile<BufWriter<Fresh>> {
    /// A new report in this file. What is in it goes if `overwrites`.
    ///
    /// # Errors
    /// Of the file, by its name; if there is something in it that is to stay.
    pub fn create(path: &Path, asked: Asked, overwrites: bool) -> io::Result<Self> {
        let named = |error: io::Error| io::Error::new(error.kind(), format!("{}: {error}", path.display()));
        let format = Format::of(path)?;
        let file = OpenOptions::new().create(true).truncate(false).write(true).open(path).map_err(named)?;
        let there = file.metadata().map_err(named)?;
        if !overwrites && there.len() > 0 {
            let what = "there is something in it: --resume goes on with a report, --overwrite begins anew";
            return Err(named(io::Error::new(io::ErrorKind::AlreadyExists, what)));
        }
        // What is no file, such as a pipe, has nothing to be cleared of.
        let fresh = Fresh::new(file, !there.is_file());
        Self::begin(BufWriter::new(fresh), format, asked)
    }

    /// Goes on with the report in this file, if there is one: `note` hears of each of its lines. A last line that was not written to
    /// its end is taken back, and so is what failed or could not be read, which is to be done again. Also what tells ids that have a line.
    ///
    /// # Errors
    /// Of the file; if a line of it is not of a report, or of one that was asked in another way. The file is left as it is then.
    pub fn resume(
        path: &Path,
        asked: Asked,
        note: &mut dyn FnMut(&Past),
    ) -> io::Result<(Self, impl Fn(&Item) -> bool + Send + use<>)> {
        let mut done = Done::default();
        let format = Format::of(path)?;
        if !format.goes_on() {
            let what = "a Parquet file cannot be gone on with";
            return Err(io::Error::other(format!("{}: {what}", path.display())));
        }
        let kept = if path.exists() {
            read(path, format, |past| note_past(&past, &asked, &mut done, note))?
        } else {
            Vec::new()
        };
        done.sort();
        parts::keep(path, &kept)?;
        let file = OpenOptions::new().create(true).append(true).open(path)?;
        let mut report = Self::begin(BufWriter::new(Fresh::new(file, true)), format, asked)?;
        report.wants_titles &= kept.is_empty();
        Ok((report, move |item: &Item| done.has(item)))
    }
}

/// Whether the line is kept; a sentence if the report is another.
fn note_past(past: &Past, asked: &Asked, done: &mut Done, note: &mut dyn FnMut(&Past)) -> Result<bool, String> {
    if past.check != asked.check().depth.as_str() {
        return Err(format!("it was made with --check {}", past.check));
    }
    if past.asked != asked.fingerprint() {
        let what = "it was made with other options, or by another version: go on with those, or write to another file";
        return Err(what.to_owned());
    }
    let is_kept = !is_done_again(past);
    if is_kept {
        done.note(past.key);
        note(past);
    }
    Ok(is_kept)
}

/// True for what may be otherwise now: an answer that failed, an item that could not be read.
fn is_done_again(past: &Past) -> bool {
    matches!(past.outcome, "failed" | "invalid")
}

/// Reads a report, and tells which parts of it, in bytes, are whole lines that are kept.
fn read(
    path: &Path,
    format: Format,
    mut note: impl FnMut(Past) -> Result<bool, String>,
) -> io::Result<Vec<Range<u64>>> {
    let mut lines = BufReader::new(File::open(path)?);
    let (mut kept, mut end, mut line) = (Vec::new(), 0, Vec::new());
    let mut number = 0_u64;
    loop {
        number += 1;
        line.clear();
        let start = end;
        end += lines.read_until(b'\n', &mut line)? as u64;
        let fault = |what: &str| io::Error::other(format!("{}: line {number}: {what}", path.display()));
        if line.last() != Some(&b'\n') {
            // The end of a run that was killed is taken back, and nothing else.
            break if format.may_begin(&line, number == 1) { Ok(kept) } else { Err(fault(NO_REPORT)) };
        }
        let is_title = number == 1 && format == Format::Csv;
        if is_title && line.trim_ascii_end() != TITLES.join(",").as_bytes() {
            break Err(fault("its columns are not those of a report, or of one by another version"));
        }
        let is_kept = is_title || {
            let text = std::str::from_utf8(&line).ok().map(|text| text.trim_end_matches(['\r', '\n']));
            let past = text.and_then(|text| format.past(text)).ok_or_else(|| fault(NO_REPORT))?;
            note(past).map_err(|what| fault(&what))?
        };
        if is_kept {
            parts::add(&mut kept, start..end);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::verify::report::Body;
    use crate::verify::{Check, Depth, Reason, Stated};

    fn asked(how: &str) -> Asked {
        Asked::new(Check::at(Depth::Raw), how)
    }

    fn stated() -> Stated {
        let setup = crate::notation::sfen::parse("4k4/9/4P4/9/9/9/9/9/9 b G2r2b3g4s4n4l17p 1").unwrap();
        Stated::of(crate::solver::Problem::new(&setup, None).unwrap())
    }

    fn report(id: &str, body: Body) -> Report {
        Report { id: id.to_owned(), same_as: None, body }
    }

    fn done(id: &str) -> Report {
        report(id, Body::Duplicate(stated()))
    }

    /// What is to be done again: an answer that failed, for ids that are vowels, or else an item that could not be read.
    fn failed(id: &str) -> Report {
        let unread = Reason::new(Reason::FILE, "There is none.");
        let is_vowel = "ae".contains(id);
        let body =
            if is_vowel { Body::Failed("It failed.".to_owned(), stated()) } else { Body::Invalid(unread.into()) };
        report(id, body)
    }

    /// A report in a file of a test's own: of the items a to e those in `failed` have failed.
    fn written(name: &str, failed: &str) -> std::path::PathBuf {
        let path = std::env::temp_dir().join(format!("tsumi-report-{}-{name}", std::process::id()));
        let mut file = ReportFile::create(&path, asked(""), true).unwrap();
        for id in ["a", "b", "c", "d", "e"] {
            file.write(&if failed.contains(id) { self::failed(id) } else { done(id) }).unwrap();
        }
        file.end().unwrap();
        path
    }

    /// Its lines, sorted. It is gone then.
    fn lines(path: &Path) -> Vec<String> {
        let text = std::fs::read_to_string(path).unwrap();
        std::fs::remove_file(path).unwrap();
        let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
        lines.sort_unstable();
        lines
    }

    #[test]
    fn what_failed_or_could_not_be_read_is_taken_back_and_done_again() {
        for (index, failed) in ["", "a", "e", "bd", "abcde"].into_iter().enumerate() {
            for extension in ["jsonl", "csv"] {
                let path = written(&format!("{index}.{extension}"), failed);
                let mut noted = String::new();
                let resumed = ReportFile::resume(&path, asked(""), &mut |past| noted += &past.id);
                let (mut file, is_done) = resumed.unwrap();
                let left: String = "abcde".chars().filter(|&id| !failed.contains(id)).collect();
                assert_eq!(noted, left);
                for id in ["a", "b", "c", "d", "e"] {
                    let item = Item { id: id.to_owned(), stated: Ok(stated()) };
                    assert_eq!(is_done(&item), !failed.contains(id));
                    if failed.contains(id) {
                        file.write(&done(id)).unwrap();
                    }
                }
                file.end().unwrap();
                let other = written(&format!("{index}-whole.{extension}"), "");
                assert_eq!(lines(&path), lines(&other), "{failed} {extension}");
            }
        }
    }

    #[test]
    fn what_is_no_report_is_left_as_it_is() {
        let titles = TITLES.join(",");
        for (name, before, is_report) in [
            ("text.jsonl", "hours of work", false),
            ("object.jsonl", "{\"name\":1}", false),
            ("torn.jsonl", "{\"id\":\"a", true),
            ("shorter.jsonl", "{\"i", true),
            ("text.csv", "my notes, one line\n", false),
            ("rest.csv", "my notes", false),
            ("fewer.csv", "id,outcome\n", false),
            ("titles.csv", &titles[..30], true),
        ] {
            let path = std::env::temp_dir().join(format!("tsumi-no-report-{}-{name}", std::process::id()));
            std::fs::write(&path, before).unwrap();
            let resumed = ReportFile::resume(&path, asked(""), &mut |_| {}).map(drop);
            assert_eq!(resumed.is_ok(), is_report, "{name}");
            let expected = if is_report { "" } else { before };
            assert_eq!(std::fs::read_to_string(&path).unwrap(), expected, "{name}");
            std::fs::remove_file(&path).unwrap();
        }
    }

    #[test]
    fn nothing_goes_before_something_comes() {
        for name in ["fresh.jsonl", "fresh.csv"] {
            let path = written(name, "");
            let before = std::fs::read(&path).unwrap();
            drop(ReportFile::create(&path, asked(""), true).unwrap());
            assert_eq!(std::fs::read(&path).unwrap(), before, "a run that failed before its first item");
            ReportFile::create(&path, asked(""), true).unwrap().end().unwrap();
            assert!(lines(&path).len() < 2, "a run without items");
        }
    }

    #[test]
    fn a_report_that_was_asked_in_another_way_is_left_as_it_is() {
        let path = written("other.jsonl", "b");
        let before = std::fs::read(&path).unwrap();
        let refused = ReportFile::resume(&path, asked("every duplicate"), &mut |_| {}).map(drop).unwrap_err();
        assert!(refused.to_string().contains("line 1: it was made with other options"), "{refused}");
        assert_eq!(std::fs::read(&path).unwrap(), before);
        std::fs::remove_file(&path).unwrap();
    }
}

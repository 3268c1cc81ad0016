//! The file that a report is written to, and gone on with.

use super::past::{Ids, Past};
use super::{Report, csv, json};
use crate::verify::Check;
use std::fs::{File, OpenOptions};
use std::io::{self, BufRead as _, BufReader, BufWriter, Write};
use std::path::Path;
use std::time::{Duration, Instant};

/// How often what was written is given to the system, so that little is lost when the process is killed.
const FLUSHED: Duration = Duration::from_secs(1);

/// The form of a report.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// JSON Lines: one object a line.
    Json,
    /// Comma-separated values with a line of titles.
    Csv,
}

impl Format {
    /// The form that a file's name asks for: CSV where it ends so, else JSON Lines.
    pub fn of(path: &Path) -> Self {
        let is_csv = path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("csv"));
        if is_csv { Self::Csv } else { Self::Json }
    }

    fn past(self, line: &str) -> Option<Past> {
        match self {
            Self::Json => Past::of_json(line),
            Self::Csv => Past::of_csv(line),
        }
    }
}

/// A report that is being written.
pub struct ReportFile<W: Write> {
    out: W,
    format: Format,
    check: Check,
    flushed: Instant,
}

impl<W: Write> ReportFile<W> {
    /// A report that begins here.
    ///
    /// # Errors
    /// Of the output.
    pub fn begin(mut out: W, format: Format, check: Check) -> io::Result<Self> {
        if format == Format::Csv {
            csv::write_titles(&mut out)?;
        }
        Ok(Self { out, format, check, flushed: Instant::now() })
    }

    /// Adds a line.
    ///
    /// # Errors
    /// Of the output.
    pub fn write(&mut self, report: &Report) -> io::Result<()> {
        match self.format {
            Format::Json => json::write(report, &self.check, &mut self.out)?,
            Format::Csv => csv::write(report, &self.check, &mut self.out)?,
        }
        if self.flushed.elapsed() >= FLUSHED {
            self.flushed = Instant::now();
            self.out.flush()?;
        }
        Ok(())
    }

    /// Gives all of it to the system.
    ///
    /// # Errors
    /// Of the output.
    pub fn end(mut self) -> io::Result<()> {
        self.out.flush()
    }
}

impl ReportFile<BufWriter<File>> {
    /// A new report in this file; what was in it is gone.
    ///
    /// # Errors
    /// Of the file.
    pub fn create(path: &Path, check: Check) -> io::Result<Self> {
        Self::begin(BufWriter::new(File::create(path)?), Format::of(path), check)
    }

    /// Goes on with the report in this file, if there is one: `note` hears of each of its lines. A last line that was not written to
    /// its end is taken back. Also what tells ids that have a line.
    ///
    /// # Errors
    /// Of the file; if a line of it is not of a report, or of one of another depth.
    pub fn resume(
        path: &Path,
        check: Check,
        note: &mut dyn FnMut(&Past),
    ) -> io::Result<(Self, impl Fn(&str) -> bool + Send + use<>)> {
        let mut ids = Ids::default();
        let format = Format::of(path);
        let whole =
            if path.exists() { read(path, format, |past| note_past(&past, &check, &mut ids, note))? } else { 0 };
        ids.sort();
        let file = OpenOptions::new().create(true).truncate(false).write(true).open(path)?;
        file.set_len(whole)?;
        let out = BufWriter::new(OpenOptions::new().append(true).open(path)?);
        let report = if whole == 0 {
            Self::begin(out, format, check)?
        } else {
            Self { out, format, check, flushed: Instant::now() }
        };
        Ok((report, move |id: &str| ids.has(id)))
    }
}

fn note_past(past: &Past, check: &Check, ids: &mut Ids, note: &mut dyn FnMut(&Past)) -> Result<(), String> {
    if past.check != check.depth.as_str() {
        return Err(format!("it was made with --check {}", past.check));
    }
    ids.note(&past.id);
    note(past);
    Ok(())
}

/// Reads a report, and tells how many bytes of it are whole lines.
fn read(path: &Path, format: Format, mut note: impl FnMut(Past) -> Result<(), String>) -> io::Result<u64> {
    let mut lines = BufReader::new(File::open(path)?);
    let (mut whole, mut line) = (0, Vec::new());
    for number in 1.. {
        line.clear();
        let length = lines.read_until(b'\n', &mut line)?;
        if line.last() != Some(&b'\n') {
            break;
        }
        let fault = |what: &str| io::Error::other(format!("{}: line {number}: {what}", path.display()));
        let is_title = number == 1 && format == Format::Csv;
        if !is_title {
            let text = std::str::from_utf8(&line).ok().map(|text| text.trim_end_matches(['\r', '\n']));
            let past =
                text.and_then(|text| format.past(text)).ok_or_else(|| fault("it is not the line of a report"))?;
            note(past).map_err(|what| fault(&what))?;
        }
        whole += length as u64;
    }
    Ok(whole)
}

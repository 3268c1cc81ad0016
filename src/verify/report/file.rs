//! The file that a report is written to, and gone on with.

#[cfg(feature = "parquet")]
use super::parquet::Columns;
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
    check: Check,
    flushed: Instant,
}

impl<W: Write + Send> ReportFile<W> {
    /// A report that begins here.
    ///
    /// # Errors
    /// Of the output.
    pub fn begin(mut out: W, format: Format, check: Check) -> io::Result<Self> {
        let sink = match format {
            Format::Json => Sink::Json(out),
            Format::Csv => {
                csv::write_titles(&mut out)?;
                Sink::Csv(out)
            }
            #[cfg(feature = "parquet")]
            Format::Parquet => Sink::Parquet(Box::new(Columns::new(out)?)),
        };
        Ok(Self { sink, check, flushed: Instant::now() })
    }

    /// Adds a line.
    ///
    /// # Errors
    /// Of the output.
    pub fn write(&mut self, report: &Report) -> io::Result<()> {
        match &mut self.sink {
            Sink::Json(out) => json::write(report, &self.check, out)?,
            Sink::Csv(out) => csv::write(report, &self.check, out)?,
            #[cfg(feature = "parquet")]
            Sink::Parquet(columns) => return columns.write(report, &self.check),
        }
        if self.flushed.elapsed() >= FLUSHED {
            self.flushed = Instant::now();
            self.flush()?;
        }
        Ok(())
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
        self.flush()?;
        match self.sink {
            Sink::Json(_) | Sink::Csv(_) => Ok(()),
            #[cfg(feature = "parquet")]
            Sink::Parquet(columns) => columns.end(),
        }
    }
}

impl ReportFile<BufWriter<File>> {
    /// A new report in this file; what was in it is gone.
    ///
    /// # Errors
    /// Of the file.
    pub fn create(path: &Path, check: Check) -> io::Result<Self> {
        let format = Format::of(path)?;
        Self::begin(BufWriter::new(File::create(path)?), format, check)
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
        let format = Format::of(path)?;
        #[cfg(feature = "parquet")]
        if format == Format::Parquet {
            let what = "a Parquet file cannot be gone on with";
            return Err(io::Error::other(format!("{}: {what}", path.display())));
        }
        let whole =
            if path.exists() { read(path, format, |past| note_past(&past, &check, &mut ids, note))? } else { 0 };
        ids.sort();
        let file = OpenOptions::new().create(true).truncate(false).write(true).open(path)?;
        file.set_len(whole)?;
        let out = BufWriter::new(OpenOptions::new().append(true).open(path)?);
        let report = if format == Format::Csv && whole > 0 {
            // Its titles are there.
            Self { sink: Sink::Csv(out), check, flushed: Instant::now() }
        } else {
            Self::begin(out, format, check)?
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

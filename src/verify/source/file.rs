//! What a file holds.

use super::LARGEST_FILE;
use super::archive;
use super::lines::{LONGEST, Lines};
use super::sink::{Flow, Sink};
use crate::notation::collection::{self, Format, LineReader};
use crate::verify::item::Reason;
use std::fs::File;
use std::io::{self, BufRead, BufReader, Cursor, Read};
use std::path::Path;

/// Bytes that are looked at to find out what a file is.
const BEGINNING: u64 = 8 << 10;

/// A file, or what takes its place.
pub(super) struct Source<'a> {
    /// What its items are called.
    pub(super) name: &'a str,
    /// True if somebody named it: then it has to hold problems.
    pub(super) is_named: bool,
    /// True within an archive: archives in archives are not opened.
    pub(super) is_packed: bool,
}

/// A file that somebody named.
pub(super) fn of_path(path: &Path, name: &str, sink: &Sink) -> Flow {
    open(path, &Source { name, is_named: true, is_packed: false }, sink)
}

/// A file of a folder, passed over if it is text without problems.
pub(super) fn of_path_if_any(path: &Path, name: &str, sink: &Sink) -> Flow {
    open(path, &Source { name, is_named: false, is_packed: false }, sink)
}

/// A stream that somebody named.
pub(super) fn of_stream(name: &str, reader: &mut dyn Read, sink: &Sink) -> Flow {
    Source { name, is_named: true, is_packed: false }.read(reader, sink)
}

/// True for the names of files that are looked at in folders and archives.
pub(super) fn may_hold_problems(name: &str) -> bool {
    let name = name.to_ascii_lowercase();
    let by_ending = [".txt", ".json", ".zip", ".gz"].iter().any(|ending| name.ends_with(ending));
    by_ending || Format::of_name(&name).is_some()
}

fn open(path: &Path, source: &Source, sink: &Sink) -> Flow {
    let opened = File::open(path).and_then(|mut file| Ok((archive::is_zip(&mut file)?, file)));
    match opened {
        Ok((true, file)) => archive::read_zip(source, BufReader::new(file), sink),
        Ok((false, mut file)) => source.read(&mut file, sink),
        Err(error) => sink.fail(source.name, Reason::FILE, error),
    }
}

impl Source<'_> {
    /// Reads it whatever it is. (The reader is no type parameter: archives would make ever longer ones.)
    pub(super) fn read(&self, reader: &mut dyn Read, sink: &Sink) -> Flow {
        let mut beginning = Vec::new();
        if let Err(error) = (&mut *reader).take(BEGINNING).read_to_end(&mut beginning) {
            return self.failed(&error, sink);
        }
        let packing = archive::Packing::of(&beginning);
        let mut whole = Cursor::new(beginning.clone()).chain(reader);
        match packing {
            Some(_) if self.is_packed => {
                sink.fail(self.name, Reason::FILE, "an archive within an archive is not opened")
            }
            Some(packing) => packing.read(self, &mut whole, sink),
            None => self.plain(&beginning, BufReader::new(whole), sink),
        }
    }

    fn plain(&self, beginning: &[u8], reader: impl BufRead, sink: &Sink) -> Flow {
        match Format::of_content(beginning).or_else(|| Format::of_name(self.name.trim_end_matches(".gz"))) {
            None if !self.is_named => {
                sink.passed_over.note(self.name);
                Ok(())
            }
            // UTF-16 has no lines before it is decoded.
            None | Some(Format::Lines) if !matches!(beginning, [0xff, 0xfe, ..] | [0xfe, 0xff, ..]) => {
                self.lines(reader, sink)
            }
            format => self.records(format.unwrap_or(Format::Lines), reader, sink),
        }
    }

    /// One problem a line.
    fn lines(&self, reader: impl BufRead, sink: &Sink) -> Flow {
        let (mut lines, mut problems) = (Lines::of(reader), LineReader::default());
        let mut is_empty = true;
        loop {
            let line = match lines.next() {
                Ok(Some(line)) => line.to_vec(),
                Ok(None) => return if is_empty { self.nothing(sink) } else { Ok(()) },
                Err(error) => return self.failed(&error, sink),
            };
            let id = || format!("{}:{}", self.name, lines.number);
            if line.len() > LONGEST {
                sink.fail(&id(), Reason::TOO_LARGE, format!("the line is longer than {LONGEST} bytes"))?;
            } else if let Some(entry) = problems.entry(lines.number, &line) {
                sink.line(id(), entry)?;
            } else {
                continue;
            }
            is_empty = false;
        }
    }

    /// Records of several lines each.
    fn records(&self, format: Format, reader: impl Read, sink: &Sink) -> Flow {
        let bytes = match whole(reader) {
            Ok(bytes) => bytes,
            Err(error) => return self.failed(&error, sink),
        };
        let entries = collection::entries(format, &bytes, sink.reading.attacker);
        drop(bytes);
        let most = entries.most();
        if most == 0 {
            return self.nothing(sink);
        }
        entries.zip(1..).try_for_each(|(entry, number): (_, usize)| match (format, most) {
            (Format::Lines, _) => sink.line(format!("{}:{}", self.name, entry.line), entry),
            (_, 1) => sink.record(self.name.to_owned(), entry),
            _ => sink.record(format!("{}#{number}", self.name), entry),
        })
    }

    fn failed(&self, error: &io::Error, sink: &Sink) -> Flow {
        let is_too_large = error.kind() == io::ErrorKind::FileTooLarge;
        sink.fail(self.name, if is_too_large { Reason::TOO_LARGE } else { Reason::FILE }, error)
    }

    fn nothing(&self, sink: &Sink) -> Flow {
        sink.fail(self.name, Reason::NO_PROBLEM, "there is no position in it")
    }
}

/// All bytes of a reader that are not too many.
pub(super) fn whole(reader: impl Read) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    reader.take(LARGEST_FILE + 1).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > LARGEST_FILE {
        let message = format!("it is larger than {} MiB", LARGEST_FILE >> 20);
        return Err(io::Error::new(io::ErrorKind::FileTooLarge, message));
    }
    Ok(bytes)
}

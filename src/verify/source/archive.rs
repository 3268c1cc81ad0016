//! Zip archives and gzip files.
//!
//! What an archive may unfold to is bounded ([`LARGEST_WHOLE`]), and so is the number of its entries ([`MOST_ENTRIES`]). Nothing is
//! written to disk, so an entry's name can do no harm.

use super::file::{Source, may_hold_problems, whole};
use super::sink::{Flow, Sink};
use crate::notation::text;
use crate::verify::item::Reason;
use flate2::read::MultiGzDecoder;
use std::fs::File;
use std::io::{self, Cursor, Read, Seek, SeekFrom};
use zip::ZipArchive;

/// Bytes that an archive unfolds to, at most.
const LARGEST_WHOLE: u64 = 8 << 30;
/// Entries of an archive, at most.
const MOST_ENTRIES: usize = 200_000;

/// How something is packed.
#[derive(Clone, Copy)]
pub(super) enum Packing {
    Gzip,
    Zip,
}

impl Packing {
    /// What the first bytes tell.
    pub(super) fn of(beginning: &[u8]) -> Option<Self> {
        match beginning {
            [0x1f, 0x8b, ..] => Some(Self::Gzip),
            [b'P', b'K', 3, 4, ..] | [b'P', b'K', 5, 6, ..] => Some(Self::Zip),
            _ => None,
        }
    }

    /// Unpacks a stream. A zip archive is held whole, because its directory stands at its end.
    pub(super) fn read(self, source: &Source, reader: &mut dyn Read, sink: &Sink) -> Flow {
        match self {
            Self::Gzip => read_gzip(source, reader, sink),
            Self::Zip => match whole(reader) {
                Ok(bytes) => read_zip(source, Cursor::new(bytes), sink),
                Err(error) => sink.fail(source.name, Reason::FILE, error),
            },
        }
    }
}

/// True if the file is a zip archive; it is left at its beginning.
pub(super) fn is_zip(file: &mut File) -> io::Result<bool> {
    // What cannot be gone back in, such as a pipe, is read as a stream.
    if file.stream_position().is_err() {
        return Ok(false);
    }
    let mut beginning = Vec::new();
    file.by_ref().take(4).read_to_end(&mut beginning)?;
    file.seek(SeekFrom::Start(0))?;
    Ok(matches!(Packing::of(&beginning), Some(Packing::Zip)))
}

/// A gzip file is called what it is called; for its format the ending before `.gz` counts.
fn read_gzip(source: &Source, reader: &mut dyn Read, sink: &Sink) -> Flow {
    let mut left = LARGEST_WHOLE;
    let mut unpacked = Bounded { reader: MultiGzDecoder::new(reader), left: &mut left };
    Source { is_packed: true, ..*source }.read(&mut unpacked, sink)
}

/// Reads the entries of an archive that may hold problems, by name.
pub(super) fn read_zip(&Source { name, is_named, .. }: &Source, reader: impl Read + Seek, sink: &Sink) -> Flow {
    let mut archive = match ZipArchive::new(reader) {
        Ok(archive) => archive,
        Err(error) => return sink.fail(name, Reason::FILE, error),
    };
    if archive.len() > MOST_ENTRIES {
        return sink.fail(name, Reason::TOO_LARGE, format!("it has more than {MOST_ENTRIES} entries"));
    }
    let mut entries: Vec<(String, usize)> =
        (0..archive.len()).filter_map(|index| entry_name(&mut archive, index)).collect();
    entries.sort();
    entries.retain(|(entry, _)| {
        let is_wanted = may_hold_problems(entry.rsplit('/').next().unwrap_or_default());
        if !is_wanted {
            sink.passed_over.note(&format!("{name}/{entry}"));
        }
        is_wanted
    });
    if entries.is_empty() && is_named {
        return sink.fail(name, Reason::NO_PROBLEM, "there is no file in it that may hold problems");
    }
    let mut left = LARGEST_WHOLE;
    entries.iter().try_for_each(|(entry, index)| {
        let name = format!("{name}/{entry}");
        match archive.by_index(*index) {
            Ok(file) => {
                let source = Source { name: &name, is_named: false, is_packed: true };
                source.read(&mut Bounded { reader: file, left: &mut left }, sink)
            }
            Err(error) => sink.fail(&name, Reason::FILE, error),
        }
    })
}

/// The name of an entry with its number, if it is a file that is not hidden. Old archivers of Japan write names in `Shift_JIS`.
fn entry_name(archive: &mut ZipArchive<impl Read + Seek>, index: usize) -> Option<(String, usize)> {
    let file = archive.by_index_raw(index).ok()?;
    let raw = file.name_raw();
    let name = text::decode(raw).unwrap_or_else(|_| String::from_utf8_lossy(raw)).replace('\\', "/");
    let own = name.rsplit('/').next().unwrap_or_default();
    let is_hidden = own.starts_with('.') || name.starts_with("__MACOSX/");
    (!own.is_empty() && !is_hidden).then_some((name, index))
}

/// A reader of what is packed that ends in an error when it unfolds to too much.
struct Bounded<'a, R> {
    reader: R,
    /// Bytes that the whole archive may still unfold to.
    left: &'a mut u64,
}

impl<R: Read> Read for Bounded<'_, R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = self.reader.read(buffer)?;
        let Some(left) = self.left.checked_sub(read as u64) else {
            let message = format!("the archive unfolds to more than {} GiB", LARGEST_WHOLE >> 30);
            return Err(io::Error::new(io::ErrorKind::FileTooLarge, message));
        };
        *self.left = left;
        Ok(read)
    }
}

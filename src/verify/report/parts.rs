//! Parts of a file, in bytes, that stay while the rest of it goes.

use std::fs::{File, OpenOptions};
use std::io::{self, BufWriter, Read as _, Seek as _, SeekFrom};
use std::ops::Range;
use std::path::Path;

/// Adds a part behind the others, as one with the last where they meet.
pub(super) fn add(parts: &mut Vec<Range<u64>>, part: Range<u64>) {
    match parts.last_mut() {
        Some(last) if last.end == part.start => last.end = part.end,
        _ => parts.push(part),
    }
}

/// Leaves nothing in a file but these parts of it. A report is whole at any time: it is written anew where something within it goes.
pub(super) fn keep(path: &Path, parts: &[Range<u64>]) -> io::Result<()> {
    if let [] | [Range { start: 0, .. }] = parts {
        let file = OpenOptions::new().create(true).truncate(false).write(true).open(path)?;
        return file.set_len(parts.first().map_or(0, |part| part.end));
    }
    // Where a link leads, so that it stays one.
    let path = &path.canonicalize()?;
    let beside = path.with_added_extension("part");
    let mut file = File::open(path)?;
    let mut out = BufWriter::new(File::create(&beside)?);
    for part in parts {
        file.seek(SeekFrom::Start(part.start))?;
        io::copy(&mut (&mut file).take(part.end - part.start), &mut out)?;
    }
    out.into_inner().map_err(io::IntoInnerError::into_error)?.sync_all()?;
    std::fs::rename(beside, path)
}

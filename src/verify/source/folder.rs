//! Folders.

use super::file;
use super::sink::{Flow, Sink};
use crate::verify::item::Reason;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

/// Folders within folders, at most.
const DEEPEST: usize = 32;

/// Reads all files that may hold problems, by name, folders among them where their name stands.
pub(super) fn read(path: &Path, name: &str, sink: &Sink) -> Flow {
    Walk { sink, depth: 0 }.folder(path, name.trim_end_matches('/'))
}

struct Walk<'a> {
    sink: &'a Sink,
    depth: usize,
}

impl Walk<'_> {
    fn folder(&self, path: &Path, name: &str) -> Flow {
        if self.depth > DEEPEST {
            return self.sink.fail(name, Reason::TOO_LARGE, format!("more than {DEEPEST} folders within each other"));
        }
        match sorted(path) {
            Ok(entries) => entries.iter().try_for_each(|entry| self.entry(entry, name)),
            Err(error) => self.sink.fail(name, Reason::FILE, error),
        }
    }

    fn entry(&self, path: &Path, folder: &str) -> Flow {
        let own = path.file_name().unwrap_or_default().to_string_lossy();
        let name = format!("{folder}/{own}");
        if own.starts_with('.') {
            return Ok(());
        }
        // A link to a folder may lead back to where it stands.
        if path.is_dir() {
            let is_link = path.is_symlink();
            if is_link {
                self.sink.passed_over.note(&name);
                return Ok(());
            }
            return Walk { depth: self.depth + 1, ..*self }.folder(path, &name);
        }
        // A link that leads nowhere is no less than a problem that cannot be read.
        let is_readable = path.metadata().map_or(true, |file| file.is_file());
        if is_readable && file::may_hold_problems(&own) {
            file::of_path_if_any(path, &name, self.sink)
        } else {
            self.sink.passed_over.note(&name);
            Ok(())
        }
    }
}

/// The entries of a folder by name.
fn sorted(path: &Path) -> io::Result<Vec<PathBuf>> {
    let mut entries: Vec<PathBuf> =
        fs::read_dir(path)?.map(|entry| entry.map(|it| it.path())).collect::<Result<_, _>>()?;
    entries.sort();
    Ok(entries)
}

//! A file that is written anew.

use std::fs::File;
use std::io::{self, Write};

/// A file of which what was in it goes with the first that is written, or at the end: until then a run may fail.
pub struct Fresh {
    file: File,
    is_cleared: bool,
}

impl Fresh {
    /// With nothing in it to go if `is_cleared`.
    pub(super) fn new(file: File, is_cleared: bool) -> Self {
        Self { file, is_cleared }
    }

    fn clear(&mut self) -> io::Result<()> {
        if !std::mem::replace(&mut self.is_cleared, true) {
            self.file.set_len(0)?;
        }
        Ok(())
    }
}

impl Write for Fresh {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.clear()?;
        self.file.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.clear()?;
        self.file.flush()
    }
}

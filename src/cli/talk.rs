//! What is said to a person, on standard error.

use std::fmt::Display;
use std::io::{self, Write};

/// One line of talk. Nobody may be listening (`tsumi … 2>&1 | head`): that is no reason to fail, let alone to panic.
pub(super) fn talk(text: impl Display) {
    // In one piece, so that lines of several threads do not mix.
    let _ = io::stderr().lock().write_all(format!("{text}\n").as_bytes());
}

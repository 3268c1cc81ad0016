//! `tsumi completions`: scripts that complete command lines.

use super::Exit;
use clap_complete::Shell;
use std::io::{self, Write as _};

/// Print a script that completes tsumi's command lines in a shell
#[derive(clap::Args)]
pub(super) struct Completions {
    /// The shell
    shell: Shell,
}

impl Completions {
    /// `program` is the command line that is completed.
    pub(super) fn run(&self, mut program: clap::Command) -> io::Result<Exit> {
        let name = program.get_name().to_owned();
        let mut script = Vec::new();
        clap_complete::generate(self.shell, &mut program, name, &mut script);
        io::stdout().write_all(&script)?;
        Ok(Exit::Answered)
    }
}

//! `tsumi check`: accepts or refuses certificates.

use super::Exit;
use super::talk::talk;
use crate::checker::{self, Attacker, Certified, Claim, Options};
use std::fs::File;
use std::io::{self, Read, Write};

/// Check certificates: does each prove what it claims?
///
/// The checker has rules of its own and does no search. The exit status is 0 if all files are accepted, 1 otherwise.
#[derive(clap::Args)]
pub(super) struct Check {
    /// Certificates, as `tsumi solve --certificate` writes them
    #[arg(value_name = "FILE", required = true)]
    files: Vec<String>,
    /// Memory that the records of one file may take, in MiB
    #[arg(long, value_name = "MIB", default_value_t = 2048, value_parser = clap::value_parser!(u32).range(1..=1 << 20))]
    memory_mib: u32,
}

impl Check {
    pub(super) fn run(&self) -> io::Result<Exit> {
        let mut out = anstream::stdout().lock();
        let mut exit = Exit::Answered;
        for file in &self.files {
            match self.check(file) {
                Ok(certified) => write!(out, "{}", text(file, &certified))?,
                Err(reason) => {
                    talk(format_args!("{file}: refused: {reason}"));
                    exit = Exit::Failed;
                }
            }
        }
        Ok(exit)
    }

    fn check(&self, file: &str) -> Result<Certified, String> {
        let options = Options { memory: (self.memory_mib as usize) << 20 };
        let bytes = read(file, options.memory).map_err(|error| error.to_string())?;
        checker::check(&bytes, options).map_err(|refusal| refusal.to_string())
    }
}

/// The bytes of a file that may be a certificate, `most` of them at most: something else is refused by its first bytes.
fn read(file: &str, most: usize) -> io::Result<Vec<u8>> {
    let mut source = File::open(file)?;
    let mut bytes = Vec::new();
    Read::by_ref(&mut source).take(checker::HEADER.len() as u64).read_to_end(&mut bytes)?;
    if bytes == checker::HEADER {
        source.take(most as u64).read_to_end(&mut bytes)?;
        if bytes.len() >= most {
            return Err(io::Error::other("larger than the memory it may take"));
        }
    }
    Ok(bytes)
}

/// What an accepted file certifies.
fn text(file: &str, certified: &Certified) -> String {
    let attacker = match certified.attacker {
        Attacker::Black => "Black",
        Attacker::White => "White",
    };
    let Certified { sfen, claims, records, .. } = certified;
    let claims: Vec<String> = claims.iter().map(Claim::to_string).collect();
    let exact = certified.shortest().map_or(String::new(), |plies| format!(" (so the shortest is {plies})"));
    format!("{file}: accepted: {}{exact}\n  {attacker} attacks in {sfen}; {records} records\n", claims.join(", "))
}

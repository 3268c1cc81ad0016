//! `tsumi generate`: problems as a load, one SFEN a line.

use super::Exit;
use crate::notation::sfen;
use crate::verify::generate::{Problems, Wanted};
use std::io::{self, BufWriter, Write as _};
use std::ops::RangeInclusive;

/// Make distinct problems of few pieces, the same for the same seed
#[derive(clap::Args)]
pub(super) struct Generate {
    /// How many
    #[arg(long, value_name = "N", default_value_t = 1000)]
    count: usize,
    /// Another seed makes other problems
    #[arg(long, value_name = "S", default_value_t = 1)]
    seed: u64,
    /// Their shortest lengths, every interposition counted: one number, or the least and the most
    #[arg(long, value_name = "LEAST-MOST", default_value = "1-9", value_parser = plies)]
    plies: RangeInclusive<u32>,
    /// Threads; their number makes no difference to the problems
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=1024))]
    jobs: u16,
}

/// `3`, `1-9`.
fn plies(text: &str) -> Result<RangeInclusive<u32>, String> {
    let (least, most) = text.split_once('-').unwrap_or((text, text));
    let number = |text: &str| text.parse().ok().filter(|plies| (1..=9).contains(plies));
    let has_odd = |range: &RangeInclusive<u32>| range.clone().any(|plies| plies % 2 == 1);
    let range = number(least).zip(number(most)).map(|(least, most)| least..=most).filter(has_odd);
    range.ok_or_else(|| "write a length of 1 to 9 plies, or two with - between; one of them at least is odd".to_owned())
}

impl Generate {
    pub(super) fn run(self) -> io::Result<Exit> {
        let wanted = Wanted { seed: self.seed, plies: self.plies, jobs: self.jobs.into() };
        let mut out = BufWriter::new(io::stdout().lock());
        for problem in Problems::new(&wanted).take(self.count) {
            writeln!(out, "{}", sfen::format(&problem.position().to_setup()))?;
        }
        out.flush()?;
        Ok(Exit::Answered)
    }
}

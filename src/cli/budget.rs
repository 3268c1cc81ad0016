//! Options that several subcommands share: limits in units people write.

use crate::solver::Limits;
use clap::Args;
use std::time::Duration;

/// What one search may spend.
#[derive(Args, Clone, Copy, Debug)]
pub(super) struct Budget {
    /// Time for each problem: 500ms, 10s, 2m, 1h
    #[arg(long, value_name = "TIME", value_parser = duration)]
    time: Option<Duration>,
    /// Nodes (moves made on the board) for each problem
    #[arg(long)]
    nodes: Option<u64>,
    /// Look only for mates of at most this many plies, every interposition counted
    #[arg(long)]
    plies: Option<u32>,
}

impl Budget {
    pub(super) fn limits(self) -> Limits {
        Limits { time: self.time, nodes: self.nodes, plies: self.plies }
    }
}

/// How many threads search one problem.
#[derive(Args, Clone, Copy, Debug)]
pub(super) struct ThreadCount {
    /// Threads that search a problem together; with --nodes a search is repeatable and has one
    #[arg(id = "threads", long = "threads", value_name = "N", default_value_t = 1, conflicts_with = "nodes",
          value_parser = clap::value_parser!(u16).range(1..=i64::from(ThreadCount::MOST)))]
    pub(super) count: u16,
}

impl ThreadCount {
    /// The most that may be asked for.
    pub(super) const MOST: u16 = 64;
}

/// Size of the transposition table.
#[derive(Args, Clone, Copy, Debug)]
pub(super) struct HashSize {
    /// Size of the transposition table in MiB
    #[arg(long = "hash-mib", value_name = "MIB", default_value_t = 256,
          value_parser = table_size)]
    pub(super) mib: u32,
}

impl HashSize {
    /// The largest table that is made, in MiB: what the machine has, as far as it tells.
    pub(super) fn largest() -> u32 {
        let total = |text: String| text.split_whitespace().nth(1).and_then(|kib| kib.parse::<u64>().ok());
        let kib = std::fs::read_to_string("/proc/meminfo").ok().and_then(total).unwrap_or(1 << 30);
        u32::try_from(kib >> 10).unwrap_or(u32::MAX).max(1)
    }
}

/// Threads that run at once on this machine, as far as it tells.
pub(super) fn cores() -> usize {
    std::thread::available_parallelism().map_or(1, usize::from)
}

/// A table size in MiB that this machine can have.
pub(super) fn table_size(text: &str) -> Result<u32, String> {
    let range = 1..=HashSize::largest();
    text.parse()
        .ok()
        .filter(|mib| range.contains(mib))
        .ok_or_else(|| format!("the table may have 1 to {} MiB", range.end()))
}

/// A time a person writes: a number with the unit `ms`, `s`, `m` or `h`, at least a millisecond.
pub(super) fn duration(text: &str) -> Result<Duration, String> {
    const UNITS: [(&str, f64); 4] = [("ms", 1e-3), ("s", 1.0), ("m", 60.0), ("h", 3600.0)];
    let wrong = || "write a number and a unit: 500ms, 10s, 2m, 1h".to_owned();
    let (number, unit) = text.split_at(text.find(|c: char| c.is_ascii_alphabetic()).ok_or_else(wrong)?);
    let &(_, seconds) = UNITS.iter().find(|&&(name, _)| name == unit).ok_or_else(wrong)?;
    let number: f64 = number.trim().parse().map_err(|_| wrong())?;
    match Duration::try_from_secs_f64(number * seconds) {
        Ok(time) if time >= Duration::from_millis(1) => Ok(time),
        _ => Err("the time must be at least 1ms".to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn durations_are_read_with_their_unit() {
        let read = |text| duration(text).map(|time| time.as_millis());
        assert_eq!(read("500ms"), Ok(500));
        assert_eq!(read("10s"), Ok(10_000));
        assert_eq!(read("1.5m"), Ok(90_000));
        assert_eq!(read("2 h"), Ok(7_200_000));
        for wrong in ["", "10", "s", "10 parsecs", "-1s", "0s", "infs", "nans", "1e400s", "１s"] {
            assert!(duration(wrong).is_err(), "{wrong}");
        }
    }
}

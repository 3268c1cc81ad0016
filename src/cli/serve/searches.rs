//! Options about what one search, and all of them, may take.

use super::super::budget::{HashSize, duration};
use crate::service::Config;
use clap::Args;
use std::time::Duration;

/// Bounds on searches.
#[derive(Args, Clone, Debug)]
pub(super) struct Searches {
    #[command(flatten)]
    hash: HashSize,
    /// Threads that search; by default one a core
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    workers: Option<u16>,
    /// Searches that run or wait at once; more are refused
    #[arg(long, value_name = "N", default_value_t = 256, value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    queue: u32,
    /// The most time any search gets, whatever its caller asks for: 500ms, 10s, 2m, 1h
    #[arg(long, value_name = "TIME", default_value = "1h", value_parser = duration)]
    max_time: Duration,
    /// Time of a search whose caller sets no limit
    #[arg(long, value_name = "TIME", default_value = "30s", value_parser = duration)]
    default_time: Duration,
    /// The most nodes any search gets; by default without bound
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    max_nodes: Option<u64>,
    /// Table of a search with a node limit that does not say, in MiB
    #[arg(long, value_name = "MIB", default_value_t = 16, value_parser = clap::value_parser!(u32).range(1..))]
    private_table: u32,
    /// The largest table a search with a node limit may ask for, in MiB; never more than --private-tables
    #[arg(long, value_name = "MIB", default_value_t = 256, value_parser = clap::value_parser!(u32).range(1..))]
    private_table_max: u32,
    /// All tables of searches with a node limit together, in MiB
    #[arg(long, value_name = "MIB", default_value_t = 1024, value_parser = clap::value_parser!(u32).range(1..))]
    private_tables: u32,
}

impl Searches {
    /// Sets what is set here.
    pub(super) fn configure(&self, config: Config) -> Config {
        Config {
            workers: self.workers.map_or(config.workers, usize::from),
            table_mib: self.hash.mib as usize,
            live_searches: self.queue as usize,
            max_time: Some(self.max_time),
            default_time: Some(self.default_time.min(self.max_time)),
            max_nodes: self.max_nodes,
            private_table_mib: self.private_table.min(self.private_table_max) as usize,
            max_private_table_mib: self.private_table_max as usize,
            private_tables_mib: self.private_tables as usize,
            ..config
        }
    }
}

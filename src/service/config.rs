//! What whoever runs the server decides.

use crate::store;
use std::time::Duration;

/// Sizes and bounds of a server. [`Config::default`] suits a small machine.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Config {
    /// Threads that search; at least 1.
    pub workers: usize,
    /// Size of the table that searches without a node limit share, in MiB; at least 1.
    pub table_mib: usize,
    /// Searches that are live (running, paused or waiting) at once; more are refused. At least 1.
    pub live_searches: usize,
    /// Time of a search whose request has neither a time limit nor a node limit nor a deadline; `None`: the most it may.
    pub default_time: Option<Duration>,
    /// The most time any search gets; `None`: no bound.
    pub max_time: Option<Duration>,
    /// The most nodes any search gets; `None`: no bound.
    pub max_nodes: Option<u64>,
    /// Size of the private table of a search with a node limit that does not say, in MiB.
    pub private_table_mib: usize,
    /// The largest private table a request may ask for, in MiB.
    pub max_private_table_mib: usize,
    /// Size of all private tables together, in MiB; a search that would exceed it is refused.
    pub private_tables_mib: usize,
    /// Where answers are kept on disk; `None`: nowhere.
    pub store: Option<store::Config>,
    /// The largest request, in bytes; a larger one is refused unread.
    pub max_message_bytes: usize,
    /// How often a stream tells of its search, unless the request says.
    pub progress_interval: Duration,
    /// How long running calls may go on after the shutdown signal; then they are told UNAVAILABLE.
    pub grace: Duration,
}

impl Default for Config {
    fn default() -> Self {
        Self {
            workers: std::thread::available_parallelism().map_or(1, usize::from),
            table_mib: 256,
            live_searches: 256,
            default_time: Some(Duration::from_secs(30)),
            max_time: Some(Duration::from_hours(1)),
            max_nodes: None,
            private_table_mib: 16,
            max_private_table_mib: 256,
            private_tables_mib: 1024,
            store: None,
            max_message_bytes: 1 << 20,
            progress_interval: Duration::from_secs(1),
            grace: Duration::from_secs(5),
        }
    }
}

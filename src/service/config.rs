//! What whoever runs the server decides.

use crate::store;
use std::num::NonZeroU32;
use std::path::PathBuf;
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
    /// Certificates and keys; `None`: plain text.
    pub tls: Option<TlsFiles>,
    /// File of the bearer tokens, one a line; `None`: everyone may call.
    pub tokens: Option<PathBuf>,
    /// Serve the page, to whoever asks: it is the calls it makes that need a token.
    pub page: bool,
    /// Origins whose pages may call, as browsers write them (`https://example.org`); `*` stands for every origin. Pages
    /// that this server has served itself may call without it under an address or `localhost`, and under any name where
    /// there are `tls` or `tokens`. Other names need to be listed, or strangers could have theirs point here.
    pub origins: Vec<String>,
    /// What one caller may do.
    pub callers: CallerLimits,
    /// How long connections may last, and how many there may be.
    pub connections: ConnectionLimits,
}

/// Files that TLS needs, in PEM. They are read again when they change.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TlsFiles {
    /// The server's certificate, and after it those that lead to its authority.
    pub certificate: PathBuf,
    /// Its private key.
    pub key: PathBuf,
    /// Authorities of the clients' certificates; with them every client has to show one.
    pub client_authorities: Option<PathBuf>,
}

/// Bounds on each caller by itself. A caller is the holder of a token, else the owner of a certificate, else a peer
/// address (of IPv6 its first 64 bits). Calls above a bound are refused with `RESOURCE_EXHAUSTED`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct CallerLimits {
    /// Calls a second; twice as many may come at once after a pause. `None`: no bound.
    pub calls_per_second: Option<NonZeroU32>,
    /// Calls that run at once. `None`: no bound.
    pub calls_at_once: Option<NonZeroU32>,
}

/// Bounds on connections.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ConnectionLimits {
    /// Connections that are open at once; more are closed as they come. At least 1.
    pub open: usize,
    /// Connections of these from one address (of IPv6 its first 64 bits); more are closed as they come. `None`: no bound of its own.
    pub of_each_address: Option<NonZeroU32>,
    /// Time for the handshake: TLS, and the first words of HTTP.
    pub handshake: Duration,
    /// A connection on which nothing has come for this time is asked whether its client still lives …
    pub keepalive: Duration,
    /// … and is closed when the answer takes longer than this.
    pub keepalive_answer: Duration,
    /// A connection is closed when this long all its calls have waited for their client: for the rest of a request,
    /// or to take an answer.
    pub stall: Duration,
    /// A connection without calls is given up after this time.
    pub idle: Duration,
    /// A connection is given up at this age, whatever it does: its calls may end, new ones go to another connection.
    /// `None`: never.
    pub age: Option<Duration>,
    /// How long the calls of a connection that is given up may go on.
    pub age_grace: Duration,
}

impl ConnectionLimits {
    /// The shortest time after which something may have to be done about a connection.
    pub(super) fn shortest(&self) -> Duration {
        let Self { handshake, stall, idle, age, age_grace, .. } = *self;
        handshake.min(stall).min(idle).min(age_grace).min(age.unwrap_or(Duration::MAX)).max(Duration::from_millis(10))
    }
}

impl Config {
    /// The same with no private table larger than all of them together: nobody is to wait for such a one for ever.
    pub(super) fn with_tables_that_fit(self) -> Self {
        let largest = self.private_tables_mib.max(1);
        let private_table_mib = self.private_table_mib.min(largest);
        Self { private_table_mib, max_private_table_mib: self.max_private_table_mib.min(largest), ..self }
    }
}

impl Default for ConnectionLimits {
    fn default() -> Self {
        Self {
            open: 1000,
            of_each_address: None,
            handshake: Duration::from_secs(10),
            keepalive: Duration::from_secs(20),
            keepalive_answer: Duration::from_secs(10),
            stall: Duration::from_mins(1),
            idle: Duration::from_mins(10),
            age: None,
            age_grace: Duration::from_mins(5),
        }
    }
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
            tls: None,
            tokens: None,
            page: true,
            origins: Vec::new(),
            callers: CallerLimits::default(),
            connections: ConnectionLimits::default(),
        }
    }
}

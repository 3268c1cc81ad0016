//! `tsumi serve`: the gRPC service.

use super::Exit;
use super::budget::{HashSize, duration};
use super::store::StorePlace;
use super::talk::talk;
use crate::service::{self, Config};
use clap::ValueEnum;
use std::io;
use std::net::SocketAddr;
use std::time::Duration;
use tokio::net::TcpListener;
use tracing_subscriber::EnvFilter;

/// Serve gRPC (tsume.v1.TsumeService, reflection, health) until Ctrl-C or SIGTERM
#[derive(clap::Args)]
pub(super) struct Serve {
    /// Address and port; port 0 takes a free one
    #[arg(long, default_value = "127.0.0.1:50051", env = "TSUMI_LISTEN")]
    listen: SocketAddr,
    #[command(flatten)]
    hash: HashSize,
    /// Threads that search; by default one a core
    #[arg(long, value_parser = clap::value_parser!(u16).range(1..=1024))]
    workers: Option<u16>,
    /// Searches that run or wait at once; more are refused
    #[arg(long, default_value_t = 256, value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    queue: u32,
    /// The most time any search gets, whatever its caller asks for: 500ms, 10s, 2m, 1h
    #[arg(long, value_name = "TIME", default_value = "1h", value_parser = duration)]
    max_time: Duration,
    #[command(flatten)]
    store: StorePlace,
    /// How log lines are written to standard error; `RUST_LOG` says which
    #[arg(long, value_enum, default_value_t = Log::Text)]
    log: Log,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum Log {
    Text,
    Json,
}

impl Serve {
    pub(super) fn run(self) -> io::Result<Exit> {
        self.log.start();
        let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
        runtime.block_on(async {
            let listener = TcpListener::bind(self.listen).await.map_err(|error| self.cannot_listen(&error))?;
            let address = listener.local_addr()?;
            talk(format_args!("tsumi {} listens on {address}", env!("CARGO_PKG_VERSION")));
            service::serve(listener, self.config(), shutdown()).await
        })?;
        Ok(Exit::Answered)
    }

    fn config(&self) -> Config {
        let default = Config::default();
        Config {
            workers: self.workers.map_or(default.workers, usize::from),
            table_mib: self.hash.mib as usize,
            live_searches: self.queue as usize,
            max_time: Some(self.max_time),
            default_time: default.default_time.map(|time| time.min(self.max_time)),
            store: self.store.config(),
            ..default
        }
    }

    fn cannot_listen(&self, error: &io::Error) -> io::Error {
        io::Error::new(error.kind(), format!("cannot listen on {}: {error}", self.listen))
    }
}

impl Log {
    fn start(self) {
        let filter = EnvFilter::try_from_default_env().unwrap_or_else(|_| EnvFilter::new("info"));
        // A line that cannot be written is lost: saying so on standard error would panic in the middle of a call.
        let lines =
            tracing_subscriber::fmt().with_env_filter(filter).with_writer(io::stderr).log_internal_errors(false);
        match self {
            Self::Text => lines.with_ansi(std::io::IsTerminal::is_terminal(&io::stderr())).init(),
            Self::Json => lines.json().init(),
        }
    }
}

/// Ready at the first Ctrl-C or SIGTERM.
async fn shutdown() {
    let interrupt = async {
        if tokio::signal::ctrl_c().await.is_err() {
            std::future::pending::<()>().await;
        }
    };
    tokio::select! {
        () = interrupt => {}
        () = terminate() => {}
    }
}

#[cfg(unix)]
async fn terminate() {
    match tokio::signal::unix::signal(tokio::signal::unix::SignalKind::terminate()) {
        Ok(mut signal) => drop(signal.recv().await),
        Err(_) => std::future::pending().await,
    }
}

#[cfg(not(unix))]
async fn terminate() {
    std::future::pending().await
}

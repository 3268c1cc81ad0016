//! `tsumi serve`: the gRPC service.

mod access;
mod connections;
mod searches;
pub(super) mod settings;
pub(super) mod signals;

use super::Exit;
use super::budget::duration;
use super::store::StorePlace;
use super::talk::talk;
use crate::service::{Config, Server};
use access::Access;
use clap::{ArgMatches, Args as _, ValueEnum};
use connections::Connections;
use searches::Searches;
use std::io::{self, Write as _};
use std::net::SocketAddr;
use std::path::PathBuf;
use std::time::Duration;
use tokio::net::TcpListener;
use tracing_subscriber::EnvFilter;

const AFTER_HELP: &str = "\
Every option is a setting that may also stand in the environment or in the file of --config (`max-time = \"1h\"`). The \
command line comes first, then the environment, then the file. SIGHUP has tokens and certificates read again, as a \
change of the files does by itself a little later.";

/// Serve gRPC and gRPC-Web (tsume.v1.TsumeService, reflection, health), and a page for browsers, until Ctrl-C or SIGTERM
#[derive(clap::Args)]
#[command(after_help = AFTER_HELP)]
pub(super) struct Serve {
    /// File with settings, in TOML
    #[arg(long, value_name = "FILE")]
    config: Option<PathBuf>,
    /// Print the settings as they stand, and where each comes from, and end
    #[arg(long)]
    print_config: bool,
    /// Address and port; port 0 takes a free one
    #[arg(long, value_name = "ADDRESS", default_value = "127.0.0.1:50051")]
    listen: SocketAddr,
    /// Serve a board for browsers, at /
    #[arg(long, value_enum, default_value_t = Switch::On)]
    page: Switch,
    /// Serve /metrics (Prometheus), /livez and /readyz in plain HTTP on this address and port
    #[arg(long, value_name = "ADDRESS")]
    metrics: Option<SocketAddr>,
    #[command(flatten)]
    searches: Searches,
    #[command(flatten)]
    store: StorePlace,
    #[command(flatten)]
    access: Access,
    /// The largest request, in bytes
    #[arg(long, value_name = "BYTES", default_value_t = 1 << 20, value_parser = clap::value_parser!(u32).range(1..))]
    max_message_bytes: u32,
    #[command(flatten)]
    connections: Connections,
    /// How long running searches may go on after Ctrl-C or SIGTERM
    #[arg(long, value_name = "TIME", default_value = "5s", value_parser = duration)]
    grace: Duration,
    /// How log lines are written to standard error; `RUST_LOG` says which
    #[arg(long, value_enum, default_value_t = Log::Text)]
    log: Log,
}

/// Files of settings may say `false` as well as `"off"`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Switch {
    #[value(alias = "true")]
    On,
    #[value(alias = "false")]
    Off,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum Log {
    Text,
    Json,
}

impl Serve {
    /// `said` is what this command was made of.
    pub(super) fn run(self, said: &ArgMatches) -> io::Result<Exit> {
        if self.print_config {
            let command = Self::augment_args(clap::Command::new("serve"));
            io::stdout().write_all(settings::text(&command, said).as_bytes())?;
            return Ok(Exit::Answered);
        }
        let config = self.config()?;
        self.log.start();
        let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
        runtime.block_on(self.serve(config))?;
        Ok(Exit::Answered)
    }

    async fn serve(&self, config: Config) -> io::Result<()> {
        let listener = listen(self.listen).await?;
        let with_tls = if config.tls.is_some() { "with TLS " } else { "" };
        let address = listener.local_addr()?;
        let mut server = Server::new(listener, config).with_reload(signals::reload());
        if let Some(address) = self.metrics {
            server = server.with_metrics(listen(address).await?);
        }
        talk(format_args!("tsumi {} listens {with_tls}on {address}", env!("CARGO_PKG_VERSION")));
        if self.page == Switch::On {
            let scheme = if self.access.has_tls() { "https" } else { "http" };
            talk(format_args!("its page is at {scheme}://{}/", reachable(address)));
        }
        if !address.ip().is_loopback() {
            self.access.warnings().for_each(|warning| tracing::warn!("{warning}"));
        }
        server.run(signals::shutdown()).await
    }

    fn config(&self) -> io::Result<Config> {
        Ok(self.searches.configure(Config {
            store: self.store.config(),
            tls: self.access.tls()?,
            tokens: self.access.tokens(),
            page: self.page == Switch::On,
            origins: self.access.origins(),
            callers: self.access.callers(),
            connections: self.connections.limits(),
            max_message_bytes: self.max_message_bytes as usize,
            grace: self.grace,
            ..Config::default()
        }))
    }
}

/// An address at which a browser on this machine finds who listens here.
fn reachable(address: SocketAddr) -> String {
    if address.ip().is_unspecified() { format!("localhost:{}", address.port()) } else { address.to_string() }
}

async fn listen(address: SocketAddr) -> io::Result<TcpListener> {
    let listener = TcpListener::bind(address).await;
    listener.map_err(|error| io::Error::new(error.kind(), format!("cannot listen on {address}: {error}")))
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

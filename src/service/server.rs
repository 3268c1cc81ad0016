//! The listening server: every service on one port, from the first connection to the last call.

use super::desk::Desk;
use super::drain::{Drain, Phase};
use super::edge::{self, Edge};
use super::handler::Handler;
use super::metrics::Metrics;
use super::proto::{FILE_DESCRIPTOR_SET, tsume_service_server::TsumeServiceServer};
use super::{Config, SERVICE_NAME};
use crate::scheduler::{self, Scheduler};
use crate::solver::{Table, Threads};
use crate::store::{self, Store};
use std::future::Future;
use std::io;
use std::sync::Arc;
use std::time::Duration;
use tokio::net::TcpListener;
use tokio::sync::{Notify, watch};
use tonic::codec::CompressionEncoding;
use tonic::service::Routes;
use tonic_health::ServingStatus;
use tonic_health::server::HealthReporter;
use tonic_reflection::server::{Builder as Reflection, v1, v1alpha};

/// Nodes a search runs before another gets its turn: some five milliseconds.
const SLICE: u64 = 4_096;
/// Time for the last messages after the grace period.
const LAST_WORDS: Duration = Duration::from_secs(1);

/// A server that is about to serve.
pub struct Server {
    listener: TcpListener,
    config: Config,
    metrics: Option<TcpListener>,
    reload: Arc<Notify>,
}

/// Serves on `listener` until `shutdown` is ready, as [`Server::run`] does.
///
/// # Errors
/// As of [`Server::run`].
pub async fn serve(
    listener: TcpListener,
    config: Config,
    shutdown: impl Future<Output = ()> + Send + 'static,
) -> io::Result<()> {
    Server::new(listener, config).run(shutdown).await
}

impl Server {
    /// A server on `listener`, with nothing beside it.
    pub fn new(listener: TcpListener, config: Config) -> Self {
        let config = config.with_tables_that_fit();
        Self { listener, config, metrics: None, reload: Arc::default() }
    }

    /// Serves `/metrics` (Prometheus), `/livez` and `/readyz` in plain HTTP on a listener of their own. Whoever reaches it
    /// may read: it is for the machines that watch the server.
    #[must_use]
    pub fn with_metrics(self, listener: TcpListener) -> Self {
        Self { metrics: Some(listener), ..self }
    }

    /// Reads tokens and certificates again whenever `reload` is notified; changed files are found without it, a little later.
    #[must_use]
    pub fn with_reload(self, reload: Arc<Notify>) -> Self {
        Self { reload, ..self }
    }

    /// Serves until `shutdown` is ready. Then new searches are refused with UNAVAILABLE, health says `NOT_SERVING` (both
    /// need the port to stay open a while), and running searches may end within the grace period; what still runs after
    /// it is told UNAVAILABLE.
    ///
    /// # Errors
    /// If a file or an origin that the configuration names is not good. Nothing is served then.
    pub async fn run(self, shutdown: impl Future<Output = ()> + Send + 'static) -> io::Result<()> {
        let config = Arc::new(self.config);
        let table = Arc::new(Table::new(config.table_mib));
        let scheduler = Arc::new(Scheduler::new(scheduler_config(&config), table));
        let (phase, drain) = Drain::new();
        let (health, health_service) = tonic_health::server::health_reporter();
        tell(&health, ServingStatus::Serving).await;
        let store = open_store(config.store.clone()).await;
        let metrics = Arc::new(Metrics::new(Arc::clone(&scheduler), store.clone(), config.live_searches));
        let desk = Desk::new(Arc::clone(&scheduler), store, drain.clone());
        let handler = Handler::new(desk, Arc::clone(&config));
        let routes = Routes::new(tsume_service(handler, config.max_message_bytes))
            .add_service(health_service)
            .add_service(reflection_v1())
            .add_service(reflection_v1alpha());
        let edge = Edge::new(&config, routes, Arc::clone(&metrics), drain.clone())?;
        let end = Ending { scheduler, health, phase, grace: config.grace };
        tokio::select! {
            ((), ()) = async { tokio::join!(end.after(shutdown), edge.run(self.listener, self.reload)) } => {}
            () = telemetry(self.metrics, &config, (metrics, drain.clone())) => {}
            () = last_words(drain) => {}
        }
        Ok(())
    }
}

/// The store, if there is to be one. All of its file is read first, which may take a while.
async fn open_store(config: Option<store::Config>) -> Option<Arc<Store>> {
    let config = config?;
    let opened = tokio::task::spawn_blocking(|| Store::open(config)).await;
    opened.inspect_err(|error| tracing::error!(%error, "no store of answers")).ok().map(Arc::new)
}

/// Serves the machines that watch, and never ends before the server does.
async fn telemetry(listener: Option<TcpListener>, config: &Config, figures: (Arc<Metrics>, Drain)) {
    if let Some(listener) = listener {
        edge::watched(listener, config, figures).await;
    }
    std::future::pending::<()>().await;
}

/// Our own service, with what its messages may be.
fn tsume_service(handler: Handler, message_bytes: usize) -> TsumeServiceServer<Handler> {
    let mut service = TsumeServiceServer::new(handler).max_decoding_message_size(message_bytes);
    for encoding in [CompressionEncoding::Gzip, CompressionEncoding::Zstd] {
        service = service.accept_compressed(encoding).send_compressed(encoding);
    }
    service
}

/// The end of a server.
struct Ending {
    scheduler: Arc<Scheduler>,
    health: HealthReporter,
    phase: watch::Sender<Phase>,
    grace: Duration,
}

impl Ending {
    /// Ready when connections are to be closed: after `shutdown`, when the running searches have ended or used up the
    /// grace period.
    async fn after(self, shutdown: impl Future<Output = ()>) {
        shutdown.await;
        tracing::info!("shutting down: running searches have their grace period");
        self.phase.send_replace(Phase::Draining);
        tell(&self.health, ServingStatus::NotServing).await;
        // An error is the end of the grace period.
        let _ = tokio::time::timeout(self.grace, self.idle()).await;
        self.phase.send_replace(Phase::Over);
    }

    async fn idle(&self) {
        while self.scheduler.load().live() > 0 {
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
    }
}

/// Ready when the server must end although connections are open: calls had time to say that it is over.
async fn last_words(drain: Drain) {
    drain.reached(Phase::Over).await;
    tokio::time::sleep(LAST_WORDS).await;
}

fn scheduler_config(config: &Config) -> scheduler::Config {
    scheduler::Config {
        workers: config.workers,
        live: config.live_searches,
        slice: SLICE,
        private_tables_mib: config.private_tables_mib,
        max_nodes: config.max_nodes,
        threads: Threads::new(config.workers),
    }
}

/// Reflection as clients speak it today.
fn reflection_v1() -> v1::ServerReflectionServer<impl v1::ServerReflection> {
    reflection().build_v1().expect("the descriptors were made by the build")
}

/// Reflection as many clients still speak it.
fn reflection_v1alpha() -> v1alpha::ServerReflectionServer<impl v1alpha::ServerReflection> {
    reflection().build_v1alpha().expect("the descriptors were made by the build")
}

/// Our descriptors and those of the error details, which clients need to print errors.
fn reflection() -> Reflection<'static> {
    Reflection::configure()
        .register_encoded_file_descriptor_set(FILE_DESCRIPTOR_SET)
        .register_encoded_file_descriptor_set(tonic_types::pb::FILE_DESCRIPTOR_SET)
        .register_encoded_file_descriptor_set(tonic_health::pb::FILE_DESCRIPTOR_SET)
}

/// Tells the health of the server and of the service.
async fn tell(health: &HealthReporter, status: ServingStatus) {
    health.set_service_status("", status).await;
    health.set_service_status(SERVICE_NAME, status).await;
}

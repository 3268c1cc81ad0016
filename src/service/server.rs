//! The listening server: every service on one port, from the first connection to the last call.

use super::desk::Desk;
use super::drain::{Drain, Phase};
use super::handler::Handler;
use super::proto::{FILE_DESCRIPTOR_SET, tsume_service_server::TsumeServiceServer};
use super::{Config, SERVICE_NAME};
use crate::scheduler::{self, Scheduler};
use crate::solver::{Table, Threads};
use crate::store::{self, Store};
use std::future::Future;
use std::io;
use std::sync::Arc;
use std::time::Duration;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::watch;
use tokio_stream::{Stream, StreamExt as _};
use tonic::transport::Server;
use tonic::transport::server::TcpIncoming;
use tonic_health::ServingStatus;
use tonic_health::server::HealthReporter;
use tonic_reflection::server::{Builder as Reflection, v1, v1alpha};

/// Nodes a search runs before another gets its turn: some ten milliseconds.
const SLICE: u64 = 10_000;
/// A connection on which nothing has come for this time is asked whether it still lives: a caller that has vanished
/// without a word must not keep its search.
const KEEPALIVE: Duration = Duration::from_secs(20);
/// Time for the answer to that.
const KEEPALIVE_ANSWER: Duration = Duration::from_secs(10);
/// Time for the last messages after the grace period.
const LAST_WORDS: Duration = Duration::from_secs(1);
/// Accepting is tried again after this time when it failed: for want of file descriptors it fails at once, over and over.
const ACCEPT_AGAIN: Duration = Duration::from_millis(10);
/// Calls that one connection may have at once.
const STREAMS: u32 = 1024;

/// Serves on `listener` until `shutdown` is ready. Then new searches are refused with UNAVAILABLE, health says
/// `NOT_SERVING` (both need the port to stay open a while), and running searches may end within the grace period; what
/// still runs after it is told UNAVAILABLE.
///
/// # Errors
/// Of the transport.
pub async fn serve(
    listener: TcpListener,
    config: Config,
    shutdown: impl Future<Output = ()> + Send + 'static,
) -> Result<(), tonic::transport::Error> {
    let table = Arc::new(Table::new(config.table_mib));
    let scheduler = Arc::new(Scheduler::new(scheduler_config(&config), table));
    let store = open_store(config.store.clone()).await;
    let (phase, drain) = Drain::new();
    let (health, health_service) = tonic_health::server::health_reporter();
    tell(&health, ServingStatus::Serving).await;

    let end = Ending { scheduler: Arc::clone(&scheduler), health, phase, grace: config.grace };
    let message_bytes = config.max_message_bytes;
    let handler = Handler::new(Desk::new(scheduler, store, drain.clone()), Arc::new(config));
    let server = Server::builder()
        .http2_keepalive_interval(Some(KEEPALIVE))
        .http2_keepalive_timeout(Some(KEEPALIVE_ANSWER))
        .max_concurrent_streams(STREAMS)
        .add_service(TsumeServiceServer::new(handler).max_decoding_message_size(message_bytes))
        .add_service(health_service)
        .add_service(reflection_v1())
        .add_service(reflection_v1alpha())
        .serve_with_incoming_shutdown(connections(listener), end.after(shutdown));
    tokio::select! {
        result = server => result,
        () = last_words(drain) => Ok(()),
    }
}

/// The store, if there is to be one. All of its file is read first, which may take a while.
async fn open_store(config: Option<store::Config>) -> Option<Arc<Store>> {
    let config = config?;
    let opened = tokio::task::spawn_blocking(|| Store::open(config)).await;
    opened.inspect_err(|error| tracing::error!(%error, "no store of answers")).ok().map(Arc::new)
}

/// What comes in on the listener.
fn connections(listener: TcpListener) -> impl Stream<Item = io::Result<TcpStream>> {
    TcpIncoming::from(listener).with_nodelay(Some(true)).then(|accepted| async {
        if accepted.is_err() {
            tokio::time::sleep(ACCEPT_AGAIN).await;
        }
        accepted
    })
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
        threads: Threads::ONE,
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

//! A server of its own for each test, and short ways to ask it.

use std::future::Future;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::{Duration, Instant};
use tokio::net::TcpListener;
use tokio::sync::{Notify, oneshot};
use tokio::task::JoinHandle;
use tonic::transport::{Channel, Endpoint};
use tsumi::service::proto::tsume_service_client::TsumeServiceClient;
use tsumi::service::proto::{
    GetServerInfoRequest, GetServerInfoResponse, Limits, SolveRequest, SolveResponse, StreamSolveRequest,
    solve_request, stream_solve_request,
};
use tsumi::service::{self, Config};

/// The bound on everything that should happen at once.
pub(crate) const BOUND: Duration = Duration::from_secs(2);

/// Mate in one.
pub(crate) const ONE_PLY: &str = "4k4/9/4P4/9/9/9/9/9/9 b G2r2b3g4s4n4l17p 1";
/// Mate in three.
pub(crate) const THREE_PLIES: &str = "k2G5/9/K8/9/N8/9/9/9/9 b 2r2b3g4s3n4l18p 1";
/// No mate.
pub(crate) const NO_MATE: &str = "7lk/7p1/9/9/9/9/9/9/R8 b p 1";
/// Nothing that a test waits for decides this one.
pub(crate) const ENDLESS: &str = "9/6k2/9/9/9/9/9/9/9 b R4GLr2b4s4n3l18p 1";

pub(crate) type Client = TsumeServiceClient<Channel>;

/// A running server; dropping it leaves it to the end of the test's runtime.
pub(crate) struct Server {
    pub(crate) endpoint: Endpoint,
    pub(crate) address: SocketAddr,
    /// Where its metrics are.
    pub(crate) metrics: SocketAddr,
    /// Has it read its files again.
    pub(crate) reload: Arc<Notify>,
    pub(crate) running: JoinHandle<()>,
    shutdown: Option<oneshot::Sender<()>>,
}

/// A small server: two workers, small tables.
pub(crate) fn config() -> Config {
    Config {
        workers: 2,
        table_mib: 16,
        live_searches: 128,
        private_table_mib: 1,
        grace: Duration::from_millis(300),
        ..Config::default()
    }
}

impl Server {
    pub(crate) async fn start(config: Config) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        let metrics_listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let metrics = metrics_listener.local_addr().unwrap();
        let reload = Arc::new(Notify::new());
        let server =
            service::Server::new(listener, config).with_metrics(metrics_listener).with_reload(Arc::clone(&reload));
        let (shutdown, ended) = oneshot::channel::<()>();
        let running = tokio::spawn(async move {
            // A test that drops its end of the channel wants the server to go on.
            let shutdown = async {
                if ended.await.is_err() {
                    std::future::pending::<()>().await;
                }
            };
            server.run(shutdown).await.unwrap();
        });
        let endpoint = Endpoint::from_shared(format!("http://{address}")).unwrap();
        Self { endpoint, address, metrics, reload, running, shutdown: Some(shutdown) }
    }

    pub(crate) async fn channel(&self) -> Channel {
        self.endpoint.connect().await.unwrap()
    }

    pub(crate) async fn client(&self) -> Client {
        TsumeServiceClient::new(self.channel().await)
    }

    /// Tells the server to shut down.
    pub(crate) fn stop(&mut self) {
        self.shutdown.take().unwrap().send(()).unwrap();
    }

    /// Waits until as many searches are live.
    pub(crate) async fn until_live(&self, searches: u32) {
        let mut client = self.client().await;
        let start = Instant::now();
        loop {
            let live = info(&mut client).await.live_searches;
            if live == searches {
                return;
            }
            assert!(start.elapsed() < BOUND, "{live} searches are live, not {searches}");
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
    }
}

pub(crate) async fn info(client: &mut Client) -> GetServerInfoResponse {
    client.get_server_info(GetServerInfoRequest {}).await.unwrap().into_inner()
}

pub(crate) fn solve(sfen: &str) -> SolveRequest {
    SolveRequest { position: Some(solve_request::Position::Sfen(sfen.to_owned())), ..SolveRequest::default() }
}

pub(crate) fn solve_within(sfen: &str, limits: Limits) -> SolveRequest {
    SolveRequest { limits: Some(limits), ..solve(sfen) }
}

pub(crate) fn stream(sfen: &str) -> StreamSolveRequest {
    let position = Some(stream_solve_request::Position::Sfen(sfen.to_owned()));
    StreamSolveRequest { position, progress_interval_ms: 50, ..StreamSolveRequest::default() }
}

/// A problem that is not decided soon, and is another one for each `number`: ply limits tell problems apart.
pub(crate) fn endless(number: u32) -> SolveRequest {
    solve_within(ENDLESS, Limits { time_ms: 60_000, plies: 501 + 2 * number, ..Limits::default() })
}

/// The answer, which must come within the bound.
pub(crate) async fn soon<T>(what: impl Future<Output = T>) -> T {
    tokio::time::timeout(BOUND, what).await.expect("within the bound")
}

pub(crate) async fn solved(client: &mut Client, request: SolveRequest) -> SolveResponse {
    client.solve(request).await.unwrap().into_inner()
}

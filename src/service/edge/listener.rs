//! Connections from the first byte to the last: how many there are, their handshakes, and their end.

use super::caller::Peer;
use super::connection::{Connection, Heard, Verdict};
use super::places::{Place, Places};
use super::tls::Tls;
use crate::service::ConnectionLimits;
use crate::service::drain::{Drain, Phase};
use hyper::Request;
use hyper::body::Incoming;
use hyper::service::service_fn;
use hyper_util::rt::{TokioExecutor, TokioIo, TokioTimer};
use hyper_util::server::conn::auto;
use std::convert::Infallible;
use std::pin::pin;
use std::sync::Arc;
use std::time::Duration;
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::net::{TcpListener, TcpStream};
use tokio::time::{Instant, sleep, sleep_until, timeout};
use tokio_stream::StreamExt as _;
use tonic::body::Body;
use tonic::transport::server::TcpIncoming;

/// Bytes of a call that a client may send before they are read, and bytes of all calls of a connection.
const STREAM_WINDOW: u32 = 64 << 10;
const CONNECTION_WINDOW: u32 = 4 << 20;

/// Accepting is tried again after this time when it failed: for want of file descriptors it fails at once, over and over.
const ACCEPT_AGAIN: Duration = Duration::from_millis(10);
/// Probes without an answer before the system gives up a silent connection.
const PROBES: u32 = 3;
/// Calls that one connection may have at once.
const STREAMS: u32 = 256;

/// What answers requests.
pub(super) trait Answer: Send + Sync + 'static {
    /// Answers one; never fails, and dropping the future is the client's going away.
    fn answer(
        &self,
        request: Request<Incoming>,
        connection: &Arc<Connection>,
    ) -> impl Future<Output = http::Response<Body>> + Send;

    /// Told when there was no room for a connection.
    fn turned_away(&self) {}
}

/// A listener with what it needs to serve.
pub(super) struct Listener<A> {
    pub(super) answer: Arc<A>,
    pub(super) tls: Option<Arc<Tls>>,
    pub(super) limits: ConnectionLimits,
    pub(super) drain: Drain,
}

impl<A: Answer> Listener<A> {
    /// Serves until the server's grace period is over and then until the last connection is closed.
    pub(super) async fn run(self, listener: TcpListener) {
        let keepalive = (self.limits.keepalive, self.limits.keepalive_answer);
        // For peers that HTTP cannot ask whether they live: HTTP/1.1 has no such question.
        let mut incoming = TcpIncoming::from(listener)
            .with_nodelay(Some(true))
            .with_keepalive(Some(keepalive.0))
            .with_keepalive_interval(Some(keepalive.1))
            .with_keepalive_retries(Some(PROBES));
        let places = Places::new(self.limits.open, self.limits.of_each_address);
        let this = Arc::new(self);
        loop {
            tokio::select! {
                () = this.drain.reached(Phase::Over) => break,
                stream = incoming.next() => match stream {
                    Some(Ok(stream)) => this.take(stream, &places),
                    Some(Err(_)) => sleep(ACCEPT_AGAIN).await,
                    None => break,
                },
            }
        }
        drop(incoming);
        places.empty().await;
    }

    fn take(self: &Arc<Self>, stream: TcpStream, places: &Arc<Places>) {
        let Ok(address) = stream.peer_addr() else { return };
        let Some(place) = places.take(address.ip()) else { return self.answer.turned_away() };
        let this = Arc::clone(self);
        tokio::spawn(async move {
            let _place: Place = place;
            let opened = Instant::now();
            match &this.tls {
                None => this.serve(stream, Connection::new(Peer { address, certificate: None }, opened)).await,
                Some(tls) => match timeout(this.limits.handshake, tls.accept(stream)).await {
                    Ok(Ok((stream, certificate))) => {
                        this.serve(stream, Connection::new(Peer { address, certificate }, opened)).await;
                    }
                    Ok(Err(error)) => tracing::info!(%address, %error, "the TLS handshake failed"),
                    Err(_) => tracing::info!(%address, "the TLS handshake took too long"),
                },
            }
        });
    }

    /// Serves one connection to its end.
    async fn serve(&self, stream: impl AsyncRead + AsyncWrite + Unpin + Send + 'static, connection: Connection) {
        let connection = Arc::new(connection);
        let service = service_fn(|request| {
            let (answer, connection) = (Arc::clone(&self.answer), Arc::clone(&connection));
            async move { Ok::<_, Infallible>(answer.answer(request, &connection).await) }
        });
        let stream = TokioIo::new(Heard::new(stream, &connection));
        let builder = self.builder();
        let mut served = pin!(builder.serve_connection(stream, service));
        let mut end = None;
        let mut over = pin!(self.drain.reached(Phase::Over));
        loop {
            let look_again = match (end, connection.verdict(&self.limits)) {
                (_, Verdict::Close) => return,
                (Some(end), _) if end <= Instant::now() => return,
                (Some(end), Verdict::Keep(until)) => until.min(end),
                (Some(end), Verdict::GiveUp) => end,
                (None, Verdict::Keep(until)) => until,
                (None, Verdict::GiveUp) => {
                    served.as_mut().graceful_shutdown();
                    *end.insert(Instant::now() + self.limits.age_grace)
                }
            };
            tokio::select! {
                result = served.as_mut() => return log_end(&connection, result),
                // What happens meanwhile may bring the end nearer.
                () = sleep_until(look_again.min(Instant::now() + self.limits.shortest())) => {}
                () = &mut over, if end.is_none() => {
                    served.as_mut().graceful_shutdown();
                    end = Some(Instant::now() + self.limits.age_grace);
                }
            }
        }
    }

    /// HTTP as this server speaks it.
    fn builder(&self) -> auto::Builder<TokioExecutor> {
        let mut builder = auto::Builder::new(TokioExecutor::new());
        builder.http1().timer(TokioTimer::new()).header_read_timeout(self.limits.stall);
        builder
            .http2()
            .timer(TokioTimer::new())
            .keep_alive_interval(self.limits.keepalive)
            .keep_alive_timeout(self.limits.keepalive_answer)
            // While a stream of problems waits for room, what its client sends waits here, in many small frames; as many as the first
            // window takes must not be taken for a flood, whose bound is half the second.
            .initial_stream_window_size(STREAM_WINDOW)
            .initial_connection_window_size(CONNECTION_WINDOW)
            .max_concurrent_streams(STREAMS);
        builder
    }
}

fn log_end(connection: &Connection, result: Result<(), Box<dyn std::error::Error + Send + Sync>>) {
    if let Err(error) = result {
        tracing::debug!(address = %connection.peer.address, %error, "the connection failed");
    }
}

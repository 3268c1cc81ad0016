//! What a request passes before a handler sees it, and its answer afterwards.
//!
//! `listener` takes in connections, `tls` shakes hands, `connection` knows when one is to be given up. Then each request
//! goes through `web` (gRPC-Web, `origins`), `gate` (`tokens`, `limits`) and `served` (counting, containment of panics).
//! What is no call is asked of `page`.

mod caller;
mod connection;
mod gate;
mod limits;
mod listener;
mod origins;
mod page;
mod places;
mod served;
mod telemetry;
mod tls;
mod tokens;
mod unread;
mod watch;
mod web;

use super::Config;
use super::call::contained;
use super::deadline;
use super::drain::Drain;
use super::metrics::Metrics;
use super::status::CallError;
use caller::Caller;
use connection::{Asked, Connection, Turn};
use gate::Gate;
use http::{Request, Response, StatusCode, header};
use hyper::body::Incoming;
use limits::{Limits, Permit};
use listener::{Answer, Listener};
use origins::{Origins, Vouched};
use served::Served;
use std::convert::Infallible;
use std::io;
use std::sync::Arc;
use std::time::Duration;
use telemetry::Telemetry;
use tls::Tls;
use tokens::Tokens;
use tokio::net::TcpListener;
use tokio::sync::Notify;
use tonic::body::Body;
use tonic::service::Routes;
use tower::ServiceExt as _;
use tracing::Instrument as _;
use unread::Unread;
use watch::Watch;
use web::{Kind, Web};

/// Of requests that have not come whole as many bytes are held at most as so many messages of the greatest size have.
const UNREAD_MESSAGES: usize = 64;

/// What stands between the network and the handlers.
pub(super) struct Edge {
    listener: Listener<Front>,
    watch: Watch,
}

impl Edge {
    /// Reads what the configuration names.
    ///
    /// # Errors
    /// If a file cannot be read or used, or an origin is none; the error names it.
    pub(super) fn new(config: &Config, routes: Routes, metrics: Arc<Metrics>, drain: Drain) -> io::Result<Self> {
        let tls = config.tls.as_ref().map(Tls::read).transpose()?.map(Arc::new);
        let tokens = config.tokens.as_deref().map(Tokens::read).transpose()?.map(Arc::new);
        let limits = Arc::new(Limits::new(config.callers));
        let watch = Watch { tls: tls.clone(), tokens: tokens.clone(), limits: Arc::clone(&limits) };
        let vouched = Vouched { tls: tls.is_some(), tokens: tokens.is_some() };
        let web = Web::new(Origins::new(&config.origins, vouched)?);
        let gate = Gate { tokens, limits };
        let unread = Unread::new(config.max_message_bytes.saturating_mul(UNREAD_MESSAGES));
        let front = Arc::new(Front { routes: routes.prepare(), gate, web, page: config.page, metrics, unread });
        Ok(Self { listener: Listener { answer: front, tls, limits: config.connections, drain }, watch })
    }

    /// Serves until the server's grace period is over and the last connection is closed. Files are read again when
    /// they change, or when `reload` says so.
    pub(super) async fn run(self, listener: TcpListener, reload: Arc<Notify>) {
        let metrics = Arc::clone(&self.listener.answer.metrics);
        tokio::select! {
            () = self.listener.run(listener) => {}
            () = self.watch.run(&metrics, &reload) => {}
        }
    }
}

/// Serves what machines that watch the server ask for, until the server is over.
pub(super) async fn watched(listener: TcpListener, config: &Config, telemetry: (Arc<Metrics>, Drain)) {
    let (metrics, drain) = telemetry;
    let answer = Arc::new(Telemetry { metrics, drain: drain.clone() });
    Listener { answer, tls: None, limits: config.connections, drain }.run(listener).await;
}

/// Answers requests.
struct Front {
    routes: Routes,
    gate: Gate,
    web: Web,
    page: bool,
    metrics: Arc<Metrics>,
    unread: Arc<Unread>,
}

impl Answer for Front {
    async fn answer(&self, request: Request<Incoming>, connection: &Arc<Connection>) -> Response<Body> {
        let turn = Arc::new(Turn::begin(connection));
        let kind = self.web.kind(&request);
        let mut request = request.map(|body| Body::new(Asked::new(body, &turn, self.unread.share())));
        if let Some(token) = request.headers_mut().get_mut(header::AUTHORIZATION) {
            // Nobody prints it by accident.
            token.set_sensitive(true);
        }
        match kind {
            Kind::Grpc => self.call(request, connection, turn).await,
            Kind::Web => {
                let grpc =
                    tower::service_fn(|request| async { Ok(self.call(request, connection, Arc::clone(&turn)).await) });
                self.web.translated(request, grpc).await
            }
            Kind::Foreign => {
                tracing::warn!(address = %connection.peer.address, "a page of a foreign origin is refused");
                web::plain(StatusCode::FORBIDDEN, "pages of this origin may not call\n")
            }
            Kind::Other => self.other(&request),
        }
    }

    fn turned_away(&self) {
        self.metrics.turned_away();
        tracing::warn!("a connection is closed at once: as many are open as may be");
    }
}

impl Front {
    /// Answers what is no call. Bounds on calls do not count here: the page is a few files, and none costs more than telling
    /// a refusal does.
    fn other(&self, request: &Request<Body>) -> Response<Body> {
        if !self.page {
            return web::plain(StatusCode::NOT_FOUND, "this port serves gRPC and gRPC-Web\n");
        }
        let nothing = || web::plain(StatusCode::NOT_FOUND, "this port serves gRPC, gRPC-Web, and a page at /\n");
        page::answer(request).unwrap_or_else(nothing)
    }

    /// Answers a call of gRPC.
    async fn call(&self, request: Request<Body>, connection: &Connection, turn: Arc<Turn>) -> Response<Body> {
        let mut served = Served::begin(&self.metrics, request.uri().path(), turn);
        let response = match self.admit(&request, connection) {
            Ok((caller, permit)) => {
                served.admitted(permit);
                let span = tracing::info_span!("from", %caller);
                self.handled(request).instrument(span).await
            }
            Err(error) => Err(error),
        };
        served.answered(response.unwrap_or_else(|error| error.status().into_http()))
    }

    fn admit(&self, request: &Request<Body>, connection: &Connection) -> Result<(Caller, Permit), CallError> {
        let path = request.uri().path();
        let caller = self.gate.caller(path, request.headers(), &connection.peer);
        let admitted = caller.and_then(|caller| {
            let permit = self.gate.limits.admit(&caller)?;
            Ok((caller, permit))
        });
        admitted.inspect_err(|error| {
            let (code, _) = error.row();
            tracing::warn!(address = %connection.peer.address, path, ?code, "turned away");
        })
    }

    /// What the handler answers, unless it panics or the deadline passes.
    async fn handled(&self, request: Request<Body>) -> Result<Response<Body>, CallError> {
        let deadline = deadline::of_headers(request.headers()).unwrap_or(Duration::MAX);
        let response = contained(self.routes.clone().oneshot(request));
        match tokio::time::timeout(deadline, response).await {
            Ok(response) => response
                .map(|answer| answer.unwrap_or_else(|never: Infallible| match never {}))
                .ok_or(CallError::Panicked),
            Err(_) => Err(CallError::TooLate),
        }
    }
}

#[cfg(test)]
mod tests;

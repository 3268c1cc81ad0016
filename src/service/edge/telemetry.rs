//! What machines that watch the server ask for, in plain HTTP on a port of its own: `/metrics`, `/livez`, `/readyz`.

use super::connection::{Connection, Turn};
use super::listener::Answer;
use super::web::plain;
use crate::service::drain::Drain;
use crate::service::metrics::Metrics;
use http::{HeaderValue, Method, Request, Response, StatusCode, header};
use hyper::body::Incoming;
use std::sync::Arc;
use tonic::body::Body;

/// The content type of the Prometheus text format.
const TEXT_FORMAT: HeaderValue = HeaderValue::from_static("text/plain; version=0.0.4; charset=utf-8");

/// Answers such questions.
pub(super) struct Telemetry {
    pub(super) metrics: Arc<Metrics>,
    pub(super) drain: Drain,
}

impl Answer for Telemetry {
    async fn answer(&self, request: Request<Incoming>, connection: &Arc<Connection>) -> Response<Body> {
        let _turn = Turn::begin(connection);
        if request.method() != Method::GET {
            return plain(StatusCode::METHOD_NOT_ALLOWED, "GET only\n");
        }
        match request.uri().path() {
            "/metrics" => self.metrics(),
            "/livez" => plain(StatusCode::OK, "alive\n"),
            "/readyz" if self.drain.is_serving() => plain(StatusCode::OK, "ready\n"),
            "/readyz" => plain(StatusCode::SERVICE_UNAVAILABLE, "shutting down\n"),
            _ => plain(StatusCode::NOT_FOUND, "there are /metrics, /livez and /readyz\n"),
        }
    }
}

impl Telemetry {
    fn metrics(&self) -> Response<Body> {
        let mut response = Response::new(Body::new(self.metrics.render()));
        response.headers_mut().insert(header::CONTENT_TYPE, TEXT_FORMAT);
        response
    }
}

//! What panics in a service of the tests is contained, wherever it happens.

use super::*;
use crate::scheduler::{self, Scheduler};
use crate::service::{CallerLimits, ConnectionLimits};
use crate::solver::{Table, Threads};
use caller::Peer;
use http_body::{Body as _, Frame};
use hyper::body::Bytes;
use std::pin::Pin;
use std::task::{Context, Poll};
use tokio::time::Instant;
use tonic::server::NamedService;
use tonic::{Code, Status};

/// Panics as the path says: `/test.Panics/AtOnce`, `/test.Panics/Later`, `/test.Panics/InTheAnswer`.
#[derive(Clone)]
struct Panics;

impl NamedService for Panics {
    const NAME: &'static str = "test.Panics";
}

impl tower::Service<Request<Body>> for Panics {
    type Response = Response<Body>;
    type Error = Infallible;
    type Future = Pin<Box<dyn Future<Output = Result<Self::Response, Infallible>> + Send>>;

    fn poll_ready(&mut self, _: &mut Context<'_>) -> Poll<Result<(), Infallible>> {
        Poll::Ready(Ok(()))
    }

    fn call(&mut self, request: Request<Body>) -> Self::Future {
        assert!(!request.uri().path().ends_with("AtOnce"), "a panic of the tests");
        Box::pin(async move {
            tokio::task::yield_now().await;
            assert!(!request.uri().path().ends_with("Later"), "a panic of the tests");
            Ok(Response::new(Body::new(PanickingBody { told: false })))
        })
    }
}

/// Gives a message and panics at the next.
struct PanickingBody {
    told: bool,
}

impl http_body::Body for PanickingBody {
    type Data = Bytes;
    type Error = Status;

    fn poll_frame(mut self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<Option<Result<Frame<Bytes>, Status>>> {
        assert!(!self.told, "a panic of the tests");
        self.told = true;
        Poll::Ready(Some(Ok(Frame::data(Bytes::from_static(b"\0\0\0\0\0")))))
    }
}

fn front() -> Front {
    let config = scheduler::Config {
        workers: 1,
        live: 1,
        slice: 1,
        private_tables_mib: 1,
        max_nodes: None,
        threads: Threads::ONE,
    };
    let scheduler = Arc::new(Scheduler::new(config, Arc::new(Table::new(1))));
    let limits = Arc::new(Limits::new(CallerLimits::default()));
    Front {
        unread: Unread::new(1 << 20),
        routes: Routes::new(Panics),
        gate: Gate { tokens: None, limits },
        web: Web::new(Origins::new(&[], Vouched::default()).unwrap()),
        page: false,
        metrics: Arc::new(Metrics::new(scheduler, None, 1)),
    }
}

/// The code that a call ends with, from its headers or its trailers.
async fn code(path: &str) -> Option<Code> {
    let front = front();
    let peer = Peer { address: "192.0.2.1:1".parse().unwrap(), certificate: None };
    let connection = Arc::new(Connection::new(peer, Instant::now()));
    let request = Request::builder().uri(path).body(Body::empty()).unwrap();
    let response = front.call(request, &connection, Arc::new(Turn::begin(&connection))).await;
    let mut status = Status::from_header_map(response.headers());
    let mut body = response.into_body();
    while let Some(frame) = std::future::poll_fn(|context| Pin::new(&mut body).poll_frame(context)).await {
        let trailers = frame.unwrap();
        status = status.or_else(|| Status::from_header_map(trailers.trailers_ref()?));
    }
    drop(body);
    let calls = matches!(connection.verdict(&ConnectionLimits::default()), connection::Verdict::Keep(_));
    assert!(calls, "the connection goes on");
    let text = front.metrics.render();
    assert!(text.contains(r#"code="INTERNAL"} 1"#) && text.contains("tsumi_requests_in_flight 0"), "{text}");
    status.map(|status| status.code())
}

#[tokio::test]
async fn a_panic_is_an_internal_error_wherever_it_happens() {
    for place in ["AtOnce", "Later", "InTheAnswer"] {
        assert_eq!(code(&format!("/test.Panics/{place}")).await, Some(Code::Internal), "{place}");
    }
}

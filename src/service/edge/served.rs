//! A request that is being answered, from its arrival to the last byte of its answer.

use super::connection::Turn;
use super::limits::Permit;
use crate::service::call::Outcome;
use crate::service::metrics::Metrics;
use crate::service::status::CallError;
use http::{HeaderMap, Response};
use http_body::{Frame, SizeHint};
use hyper::body::Bytes;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};
use std::time::Instant;
use tonic::body::Body;
use tonic::{Code, Status};

/// Counts the request when it is dropped.
pub(super) struct Served {
    metrics: Arc<Metrics>,
    method: Arc<str>,
    started: Instant,
    /// `None` until the end is known: a request that is dropped without it has lost its caller.
    code: Option<Code>,
    outcome: Option<Outcome>,
    turn: Arc<Turn>,
    permit: Option<Permit>,
}

impl Served {
    /// A request has come.
    pub(super) fn begin(metrics: &Arc<Metrics>, path: &str, turn: Arc<Turn>) -> Self {
        let method = metrics.method(path);
        metrics.begin();
        let (started, metrics) = (Instant::now(), Arc::clone(metrics));
        Self { metrics, method, started, code: None, outcome: None, turn, permit: None }
    }

    /// It is taken in.
    pub(super) fn admitted(&mut self, permit: Permit) {
        self.permit = Some(permit);
    }

    /// Its answer begins; the request is over with the answer's last byte.
    pub(super) fn answered(mut self, response: Response<Body>) -> Response<Body> {
        self.note(response.headers());
        self.outcome = response.extensions().get().cloned();
        self.turn.answer();
        // Until the transport asks for more it waits for the client to take what there is.
        self.turn.is_ours(false);
        response.map(|body| Body::new(AnswerBody { body, served: self, failed: false }))
    }

    /// Takes the code from headers or trailers, if they hold it.
    fn note(&mut self, headers: &HeaderMap) {
        if let Some(status) = Status::from_header_map(headers) {
            self.code = Some(status.code());
        }
    }
}

impl Drop for Served {
    fn drop(&mut self) {
        let outcome = self.outcome.as_ref().and_then(|outcome| outcome.get().copied());
        self.metrics.end(&self.method, self.code.unwrap_or(Code::Cancelled), outcome, self.started.elapsed());
    }
}

/// The body of an answer.
struct AnswerBody {
    body: Body,
    served: Served,
    failed: bool,
}

impl http_body::Body for AnswerBody {
    type Data = Bytes;
    type Error = Status;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Self::Data>, Self::Error>>> {
        if self.failed {
            return Poll::Ready(None);
        }
        let polled = catch_unwind(AssertUnwindSafe(|| Pin::new(&mut self.body).poll_frame(context)));
        let polled = polled.unwrap_or_else(|_| {
            self.failed = true;
            Poll::Ready(Some(Ok(Frame::trailers(trailers(&CallError::Panicked.status())))))
        });
        if let Poll::Ready(Some(Ok(frame))) = &polled
            && let Some(trailers) = frame.trailers_ref()
        {
            self.served.note(trailers);
        }
        self.served.turn.is_ours(polled.is_pending());
        polled
    }

    fn is_end_stream(&self) -> bool {
        self.failed || self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.body.size_hint()
    }
}

fn trailers(status: &Status) -> HeaderMap {
    let mut trailers = HeaderMap::new();
    // What cannot be written is left out: the code always can.
    let _ = status.add_header(&mut trailers);
    trailers
}

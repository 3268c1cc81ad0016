//! One call: its span, its end in the log, and the containment of panics.

use super::status::CallError;
use prost::Message;
use std::future::{Future, poll_fn};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::pin::pin;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, LazyLock, OnceLock};
use std::task::Poll;
use std::time::{Instant, SystemTime, UNIX_EPOCH};
use tonic::metadata::{Ascii, MetadataMap, MetadataValue};
use tonic::{Response, Status};
use tracing::{Instrument as _, Level, Span, field};

/// Header with the id of a request: the caller's if it sends one, told back with the answer.
const REQUEST_ID: &str = "x-request-id";

/// Bytes from which on an answer is compressed for those who take it: a smaller one costs more time than it saves.
const COMPRESSED: usize = 1024;

/// A call that is being served. When it is dropped without having ended its caller has gone, and the log says so.
pub(super) struct Call {
    span: Span,
    id: MetadataValue<Ascii>,
    started: Instant,
    outcome: Outcome,
    ended: bool,
}

/// How the search of a call has ended, once that is known.
pub(super) type Outcome = Arc<OnceLock<&'static str>>;

tokio::task_local! {
    /// The outcome of the call that runs.
    static OUTCOME: Outcome;
}

impl Call {
    /// A call of `method` begins.
    pub(super) fn begin(method: &'static str, metadata: &MetadataMap) -> Self {
        let id = given_id(metadata).unwrap_or_else(new_id);
        let request_id = id.to_str().unwrap_or_default();
        let span = tracing::info_span!("call", request_id, method, outcome = field::Empty, nodes = field::Empty);
        Self { span, id, started: Instant::now(), outcome: Outcome::default(), ended: false }
    }

    /// Serves a call that has one answer.
    pub(super) async fn unary<T: Message>(
        mut self,
        work: impl Future<Output = Result<T, CallError>>,
    ) -> Result<Response<T>, Status> {
        let result = self.run(work).await;
        self.end(result.as_ref().err());
        let is_small = result.as_ref().is_ok_and(|message| message.encoded_len() < COMPRESSED);
        let mut told = self.told(result);
        if let (Ok(response), true) = (&mut told, is_small) {
            response.disable_compression();
        }
        told
    }

    /// Runs a part of the call in its span.
    pub(super) async fn run<T>(&self, work: impl Future<Output = Result<T, CallError>>) -> Result<T, CallError> {
        let work = OUTCOME.scope(Outcome::clone(&self.outcome), contained(work));
        work.instrument(self.span.clone()).await.unwrap_or(Err(CallError::Panicked))
    }

    /// Notes the end in the log.
    pub(super) fn end(&mut self, error: Option<&CallError>) {
        self.ended = true;
        let elapsed_us = self.started.elapsed().as_micros() as u64;
        let _entered = self.span.enter();
        let Some(error) = error else { return tracing::info!(elapsed_us, code = "OK", "answered") };
        let (code, level) = error.row();
        match level {
            Level::ERROR => tracing::error!(elapsed_us, ?code, ?error, "failed"),
            Level::WARN => tracing::warn!(elapsed_us, ?code, "refused"),
            _ => tracing::info!(elapsed_us, ?code, "refused"),
        }
    }

    /// The result as the caller gets it, with the id of the request.
    pub(super) fn told<T>(&self, result: Result<T, CallError>) -> Result<Response<T>, Status> {
        match result {
            Ok(message) => {
                let mut response = Response::new(message);
                response.metadata_mut().insert(REQUEST_ID, self.id.clone());
                // For the metrics; a stream's is known later.
                response.extensions_mut().insert(Outcome::clone(&self.outcome));
                Ok(response)
            }
            Err(error) => {
                let mut status = error.status();
                status.metadata_mut().insert(REQUEST_ID, self.id.clone());
                Err(status)
            }
        }
    }
}

impl Drop for Call {
    fn drop(&mut self) {
        if !self.ended {
            let _entered = self.span.enter();
            let elapsed_us = self.started.elapsed().as_micros() as u64;
            tracing::info!(elapsed_us, code = "Cancelled", "the caller has gone");
        }
    }
}

/// Notes in the running call how its search ended.
pub(super) fn note(outcome: &'static str, nodes: u64) {
    // Without a call there is nobody to tell.
    let _ = OUTCOME.try_with(|known| known.set(outcome));
    Span::current().record("outcome", outcome).record("nodes", nodes);
}

/// A panic ends the work with `None` instead of the connection's task.
pub(super) async fn contained<T>(work: impl Future<Output = T>) -> Option<T> {
    let mut work = pin!(work);
    poll_fn(|context| {
        let polled = catch_unwind(AssertUnwindSafe(|| work.as_mut().poll(context)));
        polled.map_or(Poll::Ready(None), |poll| poll.map(Some))
    })
    .await
}

/// The caller's id, if it is short and plain enough to be logged.
fn given_id(metadata: &MetadataMap) -> Option<MetadataValue<Ascii>> {
    let id = metadata.get(REQUEST_ID)?;
    let plain = |text: &str| (1..=64).contains(&text.len()) && text.bytes().all(|byte| byte.is_ascii_graphic());
    id.to_str().is_ok_and(plain).then(|| id.clone())
}

/// An id that no other call of this process has, and hardly one of another.
fn new_id() -> MetadataValue<Ascii> {
    static STARTED: LazyLock<u64> =
        LazyLock::new(|| SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |time| time.as_micros() as u64));
    static NEXT: AtomicU64 = AtomicU64::new(0);
    let next = NEXT.fetch_add(1, Ordering::Relaxed);
    MetadataValue::try_from(format!("{:x}-{next:x}", *STARTED)).unwrap_or(MetadataValue::from_static("unnamed"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn a_panic_becomes_internal_and_the_id_is_told() {
        let mut metadata = MetadataMap::new();
        metadata.insert(REQUEST_ID, MetadataValue::from_static("mine"));
        let call = Call::begin("Test", &metadata);
        let work = async { panic!("a handler of the tests panics, as it should") };
        let status = call.unary::<()>(work).await.unwrap_err();
        assert_eq!(status.code(), tonic::Code::Internal);
        assert_eq!(status.metadata().get(REQUEST_ID).unwrap(), "mine");
    }

    #[test]
    fn only_plain_ids_are_taken_over() {
        let mut metadata = MetadataMap::new();
        for (id, taken) in [("a-1", true), ("", false), ("a b", false)] {
            metadata.insert(REQUEST_ID, id.parse().unwrap());
            assert_eq!(given_id(&metadata).is_some(), taken, "{id}");
        }
        assert_ne!(new_id(), new_id());
    }
}

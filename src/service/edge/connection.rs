//! One connection: what it does now, and when it is to be given up.

use super::caller::Peer;
use super::unread::{Messages, Share};
use crate::service::ConnectionLimits;
use http_body::Frame;
use hyper::body::{Bytes, Incoming};
use std::io;
use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::task::{Context, Poll, ready};
use std::time::Duration;
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::time::Instant;
use tonic::Status;

/// Bytes of the first words of HTTP/2; no request of HTTP/1.1 is shorter.
const FIRST_WORDS: usize = 24;

/// What its calls and its keeper know of a connection.
pub(super) struct Connection {
    pub(super) peer: Peer,
    opened: Instant,
    /// Bytes that have come.
    heard: AtomicUsize,
    /// Calls that are open.
    calls: AtomicUsize,
    /// Calls among them that the server works at; the others wait for the client.
    owed: AtomicUsize,
    /// Milliseconds from the opening to the last change of one of these.
    changed: AtomicU64,
}

/// What its keeper is to do with a connection.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Verdict {
    /// Keep it, and look again at this time.
    Keep(Instant),
    /// Take no more calls from it, and close it when those that it has are over.
    GiveUp,
    /// Close it.
    Close,
}

impl Connection {
    pub(super) fn new(peer: Peer, opened: Instant) -> Self {
        let zero = AtomicUsize::default;
        Self { peer, opened, heard: zero(), calls: zero(), owed: zero(), changed: AtomicU64::default() }
    }

    /// What is to be done now.
    pub(super) fn verdict(&self, limits: &ConnectionLimits) -> Verdict {
        let now = Instant::now();
        if self.heard.load(Ordering::Relaxed) < FIRST_WORDS {
            return keep_until(self.opened + limits.handshake, now, Verdict::Close);
        }
        let old = limits.age.and_then(|age| self.opened.checked_add(age));
        let verdict = self.verdict_on_calls(limits, now);
        match (verdict, old) {
            (Verdict::Close, _) => Verdict::Close,
            (_, Some(old)) if old <= now => Verdict::GiveUp,
            (Verdict::Keep(until), Some(old)) => Verdict::Keep(until.min(old)),
            (verdict, _) => verdict,
        }
    }

    fn verdict_on_calls(&self, limits: &ConnectionLimits, now: Instant) -> Verdict {
        let changed = self.opened + Duration::from_millis(self.changed.load(Ordering::Relaxed));
        if self.calls.load(Ordering::Relaxed) == 0 {
            keep_until(changed + limits.idle, now, Verdict::GiveUp)
        } else if self.owed.load(Ordering::Relaxed) == 0 {
            keep_until(changed + limits.stall, now, Verdict::Close)
        } else {
            Verdict::Keep(now + limits.stall.min(limits.idle))
        }
    }

    /// Notes that something has changed now.
    fn change(&self) {
        self.changed.store(self.opened.elapsed().as_millis() as u64, Ordering::Relaxed);
    }
}

fn keep_until(end: Instant, now: Instant, then: Verdict) -> Verdict {
    if end <= now { then } else { Verdict::Keep(end) }
}

/// An open call of a connection, and whose turn it is.
pub(super) struct Turn {
    connection: Arc<Connection>,
    ours: AtomicBool,
    /// The answer has begun, and tells from then on: of a stream the client need not say more to be owed an answer.
    answering: AtomicBool,
}

impl Turn {
    /// A call begins.
    pub(super) fn begin(connection: &Arc<Connection>) -> Self {
        connection.calls.fetch_add(1, Ordering::Relaxed);
        connection.owed.fetch_add(1, Ordering::Relaxed);
        connection.change();
        Self { connection: Arc::clone(connection), ours: AtomicBool::new(true), answering: AtomicBool::new(false) }
    }

    /// The answer begins.
    pub(super) fn answer(&self) {
        self.answering.store(true, Ordering::Relaxed);
    }

    /// The rest of the request has come, or is waited for.
    fn has_come(&self, come: bool) {
        if !self.answering.load(Ordering::Relaxed) {
            self.is_ours(come);
        }
    }

    /// Notes whether the server has to act next (or the client).
    pub(super) fn is_ours(&self, ours: bool) {
        if self.ours.swap(ours, Ordering::Relaxed) == ours {
            return;
        }
        if ours {
            self.connection.owed.fetch_add(1, Ordering::Relaxed);
        } else {
            self.connection.owed.fetch_sub(1, Ordering::Relaxed);
        }
        self.connection.change();
    }
}

impl Drop for Turn {
    fn drop(&mut self) {
        self.is_ours(false);
        self.connection.calls.fetch_sub(1, Ordering::Relaxed);
        self.connection.change();
    }
}

/// A stream of bytes that counts what comes, until the first words have come.
pub(super) struct Heard<S> {
    stream: S,
    connection: Arc<Connection>,
}

impl<S> Heard<S> {
    pub(super) fn new(stream: S, connection: &Arc<Connection>) -> Self {
        Self { stream, connection: Arc::clone(connection) }
    }
}

impl<S: AsyncRead + Unpin> AsyncRead for Heard<S> {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        let before = buffer.filled().len();
        ready!(Pin::new(&mut self.stream).poll_read(context, buffer))?;
        if self.connection.heard.load(Ordering::Relaxed) < FIRST_WORDS {
            self.connection.heard.fetch_add(buffer.filled().len() - before, Ordering::Relaxed);
        }
        Poll::Ready(Ok(()))
    }
}

impl<S: AsyncWrite + Unpin> AsyncWrite for Heard<S> {
    fn poll_write(mut self: Pin<&mut Self>, context: &mut Context<'_>, bytes: &[u8]) -> Poll<io::Result<usize>> {
        Pin::new(&mut self.stream).poll_write(context, bytes)
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_flush(context)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(context)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        Pin::new(&mut self.stream).poll_write_vectored(context, bytes)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }
}

/// The body of a request; while it is waited for it is the client's turn.
pub(super) struct Asked {
    body: Incoming,
    turn: Arc<Turn>,
    share: Share,
    messages: Messages,
}

impl Asked {
    pub(super) fn new(body: Incoming, turn: &Arc<Turn>, share: Share) -> Self {
        Self { body, turn: Arc::clone(turn), share, messages: Messages::default() }
    }

    /// Counts what has come; no more comes after an error.
    fn counted(&mut self, frame: Option<Result<Frame<Bytes>, hyper::Error>>) -> Option<Result<Frame<Bytes>, Status>> {
        let frame = match frame {
            Some(Ok(frame)) => frame,
            Some(Err(error)) => return Some(Err(Status::from_error(Box::new(error)))),
            None => {
                self.share.give_back();
                return None;
            }
        };
        let data = frame.data_ref().map_or(&[][..], |data| data);
        let added = self.share.add(data.len()).map_err(|error| error.status());
        if self.messages.take(data) {
            // Of a stream nothing is held but the message that is coming.
            self.share.give_back();
        }
        Some(added.map(|()| frame))
    }
}

impl http_body::Body for Asked {
    type Data = Bytes;
    type Error = Status;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Self::Data>, Self::Error>>> {
        let polled = Pin::new(&mut self.body).poll_frame(context);
        self.turn.has_come(polled.is_ready());
        polled.map(|frame| self.counted(frame))
    }

    fn is_end_stream(&self) -> bool {
        self.body.is_end_stream()
    }

    fn size_hint(&self) -> http_body::SizeHint {
        self.body.size_hint()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const LIMITS: ConnectionLimits = ConnectionLimits {
        of_each_address: None,
        open: 1,
        handshake: Duration::from_secs(10),
        keepalive: Duration::from_secs(20),
        keepalive_answer: Duration::from_secs(10),
        stall: Duration::from_mins(1),
        idle: Duration::from_mins(10),
        age: Some(Duration::from_hours(1)),
        age_grace: Duration::from_mins(5),
    };

    /// A connection that was opened so many seconds ago and has been silent since, or spoke its first words then.
    fn opened(seconds: u64, heard: usize) -> Arc<Connection> {
        let peer = Peer { address: "192.0.2.1:1".parse().unwrap(), certificate: None };
        let connection = Connection::new(peer, Instant::now().checked_sub(Duration::from_secs(seconds)).unwrap());
        connection.heard.store(heard, Ordering::Relaxed);
        Arc::new(connection)
    }

    fn is_kept(connection: &Connection) -> bool {
        matches!(connection.verdict(&LIMITS), Verdict::Keep(until) if until > Instant::now())
    }

    #[test]
    fn a_silent_connection_is_closed() {
        assert!(is_kept(&opened(9, FIRST_WORDS - 1)));
        assert_eq!(opened(10, FIRST_WORDS - 1).verdict(&LIMITS), Verdict::Close);
        assert!(is_kept(&opened(10, FIRST_WORDS)));
    }

    #[test]
    fn one_without_calls_is_given_up_and_so_is_an_old_one() {
        assert!(is_kept(&opened(599, FIRST_WORDS)));
        let connection = opened(600, FIRST_WORDS);
        assert_eq!(connection.verdict(&LIMITS), Verdict::GiveUp);
        drop(Turn::begin(&connection));
        assert!(is_kept(&connection), "a call is over just now");
        let old = opened(3600, FIRST_WORDS);
        let _turn = Turn::begin(&old);
        assert_eq!(old.verdict(&LIMITS), Verdict::GiveUp);
    }

    #[test]
    fn one_whose_calls_all_wait_for_the_client_is_closed() {
        let connection = opened(1000, FIRST_WORDS);
        let turn = Turn::begin(&connection);
        let since = |seconds: u64| connection.changed.store((1000 - seconds) * 1000, Ordering::Relaxed);
        since(500);
        assert!(is_kept(&connection), "the server works");
        turn.is_ours(false);
        assert!(is_kept(&connection), "the client waits since just now");
        let other = Turn::begin(&connection);
        since(61);
        assert!(is_kept(&connection), "the server works at another call");
        drop(other);
        since(59);
        assert!(is_kept(&connection));
        since(61);
        assert_eq!(connection.verdict(&LIMITS), Verdict::Close);
        turn.is_ours(true);
        assert!(is_kept(&connection));
        turn.answer();
        turn.has_come(false);
        since(61);
        assert!(is_kept(&connection), "a stream is owed an answer whether or not more is asked");
    }
}

//! A bound on what is held of requests that have not come whole.
//!
//! A message is decoded when its last byte has come, so what has come before has to be kept. Each is bounded, but one caller may begin
//! very many; so the server bounds the sum.

use crate::service::status::CallError;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

/// Bytes held of all requests that are still coming.
pub(super) struct Unread {
    held: AtomicUsize,
    most: usize,
}

impl Unread {
    pub(super) fn new(most: usize) -> Arc<Self> {
        Arc::new(Self { held: AtomicUsize::new(0), most })
    }

    /// The share of a request of which nothing has come yet.
    pub(super) fn share(self: &Arc<Self>) -> Share {
        Share { of: Arc::clone(self), bytes: 0 }
    }
}

/// What is held of one request; given back when it is dropped.
pub(super) struct Share {
    of: Arc<Unread>,
    bytes: usize,
}

impl Share {
    /// So many more bytes have come.
    ///
    /// # Errors
    /// If there is no room for them.
    pub(super) fn add(&mut self, bytes: usize) -> Result<(), CallError> {
        self.bytes += bytes;
        let before = self.of.held.fetch_add(bytes, Ordering::Relaxed);
        if before + bytes > self.of.most { Err(CallError::TooMuchUnread) } else { Ok(()) }
    }

    /// The request has come whole.
    pub(super) fn give_back(&mut self) {
        self.of.held.fetch_sub(std::mem::take(&mut self.bytes), Ordering::Relaxed);
    }
}

impl Drop for Share {
    fn drop(&mut self) {
        self.give_back();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_sum_is_bounded_and_room_comes_back() {
        let unread = Unread::new(100);
        let (mut one, mut other) = (unread.share(), unread.share());
        assert_eq!((one.add(60), other.add(40)), (Ok(()), Ok(())));
        assert_eq!(other.add(1), Err(CallError::TooMuchUnread));
        one.give_back();
        assert_eq!(other.add(59), Ok(()));
        drop(other);
        assert_eq!((one.add(100), one.add(1)), (Ok(()), Err(CallError::TooMuchUnread)));
    }
}

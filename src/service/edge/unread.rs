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

/// Where the messages of a request end: each begins with a flag and its length in four bytes, the greatest first.
#[derive(Default)]
pub(super) struct Messages {
    head: [u8; HEAD],
    /// Bytes of the head that have come.
    headed: usize,
    /// Bytes of the message that are still to come, once its head has.
    left: usize,
}

const HEAD: usize = 5;

impl Messages {
    /// These bytes have come. True if a message ends in them.
    pub(super) fn take(&mut self, mut bytes: &[u8]) -> bool {
        let mut ends = false;
        while !bytes.is_empty() {
            let wanted = if self.headed < HEAD { HEAD - self.headed } else { self.left };
            let (now, rest) = bytes.split_at(wanted.min(bytes.len()));
            if self.headed < HEAD {
                self.head[self.headed..self.headed + now.len()].copy_from_slice(now);
                self.headed += now.len();
                let [_, length @ ..] = self.head;
                self.left = u32::from_be_bytes(length) as usize;
            } else {
                self.left -= now.len();
            }
            if self.headed == HEAD && self.left == 0 {
                (self.headed, ends) = (0, true);
            }
            bytes = rest;
        }
        ends
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn messages_end_where_they_say_however_they_are_cut() {
        let lengths: [u8; 6] = [0, 3, 1, 0, 9, 2];
        let stream: Vec<u8> =
            lengths.iter().flat_map(|&length| [vec![0, 0, 0, 0, length], vec![7; length.into()]].concat()).collect();
        let ends: Vec<usize> = lengths
            .iter()
            .scan(0, |end, &length| {
                Some({
                    *end += HEAD + usize::from(length);
                    *end
                })
            })
            .collect();
        for step in 1..=stream.len() {
            let mut messages = Messages::default();
            for (number, part) in stream.chunks(step).enumerate() {
                let range = number * step + 1..=number * step + part.len();
                assert_eq!(messages.take(part), ends.iter().any(|end| range.contains(end)), "{step} {number}");
            }
        }
    }

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

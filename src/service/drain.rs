//! The phases of a server's life, as the calls see them.

use tokio::sync::watch;

/// Where the server is in its life.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Phase {
    /// Calls are served.
    Serving,
    /// Running calls are served, new ones are not.
    Draining,
    /// The grace period is over.
    Over,
}

/// A watcher of the phase.
#[derive(Clone)]
pub(super) struct Drain(watch::Receiver<Phase>);

impl Drain {
    /// A watcher, and the means to move on.
    pub(super) fn new() -> (watch::Sender<Phase>, Self) {
        let (sender, receiver) = watch::channel(Phase::Serving);
        (sender, Self(receiver))
    }

    /// True while new calls are served.
    pub(super) fn is_serving(&self) -> bool {
        *self.0.borrow() == Phase::Serving
    }

    /// Ready when `phase` has come (or the server has gone).
    pub(super) async fn reached(&self, phase: Phase) {
        let _ = self.0.clone().wait_for(|&now| now >= phase).await;
    }
}

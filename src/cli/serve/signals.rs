//! Signals: when to end, when to read files again.

use std::sync::Arc;
use tokio::sync::Notify;

/// Ready at the first Ctrl-C.
pub(in crate::cli) async fn interrupt() {
    if tokio::signal::ctrl_c().await.is_err() {
        std::future::pending::<()>().await;
    }
}

/// Ready at the first Ctrl-C or SIGTERM.
pub(in crate::cli) async fn shutdown() {
    tokio::select! {
        () = interrupt() => {}
        () = unix::terminate() => {}
    }
}

/// Notified at every SIGHUP.
pub(super) fn reload() -> Arc<Notify> {
    let reload = Arc::new(Notify::new());
    unix::on_hang_up(Arc::clone(&reload));
    reload
}

#[cfg(unix)]
mod unix {
    use super::{Arc, Notify};
    use tokio::signal::unix::{SignalKind, signal};

    pub(super) async fn terminate() {
        match signal(SignalKind::terminate()) {
            Ok(mut signal) => drop(signal.recv().await),
            Err(_) => std::future::pending().await,
        }
    }

    /// From now on a SIGHUP no longer ends the program.
    pub(super) fn on_hang_up(reload: Arc<Notify>) {
        let Ok(mut signal) = signal(SignalKind::hangup()) else { return };
        tokio::spawn(async move {
            while signal.recv().await.is_some() {
                reload.notify_one();
            }
        });
    }
}

#[cfg(not(unix))]
mod unix {
    use super::{Arc, Notify};

    pub(super) async fn terminate() {
        std::future::pending().await
    }

    pub(super) fn on_hang_up(_: Arc<Notify>) {}
}

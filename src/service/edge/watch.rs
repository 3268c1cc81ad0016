//! What is done beside the calls: files that changed are read again, what is no longer needed is forgotten.

use super::limits::Limits;
use super::tls::Tls;
use super::tokens::Tokens;
use crate::service::metrics::Metrics;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::{Duration, SystemTime};
use std::{fs, io};
use tokio::sync::Notify;
use tokio::time::{MissedTickBehavior, interval};

/// How often files are looked at.
const INTERVAL: Duration = Duration::from_secs(2);

/// What may change while the server runs.
pub(super) struct Watch {
    pub(super) tls: Option<Arc<Tls>>,
    pub(super) tokens: Option<Arc<Tokens>>,
    pub(super) limits: Arc<Limits>,
}

/// A file as it was: where it leads, its time and its size. `None` for one that is not there.
type Stamp = Option<(PathBuf, SystemTime, u64)>;

impl Watch {
    /// Never ends. Files are read again when they have changed, and whenever `reload` says so.
    pub(super) async fn run(&self, metrics: &Metrics, reload: &Notify) {
        let mut seen = self.stamps();
        let mut ticks = interval(INTERVAL);
        ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
        loop {
            let asked = tokio::select! {
                _ = ticks.tick() => false,
                () = reload.notified() => true,
            };
            metrics.tidy();
            self.limits.tidy();
            let now = self.stamps();
            if asked || now != seen {
                seen = now;
                self.reload();
            }
        }
    }

    fn stamps(&self) -> Vec<Stamp> {
        let tls = self.tls.iter().flat_map(|tls| tls.paths());
        let paths = tls.chain(self.tokens.iter().map(|tokens| tokens.path()));
        let stamp = |path: &std::path::Path| {
            let metadata = fs::metadata(path).ok()?;
            // Mounted secrets are links that change where they lead.
            Some((fs::canonicalize(path).ok()?, metadata.modified().ok()?, metadata.len()))
        };
        paths.map(stamp).collect()
    }

    fn reload(&self) {
        if let Some(tokens) = &self.tokens {
            tell("tokens", tokens.reload());
        }
        if let Some(tls) = &self.tls {
            tell("certificates", tls.reload());
        }
    }
}

fn tell(what: &str, result: io::Result<()>) {
    match result {
        Ok(()) => tracing::info!("the {what} are read again"),
        Err(error) => tracing::error!(%error, "the {what} stay as they were"),
    }
}

//! Ctrl-C stops the search, not the process: what is known is still told.

use super::serve::signals;
use crate::solver::{Cause, Monitor};
use std::sync::{Arc, Mutex, PoisonError};

/// The searches that Ctrl-C stops.
#[derive(Clone, Default)]
pub(super) struct Interrupt(Arc<Mutex<State>>);

#[derive(Default)]
struct State {
    hit: bool,
    running: Vec<Arc<Monitor>>,
}

impl Interrupt {
    /// Listens for the first Ctrl-C; a second one ends the process.
    pub(super) fn listen() -> Self {
        Self::at(signals::interrupt)
    }

    /// The same for the first Ctrl-C or SIGTERM.
    pub(super) fn listen_for_shutdown() -> Self {
        Self::at(signals::shutdown)
    }

    fn at<F: Future<Output = ()>>(first: impl FnOnce() -> F + Send + 'static) -> Self {
        let interrupt = Self::default();
        let listener = interrupt.clone();
        std::thread::spawn(move || {
            let Ok(runtime) = tokio::runtime::Builder::new_current_thread().enable_all().build() else { return };
            runtime.block_on(async {
                first().await;
                listener.hit();
                if tokio::signal::ctrl_c().await.is_ok() {
                    std::process::exit(130);
                }
            });
        });
        interrupt
    }

    /// The monitor of a new search; `None` once Ctrl-C was hit.
    pub(super) fn monitor(&self) -> Option<Arc<Monitor>> {
        let mut state = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        state.running.retain(|monitor| Arc::strong_count(monitor) > 1);
        let monitor = Arc::new(Monitor::new());
        state.running.push(monitor.clone());
        (!state.hit).then_some(monitor)
    }

    /// True once Ctrl-C was hit.
    pub(super) fn is_hit(&self) -> bool {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).hit
    }

    fn hit(&self) {
        let mut state = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        state.hit = true;
        for monitor in &state.running {
            monitor.stop(Cause::Cancelled);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_hit_stops_what_runs_and_starts_nothing_new() {
        let interrupt = Interrupt::default();
        let running = interrupt.monitor().unwrap();
        assert_eq!(running.stopped(), None);
        interrupt.hit();
        assert_eq!(running.stopped(), Some(Cause::Cancelled));
        assert!(interrupt.monitor().is_none() && interrupt.is_hit());
    }
}

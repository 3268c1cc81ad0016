//! What each caller may do: how often, and how much at once.

use super::caller::Caller;
use crate::service::CallerLimits;
use crate::service::status::CallError;
use dashmap::{DashMap, Entry};
use governor::clock::{Clock as _, DefaultClock};
use governor::{DefaultKeyedRateLimiter, Quota, RateLimiter};
use std::num::NonZeroU32;
use std::sync::Arc;

/// Counts the calls of each caller.
pub(super) struct Limits {
    rate: Option<DefaultKeyedRateLimiter<Caller>>,
    at_once: Option<NonZeroU32>,
    running: Arc<DashMap<Caller, u32>>,
}

/// A call that is counted until this is dropped.
pub(super) struct Permit(Option<(Caller, Arc<DashMap<Caller, u32>>)>);

impl Limits {
    pub(super) fn new(limits: CallerLimits) -> Self {
        let quota = |rate: NonZeroU32| Quota::per_second(rate).allow_burst(rate.saturating_mul(TWICE));
        let rate = limits.calls_per_second.map(|rate| RateLimiter::keyed(quota(rate)));
        Self { rate, at_once: limits.calls_at_once, running: Arc::default() }
    }

    /// Takes in a call.
    ///
    /// # Errors
    /// If its caller has too many, or makes them too fast: the error says when to come back.
    pub(super) fn admit(&self, caller: &Caller) -> Result<Permit, CallError> {
        let permit = self.permit(caller).ok_or(CallError::TooManyCalls)?;
        if let Some(rate) = &self.rate {
            rate.check_key(caller)
                .map_err(|not_until| CallError::TooFast(not_until.wait_time_from(DefaultClock::default().now())))?;
        }
        Ok(permit)
    }

    fn permit(&self, caller: &Caller) -> Option<Permit> {
        let Some(at_once) = self.at_once else { return Some(Permit(None)) };
        let mut running = self.running.entry(caller.clone()).or_insert(0);
        if *running >= at_once.get() {
            return None;
        }
        *running += 1;
        drop(running);
        Some(Permit(Some((caller.clone(), Arc::clone(&self.running)))))
    }

    /// Forgets callers who have not called of late. To be called now and then.
    pub(super) fn tidy(&self) {
        if let Some(rate) = &self.rate {
            rate.retain_recent();
            rate.shrink_to_fit();
        }
    }
}

const TWICE: NonZeroU32 = NonZeroU32::new(2).unwrap();

impl Drop for Permit {
    fn drop(&mut self) {
        let Some((caller, running)) = self.0.take() else { return };
        if let Entry::Occupied(mut entry) = running.entry(caller) {
            match entry.get() {
                0 | 1 => drop(entry.remove()),
                more => *entry.get_mut() = more - 1,
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn caller(name: &str) -> Caller {
        Caller::Token(name.into())
    }

    #[test]
    fn calls_at_once_are_counted_by_caller_and_end() {
        let limits = Limits::new(CallerLimits { calls_at_once: NonZeroU32::new(2), ..CallerLimits::default() });
        let first = limits.admit(&caller("a")).unwrap();
        let _second = limits.admit(&caller("a")).unwrap();
        assert_eq!(limits.admit(&caller("a")).err(), Some(CallError::TooManyCalls));
        let other = limits.admit(&caller("b")).unwrap();
        drop(first);
        limits.admit(&caller("a")).unwrap();
        drop(other);
        assert_eq!(limits.running.len(), 1, "who has no calls is forgotten");
    }

    #[test]
    fn calls_a_second_are_counted_by_caller() {
        let limits = Limits::new(CallerLimits { calls_per_second: NonZeroU32::new(1), ..CallerLimits::default() });
        for _ in 0..2 {
            limits.admit(&caller("a")).unwrap();
        }
        let Err(CallError::TooFast(wait)) = limits.admit(&caller("a")) else { panic!("a third call at once") };
        assert!(!wait.is_zero() && wait <= std::time::Duration::from_secs(1));
        limits.admit(&caller("b")).unwrap();
        limits.tidy();
        assert!(limits.admit(&caller("a")).is_err(), "who has called of late is remembered");
    }
}

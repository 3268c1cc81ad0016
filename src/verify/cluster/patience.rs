//! How long a submitter waits before it looks for results that did not come, and how often it submits a problem.

use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

/// The first look comes after so long without a result.
const FIRST: Duration = Duration::from_secs(5);

/// The time between looks doubles up to this.
const LONGEST: Duration = Duration::from_mins(1);

/// How often what is lost is submitted again without any result coming between.
const LOSSES: u32 = 3;

/// Waits ever longer while no result comes.
pub(super) struct Patience {
    renewed: Instant,
    looked: Instant,
    pause: Duration,
    losses: u32,
    /// Rises whenever anything is submitted again: its message is not to be taken for one before. 0 at first.
    pub(super) generation: u32,
}

impl Patience {
    pub(super) fn new() -> Self {
        let now = Instant::now();
        Self { renewed: now, looked: now, pause: FIRST, losses: 0, generation: 0 }
    }

    /// A result has come.
    pub(super) fn renew(&mut self) {
        let now = Instant::now();
        *self = Self { renewed: now, looked: now, pause: FIRST, losses: 0, ..*self };
    }

    /// How long no result has come.
    pub(super) fn quiet(&self) -> Duration {
        self.renewed.elapsed()
    }

    /// True if it is time to look, which is then thought to be done.
    pub(super) fn is_at_end(&mut self) -> bool {
        let is_at_end = self.looked.elapsed() >= self.pause;
        if is_at_end {
            self.looked = Instant::now();
            self.pause = (self.pause * 2).min(LONGEST);
        }
        is_at_end
    }

    /// Makes sure that what is submitted now is not taken for what any run has submitted before.
    pub(super) fn begin_anew(&mut self) {
        // Jobs that are handed back count on from it, and slower than seconds go by.
        let now = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |age| age.as_secs());
        self.generation = (self.generation + 1).max(u32::try_from(now).unwrap_or(0));
    }

    /// Notes that something is lost; true if it is to be submitted again.
    pub(super) fn lose(&mut self) -> bool {
        self.losses += 1;
        self.begin_anew();
        self.pause = FIRST;
        self.losses <= LOSSES
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_lost_is_submitted_some_times_and_a_result_gives_new_hope() {
        let mut patience = Patience::new();
        assert!(!patience.is_at_end());
        assert!((0..LOSSES).all(|_| patience.lose()) && !patience.lose());
        patience.renew();
        let before = patience.generation;
        assert!(patience.lose() && patience.generation > before);
    }

    #[test]
    fn what_is_asked_anew_has_a_number_of_its_own() {
        let (mut one, mut later) = (Patience::new(), Patience::new());
        let numbers = [0; 3].map(|_| {
            one.begin_anew();
            one.generation
        });
        assert!(numbers.is_sorted_by(|before, after| before < after), "{numbers:?}");
        std::thread::sleep(Duration::from_millis(1_100));
        later.begin_anew();
        assert!(later.generation > numbers[0], "another run has others");
    }
}

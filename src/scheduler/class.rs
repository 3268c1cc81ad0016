//! Two classes of searches, of which neither starves the other.

use std::time::Duration;

/// Who waits for a search.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Class {
    /// Somebody who looks on.
    #[default]
    Interactive,
    /// Nobody in particular: one problem of very many. While there are others to serve it gets a quarter of the time.
    Bulk,
}

impl Class {
    /// Both classes.
    pub(super) const ALL: [Self; 2] = [Self::Interactive, Self::Bulk];

    const fn other(self) -> Self {
        match self {
            Self::Interactive => Self::Bulk,
            Self::Bulk => Self::Interactive,
        }
    }
}

/// Time of interactive turns for each time of bulk turns, while there are both.
const INTERACTIVE_TIMES: u32 = 3;

/// Time that each class was served while the other was there too.
#[derive(Debug, Default)]
pub(super) struct Shares {
    served: [Duration; 2],
}

impl Shares {
    /// Whose turn it is, of the classes that have something `waiting`.
    pub(super) fn next(&self, waiting: impl Fn(Class) -> bool) -> Option<Class> {
        let [interactive, bulk] = self.served;
        let behind = if bulk * INTERACTIVE_TIMES < interactive { Class::Bulk } else { Class::Interactive };
        [behind, behind.other()].into_iter().find(|&class| waiting(class))
    }

    /// A turn of `class` took so long. Time without competition is not held against anybody later.
    pub(super) fn charge(&mut self, class: Class, time: Duration, is_alone: bool) {
        if is_alone {
            self.served = [Duration::ZERO; 2];
        } else {
            self.served[class as usize] += time;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bulk_gets_a_quarter_beside_interactive_work_and_all_without() {
        let mut shares = Shares::default();
        let mut bulk = 0;
        for _ in 0..400 {
            let class = shares.next(|_| true).unwrap();
            bulk += u32::from(class == Class::Bulk);
            shares.charge(class, Duration::from_millis(5), false);
        }
        assert_eq!(bulk, 100);
        assert_eq!(shares.next(|class| class == Class::Bulk), Some(Class::Bulk));
        assert_eq!(shares.next(|class| class == Class::Interactive), Some(Class::Interactive));
        assert_eq!(shares.next(|_| false), None);
    }

    #[test]
    fn time_alone_is_not_held_against_a_class() {
        let mut shares = Shares::default();
        shares.charge(Class::Interactive, Duration::from_hours(1), true);
        shares.charge(Class::Interactive, Duration::from_millis(3), false);
        assert_eq!(shares.next(|_| true), Some(Class::Bulk));
        shares.charge(Class::Bulk, Duration::from_millis(1), false);
        assert_eq!(shares.next(|_| true), Some(Class::Interactive));
    }
}

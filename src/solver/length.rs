//! Lengths in plies, with a value for "any length".

/// Length of a mate in plies, or how many plies were searched without one; [`Plies::ANY`] is without bound.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Plies(pub(super) u16);

impl Plies {
    /// No bound: as a target "a mate of any length", as a disproof "no mate at all".
    pub(super) const ANY: Self = Self(u16::MAX);
    /// The longest that is counted; what is longer counts as this.
    pub(super) const LONGEST: Self = Self(u16::MAX - 1);
    /// Nothing: no plies left, mate on the board, or nothing known.
    pub(super) const ZERO: Self = Self(0);

    /// One ply more; no bound stays no bound.
    #[inline]
    pub(super) fn up(self) -> Self {
        if self == Self::ANY { self } else { Self((self.0 + 1).min(Self::LONGEST.0)) }
    }

    /// One ply less; no bound stays no bound, zero stays zero.
    #[inline]
    pub(super) fn down(self) -> Self {
        if self == Self::ANY { self } else { Self(self.0.saturating_sub(1)) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_lengths_stay_in_order_and_never_become_any() {
        let mut length = Plies::ZERO;
        for plies in 0..=u16::MAX {
            assert_eq!(length, Plies(plies.min(Plies::LONGEST.0)));
            length = length.up();
        }
        assert_eq!((length, length.down()), (Plies::LONGEST, Plies(u16::MAX - 2)));
        assert_eq!((Plies::ANY.up(), Plies::ANY.down(), Plies::ZERO.down()), (Plies::ANY, Plies::ANY, Plies::ZERO));
        assert!(Plies(4_000) < Plies(4_001) && Plies::LONGEST < Plies::ANY);
    }
}

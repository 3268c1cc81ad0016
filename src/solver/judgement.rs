//! What a check is worth next to the best one.

use super::Convention;
use super::outcome::{Length, Mate};

/// What a check that mates is worth by one kind of length.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Judgement {
    /// No check mates sooner.
    Shortest,
    /// Another check mates sooner.
    Longer,
    /// What is known of the lengths does not tell.
    Undecided,
}

/// A judgement with what it rests on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Comparison {
    /// The judgement.
    pub judgement: Judgement,
    /// The mate that begins with the check, which counts.
    pub length: Length,
    /// The shortest mate in the position before the check.
    pub shortest: Length,
}

impl Comparison {
    /// Compares the mate `after` a check with the one in the position `before` it, as far as that is known.
    pub fn new(before: Option<&Mate>, after: &Mate, convention: Convention) -> Self {
        let Length { at_least, at_most } = after.bounds(convention, 0);
        let length = Length { at_least: at_least + 1, at_most: at_most + 1 };
        // The check itself is one way to mate.
        let least = Length { at_least: 1, at_most: length.at_most };
        let known = before.map_or(least, |mate| mate.bounds(convention, 1));
        let shortest = Length { at_most: known.at_most.min(length.at_most), ..known };
        let judgement = if length.at_most <= shortest.at_least {
            Judgement::Shortest
        } else if length.at_least > shortest.at_most {
            Judgement::Longer
        } else {
            Judgement::Undecided
        };
        Self { judgement, length, shortest }
    }
}

impl Mate {
    /// What is known of a length of which nothing may have been found yet: it is never more than the raw one.
    fn bounds(&self, convention: Convention, least: u32) -> Length {
        self.length(convention).unwrap_or(Length { at_least: least, at_most: self.raw.at_most })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::solver::Line;

    fn mate(raw: (u32, u32), conventional: Option<(u32, u32)>) -> Mate {
        let length = |(at_least, at_most)| Length { at_least, at_most };
        let mut mate = Mate::found(Line::default(), length(raw));
        mate.conventional.extend(conventional.map(|known| (Convention::Standard, length(known))));
        mate
    }

    fn judged(before: Option<&Mate>, after: &Mate) -> [Judgement; 2] {
        [Convention::None, Convention::Standard].map(|mode| Comparison::new(before, after, mode).judgement)
    }

    #[test]
    fn nothing_is_guessed_from_intervals_that_meet() {
        use Judgement::{Longer, Shortest, Undecided};
        let five = mate((5, 5), Some((3, 3)));
        for (after, expected) in [
            (mate((4, 4), Some((2, 2))), [Shortest, Shortest]),
            (mate((4, 4), Some((4, 4))), [Shortest, Longer]),
            (mate((6, 6), Some((2, 2))), [Longer, Shortest]),
            (mate((4, 6), None), [Undecided, Undecided]),
            (mate((6, 8), None), [Longer, Undecided]),
            (mate((2, 4), Some((2, 2))), [Shortest, Shortest]),
        ] {
            assert_eq!(judged(Some(&five), &after), expected, "{after:?}");
        }
        let open = mate((3, 7), None);
        assert_eq!(judged(Some(&open), &mate((6, 6), Some((2, 2)))), [Undecided, Undecided]);
        assert_eq!(judged(Some(&open), &mate((2, 2), Some((2, 2)))), [Shortest, Undecided]);
    }

    #[test]
    fn a_check_that_mates_at_once_needs_no_comparison() {
        assert_eq!(judged(None, &mate((0, 0), Some((0, 0)))), [Judgement::Shortest; 2]);
        assert_eq!(judged(None, &mate((2, 2), Some((0, 0)))), [Judgement::Undecided, Judgement::Shortest]);
    }
}

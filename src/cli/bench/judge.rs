//! One measured problem, held against the right answer.

use super::certified::Certification;
use crate::notation::problem_file::{Expected, Row};
use crate::solver::{Cause, Outcome, Verdict};
use crate::verify::certificate::Judged;
use std::fmt;
use std::time::Duration;

/// What became of a problem.
pub(super) enum Answered {
    /// Refused before any search, with these reason codes.
    Refused(String),
    /// Searched.
    Outcome(Outcome),
}

/// A problem, its answer, its cost.
pub(super) struct Measured {
    pub(super) row: Row,
    pub(super) answered: Answered,
    /// CPU time of the searching threads.
    pub(super) cpu: Duration,
    /// How many threads searched it.
    pub(super) threads: u16,
    /// The answer's certificate, if one was asked for.
    pub(super) certification: Option<Certification>,
}

/// How an answer stands to the right one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Judgement {
    /// As the file says.
    Right,
    /// Contradicts the file.
    Wrong,
    /// The search did not decide.
    Undecided,
    /// Decided, and the file does not say what is right.
    Unverified,
}

impl Judgement {
    pub(super) const fn as_str(self) -> &'static str {
        match self {
            Self::Right => "ok",
            Self::Wrong => "WRONG",
            Self::Undecided => "undecided",
            Self::Unverified => "unverified",
        }
    }
}

impl Measured {
    pub(super) fn judgement(&self) -> Judgement {
        if matches!(&self.certification, Some(Certification { ending: Judged::Refused(_), .. })) {
            return Judgement::Wrong;
        }
        let expected = self.row.outcome;
        match (&self.answered, expected) {
            (Answered::Refused(_), Some(Expected::Illegal)) => Judgement::Right,
            (Answered::Refused(_), _) | (_, Some(Expected::Illegal)) => Judgement::Wrong,
            (Answered::Outcome(outcome), _) => match (&outcome.verdict, expected) {
                (Verdict::Unknown(_), _) => Judgement::Undecided,
                (_, None | Some(Expected::Unknown)) => Judgement::Unverified,
                (Verdict::Mate(_), Some(Expected::Mate)) if !self.contradicts_raw() => Judgement::Right,
                (Verdict::NoMate, Some(Expected::NoMate)) => Judgement::Right,
                _ => Judgement::Wrong,
            },
        }
    }

    /// The proved interval of the length, in plies.
    pub(super) fn length(&self) -> Option<(u32, u32)> {
        match &self.answered {
            Answered::Outcome(Outcome { verdict: Verdict::Mate(mate), .. }) => {
                Some((mate.raw.at_least, mate.raw.at_most))
            }
            _ => None,
        }
    }

    /// True if the file's proved shortest length is outside the interval. (The book's length proves nothing.)
    fn contradicts_raw(&self) -> bool {
        let outside = |(raw, (least, most))| !(least..=most).contains(&raw);
        self.row.raw.zip(self.length()).is_some_and(outside)
    }

    pub(super) fn nodes(&self) -> u64 {
        match &self.answered {
            Answered::Refused(_) => 0,
            Answered::Outcome(outcome) => outcome.statistics.nodes,
        }
    }

    pub(super) fn table_permille(&self) -> u32 {
        match &self.answered {
            Answered::Refused(_) => 0,
            Answered::Outcome(outcome) => outcome.statistics.table_permille,
        }
    }

    /// Wall-clock time of the search.
    pub(super) fn wall(&self) -> Duration {
        match &self.answered {
            Answered::Refused(_) => Duration::ZERO,
            Answered::Outcome(outcome) => outcome.statistics.time,
        }
    }

    /// True if another run makes as many nodes.
    pub(super) fn is_repeatable(&self) -> bool {
        self.threads == 1 && !self.is_timed_out()
    }

    /// True if the clock ended the search.
    pub(super) fn is_timed_out(&self) -> bool {
        matches!(&self.answered, Answered::Outcome(outcome) if outcome.verdict.cut_off() == Some(Cause::Time))
    }
}

/// The outcome in the words of the files, with what stands behind it.
impl fmt::Display for Answered {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Refused(codes) => write!(f, "illegal ({codes})"),
            Self::Outcome(outcome) => match &outcome.verdict {
                Verdict::Mate(_) => f.write_str("mate"),
                Verdict::NoMate => f.write_str("nomate"),
                Verdict::Unknown(cause) => write!(f, "unknown ({})", word(*cause)),
            },
        }
    }
}

fn word(cause: Cause) -> &'static str {
    match cause {
        Cause::Time => "time",
        Cause::Nodes => "nodes",
        Cause::Memory => "memory",
        Cause::Plies(_) => "plies",
        Cause::Cancelled => "cancelled",
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::solver::{Length, Line, Mate, Statistics};

    fn judged(verdict: Verdict, outcome: Option<Expected>, raw: Option<u32>) -> Judgement {
        let row = Row { outcome, raw, ..Row::default() };
        let answered = Answered::Outcome(Outcome { verdict, refutation: None, statistics: Statistics::default() });
        Measured { row, answered, cpu: Duration::ZERO, threads: 1, certification: None }.judgement()
    }

    fn mate(at_least: u32, at_most: u32) -> Verdict {
        Verdict::Mate(Box::new(Mate::found(Line::default(), Length { at_least, at_most })))
    }

    #[test]
    fn contradictions_are_told_from_open_answers() {
        use Judgement::{Right, Undecided, Unverified, Wrong};
        let unknown = || Verdict::Unknown(Cause::Nodes);
        assert_eq!(judged(mate(1, 5), Some(Expected::Mate), None), Right);
        assert_eq!(judged(mate(1, 5), Some(Expected::Mate), Some(5)), Right);
        assert_eq!(judged(mate(1, 5), Some(Expected::Mate), Some(7)), Wrong);
        assert_eq!(judged(mate(5, 5), Some(Expected::Mate), Some(3)), Wrong);
        assert_eq!(judged(mate(1, 5), Some(Expected::NoMate), None), Wrong);
        assert_eq!(judged(Verdict::NoMate, Some(Expected::Mate), None), Wrong);
        assert_eq!(judged(Verdict::NoMate, Some(Expected::NoMate), None), Right);
        assert_eq!(judged(Verdict::NoMate, Some(Expected::Unknown), None), Unverified);
        assert_eq!(judged(mate(1, 5), None, None), Unverified);
        assert_eq!(judged(unknown(), Some(Expected::Mate), None), Undecided);
        assert_eq!(judged(unknown(), Some(Expected::Illegal), None), Wrong);
    }

    #[test]
    fn a_refused_certificate_is_wrong_whatever_the_file_says() {
        let certified = |ending| {
            let answered =
                Answered::Outcome(Outcome { verdict: mate(1, 5), refutation: None, statistics: Statistics::default() });
            let certification =
                Certification { ending, bytes: 0, records: 0, making: Duration::ZERO, checking: Duration::ZERO };
            let row = Row { outcome: Some(Expected::Mate), ..Row::default() };
            let certification = Some(certification);
            Measured { row, answered, cpu: Duration::ZERO, threads: 1, certification }.judgement()
        };
        assert_eq!(certified(Judged::Accepted), Judgement::Right);
        assert_eq!(certified(Judged::Refused("a reply".to_owned())), Judgement::Wrong);
        let unfinished = Judged::Unfinished("the time is spent".to_owned());
        assert_eq!(certified(unfinished), Judgement::Right);
    }

    #[test]
    fn a_refusal_is_right_for_illegal_rows_only() {
        let refused = |outcome| {
            let row = Row { outcome, ..Row::default() };
            Measured {
                row,
                answered: Answered::Refused("NO_KING".into()),
                cpu: Duration::ZERO,
                threads: 1,
                certification: None,
            }
            .judgement()
        };
        assert_eq!(refused(Some(Expected::Illegal)), Judgement::Right);
        for outcome in [None, Some(Expected::Mate), Some(Expected::NoMate), Some(Expected::Unknown)] {
            assert_eq!(refused(outcome), Judgement::Wrong);
        }
    }
}

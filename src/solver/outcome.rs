//! What a search answers.

use super::Convention;
use super::findings::{FirstMove, Mark, Soundness, Variations, Worth};
use crate::shogi::{Hand, Move, Position};
use serde::{Deserialize, Serialize};
use std::fmt;
use std::time::Duration;

/// What ended a search before it decided. As text, the end of a sentence.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Cause {
    /// The time limit.
    Time,
    /// The node limit.
    Nodes,
    /// The table or the stack is too small for this problem.
    Memory,
    /// There is no mate within this many plies, the ply limit; longer ones were not looked for.
    Plies(u32),
    /// Somebody asked it to stop.
    Cancelled,
}

/// What is known of a length, in plies.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Length {
    /// There is no shorter one.
    pub at_least: u32,
    /// It is proved within this many plies against any defence.
    pub at_most: u32,
}

impl Length {
    /// A length that is proved.
    pub const fn exactly(plies: u32) -> Self {
        Self { at_least: plies, at_most: plies }
    }

    /// The length if it is proved.
    pub const fn proved(self) -> Option<u32> {
        if self.at_least == self.at_most { Some(self.at_most) } else { None }
    }
}

/// A line of play from the root.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Line {
    /// Moves of both sides, the attacker's all checks.
    pub moves: Vec<Move>,
    /// What the attacker holds at its end.
    pub leftover: Hand,
}

impl Line {
    /// The position before its move with this number, counted from 1, or at its end if it is shorter. The line begins at `root`.
    pub fn before(&self, root: &Position, ply: u32) -> Position {
        let mut position = root.clone();
        for &mv in self.moves.iter().take((ply as usize).saturating_sub(1)) {
            position.play(mv);
        }
        position
    }
}

/// What a line is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum LineKind {
    /// Some line of a mate that was found: neither side need play its best.
    Found,
    /// Of the shortest mate against the longest defence with every interposition counted. It ends in checkmate.
    Raw,
    /// The same with useless interpositions neither played nor counted. It ends where the defender has no other reply.
    Conventional,
    /// Two plies shorter than the longest defence and with nothing left in hand, as [`super::Preference::Classic`] asks.
    Classic,
}

/// A mate that was found.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Mate {
    /// The answer line.
    pub line: Line,
    /// What the answer line is.
    pub kind: LineKind,
    /// The shortest mate, every interposition counted.
    pub raw: Length,
    /// The line of the raw length, where it is known and is not the answer line.
    pub raw_line: Option<Line>,
    /// The longest line, where a shorter one answers ([`LineKind::Classic`]). Variations and findings are about it.
    pub longest: Option<Line>,
    /// Conventional lengths: of the convention asked for first, then of the other modes, as far as they were found.
    pub conventional: Vec<(Convention, Length)>,
    /// The defender's alternatives along the answer line, if they were asked for.
    pub variations: Option<Variations>,
    /// What was found about the problem's soundness, if it was asked for.
    pub soundness: Option<Soundness>,
    /// Every first move that checks, if that was asked for.
    pub first_moves: Option<Vec<FirstMove>>,
    /// What kept the search from finding out all that was asked.
    pub unfinished: Option<Cause>,
}

impl Mate {
    /// A mate found within `at_most` plies and no less than `at_least`, with some line.
    pub fn found(line: Line, raw: Length) -> Self {
        Self {
            line,
            kind: LineKind::Found,
            raw,
            raw_line: None,
            longest: None,
            conventional: Vec::new(),
            variations: None,
            soundness: None,
            first_moves: None,
            unfinished: None,
        }
    }

    /// Makes the first of the clean variations, if there is one, the answer line.
    pub(super) fn prefer_clean_line(&mut self, main: &Line, marked: &Variations) {
        let Some(clean) = marked.list.iter().find(|variation| variation.mark == Some(Mark::Clean)) else { return };
        let before = &main.moves[..clean.ply as usize - 1];
        self.line.moves = before.iter().chain(&clean.line.moves).copied().collect();
        self.line.leftover = clean.line.leftover;
        self.kind = LineKind::Classic;
        self.longest = Some(main.clone());
    }

    fn is_settled(&self) -> bool {
        let sound = self.soundness.as_ref().is_none_or(|soundness| soundness.complete);
        let undecided = |first: &FirstMove| first.worth == Worth::Unknown;
        self.unfinished.is_none() && sound && !self.first_moves.iter().flatten().any(undecided)
    }

    /// The line that variations and findings are about: the longest.
    pub fn stem(&self) -> &Line {
        self.longest.as_ref().unwrap_or(&self.line)
    }

    /// The answer line of a length that was asked for, if it was found: of the raw one, or of the first of the conventional ones.
    pub fn line_of(&self, convention: Convention) -> Option<&Line> {
        match (convention, self.kind) {
            (_, LineKind::Found | LineKind::Classic) => None,
            (Convention::None, LineKind::Raw) => Some(&self.line),
            (Convention::None, LineKind::Conventional) => {
                self.raw_line.as_ref().or_else(|| self.unfinished.is_none().then_some(&self.line))
            }
            (_, kind) => (kind == LineKind::Conventional).then_some(&self.line),
        }
    }

    /// True if two conventions certainly give different lengths.
    pub fn conventions_differ(&self) -> bool {
        let lengths = || self.conventional.iter().map(|&(_, length)| length);
        lengths().map(|length| length.at_most).min() < lengths().map(|length| length.at_least).max()
    }

    /// The conventional length of a mode, if it was looked for.
    pub fn length(&self, convention: Convention) -> Option<Length> {
        match convention {
            Convention::None => Some(self.raw),
            _ => self.conventional.iter().find(|(mode, _)| *mode == convention).map(|(_, length)| *length),
        }
    }
}

/// The three answers, never merged.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Verdict {
    /// The attacker mates by force.
    Mate(Box<Mate>),
    /// The attacker cannot mate (不詰), however long.
    NoMate,
    /// Not decided, and why.
    Unknown(Cause),
}

impl Verdict {
    /// The outcome's word, without cause or length.
    pub const fn as_str(&self) -> &'static str {
        match self {
            Self::Mate(_) => "mate",
            Self::NoMate => "no mate",
            Self::Unknown(_) => "unknown",
        }
    }

    /// True if more work of any kind would find out no more: the problem is decided, within its ply limit if it has one, and so is
    /// every point that was asked about.
    pub fn is_settled(&self) -> bool {
        match self {
            Self::Mate(mate) => mate.is_settled(),
            Self::NoMate | Self::Unknown(Cause::Plies(_)) => true,
            Self::Unknown(_) => false,
        }
    }

    /// What ended the search before it had found out all that was asked; `None` if nothing did.
    pub const fn cut_off(&self) -> Option<Cause> {
        match self {
            Self::Mate(mate) => mate.unfinished,
            Self::NoMate => None,
            Self::Unknown(cause) => Some(*cause),
        }
    }
}

/// A sentence or two for a person.
impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Mate(mate) => mate.describe(f),
            Self::NoMate => f.write_str("No mate (不詰): the defence has an answer to every attack, however long."),
            Self::Unknown(cause @ Cause::Plies(_)) => {
                write!(f, "No mate within {cause}; longer ones were not looked for.")
            }
            Self::Unknown(cause) => write!(f, "Not decided: {cause}."),
        }
    }
}

impl fmt::Display for Cause {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Time => f.write_str("the time is spent"),
            Self::Nodes => f.write_str("the nodes are spent"),
            Self::Memory => f.write_str("the memory is too small for this problem"),
            Self::Plies(plies) => Count(*plies).fmt(f),
            Self::Cancelled => f.write_str("interrupted"),
        }
    }
}

impl Mate {
    /// Says no more of the lengths than is proved.
    fn describe(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let conventional = self.conventional.first().map(|&(_, length)| length);
        let length = conventional.unwrap_or(self.raw);
        let differs = self.raw != length;
        let counted = match conventional {
            Some(_) if differs => ", useless interpositions (無駄合) left out",
            Some(_) => "",
            None => ", every interposition counted",
        };
        match length.proved() {
            Some(0) if differs => return f.write_str("Already mate, but for useless interpositions (無駄合)."),
            Some(0) => return f.write_str("Already mate."),
            Some(1) if !differs => return f.write_str("Mate in 1 ply."),
            Some(plies) => write!(f, "Mate in {}{counted}", Count(plies))?,
            None => write!(f, "Mate within {}{counted}", Count(length.at_most))?,
        }
        match (self.raw.proved(), length.proved()) {
            (_, None) => write!(f, ". The shortest length is not proved: at least {}.", length.at_least)?,
            (Some(raw), _) if differs => write!(f, "; {raw} with every interposition counted.")?,
            (None, _) => write!(f, "; at most {} with every interposition counted.", self.raw.at_most)?,
            _ => f.write_str(".")?,
        }
        match self.kind {
            LineKind::Classic => {
                write!(f, " The line that leaves nothing over (変長) takes {}.", self.line.moves.len())
            }
            _ => Ok(()),
        }
    }
}

/// A number of plies in words.
pub struct Count(pub u32);

impl fmt::Display for Count {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.0, if self.0 == 1 { "ply" } else { "plies" })
    }
}

/// What the search spent.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Statistics {
    /// Moves made on the board.
    pub nodes: u64,
    /// Wall-clock time from the making of the search to its end.
    pub time: Duration,
    /// Proof number of the root at the end (0: mate).
    pub proof: u32,
    /// Disproof number of the root at the end (0: no mate).
    pub disproof: u32,
    /// Thousandths of the table in use at the end.
    pub table_permille: u32,
}

/// The answer of one search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Outcome {
    /// Mate, no mate or unknown.
    pub verdict: Verdict,
    /// No mate with the defender to move: a reply after which the attacker has no mate, if one was found within the limits. Of several
    /// that do, the search decides which.
    pub refutation: Option<Move>,
    /// What it cost.
    pub statistics: Statistics,
}

/// Nodes a second, rounded down; a time of nothing counts as a nanosecond.
pub fn nodes_per_second(nodes: u64, time: Duration) -> u64 {
    let per_second = u128::from(nodes) * 1_000_000_000 / time.as_nanos().max(1);
    u64::try_from(per_second).unwrap_or(u64::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_rate_is_nodes_a_second() {
        assert_eq!(nodes_per_second(1000, Duration::from_millis(100)), 10_000);
        assert_eq!(nodes_per_second(5, Duration::ZERO), 5_000_000_000);
        assert_eq!(nodes_per_second(u64::MAX, Duration::from_nanos(1)), u64::MAX);
    }

    #[test]
    fn a_verdict_claims_no_more_than_is_proved() {
        let mate = |at_least, at_most| {
            Verdict::Mate(Box::new(Mate::found(Line::default(), Length { at_least, at_most }))).to_string()
        };
        assert_eq!(mate(1, 1), "Mate in 1 ply.");
        assert_eq!(mate(3, 3), "Mate in 3 plies, every interposition counted.");
        assert!(mate(3, 7).starts_with("Mate within 7 plies, ") && mate(3, 7).ends_with("not proved: at least 3."));
        assert_eq!(
            Verdict::Unknown(Cause::Plies(1)).to_string(),
            "No mate within 1 ply; longer ones were not looked for."
        );
    }
}

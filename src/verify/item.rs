//! A problem as its source states it.

use crate::shogi::{Fault, Move};
use crate::solver::Problem;
use std::fmt;

/// One problem of the input.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Item {
    /// Where it stands: `argument 2`, `mates.sfen:17`, `a/b.kif`, `box.zip/a.kif#3`. Unique within a run unless a source is given twice.
    pub id: String,
    /// The problem; why there is none where it cannot be read.
    pub stated: Result<Stated, Unreadable>,
}

/// A problem and what its source says about it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stated {
    /// The problem.
    pub problem: Problem,
    /// The last of the moves that led to it, if the source states any.
    pub last: Option<Move>,
    /// What it is called; empty if it has no name.
    pub title: String,
    /// What is claimed of it.
    pub claim: Claim,
}

impl Stated {
    /// A problem of which nothing else is said.
    pub fn of(problem: Problem) -> Self {
        Self { problem, last: None, title: String::new(), claim: Claim::default() }
    }
}

/// What a source says of a problem's solution.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Claim {
    /// The length in plies that is stated as books count it: useless interpositions may be left out. Where none is, that of a solution
    /// that mates. `None`: there is none.
    pub length: Option<u32>,
    /// The length in plies that is stated with every interposition counted. `None`: none is.
    pub raw: Option<u32>,
    /// The solution, from the position of the problem on; not checked for legality. Empty: none is stated.
    pub line: Vec<Move>,
}

/// Why there is no problem in an item.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unreadable {
    /// All reasons that were found, at least one.
    pub reasons: Vec<Reason>,
}

/// One reason why something cannot be read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reason {
    /// For programs, `TWO_KINGS`: the code of a [`Fault`] or one of this type's constants.
    pub code: &'static str,
    /// The line in the file, from 1. `None`: the whole of it, or not a file.
    pub line: Option<usize>,
    /// A sentence for a person, with the place if it has one that is no line.
    pub message: String,
}

impl Reason {
    /// A file or an archive cannot be read at all.
    pub const FILE: &'static str = "UNREADABLE_FILE";
    /// A file holds no problem, or something that is no notation known here.
    pub const NO_PROBLEM: &'static str = "NO_PROBLEM";
    /// More than is read of one source.
    pub const TOO_LARGE: &'static str = "TOO_LARGE";
    /// A move that leads to the problem is not legal.
    pub const ILLEGAL_MOVE: &'static str = "ILLEGAL_MOVE";

    /// A reason that is about no line.
    pub fn new(code: &'static str, message: impl Into<String>) -> Self {
        Self { code, line: None, message: message.into() }
    }

    /// A fault of a placement or of a text in which lines are not told.
    pub fn of_fault(fault: &Fault) -> Self {
        let Fault { code, place, message } = fault;
        Self::new(code.as_str(), format!("{message}{}", place.in_brackets()))
    }
}

/// `line 12: TWO_KINGS: Black has 2 kings; a side has one at most. (square 5e)`
impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(line) = self.line {
            write!(f, "line {line}: ")?;
        }
        write!(f, "{}: {}", self.code, self.message)
    }
}

impl Unreadable {
    /// The reason codes, each once where it follows itself: `TWO_KINGS TOO_MANY_PIECES`.
    pub fn codes(&self) -> String {
        let mut codes: Vec<&str> = self.reasons.iter().map(|reason| reason.code).collect();
        codes.dedup();
        codes.join(" ")
    }

    /// The same with `line` for the reasons that are about no line.
    #[must_use]
    pub(super) fn in_line(mut self, line: usize) -> Self {
        self.reasons.iter_mut().for_each(|reason| reason.line = reason.line.or(Some(line)));
        self
    }
}

impl From<Reason> for Unreadable {
    fn from(reason: Reason) -> Self {
        Self { reasons: vec![reason] }
    }
}

impl From<Vec<Fault>> for Unreadable {
    fn from(faults: Vec<Fault>) -> Self {
        Self { reasons: faults.iter().map(Reason::of_fault).collect() }
    }
}

/// One line a reason.
impl fmt::Display for Unreadable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let lines: Vec<String> = self.reasons.iter().map(ToString::to_string).collect();
        f.write_str(&lines.join("\n"))
    }
}

impl std::error::Error for Unreadable {}

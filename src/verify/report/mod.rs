//! What a run says of each item: one line an item.

mod asked;
mod columns;
mod csv;
mod file;
mod fresh;
mod json;
#[cfg(feature = "parquet")]
mod parquet;
mod parts;
mod past;

pub use asked::Asked;
pub use file::{Format, ReportFile};
pub use fresh::Fresh;
pub use past::Past;

use super::{Examined, Stated, Unreadable};

/// What is said of one item.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Report {
    /// The item's id.
    pub id: String,
    /// The id of the first item that is the same problem, its mirror image or its colour twin.
    pub same_as: Option<String>,
    /// What became of it.
    pub body: Body,
}

/// What became of an item.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Body {
    /// It is answered.
    Examined(Examined, Stated),
    /// It is the same problem as one before, with nothing else claimed of it, and was not looked at again.
    Duplicate(Stated),
    /// It cannot be read, or is no problem.
    Invalid(Unreadable),
    /// It was not answered, for this reason, a sentence.
    Failed(String, Stated),
}

impl Body {
    /// The problem and what is claimed of it; `None` if it could not be read.
    pub fn stated(&self) -> Option<&Stated> {
        match self {
            Self::Examined(_, stated) | Self::Duplicate(stated) | Self::Failed(_, stated) => Some(stated),
            Self::Invalid(_) => None,
        }
    }

    /// What was found out; `None` if it was not looked at.
    pub fn examined(&self) -> Option<&Examined> {
        if let Self::Examined(examined, _) = self { Some(examined) } else { None }
    }
}

impl Report {
    /// `mate`, `no mate`, `unknown`, `duplicate`, `invalid` or `failed`.
    pub fn outcome(&self) -> &'static str {
        match &self.body {
            Body::Examined(examined, _) => examined.ending.as_str(),
            Body::Duplicate(_) => "duplicate",
            Body::Invalid(_) => "invalid",
            Body::Failed(..) => "failed",
        }
    }
}

/// The outcomes of reports, in the order of a summary.
pub const OUTCOMES: [&str; 6] = ["mate", "no mate", "unknown", "duplicate", "invalid", "failed"];

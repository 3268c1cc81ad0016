//! What is to be said of a problem beside its answer: variations, first moves, and the defects of rules.md's table.

use super::outcome::{Length, Line};
use crate::shogi::{Hand, Move};
use serde::{Deserialize, Serialize};

/// A defender's alternative along the answer line (変化).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Variation {
    /// Which move of the answer line it stands in for, counted from 1.
    pub ply: u32,
    /// From that ply on, the alternative first, to its end. Only the alternative if the rest was not found.
    pub line: Line,
    /// Plies from the root to its end.
    pub length: Length,
    /// How it stands to the answer line.
    pub mark: Option<Mark>,
}

/// How a variation stands to the answer line.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Mark {
    /// As long, with nothing left in hand (変同).
    Equal,
    /// Two plies shorter with nothing left in hand, while the answer line, the longest, leaves pieces (変長).
    Clean,
}

/// The defender's alternatives along the answer line.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Variations {
    /// By ply, then in the fixed order of moves.
    pub list: Vec<Variation>,
    /// How many alternatives were left out because the list is full.
    pub cut: u32,
}

/// What one check is worth.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Worth {
    /// Mates, the length counted from the root and including the check.
    Mate(Length),
    /// Lets the defender escape, or mates only by coming back to the root with the same hands.
    NoMate,
    /// Not decided within its budget.
    Unknown,
}

/// A first move that checks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct FirstMove {
    /// The check.
    pub mv: Move,
    /// What it is worth.
    pub worth: Worth,
}

/// Something found when a problem was examined.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Finding {
    /// There is a mate in fewer plies than stated (早詰): in so many.
    ShorterMate(u32),
    /// There is a mate, but not within the stated length: at least so many plies.
    Longer(u32),
    /// Another move of the attacker mates too (余詰), without coming back to the line.
    Cook(Other),
    /// The same at the last move (最終手余詰), a lesser fault.
    LastMove(Other),
    /// Promote or not, or another drop square of the same slider, equally good (非限定).
    Dual(Other),
    /// The other mate needs a position of the answer line: a way round (迂回) or the same moves in another order (手順前後).
    Detour(Other),
    /// Pieces are left in the attacker's hand at the end of the line (駒余り).
    Leftover(Hand),
    /// A side line is as long and leaves nothing (変同).
    EqualVariation(Other),
    /// The longest line leaves pieces, and this side line, two plies shorter, leaves none (変長).
    LongerVariation(Other),
    /// The budget was spent before this move of the attacker was decided.
    Unknown(Other),
}

impl Finding {
    /// False for what is noted and forgiven: an equal variation, another last move.
    pub const fn is_defect(&self) -> bool {
        !matches!(self, Self::EqualVariation(_) | Self::LastMove(_))
    }

    /// The move that it is about; `None` if it is about the problem as a whole.
    pub fn about(&self) -> Option<Other> {
        self.clone().other().copied()
    }

    /// The move that it is about.
    pub(super) fn other(&mut self) -> Option<&mut Other> {
        match self {
            Self::ShorterMate(_) | Self::Longer(_) | Self::Leftover(_) => None,
            Self::Cook(other)
            | Self::LastMove(other)
            | Self::Dual(other)
            | Self::Detour(other)
            | Self::EqualVariation(other)
            | Self::LongerVariation(other)
            | Self::Unknown(other) => Some(other),
        }
    }
}

/// A move beside the answer line.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Other {
    /// Which move of the line it stands in for, counted from 1.
    pub ply: u32,
    /// The move.
    pub mv: Move,
}

/// What an examination found.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Soundness {
    /// By ply, then in the fixed order of moves.
    pub findings: Vec<Finding>,
    /// False if the budget was spent before everything was looked at, or some move was not decided.
    pub complete: bool,
}

impl Soundness {
    /// True if nothing was found that is a defect, and nothing was left undecided (完全作). An equal variation is none.
    pub fn is_sound(&self) -> bool {
        self.complete && !self.findings.iter().any(Finding::is_defect)
    }
}

//! Findings in the words of a report.

use crate::notation::{japanese, western};
use crate::shogi::Move;
use crate::solver::{Finding, Mate, Other, Problem};

/// What kind of thing was found.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Kind {
    /// Mate in the stated length, if one is stated, and no defect (完全作).
    Sound,
    /// There is no mate (不詰).
    NoMate,
    /// There is a mate in fewer plies than stated (早詰).
    ShorterMate,
    /// There is a mate, but not within the stated length.
    Longer,
    /// Another move of the attacker mates too (余詰).
    Cook,
    /// The same at the last move (最終手余詰), a lesser fault.
    LastMove,
    /// Promoting or not, or another drop square of the same slider, is as good (非限定).
    Dual,
    /// The other mate comes back to the line (迂回・手順前後).
    Detour,
    /// Pieces are left in the attacker's hand at the end of the line (駒余り).
    Leftover,
    /// A side line as long that leaves nothing (変同): no defect.
    EqualVariation,
    /// The longest line leaves pieces, one two plies shorter none (変長).
    LongerVariation,
    /// The claimed solution is no mating line: illegal, no check, unfinished.
    FaultyLine,
    /// The budget was spent before a point was decided.
    Unknown,
}

impl Kind {
    /// Every kind, in the order of a summary.
    pub const ALL: [Self; 13] = [
        Self::Sound,
        Self::NoMate,
        Self::ShorterMate,
        Self::Longer,
        Self::Cook,
        Self::LastMove,
        Self::Dual,
        Self::Detour,
        Self::Leftover,
        Self::EqualVariation,
        Self::LongerVariation,
        Self::FaultyLine,
        Self::Unknown,
    ];

    /// The word in a report.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Sound => "sound",
            Self::NoMate => "no mate",
            Self::ShorterMate => "shorter mate",
            Self::Longer => "longer",
            Self::Cook => "cook",
            Self::LastMove => "other last move",
            Self::Dual => "dual",
            Self::Detour => "detour",
            Self::Leftover => "leftover",
            Self::EqualVariation => "equal variation",
            Self::LongerVariation => "longer variation",
            Self::FaultyLine => "faulty line",
            Self::Unknown => "unknown",
        }
    }

    /// The kind of a word.
    pub fn of_word(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.as_str() == word)
    }

    const fn of(finding: &Finding) -> Self {
        match finding {
            Finding::ShorterMate(_) => Self::ShorterMate,
            Finding::Longer(_) => Self::Longer,
            Finding::Cook(_) => Self::Cook,
            Finding::LastMove(_) => Self::LastMove,
            Finding::Dual(_) => Self::Dual,
            Finding::Detour(_) => Self::Detour,
            Finding::Leftover(_) => Self::Leftover,
            Finding::EqualVariation(_) => Self::EqualVariation,
            Finding::LongerVariation(_) => Self::LongerVariation,
            Finding::Unknown(_) => Self::Unknown,
        }
    }
}

/// One thing found about a problem.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Found {
    /// What it is.
    pub kind: Kind,
    /// The move beside the line that it is about; `None`: the problem as a whole.
    pub beside: Option<Other>,
    /// Plies of a mate of another length than stated: for [`Kind::Longer`] the least that it takes.
    pub plies: Option<u32>,
    /// A sentence for a person.
    pub text: String,
}

impl Found {
    /// Something about the problem as a whole.
    pub(super) fn whole(kind: Kind, text: impl Into<String>) -> Self {
        Self { kind, beside: None, plies: None, text: text.into() }
    }

    /// A finding of the solver about a mate of `problem`.
    pub(super) fn of(finding: &Finding, problem: &Problem, mate: &Mate) -> Self {
        let plies = match finding {
            Finding::ShorterMate(plies) | Finding::Longer(plies) => Some(*plies),
            _ => None,
        };
        let text = sentence(finding, problem, mate);
        Self { kind: Kind::of(finding), beside: finding.about(), plies, text }
    }
}

impl Found {
    /// The same about the raw length, which may stand beside another that is right.
    #[must_use]
    pub(super) fn of_raw(mut self) -> Self {
        self.text.push_str(" Every interposition is counted.");
        self
    }
}

/// A finding as a sentence, its move in western and Japanese text.
pub fn sentence(finding: &Finding, problem: &Problem, mate: &Mate) -> String {
    let stem = mate.stem();
    finding.told(|ply, mv| {
        let position = stem.before(problem.position(), ply);
        let previous = (ply as usize).checked_sub(2).and_then(|index| stem.moves.get(index));
        let western = western::move_text(&position, mv, western::Style::default());
        format!("{western} {}", japanese::move_text(&position, mv, previous.map(|mv: &Move| mv.to())))
    })
}

//! What is to be said of one problem: its answer held against what is claimed of it.

use super::certificate::Judged;
use super::finding::{Found, Kind};
use super::line::{self, LineWorth};
use super::{Check, Claim, Depth, Stated};
use crate::solver::{
    Cause, Convention, Finding, Length, Line, LineKind, Mate, Other, Outcome, Problem, Soundness, Verdict,
};

/// What was found out about one problem.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Examined {
    /// Mate, no mate or unknown.
    pub ending: Ending,
    /// The raw length of a mate, as far as it is known.
    pub raw: Option<Length>,
    /// Its conventional length, by the convention asked for.
    pub conventional: Option<Length>,
    /// What the line is; `None` without a mate.
    pub kind: Option<LineKind>,
    /// The line of a mate: of several lengths the longest.
    pub line: Line,
    /// What was found, that about the problem as a whole first.
    pub findings: Vec<Found>,
    /// What the claimed line is worth; `None` if there is none, or it ends with nothing but drops left for a reply and it was not asked
    /// or not decided whether they are useless. Without a mate to hold it against, only what is wrong with it in itself.
    pub claimed_line: Option<LineWorth>,
    /// What became of the certificate; `None` if none was asked for or nothing can be certified.
    pub certificate: Option<Judged>,
    /// Nodes of all efforts.
    pub nodes: u64,
}

/// The three outcomes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending {
    /// The attacker mates; with what kept the search from finding out all.
    Mate(Option<Cause>),
    /// The attacker cannot mate.
    NoMate,
    /// Not decided, and why.
    Unknown(Cause),
}

impl Ending {
    /// The word in a report.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Mate(_) => "mate",
            Self::NoMate => "no mate",
            Self::Unknown(_) => "unknown",
        }
    }
}

impl Examined {
    /// Holds the outcome of a search for [`Check::aim`] against what is claimed. The nodes are those of the outcome; a certificate is
    /// for the caller to add.
    pub fn new(stated: &Stated, check: &Check, outcome: &Outcome) -> Self {
        let whole = |kind| vec![Found::whole(kind, outcome.verdict.to_string())];
        let (fault, bare) = (|| line::fault(stated, check), Self::bare);
        let examined = match &outcome.verdict {
            Verdict::Mate(mate) => Self::of_mate(stated, check, mate),
            Verdict::NoMate => Self { findings: whole(Kind::NoMate), claimed_line: fault(), ..bare(Ending::NoMate) },
            Verdict::Unknown(cause) => {
                Self { findings: whole(Kind::Unknown), claimed_line: fault(), ..bare(Ending::Unknown(*cause)) }
            }
        };
        Self { nodes: outcome.statistics.nodes, ..examined.with_faulty_line() }
    }

    /// The same where a claimed line that does not mate is a finding too.
    fn with_faulty_line(mut self) -> Self {
        let faulty = self.claimed_line.filter(|worth| worth.is_faulty());
        self.findings.extend(faulty.map(|worth| Found::whole(Kind::FaultyLine, worth.to_string())));
        self
    }

    fn bare(ending: Ending) -> Self {
        Self {
            ending,
            raw: None,
            conventional: None,
            kind: None,
            line: Line::default(),
            findings: Vec::new(),
            claimed_line: None,
            certificate: None,
            nodes: 0,
        }
    }

    fn of_mate(stated: &Stated, check: &Check, mate: &Mate) -> Self {
        let Stated { problem, claim, .. } = stated;
        Self {
            raw: Some(mate.raw),
            conventional: mate.conventional.first().map(|&(_, length)| length),
            // The longest line is told always; the clean one is a finding.
            kind: Some(if mate.longest.is_some() { LineKind::Conventional } else { mate.kind }),
            line: mate.stem().clone(),
            findings: findings(problem, claim, (check, mate)),
            claimed_line: line::judge(stated, check, mate),
            ..Self::bare(Ending::Mate(mate.unfinished))
        }
    }
}

/// Everything found about a mate.
fn findings(problem: &Problem, claim: &Claim, (check, mate): (&Check, &Mate)) -> Vec<Found> {
    let mut found = Vec::new();
    if let Some(cause) = mate.unfinished {
        let text = format!("Not decided: {}; {cause}.", open_point(check, mate));
        found.push(Found::whole(Kind::Unknown, text));
    }
    let about = match &mate.soundness {
        Some(soundness) => soundness.findings.clone(),
        None => plain(claim, check, mate),
    };
    let of_raw = of_raw_length(claim, check, mate).filter(|_| !about.iter().any(is_of_length));
    let is_sound = mate.soundness.as_ref().is_some_and(Soundness::is_sound);
    if is_sound && mate.unfinished.is_none() && of_raw.is_none() {
        found.push(Found::whole(Kind::Sound, "Sound (完全作): no defect was found."));
    }
    found.extend(of_raw.map(|finding| Found::of(&finding, problem, mate).of_raw()));
    found.extend(about.iter().map(|finding| Found::of(finding, problem, mate)));
    found
}

const fn is_of_length(finding: &Finding) -> bool {
    matches!(finding, Finding::ShorterMate(_) | Finding::Longer(_))
}

/// What a search leaves open that was cut off.
fn open_point(check: &Check, mate: &Mate) -> &'static str {
    let conventional = || mate.conventional.first().and_then(|(_, length)| length.proved());
    match check.depth {
        _ if mate.raw.proved().is_none() => "the raw length",
        Depth::Conventional | Depth::Sound if check.convention != Convention::None && conventional().is_none() => {
            "the conventional length"
        }
        Depth::Sound if matches!(mate.kind, LineKind::Conventional | LineKind::Raw) => "whether the problem is sound",
        _ => "the line",
    }
}

/// What can be said without an examination of the soundness.
fn plain(claim: &Claim, check: &Check, mate: &Mate) -> Vec<Finding> {
    let clean = clean_line(mate);
    let of_length = claim.length.and_then(|stated| compare(stated, as_in_books(check, mate), clean.is_some()));
    let is_answer = mate.longest.is_some() || mate.kind == LineKind::Conventional;
    let leftover = mate.stem().leftover;
    let leftover = (is_answer && !leftover.is_empty()).then_some(Finding::Leftover(leftover));
    of_length.into_iter().chain(leftover).chain(clean.map(Finding::LongerVariation)).collect()
}

/// How the stated raw length stands to the real one.
fn of_raw_length(claim: &Claim, check: &Check, mate: &Mate) -> Option<Finding> {
    let known = if check.depth == Depth::Mate { no_longer_than_found(mate) } else { mate.raw };
    claim.raw.and_then(|stated| compare(stated, known, false))
}

/// What is known of the length that a book's is held against. It may leave interpositions out, so the raw length is above it, but says
/// nothing of how short it can be.
fn as_in_books(check: &Check, mate: &Mate) -> Length {
    match (check.depth, check.convention) {
        (Depth::Conventional | Depth::Sound, _) | (Depth::Raw, Convention::None) => measured(check, mate),
        (Depth::Mate | Depth::Raw, _) => no_longer_than_found(mate),
    }
}

/// That there is this mate, and no more.
const fn no_longer_than_found(mate: &Mate) -> Length {
    Length { at_least: 0, at_most: mate.raw.at_most }
}

/// The length that a line is held against: the conventional where it was asked for, else the raw.
pub(super) fn measured(check: &Check, mate: &Mate) -> Length {
    let wants_conventional = check.depth >= Depth::Conventional;
    let conventional = || mate.length(check.convention);
    if wants_conventional { conventional().unwrap_or(no_longer_than_found(mate)) } else { mate.raw }
}

/// How a stated length stands to the one that is known; `None` if it may be right.
fn compare(stated: u32, known: Length, has_clean_line: bool) -> Option<Finding> {
    let clean = has_clean_line && known.proved().is_some_and(|length| stated + 2 == length);
    match known {
        _ if clean => None,
        Length { at_most, .. } if at_most < stated => Some(Finding::ShorterMate(at_most)),
        Length { at_least, .. } if at_least > stated => Some(Finding::Longer(at_least)),
        _ => None,
    }
}

/// Where the clean line that answers leaves the longest one.
fn clean_line(mate: &Mate) -> Option<Other> {
    let longest = mate.longest.as_ref()?;
    let mut pairs = longest.moves.iter().zip(&mate.line.moves).zip(1..);
    pairs.find(|((long, clean), _)| long != clean).map(|((_, &mv), ply)| Other { ply, mv })
}

//! A mate out, with all that is known of it.

use super::options::convention_out;
use super::response::{Told, hand, moves, moves_after, number, unknown};
use crate::notation::western::Style;
use crate::service::proto;
use crate::shogi::Move;
use crate::solver::{
    Convention, Finding, FirstMove, Length, Line, LineKind, Mark, Mate, Other, Problem, Soundness, Variation,
    Variations, Worth,
};

/// Writes moves of a mate's problem.
pub(super) struct Writer<'a> {
    problem: &'a Problem,
    mate: &'a Mate,
    style: Style,
    /// Whether the raw length is certified.
    certified: bool,
    bounded: bool,
}

/// Moves in all variations of a bounded answer, at most; each takes some fifty bytes.
const VARIATION_MOVES: usize = 30_000;
/// Findings of a bounded answer, at most; each takes up to three hundred bytes.
const FINDINGS: usize = 3_000;

impl<'a> Writer<'a> {
    pub(super) fn new(problem: &'a Problem, mate: &'a Mate, told: &Told) -> Self {
        let Told { style, certified, bounded, .. } = *told;
        Self { problem, mate, style, certified, bounded }
    }

    /// Puts all of it into an answer.
    pub(super) fn write(&self, response: &mut proto::SolveResponse) {
        let mate = self.mate;
        self.write_lengths(response);
        response.line_kind = line_kind(mate.kind).into();
        response.leftover = Some(hand(mate.line.leftover));
        response.raw_line = mate.raw_line.as_ref().map(|line| self.line(line));
        response.longest_line = mate.longest.as_ref().map(|line| self.line(line));
        response.variations = mate.variations.as_ref().map(|variations| self.variations(variations));
        response.soundness = mate.soundness.as_ref().map(|soundness| self.soundness(soundness));
        response.first_moves = mate.first_moves.iter().flatten().map(|first| self.first_move(first)).collect();
        response.unfinished = mate.unfinished.map(unknown);
    }

    /// The line and the lengths alone.
    pub(super) fn write_lengths(&self, response: &mut proto::SolveResponse) {
        response.line = moves(self.problem.position(), &self.mate.line.moves, self.style);
        response.raw_length = Some(if self.certified { certified(self.mate.raw) } else { length(self.mate.raw) });
        self.conventional(response);
    }

    fn conventional(&self, response: &mut proto::SolveResponse) {
        let lengths = &self.mate.conventional;
        if let Some(&(convention, known)) = lengths.first() {
            response.conventional_length = Some(length(known));
            response.convention = convention_out(convention).into();
        }
        let modes = Convention::ALL.into_iter().filter(|&mode| mode != Convention::None);
        let known = modes.filter_map(|mode| Some((mode, self.mate.length(mode)?)));
        response.convention_lengths = known
            .map(|(mode, known)| proto::ConventionLength {
                convention: convention_out(mode).into(),
                length: Some(length(known)),
            })
            .collect();
        response.conventions_differ = self.mate.conventions_differ();
    }

    fn line(&self, line: &Line) -> proto::Line {
        let moves = moves(self.problem.position(), &line.moves, self.style);
        proto::Line { moves, leftover: Some(hand(line.leftover)) }
    }

    /// A move beside the longest line.
    fn beside(&self, ply: u32, mv: Move) -> Option<proto::Move> {
        self.moves_beside(ply, &[mv]).pop()
    }

    /// Moves that leave the longest line at a ply.
    fn moves_beside(&self, ply: u32, line: &[Move]) -> Vec<proto::Move> {
        let main = self.mate.stem();
        let previous = (ply as usize).checked_sub(2).and_then(|index| main.moves.get(index));
        moves_after(previous, &main.before(self.problem.position(), ply), line, self.style)
    }

    fn variations(&self, Variations { list, cut }: &Variations) -> proto::Variations {
        let mut room = if self.bounded { VARIATION_MOVES } else { usize::MAX };
        let fits = |variation: &&Variation| {
            let left = room.checked_sub(variation.line.moves.len());
            room = left.unwrap_or(0);
            left.is_some()
        };
        let told: Vec<_> = list.iter().take_while(fits).map(|variation| self.variation(variation)).collect();
        let cut = cut + number(list.len() - told.len());
        proto::Variations { variations: told, cut }
    }

    fn variation(&self, variation: &Variation) -> proto::Variation {
        let mark = match variation.mark {
            None => proto::VariationMark::Unspecified,
            Some(Mark::Equal) => proto::VariationMark::Equal,
            Some(Mark::Clean) => proto::VariationMark::Clean,
        };
        proto::Variation {
            ply: variation.ply,
            line: Some(proto::Line {
                moves: self.moves_beside(variation.ply, &variation.line.moves),
                leftover: Some(hand(variation.line.leftover)),
            }),
            length: Some(length(variation.length)),
            mark: mark.into(),
        }
    }

    fn soundness(&self, soundness: &Soundness) -> proto::Soundness {
        let Soundness { findings, complete } = soundness;
        let most = if self.bounded { FINDINGS } else { usize::MAX };
        let told: Vec<_> = findings.iter().take(most).map(|finding| self.finding(finding)).collect();
        let cut = number(findings.len() - told.len());
        proto::Soundness { sound: soundness.is_sound(), findings: told, complete: *complete, cut }
    }

    fn finding(&self, finding: &Finding) -> proto::Finding {
        use proto::FindingKind as Kind;
        let message = finding.told(|_, mv| mv.to_string());
        let whole = |kind: Kind, plies| proto::Finding {
            kind: kind.into(),
            plies,
            message: message.clone(),
            ..proto::Finding::default()
        };
        let beside = |kind: Kind, other: &Other| proto::Finding {
            ply: other.ply,
            r#move: self.beside(other.ply, other.mv),
            ..whole(kind, 0)
        };
        match finding {
            Finding::ShorterMate(plies) => whole(Kind::ShorterMate, *plies),
            Finding::Longer(plies) => whole(Kind::Longer, *plies),
            Finding::Cook(other) => beside(Kind::Cook, other),
            Finding::LastMove(other) => beside(Kind::LastMove, other),
            Finding::Dual(other) => beside(Kind::Dual, other),
            Finding::Detour(other) => beside(Kind::Detour, other),
            Finding::Leftover(left) => proto::Finding { leftover: Some(hand(*left)), ..whole(Kind::Leftover, 0) },
            Finding::EqualVariation(other) => beside(Kind::EqualVariation, other),
            Finding::LongerVariation(other) => beside(Kind::LongerVariation, other),
            Finding::Unknown(other) => beside(Kind::Unknown, other),
        }
    }

    fn first_move(&self, first: &FirstMove) -> proto::FirstMove {
        let (outcome, known) = match first.worth {
            Worth::Mate(known) => (proto::Outcome::Mate, Some(length(known))),
            Worth::NoMate => (proto::Outcome::NoMate, None),
            Worth::Unknown => (proto::Outcome::Unknown, None),
        };
        proto::FirstMove { r#move: self.beside(1, first.mv), outcome: outcome.into(), length: known }
    }
}

pub(super) fn line_kind(kind: LineKind) -> proto::LineKind {
    match kind {
        LineKind::Found => proto::LineKind::Found,
        LineKind::Raw => proto::LineKind::Raw,
        LineKind::Conventional => proto::LineKind::Conventional,
        LineKind::Classic => proto::LineKind::Classic,
    }
}

pub(super) fn length(length: Length) -> proto::Length {
    let proof = if length.proved().is_some() { proto::Proof::Searched } else { proto::Proof::Interval };
    proto::Length { at_least: length.at_least, at_most: length.at_most, proof: proof.into() }
}

/// A raw length that a checker has accepted the certificate of.
pub(super) fn certified(raw: Length) -> proto::Length {
    let mut length = length(raw);
    if raw.proved().is_some() {
        length.set_proof(proto::Proof::Certified);
    }
    length
}

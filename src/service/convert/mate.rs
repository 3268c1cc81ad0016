//! A mate out, with all that is known of it.

use super::options::convention_out;
use super::response::{hand, moves, unknown};
use crate::notation::western::Style;
use crate::service::proto;
use crate::shogi::{Move, Position};
use crate::solver::{
    Convention, Finding, FirstMove, Length, Line, LineKind, Mark, Mate, Other, Problem, Soundness, Variation,
    Variations, Worth,
};

/// Writes moves of a mate's problem.
pub(super) struct Writer<'a> {
    problem: &'a Problem,
    mate: &'a Mate,
    style: Style,
}

impl<'a> Writer<'a> {
    pub(super) fn new(problem: &'a Problem, mate: &'a Mate, style: Style) -> Self {
        Self { problem, mate, style }
    }

    /// Puts all of it into an answer.
    pub(super) fn write(&self, response: &mut proto::SolveResponse) {
        let (root, mate) = (self.problem.position(), self.mate);
        response.line = moves(root, &mate.line.moves, self.style);
        response.line_kind = line_kind(mate.kind).into();
        response.leftover = Some(hand(mate.line.leftover));
        response.raw_length = Some(length(mate.raw));
        self.conventional(response);
        response.raw_line = mate.raw_line.as_ref().map(|raw| self.line(root, raw));
        response.variations = mate.variations.as_ref().map(|variations| self.variations(variations));
        response.soundness = mate.soundness.as_ref().map(|soundness| self.soundness(soundness));
        response.first_moves = mate.first_moves.iter().flatten().map(|first| self.first_move(first)).collect();
        response.unfinished = mate.unfinished.map(unknown);
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

    fn line(&self, from: &Position, line: &Line) -> proto::Line {
        proto::Line { moves: moves(from, &line.moves, self.style), leftover: Some(hand(line.leftover)) }
    }

    /// The position before a move of the answer line, counted from 1.
    fn before(&self, ply: u32) -> Position {
        let mut position = self.problem.position().clone();
        let played = self.mate.line.moves.iter().take((ply as usize).saturating_sub(1));
        played.for_each(|&mv| {
            position.play(mv);
        });
        position
    }

    /// A move beside the answer line.
    fn beside(&self, ply: u32, mv: Move) -> Option<proto::Move> {
        moves(&self.before(ply), &[mv], self.style).pop()
    }

    fn variations(&self, variations: &Variations) -> proto::Variations {
        let list = variations.list.iter().map(|variation| self.variation(variation)).collect();
        proto::Variations { variations: list, cut: variations.cut }
    }

    fn variation(&self, variation: &Variation) -> proto::Variation {
        let mark = match variation.mark {
            None => proto::VariationMark::Unspecified,
            Some(Mark::Equal) => proto::VariationMark::Equal,
            Some(Mark::Clean) => proto::VariationMark::Clean,
        };
        proto::Variation {
            ply: variation.ply,
            line: Some(self.line(&self.before(variation.ply), &variation.line)),
            length: Some(length(variation.length)),
            mark: mark.into(),
        }
    }

    fn soundness(&self, soundness: &Soundness) -> proto::Soundness {
        let findings = soundness.findings.iter().map(|finding| self.finding(finding)).collect();
        proto::Soundness { sound: soundness.is_sound(), findings, complete: soundness.complete }
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

fn line_kind(kind: LineKind) -> proto::LineKind {
    match kind {
        LineKind::Found => proto::LineKind::Found,
        LineKind::Raw => proto::LineKind::Raw,
        LineKind::Conventional => proto::LineKind::Conventional,
        LineKind::Classic => proto::LineKind::Classic,
    }
}

fn length(length: Length) -> proto::Length {
    let proof = if length.proved().is_some() { proto::Proof::Searched } else { proto::Proof::Interval };
    proto::Length { at_least: length.at_least, at_most: length.at_most, proof: proof.into() }
}

//! Results of a bulk verification, to the wire and from it.

use super::mate::{certified, length, line_kind};
use super::response::{hand, moves, moves_after, unknown_within};
use super::verify::VerifyOrder;
use crate::notation::usi;
use crate::service::proto;
use crate::shogi::{Hand, IllegalReason, Move, PieceKind};
use crate::solver::{Cause, Length, Line, LineKind, Other};
use crate::verify::certificate::Judged;
use crate::verify::{Ending, Examined, Found, Kind, LineWorth};

/// The wire's words for findings.
const KINDS: [(Kind, proto::FindingKind); Kind::ALL.len()] = [
    (Kind::Sound, proto::FindingKind::Sound),
    (Kind::NoMate, proto::FindingKind::NoMate),
    (Kind::ShorterMate, proto::FindingKind::ShorterMate),
    (Kind::Longer, proto::FindingKind::Longer),
    (Kind::Cook, proto::FindingKind::Cook),
    (Kind::LastMove, proto::FindingKind::LastMove),
    (Kind::Dual, proto::FindingKind::Dual),
    (Kind::Detour, proto::FindingKind::Detour),
    (Kind::Leftover, proto::FindingKind::Leftover),
    (Kind::EqualVariation, proto::FindingKind::EqualVariation),
    (Kind::LongerVariation, proto::FindingKind::LongerVariation),
    (Kind::FaultyLine, proto::FindingKind::FaultyLine),
    (Kind::Unknown, proto::FindingKind::Unknown),
];

/// The wire form of what was found out about the problem of an order.
pub(crate) fn verified(order: &VerifyOrder, examined: &Examined) -> proto::VerifiedProblem {
    let position = order.stated.problem.position();
    let raw = if examined.certificate == Some(Judged::Accepted) { certified } else { length };
    let (outcome, cut_off) = match examined.ending {
        Ending::Mate(cause) => (proto::Outcome::Mate, cause),
        Ending::NoMate => (proto::Outcome::NoMate, None),
        Ending::Unknown(cause) => (proto::Outcome::Unknown, Some(cause)),
    };
    proto::VerifiedProblem {
        outcome: outcome.into(),
        raw_length: examined.raw.map(raw),
        conventional_length: examined.conventional.map(length),
        line: moves(position, &examined.line.moves, order.style),
        line_kind: examined.kind.map_or(proto::LineKind::Unspecified, line_kind).into(),
        leftover: examined.kind.map(|_| hand(examined.line.leftover)),
        findings: examined.findings.iter().map(|found| finding(order, &examined.line, found)).collect(),
        claimed_line: examined.claimed_line.map(claimed_line),
        unknown: cut_off.map(|cause| unknown_within(&order.budget, cause)),
        certificate: examined.certificate.as_ref().map(certificate),
        nodes: examined.nodes,
    }
}

fn finding(order: &VerifyOrder, line: &Line, found: &Found) -> proto::Finding {
    let beside = |&Other { ply, mv }: &Other| {
        let previous = (ply as usize).checked_sub(2).and_then(|index| line.moves.get(index));
        moves_after(previous, &line.before(order.stated.problem.position(), ply), &[mv], order.style).pop()
    };
    let kind = KINDS.iter().find(|(kind, _)| *kind == found.kind).map_or(proto::FindingKind::Unspecified, |row| row.1);
    proto::Finding {
        kind: kind.into(),
        ply: found.beside.map_or(0, |other| other.ply),
        r#move: found.beside.as_ref().and_then(beside),
        plies: found.plies.unwrap_or(0),
        leftover: (found.kind == Kind::Leftover).then(|| hand(line.leftover)),
        message: found.text.clone(),
    }
}

fn claimed_line(worth: LineWorth) -> proto::ClaimedLine {
    use proto::ClaimedLineWorth as Wire;
    let (wire, reason) = match worth {
        LineWorth::Answer => (Wire::Answer, None),
        LineWorth::Shortest => (Wire::Shortest, None),
        LineWorth::Shorter => (Wire::Shorter, None),
        LineWorth::Longer => (Wire::Longer, None),
        LineWorth::Mates => (Wire::Mates, None),
        LineWorth::Unfinished => (Wire::Unfinished, None),
        LineWorth::NotMate => (Wire::NotMate, None),
        LineWorth::Escapes(_) => (Wire::Escapes, None),
        LineWorth::NoCheck(_) => (Wire::NoCheck, None),
        LineWorth::Illegal(_, reason) => (Wire::Illegal, Some(reason)),
        LineWorth::AfterMate(_) => (Wire::AfterMate, None),
    };
    let reason = reason.map(|reason| reason.as_str().to_owned()).unwrap_or_default();
    proto::ClaimedLine { worth: wire.into(), ply: worth.ply().unwrap_or(0), reason }
}

fn certificate(judged: &Judged) -> proto::CertificateCheck {
    let (refused, missing) = match judged {
        Judged::Accepted => return proto::CertificateCheck { accepted: true, ..proto::CertificateCheck::default() },
        Judged::Refused(reason) => (true, reason.clone()),
        Judged::Unfinished(reason) => (false, reason.clone()),
    };
    proto::CertificateCheck { accepted: false, missing, refused }
}

/// What a server has found out, as it would be found out here.
///
/// # Errors
/// A sentence, if it says what this client does not know.
pub(crate) fn examined(told: proto::VerifiedProblem) -> Result<Examined, String> {
    let foreign = |what: &str| format!("The server's answer holds {what} that is not known here.");
    let cause = told.unknown.map(|unknown| cause_in(unknown).ok_or_else(|| foreign("a cause"))).transpose()?;
    let ending = match (told.outcome(), cause) {
        (proto::Outcome::Mate, cause) => Ending::Mate(cause),
        (proto::Outcome::NoMate, _) => Ending::NoMate,
        (proto::Outcome::Unknown, Some(cause)) => Ending::Unknown(cause),
        _ => return Err(foreign("an outcome")),
    };
    let findings: Option<Vec<Found>> = told.findings.iter().map(found_in).collect();
    let line: Option<Vec<Move>> = told.line.iter().map(move_in).collect();
    Ok(Examined {
        ending,
        raw: told.raw_length.map(length_in),
        conventional: told.conventional_length.map(length_in),
        kind: line_kind_in(told.line_kind()),
        line: Line {
            moves: line.ok_or_else(|| foreign("a move"))?,
            leftover: told.leftover.map(hand_in).unwrap_or_default(),
        },
        findings: findings.ok_or_else(|| foreign("a finding"))?,
        claimed_line: match &told.claimed_line {
            Some(worth) => Some(worth_in(worth).ok_or_else(|| foreign("a judgement on a line"))?),
            None => None,
        },
        certificate: told.certificate.map(certificate_in),
        nodes: told.nodes,
    })
}

fn move_in(mv: &proto::Move) -> Option<Move> {
    usi::parse_move(&mv.usi).ok()
}

fn length_in(length: proto::Length) -> Length {
    Length { at_least: length.at_least, at_most: length.at_most }
}

fn line_kind_in(kind: proto::LineKind) -> Option<LineKind> {
    match kind {
        proto::LineKind::Unspecified => None,
        proto::LineKind::Found => Some(LineKind::Found),
        proto::LineKind::Raw => Some(LineKind::Raw),
        proto::LineKind::Conventional => Some(LineKind::Conventional),
        proto::LineKind::Classic => Some(LineKind::Classic),
    }
}

fn hand_in(hand: proto::Hand) -> Hand {
    let proto::Hand { rook, bishop, gold, silver, knight, lance, pawn } = hand;
    let counts = [pawn, lance, knight, silver, gold, bishop, rook];
    PieceKind::HAND.into_iter().zip(counts).fold(Hand::EMPTY, |hand, (kind, count)| {
        hand.with(kind, u8::try_from(count).unwrap_or(u8::MAX).min(kind.full_set()))
    })
}

fn cause_in(unknown: proto::Unknown) -> Option<Cause> {
    match unknown.cause() {
        proto::UnknownCause::Unspecified => None,
        proto::UnknownCause::Time => Some(Cause::Time),
        proto::UnknownCause::Nodes => Some(Cause::Nodes),
        proto::UnknownCause::Memory => Some(Cause::Memory),
        proto::UnknownCause::Plies => Some(Cause::Plies(unknown.plies)),
        proto::UnknownCause::Cancelled => Some(Cause::Cancelled),
    }
}

fn found_in(finding: &proto::Finding) -> Option<Found> {
    let &(kind, _) = KINDS.iter().find(|(_, wire)| *wire == finding.kind())?;
    let beside = match &finding.r#move {
        Some(mv) => Some(Other { ply: finding.ply, mv: move_in(mv)? }),
        None => None,
    };
    let plies = (finding.plies > 0).then_some(finding.plies);
    Some(Found { kind, beside, plies, text: finding.message.clone() })
}

fn worth_in(line: &proto::ClaimedLine) -> Option<LineWorth> {
    use proto::ClaimedLineWorth as Wire;
    let reason = || IllegalReason::ALL.into_iter().find(|reason| reason.as_str() == line.reason);
    Some(match line.worth() {
        Wire::Unspecified => return None,
        Wire::Answer => LineWorth::Answer,
        Wire::Shortest => LineWorth::Shortest,
        Wire::Shorter => LineWorth::Shorter,
        Wire::Longer => LineWorth::Longer,
        Wire::Mates => LineWorth::Mates,
        Wire::Unfinished => LineWorth::Unfinished,
        Wire::NotMate => LineWorth::NotMate,
        Wire::Escapes => LineWorth::Escapes(line.ply),
        Wire::NoCheck => LineWorth::NoCheck(line.ply),
        Wire::Illegal => LineWorth::Illegal(line.ply, reason()?),
        Wire::AfterMate => LineWorth::AfterMate(line.ply),
    })
}

fn certificate_in(check: proto::CertificateCheck) -> Judged {
    match check {
        proto::CertificateCheck { accepted: true, .. } => Judged::Accepted,
        proto::CertificateCheck { refused: true, missing, .. } => Judged::Refused(missing),
        proto::CertificateCheck { missing, .. } => Judged::Unfinished(missing),
    }
}

//! What a claimed line is worth.

use super::examined::measured;
use super::{Check, Depth, Stated};
use crate::shogi::{Color, IllegalReason, Move, Position, movegen};
use crate::solver::{Aim, Convention, Limits, Line, LineKind, Mate, Monitor, Other, Problem, Search, Table, Verdict};
use std::fmt;
use std::sync::Arc;

/// How a claimed line stands to the answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LineWorth {
    /// It is the answer line.
    Answer,
    /// It mates, in as many plies as the answer.
    Shortest,
    /// It mates in fewer plies than the best defence allows: the defender does not play it.
    Shorter,
    /// It mates in more plies than need be.
    Longer,
    /// It mates; the length that it should have is not proved.
    Mates,
    /// It ends before the mate, and nothing says that it does not.
    Unfinished,
    /// It is said to end in mate (詰み), and does not.
    NotMate,
    /// The attacker's move with this number, from 1, lets the defender escape, who then plays to be mated, or mates only by coming back
    /// to where the answer line has been. Told where an examination of the soundness has looked at every other check.
    Escapes(u32),
    /// The attacker's move with this number, from 1, is no check.
    NoCheck(u32),
    /// The move with this number, from 1, is not legal.
    Illegal(u32, IllegalReason),
    /// The moves go on after the mate, from this number on.
    AfterMate(u32),
}

impl LineWorth {
    /// True if it does not mate as it should.
    pub const fn is_faulty(self) -> bool {
        !matches!(self, Self::Answer | Self::Shortest | Self::Shorter | Self::Longer | Self::Mates)
    }

    /// The word in a report.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Answer => "answer",
            Self::Shortest => "shortest",
            Self::Shorter => "shorter",
            Self::Longer => "longer",
            Self::Mates => "mates",
            Self::Unfinished => "unfinished",
            Self::NotMate => "not mate",
            Self::Escapes(_) => "escapes",
            Self::NoCheck(_) => "no check",
            Self::Illegal(..) => "illegal",
            Self::AfterMate(_) => "after mate",
        }
    }

    /// The number of the move that it is about, from 1; `None`: the line as a whole.
    pub const fn ply(self) -> Option<u32> {
        match self {
            Self::Escapes(ply) | Self::NoCheck(ply) | Self::Illegal(ply, _) | Self::AfterMate(ply) => Some(ply),
            _ => None,
        }
    }
}

/// A sentence about the claimed line.
impl fmt::Display for LineWorth {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("The claimed line ")?;
        match self {
            Self::Answer => f.write_str("is the answer."),
            Self::Shortest => f.write_str("mates as soon as the answer."),
            Self::Shorter => f.write_str("mates sooner than the best defence allows."),
            Self::Longer => f.write_str("mates later than need be."),
            Self::Mates => f.write_str("mates."),
            Self::Unfinished => f.write_str("ends before the mate."),
            Self::NotMate => f.write_str("is said to end in mate, and does not."),
            Self::Escapes(ply) => {
                write!(f, "lets the defender escape at move {ply}, or has to come back, though it ends in mate.")
            }
            Self::NoCheck(ply) => write!(f, "gives no check at move {ply}."),
            Self::Illegal(ply, reason) => write!(f, "is illegal at move {ply}: {reason}."),
            Self::AfterMate(ply) => write!(f, "goes on after the mate, at move {ply}."),
        }
    }
}

/// What is wrong with a claimed line in itself; `None` if nothing is, none is claimed, or it is open whether it is over.
pub(super) fn fault(stated: &Stated, check: &Check) -> Option<LineWorth> {
    if stated.claim.line.is_empty() { None } else { ends(stated, check).err() }
}

/// What a claimed line is worth next to a mate of the problem; `None` if none is claimed, or it is open whether it is over.
pub(super) fn judge(stated: &Stated, check: &Check, mate: &Mate) -> Option<LineWorth> {
    let claim = &stated.claim;
    if claim.line.is_empty() {
        return None;
    }
    if check.depth > Depth::Mate && answers(mate).any(|line| line.moves == claim.line) {
        return Some(LineWorth::Answer);
    }
    match ends(stated, check) {
        Err(fault) => return Some(fault),
        Ok(false) => return None,
        Ok(true) => {}
    }
    if let Some(ply) = escape(stated, mate) {
        return Some(LineWorth::Escapes(ply));
    }
    let (plies, length) = (claim.line.len() as u32, measured(check, mate));
    Some(match length.proved().filter(|_| check.depth > Depth::Mate) {
        _ if plies < length.at_least => LineWorth::Shorter,
        _ if plies > length.at_most => LineWorth::Longer,
        Some(_) => LineWorth::Shortest,
        None => LineWorth::Mates,
    })
}

/// The attacker's first move beside the answer line, by its number, if a complete examination has not found that it mates.
fn escape(Stated { problem, claim, .. }: &Stated, mate: &Mate) -> Option<u32> {
    let soundness = mate.soundness.as_ref().filter(|soundness| soundness.complete)?;
    let mut pairs = claim.line.iter().zip(&mate.stem().moves).zip(1..);
    let ((&mv, _), ply) = pairs.find(|((own, answer), _)| own != answer)?;
    let attacks = (problem.position().turn() == problem.attacker()) == (ply % 2 == 1);
    let mates = soundness.findings.iter().any(|finding| finding.about() == Some(Other { ply, mv }));
    (attacks && !mates).then_some(ply)
}

/// Whether the claimed line ends in mate; false: that is open. An error is what is wrong with it.
fn ends(Stated { problem, claim, .. }: &Stated, check: &Check) -> Result<bool, LineWorth> {
    let end = played(problem, &claim.line)?;
    match is_over(&end, problem.attacker(), check) {
        None => Ok(false),
        Some(true) => Ok(true),
        // A length that is stated is where the line ends in mate.
        Some(false) if claim.length.or(claim.raw).is_some_and(|stated| stated as usize <= claim.line.len()) => {
            Err(LineWorth::NotMate)
        }
        Some(false) => Err(LineWorth::Unfinished),
    }
}

/// The lines that answer. One that was merely found does not: neither side need play its best there.
fn answers(mate: &Mate) -> impl Iterator<Item = &Line> {
    let proved = Some(&mate.line).filter(|_| mate.kind != LineKind::Found);
    [proved, mate.raw_line.as_ref(), mate.longest.as_ref()].into_iter().flatten()
}

/// The length of a line that ends in mate, or where no reply is left but drops, which may be useless.
pub(super) fn mating_length(problem: &Problem, line: &[Move]) -> Option<u32> {
    let end = played(problem, line).ok().filter(|_| !line.is_empty())?;
    let is_over = end.turn() != problem.attacker() && end.in_check() && !movegen::has_evasion_on_board(&end);
    is_over.then(|| u32::try_from(line.len()).ok())?
}

/// The position at the end of a line, every move of which is legal, and a check if it is the attacker's.
fn played(problem: &Problem, line: &[Move]) -> Result<Position, LineWorth> {
    let mut position = problem.position().clone();
    for (&mv, ply) in line.iter().zip(1..) {
        if position.in_check() && position.turn() != problem.attacker() && !movegen::has_evasion(&position) {
            return Err(LineWorth::AfterMate(ply));
        }
        if let Some(reason) = IllegalReason::of(&position, mv) {
            return Err(LineWorth::Illegal(ply, reason));
        }
        if position.turn() == problem.attacker() && !position.gives_check(mv) {
            return Err(LineWorth::NoCheck(ply));
        }
        position.play(mv);
    }
    Ok(position)
}

/// True if the line is over: in checkmate, or where no reply is left but useless drops. `None`: nothing but drops is left, and whether
/// they are useless was not asked or cannot be said soon.
fn is_over(end: &Position, attacker: Color, check: &Check) -> Option<bool> {
    if end.turn() == attacker || !end.in_check() {
        return Some(false);
    }
    if !movegen::has_evasion(end) {
        return Some(true);
    }
    if movegen::has_evasion_on_board(end) || check.convention == Convention::None {
        return Some(false);
    }
    let is_asked = check.depth >= Depth::Conventional;
    if is_asked { is_over_but_for_drops(end, attacker, check) } else { None }
}

fn is_over_but_for_drops(end: &Position, attacker: Color, check: &Check) -> Option<bool> {
    /// A position with nothing but drops for a reply is soon judged.
    const NODES: u64 = 20_000;
    let problem = Problem::from_position(end, Some(attacker)).ok()?;
    let limits = Limits { nodes: Some(NODES), ..Limits::default() };
    let aim = Aim { convention: check.convention, ..Aim::LENGTHS };
    let outcome = Search::new(&problem, limits, Arc::new(Table::new(1))).aiming(aim).run_to_end(&Monitor::new());
    is_mate_at_once(&outcome.verdict, check.convention)
}

/// True if the conventional length is 0; `None` if that is not decided.
fn is_mate_at_once(verdict: &Verdict, convention: Convention) -> Option<bool> {
    let mate = match verdict {
        Verdict::Mate(mate) => mate,
        Verdict::NoMate => return Some(false),
        Verdict::Unknown(_) => return None,
    };
    let length = mate.length(convention)?;
    if length.at_least > 0 { Some(false) } else { length.proved().map(|plies| plies == 0) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::solver::{Cause, Length};

    #[test]
    fn what_is_not_decided_is_neither_over_nor_unfinished() {
        let of_length = |at_least, at_most| {
            let mut mate = Mate::found(Line::default(), Length { at_least: 0, at_most: 6 });
            mate.conventional.push((Convention::Standard, Length { at_least, at_most }));
            Verdict::Mate(Box::new(mate))
        };
        let bare = Verdict::Mate(Box::new(Mate::found(Line::default(), Length { at_least: 2, at_most: 6 })));
        for (verdict, expected) in [
            (of_length(0, 0), Some(true)),
            (of_length(2, 2), Some(false)),
            (of_length(2, 6), Some(false)),
            (Verdict::NoMate, Some(false)),
            (of_length(0, 6), None),
            (bare, None),
            (Verdict::Unknown(Cause::Nodes), None),
        ] {
            assert_eq!(is_mate_at_once(&verdict, Convention::Standard), expected, "{verdict:?}");
        }
    }
}

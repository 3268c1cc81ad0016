//! The judgement on a move out.

use super::mate::length;
use super::puzzle::{CheckOrder, Puzzle};
use super::replay::illegal;
use super::response::{moves_after, statistics, unknown_within};
use crate::notation::{sfen, western};
use crate::service::check::{Check, Checked};
use crate::service::proto::{self, MoveResult};
use crate::shogi::{Move, Position, movegen};
use crate::solver::{Cause, Comparison, Convention, Count, Judgement, Length, Mate, Outcome, Verdict};

/// The wire form of what was found out.
pub(crate) fn check_move_response(order: &CheckOrder, checked: &Checked) -> proto::CheckMoveResponse {
    match checked {
        Checked::Illegal(refused) => proto::CheckMoveResponse {
            result: MoveResult::Illegal.into(),
            summary: refused.to_string(),
            illegal: Some(illegal(order.puzzle.moves.len(), refused)),
            ..proto::CheckMoveResponse::default()
        },
        Checked::NotCheck => proto::CheckMoveResponse {
            result: MoveResult::NotCheck.into(),
            summary: "It is not a check.".to_owned(),
            ..Writer::new(order).played()
        },
        Checked::Check(check) => Writer::new(order).judged(check),
    }
}

/// Writes about a legal move.
struct Writer<'a> {
    order: &'a CheckOrder,
    puzzle: &'a Puzzle,
    /// The position after the move.
    position: Position,
}

impl<'a> Writer<'a> {
    fn new(order: &'a CheckOrder) -> Self {
        let puzzle = &order.puzzle;
        Self { order, puzzle, position: puzzle.problem.after(&[order.mv]).position().clone() }
    }

    /// What holds of every legal move.
    fn played(&self) -> proto::CheckMoveResponse {
        let &CheckOrder { mv, repeats, .. } = self.order;
        let before = self.puzzle.problem.position();
        proto::CheckMoveResponse {
            r#move: moves_after(self.puzzle.moves.last(), before, &[mv], self.puzzle.style).pop(),
            sfen: sfen::format(&self.position.to_setup()),
            repeats,
            ..proto::CheckMoveResponse::default()
        }
    }

    fn judged(&self, Check { after, before, from_store }: &Check) -> proto::CheckMoveResponse {
        let mut response = self.played();
        response.statistics = Some(statistics(after, self.puzzle.told(*from_store)));
        match &after.verdict {
            Verdict::Mate(mate) => self.mates(&mut response, mate, before.as_ref()),
            Verdict::NoMate => self.escapes(&mut response, after.refutation),
            // Counted from the position before the move, as the limit is.
            Verdict::Unknown(Cause::Plies(plies)) => self.undecided(&mut response, Cause::Plies(plies + 1)),
            Verdict::Unknown(cause) => self.undecided(&mut response, *cause),
        }
        response
    }

    fn mates(&self, response: &mut proto::CheckMoveResponse, mate: &Mate, before: Option<&Outcome>) {
        let Puzzle { counted, convention, .. } = *self.puzzle;
        let known = before.and_then(|outcome| match &outcome.verdict {
            Verdict::Mate(mate) => Some(&**mate),
            _ => None,
        });
        let compare = |mode| Comparison::new(known, mate, mode);
        let asked = compare(counted);
        response.raw = Some(worth(&compare(Convention::None)));
        response.conventional = (convention != Convention::None).then(|| worth(&compare(convention)));
        response.end = self.end(mate).into();
        if let Some(&reply) = mate.line_of(counted).and_then(|line| line.moves.first()) {
            response.reply = self.reply(reply);
            let left = mate.length(counted).and_then(Length::proved);
            response.plies_left = left.map(|plies| plies - 1);
        }
        response.result = result_of(asked.judgement).into();
        let other = match counted {
            Convention::None => ("With useless interpositions (無駄合) left out", compare(convention)),
            _ => ("With every interposition counted", compare(Convention::None)),
        };
        response.summary = said(&asked, other);
        if asked.judgement == Judgement::Undecided {
            let cause = mate.unfinished.or_else(|| before?.verdict.cut_off()).unwrap_or(Cause::Memory);
            self.undecided(response, cause);
        }
    }

    fn escapes(&self, response: &mut proto::CheckMoveResponse, refutation: Option<Move>) {
        response.result = MoveResult::Escape.into();
        response.reply = refutation.and_then(|reply| self.reply(reply));
        let by = refutation.map(|reply| western::move_text(&self.position, reply, self.puzzle.style));
        let by = by.map_or(String::new(), |text| format!(": {text}"));
        response.summary = format!("It lets the defender escape{by}.");
    }

    fn undecided(&self, response: &mut proto::CheckMoveResponse, cause: Cause) {
        response.result = MoveResult::Undecided.into();
        response.unknown = Some(unknown_within(&self.puzzle.budget, cause));
        response.summary = Verdict::Unknown(cause).to_string();
    }

    fn reply(&self, reply: Move) -> Option<proto::Move> {
        moves_after(Some(&self.order.mv), &self.position, &[reply], self.puzzle.style).pop()
    }

    fn end(&self, mate: &Mate) -> proto::ProblemEnd {
        if !movegen::has_evasion(&self.position) {
            proto::ProblemEnd::Checkmate
        } else if mate.length(self.puzzle.counted).and_then(Length::proved) == Some(0) {
            proto::ProblemEnd::Conventional
        } else {
            proto::ProblemEnd::Unspecified
        }
    }
}

fn worth(comparison: &Comparison) -> proto::MoveWorth {
    let Comparison { judgement, length: with, shortest } = *comparison;
    proto::MoveWorth {
        result: result_of(judgement).into(),
        length: Some(length(with)),
        shortest: Some(length(shortest)),
    }
}

fn result_of(judgement: Judgement) -> MoveResult {
    match judgement {
        Judgement::Shortest => MoveResult::Correct,
        Judgement::Longer => MoveResult::Longer,
        Judgement::Undecided => MoveResult::Undecided,
    }
}

/// What is to be said of a move that mates, by the length asked for and by the other one.
fn said(asked: &Comparison, (counting, other): (&str, Comparison)) -> String {
    let first = match asked.judgement {
        Judgement::Shortest => format!("Correct: mate in {}.", plies(asked.length)),
        _ => format!("It mates, but in {} instead of {}.", plies(asked.length), plies(asked.shortest)),
    };
    let (length, shortest) = (plies(other.length), plies(other.shortest));
    match (asked.judgement, other.judgement) {
        (Judgement::Shortest, Judgement::Longer) => {
            format!("{first} {counting} it takes {length} instead of {shortest}.")
        }
        (Judgement::Longer, Judgement::Shortest) => format!("{first} {counting} nothing is shorter than its {length}."),
        _ => first,
    }
}

fn plies(length: Length) -> String {
    match length.proved() {
        Some(plies) => Count(plies).to_string(),
        None => format!("{} to {}", length.at_least, Count(length.at_most)),
    }
}

//! The orientation in which a problem is searched, its lines are chosen and its answers are kept.

use super::findings::Finding;
use super::outcome::Line;
use super::{Mate, Outcome, Problem, Verdict};
use crate::shogi::{Color, Move, Position, Square};

/// How a problem was turned: the attacker is Black, and of the position and its mirror image the one with the lesser SFEN is taken, so
/// that a problem, its mirror image and its colour twin have the same line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct View {
    flipped: bool,
    mirrored: bool,
}

impl View {
    /// The view of a problem and its position seen so.
    pub fn of(problem: &Problem) -> (Self, Position) {
        let flipped = problem.attacker() == Color::White;
        let position = if flipped { problem.position().flipped() } else { problem.position().clone() };
        let setup = position.to_setup();
        let mirror = setup.mirrored();
        let mirrored = mirror.cmp_boards(&setup).is_lt();
        (Self { flipped, mirrored }, if mirrored { Position::from_setup(&mirror) } else { position })
    }

    /// True if left and right are exchanged.
    pub(super) fn is_mirrored(self) -> bool {
        self.mirrored
    }

    /// An outcome in this view, in the problem's own orientation; or the other way round, for to turn twice is not to turn.
    #[must_use]
    pub fn turned(self, outcome: Outcome) -> Outcome {
        let verdict = match outcome.verdict {
            Verdict::Mate(mate) => Verdict::Mate(Box::new(self.turn_back(*mate))),
            other => other,
        };
        let refutation = outcome.refutation.map(|mv| self.turn_move(mv));
        Outcome { verdict, refutation, ..outcome }
    }

    /// A mate found in this view, in the problem's own orientation.
    pub(super) fn turn_back(self, mut mate: Mate) -> Mate {
        self.turn_line(&mut mate.line);
        mate.raw_line.iter_mut().chain(&mut mate.longest).for_each(|line| self.turn_line(line));
        let variations = mate.variations.iter_mut().flat_map(|variations| &mut variations.list);
        variations.for_each(|variation| self.turn_line(&mut variation.line));
        let others = mate.soundness.iter_mut().flat_map(|soundness| &mut soundness.findings).filter_map(Finding::other);
        others.for_each(|other| other.mv = self.turn_move(other.mv));
        mate.first_moves.iter_mut().flatten().for_each(|first| first.mv = self.turn_move(first.mv));
        mate
    }

    fn turn_line(self, line: &mut Line) {
        line.moves.iter_mut().for_each(|mv| *mv = self.turn_move(*mv));
    }

    /// A move of this view as the problem has it, or the other way round.
    #[must_use]
    pub fn turn_move(self, mv: Move) -> Move {
        let mv = if self.mirrored { mv.map_squares(Square::mirror) } else { mv };
        if self.flipped { mv.map_squares(Square::flip) } else { mv }
    }
}

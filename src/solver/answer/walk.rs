//! The answer line, move by move.

use super::pace::{Halt, Pace};
use crate::shogi::{Color, Move, Undo};
use crate::solver::exact::{Answer, Exact, Question};
use crate::solver::outcome::Line;

/// A walk along the line of a length.
pub(super) struct Walk {
    /// Plies from the end of what was walked to the end of the line.
    left: u16,
    /// Whether the leftover of the line is known, on which the defender's choices rest.
    begun: bool,
    moves: Vec<(Move, Undo)>,
    line: Option<Line>,
}

impl Walk {
    /// From a root of this length.
    pub(super) fn new(length: u16) -> Self {
        Self { left: length, begun: false, moves: Vec::new(), line: None }
    }

    /// The line, once it is found.
    pub(super) fn line(&self) -> Option<&Line> {
        self.line.as_ref()
    }

    /// Goes on from where it stands; at its end the root of `exact` is what it was.
    pub(super) fn go_on(&mut self, exact: &mut Exact, pace: Pace<'_>) -> Result<(), Halt> {
        let end = exact.nodes() + pace.nodes;
        if !self.begun {
            exact.ask(Question::Leftover(self.left), end, pace.monitor)?;
            self.begun = true;
        }
        while self.line.is_none() {
            match exact.ask(Question::Choice(self.left), end, pace.monitor)? {
                Answer::Move(Some(mv)) => {
                    self.moves.push((mv, exact.play(mv)));
                    self.left -= 1;
                }
                _ => self.arrive(exact),
            }
        }
        Ok(())
    }

    fn arrive(&mut self, exact: &mut Exact) {
        let leftover = exact.position().hand(Color::Black);
        let moves = self.moves.iter().map(|&(mv, _)| mv).collect();
        for (mv, undo) in self.moves.drain(..).rev() {
            exact.undo(mv, &undo);
        }
        self.line = Some(Line { moves, leftover });
    }
}

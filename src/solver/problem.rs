//! A mating problem that obeys the rules.

use crate::shogi::{Color, Fault, Position, Setup};

/// A position, and who is to be mated in it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem {
    position: Position,
    attacker: Color,
}

impl Problem {
    /// Checks a setup as a problem; `attacker` defaults to the side to move.
    ///
    /// # Errors
    /// Every fault found: those of [`Setup::faults`], a missing defender king, the defender in check with the attacker to
    /// move, an attacker king that can be captured with the defender to move, a defender to move who is not in check.
    pub fn new(setup: &Setup, attacker: Option<Color>) -> Result<Self, Vec<Fault>> {
        let _ = (setup, attacker);
        todo!()
    }

    /// The root position.
    pub fn position(&self) -> &Position {
        &self.position
    }

    /// The side that mates.
    pub fn attacker(&self) -> Color {
        self.attacker
    }
}

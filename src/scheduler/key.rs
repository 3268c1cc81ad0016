//! What makes two orders the same problem.

use crate::shogi::{Color, Setup};
use crate::solver::Problem;

/// Placement with hands and side to move, attacker, ply limit.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct ProblemKey {
    setup: Setup,
    attacker: Color,
    plies: Option<u32>,
}

impl ProblemKey {
    pub(super) fn new(problem: &Problem, plies: Option<u32>) -> Self {
        Self { setup: problem.position().to_setup(), attacker: problem.attacker(), plies }
    }

    /// A key without a problem, told apart by the ply limit.
    #[cfg(test)]
    pub(super) fn numbered(number: u32) -> Self {
        let setup = Setup { board: [None; 81], hands: crate::shogi::ByColor::default(), turn: Color::Black };
        Self { setup, attacker: Color::Black, plies: Some(number) }
    }
}

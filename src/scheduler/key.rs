//! What makes two orders the same problem.

use super::Order;
use crate::shogi::{Color, Setup};
use crate::solver::Aim;

/// Placement with hands and side to move, attacker, ply limit, and what is to be found out.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct ProblemKey {
    setup: Setup,
    attacker: Color,
    plies: Option<u32>,
    aim: Aim,
    certificate: bool,
}

impl ProblemKey {
    pub(super) fn new(order: &Order) -> Self {
        let &Order { ref problem, limits, aim, certificate, .. } = order;
        let (setup, attacker) = (problem.position().to_setup(), problem.attacker());
        Self { setup, attacker, plies: limits.plies, aim, certificate }
    }

    /// A key without a problem, told apart by the ply limit.
    #[cfg(test)]
    pub(super) fn numbered(number: u32) -> Self {
        let setup = Setup { board: [None; 81], hands: crate::shogi::ByColor::default(), turn: Color::Black };
        Self { setup, attacker: Color::Black, plies: Some(number), aim: Aim::FIRST, certificate: false }
    }
}

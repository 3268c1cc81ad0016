//! What makes two orders the same problem.

use super::Order;
use crate::shogi::{Color, Setup};
use crate::solver::Aim;
use rustc_hash::FxBuildHasher;
use std::hash::{BuildHasher as _, Hash, Hasher};
use std::sync::Arc;

/// What is looked up several times an order: hashed once, and copied by reference.
#[derive(Clone, Debug)]
pub(super) struct ProblemKey {
    hash: u64,
    content: Arc<Content>,
}

/// Placement with hands and side to move, attacker, ply limit, and what is to be found out.
#[derive(Debug, PartialEq, Eq, Hash)]
struct Content {
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
        Self::of(Content { setup, attacker, plies: limits.plies, aim, certificate })
    }

    fn of(content: Content) -> Self {
        Self { hash: FxBuildHasher.hash_one(&content), content: Arc::new(content) }
    }

    /// True if the answer is lengths and lines and nothing else, so that its size is bounded by them.
    pub(super) fn is_plain(&self) -> bool {
        let Aim { variations, soundness, first_moves, .. } = self.content.aim;
        variations == 0 && !soundness && !first_moves && !self.content.certificate
    }

    /// A key without a problem, told apart by the ply limit.
    #[cfg(test)]
    pub(super) fn numbered(number: u32) -> Self {
        let setup = Setup { board: [None; 81], hands: crate::shogi::ByColor::default(), turn: Color::Black };
        Self::of(Content { setup, attacker: Color::Black, plies: Some(number), aim: Aim::FIRST, certificate: false })
    }
}

impl Hash for ProblemKey {
    fn hash<H: Hasher>(&self, state: &mut H) {
        state.write_u64(self.hash);
    }
}

impl PartialEq for ProblemKey {
    fn eq(&self, other: &Self) -> bool {
        self.hash == other.hash && self.content == other.content
    }
}

impl Eq for ProblemKey {}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scheduler::Class;
    use crate::solver::{Limits, Problem};
    use std::time::Duration;

    #[test]
    fn what_is_to_be_found_out_tells_equal_problems_apart() {
        let mut setup = Setup { board: [None; 81], hands: crate::shogi::ByColor::default(), turn: Color::Black };
        setup.board[40] = Some(crate::shogi::Piece::new(Color::White, crate::shogi::PieceKind::King));
        let problem = Problem::new(&setup, None).unwrap();
        let order = |aim, certificate, limits| {
            ProblemKey::new(&Order {
                problem: problem.clone(),
                limits,
                aim,
                certificate,
                private_table_mib: 1,
                class: Class::Bulk,
            })
        };
        let plain = order(Aim::LENGTHS, false, Limits::default());
        let hurried = Limits { time: Some(Duration::from_secs(1)), ..Limits::default() };
        assert_eq!(plain, order(Aim::LENGTHS, false, hurried));
        assert_ne!(plain, order(Aim::FIRST, false, Limits::default()));
        assert_ne!(plain, order(Aim { variations: 1, ..Aim::LENGTHS }, false, Limits::default()));
        assert_ne!(plain, order(Aim::LENGTHS, true, Limits::default()));
        assert_ne!(plain, order(Aim::LENGTHS, false, Limits { plies: Some(3), ..Limits::default() }));
    }
}

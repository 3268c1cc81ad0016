//! Mate in one at the frontier.

use super::proof_hand;
use crate::shogi::{Hand, Move, Position, movegen};

/// The first of the given checks that mates, with the least hand after it that still mates.
pub(super) fn mate_in_one(position: &mut Position, checks: &[Move]) -> Option<(Move, Hand)> {
    checks.iter().find_map(|&mv| {
        let undo = position.play(mv);
        let mate = (!movegen::has_evasion(position)).then(|| (mv, proof_hand::monopoly(position)));
        position.undo(mv, &undo);
        mate
    })
}

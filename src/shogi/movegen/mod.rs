//! Legal move generation: all moves, checks only, evasions only.
use super::{MoveSink, Position};

/// Every legal move of the side to move.
pub fn legal_moves(_position: &Position, _moves: &mut impl MoveSink) {
    todo!()
}
/// Every legal move that gives check, the side to move in check or not.
pub fn checks(_position: &Position, _moves: &mut impl MoveSink) {
    todo!()
}
/// Every legal reply of a side that is in check.
pub fn evasions(_position: &Position, _moves: &mut impl MoveSink) {
    todo!()
}
/// True if the side to move, in check, has a legal reply (stops at the first).
pub fn has_evasion(_position: &Position) -> bool {
    todo!()
}

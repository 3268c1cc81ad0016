//! USI: moves, and the `position` command.

use crate::shogi::{Fault, Move, Setup};

/// A placement and the moves played from it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UsiPosition {
    /// The placement before the moves.
    pub setup: Setup,
    /// The moves as written; not yet checked for legality.
    pub moves: Vec<Move>,
}

/// Reads `[position] (startpos | [sfen] SFEN) [moves M…]`.
///
/// # Errors
/// All faults of the text, each with its byte range.
pub fn parse_position(_text: &str) -> Result<UsiPosition, Vec<Fault>> {
    todo!()
}

/// Reads one move, `7g7f`, `8h2b+`, `P*5e`. Legality is not judged. (Writing is [`Move`]'s `Display`.)
///
/// # Errors
/// The fault of the text.
pub fn parse_move(_text: &str) -> Result<Move, Fault> {
    todo!()
}

//! Moves in Japanese, `▲３三銀成`.

use crate::shogi::{Move, Position, Square};

/// The text of a legal move, with 同 after a move to the same square, and 右左上引寄直 打 成 不成 where they are needed.
pub fn move_text(_position: &Position, _mv: Move, _previous_to: Option<Square>) -> String {
    todo!()
}

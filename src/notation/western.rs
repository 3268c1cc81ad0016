//! Moves in western text, `S-3c+`.

use crate::shogi::{Move, Position};

/// How promoted pieces are written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Style {
    /// `+S`
    #[default]
    Plus,
    /// `Sx`, as some European leaflets do.
    Cross,
}

/// The text of a legal move.
pub fn move_text(_position: &Position, _mv: Move, _style: Style) -> String {
    todo!()
}

//! CSA, the format of computer shogi (versions 2 to 3): lines of ASCII, `P1-KY-KE…`, `P+00KI`, `+7776FU`.

mod read;
mod write;

pub use read::{parse, records};
pub use write::record;

use crate::shogi::PieceKind;

/// By [`PieceKind::index`].
const CODES: [&str; PieceKind::COUNT] =
    ["FU", "KY", "KE", "GI", "KI", "KA", "HI", "OU", "TO", "NY", "NK", "NG", "UM", "RY"];

/// The two letters of a piece, `FU`. JKF has them too.
pub const fn code(kind: PieceKind) -> &'static str {
    CODES[kind.index()]
}

/// The piece with these two letters.
pub fn kind(code: &str) -> Option<PieceKind> {
    PieceKind::ALL.into_iter().find(|&kind| self::code(kind) == code)
}

#[cfg(test)]
mod tests;

//! Which interpositions count as useless.

use serde::{Deserialize, Serialize};

/// Which capture makes an interposition useless (無駄合): neither played nor counted in the conventional length.
///
/// The defender, checked by one slider from afar, drops a piece on a gap square *s*. The drops on *s* are useless if the position
/// with the capturing piece standing on *s*, both hands as before, defender to move, is mate and takes no longer than the replies that
/// are not useless. The modes differ in the captures that may be taken so.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Convention {
    /// None is useless: every legal interposition counts (the raw length).
    None,
    /// By the checking slider.
    Narrow,
    /// As narrow; or by another piece when it alone then gives check from *s* and no reply is left but useless drops.
    #[default]
    Standard,
    /// By any piece of the attacker, whatever gives check then.
    Wide,
}

impl Convention {
    /// Every mode, the one that counts most first.
    pub const ALL: [Self; 4] = [Self::None, Self::Narrow, Self::Standard, Self::Wide];

    /// The word for it.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::None => "none",
            Self::Narrow => "narrow",
            Self::Standard => "standard",
            Self::Wide => "wide",
        }
    }
}

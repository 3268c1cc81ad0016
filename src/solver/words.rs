//! Findings in words, the Japanese term beside the English one.

use super::findings::{Finding, Other};
use super::outcome::Count;
use crate::shogi::Move;

impl Finding {
    /// The Japanese term.
    pub const fn term(&self) -> &'static str {
        match self {
            Self::ShorterMate(_) => "早詰",
            Self::Longer(_) => "手数超過",
            Self::Cook(_) => "余詰",
            Self::LastMove(_) => "最終手余詰",
            Self::Dual(_) => "非限定",
            Self::Detour(_) => "迂回手順・手順前後",
            Self::Leftover(_) => "駒余り",
            Self::EqualVariation(_) => "変同",
            Self::LongerVariation(_) => "変長",
            Self::Unknown(_) => "未確認",
        }
    }

    /// A sentence for a person, its move written by `text`.
    pub fn told(&self, text: impl Fn(u32, Move) -> String) -> String {
        let beside = |&Other { ply, mv }: &Other| format!("at move {ply}, {}", text(ply, mv));
        let term = self.term();
        match self {
            Self::ShorterMate(plies) => format!("Shorter mate ({term}): it takes {} only.", Count(*plies)),
            Self::Longer(plies) => format!("Longer mate ({term}): it takes {}, more than stated.", Count(*plies)),
            Self::Cook(other) => format!("Cook ({term}): {} mates too.", beside(other)),
            Self::LastMove(other) => format!("Other last move ({term}), a lesser fault: {} mates too.", beside(other)),
            Self::Dual(other) => format!("Dual ({term}): {} is as good.", beside(other)),
            Self::Detour(other) => {
                let what = "mates too, but only by coming back to the answer line";
                format!("Detour or transposition ({term}): {} {what}.", beside(other))
            }
            Self::Leftover(_) => format!("Leftover ({term}): pieces are left in the attacker's hand."),
            Self::EqualVariation(other) => {
                format!("Equal variation ({term}), no defect: {} takes as long and leaves nothing over.", beside(other))
            }
            Self::LongerVariation(other) => {
                let what = "mates two plies sooner and leaves nothing over, while the longest line leaves pieces";
                format!("Longer variation ({term}): {} {what}.", beside(other))
            }
            Self::Unknown(other) => {
                format!("Not decided ({term}): whether {} is another mate; its budget was spent.", beside(other))
            }
        }
    }
}

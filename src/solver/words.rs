//! Findings in words, the Japanese term beside the English one.

use super::findings::{Finding, Other};
use super::outcome::Count;
use crate::shogi::Move;

impl Finding {
    /// A sentence for a person, its move written by `text`.
    pub fn told(&self, text: impl Fn(u32, Move) -> String) -> String {
        let beside = |&Other { ply, mv }: &Other| format!("at move {ply}, {}", text(ply, mv));
        match self {
            Self::ShorterMate(plies) => format!("Shorter mate (早詰): it takes {} only.", Count(*plies)),
            Self::Longer(plies) => format!("Longer mate: it takes {}, more than stated.", Count(*plies)),
            Self::Cook(other) => format!("Cook (余詰): {} mates too.", beside(other)),
            Self::LastMove(other) => {
                format!("Other last move (最終手余詰), a lesser fault: {} mates too.", beside(other))
            }
            Self::Dual(other) => format!("Dual (非限定): {} is as good.", beside(other)),
            Self::Detour(other) => {
                let what = "mates too, but only by coming back to the answer line";
                format!("Detour or transposition (迂回手順・手順前後): {} {what}.", beside(other))
            }
            Self::Leftover(_) => "Leftover (駒余り): pieces are left in the attacker's hand.".to_owned(),
            Self::EqualVariation(other) => {
                format!("Equal variation (変同), no defect: {} takes as long and leaves nothing over.", beside(other))
            }
            Self::LongerVariation(other) => {
                let what = "mates two plies sooner and leaves nothing over, while the answer line leaves pieces";
                format!("Longer variation (変長): {} {what}.", beside(other))
            }
            Self::Unknown(other) => format!("Not decided: {} may mate too; its budget was spent.", beside(other)),
        }
    }
}

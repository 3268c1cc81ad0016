//! Impasse (持将棋): both kings have entered the opponent's camp.

use super::attacks::promotion_zone;
use super::{ByColor, Color, PieceKind, Position};

/// Points when both kings stand in the opponent's camp. Whether a mate is still possible is not judged.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Impasse {
    /// Rooks, bishops and their promotions 5, every other piece 1, kings 0; on the board and in hand.
    pub points: ByColor<u32>,
    /// What the points mean; `None` with fewer than 40 pieces, when they mean nothing.
    pub verdict: Option<ImpasseVerdict>,
}

/// What the points of a full set of pieces mean.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ImpasseVerdict {
    /// Both sides have 24 points or more.
    Draw,
    /// This side has fewer than 24 points. (The other then has more: a full set is worth 54.)
    Loses(Color),
}

impl Impasse {
    /// Points below which a side loses.
    pub const LEAST: u32 = 24;

    /// The impasse of a position; `None` unless both kings stand in the opponent's camp, its last three ranks.
    pub fn of(position: &Position) -> Option<Self> {
        let entered = |color| position.king(color).is_some_and(|king| promotion_zone(color).has(king));
        if !Color::ALL.into_iter().all(entered) {
            return None;
        }
        let points = ByColor(Color::ALL.map(|color| points(position, color)));
        let held: u32 = position.hands().0.iter().map(|hand| u32::from(hand.total())).sum();
        let full = position.occupied().count() + held == 40;
        Some(Self { points, verdict: full.then(|| verdict(points)) })
    }
}

fn verdict(points: ByColor<u32>) -> ImpasseVerdict {
    let short = Color::ALL.into_iter().find(|&color| points[color] < Impasse::LEAST);
    short.map_or(ImpasseVerdict::Draw, ImpasseVerdict::Loses)
}

fn points(position: &Position, color: Color) -> u32 {
    let worth = |kind: PieceKind| match kind.unpromoted() {
        PieceKind::King => 0,
        PieceKind::Bishop | PieceKind::Rook => 5,
        _ => 1,
    };
    let on_board = PieceKind::ALL.map(|kind| worth(kind) * (position.of_kind(kind) & position.pieces(color)).count());
    let in_hand = position.hand(color).iter().map(|(kind, count)| worth(kind) * u32::from(count));
    on_board.into_iter().sum::<u32>() + in_hand.sum::<u32>()
}

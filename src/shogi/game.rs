//! Replay under the full rules of a game.
use super::{Color, Move, Position};

/// A game being replayed.
pub struct Game {
    _todo: (),
}
/// Where a replayed game stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum GameState {
    /// Nothing special.
    InPlay,
    /// The side to move is in check.
    Check,
    /// The side to move is mated.
    Checkmate,
    /// The side to move has no legal move and is not in check.
    NoMoves,
    /// The position occurred four times.
    Repetition,
    /// The position occurred four times and every move of this side was a check: it loses.
    PerpetualCheck(Color),
}
/// Points when both kings stand in the opponent's camp.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Impasse {
    _todo: (),
}
/// Why a move is illegal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum IllegalReason {
    Todo,
}
/// A move refused, and why.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct IllegalMove {
    pub mv: Move,
    pub reason: IllegalReason,
}
impl Game {
    pub fn position(&self) -> &Position {
        todo!()
    }
}

//! Replay under the full rules of a game.

use super::illegal::has_legal_move;
use super::{ByColor, Color, Hand, IllegalMove, IllegalReason, Impasse, Key, Move, Position};
use std::collections::HashMap;

/// A game being replayed, from any position. Memory grows by some hundred bytes a move.
#[derive(Clone, Debug)]
pub struct Game {
    position: Position,
    /// For every position so far, the first included: was the side to move in check?
    in_check: Vec<bool>,
    /// By board and side to move, and hands.
    occurrences: HashMap<(Key, ByColor<Hand>), Occurrences>,
    /// How a repetition ended the game.
    ended: Option<GameState>,
}

/// When a position occurred.
#[derive(Clone, Copy, Debug)]
struct Occurrences {
    /// Moves played before the first time.
    first: usize,
    count: u32,
}

/// Where a replayed game stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GameState {
    /// Nothing special.
    InPlay,
    /// The side to move is in check.
    Check,
    /// The side to move is mated.
    Checkmate,
    /// The side to move has no legal move and is not in check.
    NoMoves,
    /// The position occurred four times (千日手): no result.
    Repetition,
    /// The position occurred four times and every move of this side since the first was a check: it loses.
    PerpetualCheck(Color),
}

impl Game {
    /// Occurrences of a position that end the game.
    const FOURFOLD: u32 = 4;

    /// A game that begins with `position`, which counts as its first occurrence.
    pub fn new(position: Position) -> Self {
        let mut game = Self { position, in_check: Vec::new(), occurrences: HashMap::new(), ended: None };
        game.record();
        game
    }

    /// Plays a move.
    ///
    /// # Errors
    /// The rule that forbids it; the game is then unchanged. After a fourth occurrence, and when there is no legal move,
    /// every move is refused with [`IllegalReason::GameOver`]. An impasse does not end the game: sides must agree on it.
    pub fn play(&mut self, mv: Move) -> Result<(), IllegalMove> {
        let over = self.ended.map(|_| IllegalReason::GameOver);
        if let Some(reason) = over.or_else(|| IllegalReason::of(&self.position, mv)) {
            return Err(IllegalMove { mv, reason });
        }
        self.position.play(mv);
        self.record();
        Ok(())
    }

    /// The position reached.
    pub fn position(&self) -> &Position {
        &self.position
    }

    /// Where the game stands. A repetition is told before a check.
    pub fn state(&self) -> GameState {
        match (self.ended, self.position.in_check(), has_legal_move(&self.position)) {
            (Some(ended), _, _) => ended,
            (None, true, true) => GameState::Check,
            (None, true, false) => GameState::Checkmate,
            (None, false, true) => GameState::InPlay,
            (None, false, false) => GameState::NoMoves,
        }
    }

    /// The points, if both kings have entered the opponent's camp.
    pub fn impasse(&self) -> Option<Impasse> {
        Impasse::of(&self.position)
    }

    /// Enters the position reached, and ends the game if it occurs for the fourth time.
    fn record(&mut self) {
        let now = self.in_check.len();
        self.in_check.push(self.position.in_check());
        let key = (self.position.board_key(), self.position.hands());
        let seen = self.occurrences.entry(key).or_insert(Occurrences { first: now, count: 0 });
        seen.count += 1;
        let first = seen.first;
        self.ended = (seen.count >= Self::FOURFOLD).then(|| self.repetition(first));
    }

    /// What the repetition of the position after `first` moves means.
    fn repetition(&self, first: usize) -> GameState {
        // The side to move made the second of the moves since, the fourth and so on; the last is the other side's.
        let only_checks = |offset: usize| self.in_check[first + offset..].iter().step_by(2).all(|&checked| checked);
        let mover = self.position.turn();
        match (only_checks(1), only_checks(2)) {
            (true, false) => GameState::PerpetualCheck(mover),
            (false, true) => GameState::PerpetualCheck(!mover),
            // Should both sides only have checked, neither is at fault alone.
            _ => GameState::Repetition,
        }
    }
}

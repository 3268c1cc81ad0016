//! What a record says, in whatever notation: a position, who mates, a solution with branches, a length.

use crate::shogi::{Color, Move, Setup};

/// A problem with its solution, or a game, as somebody wrote it down. Neither the placement nor the moves are judged.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Record {
    /// The placement before the moves.
    pub setup: Setup,
    /// The side that mates, where the text names it (攻方, 玉方).
    pub attacker: Option<Color>,
    /// The main line.
    pub line: Vec<Move>,
    /// Lines that leave it, or each other, in the order of the text.
    pub branches: Vec<Branch>,
    /// What the problem is called; empty if it has no name.
    pub title: String,
    /// Who composed it; empty if nobody is named.
    pub author: String,
    /// The length in plies that is stated, as books count it: in words (`七手詰`), else by a main line that is said to end in mate.
    pub length: Option<u32>,
    /// The length in plies that is stated with every interposition counted; only the columns of a problem file tell it apart.
    pub raw: Option<u32>,
}

/// Moves that leave a line (変化).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Branch {
    /// What it leaves: 0 for the main line, else the branch with this number, counted from 1, which is an earlier one.
    pub leaves: usize,
    /// The ply, from 1, that its first move stands in for.
    pub ply: usize,
    /// The moves from that ply on.
    pub moves: Vec<Move>,
}

impl Record {
    /// A record of a placement alone.
    pub fn of(setup: Setup) -> Self {
        let (title, author) = (String::new(), String::new());
        Self { setup, attacker: None, line: Vec::new(), branches: Vec::new(), title, author, length: None, raw: None }
    }

    /// The whole line with this number: 0 the main line, else a branch with what leads to it. Empty if there is none.
    pub fn whole_line(&self, number: usize) -> Vec<Move> {
        let mut parts: Vec<&[Move]> = Vec::new();
        let (mut number, mut end) = (number, usize::MAX);
        while let Some(branch) = number.checked_sub(1).and_then(|index| self.branches.get(index)) {
            // A branch that leaves this one before its first move has nothing of it.
            parts.push(&branch.moves[..branch.moves.len().min(end.saturating_sub(branch.ply))]);
            (number, end) = (branch.leaves.min(number - 1), end.min(branch.ply));
        }
        if number > 0 {
            return Vec::new();
        }
        parts.push(&self.line[..self.line.len().min(end.saturating_sub(1))]);
        parts.into_iter().rev().flatten().copied().collect()
    }

    /// The length of the main line, if its last move is the attacker's: a defender's move mates nobody.
    pub fn length_of_line(&self) -> Option<u32> {
        let attacker = self.attacker.unwrap_or(self.setup.turn);
        let last_mover = if self.line.len() % 2 == 1 { self.setup.turn } else { !self.setup.turn };
        let ends = !self.line.is_empty() && last_mover == attacker;
        u32::try_from(self.line.len()).ok().filter(|_| ends)
    }
}

//! The moves of a record while it is read: what leads to the next one, and the position there if it is asked for.

use super::record::{Branch, Record};
use crate::shogi::{Fault, Move, Position, Square, Undo};

/// A record that grows move by move.
pub(super) struct Track {
    record: Record,
    /// The moves that lead to the next one, each with the number of the line it belongs to: 0 the main line, then the branches.
    path: Vec<(Move, usize)>,
    /// Where the path begins; unset until it is asked for.
    position: Option<Position>,
    /// How to go back from `position`, one for each move of the path that has been played on it.
    undos: Vec<Undo>,
}

impl Track {
    pub(super) fn of(record: Record) -> Self {
        Self { record, path: Vec::new(), position: None, undos: Vec::new() }
    }

    /// Plies that lead to the next move.
    pub(super) fn plies(&self) -> usize {
        self.path.len()
    }

    /// True before the first branch.
    pub(super) fn is_main(&self) -> bool {
        self.record.branches.is_empty()
    }

    pub(super) fn record(&mut self) -> &mut Record {
        &mut self.record
    }

    pub(super) fn into_record(self) -> Record {
        self.record
    }

    /// Where the last move went.
    pub(super) fn previous_to(&self) -> Option<Square> {
        self.path.last().map(|(mv, _)| mv.to())
    }

    /// Adds a move to the line.
    pub(super) fn push(&mut self, mv: Move) {
        let number = self.record.branches.len();
        let line = self.record.branches.last_mut().map_or(&mut self.record.line, |branch| &mut branch.moves);
        line.push(mv);
        self.path.push((mv, number));
    }

    /// Begins a branch whose first move stands in for that of `ply`, from 1; false if the line before it does not reach there.
    pub(super) fn branch(&mut self, ply: usize) -> bool {
        if ply == 0 || ply > self.path.len() + 1 {
            return false;
        }
        // It leaves the line that has this ply, or the end of the one that leads to it.
        let left = self.path.get(ply - 1).or_else(|| self.path.last());
        let leaves = left.map_or(0, |&(_, number)| number);
        self.record.branches.push(Branch { leaves, ply, moves: Vec::new() });
        while self.path.len() >= ply {
            self.take_back();
        }
        true
    }

    /// The position before the next move. Moves are played on it only once and taken back at branches, so the work is in
    /// proportion to the moves read.
    ///
    /// # Errors
    /// The faults of the placement, or the ply, from 1, of the first move of the path that is not legal.
    pub(super) fn position(&mut self) -> Result<&Position, Unplayable> {
        let position = match &mut self.position {
            Some(position) => position,
            none => none.insert(self.record.setup.position().map_err(Unplayable::Setup)?),
        };
        while let Some(&(mv, _)) = self.path.get(self.undos.len()) {
            if !position.is_legal(mv) {
                return Err(Unplayable::Move(self.undos.len() + 1));
            }
            self.undos.push(position.play(mv));
        }
        Ok(position)
    }

    /// Drops the last move of the path, and takes it back where it has been played.
    fn take_back(&mut self) {
        let is_played = self.undos.len() == self.path.len();
        let Some((mv, _)) = self.path.pop() else { return };
        if let (true, Some(position)) = (is_played, &mut self.position)
            && let Some(undo) = self.undos.pop()
        {
            position.undo(mv, &undo);
        }
    }
}

/// Why there is no position.
pub(super) enum Unplayable {
    Setup(Vec<Fault>),
    Move(usize),
}

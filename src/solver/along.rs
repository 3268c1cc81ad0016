//! What the answer to a problem says of the positions along its line.

use super::outcome::{Length, Line, Mate};
use super::problem::Problem;
use super::view::View;
use crate::shogi::Move;

impl Mate {
    /// The answer to the position after the first `moves` of the line of `root`, whose answer this is: what a search of it would find,
    /// lengths of the modes that were not asked for left out.
    ///
    /// `None` if the answer does not say: it is not finished, the moves are not those of both its lines, or the position is seen in the
    /// other orientation than the root, in which another of equal moves may come first.
    pub fn along(&self, root: &Problem, moves: &[Move]) -> Option<Self> {
        let rest = self.lengths_along(moves)?;
        (View::of(root).0 == View::of(&root.after(moves)).0).then_some(rest)
    }

    /// The same in the orientation of the root: the lengths are those that a search would find, the lines may be others as good.
    pub fn lengths_along(&self, moves: &[Move]) -> Option<Self> {
        let raw_line = self.line_of(super::Convention::None).filter(|_| self.unfinished.is_none())?;
        if ![&self.line, raw_line].into_iter().all(|line| line.moves.starts_with(moves)) {
            return None;
        }
        let (line, raw_line) = (rest(&self.line, moves.len()), rest(raw_line, moves.len()));
        let shorter = |length: Length| length.proved()?.checked_sub(moves.len() as u32).map(Length::exactly);
        let conventional = self.conventional.first().map(|&(mode, length)| Some((mode, shorter(length)?)));
        Some(Self {
            kind: self.kind,
            raw_line: (raw_line != line).then_some(raw_line),
            conventional: conventional.into_iter().collect::<Option<_>>()?,
            ..Self::found(line, shorter(self.raw)?)
        })
    }
}

fn rest(line: &Line, plies: usize) -> Line {
    Line { moves: line.moves[plies..].to_vec(), leftover: line.leftover }
}

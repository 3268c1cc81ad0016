//! The answer line by its definition: every equally good move is followed to its end.

use super::board::{BLACK, Board, Move, Side};
use super::conventional::{Conventional, Mode, Oversized};
use super::quick_hash::QuickMap;
use super::text::{flip, flip_move, format, mirror, mirror_move, usi};

/// A mate and its line.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Answer {
    pub(crate) length: u32,
    pub(crate) line: Vec<Move>,
    /// Pieces in the attacker's hand at the end of the line.
    pub(crate) leftover: u32,
}

/// The answer to a problem that is mate within `limit` plies.
///
/// # Errors
/// If more than `cap` positions have to be looked at.
pub(crate) fn answer(
    root: &Board,
    attacker: Side,
    (mode, limit): (Mode, u32),
    cap: usize,
) -> Result<Option<Answer>, Oversized> {
    let as_black = if attacker == BLACK { *root } else { flip(root) };
    let mirrored = format(&mirror(&as_black)) < format(&as_black);
    let canonical = if mirrored { mirror(&as_black) } else { as_black };
    let mut lengths = Conventional::new(BLACK, cap);
    let Some(length) = lengths.length(&canonical, limit, mode)? else { return Ok(None) };
    let best = Lines { lengths, mode, known: QuickMap::default() }.best(&canonical, length)?;
    let turn_back = |mv| {
        let mv = if mirrored { mirror_move(mv) } else { mv };
        if attacker == BLACK { mv } else { flip_move(mv) }
    };
    Ok(Some(Answer { length, line: best.moves.into_iter().map(turn_back).collect(), leftover: best.leftover }))
}

/// The best line from a position on.
#[derive(Clone)]
struct Line {
    moves: Vec<Move>,
    leftover: u32,
}

struct Lines {
    lengths: Conventional,
    mode: Mode,
    known: QuickMap<Board, Line>,
}

impl Lines {
    /// The best line from a position of a known length, which is therefore as long.
    fn best(&mut self, board: &Board, length: u32) -> Result<Line, Oversized> {
        if let Some(known) = self.known.get(board) {
            return Ok(known.clone());
        }
        let best = if self.lengths.attacks(board) {
            self.best_check(board, length)?
        } else if let Some(best) = self.best_reply(board, length)? {
            best
        } else {
            let leftover = board.hands[0].iter().map(|&count| u32::from(count)).sum();
            Line { moves: Vec::new(), leftover }
        };
        self.known.insert(*board, best.clone());
        Ok(best)
    }

    /// Shorter, then the fixed order of moves.
    fn best_check(&mut self, board: &Board, length: u32) -> Result<Line, Oversized> {
        let mut shortest = Vec::new();
        for &(mv, child) in self.lengths.steps(board)?.iter() {
            if self.lengths.at_most(&child, length - 1, self.mode)? {
                shortest.push((mv, child));
            }
        }
        let (mv, child) = shortest.into_iter().min_by_key(|&(mv, _)| usi(mv)).expect("a check that mates");
        self.best(&child, length - 1).map(|rest| rest.after(mv))
    }

    /// Longer, then fewer pieces left, then the fixed order of moves; `None` if nothing but useless drops is left.
    fn best_reply(&mut self, board: &Board, length: u32) -> Result<Option<Line>, Oversized> {
        let mut longest = Vec::new();
        for (mv, child) in self.lengths.replies(board, length, self.mode)? {
            if !self.lengths.at_most(&child, length - 2, self.mode)? {
                longest.push((mv, self.best(&child, length - 1)?));
            }
        }
        let best = longest.into_iter().min_by_key(|(mv, rest)| (rest.leftover, usi(*mv)));
        Ok(best.map(|(mv, rest)| rest.after(mv)))
    }
}

impl Line {
    fn after(&self, mv: Move) -> Self {
        Self { moves: [&[mv], &self.moves[..]].concat(), leftover: self.leftover }
    }
}

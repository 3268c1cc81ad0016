//! The conventional length by its definition, and nothing else: every check, every reply, every drop is tried.

use super::board::{Board, Move, Side};
use super::gap::{Capture, Gap, gaps};
use super::quick_hash::{QuickMap, QuickSet};
use std::rc::Rc;

/// Which captures of an interposed piece make the interposition useless.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Mode {
    /// None: the raw length.
    None,
    /// Those of the checking slider.
    Narrow,
    /// Those too of another piece that alone gives check and leaves no reply but useless drops.
    Standard,
    /// Those of any piece.
    Wide,
}

impl Mode {
    pub(crate) const ALL: [Self; 4] = [Self::None, Self::Narrow, Self::Standard, Self::Wide];
}

/// More positions were met than the cap allows.
#[derive(Debug)]
pub(crate) struct Oversized;

/// Positions one or two moves on, by the move.
pub(crate) type Children = Rc<Vec<(Move, Board)>>;

/// What is known of a position: lengths by which it is mate, and by which it is not.
#[derive(Clone, Copy, Default)]
struct Known {
    mate: Option<u32>,
    no_mate: Option<u32>,
}

/// Conventional lengths of positions, in plies; remembers what it has decided of exact positions, both hands included.
pub(crate) struct Conventional {
    attacker: Side,
    /// Positions whose moves may be listed.
    cap: usize,
    steps: QuickMap<Board, Children>,
    gaps: QuickMap<Board, Rc<Vec<Gap>>>,
    known: QuickMap<(Mode, Board), Known>,
    /// The chain of virtual slides now looked at: positions with the length asked for.
    chain: QuickSet<(Board, u32)>,
    /// How often a chain came back to a position in it.
    pub(crate) returns: usize,
}

impl Conventional {
    pub(crate) fn new(attacker: Side, cap: usize) -> Self {
        Self {
            attacker,
            cap,
            steps: QuickMap::default(),
            gaps: QuickMap::default(),
            known: QuickMap::default(),
            chain: QuickSet::default(),
            returns: 0,
        }
    }

    pub(crate) fn attacks(&self, board: &Board) -> bool {
        board.turn == self.attacker
    }

    /// The length of a position if it is at most `limit`.
    ///
    /// # Errors
    /// If the cap is reached.
    pub(crate) fn length(&mut self, board: &Board, limit: u32, mode: Mode) -> Result<Option<u32>, Oversized> {
        for plies in 0..=limit {
            if self.at_most(board, plies, mode)? {
                return Ok(Some(plies));
            }
        }
        Ok(None)
    }

    /// True if the length of a position is at most `plies`.
    ///
    /// # Errors
    /// If the cap is reached.
    pub(crate) fn at_most(&mut self, board: &Board, plies: u32, mode: Mode) -> Result<bool, Oversized> {
        // The attacker mates in odd lengths, the defender is mated in even ones.
        let odd = u32::from(self.attacks(board));
        let Some(plies) = plies.checked_sub((plies + odd) % 2) else { return Ok(false) };
        let known = self.known.get(&(mode, *board)).copied().unwrap_or_default();
        if known.mate.is_some_and(|mate| mate <= plies) {
            return Ok(true);
        }
        if known.no_mate.is_some_and(|no_mate| plies <= no_mate) {
            return Ok(false);
        }
        let returns = self.returns;
        let mate = if self.attacks(board) {
            self.some_check_mates(board, plies, mode)?
        } else {
            self.is_mated(board, plies, mode)?
        };
        if mate {
            self.known.entry((mode, *board)).or_default().mate = Some(plies);
        } else if self.returns == returns {
            // "No" because a chain came back is true within that chain only.
            self.known.entry((mode, *board)).or_default().no_mate = Some(plies);
        }
        Ok(mate)
    }

    fn some_check_mates(&mut self, board: &Board, plies: u32, mode: Mode) -> Result<bool, Oversized> {
        for (_, child) in self.steps(board)?.iter() {
            if self.at_most(child, plies - 1, mode)? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// The rule for the defender to move, within one link of a chain of virtual slides.
    fn is_mated(&mut self, board: &Board, plies: u32, mode: Mode) -> Result<bool, Oversized> {
        if !board.in_check(board.turn) {
            return Ok(false);
        }
        // Lengths are decided in increasing order.
        if plies > 0 && self.at_most(board, plies - 2, mode)? {
            return Ok(true);
        }
        if !self.chain.insert((*board, plies)) {
            self.returns += 1;
            return Ok(false);
        }
        let mated = self.longest_reply(board, plies, mode);
        self.chain.remove(&(*board, plies));
        Ok(mated?.is_some())
    }

    /// The length of the longest reply that is not useless; `None` if it is more than `plies`.
    fn longest_reply(&mut self, board: &Board, plies: u32, mode: Mode) -> Result<Option<u32>, Oversized> {
        let steps = self.steps(board)?;
        let Some(mut longest) = self.longest_of(&steps, plies, mode)? else { return Ok(None) };
        for gap in self.gaps(board).iter() {
            if !self.is_useless(gap, longest, mode)? {
                let Some(drops) = self.longest_of(&gap.drops, plies, mode)? else { return Ok(None) };
                longest = longest.max(drops);
            }
        }
        Ok(Some(longest))
    }

    /// The length of the longest of some replies, 0 if there are none; `None` if it is more than `plies`.
    fn longest_of(&mut self, replies: &[(Move, Board)], plies: u32, mode: Mode) -> Result<Option<u32>, Oversized> {
        for (_, reply) in replies {
            if plies == 0 || !self.at_most(reply, plies - 1, mode)? {
                return Ok(None);
            }
        }
        let mut longest = 0;
        for (_, reply) in replies {
            let length = self.length(reply, plies - 1, mode)?.expect("a length found a moment ago");
            longest = longest.max(length + 1);
        }
        Ok(Some(longest))
    }

    /// True if every drop on the square is useless where the longest reply so far takes `longest` plies.
    fn is_useless(&mut self, gap: &Gap, longest: u32, mode: Mode) -> Result<bool, Oversized> {
        for capture in &gap.captures {
            if let Some(limit) = counts_within(capture, longest, mode)
                && self.at_most(&capture.virtual_slide, limit, mode)?
            {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// The replies that are not useless drops, of a position with the defender to move and of a known length.
    ///
    /// # Errors
    /// If the cap is reached.
    pub(crate) fn replies(&mut self, board: &Board, length: u32, mode: Mode) -> Result<Vec<(Move, Board)>, Oversized> {
        let mut replies = self.steps(board)?.to_vec();
        let mut longest = self.longest_of(&replies, length, mode)?.expect("replies no longer than the longest");
        for gap in self.gaps(board).iter() {
            if !self.is_useless(gap, longest, mode)? {
                let drops = self.longest_of(&gap.drops, length, mode)?.expect("drops no longer than the longest");
                longest = longest.max(drops);
                replies.extend(gap.drops.iter().copied());
            }
        }
        Ok(replies)
    }

    /// The checks of the attacker, or the defender's replies that are not drops.
    ///
    /// # Errors
    /// If the cap is reached.
    pub(crate) fn steps(&mut self, board: &Board) -> Result<Children, Oversized> {
        if let Some(steps) = self.steps.get(board) {
            return Ok(Rc::clone(steps));
        }
        if self.steps.len() >= self.cap {
            return Err(Oversized);
        }
        let moves = if self.attacks(board) { board.checks() } else { board.legal_steps() };
        let steps = Rc::new(moves.into_iter().map(|mv| (mv, board.after(mv))).collect::<Vec<_>>());
        self.steps.insert(*board, Rc::clone(&steps));
        Ok(steps)
    }

    /// The gaps of a position with the defender to move.
    pub(crate) fn gaps(&mut self, board: &Board) -> Rc<Vec<Gap>> {
        Rc::clone(self.gaps.entry(*board).or_insert_with(|| Rc::new(gaps(board))))
    }
}

/// The length that the position after this capture may have at most if the drop is to be useless; `None` if the capture
/// does not count.
pub(crate) fn counts_within(capture: &Capture, longest: u32, mode: Mode) -> Option<u32> {
    match mode {
        Mode::Wide => Some(longest),
        Mode::Narrow | Mode::Standard if capture.by_checker => Some(longest),
        Mode::Standard if capture.checks_alone => Some(0),
        Mode::None | Mode::Narrow | Mode::Standard => None,
    }
}

//! Whether records prove what they claim.

use super::board::{BLACK, Board, Cell, Hand, Move, WHITE};
use super::moves::{checks, evasions, has_evasion, is_legal};
use super::reader::{ANY, File, Packed, Record, Section, move_of, unpack};
use super::{Claim, sfen};

/// What is wrong with a record.
type Fault = &'static str;

/// A section with the problem it is about.
pub(super) struct Proof<'a> {
    pub(super) file: &'a File<'a>,
    pub(super) section: &'a Section,
}

impl Proof<'_> {
    /// Checks every record once, and that the problem is covered.
    pub(super) fn check(&self) -> Result<(), (String, Fault)> {
        let Section { attack, defence, claim } = self.section;
        for (turn, group, side) in [(BLACK, attack, "attacker"), (WHITE, defence, "defender")] {
            for (number, (packed, records)) in group.iter().enumerate() {
                let place = |fault| (format!("{claim}, board {number} with the {side} to move"), fault);
                self.check_board(packed, turn, records).map_err(place)?;
            }
        }
        if self.holds_at_root() { Ok(()) } else { Err((claim.to_string(), "no record covers the problem")) }
    }

    fn check_board(&self, packed: &Packed, turn: i8, records: &[Record]) -> Result<(), Fault> {
        let mut board = Board::empty(turn);
        unpack(packed, &mut board);
        if let Some(fault) = sfen::fault(&board) {
            return Err(fault);
        }
        if board.king(BLACK).is_some() != self.file.root.king(BLACK).is_some() {
            return Err("the attacker's king came or went");
        }
        for record in records {
            self.deal(&mut board, record.hand)?;
            self.check_record(&board, record)?;
        }
        Ok(())
    }

    /// Gives the attacker this hand and the defender the rest.
    fn deal(&self, board: &mut Board, hand: Hand) -> Result<(), Fault> {
        let placed = sfen::placed(board).ok_or("too many pieces on a board")?;
        let free = self.file.pieces.without(placed).ok_or("too many pieces on a board")?;
        *board.hand_mut(WHITE) = free.without(hand).ok_or("the hands hold too much")?;
        *board.hand_mut(BLACK) = hand;
        Ok(())
    }

    fn check_record(&self, board: &Board, record: &Record) -> Result<(), Fault> {
        let attacking = board.turn == BLACK;
        match self.section.claim {
            Claim::MateWithin(_) if attacking => self.check_to(board, record),
            Claim::MateWithin(_) => self.every_reply_loses(board, record),
            Claim::NoMateWithin(_) | Claim::NoMate if attacking => self.every_check_fails(board, record),
            Claim::NoMateWithin(_) | Claim::NoMate => self.reply_to(board, record),
        }
    }

    fn holds_at_root(&self) -> bool {
        let root = &self.file.root;
        match self.section.claim {
            Claim::MateWithin(plies) => self.is_mate(root, root.hand(BLACK), plies),
            Claim::NoMateWithin(plies) if root.turn == BLACK => plies == 0 || self.is_no_mate(root, (plies, ANY)),
            Claim::NoMateWithin(plies) => {
                plies < 2 && has_evasion(root) || plies > 1 && self.is_no_mate(root, (plies, ANY))
            }
            Claim::NoMate => self.is_no_mate(root, (ANY, ANY)),
        }
    }
}

/// Mate within so many plies.
impl Proof<'_> {
    /// True if a record says that the position is mate with this hand within so many plies.
    fn is_mate(&self, board: &Board, hand: Hand, plies: u32) -> bool {
        let Section { attack, defence, .. } = self.section;
        let records = if board.turn == BLACK { attack.of(board) } else { defence.of(board) };
        records.iter().any(|record| record.rank <= plies && record.hand.is_within(hand))
    }

    /// The attacker's move is a legal check to a position of smaller rank.
    fn check_to(&self, board: &Board, record: &Record) -> Result<(), Fault> {
        let mv = move_of(record.mv).ok_or("no such move")?;
        let plies = record.rank.checked_sub(1).ok_or("mate in no plies with the attacker to move")?;
        let next = legal_check(board, mv).ok_or("the move is no legal check")?;
        let covered = self.is_mate(&next, next.hand(BLACK), plies);
        if covered { Ok(()) } else { Err("the move leads to no mate of smaller rank") }
    }

    /// Every reply leads to a position of smaller rank, or is a drop that a virtual slide refutes.
    fn every_reply_loses(&self, board: &Board, record: &Record) -> Result<(), Fault> {
        let replies = evasions(board);
        if replies.is_empty() {
            return Ok(());
        }
        let plies = record.rank.checked_sub(1).ok_or("mate on the board, but the defender has a reply")?;
        // The last square tried, and whether all drops on it lose.
        let mut tried: Option<(Cell, bool)> = None;
        for mv in replies {
            let next = board.after(mv);
            if self.is_mate(&next, next.hand(BLACK), plies) {
                continue;
            }
            let refuted = match (mv, tried) {
                (Move::Step { .. }, _) => false,
                (Move::Drop { to, .. }, Some((square, lost))) if square == to => lost,
                (Move::Drop { to, .. }, _) => tried.insert((to, self.slide_mates(board, &next, to, plies))).1,
            };
            if !refuted {
                return Err("a reply leads to no mate of smaller rank");
            }
        }
        Ok(())
    }

    /// True if the slider that checks over `square` may capture what was dropped there, with check, and is then mating within a ply less
    /// than `plies` with the hand that the attacker held before.
    fn slide_mates(&self, board: &Board, dropped: &Board, square: Cell, plies: u32) -> bool {
        let slider = board.king(WHITE).and_then(|king| board.beyond(king, square));
        let (Some(from), Some(plies)) = (slider, plies.checked_sub(1)) else { return false };
        [true, false].into_iter().any(|promotes| {
            let slid = legal_check(dropped, Move::Step { from, to: square, promotes });
            slid.is_some_and(|slid| self.is_mate(&slid, board.hand(BLACK), plies))
        })
    }
}

/// No mate: within so many plies, or at all.
impl Proof<'_> {
    /// True if a record says that the position is no mate within so many plies; its rank must be smaller than this.
    fn is_no_mate(&self, board: &Board, (plies, below): (u32, u32)) -> bool {
        let Section { attack, defence, claim } = self.section;
        let records = if board.turn == BLACK { attack.of(board) } else { defence.of(board) };
        let ranked = |record: &Record| matches!(claim, Claim::NoMate) || record.rank < below;
        let fits = |record: &Record| record.bound >= plies && board.hand(BLACK).is_within(record.hand);
        records.iter().any(|record| ranked(record) && fits(record))
    }

    fn every_check_fails(&self, board: &Board, record: &Record) -> Result<(), Fault> {
        let needed = one_less(record.bound).ok_or("a record of no plies")?;
        let fails = |mv| {
            let next = board.after(mv);
            needed < 2 && has_evasion(&next) || needed >= 2 && self.is_no_mate(&next, (needed, record.rank))
        };
        if checks(board).into_iter().all(fails) { Ok(()) } else { Err("a check leads to no failure of smaller rank") }
    }

    fn reply_to(&self, board: &Board, record: &Record) -> Result<(), Fault> {
        let mv = move_of(record.mv).filter(|&mv| is_legal(board, mv)).ok_or("the move is no legal reply")?;
        let needed = one_less(record.bound).ok_or("a record of no plies")?;
        let covered = needed == 0 || self.is_no_mate(&board.after(mv), (needed, record.rank));
        if covered { Ok(()) } else { Err("the reply leads to no failure of smaller rank") }
    }
}

/// A ply less; no bound stays no bound.
fn one_less(bound: u32) -> Option<u32> {
    if bound == ANY { Some(ANY) } else { bound.checked_sub(1) }
}

/// The position after a move of the attacker, if that is a legal check.
fn legal_check(board: &Board, mv: Move) -> Option<Board> {
    if !is_legal(board, mv) {
        return None;
    }
    Some(board.after(mv)).filter(|next| next.in_check(WHITE))
}

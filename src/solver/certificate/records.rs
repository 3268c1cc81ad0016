//! The records of one claim, as they are found.

use crate::shogi::{Color, Hand, Key, Move, Piece, Position, Square};
use crate::solver::length::Plies;
use rustc_hash::FxHashMap;

/// Codes of a board in reading order, three squares a word, 5 bits each: boards are sorted by them.
pub(super) type Codes = [u16; Square::COUNT / 3];

/// What holds of a board with a hand of the attacker.
#[derive(Clone, Copy, Debug)]
pub(super) struct Record {
    /// Number of the board.
    pub(super) board: u32,
    /// The least with which the attacker mates, or the largest with which he does not.
    pub(super) hand: Hand,
    /// Plies within which there is a mate, or none.
    pub(super) bound: Plies,
    /// Falls along every step.
    pub(super) rank: u32,
    /// The one move that the record needs, if it does.
    pub(super) mv: Move,
    /// The record before this one on the same board.
    before: u32,
    /// Where its links begin.
    links: u32,
}

/// No record.
const NONE: u32 = u32::MAX;

/// Records, each after those that it leads to.
#[derive(Default)]
pub(super) struct Records {
    boards: Vec<(Color, Codes)>,
    /// The last record of each board.
    last: Vec<u32>,
    numbers: FxHashMap<Key, u32>,
    all: Vec<Record>,
    links: Vec<u32>,
}

/// What a record holds apart from its board.
#[derive(Clone, Copy, Debug)]
pub(super) struct Content {
    pub(super) hand: Hand,
    pub(super) bound: Plies,
    pub(super) rank: u32,
    pub(super) mv: Move,
}

impl Records {
    /// Adds a record that leads to those of `links`.
    pub(super) fn add(&mut self, position: &Position, content: Content, links: &[u32]) -> u32 {
        let Content { hand, bound, rank, mv } = content;
        let number = self.board_number(position);
        let id = self.all.len() as u32;
        let before = std::mem::replace(&mut self.last[number as usize], id);
        self.all.push(Record { board: number, hand, bound, rank, mv, before, links: self.links.len() as u32 });
        self.links.extend_from_slice(links);
        id
    }

    fn board_number(&mut self, position: &Position) -> u32 {
        let next = self.boards.len() as u32;
        let number = *self.numbers.entry(position.board_key()).or_insert(next);
        if number == next {
            self.boards.push((position.turn(), codes_of(position)));
            self.last.push(NONE);
        }
        number
    }

    pub(super) fn get(&self, id: u32) -> &Record {
        &self.all[id as usize]
    }

    /// The records of the board with this key, the newest first.
    fn of(&self, board: Key) -> impl Iterator<Item = u32> {
        let last = self.numbers.get(&board).map_or(NONE, |&number| self.last[number as usize]);
        self.chain(last)
    }

    fn chain(&self, last: u32) -> impl Iterator<Item = u32> {
        let known = |id: u32| (id != NONE).then_some(id);
        std::iter::successors(known(last), move |&id| known(self.get(id).before))
    }

    /// The shortest recorded mate within `plies` with this hand.
    pub(super) fn mate(&self, board: Key, hand: Hand, plies: Plies) -> Option<u32> {
        let fits = |&id: &u32| self.get(id).bound <= plies && hand.contains(self.get(id).hand);
        self.of(board).filter(fits).min_by_key(|&id| self.get(id).bound)
    }

    /// A record that there is no mate within `plies` with this hand.
    pub(super) fn failure(&self, board: Key, hand: Hand, plies: Plies) -> Option<u32> {
        self.of(board).find(|&id| self.get(id).bound >= plies && self.get(id).hand.contains(hand))
    }

    /// The records needed for the last one, which is the root's, none that another makes superfluous.
    pub(super) fn needed(&self, better: impl Fn(&Record, &Record) -> bool) -> Vec<u32> {
        let mut needed = vec![false; self.all.len()];
        let mut open: Vec<u32> = (self.all.len() as u32).checked_sub(1).into_iter().collect();
        while let Some(id) = open.pop() {
            let id = self.best_for(id, &better);
            if !std::mem::replace(&mut needed[id as usize], true) {
                open.extend_from_slice(self.links_of(id));
            }
        }
        (0..self.all.len() as u32).filter(|&id| needed[id as usize]).collect()
    }

    /// All records but those that another makes superfluous.
    pub(super) fn undominated(&self, better: impl Fn(&Record, &Record) -> bool) -> Vec<u32> {
        (0..self.all.len() as u32).filter(|&id| self.best_for(id, &better) == id).collect()
    }

    /// The record of the same board that serves wherever this one does, and is not served by another itself.
    fn best_for(&self, id: u32, better: &impl Fn(&Record, &Record) -> bool) -> u32 {
        let last = self.last[self.get(id).board as usize];
        self.chain(last).fold(id, |best, other| if better(self.get(other), self.get(best)) { other } else { best })
    }

    fn links_of(&self, id: u32) -> &[u32] {
        let end = self.all.get(id as usize + 1).map_or(self.links.len(), |next| next.links as usize);
        &self.links[self.get(id).links as usize..end]
    }

    pub(super) fn board(&self, number: u32) -> &(Color, Codes) {
        &self.boards[number as usize]
    }
}

/// The code of a piece: its kind in SFEN's order, 8 more promoted, 16 more for White.
fn code_of(piece: Piece) -> u16 {
    // The core's order of kinds is the same, but for the promoted ones, where no gold is.
    let kind = piece.kind.index() as u16 + 1;
    let kind = if kind > 12 { kind + 1 } else { kind };
    kind | if piece.color == Color::White { 16 } else { 0 }
}

fn codes_of(position: &Position) -> Codes {
    let mut codes = [0; Square::COUNT / 3];
    for (place, square) in Square::reading_order().enumerate() {
        let code = position.piece_at(square).map_or(0, code_of);
        codes[place / 3] = codes[place / 3] << 5 | code;
    }
    codes
}

//! Records of no mate at all: a set of positions that the attacker cannot leave towards a mate. Every position in it is
//! known to be no mate, so that it may be entered anywhere and in any order.

use super::failure::ask_about_a_reply;
use super::oracle::{Oracle, pieces_off_board};
use super::records::{Content, Records};
use super::walk::{Step, Walk};
use crate::shogi::{Color, Hand, Move, Position, Setup, movegen};
use crate::solver::length::Plies;
use crate::solver::path::Path;
use crate::solver::proof_hand::attacker_hand_after;

/// The set, and what is still to be looked at in it.
pub(super) struct ClosedWalk {
    /// Positions of the set without record yet.
    open: Vec<Position>,
    /// Some positions of the set: what fails because they do fails for good.
    members: Path,
    asked: usize,
    records: Records,
}

/// Positions that [`Path`] may hold.
const MOST_MEMBERS: u16 = 50_000;

impl ClosedWalk {
    pub(super) fn new(root: Position) -> Self {
        Self { open: vec![root], members: Path::new(), asked: 0, records: Records::default() }
    }
}

impl Walk for ClosedWalk {
    fn step(&mut self, oracle: &mut Oracle) -> Step {
        let Some(position) = self.open.pop() else { return Step::Done };
        let hand = position.hand(Color::Black);
        if self.records.failure(position.board_key(), hand, Plies::ANY).is_some() {
            return Step::Again;
        }
        if position.turn() == Color::Black {
            let position = self.with_known_hand(position, oracle);
            self.attack(&position, oracle);
            return Step::Again;
        }
        self.defend(position, oracle)
    }

    fn records(&self) -> &Records {
        &self.records
    }

    fn needed(&self) -> Vec<u32> {
        self.records.undominated(|one, other| one.hand.contains(other.hand))
    }
}

impl ClosedWalk {
    /// The same board with the largest hand that is known to fail.
    fn with_known_hand(&self, position: Position, oracle: &Oracle) -> Position {
        let hand = position.hand(Color::Black);
        let known = oracle.disproved(position.board_key(), hand, Plies::ANY, &self.members);
        let all = pieces_off_board(&position);
        match known.map(|(_, largest)| largest.min(all)) {
            Some(largest) if largest != hand => with_hand(&position, largest, all),
            _ => position,
        }
    }

    /// Every check leads to a position of the set.
    fn attack(&mut self, position: &Position, oracle: &Oracle) {
        let mut checks = Vec::new();
        movegen::checks(position, &mut checks);
        for &mv in &checks {
            let (key, hand) = (position.key_after(mv), attacker_hand_after(position, mv));
            if self.records.failure(key, hand, Plies::ANY).is_none() {
                let mut next = position.clone();
                next.play(mv);
                self.open.push(next);
            }
        }
        self.keep(position, Move::NONE, oracle);
    }

    fn keep(&mut self, position: &Position, mv: Move, oracle: &Oracle) {
        let hand = position.hand(Color::Black);
        self.records.add(position, Content { hand, bound: Plies::ANY, rank: 0, mv }, &[]);
        if self.members.depth() < MOST_MEMBERS {
            self.members.push(oracle.key(position.board_key()), hand);
        }
        self.asked = 0;
    }

    /// One reply leads to a position of the set.
    fn defend(&mut self, position: Position, oracle: &Oracle) -> Step {
        let hand = position.hand(Color::Black);
        let mut replies = Vec::new();
        movegen::evasions(&position, &mut replies);
        let key = |mv: &Move| position.key_after(*mv);
        if let Some(&mv) = replies.iter().find(|mv| self.records.failure(key(mv), hand, Plies::ANY).is_some()) {
            self.keep(&position, mv, oracle);
            return Step::Again;
        }
        let fails = |mv: &&Move| oracle.disproved(key(mv), hand, Plies::ANY, &self.members).is_some();
        if let Some(&mv) = replies.iter().find(fails) {
            let mut next = position.clone();
            next.play(mv);
            self.open.push(next);
            self.keep(&position, mv, oracle);
            return Step::Again;
        }
        self.ask(position, &replies, oracle)
    }

    /// Has the position searched, and then its replies one by one.
    fn ask(&mut self, position: Position, replies: &[Move], oracle: &Oracle) -> Step {
        let asked = self.asked;
        self.asked += 1;
        let step = match asked.checked_sub(1) {
            None => Step::Ask(Box::new(position.clone()), Plies::ANY, u64::MAX),
            Some(round) => ask_about_a_reply((&position, replies), round, Plies::ANY, oracle),
        };
        self.open.push(position);
        step
    }
}

/// The same board with this hand for the attacker and the rest of `all` for the defender.
fn with_hand(position: &Position, hand: Hand, all: Hand) -> Position {
    let mut setup: Setup = position.to_setup();
    setup.hands[Color::Black] = hand;
    setup.hands[Color::White] =
        all.iter().fold(Hand::EMPTY, |rest, (kind, count)| rest.with(kind, count - hand.count(kind)));
    Position::from_setup(&setup)
}

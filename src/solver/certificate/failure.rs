//! Records of no mate within some plies: one reply at each of the defender's positions, all checks at the attacker's, the
//! largest hands found on the way back.

use super::oracle::{Oracle, pieces_off_board};
use super::records::{Content, Record, Records};
use super::walk::{Step, Walk};
use crate::shogi::{Color, Hand, Move, Position, movegen};
use crate::solver::length::Plies;
use crate::solver::mate_in_one::mate_in_one;
use crate::solver::path::Path;
use crate::solver::proof_hand::{
    EVERYTHING, attacker_hand_after, failure_before, failure_before_reply, without_new_checks,
};

/// A position on the way from the root, no mate within `bound`.
struct Frame {
    position: Position,
    bound: Plies,
    /// The defender's reply, once it is chosen.
    reply: Option<Move>,
    /// The attacker's checks that are still to be looked at.
    open: Vec<Move>,
    asked: usize,
    /// Folded over what has come back.
    hand: Hand,
    length: Plies,
    rank: u32,
    links: Vec<u32>,
}

/// The walk, with the way from the root on a stack of its own.
pub(super) struct FailureWalk {
    stack: Vec<Frame>,
    /// The positions on the stack: all of them fail, for more plies than those below.
    path: Path,
    records: Records,
    begun: bool,
}

/// Fewest plies after a check for which a record is needed; for fewer any reply will do.
const RECORDED: Plies = Plies(2);

impl FailureWalk {
    pub(super) fn new(root: Position, bound: Plies) -> Self {
        Self { stack: vec![Frame::new(root, bound)], path: Path::new(), records: Records::default(), begun: false }
    }

    fn push(&mut self, position: Position, bound: Plies, oracle: &Oracle) -> Step {
        self.path.push(oracle.key(position.board_key()), position.hand(Color::Black));
        self.stack.push(Frame::new(position, bound));
        Step::Again
    }

    /// The root, if it needs no record.
    fn begin(&mut self, oracle: &Oracle) -> Option<Step> {
        self.begun = true;
        let Frame { position, bound, .. } = self.stack.pop()?;
        let attacking = position.turn() == Color::Black;
        if attacking && bound == Plies::ZERO {
            return Some(Step::Done);
        }
        if !attacking && bound < RECORDED {
            return Some(if movegen::has_evasion(&position) { Step::Done } else { Step::False });
        }
        self.push(position, bound, oracle);
        None
    }
}

impl Walk for FailureWalk {
    fn step(&mut self, oracle: &mut Oracle) -> Step {
        if !self.begun
            && let Some(step) = self.begin(oracle)
        {
            return step;
        }
        match self.stack.last() {
            None => Step::Done,
            Some(frame) if frame.position.turn() == Color::Black => self.attack(oracle),
            Some(_) => self.defend(oracle),
        }
    }

    fn records(&self) -> &Records {
        &self.records
    }

    fn needed(&self) -> Vec<u32> {
        self.records
            .needed(|one, other| one.bound >= other.bound && one.rank <= other.rank && one.hand.contains(other.hand))
    }
}

impl Frame {
    fn new(position: Position, bound: Plies) -> Self {
        let mut open = Vec::new();
        if position.turn() == Color::Black {
            movegen::checks(&position, &mut open);
        }
        Self {
            position,
            bound,
            reply: None,
            open,
            asked: 0,
            hand: EVERYTHING,
            length: Plies::ANY,
            rank: 0,
            links: Vec::new(),
        }
    }
}

/// With the attacker to move.
impl FailureWalk {
    fn attack(&mut self, oracle: &Oracle) -> Step {
        let Some(frame) = self.stack.last_mut() else { return Step::Done };
        let Some(&mv) = frame.open.last() else { return self.record_checks() };
        let needed = frame.bound.down();
        let (key, hand) = (frame.position.key_after(mv), attacker_hand_after(&frame.position, mv));
        if let Some(id) = self.records.failure(key, hand, needed) {
            self.absorb_check(id);
            return Step::Again;
        }
        let mut next = frame.position.clone();
        next.play(mv);
        if needed >= RECORDED {
            return self.push(next, needed, oracle);
        }
        let Some(hand) = hand_with_reply(&next) else { return Step::False };
        frame.open.pop();
        frame.hand = frame.hand.min(failure_before(&frame.position, mv, hand));
        frame.length = frame.length.min(Plies(1));
        Step::Again
    }

    /// The last of the open checks leads to this record.
    fn absorb_check(&mut self, id: u32) {
        let Record { hand, bound, rank, .. } = *self.records.get(id);
        let Some(frame) = self.stack.last_mut() else { return };
        let Some(mv) = frame.open.pop() else { return };
        frame.hand = frame.hand.min(failure_before(&frame.position, mv, hand));
        frame.length = frame.length.min(bound);
        frame.rank = frame.rank.max(rank + 1);
        frame.links.push(id);
    }

    /// All checks lead to records: so does this position.
    fn record_checks(&mut self) -> Step {
        let Some(Frame { position, hand, length, rank, links, .. }) = self.stack.pop() else { return Step::Lost };
        let hand = without_new_checks(&position, hand);
        self.finish(&position, Content { hand, bound: length.up(), rank, mv: Move::NONE }, &links)
    }

    /// Keeps a record and gives it to the position it was needed for.
    fn finish(&mut self, position: &Position, mut content: Content, links: &[u32]) -> Step {
        self.path.pop();
        content.hand = content.hand.min(pieces_off_board(position));
        let id = self.records.add(position, content, links);
        match self.stack.last_mut() {
            None => return Step::Done,
            Some(parent) if parent.reply.is_some() => parent.links.push(id),
            Some(_) => self.absorb_check(id),
        }
        Step::Again
    }
}

/// The largest hand of the attacker with which the defender, in check, has a reply.
fn hand_with_reply(position: &Position) -> Option<Hand> {
    if movegen::has_evasion_on_board(position) {
        return Some(EVERYTHING);
    }
    let mut drops = Vec::new();
    movegen::evasions(position, &mut drops);
    drops.first().map(|&mv| failure_before_reply(position, mv, EVERYTHING))
}

/// With the defender to move.
impl FailureWalk {
    fn defend(&mut self, oracle: &Oracle) -> Step {
        let Some(frame) = self.stack.last_mut() else { return Step::Done };
        if frame.reply.is_some() {
            return self.record_reply();
        }
        let mv = match choose_reply(frame, &self.records, oracle, &self.path) {
            Ok(mv) => mv,
            Err(step) => return step,
        };
        frame.reply = Some(mv);
        let (key, hand, needed) = (frame.position.key_after(mv), frame.position.hand(Color::Black), frame.bound.down());
        if let Some(id) = self.records.failure(key, hand, needed) {
            frame.links.push(id);
            return Step::Again;
        }
        let mut next = frame.position.clone();
        next.play(mv);
        self.push(next, needed, oracle)
    }

    fn record_reply(&mut self) -> Step {
        let Some(Frame { position, reply: Some(mv), links, .. }) = self.stack.pop() else { return Step::Lost };
        let Record { hand, bound, rank, .. } = *self.records.get(links[0]);
        let hand = failure_before_reply(&position, mv, hand);
        self.finish(&position, Content { hand, bound: bound.up(), rank: rank + 1, mv }, &links)
    }
}

/// A reply that is known to hold, or what has to be searched first.
fn choose_reply(frame: &mut Frame, records: &Records, oracle: &Oracle, path: &Path) -> Result<Move, Step> {
    let (hand, needed) = (frame.position.hand(Color::Black), frame.bound.down());
    let mut replies = Vec::new();
    movegen::evasions(&frame.position, &mut replies);
    let key = |mv: &Move| frame.position.key_after(*mv);
    let recorded = replies.iter().find(|mv| records.failure(key(mv), hand, needed).is_some());
    let known = recorded.copied().or_else(|| {
        let lengths = replies.iter().filter_map(|mv| Some((*mv, oracle.disproved(key(mv), hand, needed, path)?.0)));
        lengths.max_by_key(|&(mv, length)| (length == Plies::ANY, std::cmp::Reverse(mv))).map(|(mv, _)| mv)
    });
    let known = known.or_else(|| {
        let quiet = |mv: &&Move| needed <= Plies(2) && !mates_in_one(&frame.position, **mv);
        replies.iter().find(quiet).copied()
    });
    known.ok_or_else(|| {
        let asked = frame.asked;
        frame.asked += 1;
        let Some(round) = asked.checked_sub(1) else {
            return Step::Ask(Box::new(frame.position.clone()), frame.bound, u64::MAX);
        };
        ask_about_a_reply((&frame.position, &replies), round, needed, oracle)
    })
}

fn mates_in_one(position: &Position, reply: Move) -> bool {
    let mut next = position.clone();
    next.play(reply);
    let mut checks = Vec::new();
    movegen::checks(&next, &mut checks);
    mate_in_one(&mut next, &checks).is_some()
}

/// The search of one reply after another, the most promising first, with four times the nodes in each round.
pub(super) fn ask_about_a_reply(
    (position, replies): (&Position, &[Move]),
    asked: usize,
    target: Plies,
    oracle: &Oracle,
) -> Step {
    const FIRST_BUDGET: u64 = 1_000;
    if replies.is_empty() {
        return Step::False;
    }
    let (round, index) = (asked / replies.len(), asked % replies.len());
    let Some(budget) = FIRST_BUDGET.checked_shl(2 * round as u32).filter(|_| round < 20) else { return Step::Lost };
    let hand = position.hand(Color::Black);
    let mut order = replies.to_vec();
    order.sort_by_cached_key(|&mv| oracle.effort_to_disprove(position.key_after(mv), hand));
    let mut next = position.clone();
    next.play(order[index]);
    Step::Ask(Box::new(next), target, budget)
}

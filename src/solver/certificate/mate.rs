//! Records of a mate: the proof walked from the root, one check at each of the attacker's positions, all replies at the
//! defender's, the least hands found on the way back.

use super::oracle::Oracle;
use super::records::{Content, Record, Records};
use super::walk::{Step, Walk};
use crate::shogi::{Bitboard, Color, Hand, Move, Position, Square, movegen};
use crate::solver::Convention;
use crate::solver::length::Plies;
use crate::solver::mate_in_one::{Flights, shown_mate};
use crate::solver::proof_hand::{attacker_hand_after, gap_squares, monopoly_on, proof_before};
use crate::solver::slide::Slider;

/// A position on the way from the root, mate within `bound`.
struct Frame {
    position: Position,
    bound: Plies,
    /// The attacker's check, once it is chosen.
    check: Option<Move>,
    /// What the defender's replies still need: the last first.
    open: Vec<Reply>,
    slider: Option<Slider>,
    /// Gap squares on which a virtual slide answers all drops.
    closed: Bitboard,
    /// Searches made here because nothing was known.
    asked: usize,
    /// Folded over what has come back.
    hand: Hand,
    length: Plies,
    links: Vec<u32>,
}

/// What refutes one reply, or several.
#[derive(Clone)]
enum Reply {
    Move(Move),
    /// The position after the virtual slide to a square, mate within so many plies.
    Slide(Square, Box<Position>, Plies),
}

/// The walk, with the way from the root on a stack of its own.
pub(super) struct MateWalk {
    stack: Vec<Frame>,
    records: Records,
}

impl MateWalk {
    pub(super) fn new(root: Position, bound: Plies) -> Self {
        Self { stack: vec![Frame::new(root, bound)], records: Records::default() }
    }
}

impl Walk for MateWalk {
    fn step(&mut self, oracle: &mut Oracle) -> Step {
        let Some(frame) = self.stack.last_mut() else { return Step::Done };
        if frame.position.turn() == Color::Black { self.attack(oracle) } else { self.defend(oracle) }
    }

    fn records(&self) -> &Records {
        &self.records
    }

    fn needed(&self) -> Vec<u32> {
        self.records.needed(|one, other| one.bound <= other.bound && other.hand.contains(one.hand))
    }
}

impl Frame {
    fn new(mut position: Position, bound: Plies) -> Self {
        let slider = if position.turn() == Color::White { Slider::of(&mut position) } else { None };
        let mut frame = Self {
            position,
            bound,
            check: None,
            open: Vec::new(),
            slider,
            closed: Bitboard::EMPTY,
            asked: 0,
            hand: Hand::EMPTY,
            length: Plies::ZERO,
            links: Vec::new(),
        };
        if frame.position.turn() == Color::White {
            let mut replies = Vec::new();
            movegen::evasions(&frame.position, &mut replies);
            frame.open = replies.into_iter().rev().map(Reply::Move).collect();
        }
        frame
    }

    fn absorb(&mut self, id: u32, hand: Hand, length: Plies) {
        self.hand = self.hand.max(hand);
        self.length = self.length.max(length);
        self.links.push(id);
    }
}

/// With the attacker to move.
impl MateWalk {
    fn attack(&mut self, oracle: &Oracle) -> Step {
        let Some(frame) = self.stack.last_mut() else { return Step::Done };
        let chosen = match frame.check {
            Some(_) => None,
            None => match choose_check(frame, &self.records, oracle) {
                Ok(chosen) => Some(chosen),
                Err(step) => return step,
            },
        };
        let frame = self.stack.last_mut().expect("the frame above");
        if let Some((mv, bound)) = chosen {
            frame.check = Some(mv);
            let key = frame.position.key_after(mv);
            if let Some(id) = self.records.mate(key, attacker_hand_after(&frame.position, mv), bound) {
                frame.links.push(id);
                return Step::Again;
            }
            let mut next = frame.position.clone();
            next.play(mv);
            self.stack.push(Frame::new(next, bound));
            return Step::Again;
        }
        self.record_check()
    }

    /// The check leads to a record: so does this position.
    fn record_check(&mut self) -> Step {
        let Some(Frame { position, check: Some(mv), links, .. }) = self.stack.pop() else { return Step::Lost };
        let Record { hand, bound, .. } = *self.records.get(links[0]);
        let content =
            Content { hand: proof_before(&position, mv, hand), bound: bound.up(), rank: u32::from(bound.up().0), mv };
        self.finish(&position, content, &links)
    }

    /// Keeps a record and gives it to the position it was needed for.
    fn finish(&mut self, position: &Position, content: Content, links: &[u32]) -> Step {
        let id = self.records.add(position, content, links);
        let Content { hand, bound, .. } = content;
        let Some(parent) = self.stack.last_mut() else { return Step::Done };
        if parent.check.is_some() {
            parent.links.push(id);
            return Step::Again;
        }
        match parent.open.pop() {
            Some(Reply::Slide(square, ..)) => {
                parent.closed |= Bitboard::of(square);
                parent.absorb(id, hand, bound.up().up());
            }
            _ => parent.absorb(id, hand, bound.up()),
        }
        Step::Again
    }
}

/// The check with the shortest mate that is known, or what has to be searched first.
fn choose_check(frame: &mut Frame, records: &Records, oracle: &Oracle) -> Result<(Move, Plies), Step> {
    let target = frame.bound.down();
    if frame.bound == Plies::ZERO {
        return Err(Step::False);
    }
    let mut checks = Vec::new();
    movegen::checks(&frame.position, &mut checks);
    let flights = Flights::of(&frame.position);
    let shown = |position: &mut Position, checks: &[Move], within| {
        shown_mate(position, checks, flights.as_ref()?, (within, Convention::None))
    };
    if let Some(mate) = shown(&mut frame.position, &checks, Plies(1)) {
        return Ok((mate.mv, Plies::ZERO));
    }
    let known = checks.iter().filter_map(|&mv| {
        let (key, hand) = (frame.position.key_after(mv), attacker_hand_after(&frame.position, mv));
        let recorded = records.mate(key, hand, target).map(|id| records.get(id).bound);
        Some((mv, recorded.or_else(|| oracle.proved(key, hand, target))?))
    });
    let best = known.min_by_key(|&(_, length)| length);
    let best =
        best.or_else(|| shown(&mut frame.position, &checks, frame.bound).map(|mate| (mate.mv, mate.length.down())));
    best.ok_or_else(|| {
        let asked = frame.asked;
        frame.asked += 1;
        match asked.checked_sub(1).map(|index| checks.get(index)) {
            None => Step::Ask(Box::new(frame.position.clone()), frame.bound, u64::MAX),
            Some(Some(&mv)) => {
                let mut next = frame.position.clone();
                next.play(mv);
                Step::Ask(Box::new(next), target, u64::MAX)
            }
            Some(None) => Step::False,
        }
    })
}

/// With the defender to move.
impl MateWalk {
    fn defend(&mut self, oracle: &Oracle) -> Step {
        let Some(frame) = self.stack.last_mut() else { return Step::Done };
        let Some(reply) = frame.open.last().cloned() else { return self.record_replies() };
        let Reply::Move(mv) = reply else {
            let Reply::Slide(_, slid, bound) = reply else { return Step::Lost };
            self.stack.push(Frame::new(*slid, bound));
            return Step::Again;
        };
        if mv.is_drop() && frame.closed.has(mv.to()) {
            frame.open.pop();
            return Step::Again;
        }
        if mv.is_drop() && self.slide(mv.to(), oracle) {
            return Step::Again;
        }
        self.answer(mv, oracle)
    }

    /// Takes the position after a reply: from a record, or as the next on the way.
    fn answer(&mut self, mv: Move, oracle: &Oracle) -> Step {
        let Some(frame) = self.stack.last_mut() else { return Step::Done };
        if frame.bound == Plies::ZERO {
            return Step::False;
        }
        let (key, hand, target) = (frame.position.key_after(mv), frame.position.hand(Color::Black), frame.bound.down());
        if let Some(id) = self.records.mate(key, hand, target) {
            let Record { hand, bound, .. } = *self.records.get(id);
            frame.open.pop();
            frame.absorb(id, hand, bound.up());
            return Step::Again;
        }
        let bound = oracle.proved(key, hand, target).unwrap_or(target);
        let mut next = frame.position.clone();
        next.play(mv);
        self.stack.push(Frame::new(next, bound));
        Step::Again
    }

    /// Lets a virtual slide answer all drops on a square, if one is known to.
    fn slide(&mut self, square: Square, oracle: &Oracle) -> bool {
        let Some(frame) = self.stack.last_mut() else { return false };
        let (Some(slider), true) = (frame.slider, frame.bound >= Plies(2)) else { return false };
        let target = frame.bound.down().down();
        let hand = frame.position.hand(Color::Black);
        let shown = slider.closed_within(square).map(|(length, _)| length.down().down());
        let slid = slider.slid(square, &frame.position);
        let recorded = slid.iter().find_map(|slid| self.records.mate(slid.board_key(), hand, target));
        if let Some(id) = recorded {
            let Record { hand, bound, .. } = *self.records.get(id);
            frame.closed |= Bitboard::of(square);
            frame.absorb(id, hand, bound.up().up());
            frame.open.pop();
            return true;
        }
        let known = slid.into_iter().filter_map(|slid| {
            let by_board = shown.filter(|&length| length <= target && !movegen::has_evasion_on_board(&slid));
            let length = by_board.or_else(|| oracle.proved(slid.board_key(), hand, target))?;
            Some((slid, length))
        });
        let best = known.min_by_key(|&(_, length)| length);
        let Some((slid, length)) = best else { return false };
        // It stands before the drop, which is then passed over.
        frame.open.push(Reply::Slide(square, Box::new(slid), length));
        true
    }

    /// All replies lead to records: so does this position.
    fn record_replies(&mut self) -> Step {
        let Some(Frame { position, closed, hand, length, links, .. }) = self.stack.pop() else { return Step::Lost };
        let open = gap_squares(&position) & !closed;
        let content = Content {
            hand: hand.max(monopoly_on(&position, open)),
            bound: length,
            rank: u32::from(length.0),
            mv: Move::NONE,
        };
        self.finish(&position, content, &links)
    }
}

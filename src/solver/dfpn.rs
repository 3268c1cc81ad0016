//! Depth-first proof-number search (Nagai 2002) with an explicit stack, so that it can pause at any node.
//!
//! The attacker is Black. Every node has two numbers from its mover's view: phi, the least effort to decide it for the mover
//! (the least of its children), and delta, the effort to decide it against the mover (summed over its children). The search
//! follows the best child until the node's numbers reach the limits its parent set.

use super::length::Plies;
use super::loops::Loops;
use super::node::{Child, ChildState, Frame, Met, Step, Tally, Value};
use super::path::{DEEPEST, Path};
use super::proof_number::{INFINITE, rival_limit};
use super::table::Table;
use super::team::Member;
use super::{Convention, Monitor, Progress, Weights};
use crate::shogi::{Color, Hand, Key, Move, Position};
use std::sync::Arc;

/// Nodes made without opening a new leaf before limits are raised against going round in circles. Raising them at every old
/// child costs: 6 instead of 8 of 16 hard problems decided within 3 M nodes, with 14 % more nodes.
const PATIENCE: u64 = 500;

/// A df-pn search from one root for a mate within one target length.
pub(super) struct Dfpn {
    /// The position of the node on top of the stack.
    pub(super) position: Position,
    pub(super) table: Arc<Table>,
    pub(super) loops: Loops,
    pub(super) path: Path,
    pub(super) frames: Vec<Frame>,
    /// The children of all frames, those of the top frame last.
    pub(super) children: Vec<Child>,
    /// Scratch space of the move generators.
    pub(super) moves: Vec<Move>,
    /// Moves made on the board so far.
    pub(super) nodes: u64,
    /// Its place among the workers on the same root; `None` if it is alone.
    pub(super) member: Option<Member>,
    /// What first numbers are made of.
    pub(super) weights: Weights,
    /// Mixed into every key: what a board and a hand do not say of the problem.
    pub(super) salt: Key,
    /// Which interpositions are left out of lengths.
    pub(super) convention: Convention,
    /// While above zero every node's limits give way by one unit, until as many new leaves were opened as there were
    /// nodes with old children on the way (threshold-controlling algorithm, Kishimoto 2010, as a counter).
    raised: u32,
    /// Nodes made when the last new leaf was opened.
    last_leaf: u64,
    target: Plies,
    result: Option<Value>,
    /// Boards at the beginning of the path that are not of its frames.
    pub(super) avoided: usize,
}

impl Dfpn {
    /// A search that has not begun. In `position` Black attacks.
    pub(super) fn new(position: Position, target: Plies, table: Arc<Table>) -> Self {
        let loops = Loops::beside(&table);
        Self {
            salt: super::salt::salt(&position),
            convention: Convention::None,
            position,
            table,
            loops,
            path: Path::new(),
            frames: Vec::new(),
            children: Vec::new(),
            moves: Vec::new(),
            nodes: 0,
            member: None,
            weights: Weights::default(),
            raised: 0,
            last_leaf: 0,
            target,
            result: None,
            avoided: 0,
        }
    }

    /// The same with useless interpositions left out, as far as dominance of hands allows: see [`super::useless`]. Of a finite target.
    pub(super) fn leaving_out(mut self, convention: Convention) -> Self {
        debug_assert!(convention == Convention::None || self.target != Plies::ANY);
        self.salt ^= super::salt::salt_of(self.convention) ^ super::salt::salt_of(convention);
        self.convention = convention;
        self
    }

    /// The same where a position with one of these boards, and no more in the attacker's hand, counts as his failure. A failure that is
    /// found depends on that, and nothing is shared with other searches.
    pub(super) fn avoiding(mut self, nodes: &[(Key, Hand)]) -> Self {
        let mix = |salt: Key, &(board, hand): &(Key, Hand)| salt.rotate_left(7) ^ board ^ Key::from(hand.bits());
        self.salt ^= nodes.iter().fold(Key::from(nodes.len() as u64), mix);
        self.avoided = nodes.len();
        for &(board, hand) in nodes {
            self.path.push(board ^ self.salt, hand);
        }
        self
    }

    /// The same where less in hand on one of those boards is no failure, but a way of its own to mate.
    pub(super) fn with_the_same_hand(mut self) -> Self {
        self.path.meet_exactly();
        self
    }

    /// Searches until the root is decided, `pause_at` nodes are made or the monitor says stop.
    pub(super) fn run(&mut self, pause_at: u64, monitor: &Monitor) -> Option<Value> {
        if self.frames.is_empty() && self.result.is_none() {
            self.enter_root();
        }
        while self.result.is_none() {
            if self.nodes >= pause_at || monitor.stopped().is_some() || self.team_is_over() {
                self.publish(monitor);
                return None;
            }
            self.heed_news();
            let tally = self.tally();
            match self.value_to_leave_with(&tally) {
                Some(value) => self.leave(value),
                None if self.is_outdated(tally.best) => {}
                None => self.descend(&tally),
            }
        }
        self.publish(monitor);
        self.result
    }

    /// Proof and disproof number of the root as they stand.
    pub(super) fn root_numbers(&self) -> (u32, u32) {
        match (self.result, self.frames.first()) {
            (Some(Value::Proved { .. }), _) => (0, INFINITE),
            (Some(Value::Disproved { .. }), _) => (INFINITE, 0),
            (_, Some(root)) => {
                let end = self.frames.get(1).map_or(self.children.len(), |frame| frame.first_child);
                let tally = Tally::of(&self.children[..end]);
                if root.attacking { (tally.phi, tally.delta) } else { (tally.delta, tally.phi) }
            }
            _ => (super::proof_number::UNIT, super::proof_number::UNIT),
        }
    }

    /// The target length of the root.
    pub(super) fn root_target(&self) -> Plies {
        self.target
    }

    pub(super) fn top(&self) -> &Frame {
        &self.frames[self.frames.len() - 1]
    }

    pub(super) fn top_mut(&mut self) -> &mut Frame {
        let last = self.frames.len() - 1;
        &mut self.frames[last]
    }

    pub(super) fn top_children(&self) -> &[Child] {
        &self.children[self.top().first_child..]
    }

    fn enter_root(&mut self) {
        let attacking = self.position.turn() == Color::Black;
        let key = self.position.board_key() ^ self.salt;
        let hand = self.position.hand(Color::Black);
        self.path.push(key, hand);
        self.note_entry(key);
        let value = self.value_at_root(attacking);
        if !matches!(value, Value::Open { .. }) {
            self.result = Some(value);
            return;
        }
        self.push_frame(Frame::new(attacking, (key, hand), self.target));
    }

    /// Puts a node on the stack and looks at its children; the position is already at it and the path holds it.
    fn push_frame(&mut self, mut frame: Frame) {
        frame.first_child = self.children.len();
        self.frames.push(frame);
        self.expand();
        let going_round = self.nodes - self.last_leaf > PATIENCE;
        if going_round
            && self.top_children().iter().any(|child| child.state == ChildState::Open && child.met == Met::Above)
        {
            self.raised += 1;
        }
    }

    /// What to go back to the parent with; `None` to go on searching here.
    fn value_to_leave_with(&mut self, tally: &Tally) -> Option<Value> {
        if let Some(value) = self.decision(tally) {
            return Some(value);
        }
        if self.frames.len() == 1 {
            return None;
        }
        if self.raised > 0 {
            let frame = self.top_mut();
            frame.limit_phi = frame.limit_phi.max(tally.phi.saturating_add(1)).min(INFINITE);
            frame.limit_delta = frame.limit_delta.max(tally.delta.saturating_add(1)).min(INFINITE);
            return None;
        }
        let frame = self.top();
        let released = frame.raised_before && frame.visited;
        let spent = tally.phi >= frame.limit_phi || tally.delta >= frame.limit_delta;
        (spent || released).then(|| tally.open(frame.attacking))
    }

    /// What the top node is worth if its children decide it.
    pub(super) fn decision(&self, tally: &Tally) -> Option<Value> {
        self.top().decided.or_else(|| tally.lost.then(|| self.value_of_lost_node()))
    }

    /// Plays the best child's move and enters it.
    fn descend(&mut self, tally: &Tally) {
        self.note_merge(tally.best);
        let frame = self.top();
        let child = self.children[frame.first_child + tally.best];
        if self.path.depth() as usize >= DEEPEST {
            self.cut_off(tally.best);
            return;
        }
        let (limit_phi, limit_delta) = self.limits_of(&child, tally);
        // After a slide the same side is to move, with as many plies left.
        let entered = if child.slide.is_some() {
            let frame = Frame::new(frame.attacking, (child.key, child.hand), frame.target);
            Frame { limit_phi: limit_delta, limit_delta: limit_phi, ..frame }
        } else {
            let frame = Frame::new(!frame.attacking, (child.key, child.hand), frame.target.down());
            Frame { limit_phi, limit_delta, ..frame }
        };
        let frame = self.top_mut();
        frame.current = tally.best;
        frame.visited = true;
        let raised_before = self.raised > 0;
        if child.met == Met::Never {
            self.note_new_leaf();
        }
        let step = match child.slide {
            Some(slide) => Step::Slide(slide.make(&mut self.position)),
            None => Step::Move(child.mv, self.position.play(child.mv)),
        };
        self.nodes += 1;
        self.path.push(child.key, child.hand);
        self.note_entry(child.key);
        self.push_frame(Frame { entered_by: Some(step), nodes_before: self.nodes, raised_before, ..entered });
    }

    /// The limits of phi and delta from the view of the mover below this child, to whom phi is what delta is here.
    fn limits_of(&self, child: &Child, tally: &Tally) -> (u32, u32) {
        let frame = self.top();
        let rest = frame.limit_delta.saturating_sub(tally.others(child)).min(INFINITE);
        let limit_phi = if frame.limit_delta == INFINITE { INFINITE } else { rest };
        // One who makes way for another worker may follow a child that has reached its limit already.
        (limit_phi, frame.limit_phi.min(rival_limit(tally.second)).max(child.phi + 1))
    }

    /// Stores what was found at the top node and goes back to its parent with it.
    pub(super) fn leave(&mut self, value: Value) {
        self.store(&value);
        self.note_exit(&value);
        let Some(frame) = self.frames.pop() else { return };
        self.children.truncate(frame.first_child);
        self.path.pop();
        match frame.entered_by {
            None => self.result = Some(value),
            Some(step) => {
                match step {
                    Step::Move(mv, undo) => self.position.undo(mv, &undo),
                    Step::Slide(slid) => self.position.slide_back(&slid),
                }
                let current = self.top().current;
                self.absorb(current, value);
            }
        }
    }

    /// Notes that a position is entered that was never met before.
    fn note_new_leaf(&mut self) {
        self.raised = self.raised.saturating_sub(1);
        self.last_leaf = self.nodes;
    }

    fn publish(&mut self, monitor: &Monitor) {
        let nodes = self.count_nodes();
        let (proof, disproof) = self.root_numbers();
        monitor.publish(Progress { nodes, proof, disproof, depth: u32::from(self.path.depth()) });
    }
}

#[cfg(test)]
mod tests;

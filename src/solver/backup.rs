//! What is found below goes up: a child's value into its parent, a node's value into the table.

use super::dfpn::Dfpn;
use super::length::Plies;
use super::node::{Child, ChildState, Useful, Value};
use super::path::Heads;
use super::proof_hand;
use super::table::OpenNode;
use crate::shogi::{Bitboard, Hand};

impl Dfpn {
    /// All moves have failed: mate below the defender, a failure below the attacker.
    pub(super) fn value_of_lost_node(&self) -> Value {
        let frame = self.top();
        if frame.attacking {
            let hand = proof_hand::without_new_checks(&self.position, frame.failed_hand);
            let heads = frame.heads.discharge(self.path.depth());
            Value::Disproved { length: frame.length.up(), hand, heads }
        } else {
            let hand = frame.failed_hand.max(self.hand_against_new_drops());
            Value::Proved { length: frame.length, hand }
        }
    }

    /// What the attacker needs below the defender's lost node so that no kind that the defender lacks now would save him: for
    /// each gap square either what its virtual slide needs, or all he holds of the kinds that could be dropped there.
    pub(super) fn hand_against_new_drops(&self) -> Hand {
        let frame = self.top();
        let mut open = proof_hand::gap_squares(&self.position);
        let mut hand = Hand::EMPTY;
        if let Some(slider) = frame.slider {
            for square in open {
                if let Some((_, needed)) = self.drops_lose_on(slider, square, frame.length) {
                    hand = hand.max(needed);
                    open &= !Bitboard::of(square);
                }
            }
        }
        hand.max(proof_hand::monopoly_on(&self.position, open))
    }

    /// Scores a child as failed for want of room below; such a failure never becomes a fact.
    pub(super) fn cut_off(&mut self, child: usize) {
        let hand = self.children[self.top().first_child + child].hand;
        self.absorb(child, Value::Disproved { length: Plies::ANY, hand, heads: Heads::CutOff });
    }

    pub(super) fn store(&mut self, value: &Value) {
        let frame = self.top();
        let (key, hand, depth) = (frame.key, frame.hand, self.path.depth());
        let nodes = self.nodes - frame.nodes_before;
        match *value {
            Value::Proved { length, hand } => self.table.store_proof(key, hand, length, nodes),
            Value::Disproved { length, hand, heads } if heads.is_none() => {
                self.table.store_disproof(key, hand, length, nodes);
            }
            Value::Disproved { length, hand: failed, heads } => {
                self.loops.store((key, failed), length, heads, &self.path);
                self.table.mark_looped(key, hand, depth);
            }
            Value::Open { pn, dn } => {
                let (merged, origin) = self.lineage();
                self.table.store_open(key, hand, OpenNode { pn, dn, depth, looped: false, merged, origin }, nodes);
            }
        }
    }

    /// Takes a child's new value into the top node.
    pub(super) fn absorb(&mut self, index: usize, value: Value) {
        let attacking = self.top().attacking;
        let place = self.top().first_child + index;
        let Child { mv, slide, .. } = self.children[place];
        match value {
            Value::Open { pn, dn } => {
                let child = &mut self.children[place];
                (child.phi, child.delta) = if attacking { (pn, dn) } else { (dn, pn) };
            }
            Value::Proved { length, hand } if attacking => {
                let hand = proof_hand::proof_before(&self.position, mv, hand);
                self.top_mut().decided = Some(Value::Proved { length: length.up(), hand });
            }
            Value::Proved { length, hand } => {
                self.lose_child(index, if slide.is_some() { length } else { length.up() }, hand);
            }
            Value::Disproved { length, hand, heads } if attacking => {
                let hand = proof_hand::failure_before(&self.position, mv, hand);
                let frame = self.top_mut();
                frame.length = frame.length.min(length);
                frame.failed_hand = frame.failed_hand.min(hand);
                frame.heads = frame.heads.union(heads);
                self.fail_child(index);
            }
            Value::Disproved { length, hand, heads } if slide.is_some() => {
                self.top_mut().useful.add(length, hand, heads);
                self.try_next_slide(index);
            }
            Value::Disproved { length, hand, heads } => {
                let hand = proof_hand::failure_before_reply(&self.position, mv, hand);
                let useful = if mv.is_drop() { self.top().useful } else { Useful::NONE };
                let heads = heads.union(useful.heads).discharge(self.path.depth());
                let (length, hand) = (length.up().min(useful.length), hand.min(useful.hand));
                self.top_mut().decided = Some(Value::Disproved { length, hand, heads });
            }
        }
    }

    /// Takes in that a defender's move loses within `length` plies from the top node.
    pub(super) fn lose_child(&mut self, index: usize, length: Plies, hand: Hand) {
        let frame = self.top_mut();
        frame.length = frame.length.max(length);
        frame.failed_hand = frame.failed_hand.max(hand);
        self.fail_child(index);
    }

    /// Takes a failed move out of the choice; the move that waited behind it, if any, is looked at.
    pub(super) fn fail_child(&mut self, index: usize) {
        let first = self.top().first_child;
        self.children[first + index].state = ChildState::Failed;
        let next = usize::from(self.children[first + index].next);
        if next != index {
            self.open_child(next);
        }
    }
}

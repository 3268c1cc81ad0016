//! A mating line out of the table.
//!
//! Every step goes to a position that is proved within fewer plies than the one before, so the line cannot run in a
//! circle and ends in mate. What the table has lost meanwhile is proved again.

use super::dfpn::Dfpn;
use super::length::Plies;
use super::mate_in_one::mate_in_one;
use super::node::Value;
use super::outcome::{Length, Line};
use super::proof_hand::attacker_hand_after;
use super::table::{Known, Table};
use super::{Mate, Monitor};
use crate::shogi::{Color, Move, Position, movegen};
use std::sync::Arc;

/// How far a walk came.
pub(super) enum Walk {
    /// The slice is spent.
    Paused,
    /// The line is whole.
    Arrived(Box<Mate>),
    /// A step that was proved could not be proved again: the search was cut off for want of room.
    Lost,
}

/// Walks from a proved root to the mate.
pub(super) struct LineFinder {
    root: Position,
    /// The end of the line so far; Black attacks.
    position: Position,
    /// The position at the end is proved within this many plies.
    bound: Plies,
    line: Vec<Move>,
    at_most: Plies,
    at_least: u32,
    table: Arc<Table>,
    nodes_before: u64,
    /// A search that proves the current position again.
    again: Option<Box<Dfpn>>,
}

impl LineFinder {
    /// A walk from `root`, proved within `bound` by a search that made `nodes_before` nodes.
    pub(super) fn new(mut root: Position, bound: Plies, table: Arc<Table>, nodes_before: u64) -> Self {
        let at_least = shortest_possible(&mut root);
        let position = root.clone();
        Self { root, position, bound, line: Vec::new(), at_most: bound, at_least, table, nodes_before, again: None }
    }

    /// Where the walk begins.
    pub(super) fn root(&self) -> Position {
        self.root.clone()
    }

    /// Nodes of the whole search so far.
    pub(super) fn nodes(&self) -> u64 {
        self.nodes_before + self.again.as_ref().map_or(0, |search| search.nodes)
    }

    /// Goes on until the line is whole, `pause_at` nodes are made or the monitor says stop.
    pub(super) fn run(&mut self, pause_at: u64, monitor: &Monitor) -> Walk {
        loop {
            if self.again.is_some() {
                match self.prove_again(pause_at, monitor) {
                    None => return Walk::Paused,
                    Some(Value::Proved { length, .. }) => self.bound = self.bound.min(length),
                    Some(_) => return Walk::Lost,
                }
            }
            let step = match self.position.turn() {
                Color::Black => self.best_check(),
                Color::White if !movegen::has_evasion(&self.position) => return Walk::Arrived(Box::new(self.mate())),
                Color::White => self.best_reply(),
            };
            if let Some((mv, bound)) = step {
                self.position.play(mv);
                self.line.push(mv);
                self.bound = bound;
            } else {
                let search = Dfpn::new(self.position.clone(), self.bound, Arc::clone(&self.table));
                self.again = Some(Box::new(search));
            }
        }
    }

    /// Runs the repeated proof; `None` while it is not over.
    fn prove_again(&mut self, pause_at: u64, monitor: &Monitor) -> Option<Value> {
        let search = self.again.as_mut()?;
        let value = search.run(pause_at.saturating_sub(self.nodes_before), monitor)?;
        self.nodes_before += search.nodes;
        self.again = None;
        Some(value)
    }

    /// The check with the shortest proved mate.
    fn best_check(&mut self) -> Option<(Move, Plies)> {
        let mut checks = Vec::new();
        movegen::checks(&self.position, &mut checks);
        if let Some(mv) = mate_in_one(&mut self.position, &checks) {
            return Some((mv, Plies::ZERO));
        }
        let proved = checks.iter().filter_map(|&mv| Some((mv, self.proved_length(mv)?)));
        proved.min_by_key(|&(_, length)| length)
    }

    /// The reply with the longest proved mate, of those the table remembers; any reply if it remembers none.
    fn best_reply(&self) -> Option<(Move, Plies)> {
        let mut replies = Vec::new();
        movegen::evasions(&self.position, &mut replies);
        let proved = replies.iter().filter_map(|&mv| Some((mv, self.proved_length(mv)?)));
        let longest = proved.max_by_key(|&(mv, length)| (length, std::cmp::Reverse(mv)));
        longest.or_else(|| Some((*replies.first()?, self.bound.down())))
    }

    /// Length within which the position after `mv` is known to be mate, if it fits the bound.
    fn proved_length(&self, mv: Move) -> Option<Plies> {
        let key = self.position.key_after(mv) ^ super::salt::salt(&self.position);
        let hand = attacker_hand_after(&self.position, mv);
        match self.table.look(key, hand, self.bound.down()) {
            Known::Proved { length, .. } => Some(length),
            _ => None,
        }
    }

    fn mate(&self) -> Mate {
        let line = Line { moves: self.line.clone(), leftover: self.position.hand(Color::Black) };
        Mate::found(line, Length { at_least: self.at_least, at_most: u32::from(self.at_most.0) })
    }
}

/// A bound from below by parity and the mates that are seen at once.
pub(super) fn shortest_possible(root: &mut Position) -> u32 {
    if root.turn() == Color::White {
        return if movegen::has_evasion(root) { 2 } else { 0 };
    }
    let mut checks = Vec::new();
    movegen::checks(root, &mut checks);
    if mate_in_one(root, &checks).is_some() { 1 } else { 3 }
}

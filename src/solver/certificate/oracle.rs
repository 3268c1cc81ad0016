//! What is known of a position: what the table says, and what a search finds again when the table has lost it.

use crate::shogi::{Color, Hand, Key, Position};
use crate::solver::Monitor;
use crate::solver::dfpn::Dfpn;
use crate::solver::length::Plies;
use crate::solver::loops::Loops;
use crate::solver::node::Value;
use crate::solver::path::Path;
use crate::solver::salt::salt;
use crate::solver::table::{Known, Table};
use std::sync::Arc;

/// The table, and at most one search that runs.
pub(super) struct Oracle {
    table: Arc<Table>,
    salt: Key,
    /// Failures that depend on positions known to fail, kept from one search to the next.
    loops: Loops,
    search: Option<Box<Dfpn>>,
    /// Key and hand of its root.
    asked: (Key, Hand),
    /// Nodes at which the search that runs is given up.
    budget: u64,
    /// What the last search found of its root. The table may have lost it already.
    found: Option<Found>,
    /// Moves made by searches that are over, and steps of the walk.
    nodes: u64,
}

struct Found {
    key: Key,
    hand: Hand,
    value: Value,
}

impl Oracle {
    pub(super) fn new(root: &Position, table: Arc<Table>) -> Self {
        let loops = Loops::beside(&table);
        Self {
            salt: salt(root),
            table,
            loops,
            search: None,
            asked: (0, Hand::EMPTY),
            budget: u64::MAX,
            found: None,
            nodes: 0,
        }
    }

    /// The key by which `Path` and the table know a board.
    pub(super) fn key(&self, board: Key) -> Key {
        board ^ self.salt
    }

    /// Length of a mate within `target` that is known.
    pub(super) fn proved(&self, board: Key, hand: Hand, target: Plies) -> Option<Plies> {
        let key = self.key(board);
        if let Some(Found { value: Value::Proved { length, .. }, .. }) = self.found_at(key, hand)
            && *length <= target
        {
            return Some(*length);
        }
        match self.table.look(key, hand, target) {
            Known::Proved { length, .. } => Some(length),
            _ => None,
        }
    }

    /// That there is no mate within `target`, if it is known: length and largest hand. The positions of `failing` are known to fail for
    /// as many plies.
    pub(super) fn disproved(&self, board: Key, hand: Hand, target: Plies, failing: &Path) -> Option<(Plies, Hand)> {
        let key = self.key(board);
        if let Some(Found { value: Value::Disproved { length, hand, .. }, .. }) = self.found_at(key, hand)
            && *length >= target
        {
            return Some((*length, *hand));
        }
        match self.table.look(key, hand, target) {
            Known::Disproved { length, hand } => Some((length, hand)),
            Known::Proved { .. } => None,
            Known::Open(_) | Known::Nothing(_) => {
                let failure = self.loops.look((key, hand), target, failing)?;
                Some((failure.length, failure.hand))
            }
        }
    }

    /// How hard the table says it is to find out that there is no mate.
    pub(super) fn effort_to_disprove(&self, board: Key, hand: Hand) -> u32 {
        match self.table.look(self.key(board), hand, Plies::ANY) {
            Known::Open(node) => node.dn,
            Known::Disproved { .. } => 0,
            Known::Proved { .. } => u32::MAX,
            Known::Nothing(floors) => floors.dn.max(1),
        }
    }

    fn found_at(&self, key: Key, hand: Hand) -> Option<&Found> {
        self.found.as_ref().filter(|found| found.key == key && found.hand == hand)
    }

    /// Begins a search of a position, of at most so many nodes.
    pub(super) fn ask(&mut self, position: &Position, target: Plies, budget: u64) {
        let mut search = Box::new(Dfpn::new(position.clone(), target, Arc::clone(&self.table)));
        search.loops = self.loops.clone();
        self.search = Some(search);
        self.asked = (self.key(position.board_key()), position.hand(Color::Black));
        self.budget = budget;
    }

    /// Goes on with the search, if one runs, until all nodes so far are `pause_at`. True if none runs any more.
    pub(super) fn answer(&mut self, pause_at: u64, monitor: &Monitor) -> bool {
        let Some(search) = &mut self.search else { return true };
        let value = search.run(pause_at.saturating_sub(self.nodes).min(self.budget), monitor);
        let spent = search.nodes >= self.budget;
        if value.is_none() && !spent {
            return false;
        }
        self.nodes += search.nodes;
        let (key, hand) = self.asked;
        self.found = value.filter(Value::is_fact).map(|value| Found { key, hand, value });
        self.search = None;
        true
    }

    /// One step of the walk.
    pub(super) fn count(&mut self) {
        self.nodes += 1;
    }

    pub(super) fn nodes(&self) -> u64 {
        self.nodes + self.search.as_ref().map_or(0, |search| search.nodes)
    }
}

/// What the attacker and the defender hold together: all that is not on the board.
pub(super) fn pieces_off_board(position: &Position) -> Hand {
    let (attacker, defender) = (position.hand(Color::Black), position.hand(Color::White));
    defender.iter().fold(attacker, |sum, (kind, count)| sum.with(kind, attacker.count(kind) + count))
}

//! The reply that refutes a check: one after which the attacker has no mate.

use super::dfpn::Dfpn;
use super::length::Plies;
use super::node::Value;
use super::proof_hand::attacker_hand_after;
use super::table::{Known, Table};
use super::{Monitor, salt};
use crate::shogi::{Move, Position, movegen};
use std::sync::Arc;

/// Nodes that a reply gets in the first round; in each later round it gets four times as many.
const FIRST_BUDGET: u64 = 256;

/// How far a look for a refutation came.
pub(super) enum Sought {
    /// The slice is spent.
    Paused,
    /// This reply refutes; `None` if the memory is too small to tell of any.
    Found(Option<Move>),
}

/// Looks for a refutation at a root that is known to be no mate.
///
/// The search has decided one of the replies, as a rule, so the table knows it. Where it has forgotten it, or knows it under
/// conditions only, the replies are searched anew in rounds of growing budgets: the whole costs some multiple of the
/// easiest one, not of the hardest one that loses.
pub(super) struct Refuter {
    root: Position,
    table: Arc<Table>,
    /// Replies that may refute, the next last.
    waiting: Vec<Move>,
    /// Those of the next round.
    later: Vec<Move>,
    budget: u64,
    search: Option<(Move, Box<Dfpn>)>,
    nodes_before: u64,
}

impl Refuter {
    /// At `root`, where White is to move, after a search that made so many nodes.
    pub(super) fn new(root: Position, table: Arc<Table>, nodes_before: u64) -> Self {
        let mut waiting = Vec::new();
        movegen::evasions(&root, &mut waiting);
        waiting.sort_unstable_by_key(|mv| std::cmp::Reverse(mv.text_order()));
        Self { root, table, waiting, later: Vec::new(), budget: FIRST_BUDGET, search: None, nodes_before }
    }

    /// Nodes of the whole search so far.
    pub(super) fn nodes(&self) -> u64 {
        self.nodes_before + self.search.as_ref().map_or(0, |(_, search)| search.nodes)
    }

    /// Goes on until `pause_at` nodes are made or the monitor says stop.
    pub(super) fn run(&mut self, pause_at: u64, monitor: &Monitor) -> Sought {
        if self.search.is_none()
            && let Some(known) = self.known()
        {
            return Sought::Found(Some(known));
        }
        while let Some((mv, mut search)) = self.search.take().or_else(|| self.next()) {
            let value = search.run(pause_at.saturating_sub(self.nodes_before).min(self.budget), monitor);
            if value.is_none() && search.nodes < self.budget {
                self.search = Some((mv, search));
                return Sought::Paused;
            }
            self.nodes_before += search.nodes;
            match value {
                Some(Value::Disproved { length: Plies::ANY, heads, .. }) if heads.is_none() => {
                    return Sought::Found(Some(mv));
                }
                None => self.later.insert(0, mv),
                Some(_) => {}
            }
        }
        Sought::Found(None)
    }

    /// The first reply that the table knows to refute.
    fn known(&self) -> Option<Move> {
        let salt = salt::salt(&self.root);
        let refutes = |&&mv: &&Move| {
            let (key, hand) = (self.root.key_after(mv) ^ salt, attacker_hand_after(&self.root, mv));
            matches!(self.table.look(key, hand, Plies::ANY), Known::Disproved { length: Plies::ANY, .. })
        };
        self.waiting.iter().rev().find(refutes).copied()
    }

    /// The search of the next reply, of the next round if this one is over.
    fn next(&mut self) -> Option<(Move, Box<Dfpn>)> {
        if self.waiting.is_empty() {
            self.waiting = std::mem::take(&mut self.later);
            self.budget = self.budget.saturating_mul(4);
        }
        let mv = self.waiting.pop()?;
        let mut position = self.root.clone();
        position.play(mv);
        Some((mv, Box::new(Dfpn::new(position, Plies::ANY, Arc::clone(&self.table)))))
    }
}

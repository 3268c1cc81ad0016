//! Several workers on one problem: how each heeds the others.
//!
//! Every worker runs the whole search over the shared table, with position and path of its own. What passes between them, through the
//! table and the store of loops, holds for each of them: facts, numbers, and failures with the positions that must be on the path.
//! So whatever one worker decides is decided as if it were alone.
//!
//! - **Apart.** A child below which others are at work looks worse by a few units to those that choose.
//! - **Fresh.** The children's numbers on the stack are copies: the chosen child is looked up again before it is entered.
//! - **Prompt.** Who decides a node with others below it tells them, and they leave it.
//!
//! Nodes made by two threads over those made by one, geometric mean over eleven problems of 0.8 to 13 M nodes, two to four runs each
//! (single problems: 0.5 to 1.4):
//!
//! | variant | nodes |
//! |---|---|
//! | a worker below adds nothing (other seven problems) | 1.16 |
//! | 1 unit | 1.01 |
//! | 2 units | 0.95 |
//! | 4 units | 0.96 |
//! | 2 units and phi/64 | 0.90 |
//! | 2 units and phi/32 | 0.95 |
//! | 2 units and phi/16 | 0.95 |
//! | 1 unit and phi/4 (other seven problems) | 1.07 |
//! | 1000 units, never the same way (other seven problems) | 1.15 |
//! | 2 units, all children looked up after 256 nodes below | 0.97 |
//! | 2 units, all children looked up after 32 nodes below | 0.99 |
//! | 2 units, a store of loops for each worker | 0.94 |
//!
//! As chosen: 0.88 with two threads, 1.04 with four, 1.18 with eight, all on two cores. CPU time of one thread over half that of two,
//! which is the gain in time where both cores are free: median 2.0 over zuko-001, 008, 037, 089, 100, muso-100, Shin-Ogizume and
//! Microcosmos, two pairs each; least 1.4 (zuko-037), most 3.5 (zuko-100).
//!
//! Nodes per CPU second are 7 % fewer than with one thread. It was 14 % with the first child looked up again too, right after all
//! were. Counting workers only below nodes that are searched more deeply saves nothing that can be measured.

use super::dfpn::Dfpn;
use super::length::Plies;
use super::node::{ChildState, Frame, Tally, Value};
use super::path::Heads;
use super::proof_number::{INFINITE, UNIT};
use super::table::Known;
use super::team::{Member, News, Team};
use crate::shogi::{Hand, Key, Position};
use std::sync::Arc;

impl Dfpn {
    /// Becomes one of a team, wherever its search stands.
    pub(super) fn join(&mut self, team: &Arc<Team>) {
        let member = Member::of(team);
        self.frames.iter().for_each(|frame| member.enter(frame.key));
        self.member = Some(member);
    }

    /// A worker for the same question, which begins at the `root`; what this one has found is in the table.
    pub(super) fn colleague(&self, root: Position, team: &Arc<Team>) -> Self {
        let mut worker = Self::new(root, self.root_target(), Arc::clone(&self.table)).leaving_out(self.convention);
        worker.weights = self.weights;
        worker.loops = self.loops.clone();
        worker.join(team);
        worker
    }

    /// Goes back to the root, where it is in nobody's way.
    pub(super) fn go_home(&mut self) {
        self.retreat_to(0);
    }

    /// True if the root is decided by another worker.
    pub(super) fn team_is_over(&self) -> bool {
        self.member.as_ref().is_some_and(|member| member.team().is_over())
    }

    pub(super) fn note_entry(&self, key: Key) {
        if let Some(member) = &self.member {
            member.enter(key);
        }
    }

    /// The top node is about to be left with `value`, which the table has.
    pub(super) fn note_exit(&self, value: &Value) {
        if let Some(member) = &self.member {
            member.leave(self.top().key, value.is_fact());
        }
    }

    /// Moves made by all workers on this root.
    pub(super) fn count_nodes(&mut self) -> u64 {
        let nodes = self.nodes;
        self.member.as_mut().map_or(nodes, |member| member.count(nodes))
    }

    /// The children summed up; while others are below the best, the one to follow is chosen by virtual numbers.
    pub(super) fn tally(&self) -> Tally {
        let mut tally = Tally::of(self.top_children());
        if let Some(member) = &self.member
            && !tally.lost
            && member.others_below(self.top_children()[tally.best].key) > 0
        {
            self.divert(&mut tally, member);
        }
        tally
    }

    fn divert(&self, tally: &mut Tally, member: &Member) {
        let (mut least, mut second) = (INFINITE, INFINITE);
        for (index, child) in self.top_children().iter().enumerate() {
            if child.state != ChildState::Open {
                continue;
            }
            let phi = virtual_number(child.phi, member.others_below(child.key));
            if phi < least || phi == least && child.delta < self.top_children()[tally.best].delta {
                second = least;
                least = phi;
                tally.best = index;
            } else {
                second = second.min(phi);
            }
        }
        tally.second = second;
    }

    /// Looks again at the child about to be entered: another worker may know more of it by now. True if so.
    pub(super) fn is_outdated(&mut self, index: usize) -> bool {
        // Before the first child is entered all have just been looked up.
        if self.member.is_none() || !self.top().visited {
            return false;
        }
        let child = self.top_children()[index];
        let known = self.known_of((child.key, child.hand), self.target_of(&child));
        let outdated = known.filter(|&value| value != child.value(self.top().attacking));
        if let Some(value) = outdated {
            self.absorb(index, value);
        }
        outdated.is_some()
    }

    /// What table and store of loops know of a node below the path.
    fn known_of(&self, (key, hand): (Key, Hand), target: Plies) -> Option<Value> {
        match self.convention.recall(&self.table, (key, hand), target) {
            Known::Proved { length, hand } => Some(Value::Proved { length, hand }),
            Known::Disproved { length, hand } => Some(Value::Disproved { length, hand, heads: Heads::NONE }),
            Known::Open(node) => Some(self.value_of_old_node((key, hand), target, node)),
            Known::Nothing(_) => None,
        }
    }

    /// Leaves what other workers have decided meanwhile.
    pub(super) fn heed_news(&mut self) {
        let Some(member) = self.member.as_mut().filter(|member| member.has_news()) else { return };
        let news = member.hear();
        if let News::Boards(keys) = &news
            && keys.iter().all(|&key| self.path.find(key, Hand::EMPTY).is_none())
        {
            return;
        }
        let concerns = |key: Key| match &news {
            News::Boards(keys) => keys.contains(&key),
            News::Many => true,
        };
        let mut told = self.frames.iter().zip(0..).filter(|(frame, _)| concerns(frame.key));
        let fact = |frame: &Frame| self.known_of((frame.key, frame.hand), frame.target).filter(Value::is_fact);
        if let Some((depth, fact)) = told.find_map(|(frame, depth)| Some((depth, fact(frame)?))) {
            self.retreat_to(depth);
            self.top_mut().decided = Some(fact);
        }
    }

    /// Goes back to the node at `depth`, each node on the way left with what it is worth now.
    pub(super) fn retreat_to(&mut self, depth: usize) {
        while self.frames.len() > depth + 1 {
            let tally = Tally::of(self.top_children());
            let value = self.decision(&tally).unwrap_or_else(|| tally.open(self.top().attacking));
            self.leave(value);
        }
    }
}

/// The phi of a child in the eyes of those who choose, when `others` are below it already (Kaneko 2010).
fn virtual_number(phi: u32, others: u32) -> u32 {
    if others == 0 { phi } else { phi.saturating_add(others.saturating_mul(2 * UNIT + phi / 64)).min(INFINITE) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::sfen;
    use crate::solver::node::Step;
    use crate::solver::{Monitor, Table};

    /// Workers on one root that take turns on one thread, so that every run is the same.
    fn workers(text: &str, count: usize) -> Vec<Dfpn> {
        let root = sfen::parse(text).unwrap().position().unwrap();
        let team = Team::new();
        let mut first = Dfpn::new(root.clone(), Plies::ANY, Arc::new(Table::new(4)));
        first.join(&team);
        let others: Vec<_> = (1..count).map(|_| first.colleague(root.clone(), &team)).collect();
        std::iter::once(first).chain(others).collect()
    }

    fn take_turns(text: &str, count: usize) -> Value {
        let mut workers = workers(text, count);
        let monitor = Monitor::new();
        loop {
            for worker in &mut workers {
                if let Some(value) = worker.run(worker.nodes + 64, &monitor) {
                    return value;
                }
            }
        }
    }

    #[test]
    fn workers_that_take_turns_decide_as_one() {
        for (text, mate) in [
            ("6RG1/5G1Bb/7NN/8k/9/9/9/9/9 b 2Gr4s2n4l18p 1", true),
            ("3g1+P1g1/3S2Ps1/2PpPkL2/4L4/4p2G1/4S4/1B1N1N3/1NN6/B6+r1 b Lrgsl12p 1", true),
            ("6R+P1/8k/7sp/9/9/9/9/9/9 b r2b4g3s4n4l16p 1", false),
            ("k8/2+R6/p8/9/9/8K/9/9/9 b - 1", false),
            ("8l/6s2/7kn/4G1pB1/8p/7R1/9/9/9 b Br3g3s3n3l16p 1", false),
        ] {
            for count in 1..=4 {
                let value = take_turns(text, count);
                let proved = matches!(value, Value::Proved { .. });
                assert!(value.is_fact() && proved == mate, "{text} by {count}: {value:?}");
            }
        }
    }

    #[test]
    fn a_worker_leaves_what_another_has_decided() {
        let mut workers = workers("3g1+P1g1/3S2Ps1/2PpPkL2/4L4/4p2G1/4S4/1B1N1N3/1NN6/B6+r1 b Lrgsl12p 1", 2);
        let monitor = Monitor::new();
        while workers[0].frames.len() < 6 {
            let end = workers[0].nodes + 1;
            assert_eq!(workers[0].run(end, &monitor), None);
        }
        let Frame { key, hand, entered_by, .. } = &workers[0].frames[2];
        let (key, hand, mv) = (*key, *hand, entered_by.as_ref().and_then(Step::mv));
        workers[1].table.store_proof(key, hand, Plies(5), 1);
        let member = workers[1].member.as_ref().expect("a member");
        member.enter(key);
        member.leave(key, true);
        workers[0].heed_news();
        assert_eq!((workers[0].frames.len(), workers[0].path.depth()), (3, 2));
        assert_eq!(workers[0].top().decided, Some(Value::Proved { length: Plies(5), hand }));
        assert_eq!(workers[0].top().entered_by.as_ref().and_then(Step::mv), mv);
        assert_eq!(workers[0].position.board_key() ^ workers[0].salt, key);
        assert_eq!(member_below(&workers[1], key), 1, "counted while it is on the path");
    }

    fn member_below(worker: &Dfpn, key: Key) -> u32 {
        worker.member.as_ref().map_or(0, |member| member.others_below(key))
    }
}

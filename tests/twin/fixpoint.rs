//! The exact answer, however long the mate: positions that can be reached by checks and replies are listed, then
//! the mates are told from the mated positions backwards. What is never told is no mate, loops included.

use super::board::{Board, Side};
use std::collections::HashMap;

/// What is true of a problem.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Truth {
    /// Plies of the shortest mate against the longest defence; `None`: no mate.
    pub(crate) mate: Option<u32>,
    /// Positions listed.
    pub(crate) states: usize,
    /// Some listed position can come back.
    pub(crate) loops: bool,
    /// No mate, though the attacker can check for ever within what is listed.
    pub(crate) perpetual: bool,
    /// A pawn drop is refused in a listed position because it would mate.
    pub(crate) drop_pawn_mate: bool,
}

/// Positions reachable by checks and replies; links go by index, the root is 0.
struct Graph {
    boards: Vec<Board>,
    places: HashMap<Board, usize>,
    expanded: Vec<bool>,
    children: Vec<Vec<usize>>,
    parents: Vec<Vec<usize>>,
    attacker: Side,
}

/// Decides a problem from all positions it reaches; `None` if they are more than `cap`.
pub(crate) fn decide_fully(root: &Board, attacker: Side, cap: usize) -> Option<Truth> {
    let mut graph = Graph::new(root, attacker);
    let mut next = 0;
    while next < graph.boards.len() {
        graph.expand(next);
        next += 1;
        if graph.boards.len() > cap {
            return None;
        }
    }
    Some(graph.truth())
}

/// As [`decide_fully`], stopping as soon as nothing unlisted can change the answer: round by round it goes one ply
/// on from every position that may be a mate yet, so after `n` rounds a mate of at most `n` plies is the shortest.
pub(crate) fn decide(root: &Board, attacker: Side, cap: usize) -> Option<Truth> {
    let mut graph = Graph::new(root, attacker);
    for rounds in 0.. {
        let hopes = graph.mates(true);
        if hopes[0].is_none() || graph.mates(false)[0].is_some_and(|plies| plies <= rounds) {
            return Some(graph.truth());
        }
        graph.frontier(&hopes).into_iter().for_each(|place| graph.expand(place));
        if graph.boards.len() > cap {
            return None;
        }
    }
    unreachable!("the rounds end when all is expanded");
}

impl Graph {
    fn new(root: &Board, attacker: Side) -> Self {
        Self {
            boards: vec![*root],
            places: HashMap::from([(*root, 0)]),
            expanded: vec![false],
            children: vec![Vec::new()],
            parents: vec![Vec::new()],
            attacker,
        }
    }

    fn expand(&mut self, from: usize) {
        let board = self.boards[from];
        let moves = if self.attacks(from) { board.checks() } else { board.legal_moves() };
        for mv in moves {
            let to = self.place(board.after(mv));
            self.parents[to].push(from);
            self.children[from].push(to);
        }
        self.expanded[from] = true;
    }

    fn place(&mut self, board: Board) -> usize {
        let place = *self.places.entry(board).or_insert(self.boards.len());
        if place == self.boards.len() {
            self.boards.push(board);
            self.expanded.push(false);
            self.children.push(Vec::new());
            self.parents.push(Vec::new());
        }
        place
    }

    fn attacks(&self, place: usize) -> bool {
        self.boards[place].turn == self.attacker
    }

    /// Places not yet expanded that the root reaches over places that may be mates.
    fn frontier(&self, hopes: &[Option<u32>]) -> Vec<usize> {
        let mut seen = vec![false; self.boards.len()];
        seen[0] = true;
        let (mut reached, mut next) = (vec![0], 0);
        while let Some(&place) = reached.get(next) {
            next += 1;
            for &child in &self.children[place] {
                if hopes[child].is_some() && !std::mem::replace(&mut seen[child], true) {
                    reached.push(child);
                }
            }
        }
        reached.retain(|&place| !self.expanded[place]);
        reached
    }

    /// Retrograde search for what `eager` can force: a place is settled when its mover is eager and one child is
    /// settled, or its mover is not and all children are; places not expanded count as `unknown`. Gives each settled
    /// place its distance; the queue keeps distances in order, so the first child to arrive is the least (eager) and
    /// the last the greatest (not eager).
    fn settle(&self, eager: impl Fn(usize) -> bool, unknown: bool) -> Vec<Option<u32>> {
        let mut left: Vec<usize> = self.children.iter().map(Vec::len).collect();
        let begins = |place: &usize| if self.expanded[*place] { left[*place] == 0 && !eager(*place) } else { unknown };
        let mut queue: Vec<usize> = (0..left.len()).filter(begins).collect();
        let mut distance = vec![None; left.len()];
        for &place in &queue {
            distance[place] = Some(0);
        }
        let mut next = 0;
        while let Some(&settled) = queue.get(next) {
            next += 1;
            for &parent in &self.parents[settled] {
                left[parent] -= 1;
                if distance[parent].is_none() && (eager(parent) || left[parent] == 0) {
                    distance[parent] = distance[settled].map(|plies: u32| plies + 1);
                    queue.push(parent);
                }
            }
        }
        distance
    }

    /// Plies to mate, the attacker forcing a defender without replies. With `hope` whatever is not expanded is
    /// taken for mate: what is no mate even then is no mate.
    fn mates(&self, hope: bool) -> Vec<Option<u32>> {
        self.settle(|place| self.attacks(place), hope)
    }

    fn truth(&self) -> Truth {
        let mate = self.mates(false)[0];
        // Taking away places without children again and again leaves the loops.
        let loops = self.settle(|_| false, true).contains(&None);
        let ends_checks = self.settle(|place| !self.attacks(place), true)[0].is_some();
        let refuses = |board: &Board| board.turn == self.attacker && board.refuses_drop_pawn_mate();
        Truth {
            mate,
            states: self.boards.len(),
            loops,
            perpetual: mate.is_none() && !ends_checks,
            drop_pawn_mate: self.boards.iter().any(refuses),
        }
    }
}

//! The attacker's other moves along the answer line: which of them mate, and what that says of the problem.
//!
//! A check that mates beside the line is told apart by a second search in which the positions of the line count as failures for the attacker: a
//! mate that is still found there is a cook; if none is, every other mate comes back to the line.

use super::pace::{Halt, Pace};
use crate::shogi::{Color, Hand, Key, Move, PieceKind, Position, Undo, attacks, movegen};
use crate::solver::Table;
use crate::solver::dfpn::Dfpn;
use crate::solver::exact::{Answer, Exact, Question};
use crate::solver::findings::{Finding, FirstMove, Other, Worth};
use crate::solver::length::Plies;
use crate::solver::node::Value;
use crate::solver::outcome::Length;
use crate::solver::path::Heads;
use crate::solver::proof_hand::EVERYTHING;
use std::sync::Arc;

/// Nodes that may be spent on one move, at each question about it, if nobody says how many.
const BUDGET: u64 = 300_000;

/// Where the moves are looked at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Extent {
    /// Along the whole line.
    Line,
    /// At its first move only, each move with its length.
    FirstMove,
}

/// Looks at the attacker's other moves, one after another.
pub(super) struct Others {
    extent: Extent,
    /// Nodes that may be spent on one move, at each question about it.
    budget: u64,
    table: Arc<Table>,
    line: Vec<Move>,
    /// The node whose moves are looked at.
    position: Position,
    ply: usize,
    /// Boards of the line with the attacker's hands, for the searches that avoid them.
    nodes_of_line: Vec<(Key, Hand)>,
    /// Moves at this node that are still to be looked at, the next last.
    waiting: Option<Vec<Move>>,
    trial: Option<Trial>,
    nodes: u64,
    findings: Vec<Finding>,
    first_moves: Vec<FirstMove>,
}

/// One move being looked at.
struct Trial {
    mv: Move,
    search: Box<Dfpn>,
    asked: Asked,
    /// Within how many plies after the move the last search found a mate.
    mate: Plies,
    /// Moves played on the other board to ask how long the mate is.
    played: Vec<Undo>,
}

/// What the search of a trial is to find out, each after a mate was found by the one before.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Asked {
    /// Whether the position after the move is a mate.
    Mate,
    /// Whether it is one without coming back to where the line has been, which would be repetition.
    WithoutRepetition,
    /// Whether it is one without coming to any board of the line, with more in hand or less.
    BesideTheLine,
}

impl Others {
    /// Along a line from `root`.
    pub(super) fn new(
        root: &Position,
        line: &[Move],
        (extent, budget): (Extent, Option<u64>),
        table: &Arc<Table>,
    ) -> Self {
        Self {
            extent,
            budget: budget.unwrap_or(BUDGET),
            table: Arc::clone(table),
            line: line.to_vec(),
            position: root.clone(),
            ply: 0,
            nodes_of_line: nodes_of(root.clone(), line),
            waiting: None,
            trial: None,
            nodes: 0,
            findings: Vec::new(),
            first_moves: Vec::new(),
        }
    }

    pub(super) fn nodes(&self) -> u64 {
        self.nodes + self.trial.as_ref().map_or(0, |trial| trial.search.nodes)
    }

    /// What was found so far along the line.
    pub(super) fn findings(&self) -> &[Finding] {
        &self.findings
    }

    /// The first moves looked at so far.
    pub(super) fn first_moves(&self) -> &[FirstMove] {
        &self.first_moves
    }

    /// Goes on to the end of the line. `exact` answers for its root, where the line begins.
    pub(super) fn go_on(&mut self, exact: &mut Exact, pace: Pace<'_>) -> Result<(), Halt> {
        let end = self.nodes() + exact.nodes() + pace.nodes;
        while self.ply < self.line.len() {
            let left = end.saturating_sub(self.nodes() + exact.nodes());
            let pace = Pace { nodes: left, ..pace };
            if self.trial.is_some() {
                self.go_on_trying(exact, pace)?;
            } else if !self.begin_trial() {
                self.advance();
            }
        }
        Ok(())
    }

    fn advance(&mut self) {
        self.position.play(self.line[self.ply]);
        self.waiting = None;
        self.ply = if self.extent == Extent::FirstMove { self.line.len() } else { self.ply + 1 };
    }

    fn begin_trial(&mut self) -> bool {
        if self.position.turn() == Color::White {
            return false;
        }
        let (position, main) = (&self.position, self.line[self.ply]);
        let all = self.extent == Extent::FirstMove;
        let waiting = self.waiting.get_or_insert_with(|| {
            let mut checks = Vec::new();
            movegen::checks(position, &mut checks);
            checks.sort_unstable_by_key(|mv| std::cmp::Reverse(mv.text_order()));
            checks.retain(|&mv| all || mv != main);
            checks
        });
        let Some(mv) = waiting.pop() else { return false };
        let search = Box::new(Dfpn::new(after(&self.position, mv), Plies::ANY, Arc::clone(&self.table)));
        self.trial = Some(Trial { mv, search, asked: Asked::Mate, mate: Plies::ZERO, played: Vec::new() });
        true
    }

    fn go_on_trying(&mut self, exact: &mut Exact, pace: Pace<'_>) -> Result<(), Halt> {
        let Some(trial) = &mut self.trial else { return Ok(()) };
        let budget = self.budget.saturating_sub(trial.search.nodes);
        let value = trial.search.run(trial.search.nodes + budget.min(pace.nodes), pace.monitor);
        if value.is_none() && (pace.nodes < budget || pace.monitor.stopped().is_some()) {
            return Err(Halt::Paused);
        }
        match (value, trial.asked) {
            (Some(Value::Proved { length, .. }), Asked::Mate) if length > Plies::ZERO => {
                self.ask(Asked::WithoutRepetition, length);
            }
            (Some(Value::Proved { length, .. }), Asked::Mate | Asked::WithoutRepetition) => {
                self.judge_mate(length, exact, pace)?;
            }
            (Some(Value::Proved { .. }), Asked::BesideTheLine) => self.end_other_mate(Finding::Cook),
            (Some(Value::Disproved { heads: Heads::CutOff, .. } | Value::Open { .. }) | None, _) => {
                self.end_trial(Some(Finding::Unknown), Worth::Unknown);
            }
            (Some(Value::Disproved { .. }), Asked::BesideTheLine) => self.end_other_mate(Finding::Detour),
            (Some(Value::Disproved { .. }), _) => self.end_trial(None, Worth::NoMate),
        }
        Ok(())
    }

    /// A move that mates: what kind of other mate it is.
    fn judge_mate(&mut self, length: Plies, exact: &mut Exact, pace: Pace<'_>) -> Result<(), Halt> {
        let Some(trial) = &mut self.trial else { return Ok(()) };
        trial.mate = length;
        let (mv, main, left) = (trial.mv, self.line[self.ply], self.line.len() - self.ply);
        if self.extent == Extent::FirstMove {
            let worth = Worth::Mate(self.length_of(length, exact, pace)?);
            self.end_trial(None, worth);
        } else if is_like(&self.position, mv, main) && self.is_as_short(exact, pace)? {
            self.end_other_mate(Finding::Dual);
        } else if left == 1 {
            self.end_other_mate(Finding::LastMove);
        } else {
            self.ask(Asked::BesideTheLine, length);
        }
        Ok(())
    }

    /// Goes on to the next question after a mate within `mate` plies.
    fn ask(&mut self, asked: Asked, mate: Plies) {
        let Some(trial) = &mut self.trial else { return };
        self.nodes += trial.search.nodes;
        let avoided = if asked == Asked::BesideTheLine {
            // A board of the line counts whatever is in hand there, but where it would be repetition.
            let later = self.nodes_of_line[self.ply + 1..].iter().map(|&(board, _)| (board, EVERYTHING));
            self.nodes_of_line[..=self.ply].iter().copied().chain(later).collect()
        } else {
            self.nodes_of_line[..=self.ply].to_vec()
        };
        let child = after(&self.position, trial.mv);
        let node = (child.board_key(), child.hand(Color::Black));
        let returns = avoided.iter().any(|&(board, hand)| board == node.0 && hand.contains(node.1));
        let search = Dfpn::new(child, Plies::ANY, Arc::clone(&self.table));
        let search = search.avoiding(&avoided);
        // A first move that gives pieces away and comes back with less mates all the same; along the line it is no mate of its own.
        let search = if self.extent == Extent::FirstMove { search.with_the_same_hand() } else { search };
        (trial.asked, trial.mate, trial.search) = (asked, mate, Box::new(search));
        match asked {
            Asked::BesideTheLine if returns => self.end_other_mate(Finding::Detour),
            _ if returns => self.end_trial(None, Worth::NoMate),
            _ => {}
        }
    }

    /// True if the mate by the move being looked at takes no longer than the line.
    fn is_as_short(&mut self, exact: &mut Exact, pace: Pace<'_>) -> Result<bool, Halt> {
        let Some(trial) = &mut self.trial else { return Ok(false) };
        let plies = (self.line.len() - self.ply - 1) as u16;
        let moves: Vec<Move> = self.line[..self.ply].iter().copied().chain([trial.mv]).collect();
        if trial.played.is_empty() {
            trial.played = moves.iter().map(|&mv| exact.play(mv)).collect();
        }
        let answer = exact.ask(Question::AtMost(plies), exact.nodes() + pace.nodes, pace.monitor)?;
        moves.iter().zip(trial.played.drain(..)).rev().for_each(|(&mv, undo)| exact.undo(mv, &undo));
        Ok(answer == Answer::Yes)
    }

    /// The length of the mate by a first move, from the root.
    fn length_of(&mut self, proved: Plies, exact: &mut Exact, pace: Pace<'_>) -> Result<Length, Halt> {
        let shortest = self.line.len() as u32;
        let at_most = (u32::from(proved.0) + 1).max(shortest);
        Ok(if self.is_as_short(exact, pace)? {
            Length::exactly(shortest)
        } else {
            Length { at_least: (shortest + 2).min(at_most), at_most }
        })
    }

    fn end_other_mate(&mut self, finding: fn(Other) -> Finding) {
        let mate = self.trial.as_ref().map_or(0, |trial| u32::from(trial.mate.0));
        self.end_trial(Some(finding), Worth::Mate(Length { at_least: 1, at_most: mate + 1 }));
    }

    fn end_trial(&mut self, finding: Option<fn(Other) -> Finding>, worth: Worth) {
        let Some(trial) = self.trial.take() else { return };
        self.nodes += trial.search.nodes;
        let other = Other { ply: self.ply as u32 + 1, mv: trial.mv };
        self.findings.extend(finding.map(|finding| finding(other)));
        if self.extent == Extent::FirstMove {
            self.first_moves.push(FirstMove { mv: trial.mv, worth });
        }
    }
}

fn after(position: &Position, mv: Move) -> Position {
    let mut position = position.clone();
    position.play(mv);
    position
}

/// Boards and the attacker's hands from the root to the end of a line.
fn nodes_of(mut position: Position, line: &[Move]) -> Vec<(Key, Hand)> {
    let node = |position: &Position| (position.board_key(), position.hand(Color::Black));
    let mut nodes = vec![node(&position)];
    for &mv in line {
        position.play(mv);
        nodes.push(node(&position));
    }
    nodes
}

/// True if the moves differ in promotion only, or are drops of the same slider that check along the same line.
fn is_like(position: &Position, a: Move, b: Move) -> bool {
    let same_piece = a.from().is_some() && (a.from(), a.to()) == (b.from(), b.to());
    let slider = matches!(a.dropped(), Some(PieceKind::Lance | PieceKind::Bishop | PieceKind::Rook));
    let same_line = position
        .king(Color::White)
        .is_some_and(|king| attacks::line(king, a.to()).has(b.to()) && !attacks::between(a.to(), b.to()).has(king));
    same_piece || slider && a.dropped() == b.dropped() && same_line
}

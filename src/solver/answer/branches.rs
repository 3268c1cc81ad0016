//! The defender's alternatives along the answer line (変化).

use super::pace::{Halt, Pace};
use super::walk::Walk;
use crate::shogi::{Move, Undo};
use crate::solver::exact::{Answer, Exact, Question};
use crate::solver::findings::{Mark, Variation, Variations};
use crate::solver::outcome::{Length, Line};

/// Which alternatives are wanted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Wanted {
    /// All, so many at most.
    All(usize),
    /// Those with a mark.
    Marked,
}

/// Goes along the line and looks at each alternative.
pub(super) struct Branches {
    wanted: Wanted,
    main: Line,
    /// Moves of the line that were played on the way to where it stands.
    played: Vec<Undo>,
    /// Alternatives at this node that are still to be looked at, the next last.
    waiting: Option<Vec<Move>>,
    branch: Option<Branch>,
    found: Variations,
}

/// One alternative being looked at; the move is played.
struct Branch {
    mv: Move,
    undo: Undo,
    /// Bounds of the length after the move.
    low: u16,
    high: u16,
    walk: Option<Walk>,
}

impl Branches {
    pub(super) fn new(main: &Line, wanted: Wanted) -> Self {
        Self {
            wanted,
            main: main.clone(),
            played: Vec::new(),
            waiting: None,
            branch: None,
            found: Variations::default(),
        }
    }

    /// What was found so far.
    pub(super) fn found(&self) -> &Variations {
        &self.found
    }

    /// Goes on; at the end of the line the root of `exact` is what it was. The line is that of `exact`'s root.
    pub(super) fn go_on(&mut self, exact: &mut Exact, pace: Pace<'_>) -> Result<(), Halt> {
        let end = exact.nodes() + pace.nodes;
        while self.played.len() < self.main.moves.len() {
            let pace = Pace { nodes: end.saturating_sub(exact.nodes()), ..pace };
            if self.branch.is_some() {
                self.follow(exact, pace)?;
            } else if !self.begin_branch(exact, pace)? {
                self.advance(exact);
            }
        }
        while let Some(undo) = self.played.pop() {
            exact.undo(self.main.moves[self.played.len()], &undo);
        }
        self.main.moves.clear();
        Ok(())
    }

    /// Plies from here to the end of the main line.
    fn left(&self) -> u16 {
        (self.main.moves.len() - self.played.len()) as u16
    }

    /// Plays the line's next move.
    fn advance(&mut self, exact: &mut Exact) {
        self.played.push(exact.play(self.main.moves[self.played.len()]));
        self.waiting = None;
    }

    /// Plays the next alternative of this node, if one is left.
    fn begin_branch(&mut self, exact: &mut Exact, pace: Pace<'_>) -> Result<bool, Halt> {
        if exact.position().turn() == crate::shogi::Color::Black {
            return Ok(false);
        }
        if self.waiting.is_none() {
            let question = Question::Replies(self.left());
            let replies = exact.ask(question, exact.nodes() + pace.nodes, pace.monitor)?;
            let main = self.main.moves[self.played.len()];
            let Answer::Moves(replies) = replies else { return Ok(false) };
            self.waiting = Some(replies.into_iter().filter(|&mv| mv != main).rev().collect());
        }
        let Some(waiting) = &mut self.waiting else { return Ok(false) };
        if let Wanted::All(most) = self.wanted
            && self.found.list.len() >= most
        {
            self.found.cut += waiting.len() as u32;
            waiting.clear();
        }
        let Some(mv) = waiting.pop() else { return Ok(false) };
        let high = self.left() - 1;
        self.branch = Some(Branch { mv, undo: exact.play(mv), low: 1, high, walk: None });
        Ok(true)
    }

    /// Finds the length of the branch, then its line.
    fn follow(&mut self, exact: &mut Exact, pace: Pace<'_>) -> Result<(), Halt> {
        let left = self.left();
        let end = exact.nodes() + pace.nodes;
        let Some(branch) = &mut self.branch else { return Ok(()) };
        while branch.low < branch.high {
            // Marks need to tell two lengths apart only; most alternatives are much shorter than the line.
            let middle = match self.wanted {
                Wanted::Marked if branch.high + 1 == left => left - 3,
                Wanted::Marked if branch.high + 3 == left && self.main.leftover.is_empty() => break,
                Wanted::Marked if branch.high + 3 == left && left > 5 => left - 5,
                Wanted::Marked => break,
                Wanted::All(_) => branch.low + (branch.high - branch.low) / 4 * 2,
            };
            match exact.ask(Question::AtMost(middle), end, pace.monitor)? {
                Answer::Yes => branch.high = middle,
                _ => branch.low = middle + 2,
            }
        }
        if branch.low == branch.high {
            let walk = branch.walk.get_or_insert_with(|| Walk::new(branch.high));
            walk.go_on(exact, Pace { nodes: end.saturating_sub(exact.nodes()), ..pace })?;
        }
        self.end_branch(exact);
        Ok(())
    }

    fn end_branch(&mut self, exact: &mut Exact) {
        let Some(branch) = self.branch.take() else { return };
        exact.undo(branch.mv, &branch.undo);
        let Some(rest) = branch.walk.as_ref().and_then(Walk::line) else { return };
        let moves = std::iter::once(branch.mv).chain(rest.moves.iter().copied()).collect();
        let line = Line { moves, leftover: rest.leftover };
        let before = self.played.len();
        let mark = self.mark(&line);
        if self.wanted == Wanted::Marked && mark.is_none() {
            return;
        }
        let length = Length::exactly((before + line.moves.len()) as u32);
        self.found.list.push(Variation { ply: before as u32 + 1, line, length, mark });
    }

    fn mark(&self, line: &Line) -> Option<Mark> {
        let left = usize::from(self.left());
        let clean = line.leftover.is_empty();
        match line.moves.len() {
            plies if plies == left && clean => Some(Mark::Equal),
            plies if plies + 2 == left && clean && !self.main.leftover.is_empty() => Some(Mark::Clean),
            _ => None,
        }
    }
}

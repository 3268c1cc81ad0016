//! Exact lengths by the definition of rules.md §3, and the choice among equals.
//!
//! What interpositions are useless at a node depends on how long its other replies last, so a conventional length is not monotone in
//! the attacker's hand, and nothing is shared between hands. Two bounds that are monotone do most of the work: the raw length is
//! never less, and the **floor**, in which a drop is left out as soon as V(*s*) is mate within the plies that are left, is never more (by
//! induction: what the definition leaves out is left out there). Both are found by df-pn with the table; only where
//! they disagree is the definition itself evaluated.
//!
//! A question about a position is answered from what is known, or else names the question that has to be answered first. Questions
//! stand on an explicit stack; after each answer the one below is evaluated anew. So this can pause anywhere, and the evaluation reads as
//! the definition does.

mod definition;
mod memo;

use super::answer::Halt;
use super::dfpn::Dfpn;
use super::length::Plies;
use super::node::{Step, Value};
use super::useless::Slide;
use super::{Convention, Monitor, Table};
use crate::shogi::{Key, Move, Position};
use memo::{Memo, Squares, key_here};
use std::sync::Arc;

/// A question about a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Question {
    /// Is its length at most so many plies?
    AtMost(u16),
    /// The same for a defender's node without the drops on all but the first so many gap squares.
    Within { squares: u8, plies: u16 },
    /// All replies of the defender but useless drops, the length being this.
    Replies(u16),
    /// The move of the answer line, the length being this.
    Choice(u16),
    /// How many pieces are left in the attacker's hand at the end of the answer line, the length being this?
    Leftover(u16),
}

/// The answer to a question.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Answer {
    Yes,
    No,
    /// Of [`Question::Replies`], in the fixed order.
    Moves(Vec<Move>),
    /// Of [`Question::Choice`]; `None` at the end of the line.
    Move(Option<Move>),
    /// Of [`Question::Leftover`].
    Pieces(u8),
}

/// The way from a position to the one that a question is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Way {
    Here,
    Move(Move),
    Slide(Slide),
}

/// What has to be answered first.
#[derive(Clone, Copy, Debug)]
enum Need {
    Question(Way, Question),
    /// Whether the floor of the position at hand is at most so many plies.
    Floor(u16),
    /// What was known and is forgotten: the question cannot be answered any more.
    Lost,
}

/// A question that waits for others.
struct Frame {
    way: Way,
    step: Option<Step>,
    question: Question,
    key: Key,
    /// Answers that hold on this stack only, because they met a question on it again.
    cut: Vec<(Way, Question, Answer)>,
    /// Least depth on the stack of a question that the answer here depends on in that way.
    depends: usize,
}

/// Answers questions about a root.
pub(super) struct Exact {
    /// The position that the last question is about.
    position: Position,
    convention: Convention,
    table: Arc<Table>,
    salt: Key,
    memo: Memo,
    frames: Vec<Frame>,
    search: Option<Box<Dfpn>>,
    nodes: u64,
}

impl Exact {
    /// In `root` Black attacks.
    pub(super) fn new(root: Position, convention: Convention, table: Arc<Table>) -> Self {
        let salt = super::salt::salt(&root);
        Self {
            position: root,
            convention,
            table,
            salt,
            memo: Memo::default(),
            frames: Vec::new(),
            search: None,
            nodes: 0,
        }
    }

    /// Moves made so far.
    pub(super) fn nodes(&self) -> u64 {
        self.nodes + self.search.as_ref().map_or(0, |search| search.nodes)
    }

    /// Frees what is kept beside the table; to be asked again later, it would find it anew.
    pub(super) fn forget(&mut self) {
        self.memo = Memo::default();
    }

    /// The root.
    pub(super) fn position(&self) -> &Position {
        debug_assert!(self.frames.is_empty());
        &self.position
    }

    /// Makes the position after `mv` the root. What is known stays.
    pub(super) fn play(&mut self, mv: Move) -> crate::shogi::Undo {
        debug_assert!(self.frames.is_empty());
        self.position.play(mv)
    }

    /// Takes a move back.
    pub(super) fn undo(&mut self, mv: Move, undo: &crate::shogi::Undo) {
        debug_assert!(self.frames.is_empty());
        self.position.undo(mv, undo);
    }

    /// Answers a question about the root. After [`Halt::Paused`] the same question is to be asked again.
    pub(super) fn ask(&mut self, question: Question, pause_at: u64, monitor: &Monitor) -> Result<Answer, Halt> {
        if self.frames.is_empty() {
            self.push(Way::Here, question);
        }
        loop {
            if self.nodes() >= pause_at || monitor.stopped().is_some() {
                return Err(Halt::Paused);
            }
            if self.memo.is_full() {
                return Err(Halt::Memory);
            }
            if self.search.is_some() {
                self.search_floor(pause_at, monitor)?;
            }
            let question = self.frames[self.frames.len() - 1].question;
            match self.evaluate(question) {
                Ok(answer) => {
                    if let Some(answer) = self.leave(answer) {
                        return Ok(answer);
                    }
                }
                Err(Need::Floor(plies)) => self.begin_search(plies),
                Err(Need::Lost) => return Err(Halt::Memory),
                Err(Need::Question(way, question)) => self.go(way, question),
            }
        }
    }

    fn begin_search(&mut self, plies: u16) {
        let search = Dfpn::new(self.position.clone(), Plies(plies), Arc::clone(&self.table));
        self.search = Some(Box::new(search.leaving_out(self.convention)));
    }

    /// Goes on with the search of a floor; an error if it is not over.
    fn search_floor(&mut self, pause_at: u64, monitor: &Monitor) -> Result<(), Halt> {
        let Some(search) = &mut self.search else { return Ok(()) };
        let target = search.root_target().0;
        let value = search.run(pause_at.saturating_sub(self.nodes), monitor).ok_or(Halt::Paused)?;
        self.nodes += search.nodes;
        self.search = None;
        self.memo.change(key_here(&self.position, None), |known| match value {
            Value::Proved { length, .. } => known.floor = known.floor.min(length.0),
            Value::Disproved { heads, .. } if heads.is_none() => known.low = known.low.max(target + 1),
            _ => {}
        });
        match value {
            Value::Disproved { heads, .. } if !heads.is_none() => Err(Halt::Memory),
            _ => Ok(()),
        }
    }

    /// Puts a question on the stack. If it stands there already, a chain of slides has come back, which is not mate.
    fn go(&mut self, way: Way, question: Question) {
        self.push(way, question);
        let last = self.frames.len() - 1;
        let top = &self.frames[last];
        let above = self.frames[..last].iter().position(|frame| frame.key == top.key && frame.question == question);
        if let Some(depth) = above {
            self.frames[last].depends = depth;
            self.leave(Answer::No);
        }
    }

    /// Takes the top question off the stack with its answer, which is kept if it holds of the position; the answer itself if it was the first
    /// question.
    fn leave(&mut self, answer: Answer) -> Option<Answer> {
        let frame = self.frames.pop()?;
        if frame.depends >= self.frames.len() {
            self.keep(&frame, &answer);
        } else if let Some(below) = self.frames.last_mut() {
            below.depends = below.depends.min(frame.depends);
            below.cut.push((frame.way, frame.question, answer.clone()));
        }
        match frame.step {
            None => {}
            Some(Step::Move(mv, undo)) => self.position.undo(mv, &undo),
            Some(Step::Slide(slid)) => self.position.slide_back(&slid),
        }
        self.frames.is_empty().then_some(answer)
    }

    fn keep(&mut self, frame: &Frame, answer: &Answer) {
        self.memo.change(frame.key, |known| match (frame.question, answer) {
            (Question::AtMost(plies) | Question::Within { plies, .. }, Answer::Yes) => {
                known.high = known.high.min(plies);
            }
            (Question::AtMost(plies) | Question::Within { plies, .. }, Answer::No) => {
                known.low = known.low.max(plies + 1);
            }
            (Question::Leftover(_), Answer::Pieces(count)) => known.leftover = *count,
            _ => {}
        });
    }

    fn push(&mut self, way: Way, question: Question) {
        let step = match way {
            Way::Here => None,
            Way::Move(mv) => Some(Step::Move(mv, self.position.play(mv))),
            Way::Slide(slide) => Some(Step::Slide(slide.make(&mut self.position))),
        };
        self.nodes += u64::from(step.is_some());
        let key = key_here(&self.position, squares_of(question));
        self.frames.push(Frame { step, way, question, key, cut: Vec::new(), depends: usize::MAX });
    }
}

fn squares_of(question: Question) -> Squares {
    match question {
        Question::Within { squares, .. } => Some(squares),
        _ => None,
    }
}

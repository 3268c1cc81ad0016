//! A puzzle in, for a move to be judged or a hint to be given.

use super::options;
use super::request::{Head, Start, both, wanted};
use super::response::Told;
use crate::notation::usi;
use crate::notation::western::Style;
use crate::service::budget::Budget;
use crate::service::fault::{DEFENDER_TO_MOVE, InputFault, MISSING_MOVE};
use crate::service::status::CallError;
use crate::service::{Config, proto};
use crate::shogi::{Move, Position};
use crate::solver::{Aim, Convention, Problem};
use std::time::Duration;

/// A problem with the attacker to move, and the way to it.
pub(crate) struct Puzzle {
    pub(crate) problem: Problem,
    /// What the way begins with, if that is a problem too.
    pub(crate) root: Option<Problem>,
    /// The way.
    pub(crate) moves: Vec<Move>,
    /// Whose length decides: that of `convention`, or the raw one, which leaves out nothing.
    pub(crate) counted: Convention,
    pub(crate) convention: Convention,
    pub(crate) budget: Budget,
    pub(crate) style: Style,
}

/// A move to judge.
pub(crate) struct CheckOrder {
    pub(crate) puzzle: Puzzle,
    pub(crate) mv: Move,
    /// Whether the position after it has been on the board before.
    pub(crate) repeats: bool,
}

/// How much a hint tells.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Level {
    Piece,
    Square,
    Move,
}

/// A hint to give.
pub(crate) struct HintOrder {
    pub(crate) puzzle: Puzzle,
    pub(crate) level: Level,
}

/// What a request says of limits and lengths.
struct Wishes<'a> {
    limits: Option<&'a proto::Limits>,
    length: i32,
    convention: i32,
}

impl CheckOrder {
    pub(crate) fn new(
        request: &proto::CheckMoveRequest,
        deadline: Option<Duration>,
        config: &Config,
    ) -> Result<Self, CallError> {
        let wishes = Wishes { limits: request.limits.as_ref(), length: request.length, convention: request.convention };
        let puzzle = Puzzle::read(&request.into(), &wishes, deadline, config);
        let ((puzzle, start), mv) = both(puzzle, one_move(&request.r#move))?;
        let repeats = puzzle.problem.position().is_legal(mv) && repeats(start, &puzzle.moves, mv);
        Ok(Self { puzzle, mv, repeats })
    }
}

impl HintOrder {
    pub(crate) fn new(
        request: &proto::GetHintRequest,
        deadline: Option<Duration>,
        config: &Config,
    ) -> Result<Self, CallError> {
        let wishes = Wishes { limits: request.limits.as_ref(), length: request.length, convention: request.convention };
        let puzzle = Puzzle::read(&request.into(), &wishes, deadline, config);
        let ((puzzle, _), level) = both(puzzle, level(request.level))?;
        Ok(Self { puzzle, level })
    }
}

impl Puzzle {
    /// The puzzle, and the position that its way begins with.
    fn read(
        head: &Head,
        wishes: &Wishes,
        deadline: Option<Duration>,
        config: &Config,
    ) -> Result<(Self, Position), CallError> {
        let start = Start::read(head, &[]).and_then(|start| Ok((attacked(&start)?, start)));
        let words = both(wanted(wishes.limits, deadline, config), options::counted(wishes.length, wishes.convention));
        let ((problem, start), (wanted, (counted, convention))) = both(start, words)?;
        let root = Problem::new(&start.setup, Some(problem.attacker())).ok();
        let first = Position::from_setup(&start.setup);
        let Start { moves, style, .. } = start;
        let budget = Budget::new(&wanted, config);
        Ok((Self { problem, root, moves, counted, convention, budget, style }, first))
    }

    /// What is to be told beside an outcome.
    pub(super) fn told(&self, from_store: bool) -> Told {
        let private_table_mib = self.budget.limits.nodes.map(|_| self.budget.private_table_mib);
        Told { private_table_mib, style: self.style, from_store, ..Told::default() }
    }

    /// What is to be found out about each position: both lengths, as of a problem that is solved, whose answer then serves here.
    pub(crate) fn aim(&self) -> Aim {
        Aim { convention: self.convention, ..Aim::LENGTHS }
    }
}

/// The problem of a start, its attacker to move.
fn attacked(start: &Start) -> Result<Problem, CallError> {
    let problem = start.problem()?;
    if problem.position().turn() == problem.attacker() {
        return Ok(problem);
    }
    let message = "The defender is to move: only the attacker is asked about.";
    Err(vec![InputFault::new(start.field, DEFENDER_TO_MOVE, message)].into())
}

fn one_move(text: &str) -> Result<Move, Vec<InputFault>> {
    if text.is_empty() {
        return Err(vec![InputFault::new("move", MISSING_MOVE, "Give a move in USI text, such as 7g7f or P*5e.")]);
    }
    usi::parse_move(text).map_err(|fault| vec![InputFault::of_position("move", fault)])
}

fn level(value: i32) -> Result<Level, Vec<InputFault>> {
    match proto::HintLevel::try_from(value) {
        Ok(proto::HintLevel::Unspecified | proto::HintLevel::Piece) => Ok(Level::Piece),
        Ok(proto::HintLevel::Square) => Ok(Level::Square),
        Ok(proto::HintLevel::Move) => Ok(Level::Move),
        Err(_) => Err(vec![super::request::unknown_value("level", value)]),
    }
}

/// True if the position after a legal move at the end of the way stood on the board before.
fn repeats(mut position: Position, moves: &[Move], mv: Move) -> bool {
    let now = |position: &Position| (position.board_key(), position.hands());
    let mut seen = vec![now(&position)];
    for &mv in moves.iter().chain([&mv]) {
        position.play(mv);
        seen.push(now(&position));
    }
    let last = seen.pop();
    seen.into_iter().any(|before| Some(before) == last)
}

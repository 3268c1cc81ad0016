//! Asks the solver for both lengths and their lines, and judges what it says by the twin.

use super::answer_line::{Answer, answer};
use super::board::{BLACK, Board, Side};
use super::conventional::Mode;
use super::ray_walk::RayProblem;
use super::text;
use std::sync::Arc;
use tsumi::notation::sfen;
use tsumi::shogi::{Color, PieceKind};
use tsumi::solver::{Aim, Convention, Length, Limits, Line, Mate, Monitor, Problem, Search, Stage, Table, Verdict};

/// Nodes allowed: far more than a problem within the lengths of a walk needs.
const NODES: u64 = 500_000;

/// Positions that the twin may look at for a line.
const CAP: usize = 300_000;

/// A problem as it is or turned, and what the twin says of it.
pub(crate) struct Question<'a> {
    pub(crate) problem: &'a RayProblem,
    pub(crate) board: Board,
    pub(crate) attacker: Side,
    pub(crate) mode: Mode,
}

impl Question<'_> {
    /// The solver's answer.
    ///
    /// # Errors
    /// A sentence, if the problem is refused.
    pub(crate) fn ask(&self, table: &Arc<Table>) -> Result<Verdict, String> {
        let color = if self.attacker == BLACK { Color::Black } else { Color::White };
        let problem = sfen::parse(&text::format(&self.board)).and_then(|setup| Problem::new(&setup, Some(color)));
        let problem = problem.map_err(|faults| format!("refused: {faults:?}"))?;
        let limits = Limits { nodes: Some(NODES), ..Limits::default() };
        let aim = Aim { stage: Stage::Conventional, convention: convention(self.mode), ..Aim::FIRST };
        Ok(Search::new(&problem, limits, Arc::clone(table)).aiming(aim).run_to_end(&Monitor::new()).verdict)
    }

    /// What is wrong with the lengths the solver states.
    ///
    /// # Errors
    /// A sentence that names the fault.
    pub(crate) fn judge_lengths(&self, verdict: &Verdict) -> Result<(), String> {
        let lengths = Mode::ALL.into_iter().zip(self.problem.lengths);
        let Verdict::Mate(mate) = verdict else {
            let truth: Vec<_> = lengths.filter(|(_, length)| length.is_some()).collect();
            return truth.is_empty().then_some(()).ok_or_else(|| format!("{verdict:?}, but {truth:?}"));
        };
        for (mode, truth) in lengths {
            let fits = match (mate.length(convention(mode)), truth) {
                (Some(said), Some(length)) => said == Length::exactly(length),
                (Some(said), None) => said.at_most > self.problem.limit(),
                // A mate longer than the twin looks for may be too long for the nodes.
                (None, _) => truth.is_none() && mate.unfinished.is_some(),
            };
            if !fits {
                return Err(format!("{:?} in {mode:?}, the truth is {truth:?}", mate.length(convention(mode))));
            }
        }
        Ok(())
    }

    /// What is wrong with the lines the solver gives, as far as the twin knows their lengths.
    ///
    /// # Errors
    /// A sentence that names the fault.
    pub(crate) fn judge_lines(&self, mate: &Mate) -> Result<(), String> {
        self.judge_line(self.mode, &mate.line)?;
        self.judge_line(Mode::None, mate.raw_line.as_ref().unwrap_or(&mate.line))
    }

    fn judge_line(&self, mode: Mode, line: &Line) -> Result<(), String> {
        let place = Mode::ALL.into_iter().position(|known| known == mode).expect("a mode");
        let Some(length) = self.problem.lengths[place] else { return Ok(()) };
        let Ok(Some(truth)) = answer(&self.board, self.attacker, (mode, length), CAP) else {
            return Err("out of the twin's reach".to_owned());
        };
        let said: Vec<String> = line.moves.iter().map(ToString::to_string).collect();
        let leftover: u32 = PieceKind::HAND.into_iter().map(|kind| u32::from(line.leftover.count(kind))).sum();
        let Answer { line: moves, leftover: left, .. } = truth;
        let moves: Vec<String> = moves.into_iter().map(text::usi).collect();
        let fits = said == moves && leftover == left;
        fits.then_some(()).ok_or_else(|| format!("{mode:?}: {said:?} leaves {leftover}, not {moves:?} leaving {left}"))
    }
}

fn convention(mode: Mode) -> Convention {
    match mode {
        Mode::None => Convention::None,
        Mode::Narrow => Convention::Narrow,
        Mode::Standard => Convention::Standard,
        Mode::Wide => Convention::Wide,
    }
}

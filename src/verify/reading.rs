//! How what is written becomes a problem.

use super::item::{Claim, Reason, Stated, Unreadable};
use super::line::mating_length;
use crate::notation::record::Record;
use crate::notation::usi;
use crate::shogi::{Color, Move, Position};
use crate::solver::Problem;

/// How positions are to be read.
#[derive(Clone, Copy, Debug, Default)]
pub struct Reading {
    /// Who mates; `None`: as the text says, else the side to move.
    pub attacker: Option<Color>,
    /// True: the defender holds every piece that is neither on the board nor in the attacker's hand (残り全部), whatever the text says.
    pub conventional_hand: bool,
    /// What moves behind an SFEN are. Those of records are always the solution.
    pub moves: Moves,
}

/// What `moves …` behind an SFEN is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Moves {
    /// They lead to the problem, as in USI.
    #[default]
    Lead,
    /// They are the claimed solution.
    Solve,
}

impl Reading {
    /// The problem that an argument states: an SFEN, or a USI `position` with moves.
    ///
    /// # Errors
    /// Every fault of the text and of the placement, or the first move that is not legal.
    pub fn text(self, text: &str) -> Result<Stated, Unreadable> {
        let written = usi::parse_position(text)?;
        self.line(Record { line: written.moves, ..Record::of(written.setup) })
    }

    /// The problem of a line of a file.
    pub(super) fn line(self, mut record: Record) -> Result<Stated, Unreadable> {
        if self.moves == Moves::Solve || record.line.is_empty() {
            return self.record(record);
        }
        let moves = std::mem::take(&mut record.line);
        let to_move = if moves.len().is_multiple_of(2) { record.setup.turn } else { !record.setup.turn };
        if self.conventional_hand {
            record.setup.fill_defender_hand(self.attacker.unwrap_or(to_move));
        }
        let mut position = record.setup.position()?;
        play(&mut position, &moves)?;
        let problem = Problem::from_position(&position, self.attacker)?;
        let claim = Claim { length: length(record.length), raw: length(record.raw), line: Vec::new() };
        Ok(Stated { problem, last: moves.last().copied(), title: record.title, claim })
    }

    /// The problem of a record, its main line the claimed solution.
    pub(super) fn record(self, record: Record) -> Result<Stated, Unreadable> {
        let Record { mut setup, attacker, line, length: stated, raw, title, .. } = record;
        let attacker = self.attacker.or(attacker);
        if self.conventional_hand {
            setup.fill_defender_hand(attacker.unwrap_or(setup.turn));
        }
        let problem = Problem::new(&setup, attacker)?;
        let raw = length(raw);
        // A line may be played as books play it or with every interposition: it is no claim beside one that is counted.
        let of_line = || mating_length(&problem, &line).filter(|_| raw.is_none());
        let length = length(stated).or_else(of_line);
        Ok(Stated { problem, last: None, title, claim: Claim { length, raw, line } })
    }
}

/// Nothing is no length of a mate: a column may say so where it has none.
fn length(plies: Option<u32>) -> Option<u32> {
    plies.filter(|&plies| plies > 0)
}

/// Plays moves.
///
/// # Errors
/// The first that is not legal.
pub fn play(position: &mut Position, moves: &[Move]) -> Result<(), Unreadable> {
    for (&mv, number) in moves.iter().zip(1..) {
        if !position.is_legal(mv) {
            let message = format!("move {number}, {mv}, is not legal there");
            return Err(Reason::new(Reason::ILLEGAL_MOVE, message).into());
        }
        position.play(mv);
    }
    Ok(())
}

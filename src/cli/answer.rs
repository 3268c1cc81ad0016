//! An answer in words.

use super::board::{self, Drawn};
use crate::notation::{japanese, western};
use crate::shogi::{Color, Move, Position};
use crate::solver::{Cause, Mate, Outcome, Problem, Statistics, Verdict};
use clap::builder::styling::{AnsiColor, Style};
use std::fmt;

/// Words for one answered problem: the board, the outcome, the line, what it cost.
pub(super) struct Answer<'a> {
    pub(super) problem: &'a Problem,
    pub(super) outcome: &'a Outcome,
}

const GOOD: Style = AnsiColor::Green.on_default().bold();
const OPEN: Style = AnsiColor::Yellow.on_default().bold();

impl fmt::Display for Answer<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let position = self.problem.position();
        write!(f, "{}", Drawn(position))?;
        let to_move = if position.turn() == self.problem.attacker() { "" } else { ", the defender is to move" };
        writeln!(f, "{} attacks{to_move}.\n", side(self.problem.attacker()))?;
        match &self.outcome.verdict {
            Verdict::Mate(mate) => self.mate(f, mate)?,
            Verdict::NoMate => {
                writeln!(f, "{GOOD}No mate{GOOD:#} (不詰): the defence has an answer to every attack, however long.")?;
            }
            Verdict::Unknown(cause) => writeln!(f, "{OPEN}Not decided{OPEN:#}: {}.", because(*cause))?,
        }
        writeln!(f, "{}", Cost(&self.outcome.statistics))
    }
}

impl Answer<'_> {
    fn mate(&self, f: &mut fmt::Formatter<'_>, mate: &Mate) -> fmt::Result {
        writeln!(f, "{GOOD}{}{GOOD:#}{}", headline(mate), doubt(mate))?;
        let mut position = self.problem.position().clone();
        let mut previous = None;
        for (&mv, ply) in mate.line.iter().zip(1..) {
            writeln!(f, "{}", numbered(&position, ply, mv, previous))?;
            position.play(mv);
            previous = Some(mv);
        }
        writeln!(f, "Left in the attacker's hand: {}.", board::hand(mate.leftover))
    }
}

fn side(color: Color) -> &'static str {
    match color {
        Color::Black => "Black",
        Color::White => "White",
    }
}

fn numbered(position: &Position, ply: usize, mv: Move, previous: Option<Move>) -> String {
    let western = western::move_text(position, mv, western::Style::default());
    let japanese = japanese::move_text(position, mv, previous.map(Move::to));
    // The text in wide letters comes last: nothing has to line up after it.
    format!("{ply:5}  {:6} {western:8} {japanese}", mv.to_string())
}

fn headline(mate: &Mate) -> String {
    match (mate.at_most, mate.at_least == mate.at_most) {
        (0, _) => "Already mate".to_owned(),
        (1, _) => "Mate in 1 ply".to_owned(),
        (plies, true) => format!("Mate in {plies} plies"),
        (plies, false) => format!("Mate within {plies} plies"),
    }
}

/// What the headline does not claim.
fn doubt(mate: &Mate) -> String {
    match mate.at_least == mate.at_most {
        true if mate.at_most <= 1 => ".".to_owned(),
        true => ", the shortest there is, every interposition counted.".to_owned(),
        false => {
            format!(", every interposition counted. The shortest length is not proved: at least {}.", mate.at_least)
        }
    }
}

fn because(cause: Cause) -> String {
    match cause {
        Cause::Time => "the time is spent".to_owned(),
        Cause::Nodes => "the nodes are spent".to_owned(),
        Cause::Memory => "the memory is too small for this problem".to_owned(),
        Cause::Plies(plies) => format!("no mate within {plies} plies; longer ones were not looked for"),
        Cause::Cancelled => "interrupted".to_owned(),
    }
}

/// Nodes and time.
pub(super) struct Cost<'a>(pub(super) &'a Statistics);

impl fmt::Display for Cost<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Statistics { nodes, time, .. } = *self.0;
        write!(f, "{nodes} node{} in {:.3} s", if nodes == 1 { "" } else { "s" }, time.as_secs_f64())
    }
}

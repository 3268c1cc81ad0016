//! An answer in words.

use super::board::{self, Drawn};
use crate::notation::{japanese, western};
use crate::shogi::{Move, Position};
use crate::solver::{Mate, Outcome, Problem, Statistics, Verdict};
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
        writeln!(f, "{} attacks{to_move}.\n", self.problem.attacker())?;
        let style = if matches!(self.outcome.verdict, Verdict::Unknown(_)) { OPEN } else { GOOD };
        let sentence = self.outcome.verdict.to_string();
        let (head, rest) = sentence.split_at(sentence.find([',', '.', ':', ';', '(']).unwrap_or(sentence.len()));
        writeln!(f, "{style}{head}{style:#}{rest}")?;
        if let Verdict::Mate(mate) = &self.outcome.verdict {
            self.line(f, mate)?;
        }
        writeln!(f, "{}", Cost(&self.outcome.statistics))
    }
}

impl Answer<'_> {
    fn line(&self, f: &mut fmt::Formatter<'_>, mate: &Mate) -> fmt::Result {
        let mut position = self.problem.position().clone();
        let mut previous = None;
        for (&mv, ply) in mate.line.moves.iter().zip(1..) {
            writeln!(f, "{}", numbered(&position, ply, mv, previous))?;
            position.play(mv);
            previous = Some(mv);
        }
        writeln!(f, "Left in the attacker's hand: {}.", board::hand(mate.line.leftover))
    }
}

fn numbered(position: &Position, ply: usize, mv: Move, previous: Option<Move>) -> String {
    let western = western::move_text(position, mv, western::Style::default());
    let japanese = japanese::move_text(position, mv, previous.map(Move::to));
    // The text in wide letters comes last: nothing has to line up after it.
    format!("{ply:5}  {:6} {western:8} {japanese}", mv.to_string())
}

/// Nodes and time.
pub(super) struct Cost<'a>(pub(super) &'a Statistics);

impl fmt::Display for Cost<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Statistics { nodes, time, .. } = *self.0;
        write!(f, "{nodes} node{} in {:.3} s", if nodes == 1 { "" } else { "s" }, time.as_secs_f64())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::{sfen, usi};
    use crate::shogi::Hand;
    use crate::solver::{Length, Line};

    #[test]
    fn a_line_of_thousands_of_plies_is_told_to_its_end() {
        let setup = sfen::parse("4k4/9/9/9/9/9/9/9/4K4 b - 1").unwrap();
        let problem = Problem::new(&setup, None).unwrap();
        let moves = ["5i5h", "5a5b", "5h5i", "5b5a"].map(|text| usi::parse_move(text).unwrap());
        let line: Vec<Move> = moves.into_iter().cycle().take(4_001).collect();
        let mate = Mate::found(Line { moves: line, leftover: Hand::EMPTY }, Length { at_least: 3, at_most: 4_001 });
        let outcome = Outcome { verdict: Verdict::Mate(Box::new(mate)), statistics: Statistics::default() };
        let text = Answer { problem: &problem, outcome: &outcome }.to_string();
        assert!(text.contains("Mate within 4001 plies") || text.contains("within 4001 plies"), "{}", &text[..600]);
        assert!(text.contains("\n 4001  5i5h   K-5h     ▲５八玉\n"), "{}", &text[text.len() - 300..]);
    }
}

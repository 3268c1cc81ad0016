//! An answer in words.

mod extras;

use super::board::{self, Drawn};
use super::letters::Letters;
use crate::notation::western;
use crate::shogi::{Move, Position};
use crate::solver::{Convention, Length, LineKind, Mate, Outcome, Problem, Statistics, Verdict};
use clap::builder::styling::{AnsiColor, Style};
use extras::Extras;
use std::fmt;

/// Words for one answered problem: the board, the outcome, the line, what it cost.
pub(super) struct Answer<'a> {
    pub(super) problem: &'a Problem,
    pub(super) outcome: &'a Outcome,
    /// The move that led to the position.
    pub(super) last: Option<Move>,
    pub(super) letters: Letters,
    /// Whether a checker has accepted a certificate of the raw length.
    pub(super) certified: bool,
}

const GOOD: Style = AnsiColor::Green.on_default().bold();
const OPEN: Style = AnsiColor::Yellow.on_default().bold();

impl fmt::Display for Answer<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (position, attacker, letters) = (self.problem.position(), self.problem.attacker(), self.letters);
        write!(f, "{}", Drawn { position, attacker, last: self.last, letters })?;
        let to_move = if position.turn() == attacker { "" } else { ", the defender is to move" };
        writeln!(f, "{attacker} attacks{to_move}.\n")?;
        let style = if matches!(self.outcome.verdict, Verdict::Unknown(_)) { OPEN } else { GOOD };
        let sentence = self.outcome.verdict.to_string();
        let (head, rest) = sentence.split_at(sentence.find([',', '.', ':', ';', '(']).unwrap_or(sentence.len()));
        writeln!(f, "{style}{head}{style:#}{rest}")?;
        match &self.outcome.verdict {
            Verdict::Mate(mate) => self.mate(f, mate)?,
            _ if self.certified => writeln!(f, "Certified: an independent checker has accepted the proof.")?,
            _ => {}
        }
        writeln!(f, "{}", Cost(&self.outcome.statistics))
    }
}

impl Answer<'_> {
    fn mate(&self, f: &mut fmt::Formatter<'_>, mate: &Mate) -> fmt::Result {
        self.line(f, mate)?;
        writeln!(f, "Left in the attacker's hand: {}.", board::hand(mate.line.leftover, self.letters))?;
        if mate.kind == LineKind::Found && mate.line.moves.len() > 1 {
            writeln!(f, "The line is the first that was found: either side may have better moves.")?;
        }
        self.lengths(f, mate)?;
        write!(f, "{}", Extras { problem: self.problem, mate, letters: self.letters })?;
        match mate.unfinished {
            Some(cause) => writeln!(f, "{OPEN}Not all was found out{OPEN:#}: {cause}."),
            None => Ok(()),
        }
    }

    fn line(&self, f: &mut fmt::Formatter<'_>, mate: &Mate) -> fmt::Result {
        let mut position = self.problem.position().clone();
        let mut previous = None;
        for (&mv, ply) in mate.line.moves.iter().zip(1..) {
            // The text in wide letters comes last: nothing has to line up after it.
            let columns = columns(&position, ply, mv);
            match self.letters {
                Letters::Japanese => writeln!(f, "{columns} {}", self.letters.moves(&position, &[mv], previous))?,
                Letters::Ascii => writeln!(f, "{}", columns.trim_end())?,
            }
            position.play(mv);
            previous = Some(mv);
        }
        Ok(())
    }

    /// Each length with what vouches for it, and where people may disagree.
    fn lengths(&self, f: &mut fmt::Formatter<'_>, mate: &Mate) -> fmt::Result {
        let raw = told(mate.raw, self.certified);
        match mate.conventional.first() {
            Some(&(_, length)) => writeln!(f, "Length: conventional {}, raw {raw}.", told(length, false))?,
            None => writeln!(f, "Length: raw {raw}.")?,
        }
        if !mate.conventions_differ() {
            return Ok(());
        }
        let modes = Convention::ALL.into_iter().filter(|&mode| mode != Convention::None);
        let each = modes.filter_map(|mode| Some(format!("{} {}", mode.as_str(), plies(mate.length(mode)?))));
        let each: Vec<String> = each.collect();
        writeln!(f, "Which interpositions are useless (無駄合) is open to dispute here: {}.", each.join(", "))
    }
}

/// `13 (searched)`, `11 to 13 (interval)`.
fn told(length: Length, certified: bool) -> String {
    let proof = match length.proved() {
        Some(_) if certified => "certified",
        Some(_) => "searched",
        None => "interval",
    };
    format!("{} ({proof})", plies(length))
}

/// `13`, `11 to 13`.
fn plies(length: Length) -> String {
    match length.proved() {
        Some(plies) => plies.to_string(),
        None => format!("{} to {}", length.at_least, length.at_most),
    }
}

/// A move beside the line or in it: ply, USI, western text.
fn columns(position: &Position, ply: u32, mv: Move) -> String {
    let western = western::move_text(position, mv, western::Style::default());
    format!("{ply:5}  {:6} {western:8}", mv.to_string())
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
        let outcome =
            Outcome { verdict: Verdict::Mate(Box::new(mate)), refutation: None, statistics: Statistics::default() };
        let text =
            Answer { problem: &problem, outcome: &outcome, last: None, letters: Letters::Japanese, certified: false };
        let text = text.to_string();
        assert!(text.contains("Mate within 4001 plies") || text.contains("within 4001 plies"), "{}", &text[..600]);
        assert!(text.contains("\n 4001  5i5h   K-5h     ▲５八玉\n"), "{}", &text[text.len() - 300..]);
    }
}

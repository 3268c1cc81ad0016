//! What was asked beside the answer, in words: variations, first moves, soundness.

use super::super::board;
use super::super::letters::Letters;
use super::plies;
use crate::shogi::{Hand, Move, Position};
use crate::solver::{
    Count, Finding, FirstMove, Length, Line, Mark, Mate, Problem, Soundness, Variation, Variations, Worth,
};
use crate::verify;
use std::fmt;

/// Words for what was found out about a mate.
pub(super) struct Extras<'a> {
    pub(super) problem: &'a Problem,
    pub(super) mate: &'a Mate,
    pub(super) letters: Letters,
}

impl fmt::Display for Extras<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Mate { longest, variations, first_moves, soundness, .. } = self.mate;
        longest.iter().try_for_each(|line| self.longest(f, line))?;
        variations.iter().try_for_each(|variations| self.variations(f, variations))?;
        first_moves.iter().try_for_each(|moves| self.first_moves(f, moves))?;
        soundness.iter().try_for_each(|soundness| self.soundness(f, soundness))
    }
}

impl Extras<'_> {
    /// The position at a ply of the longest line, and the move before it.
    fn at(&self, ply: u32) -> (Position, Option<Move>) {
        let stem = self.mate.stem();
        let previous = (ply as usize).checked_sub(2).and_then(|index| stem.moves.get(index));
        (stem.before(self.problem.position(), ply), previous.copied())
    }

    fn columns(&self, ply: u32, mv: Move) -> String {
        super::columns(&self.at(ply).0, ply, mv)
    }

    fn hand(&self, hand: Hand) -> String {
        board::hand(hand, self.letters)
    }

    /// Moves from a ply on.
    fn moves(&self, ply: u32, moves: &[Move]) -> String {
        let (position, previous) = self.at(ply);
        self.letters.moves(&position, moves, previous)
    }

    fn longest(&self, f: &mut fmt::Formatter<'_>, line: &Line) -> fmt::Result {
        let count = Count(u32::try_from(line.moves.len()).unwrap_or(u32::MAX));
        writeln!(f, "The longest line takes {count} and leaves {}:", self.hand(line.leftover))?;
        writeln!(f, "       {}", self.moves(1, &line.moves))
    }

    fn variations(&self, f: &mut fmt::Formatter<'_>, Variations { list, cut }: &Variations) -> fmt::Result {
        writeln!(f, "\nVariations (変化), the defender's other moves, with the length from the start:")?;
        for variation in list {
            self.variation(f, variation)?;
        }
        match (list.len(), cut) {
            (0, 0) => writeln!(f, "  None: the defender has no other."),
            (_, 0) => Ok(()),
            (_, 1) => writeln!(f, "  One more is not shown."),
            (_, cut) => writeln!(f, "  {cut} more are not shown."),
        }
    }

    fn variation(&self, f: &mut fmt::Formatter<'_>, variation: &Variation) -> fmt::Result {
        let Variation { ply, line, length, mark } = variation;
        let Some(&first) = line.moves.first() else { return Ok(()) };
        let mark = match mark {
            None => "",
            Some(Mark::Equal) => ", equal (変同)",
            Some(Mark::Clean) => ", clean (変長)",
        };
        let left =
            if line.leftover.is_empty() { String::new() } else { format!(", leaves {}", self.hand(line.leftover)) };
        writeln!(
            f,
            "{} {}{mark}{left}: {}",
            self.columns(*ply, first),
            in_plies(*length),
            self.moves(*ply, &line.moves)
        )
    }

    fn first_moves(&self, f: &mut fmt::Formatter<'_>, moves: &[FirstMove]) -> fmt::Result {
        if moves.is_empty() {
            return Ok(());
        }
        writeln!(f, "\nFirst moves that check:")?;
        for FirstMove { mv, worth } in moves {
            let worth = match worth {
                Worth::Mate(length) => format!("mates in {}", in_plies(*length)),
                Worth::NoMate => "does not mate (不詰)".to_owned(),
                Worth::Unknown => "not decided".to_owned(),
            };
            writeln!(f, "{} {worth}: {}", self.columns(1, *mv), self.moves(1, &[*mv]))?;
        }
        Ok(())
    }

    fn soundness(&self, f: &mut fmt::Formatter<'_>, soundness: &Soundness) -> fmt::Result {
        let undecided = |finding: &Finding| matches!(finding, Finding::Unknown(_));
        let faulty = || soundness.findings.iter().any(|it| it.is_defect() && !undecided(it));
        let head = match soundness.findings.iter().any(undecided) {
            _ if soundness.is_sound() => "sound (完全作): no defect was found",
            _ if faulty() => "not sound",
            true => "not decided: some moves could not be",
            false => "not decided: not everything was looked at",
        };
        writeln!(f, "\nThe problem is {head}.")?;
        let told = |finding| verify::sentence(finding, self.problem, self.mate);
        soundness.findings.iter().try_for_each(|finding| writeln!(f, "  {}", told(finding)))
    }
}

fn in_plies(length: Length) -> String {
    match length.proved() {
        Some(plies) => Count(plies).to_string(),
        None => format!("{} plies", plies(length)),
    }
}

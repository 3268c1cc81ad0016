//! Positions from arguments, files and standard input.

use super::talk::talk;
use crate::notation::usi;
use crate::shogi::{Color, Position};
use crate::solver::Problem;
use crate::verify::{self, Unreadable};
use clap::{Args, ValueEnum};
use std::io::{self, IsTerminal};

pub(super) use crate::verify::shortened;

/// How positions are to be read.
#[derive(Args, Clone, Copy, Debug, Default)]
pub(super) struct Reading {
    /// Who mates; by default whom the text names, else the side to move
    #[arg(long, value_enum, value_name = "SIDE")]
    attacker: Option<Side>,
    /// Give the defender every piece that is neither on the board nor in the attacker's hand (残り全部)
    #[arg(long)]
    conventional_hand: bool,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum Side {
    Black,
    White,
}

impl Reading {
    /// The problem that a text states: an SFEN, or a USI `position` with moves that lead to it.
    pub(super) fn problem(self, text: &str) -> Result<Problem, Unreadable> {
        Ok(self.with(verify::Moves::Lead).text(text)?.problem)
    }

    /// All problems that the arguments name; without arguments those of standard input.
    pub(super) fn items(self, arguments: &[String], moves: verify::Moves) -> verify::Items {
        let asks = arguments.is_empty() || arguments.iter().any(|argument| argument == "-");
        if asks && io::stdin().is_terminal() {
            talk("one position a line, please; end with Ctrl-D");
        }
        verify::items(arguments, self.with(moves))
    }

    fn with(self, moves: verify::Moves) -> verify::Reading {
        let attacker = self.attacker.map(|side| match side {
            Side::Black => Color::Black,
            Side::White => Color::White,
        });
        verify::Reading { attacker, conventional_hand: self.conventional_hand, moves }
    }
}

/// The position that a text states, for a game or a diagram.
pub(super) fn position(text: &str) -> Result<Position, Unreadable> {
    let written = usi::parse_position(text)?;
    let mut position = written.setup.position()?;
    verify::play(&mut position, &written.moves)?;
    Ok(position)
}

//! Positions from arguments, files and standard input.

use super::talk::talk;
use crate::notation::{problem_file, usi};
use crate::shogi::{Color, Fault, Move, Position};
use crate::solver::Problem;
use clap::{Args, ValueEnum};
use std::fmt;
use std::io::{self, IsTerminal, Read};
use std::path::Path;

/// How positions are to be read.
#[derive(Args, Clone, Copy, Debug, Default)]
pub(super) struct Reading {
    /// Who mates; by default the side to move
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

/// One position as somebody wrote it.
pub(super) struct Item {
    /// What messages call it: `argument 2`, `mates.tsv:17`.
    pub(super) name: String,
    /// The text; a sentence where it could not be read.
    pub(super) text: Result<String, String>,
}

/// Why a position is not searched.
#[derive(Debug)]
pub(super) enum Refusal {
    /// Its text or placement has faults.
    Faults(Vec<Fault>),
    /// The move with this number, from 1, is not legal.
    Move(usize, String),
}

/// All positions that the arguments name; without arguments those of standard input.
pub(super) fn items(arguments: &[String]) -> Vec<Item> {
    let only_input = ["-".to_owned()];
    let arguments = if arguments.is_empty() { &only_input } else { arguments };
    arguments.iter().zip(1..).flat_map(|(argument, number)| of_argument(argument, number)).collect()
}

fn of_argument(argument: &str, number: usize) -> Vec<Item> {
    if argument == "-" {
        if io::stdin().is_terminal() {
            talk("one position a line, please; end with Ctrl-D");
        }
        let mut bytes = Vec::new();
        let read = io::stdin().lock().read_to_end(&mut bytes);
        return of_file("standard input", read.map(|_| bytes));
    }
    if Path::new(argument).exists() {
        return of_file(argument, std::fs::read(argument));
    }
    let name = format!("argument {number}");
    let looks_like_file = !argument.contains([' ', '_']) && !argument.starts_with("startpos");
    let missing = || Err(missing(argument));
    vec![Item { name, text: if looks_like_file { missing() } else { Ok(argument.to_owned()) } }]
}

fn missing(argument: &str) -> String {
    let is_board = argument.matches('/').count() == 8;
    let advice = if is_board { ": put an SFEN in quotes, or _ for its spaces" } else { "" };
    format!("`{}` is neither a file nor a position{advice}", shortened(argument))
}

fn of_file(name: &str, bytes: io::Result<Vec<u8>>) -> Vec<Item> {
    let bytes = match bytes {
        Ok(bytes) => bytes,
        Err(error) => return vec![Item { name: name.to_owned(), text: Err(error.to_string()) }],
    };
    let found = problem_file::positions(&bytes);
    if found.is_empty() {
        return vec![Item { name: name.to_owned(), text: Err("there is no position in it".to_owned()) }];
    }
    found.into_iter().map(|(line, text)| Item { name: format!("{name}:{line}"), text }).collect()
}

/// The position that a text states, for a game or a diagram.
pub(super) fn position(text: &str) -> Result<Position, Refusal> {
    let written = usi::parse_position(text).map_err(Refusal::Faults)?;
    let mut position = written.setup.position().map_err(Refusal::Faults)?;
    play(&mut position, &written.moves)?;
    Ok(position)
}

impl Reading {
    /// The problem that a text states: an SFEN, or a USI `position` with moves.
    pub(super) fn problem(self, text: &str) -> Result<Problem, Refusal> {
        let written = usi::parse_position(text).map_err(Refusal::Faults)?;
        let mut setup = written.setup;
        let attacker = self.attacker.map(|side| match side {
            Side::Black => Color::Black,
            Side::White => Color::White,
        });
        if self.conventional_hand {
            let to_move = if written.moves.len() % 2 == 0 { setup.turn } else { !setup.turn };
            setup.fill_defender_hand(attacker.unwrap_or(to_move));
        }
        if !written.moves.is_empty() {
            let mut position = setup.position().map_err(Refusal::Faults)?;
            play(&mut position, &written.moves)?;
            setup = position.to_setup();
        }
        Problem::new(&setup, attacker).map_err(Refusal::Faults)
    }
}

fn play(position: &mut Position, moves: &[Move]) -> Result<(), Refusal> {
    for (&mv, number) in moves.iter().zip(1..) {
        if !position.is_legal(mv) {
            return Err(Refusal::Move(number, mv.to_string()));
        }
        position.play(mv);
    }
    Ok(())
}

impl Refusal {
    /// The reason codes, `TWO_KINGS TOO_MANY_PIECES`.
    pub(super) fn codes(&self) -> String {
        match self {
            Self::Faults(faults) => {
                let mut codes: Vec<&str> = faults.iter().map(|fault| fault.code.as_str()).collect();
                codes.dedup();
                codes.join(" ")
            }
            Self::Move(..) => "ILLEGAL_MOVE".to_owned(),
        }
    }
}

/// One line a fault: code, sentence, place.
impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Faults(faults) => {
                let lines: Vec<String> =
                    faults.iter().map(|fault| format!("{fault}{}", fault.place.in_brackets())).collect();
                f.write_str(&lines.join("\n"))
            }
            Self::Move(number, mv) => write!(f, "ILLEGAL_MOVE: move {number}, {mv}, is not legal there"),
        }
    }
}

/// A text fit for a message: control characters escaped, cut after 60 characters.
pub(super) fn shortened(text: &str) -> String {
    let mut short: String = text.chars().take(60).flat_map(char::escape_debug).collect();
    if text.chars().nth(60).is_some() {
        short.push('…');
    }
    short
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn messages_quote_foreign_text_safely() {
        assert_eq!(shortened("a\n\0b"), "a\\n\\0b");
        let long = shortened(&"x".repeat(1 << 20));
        assert_eq!(long.chars().count(), 61);
    }

    #[test]
    fn an_argument_is_a_file_or_a_position() {
        let items = items(&["no-such-file".to_owned(), "a_b".to_owned()]);
        assert_eq!(items[0].text.as_ref().unwrap_err(), "`no-such-file` is neither a file nor a position");
        let cut = "4k4/9/9/9/9/9/9/9/9";
        assert!(missing(cut).ends_with("a position: put an SFEN in quotes, or _ for its spaces"), "{}", missing(cut));
        assert_eq!((items[1].name.as_str(), items[1].text.as_deref()), ("argument 2", Ok("a_b")));
    }
}

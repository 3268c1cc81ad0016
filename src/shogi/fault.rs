//! Why a placement is refused, and where in it.

use super::{Color, Square};
use std::fmt;

/// Why a placement or a problem is refused. The text codes are part of the service's contract.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[non_exhaustive]
pub enum FaultCode {
    /// The text cannot be read at all.
    MalformedText,
    /// A side has two kings or more.
    TwoKings,
    /// Neither side has a king.
    NoKing,
    /// The side that is to be mated has no king.
    NoDefenderKing,
    /// More pieces of a kind than a full set holds.
    TooManyPieces,
    /// A pawn, lance or knight where it can never move again.
    DeadEndPiece,
    /// Two unpromoted pawns of one side on a file.
    TwoPawnsOnFile,
    /// The side not to move is in check (in a game position, where nobody is attacker).
    OpponentInCheck,
    /// The defender is already in check with the attacker to move.
    DefenderInCheck,
    /// The attacker's king can be captured with the defender to move.
    AttackerKingCapturable,
    /// The defender is to move at the root and is not in check.
    DefenderNotInCheck,
}

impl FaultCode {
    /// The code as callers see it, `TWO_PAWNS_ON_FILE`.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::MalformedText => "MALFORMED_TEXT",
            Self::TwoKings => "TWO_KINGS",
            Self::NoKing => "NO_KING",
            Self::NoDefenderKing => "NO_DEFENDER_KING",
            Self::TooManyPieces => "TOO_MANY_PIECES",
            Self::DeadEndPiece => "DEAD_END_PIECE",
            Self::TwoPawnsOnFile => "TWO_PAWNS_ON_FILE",
            Self::OpponentInCheck => "OPPONENT_IN_CHECK",
            Self::DefenderInCheck => "DEFENDER_IN_CHECK",
            Self::AttackerKingCapturable => "ATTACKER_KING_CAPTURABLE",
            Self::DefenderNotInCheck => "DEFENDER_NOT_IN_CHECK",
        }
    }
}

/// Where in the placement a fault is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Place {
    /// One square.
    Square(Square),
    /// A file, 1–9.
    File(u8),
    /// A side's hand.
    Hand(Color),
    /// Byte range of the input text, start and end (exclusive).
    Text(usize, usize),
    /// The placement as a whole.
    Whole,
}

impl Place {
    /// The place in brackets, to follow a sentence: ` (square 5e)`. Empty for the whole: there the sentence says all.
    pub fn in_brackets(self) -> String {
        if self == Self::Whole { String::new() } else { format!(" ({self})") }
    }
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Square(square) => write!(f, "square {square}"),
            Self::File(file) => write!(f, "file {file}"),
            Self::Hand(color) => write!(f, "{color}'s hand"),
            Self::Text(start, end) if *end > start + 1 => write!(f, "bytes {start} to {}", end - 1),
            Self::Text(start, _) => write!(f, "byte {start}"),
            Self::Whole => f.write_str("the whole position"),
        }
    }
}

/// One reason why a placement is refused: a code, a place, a sentence.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// The reason.
    pub code: FaultCode,
    /// Where it is.
    pub place: Place,
    /// A sentence for a person.
    pub message: String,
}

impl Fault {
    /// A fault with these parts.
    pub fn new(code: FaultCode, place: Place, message: impl Into<String>) -> Self {
        Self { code, place, message: message.into() }
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.code.as_str(), self.message)
    }
}

impl std::error::Error for Fault {}

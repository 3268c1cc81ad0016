//! Any placement of pieces, and its one way into a legal [`Position`].

use super::{ByColor, Color, Hand, Piece, PieceKind, Position, Square};
use std::fmt;

/// A placement as somebody wrote it: nothing is checked yet.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Setup {
    /// What stands on each square, by [`Square::index`].
    pub board: [Option<Piece>; Square::COUNT],
    /// Pieces in hand.
    pub hands: ByColor<Hand>,
    /// The side to move.
    pub turn: Color,
}

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

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.code.as_str(), self.message)
    }
}

impl std::error::Error for Fault {}

impl Setup {
    /// The faults every use shares: too many of a kind (hands included), two kings of a side, no king at all,
    /// dead-end pieces, two pawns on a file. All of them are reported, in that order.
    pub fn faults(&self) -> Vec<Fault> {
        todo!()
    }

    /// The position, for a game or a diagram: [`Setup::faults`], and the side not to move may not be in check.
    ///
    /// # Errors
    /// Every fault found.
    pub fn position(&self) -> Result<Position, Vec<Fault>> {
        todo!()
    }

    /// Every piece that is neither on the board nor in `attacker`'s hand goes to the other side's hand
    /// (残り全部); kings are left out. Kinds of which too many are placed count as none left.
    pub fn fill_defender_hand(&mut self, attacker: Color) {
        let _ = (attacker, PieceKind::HAND);
        todo!()
    }
}

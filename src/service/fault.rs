//! What is wrong with a request.

use crate::shogi::{Fault, Place};

/// One fault of a request's field. [`Fault`] covers positions and their texts; requests have more that can be wrong.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct InputFault {
    /// Path of the field, `usi.moves[3]`.
    pub(super) field: String,
    /// Code for programs.
    pub(super) reason: &'static str,
    /// Where in the position or in the field's text.
    pub(super) place: Place,
    /// Sentence for a person.
    pub(super) message: String,
}

/// No position was given.
pub(super) const MISSING_POSITION: &str = "MISSING_POSITION";
/// No move was given.
pub(super) const MISSING_MOVE: &str = "MISSING_MOVE";
/// The attacker is asked about, and the defender is to move.
pub(super) const DEFENDER_TO_MOVE: &str = "DEFENDER_TO_MOVE";
/// A move breaks a rule.
pub(super) const ILLEGAL_MOVE: &str = "ILLEGAL_MOVE";
/// A number is above the server's bound or outside the field's range.
pub(super) const OUT_OF_RANGE: &str = "OUT_OF_RANGE";
/// An enum field holds a value this server does not know.
pub(super) const UNKNOWN_VALUE: &str = "UNKNOWN_VALUE";
/// More moves than the server plays for one request.
pub(super) const TOO_MANY_MOVES: &str = "TOO_MANY_MOVES";

impl InputFault {
    /// A fault of a field as a whole.
    pub(super) fn new(field: impl Into<String>, reason: &'static str, message: impl Into<String>) -> Self {
        Self { field: field.into(), reason, place: Place::Whole, message: message.into() }
    }

    /// A fault of the position in `field`.
    pub(super) fn of_position(field: &str, fault: Fault) -> Self {
        let Fault { code, place, message } = fault;
        Self { field: field.to_owned(), reason: code.as_str(), place, message }
    }
}

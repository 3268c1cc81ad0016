//! SFEN, the one-line notation of a placement.

use crate::shogi::{Fault, Setup};

/// Reads `board turn hands [move number]`. Underscores between the fields count as spaces, a leading
/// `sfen ` is skipped, the move number may be missing. Only the text is judged here (each fault with its byte range).
///
/// # Errors
/// All faults of the text, with code [`crate::shogi::FaultCode::MalformedText`] (or a more telling one) and a byte range.
pub fn parse(_text: &str) -> Result<Setup, Vec<Fault>> {
    todo!()
}

/// The SFEN of a placement, hands in the customary order, with move number 1.
pub fn format(_setup: &Setup) -> String {
    todo!()
}

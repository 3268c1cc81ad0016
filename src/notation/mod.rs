//! Text to positions and moves, and back; one file a format.

pub mod japanese;
pub mod problem_file;
pub mod sfen;
mod token;
pub mod usi;
pub mod western;

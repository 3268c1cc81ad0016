//! Text to positions and moves, and back; one file a format.

pub mod japanese;
pub mod problem_file;
pub mod sfen;
pub mod usi;
pub mod western;

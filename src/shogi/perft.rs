//! Counting leaf nodes of the legal move tree.
use super::Position;
/// Number of legal move sequences of exactly `depth` moves; the last ply is counted without playing it.
pub fn perft(_position: &mut Position, _depth: u32) -> u64 {
    todo!()
}

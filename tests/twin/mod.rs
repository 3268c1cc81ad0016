//! A naive twin of the solver: the rules of shogi on a plain mailbox board, and two plain ways to decide a problem.
//! It shares nothing with the crate; SFEN and USI text is the only thing that passes between them.

pub(crate) mod board;
pub(crate) mod chain;
pub(crate) mod depth;
pub(crate) mod fixpoint;
pub(crate) mod judge;
mod mutate;
mod random;
pub(crate) mod shrink;
pub(crate) mod suite;
pub(crate) mod tally;
pub(crate) mod text;

//! A naive twin of the solver: the rules of shogi on a plain mailbox board, plain ways to decide a problem,
//! and the conventional length and line.
//! It shares nothing with the crate; SFEN and USI text is the only thing that passes between them.

#![allow(dead_code)] // no test program uses all of it

pub(crate) mod answer_line;
pub(crate) mod board;
pub(crate) mod chain;
pub(crate) mod conventional;
pub(crate) mod depth;
pub(crate) mod fixpoint;
pub(crate) mod floor;
pub(crate) mod gap;
pub(crate) mod judge;
pub(crate) mod judge_lengths;
mod mutate;
mod quick_hash;
pub(crate) mod random;
pub(crate) mod ray;
pub(crate) mod ray_walk;
pub(crate) mod shrink;
pub(crate) mod slide_lemma;
pub(crate) mod suite;
pub(crate) mod tally;
pub(crate) mod text;

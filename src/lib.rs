//! tsumi solves tsume-shogi (詰将棋): shogi problems in which one side, the attacker, has to mate the other by an
//! unbroken series of checks. One library, one binary.
//!
//! # Layout
//!
//! | module | holds |
//! |---|---|
//! | [`shogi`] | the rules: bitboards, positions, move generation, replayed games. Knows nothing of mates or of text |
//! | [`notation`] | text to positions, moves and records and back: SFEN, USI, KIF, KI2, BOD, CSA, JKF, Japanese and western moves |
//! | [`picture`] | diagrams as books print them, in SVG and PNG, every letter an outline |
//! | [`solver`] | the search: df-pn with a bounded table. Synchronous and silent; a search is a value that can be paused |
//! | [`checker`] | accepts or refuses a certificate, with rules of its own and without search; shares nothing with the solver |
//! | [`scheduler`] | many searches on few cores: admission, slices, sharing, cancelling |
//! | [`store`] | settled answers on disk, and nothing lost or wrong whatever becomes of the file |
//! | [`verify`] | bulk verification: problems from files, folders, archives and streams, and what is claimed of them |
//! | [`service`] | the gRPC edge with the page for browsers, and the only module that names generated types |
//! | [`cli`] | one file a subcommand, and the only module that prints |
//!
//! Arrows go one way: `cli` -> `service` -> `verify` -> `scheduler` -> `solver` -> `shogi`, and `picture` -> `notation` -> `shogi`, which
//! `service` and `cli` read, write and draw with; `service` -> `store` -> `solver`. `tests/program/tidy.rs` fails when a `use` goes another way.
//!
//! # One problem, from text to answer
//!
//! 1. A text becomes a [`shogi::Setup`]: any placement, nothing checked. [`solver::Problem::new`] takes it, or gives back
//!    every fault at once, each with a code, a place and a sentence.
//! 2. [`scheduler::Scheduler::submit`] gives a recent answer or one that the [`store::Store`] has, admits the problem with its
//!    [`solver::Limits`], joins it to a search of the same problem, or refuses at once. The [`scheduler::Ticket`] it gives is the caller's interest: dropping it is cancelling.
//! 3. A worker runs the [`solver::Search`] slice by slice. It shares two things with the world, the [`solver::Table`] and
//!    the [`solver::Monitor`], through which it is watched and stopped.
//! 4. One [`solver::Outcome`] comes back and is written once, as words, as a message, or as a USI line.
//!
//! Without the scheduler a [`solver::Search`] is run by `tsumi bench` and the hidden `tsumi tune`, which measure it, and by
//! [`verify::Local`] and [`verify::cluster::Machine`], whose threads have a problem each.
//!
//! # What always holds
//!
//! - Mate, no mate and unknown are never merged: a budget that is spent is *unknown*, with its cause.
//! - The table holds facts about positions only. What depends on the path to a position stays with its search, so one
//!   table serves any number of problems and searches.
//! - Inside the solver the attacker is Black: a problem with the other colour is turned round at the border and its
//!   line turned back.
//! - With a node limit a search is repeatable: one thread, a private table of stated size, empty at the start, and no
//!   answer taken from anywhere else. The same version then gives the same answer with the same nodes everywhere.
//! - A [`shogi::Position`] obeys the rules; keys, checkers and pins that are kept up move by move are the recomputed ones.
//!
//! # What is deliberately absent
//!
//! - Mutable global state, the counter of request ids apart, and `unsafe` beyond two hints to the memory system.
//! - Callbacks, logging and waiting in the search: progress is sampled from outside.
//! - Games: a repetition in a problem is a failure of the attack, and moves before the root do not count for it.
//!   [`shogi::Game`] has the full rules, for replay only.

pub mod checker;
pub mod cli;
pub mod notation;
pub mod picture;
pub mod scheduler;
pub mod service;
pub mod shogi;
pub mod solver;
pub mod store;
pub mod verify;

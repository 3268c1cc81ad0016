//! tsumi solves tsume-shogi: shogi checkmate problems.

pub mod cli;
pub mod notation;
pub mod scheduler;
pub mod service;
pub mod shogi;
pub mod solver;

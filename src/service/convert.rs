//! Between wire types and domain types: the only file that names both.

use super::proto;
use crate::notation::western::Style;
use crate::solver::{Outcome, Problem};

/// The wire form of an answer to `problem`, promoted pieces written in `style`.
pub fn solve_response(problem: &Problem, outcome: &Outcome, style: Style) -> proto::SolveResponse {
    let _ = (problem, outcome, style);
    todo!()
}

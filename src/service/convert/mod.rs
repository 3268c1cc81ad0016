//! Between wire types and domain types: the only module that names both.

mod mate;
mod options;
mod replay;
mod request;
mod response;

pub use response::{Told, solve_response};

pub(super) use replay::replayed;
pub(super) use request::{ConvertOrder, ReplayOrder, SolveOrder};
pub(super) use response::{answer, converted, input_faults, progress, server_info};

//! Between wire types and domain types: the only module that names both.

mod check;
mod hint;
mod mate;
mod options;
mod picture;
mod puzzle;
mod replay;
mod request;
mod response;
mod verified;
mod verify;

pub use response::{Told, solve_response};

pub(super) use check::check_move_response;
pub(super) use hint::get_hint_response;
pub(super) use puzzle::{CheckOrder, HintOrder, Puzzle};
pub(super) use replay::replayed;
pub(super) use request::{ConvertOrder, ReplayOrder, SolveOrder};
pub(super) use response::{answer, converted, input_faults, progress, server_info};
pub(super) use verified::{examined, verified};
pub(super) use verify::{Standing, VerifyOrder, item_error, verify_request};

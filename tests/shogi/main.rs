//! The rules and their notations. One binary: every test binary is linked with the whole of the release profile's care.

#[path = "../common/mod.rs"]
mod common;

mod core_properties;
mod legality;
mod notation;
mod perft;
mod records;
mod round_trips;
mod rules;

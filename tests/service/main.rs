//! The service over real sockets, spoken to by the generated client.

mod access;
mod answers;
#[path = "../common/authority.rs"]
mod authority;
#[path = "../common/mod.rs"]
mod common;
mod connections;
mod edge;
mod exact;
mod faults;
mod files;
mod http;
mod load;
mod page;
mod pictures;
mod puzzle;
mod puzzle_twin;
mod records;
mod store;
mod support;
mod telemetry;
mod tls;
#[path = "../twin/mod.rs"]
mod twin;
mod verify;
mod web;

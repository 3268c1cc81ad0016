//! The service over real sockets, spoken to by the generated client.

mod access;
mod answers;
mod connections;
mod edge;
mod exact;
mod faults;
mod files;
mod http;
mod load;
mod puzzle;
mod store;
mod support;
mod telemetry;
mod tls;
mod web;

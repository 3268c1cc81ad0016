//! The edge: gRPC on one port.
//!
//! `edge` takes in connections and requests (TLS, gRPC-Web, tokens, bounds), `server` starts, drains and stops;
//! `handler` has one function a RPC; `convert` is the only module that names both wire and domain types; `status` is the
//! one table from errors to statuses; `call` is a call's span and log line;
//! `verifying` answers the problems of a stream, `client` is the other end of such a stream;
//! `desk` is where answers are asked for; `budget` and `deadline` say how much a request may spend and by whose word;
//! `metrics` counts.
//!
//! A caller that goes away drops its handler, which drops its ticket at the scheduler, which stops the search if nobody
//! else waits for it.

mod asking;
mod budget;
mod call;
mod certificate;
mod check;
mod client;
mod config;
mod convert;
mod deadline;
mod desk;
mod drain;
mod edge;
mod fault;
mod handler;
mod metrics;
pub mod proto;
mod server;
mod status;
mod verifying;

pub use client::Remote;
pub use config::{CallerLimits, Config, ConnectionLimits, TlsFiles};
pub use convert::{Told, solve_response};
pub use server::{Server, serve};

/// The name of the service on the wire, and in health checks.
pub const SERVICE_NAME: &str = "tsume.v1.TsumeService";

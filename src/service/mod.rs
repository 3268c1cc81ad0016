//! The edge.

mod config;
mod convert;
pub mod proto;
mod server;

pub use config::Config;
pub use convert::solve_response;
pub use server::serve;

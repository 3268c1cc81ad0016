//! Options about connections.

use super::super::budget::duration;
use crate::service::ConnectionLimits;
use clap::Args;
use std::num::NonZeroU32;
use std::time::Duration;

/// Bounds on connections.
#[derive(Args, Clone, Copy, Debug)]
pub(super) struct Connections {
    /// Connections that are open at once; more are closed as they come
    #[arg(long = "connections", value_name = "N", default_value_t = 1000,
          value_parser = clap::value_parser!(u32).range(1..))]
    open: u32,
    /// Connections from one address among them (of IPv6 its first 64 bits); by default without bound
    #[arg(long = "connections-per-address", value_name = "N")]
    of_each_address: Option<NonZeroU32>,
    /// Time for the handshake of a connection
    #[arg(long, value_name = "TIME", default_value = "10s", value_parser = duration)]
    handshake_time: Duration,
    /// A connection on which nothing comes for this time is asked whether its client still lives
    #[arg(long, value_name = "TIME", default_value = "20s", value_parser = duration)]
    keepalive: Duration,
    /// Time for the answer to that
    #[arg(long, value_name = "TIME", default_value = "10s", value_parser = duration)]
    keepalive_answer: Duration,
    /// Close a connection whose calls have all waited for its client for this time
    #[arg(long, value_name = "TIME", default_value = "1m", value_parser = duration)]
    stall_time: Duration,
    /// Give up a connection without calls after this time
    #[arg(long, value_name = "TIME", default_value = "10m", value_parser = duration)]
    idle_time: Duration,
    /// Give up a connection at this age: new calls go elsewhere, as behind a balancer; by default never
    #[arg(long, value_name = "TIME", value_parser = duration)]
    connection_age: Option<Duration>,
    /// How long the calls of a connection that is given up may go on
    #[arg(long, value_name = "TIME", default_value = "5m", value_parser = duration)]
    connection_grace: Duration,
}

impl Connections {
    pub(super) fn limits(&self) -> ConnectionLimits {
        ConnectionLimits {
            open: self.open as usize,
            of_each_address: self.of_each_address,
            handshake: self.handshake_time,
            keepalive: self.keepalive,
            keepalive_answer: self.keepalive_answer,
            stall: self.stall_time,
            idle: self.idle_time,
            age: self.connection_age,
            age_grace: self.connection_grace,
        }
    }
}

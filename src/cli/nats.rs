//! Options about NATS that its users share.

use crate::verify::cluster::Settings;
use clap::Args;
use std::path::PathBuf;

/// How to get in, and how safely to keep what is stored there.
#[derive(Args, Clone)]
pub(super) struct Access {
    /// File with credentials for NATS (a user's JWT and the seed of his key, as `nsc` writes it)
    #[arg(long = "nats-creds", value_name = "FILE", requires = "nats")]
    credentials: Option<PathBuf>,
    /// The authorities that may vouch for the certificate of NATS, in PEM, instead of those that the system knows
    #[arg(long = "nats-ca", value_name = "FILE", requires = "nats")]
    authorities: Option<PathBuf>,
    /// On how many servers of a NATS cluster jobs and results are kept, if they are not there yet
    #[arg(long = "nats-replicas", value_name = "N", requires = "nats", default_value_t = 1, value_parser = clap::value_parser!(u8).range(1..=5))]
    replicas: u8,
}

impl Access {
    /// The settings of a connection to `url`.
    pub(super) fn settings(&self, url: &str) -> Settings {
        Settings {
            url: url.to_owned(),
            credentials: self.credentials.clone(),
            authorities: self.authorities.clone(),
            replicas: self.replicas.into(),
        }
    }
}

//! Options about who may call, and how much.

use crate::service::{CallerLimits, TlsFiles};
use clap::Args;
use std::io;
use std::num::NonZeroU32;
use std::path::PathBuf;

/// Who may call.
#[derive(Args, Clone, Debug)]
pub(super) struct Access {
    /// Serve TLS with this certificate (PEM, with those that lead to its authority)
    #[arg(long, value_name = "FILE")]
    tls_certificate: Option<PathBuf>,
    /// The certificate's private key (PEM)
    #[arg(long, value_name = "FILE")]
    tls_key: Option<PathBuf>,
    /// Take only clients that show a certificate of an authority in this file (PEM)
    #[arg(long, value_name = "FILE")]
    tls_client_authorities: Option<PathBuf>,
    /// Take only calls with a bearer token in this file, which has one a line, after its name; health needs none
    #[arg(long, value_name = "FILE")]
    tokens: Option<PathBuf>,
    /// Origins whose pages may call (gRPC-Web): scheme, host and perhaps port, and nothing after; `*` stands for all. The
    /// server's own page need not be listed under an address or localhost, nor with TLS or tokens
    #[arg(long, value_name = "ORIGIN", value_delimiter = ',')]
    origins: Vec<String>,
    /// Calls a second of one caller (a token, else a certificate, else an address); by default without bound
    #[arg(long, value_name = "N")]
    calls_per_second: Option<NonZeroU32>,
    /// Calls at once of one caller; by default without bound
    #[arg(long, value_name = "N")]
    calls_at_once: Option<NonZeroU32>,
}

impl Access {
    /// # Errors
    /// If files of TLS are missing.
    pub(super) fn tls(&self) -> io::Result<Option<TlsFiles>> {
        let Self { tls_certificate, tls_key, tls_client_authorities, .. } = self.clone();
        match (tls_certificate, tls_key, tls_client_authorities) {
            (Some(certificate), Some(key), client_authorities) => {
                Ok(Some(TlsFiles { certificate, key, client_authorities }))
            }
            (None, None, None) => Ok(None),
            _ => {
                let what = "TLS needs both a certificate and its key: --tls-certificate and --tls-key";
                Err(io::Error::new(io::ErrorKind::InvalidInput, what))
            }
        }
    }

    pub(super) const fn has_tls(&self) -> bool {
        self.tls_certificate.is_some()
    }

    pub(super) fn tokens(&self) -> Option<PathBuf> {
        self.tokens.clone()
    }

    pub(super) fn origins(&self) -> Vec<String> {
        self.origins.clone()
    }

    pub(super) const fn callers(&self) -> CallerLimits {
        CallerLimits { calls_per_second: self.calls_per_second, calls_at_once: self.calls_at_once }
    }

    /// What is unsafe where strangers can call.
    pub(super) fn warnings(&self) -> impl Iterator<Item = &'static str> {
        let plain = !self.has_tls();
        let open = self.tokens.is_none() && self.tls_client_authorities.is_none();
        let plain =
            plain.then_some("calls and tokens travel in plain text: --tls-certificate, or a proxy that does TLS");
        let open = open.then_some("whoever reaches this address may call: --tokens, or --tls-client-authorities");
        plain.into_iter().chain(open)
    }
}

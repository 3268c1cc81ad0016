//! Who may call: tokens, and what each caller may do.

use super::caller::{Caller, Peer};
use super::limits::Limits;
use super::tokens::Tokens;
use crate::service::status::CallError;
use http::HeaderMap;
use std::sync::Arc;

/// Calls to this service need no token: who watches over a server has none to show.
const OPEN: &str = "/grpc.health.v1.Health/";

/// Lets calls in, or refuses them.
pub(super) struct Gate {
    pub(super) tokens: Option<Arc<Tokens>>,
    pub(super) limits: Arc<Limits>,
}

impl Gate {
    /// Who makes a call, by its token if tokens are needed.
    ///
    /// # Errors
    /// If they are and it shows none that is good.
    pub(super) fn caller(&self, path: &str, headers: &HeaderMap, peer: &Peer) -> Result<Caller, CallError> {
        match &self.tokens {
            Some(tokens) if !path.starts_with(OPEN) => {
                tokens.holder(headers).map(Caller::Token).ok_or(CallError::Unauthenticated)
            }
            _ => Ok(Caller::of(peer)),
        }
    }
}

//! The certificate of an answer: made by the search, looked at by the checker before it is called one.

use crate::checker::{self, Claim, Options};
use crate::notation::sfen;
use crate::scheduler::{Certified, Ticket};
use crate::solver::{Cause, Problem, Uncertified};
use std::sync::Arc;

/// The largest file that is looked at, in bytes: a larger one cannot be sent to those who take 4 MiB, as gRPC clients do.
const LARGEST: usize = 4 << 20;

/// Memory that the checker may take for one file, in bytes.
const CHECKER_MEMORY: usize = 256 << 20;

/// How asking for a certificate ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Ending {
    /// The checker has accepted this file.
    Accepted { file: Vec<u8>, claims: Vec<Claim>, records: u64 },
    /// There is none, for this reason.
    Missing(String),
}

/// Checks what the search made, within the time of the caller.
pub(super) async fn of(problem: &Problem, ticket: &Ticket) -> Ending {
    let Some(certified) = ticket.certified() else { return Ending::Missing("the time is spent".to_owned()) };
    let problem = problem.clone();
    let checking = tokio::task::spawn_blocking(move || checked(&problem, certified));
    match ticket.in_time(checking).await {
        None => Ending::Missing(Uncertified::Stopped(Cause::Time).to_string()),
        Some(Ok(Ok(ending))) => ending,
        Some(Ok(Err(reason))) => {
            tracing::error!(reason, "a certificate of an answer is refused");
            Ending::Missing(format!("the checker refuses it, a fault of the program: {reason}"))
        }
        Some(Err(_)) => Ending::Missing("the checker failed, a fault of the program".to_owned()),
    }
}

/// # Errors
/// What the checker says of a file that it refuses.
fn checked(problem: &Problem, certified: Certified) -> Result<Ending, String> {
    let certificate = match certified {
        Ok(certificate) => certificate,
        Err(Uncertified::False) => return Err(Uncertified::False.to_string()),
        Err(cause) => return Ok(Ending::Missing(cause.to_string())),
    };
    let text = sfen::format(&problem.position().to_setup());
    let file = Arc::unwrap_or_clone(certificate).to_bytes(&text);
    if file.len() > LARGEST {
        let size = file.len();
        return Ok(Ending::Missing(format!("it has {size} bytes, more than the {LARGEST} that are sent")));
    }
    let accepted = checker::check(&file, Options { memory: CHECKER_MEMORY }).map_err(|refusal| refusal.to_string())?;
    Ok(Ending::Accepted { file, claims: accepted.claims, records: accepted.records })
}

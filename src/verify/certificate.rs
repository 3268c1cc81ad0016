//! Certificates of answers, looked at by the independent checker.

use crate::checker::{self, Attacker, Options};
use crate::notation::sfen;
use crate::shogi::Color;
use crate::solver::{Certificate, Claim, Limits, Monitor, Problem, Table, Uncertified, Verdict, certify};
use serde::{Deserialize, Serialize};
use std::fmt;
use std::sync::Arc;

/// What became of a certificate.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Judged {
    /// The checker accepts it.
    Accepted,
    /// The checker refuses it, or the solver finds that its own answer is false: a fault of the program.
    Refused(String),
    /// It was not made, for this reason: mostly its limits.
    Unfinished(String),
}

/// A certificate in the form of a file, with how many records it has.
pub struct Made {
    /// The file.
    pub file: Vec<u8>,
    /// Records in it.
    pub records: u64,
    claims: usize,
}

/// Makes a certificate of all that can be certified of a verdict, with the table of the search that found it; `None` if nothing can.
pub fn make(
    (problem, verdict): (&Problem, &Verdict),
    (table, limits): (Arc<Table>, Limits),
    monitor: &Monitor,
) -> Option<Result<Made, Uncertified>> {
    let claims = Claim::of(verdict);
    if claims.is_empty() {
        return None;
    }
    let made = certify(problem, &claims, (table, limits), monitor);
    Some(made.map(|certificate| Made::of(&certificate, problem)))
}

impl Made {
    /// A certificate of this problem.
    pub fn of(certificate: &Certificate, problem: &Problem) -> Self {
        let file = certificate.to_bytes(&sfen::format(&problem.position().to_setup()));
        Self { file, records: certificate.records(), claims: certificate.claims().len() }
    }
}

/// Has the checker look at what was made, and sees that it says what was asked.
pub fn judge(problem: &Problem, made: &Result<Made, Uncertified>) -> Judged {
    let Made { file, claims, .. } = match made {
        Ok(made) => made,
        Err(Uncertified::False) => return Judged::Refused(Uncertified::False.to_string()),
        Err(cause) => return Judged::Unfinished(cause.to_string()),
    };
    let text = sfen::format(&problem.position().to_setup());
    let attacker = if problem.attacker() == Color::Black { Attacker::Black } else { Attacker::White };
    match checker::check(file, Options::default()) {
        Err(refusal) => Judged::Refused(refusal.to_string()),
        Ok(certified) if !certified.is_about(&text, attacker) => Judged::Refused("another problem".to_owned()),
        Ok(certified) if certified.claims.len() != *claims => Judged::Refused("other claims".to_owned()),
        Ok(_) => Judged::Accepted,
    }
}

impl fmt::Display for Judged {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Accepted => f.write_str("accepted"),
            Self::Refused(reason) => write!(f, "REFUSED: {reason}"),
            Self::Unfinished(cause) => write!(f, "uncertified: {cause}"),
        }
    }
}

//! `tsumi bench --certify`: every decided answer gets a certificate, and the independent checker looks at it.

use crate::checker::{self, Attacker, Options};
use crate::notation::sfen;
use crate::shogi::Color;
use crate::solver::{Claim, Limits, Monitor, Problem, Table, Uncertified, Verdict, certify};
use cpu_time::ThreadTime;
use std::fmt;
use std::sync::Arc;
use std::time::Duration;

/// What became of one certificate, and what it cost.
pub(super) struct Certification {
    pub(super) ending: Ending,
    /// Size of the file.
    pub(super) bytes: usize,
    pub(super) records: u64,
    /// CPU time of making it.
    pub(super) making: Duration,
    /// CPU time of checking it.
    pub(super) checking: Duration,
}

/// How it ended.
pub(super) enum Ending {
    Accepted,
    /// The checker refuses it, or the solver finds that its own answer is false.
    Refused(String),
    /// It was not made within the limits.
    Unfinished(Uncertified),
}

impl Certification {
    /// Certifies a verdict, if it can be, with the table of the search that found it.
    pub(super) fn of(
        (problem, verdict): (&Problem, &Verdict),
        (table, limits): (Arc<Table>, Limits),
        monitor: &Monitor,
    ) -> Option<Self> {
        let claims = Claim::of(verdict);
        if claims.is_empty() {
            return None;
        }
        let text = sfen::format(&problem.position().to_setup());
        let clock = ThreadTime::now();
        let made = certify(problem, &claims, (table, limits), monitor);
        let made = made.map(|certificate| (certificate.to_bytes(&text), certificate.records()));
        let making = clock.elapsed();
        let clock = ThreadTime::now();
        let (ending, bytes, records) = match made {
            Ok((bytes, records)) => (judge(problem, (&text, &claims), &bytes), bytes.len(), records),
            Err(Uncertified::False) => (Ending::Refused(Uncertified::False.to_string()), 0, 0),
            Err(cause) => (Ending::Unfinished(cause), 0, 0),
        };
        Some(Self { ending, bytes, records, making, checking: clock.elapsed() })
    }
}

/// Checks a file, and that it says what was asked.
fn judge(problem: &Problem, (sfen, claims): (&str, &[Claim]), bytes: &[u8]) -> Ending {
    let attacker = if problem.attacker() == Color::Black { Attacker::Black } else { Attacker::White };
    match checker::check(bytes, Options::default()) {
        Err(refusal) => Ending::Refused(refusal.to_string()),
        Ok(certified) if !certified.is_about(sfen, attacker) => Ending::Refused("another problem".to_owned()),
        Ok(certified) if certified.claims.len() != claims.len() => Ending::Refused("other claims".to_owned()),
        Ok(_) => Ending::Accepted,
    }
}

impl fmt::Display for Ending {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Accepted => f.write_str("accepted"),
            Self::Refused(reason) => write!(f, "REFUSED: {reason}"),
            Self::Unfinished(cause) => write!(f, "uncertified: {cause}"),
        }
    }
}

//! `tsumi bench --certify`: every decided answer gets a certificate, and the independent checker looks at it.

use crate::solver::{Limits, Monitor, Problem, Table, Verdict};
use crate::verify::certificate::{self, Judged};
use cpu_time::ThreadTime;
use std::sync::Arc;
use std::time::Duration;

/// What became of one certificate, and what it cost.
pub(super) struct Certification {
    pub(super) ending: Judged,
    /// Size of the file.
    pub(super) bytes: usize,
    pub(super) records: u64,
    /// CPU time of making it.
    pub(super) making: Duration,
    /// CPU time of checking it.
    pub(super) checking: Duration,
}

impl Certification {
    /// Certifies a verdict, if it can be, with the table of the search that found it.
    pub(super) fn of(
        (problem, verdict): (&Problem, &Verdict),
        means: (Arc<Table>, Limits),
        monitor: &Monitor,
    ) -> Option<Self> {
        let clock = ThreadTime::now();
        let made = certificate::make((problem, verdict), means, monitor)?;
        let making = clock.elapsed();
        let clock = ThreadTime::now();
        let ending = certificate::judge(problem, &made);
        let (bytes, records) = made.as_ref().map_or((0, 0), |made| (made.file.len(), made.records));
        Some(Self { ending, bytes, records, making, checking: clock.elapsed() })
    }
}

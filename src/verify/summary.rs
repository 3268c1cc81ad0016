//! The sums over a run.

use super::Kind;
use super::report::{OUTCOMES, Past, Report};
use std::fmt;

/// Counts items by outcome and by finding.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Summary {
    outcomes: [u64; OUTCOMES.len()],
    findings: [u64; Kind::ALL.len()],
    /// Items that this run itself has reported.
    new: u64,
}

impl Summary {
    /// Counts a report.
    pub fn add(&mut self, report: &Report) {
        let findings = report.body.examined().map_or(&[][..], |examined| &examined.findings);
        let kinds: Vec<Kind> = findings.iter().map(|found| found.kind).collect();
        self.count(report.outcome(), &kinds);
        self.new += 1;
    }

    /// Counts a line of an earlier part of the run.
    pub fn add_past(&mut self, past: &Past) {
        self.count(past.outcome, &past.findings);
    }

    /// Each kind of finding counts once an item.
    fn count(&mut self, outcome: &str, findings: &[Kind]) {
        for (known, count) in OUTCOMES.iter().zip(&mut self.outcomes) {
            *count += u64::from(*known == outcome);
        }
        for (kind, count) in Kind::ALL.iter().zip(&mut self.findings) {
            *count += u64::from(findings.contains(kind));
        }
    }

    /// Items with this outcome.
    pub fn with_outcome(&self, outcome: &str) -> u64 {
        OUTCOMES.iter().zip(self.outcomes).find(|(known, _)| **known == outcome).map_or(0, |(_, count)| count)
    }

    /// Items with a finding of this kind.
    pub fn with_finding(&self, kind: Kind) -> u64 {
        Kind::ALL.iter().zip(self.findings).find(|(known, _)| **known == kind).map_or(0, |(_, count)| count)
    }

    /// All items, those of an earlier part too.
    pub fn items(&self) -> u64 {
        self.outcomes.iter().sum()
    }

    /// Items that this run has reported.
    pub fn new_items(&self) -> u64 {
        self.new
    }
}

/// `mate 3, no mate 1; cook 1, leftover 1`: what there is none of is left out.
impl fmt::Display for Summary {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let counted = |words: Vec<(&str, u64)>| {
            let some = words.into_iter().filter(|&(_, count)| count > 0);
            some.map(|(word, count)| format!("{word} {count}")).collect::<Vec<_>>().join(", ")
        };
        let outcomes = counted(OUTCOMES.into_iter().zip(self.outcomes).collect());
        let mut findings: Vec<_> = Kind::ALL.map(Kind::as_str).into_iter().zip(self.findings).collect();
        // The outcomes have told these.
        findings.retain(|&(word, _)| word != Kind::NoMate.as_str());
        let findings = counted(findings);
        f.write_str(&outcomes)?;
        if findings.is_empty() { Ok(()) } else { write!(f, "; {findings}") }
    }
}

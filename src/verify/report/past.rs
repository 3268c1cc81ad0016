//! What a report says that was begun before, so that a run can go on with it.

use super::columns::{BETWEEN, TITLES};
use super::{OUTCOMES, csv};
use crate::verify::Kind;
use serde::Deserialize;

/// A line of a report, as far as a later run needs it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Past {
    /// The item's id.
    pub id: String,
    /// One of [`OUTCOMES`].
    pub outcome: &'static str,
    /// The word of its depth.
    pub check: String,
    /// What was found.
    pub findings: Vec<Kind>,
}

#[derive(Deserialize)]
struct Row {
    id: String,
    outcome: String,
    check: String,
    #[serde(default)]
    findings: Vec<FoundRow>,
}

#[derive(Deserialize)]
struct FoundRow {
    kind: String,
}

impl Past {
    /// Of a line of JSON.
    pub(super) fn of_json(line: &str) -> Option<Self> {
        let Row { id, outcome, check, findings } = serde_json::from_str(line).ok()?;
        let findings = findings.iter().filter_map(|found| Kind::of_word(&found.kind)).collect();
        Some(Self { id, outcome: known(&outcome)?, check, findings })
    }

    /// Of a line of CSV.
    pub(super) fn of_csv(line: &str) -> Option<Self> {
        let cells = csv::parse(line).filter(|cells| cells.len() == TITLES.len())?;
        let cell = |title: &str| Some(cells[TITLES.iter().position(|known| *known == title)?].as_str());
        Some(Self {
            id: cell("id")?.to_owned(),
            outcome: known(cell("outcome")?)?,
            check: cell("check")?.to_owned(),
            findings: cell("findings")?.split(BETWEEN).filter_map(Kind::of_word).collect(),
        })
    }
}

fn known(outcome: &str) -> Option<&'static str> {
    OUTCOMES.into_iter().find(|known| *known == outcome)
}

/// The ids of a report, eight bytes each: two of a million items have the same hash in one of 30 million runs.
#[derive(Default)]
pub(super) struct Ids {
    hashes: Vec<u64>,
}

impl Ids {
    pub(super) fn note(&mut self, id: &str) {
        self.hashes.push(hash(id));
    }

    /// To be called when all are noted.
    pub(super) fn sort(&mut self) {
        self.hashes.sort_unstable();
        self.hashes.shrink_to_fit();
    }

    pub(super) fn has(&self, id: &str) -> bool {
        self.hashes.binary_search(&hash(id)).is_ok()
    }
}

fn hash(id: &str) -> u64 {
    twox_hash::XxHash3_64::oneshot(id.as_bytes())
}

//! What a report says that was begun before, so that a run can go on with it.

use super::columns::{BETWEEN, TITLES};
use super::{OUTCOMES, csv};
use crate::notation::sfen;
use crate::verify::{Item, Kind, Stated};
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
    /// The fingerprint of what was asked.
    pub asked: String,
    /// What was found.
    pub findings: Vec<Kind>,
    /// The item as [`Done`] knows it.
    pub(super) key: u64,
}

#[derive(Deserialize)]
struct Row {
    id: String,
    outcome: String,
    check: String,
    /// Reports of earlier versions have none.
    #[serde(default)]
    asked: String,
    #[serde(default)]
    sfen: String,
    stated_length: Option<u32>,
    stated_raw_length: Option<u32>,
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
        let row: Row = serde_json::from_str(line).ok()?;
        Some(Self {
            key: key(&row.id, &row.sfen, (row.stated_length, row.stated_raw_length)),
            id: row.id,
            outcome: known(&row.outcome)?,
            check: row.check,
            asked: row.asked,
            findings: row.findings.iter().filter_map(|found| Kind::of_word(&found.kind)).collect(),
        })
    }

    /// Of a line of CSV.
    pub(super) fn of_csv(line: &str) -> Option<Self> {
        let cells = csv::parse(line).filter(|cells| cells.len() == TITLES.len())?;
        let cell = |title: &str| Some(cells[TITLES.iter().position(|known| *known == title)?].as_str());
        let length = |title: &str| Some(cell(title)?.parse().ok());
        let lengths = (length("stated_length")?, length("stated_raw_length")?);
        Some(Self {
            key: key(cell("id")?, cell("sfen")?, lengths),
            id: cell("id")?.to_owned(),
            outcome: known(cell("outcome")?)?,
            check: cell("check")?.to_owned(),
            asked: cell("asked")?.to_owned(),
            findings: cell("findings")?.split(BETWEEN).filter_map(Kind::of_word).collect(),
        })
    }
}

fn known(outcome: &str) -> Option<&'static str> {
    OUTCOMES.into_iter().find(|known| *known == outcome)
}

/// The items of a report, eight bytes each: two of a million have the same hash in one of 30 million runs. An item is known by its id and
/// its problem: where the input has changed since, it is another.
#[derive(Default)]
pub(super) struct Done {
    hashes: Vec<u64>,
}

impl Done {
    pub(super) fn note(&mut self, key: u64) {
        self.hashes.push(key);
    }

    /// To be called when all are noted.
    pub(super) fn sort(&mut self) {
        self.hashes.sort_unstable();
        self.hashes.shrink_to_fit();
    }

    pub(super) fn has(&self, Item { id, stated }: &Item) -> bool {
        let key = |Stated { problem, claim, .. }: &Stated| {
            key(id, &sfen::format(&problem.position().to_setup()), (claim.length, claim.raw))
        };
        stated.as_ref().is_ok_and(|stated| self.hashes.binary_search(&key(stated)).is_ok())
    }
}

/// What tells an item: its id, its position and the lengths that are stated of it.
fn key(id: &str, sfen: &str, lengths: (Option<u32>, Option<u32>)) -> u64 {
    twox_hash::XxHash3_64::oneshot(format!("{id}\n{sfen}\n{lengths:?}").as_bytes())
}

#[cfg(test)]
mod tests {
    use super::super::{Asked, Body, Report, json};
    use super::*;
    use crate::notation::usi;
    use crate::shogi::Move;
    use crate::solver::{Outcome, Problem, Statistics, Verdict};
    use crate::verify::{Check, Claim, Depth, Examined, LineWorth, Summary};

    fn check() -> Check {
        Check::at(Depth::Conventional)
    }

    /// A report of a problem without mate with this claimed line.
    fn report(line: &str) -> Report {
        let problem = Problem::new(&sfen::parse("4k4/9/4P4/9/9/9/9/9/9 b G 1").unwrap(), None).unwrap();
        let line: Vec<Move> = line.split_whitespace().map(|mv| usi::parse_move(mv).unwrap()).collect();
        let claim = Claim { length: (line.len() == 1).then_some(1), line, raw: None };
        let stated = Stated { claim, ..Stated::of(problem) };
        let outcome = Outcome { verdict: Verdict::NoMate, refutation: None, statistics: Statistics::default() };
        let examined = Examined::new(&stated, &check(), &outcome);
        Report { id: "x:1".to_owned(), same_as: None, body: Body::Examined(examined, stated) }
    }

    /// The report's line in both formats, read again.
    fn written(report: &Report) -> [Past; 2] {
        let asked = Asked::new(check(), "");
        let (mut as_json, mut as_csv) = (Vec::new(), Vec::new());
        json::write(report, &asked, &mut as_json).unwrap();
        csv::write(report, &asked, &mut as_csv).unwrap();
        let [as_json, as_csv] = [as_json, as_csv].map(|bytes| String::from_utf8(bytes).unwrap());
        [Past::of_json(as_json.trim_end()).unwrap(), Past::of_csv(as_csv.trim_end()).unwrap()]
    }

    #[test]
    fn a_line_of_before_counts_as_it_did() {
        for (line, worth) in [
            ("", None),
            ("G*4b", Some("not mate")),
            ("G*4b 5a6a", Some("unfinished")),
            ("G*9i", Some("no check")),
            ("G*4b 5a1i", Some("illegal")),
        ] {
            let report = report(line);
            let found = report.body.examined().unwrap();
            assert_eq!(found.claimed_line.map(LineWorth::as_str), worth, "{line}");
            let mut now = Summary::default();
            now.add(&report);
            assert_eq!(now.to_string().contains("faulty line 1"), worth.is_some(), "{line}");
            for past in written(&report) {
                let mut later = Summary::default();
                later.add_past(&past);
                assert_eq!(later.to_string(), now.to_string(), "{line}");
            }
        }
    }
}

//! What a report says that was begun before, so that a run can go on with it.

use super::columns::{BETWEEN, TITLES};
use super::{OUTCOMES, csv};
use crate::verify::{Kind, LineWorth};
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
    /// True: the claimed line does not mate.
    pub faulty_line: bool,
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
    findings: Vec<FoundRow>,
    claimed_line: Option<ClaimedLineRow>,
}

#[derive(Deserialize)]
struct FoundRow {
    kind: String,
}

#[derive(Deserialize)]
struct ClaimedLineRow {
    worth: String,
}

impl Past {
    /// Of a line of JSON.
    pub(super) fn of_json(line: &str) -> Option<Self> {
        let Row { id, outcome, check, asked, findings, claimed_line } = serde_json::from_str(line).ok()?;
        let findings = findings.iter().filter_map(|found| Kind::of_word(&found.kind)).collect();
        let faulty_line = claimed_line.is_some_and(|line| LineWorth::is_faulty_word(&line.worth));
        Some(Self { id, outcome: known(&outcome)?, check, asked, findings, faulty_line })
    }

    /// Of a line of CSV.
    pub(super) fn of_csv(line: &str) -> Option<Self> {
        let cells = csv::parse(line).filter(|cells| cells.len() == TITLES.len())?;
        let cell = |title: &str| Some(cells[TITLES.iter().position(|known| *known == title)?].as_str());
        Some(Self {
            id: cell("id")?.to_owned(),
            outcome: known(cell("outcome")?)?,
            check: cell("check")?.to_owned(),
            asked: cell("asked")?.to_owned(),
            findings: cell("findings")?.split(BETWEEN).filter_map(Kind::of_word).collect(),
            faulty_line: Some(cell("claimed_line")?)
                .filter(|word| !word.is_empty())
                .is_some_and(LineWorth::is_faulty_word),
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

#[cfg(test)]
mod tests {
    use super::super::{Asked, Body, Report, json};
    use super::*;
    use crate::notation::sfen;
    use crate::shogi::IllegalReason;
    use crate::solver::{Outcome, Problem, Statistics, Verdict};
    use crate::verify::{Check, Claim, Depth, Examined, Stated, Summary};

    fn check() -> Check {
        Check::at(Depth::Conventional)
    }

    /// A report that says this of the claimed line.
    fn report(claimed_line: Option<LineWorth>) -> Report {
        let problem = Problem::new(&sfen::parse("4k4/9/4P4/9/9/9/9/9/9 b G 1").unwrap(), None).unwrap();
        let stated = Stated { problem, last: None, claim: Claim::default() };
        let outcome = Outcome { verdict: Verdict::NoMate, refutation: None, statistics: Statistics::default() };
        let examined = Examined { claimed_line, ..Examined::new(&stated, &check(), &outcome) };
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
        use LineWorth::{AfterMate, Answer, Illegal, Longer, Mates, NoCheck, Shorter, Shortest, Unfinished};
        let mating = [None, Some(Answer), Some(Shortest), Some(Shorter), Some(Longer), Some(Mates)];
        let faulty = [Unfinished, NoCheck(3), Illegal(2, IllegalReason::CannotMoveThere), AfterMate(4)].map(Some);
        for (worth, is_faulty) in
            mating.map(|worth| (worth, false)).into_iter().chain(faulty.map(|worth| (worth, true)))
        {
            let report = report(worth);
            let mut now = Summary::default();
            now.add(&report);
            assert_eq!(now.to_string().contains("claimed lines that do not mate 1"), is_faulty, "{worth:?}");
            for past in written(&report) {
                let mut later = Summary::default();
                later.add_past(&past);
                assert_eq!((past.faulty_line, later.to_string()), (is_faulty, now.to_string()), "{worth:?}");
            }
        }
    }
}

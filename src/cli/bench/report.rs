//! What bench prints: one line a problem, one summary a file, as text or as JSON.

use super::certified::Certification;
use super::judge::{Answered, Judgement, Measured};
use super::lengths::{Agreement, Lengths};
use crate::solver::{Stage, nodes_per_second};
use crate::verify::certificate::Judged;
use serde::Serialize;
use std::io::{self, Write};
use std::time::Duration;

/// The lines of one problem.
#[derive(Serialize)]
pub(super) struct Report<'a> {
    file: &'a str,
    line: usize,
    name: &'a str,
    sfen: &'a str,
    outcome: String,
    expected: Option<&'static str>,
    judgement: &'static str,
    at_least: Option<u32>,
    at_most: Option<u32>,
    raw: Option<u32>,
    book: Option<u32>,
    nodes: u64,
    cpu_ms: f64,
    wall_ms: f64,
    nodes_per_second: u64,
    table_permille: u32,
    #[serde(flatten, skip_serializing_if = "Option::is_none")]
    lengths: Option<Lengths>,
    #[serde(skip_serializing_if = "Option::is_none")]
    certificate: Option<CertificateReport>,
}

/// What is said of one certificate.
#[derive(Serialize)]
struct CertificateReport {
    ending: String,
    bytes: usize,
    records: u64,
    making_ms: f64,
    checking_ms: f64,
}

impl CertificateReport {
    fn new(certification: &Certification) -> Self {
        let Certification { ending, bytes, records, making, checking } = certification;
        let (making_ms, checking_ms) = (making.as_secs_f64() * 1e3, checking.as_secs_f64() * 1e3);
        Self { ending: ending.to_string(), bytes: *bytes, records: *records, making_ms, checking_ms }
    }
}

impl<'a> Report<'a> {
    pub(super) fn new(file: &'a str, measured: &'a Measured, stage: Stage) -> Self {
        let row = &measured.row;
        Self {
            file,
            line: row.line,
            name: &row.name,
            sfen: &row.sfen,
            outcome: measured.answered.to_string(),
            expected: row.outcome.map(crate::notation::problem_file::Expected::as_str),
            judgement: measured.judgement().as_str(),
            at_least: measured.length().map(|(least, _)| least),
            at_most: measured.length().map(|(_, most)| most),
            raw: row.raw,
            book: row.book,
            nodes: measured.nodes(),
            cpu_ms: measured.cpu.as_secs_f64() * 1e3,
            wall_ms: measured.wall().as_secs_f64() * 1e3,
            nodes_per_second: nodes_per_second(measured.nodes(), measured.cpu),
            table_permille: measured.table_permille(),
            lengths: Lengths::of(measured, stage),
            certificate: measured.certification.as_ref().map(CertificateReport::new),
        }
    }

    /// What stands above the lines.
    pub(super) fn titles(certified: bool, out: &mut impl Write) -> io::Result<()> {
        let (judgement, answer, length, expected) = ("", "outcome", "plies", "expected");
        let (nodes, cpu, knodes, table) = ("nodes", "CPU ms", "knodes/s", "table %");
        let certified = if certified { "certificate: bytes, ms to make, ms to check  " } else { "" };
        writeln!(
            out,
            "{judgement:10} {answer:16} {length:>9} {expected:13} {nodes:>10} {cpu:>10} {knodes:>9} {table:>7}  {certified}name"
        )
    }

    pub(super) fn text(&self, out: &mut impl Write) -> io::Result<()> {
        let Self { judgement, outcome, nodes, cpu_ms, .. } = self;
        let knodes = self.nodes_per_second / 1000;
        let (length, expected, name) = (self.length(), self.expected(), self.name());
        let table = percent(self.table_permille);
        let certificate = self.certificate.as_ref().map_or(String::new(), |certificate| {
            let CertificateReport { ending, bytes, making_ms, checking_ms, .. } = certificate;
            format!("{ending} {bytes:>10} {making_ms:>10.1} {checking_ms:>10.1}  ")
        });
        writeln!(
            out,
            "{judgement:10} {outcome:16} {length:>9} {expected:13} {nodes:>10} {cpu_ms:>10.1} {knodes:>9} {table:>7.1}  {certificate}{name}"
        )
    }

    fn length(&self) -> String {
        match (self.at_least, self.at_most) {
            (Some(least), Some(most)) if least == most => match self.lengths.as_ref().and_then(Lengths::conventional) {
                Some(conventional) if conventional != most => format!("{conventional}/{most}"),
                _ => most.to_string(),
            },
            (_, Some(most)) => format!("<={most}"),
            _ => String::new(),
        }
    }

    /// `mate 15/17`: book length, then raw length where the file has one.
    fn expected(&self) -> String {
        let plies = |length: Option<u32>| length.map_or("-".to_owned(), |length| length.to_string());
        let outcome = self.expected.unwrap_or("-");
        match (self.book, self.raw) {
            (None, None) => outcome.to_owned(),
            (book, raw) => format!("{outcome} {}/{}", plies(book), plies(raw)),
        }
    }

    fn name(&self) -> String {
        let name = if self.name.is_empty() { self.sfen } else { self.name };
        format!("{}:{} {}", self.file, self.line, super::super::input::shortened(name))
    }
}

fn percent(permille: u32) -> f64 {
    f64::from(permille) / 10.0
}

/// Sums over one file.
#[derive(Default, Serialize)]
pub(super) struct Summary {
    file: String,
    problems: u64,
    decided: u64,
    right: u64,
    wrong: u64,
    undecided: u64,
    unverified: u64,
    refused: u64,
    timed_out: u64,
    nodes: u64,
    cpu_ms: f64,
    nodes_per_second: u64,
    #[serde(skip)]
    cpu: Duration,
    raw_lengths: u64,
    equal_to_raw: u64,
    book_lengths: u64,
    equal_to_book: u64,
    fullest_table_permille: u32,
    #[serde(skip_serializing_if = "Option::is_none")]
    lengths: Option<Agreement>,
    #[serde(skip_serializing_if = "Option::is_none")]
    certificates: Option<Certificates>,
    signature: u64,
    repeatable: bool,
}

/// Sums over the certificates of a file.
#[derive(Default, Serialize)]
struct Certificates {
    accepted: u64,
    refused: u64,
    unfinished: u64,
    bytes: usize,
    records: u64,
    /// CPU time of solving the problems that were certified, or tried.
    solving_ms: f64,
    making_ms: f64,
    checking_ms: f64,
}

impl Certificates {
    fn add(&mut self, certification: &Certification, solving: Duration) {
        *match certification.ending {
            Judged::Accepted => &mut self.accepted,
            Judged::Refused(_) => &mut self.refused,
            Judged::Unfinished(_) => &mut self.unfinished,
        } += 1;
        self.bytes += certification.bytes;
        self.records += certification.records;
        self.solving_ms += solving.as_secs_f64() * 1e3;
        self.making_ms += certification.making.as_secs_f64() * 1e3;
        self.checking_ms += certification.checking.as_secs_f64() * 1e3;
    }

    fn text(&self, out: &mut impl Write) -> io::Result<()> {
        let Self { accepted, refused, unfinished, bytes, records, .. } = self;
        writeln!(
            out,
            "  certificates: {accepted} accepted, {refused} refused, {unfinished} not made; {bytes} bytes, {records} \
             records; CPU: solving {:.2} s, making {:.2} s, checking {:.2} s",
            self.solving_ms / 1e3,
            self.making_ms / 1e3,
            self.checking_ms / 1e3
        )
    }
}

impl Summary {
    pub(super) fn new(file: &str) -> Self {
        Self { file: file.to_owned(), repeatable: true, ..Self::default() }
    }

    pub(super) fn add(&mut self, measured: &Measured, stage: Stage) {
        self.problems += 1;
        *match measured.judgement() {
            Judgement::Right => &mut self.right,
            Judgement::Wrong => &mut self.wrong,
            Judgement::Undecided => &mut self.undecided,
            Judgement::Unverified => &mut self.unverified,
        } += 1;
        self.decided += u64::from(measured.judgement() != Judgement::Undecided);
        self.refused += u64::from(matches!(measured.answered, Answered::Refused(_)));
        self.timed_out += u64::from(measured.is_timed_out());
        self.repeatable &= measured.is_repeatable();
        self.spend(measured.nodes(), measured.cpu);
        self.compare(measured, stage);
        if let Some(certification) = &measured.certification {
            self.certificates.get_or_insert_default().add(certification, measured.cpu);
        }
        self.fullest_table_permille = self.fullest_table_permille.max(measured.table_permille());
    }

    fn spend(&mut self, nodes: u64, cpu: Duration) {
        self.nodes += nodes;
        self.signature = self.nodes;
        self.cpu += cpu;
        self.cpu_ms = self.cpu.as_secs_f64() * 1e3;
        self.nodes_per_second = nodes_per_second(self.nodes, self.cpu);
    }

    fn compare(&mut self, measured: &Measured, stage: Stage) {
        if let Some(lengths) = Lengths::of(measured, stage) {
            self.lengths.get_or_insert_default().add(measured, &lengths);
        }
        let Some((_, most)) = measured.length() else { return };
        self.raw_lengths += u64::from(measured.row.raw.is_some());
        self.equal_to_raw += u64::from(measured.row.raw == Some(most));
        self.book_lengths += u64::from(measured.row.book.is_some());
        self.equal_to_book += u64::from(measured.row.book == Some(most));
    }

    /// True if all `count` problems were measured and none contradicts its file.
    pub(super) fn is_clean(&self, count: usize) -> bool {
        self.wrong == 0 && self.problems == count as u64
    }

    pub(super) fn text(&self, stage: Stage, out: &mut impl Write) -> io::Result<()> {
        let Self { file, problems, decided, right, wrong, undecided, unverified, refused, .. } = self;
        writeln!(
            out,
            "{file}: {problems} problems, {decided} decided ({right} right, {wrong} wrong, {unverified} unverified; \
             {refused} of them refused), {undecided} undecided"
        )?;
        writeln!(
            out,
            "  {:.2} s CPU, {} nodes, {} knodes/s; fullest table {:.1} %",
            self.cpu_ms / 1e3,
            self.nodes,
            self.nodes_per_second / 1000,
            percent(self.fullest_table_permille)
        )?;
        match &self.lengths {
            Some(lengths) => lengths.text(stage, out)?,
            None => self.first_lengths(out)?,
        }
        if let Some(certificates) = &self.certificates {
            certificates.text(out)?;
        }
        match self.timed_out {
            0 if self.repeatable => writeln!(out, "  signature {}", self.signature),
            0 => writeln!(out, "  no signature: several threads searched each problem"),
            count => writeln!(out, "  no signature: the clock ended {count} searches (use --nodes)"),
        }
    }
    /// How often the length of the first proof is the right one.
    fn first_lengths(&self, out: &mut impl Write) -> io::Result<()> {
        let Self { raw_lengths, equal_to_raw, book_lengths, equal_to_book, .. } = self;
        writeln!(
            out,
            "  length found equals raw: {equal_to_raw} of {raw_lengths}, book: {equal_to_book} of {book_lengths} mates"
        )
    }

    /// The table of rows whose conventional length is not the book's.
    pub(super) fn differing(&self, out: &mut impl Write) -> io::Result<()> {
        self.lengths.as_ref().map_or(Ok(()), |lengths| lengths.table(out))
    }
}

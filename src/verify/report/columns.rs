//! A report as the cells of a table.

use super::{Asked, Body, Report};
use crate::notation::sfen;
use crate::shogi::Move;
use crate::solver::{Length, LineKind};
use crate::verify::{Examined, Found, Kind};

/// The titles, in order.
pub(super) const TITLES: [&str; 22] = [
    "id",
    "outcome",
    "findings",
    "same_as",
    "check",
    "asked",
    "title",
    "sfen",
    "attacker",
    "stated_length",
    "stated_raw_length",
    "raw_at_least",
    "raw_at_most",
    "conventional_at_least",
    "conventional_at_most",
    "line_kind",
    "line",
    "leftover",
    "claimed_line",
    "certificate",
    "nodes",
    "remarks",
];

/// True if the cells under this title are numbers.
#[cfg(feature = "parquet")]
pub(super) fn is_number(title: &str) -> bool {
    title == "nodes" || ["_length", "_at_least", "_at_most"].iter().any(|end| title.ends_with(end))
}

/// A cell. What is not known, or not asked, is empty.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Cell {
    Empty,
    Text(String),
    Number(u64),
}

/// The cells of a report, one a title.
pub(super) fn cells(report: &Report, asked: &Asked) -> [Cell; TITLES.len()] {
    let stated = report.body.stated();
    let examined = report.body.examined();
    let (raw, conventional) =
        (examined.and_then(|examined| examined.raw), examined.and_then(|examined| examined.conventional));
    [
        Cell::Text(report.id.clone()),
        Cell::Text(report.outcome().to_owned()),
        text(examined.map(kinds)),
        text(report.same_as.clone()),
        Cell::Text(asked.check().depth.as_str().to_owned()),
        Cell::Text(asked.fingerprint().to_owned()),
        text(stated.map(|stated| stated.title.clone())),
        text(stated.map(|stated| sfen::format(&stated.problem.position().to_setup()))),
        text(stated.map(|stated| stated.problem.attacker().to_string().to_lowercase())),
        number(stated.and_then(|stated| stated.claim.length)),
        number(stated.and_then(|stated| stated.claim.raw)),
        number(raw.map(|Length { at_least, .. }| at_least)),
        number(raw.map(|Length { at_most, .. }| at_most)),
        number(conventional.map(|Length { at_least, .. }| at_least)),
        number(conventional.map(|Length { at_most, .. }| at_most)),
        text(examined.and_then(|examined| examined.kind).map(|kind| line_kind(kind).to_owned())),
        text(examined.map(|examined| moves(&examined.line.moves))),
        text(examined.map(|examined| examined.line.leftover.to_string())),
        text(examined.and_then(|examined| examined.claimed_line).map(|worth| worth.as_str().to_owned())),
        text(examined.and_then(|examined| examined.certificate.as_ref()).map(ToString::to_string)),
        examined.map_or(Cell::Empty, |examined| Cell::Number(examined.nodes)),
        text(Some(remarks(&report.body))),
    ]
}

fn text(text: Option<String>) -> Cell {
    text.filter(|text| !text.is_empty()).map_or(Cell::Empty, Cell::Text)
}

fn number(number: Option<u32>) -> Cell {
    number.map_or(Cell::Empty, |number| Cell::Number(number.into()))
}

/// What stands between the kinds of findings in one cell.
pub(super) const BETWEEN: &str = "; ";

/// The kinds of findings, each once.
fn kinds(examined: &Examined) -> String {
    let is_found = |kind: &Kind| examined.findings.iter().any(|found| found.kind == *kind);
    let kinds: Vec<&str> = Kind::ALL.into_iter().filter(is_found).map(Kind::as_str).collect();
    kinds.join(BETWEEN)
}

/// Moves in USI text, blanks between them.
pub(super) fn moves(moves: &[Move]) -> String {
    moves.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ")
}

/// The word for what a line is.
pub(super) const fn line_kind(kind: LineKind) -> &'static str {
    match kind {
        LineKind::Found => "found",
        LineKind::Raw => "raw",
        LineKind::Conventional => "conventional",
        LineKind::Classic => "classic",
    }
}

/// All sentences about an item.
fn remarks(body: &Body) -> String {
    let sentences: Vec<String> = match body {
        Body::Examined(examined, _) => examined.findings.iter().map(|Found { text, .. }| text.clone()).collect(),
        Body::Duplicate(_) => Vec::new(),
        Body::Invalid(unreadable) => unreadable.reasons.iter().map(ToString::to_string).collect(),
        Body::Failed(reason, _) => vec![reason.clone()],
    };
    sentences.join(" ")
}

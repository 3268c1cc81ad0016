//! A report as one JSON object.

use super::columns::{line_kind, moves};
use super::{Asked, Body, Report};
use crate::notation::sfen;
use crate::solver::{Length, Other};
use crate::verify::{Examined, Found, LineWorth, Reason, Stated};
use serde::Serialize;
use std::io::{self, Write};

/// What is said of every item; what is not known, or was not asked, is left out.
#[derive(Serialize)]
struct Row<'a> {
    id: &'a str,
    outcome: &'a str,
    check: &'a str,
    asked: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    same_as: Option<&'a str>,
    #[serde(flatten)]
    problem: Option<ProblemRow<'a>>,
    #[serde(flatten)]
    answer: Option<AnswerRow<'a>>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    reasons: Vec<ReasonRow<'a>>,
}

#[derive(Serialize)]
struct ProblemRow<'a> {
    #[serde(skip_serializing_if = "str::is_empty")]
    title: &'a str,
    sfen: String,
    attacker: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    stated_length: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    stated_raw_length: Option<u32>,
}

#[derive(Serialize)]
struct AnswerRow<'a> {
    #[serde(skip_serializing_if = "Option::is_none")]
    raw_length: Option<LengthRow>,
    #[serde(skip_serializing_if = "Option::is_none")]
    conventional_length: Option<LengthRow>,
    #[serde(skip_serializing_if = "Option::is_none")]
    line_kind: Option<&'static str>,
    #[serde(skip_serializing_if = "String::is_empty")]
    line: String,
    #[serde(skip_serializing_if = "String::is_empty")]
    leftover: String,
    findings: Vec<FoundRow<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    claimed_line: Option<ClaimedLineRow>,
    #[serde(skip_serializing_if = "Option::is_none")]
    certificate: Option<String>,
    nodes: u64,
}

#[derive(Serialize)]
struct LengthRow {
    at_least: u32,
    at_most: u32,
}

#[derive(Serialize)]
struct FoundRow<'a> {
    kind: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    ply: Option<u32>,
    #[serde(rename = "move", skip_serializing_if = "Option::is_none")]
    mv: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    plies: Option<u32>,
    text: &'a str,
}

#[derive(Serialize)]
struct ClaimedLineRow {
    worth: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    ply: Option<u32>,
    text: String,
}

#[derive(Serialize)]
struct ReasonRow<'a> {
    #[serde(skip_serializing_if = "Option::is_none")]
    code: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    line: Option<usize>,
    message: &'a str,
}

/// Writes a report as a line.
pub(super) fn write(report: &Report, asked: &Asked, out: &mut impl Write) -> io::Result<()> {
    let row = Row {
        id: &report.id,
        outcome: report.outcome(),
        check: asked.check().depth.as_str(),
        asked: asked.fingerprint(),
        same_as: report.same_as.as_deref(),
        problem: report.body.stated().map(ProblemRow::from),
        answer: report.body.examined().map(AnswerRow::from),
        reasons: reasons(&report.body),
    };
    serde_json::to_writer(&mut *out, &row)?;
    out.write_all(b"\n")
}

fn reasons(body: &Body) -> Vec<ReasonRow<'_>> {
    match body {
        Body::Invalid(unreadable) => unreadable.reasons.iter().map(ReasonRow::from).collect(),
        Body::Failed(message, _) => vec![ReasonRow { code: None, line: None, message }],
        Body::Examined(..) | Body::Duplicate(_) => Vec::new(),
    }
}

impl<'a> From<&'a Stated> for ProblemRow<'a> {
    fn from(Stated { problem, title, claim, .. }: &'a Stated) -> Self {
        Self {
            title,
            sfen: sfen::format(&problem.position().to_setup()),
            attacker: problem.attacker().to_string().to_lowercase(),
            stated_length: claim.length,
            stated_raw_length: claim.raw,
        }
    }
}

impl<'a> From<&'a Examined> for AnswerRow<'a> {
    fn from(examined: &'a Examined) -> Self {
        Self {
            raw_length: examined.raw.map(LengthRow::from),
            conventional_length: examined.conventional.map(LengthRow::from),
            line_kind: examined.kind.map(line_kind),
            line: moves(&examined.line.moves),
            leftover: examined.line.leftover.to_string(),
            findings: examined.findings.iter().map(FoundRow::from).collect(),
            claimed_line: examined.claimed_line.map(ClaimedLineRow::from),
            certificate: examined.certificate.as_ref().map(ToString::to_string),
            nodes: examined.nodes,
        }
    }
}

impl From<Length> for LengthRow {
    fn from(Length { at_least, at_most }: Length) -> Self {
        Self { at_least, at_most }
    }
}

impl<'a> From<&'a Found> for FoundRow<'a> {
    fn from(Found { kind, beside, plies, text }: &'a Found) -> Self {
        let (ply, mv) = beside.map(|Other { ply, mv }| (ply, mv.to_string())).unzip();
        Self { kind: kind.as_str(), ply, mv, plies: *plies, text }
    }
}

impl From<LineWorth> for ClaimedLineRow {
    fn from(worth: LineWorth) -> Self {
        Self { worth: worth.as_str(), ply: worth.ply(), text: worth.to_string() }
    }
}

impl<'a> From<&'a Reason> for ReasonRow<'a> {
    fn from(Reason { code, line, message }: &'a Reason) -> Self {
        Self { code: Some(code), line: *line, message }
    }
}

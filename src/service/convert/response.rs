//! Answers out.

use super::mate::Writer;
use super::request::{ConvertOrder, SolveOrder};
use crate::notation::western::{self, Style};
use crate::notation::{japanese, sfen};
use crate::scheduler::Scheduler;
use crate::service::budget::Owner;
use crate::service::fault::InputFault;
use crate::service::{Config, proto};
use crate::shogi::{Color, Hand, Move, PieceKind, Place, Position};
use crate::solver::{Cause, Outcome, Problem, Progress, Statistics, Verdict, nodes_per_second};
use std::time::Duration;

/// The wire form of an answer to `problem`, promoted pieces written in `style`. A search with a node limit had a private table
/// of so many MiB. Whose limit ended a search is left open.
pub fn solve_response(
    problem: &Problem,
    outcome: &Outcome,
    private_table_mib: Option<usize>,
    style: Style,
) -> proto::SolveResponse {
    let mut response = proto::SolveResponse {
        outcome: outcome_of(&outcome.verdict).into(),
        summary: outcome.verdict.to_string(),
        statistics: Some(statistics(outcome, private_table_mib)),
        ..proto::SolveResponse::default()
    };
    match &outcome.verdict {
        Verdict::Mate(mate) => Writer::new(problem, mate, style).write(&mut response),
        Verdict::NoMate => {}
        Verdict::Unknown(cause) => response.unknown = Some(unknown(*cause)),
    }
    response
}

/// The answer to an order, with what the service knows beside the outcome.
pub(crate) fn answer(order: &SolveOrder, outcome: &Outcome) -> proto::SolveResponse {
    let private_table_mib = order.budget.limits.nodes.map(|_| order.budget.private_table_mib);
    let mut response = solve_response(&order.problem, outcome, private_table_mib, order.style);
    if let Some(cause) = outcome.verdict.cut_off() {
        let owner = order.budget.owner(cause).map_or(proto::LimitOwner::Unspecified, owner);
        response.unknown.iter_mut().chain(&mut response.unfinished).for_each(|unknown| unknown.set_owner(owner));
    }
    response
}

/// Where a search stands, `elapsed` after the order.
pub(crate) fn progress(progress: Progress, elapsed: Duration) -> proto::Progress {
    let Progress { nodes, proof, disproof, depth } = progress;
    proto::Progress {
        nodes,
        elapsed_us: micros(elapsed),
        nodes_per_second: nodes_per_second(nodes, elapsed),
        proof_number: proof,
        disproof_number: disproof,
        depth,
    }
}

/// The position of an order in every notation.
pub(crate) fn converted(order: &ConvertOrder) -> proto::ConvertPositionResponse {
    let ConvertOrder { start, moves: played, end, attacker, style } = order;
    let placement = end.to_setup();
    let problem_faults = Problem::new(&placement, *attacker).err().unwrap_or_default();
    let texts: Vec<String> = played.iter().map(ToString::to_string).collect();
    let tail = if texts.is_empty() { String::new() } else { format!(" moves {}", texts.join(" ")) };
    proto::ConvertPositionResponse {
        sfen: sfen::format(&placement),
        usi: format!("position sfen {}{tail}", sfen::format(start)),
        moves: start.position().map(|start| moves(&start, played, *style)).unwrap_or_default(),
        turn: side(end.turn()).into(),
        in_check: end.in_check(),
        is_problem: problem_faults.is_empty(),
        problem_faults: problem_faults.into_iter().map(|it| fault(&InputFault::of_position("position", it))).collect(),
    }
}

/// The detail of a refused request.
pub(crate) fn input_faults(faults: &[InputFault]) -> proto::InputFaults {
    proto::InputFaults { faults: faults.iter().map(fault).collect() }
}

/// What this server is.
pub(crate) fn server_info(config: &Config, scheduler: &Scheduler) -> proto::GetServerInfoResponse {
    proto::GetServerInfoResponse {
        version: env!("CARGO_PKG_VERSION").to_owned(),
        limits: Some(proto::ServerLimits {
            time_ms: config.max_time.map_or(0, millis),
            nodes: config.max_nodes.unwrap_or(0),
            message_bytes: number(config.max_message_bytes),
            live_searches: number(config.live_searches),
            private_table_mib: number(config.max_private_table_mib),
            private_tables_mib: number(config.private_tables_mib),
        }),
        defaults: Some(proto::ServerDefaults {
            time_ms: config.default_time.map_or(0, millis),
            progress_interval_ms: u32::try_from(millis(config.progress_interval)).unwrap_or(u32::MAX),
            private_table_mib: number(config.private_table_mib),
        }),
        features: vec![],
        workers: number(config.workers),
        table_mib: number(config.table_mib),
        table_permille: scheduler.table().permille(),
        live_searches: number(scheduler.load().live()),
    }
}

fn outcome_of(verdict: &Verdict) -> proto::Outcome {
    match verdict {
        Verdict::Mate(_) => proto::Outcome::Mate,
        Verdict::NoMate => proto::Outcome::NoMate,
        Verdict::Unknown(_) => proto::Outcome::Unknown,
    }
}

/// The texts of legal moves played one after another.
pub(super) fn moves(start: &Position, line: &[Move], style: Style) -> Vec<proto::Move> {
    let mut position = start.clone();
    let mut previous_to = None;
    let mut texts = Vec::with_capacity(line.len());
    for &mv in line {
        texts.push(proto::Move {
            usi: mv.to_string(),
            japanese: japanese::move_text(&position, mv, previous_to),
            western: western::move_text(&position, mv, style),
        });
        position.play(mv);
        previous_to = Some(mv.to());
    }
    texts
}

pub(super) fn hand(hand: Hand) -> proto::Hand {
    let count = |kind| u32::from(hand.count(kind));
    proto::Hand {
        rook: count(PieceKind::Rook),
        bishop: count(PieceKind::Bishop),
        gold: count(PieceKind::Gold),
        silver: count(PieceKind::Silver),
        knight: count(PieceKind::Knight),
        lance: count(PieceKind::Lance),
        pawn: count(PieceKind::Pawn),
    }
}

pub(super) fn unknown(cause: Cause) -> proto::Unknown {
    use proto::UnknownCause as Wire;
    let (cause, plies) = match cause {
        Cause::Time => (Wire::Time, 0),
        Cause::Nodes => (Wire::Nodes, 0),
        Cause::Memory => (Wire::Memory, 0),
        Cause::Plies(plies) => (Wire::Plies, plies),
        Cause::Cancelled => (Wire::Cancelled, 0),
    };
    proto::Unknown { cause: cause.into(), owner: proto::LimitOwner::Unspecified.into(), plies }
}

fn owner(owner: Owner) -> proto::LimitOwner {
    match owner {
        Owner::Request => proto::LimitOwner::Request,
        Owner::Deadline => proto::LimitOwner::Deadline,
        Owner::Server => proto::LimitOwner::Server,
    }
}

fn statistics(outcome: &Outcome, private_table_mib: Option<usize>) -> proto::Statistics {
    let Statistics { nodes, time, proof, disproof, table_permille } = outcome.statistics;
    let hurried = matches!(outcome.verdict.cut_off(), Some(Cause::Time | Cause::Cancelled));
    proto::Statistics {
        nodes,
        elapsed_us: micros(time),
        nodes_per_second: nodes_per_second(nodes, time),
        proof_number: proof,
        disproof_number: disproof,
        table_permille,
        repeatable: private_table_mib.is_some() && !hurried,
        private_table_mib: private_table_mib.map_or(0, number),
    }
}

fn fault(fault: &InputFault) -> proto::Fault {
    use proto::fault::Place as Wire;
    let place = match fault.place {
        Place::Square(square) => Some(Wire::Square(square.to_string())),
        Place::File(file) => Some(Wire::File(file.into())),
        Place::Hand(color) => Some(Wire::Hand(side(color).into())),
        Place::Text(start, end) => Some(Wire::Text(proto::TextRange { start: number(start), end: number(end) })),
        Place::Whole => None,
    };
    proto::Fault { field: fault.field.clone(), reason: fault.reason.to_owned(), message: fault.message.clone(), place }
}

pub(super) fn side(color: Color) -> proto::Side {
    match color {
        Color::Black => proto::Side::Black,
        Color::White => proto::Side::White,
    }
}

fn micros(time: Duration) -> u64 {
    u64::try_from(time.as_micros()).unwrap_or(u64::MAX)
}

fn millis(time: Duration) -> u64 {
    u64::try_from(time.as_millis()).unwrap_or(u64::MAX)
}

pub(super) fn number(value: usize) -> u32 {
    u32::try_from(value).unwrap_or(u32::MAX)
}

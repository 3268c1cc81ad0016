//! Answers out.

use super::mate::Writer;
use super::picture;
use super::request::{ConvertOrder, SolveOrder};
use crate::checker::Claim;
use crate::notation::western::{self, Style};
use crate::notation::{csa, japanese, kif, sfen, usi};
use crate::scheduler::{Scheduler, Ticket};
use crate::service::budget::{Budget, Owner};
use crate::service::certificate::Ending;
use crate::service::fault::InputFault;
use crate::service::{Config, proto};
use crate::shogi::{Color, Hand, Move, PieceKind, Place, Position};
use crate::solver::{Cause, Outcome, Problem, Progress, Statistics, Verdict, nodes_per_second};
use prost::Message as _;
use std::time::Duration;

/// The largest answer, in bytes, a little below the 4 MiB that gRPC clients take unless told otherwise.
const LARGEST_ANSWER: usize = (4 << 20) - (1 << 16);

/// What is to be told beside the outcome.
#[derive(Clone, Copy, Debug, Default)]
pub struct Told {
    /// Size of the private table that a search with a node limit had, in MiB.
    pub private_table_mib: Option<usize>,
    /// How promoted pieces are written.
    pub style: Style,
    /// Whether a checker has accepted a certificate of all that can be certified of the answer.
    pub certified: bool,
    /// Whether the answer was kept on disk, and no search made.
    pub from_store: bool,
    /// Whether it has to fit into a message that gRPC clients take: what is cut then is counted.
    pub bounded: bool,
}

/// The wire form of an answer to `problem`. Whose limit ended a search is left open.
pub fn solve_response(problem: &Problem, outcome: &Outcome, told: Told) -> proto::SolveResponse {
    let mut response = proto::SolveResponse {
        outcome: outcome_of(&outcome.verdict).into(),
        summary: outcome.verdict.to_string(),
        statistics: Some(statistics(outcome, told)),
        ..proto::SolveResponse::default()
    };
    match &outcome.verdict {
        Verdict::Mate(mate) => Writer::new(problem, mate, &told).write(&mut response),
        Verdict::NoMate => {
            let reply = outcome.refutation.as_slice();
            response.refutation = moves(problem.position(), reply, told.style).pop();
        }
        Verdict::Unknown(cause) => response.unknown = Some(unknown(*cause)),
    }
    response
}

/// The answer to an order, with what the service knows beside the outcome.
pub(crate) fn answer(
    order: &SolveOrder,
    outcome: &Outcome,
    certificate: Option<Ending>,
    from_store: bool,
) -> proto::SolveResponse {
    let private_table_mib = order.budget.limits.nodes.map(|_| order.budget.private_table_mib);
    let certified = matches!(certificate, Some(Ending::Accepted { .. }));
    let told = Told { private_table_mib, style: order.style, certified, from_store, bounded: true };
    let mut response = solve_response(&order.problem, outcome, told);
    response.certificate = certificate.map(|ending| certificate_of(ending, response.encoded_len()));
    if let Some(cause) = outcome.verdict.cut_off() {
        let owner = owner_of(&order.budget, cause);
        response.unknown.iter_mut().chain(&mut response.unfinished).for_each(|unknown| unknown.set_owner(owner));
    }
    response
}

/// The certificate, if there is room for it in an answer that takes so many bytes without it.
fn certificate_of(ending: Ending, taken: usize) -> proto::Certificate {
    match ending {
        Ending::Missing(missing) => proto::Certificate { missing, ..proto::Certificate::default() },
        Ending::Accepted { file, .. } if file.len() + taken > LARGEST_ANSWER => {
            let missing = format!("it was made and checked, but has {} bytes, too many for a message", file.len());
            proto::Certificate { missing, ..proto::Certificate::default() }
        }
        Ending::Accepted { file, claims, records } => {
            let claims = claims.into_iter().map(claim).collect();
            proto::Certificate { file, claims, records, missing: String::new() }
        }
    }
}

fn claim(claim: Claim) -> proto::CertificateClaim {
    use proto::CertificateClaimKind as Kind;
    let (kind, plies) = match claim {
        Claim::MateWithin(plies) => (Kind::MateWithin, plies),
        Claim::NoMateWithin(plies) => (Kind::NoMateWithin, plies),
        Claim::NoMate => (Kind::NoMate, 0),
    };
    proto::CertificateClaim { kind: kind.into(), plies }
}

/// Where the search of an order stands.
pub(crate) fn progress(order: &SolveOrder, ticket: &Ticket) -> proto::Progress {
    let (Progress { nodes, proof, disproof, depth }, elapsed) = (ticket.progress(), ticket.elapsed());
    let mut response = proto::SolveResponse::default();
    if let Some(Outcome { verdict: Verdict::Mate(mate), .. }) = ticket.known() {
        let told = Told { style: order.style, ..Told::default() };
        Writer::new(&order.problem, &mate, &told).write_lengths(&mut response);
    }
    let proto::SolveResponse { raw_length, conventional_length, line, .. } = response;
    proto::Progress {
        nodes,
        elapsed_us: micros(elapsed),
        nodes_per_second: nodes_per_second(nodes, elapsed),
        proof_number: proof,
        disproof_number: disproof,
        depth,
        raw_length,
        conventional_length,
        line,
    }
}

/// The position of an order in every notation.
pub(crate) fn converted(order: &ConvertOrder) -> proto::ConvertPositionResponse {
    let ConvertOrder { start, moves: played, end, solution, attacker, style, .. } = order;
    let placement = end.to_setup();
    let problem_faults = Problem::new(&placement, *attacker).err().unwrap_or_default();
    let solution = &solution[..legal(end, solution)];
    proto::ConvertPositionResponse {
        sfen: sfen::format(&placement),
        usi: usi::format(start, played),
        moves: start.position().map(|start| moves(&start, played, *style)).unwrap_or_default(),
        turn: side(end.turn()).into(),
        in_check: end.in_check(),
        is_problem: problem_faults.is_empty(),
        problem_faults: problem_faults.into_iter().map(|it| fault(&InputFault::of_position("position", it))).collect(),
        svg: picture::svg(order),
        solution: moves(end, solution, *style),
        sfen_line: sfen::format_line(&placement, solution),
        bod: kif::diagram(end),
        kif: kif::record(end, solution),
        csa: csa::record(&placement, solution),
    }
}

/// How many of the moves are legal one after another.
fn legal(start: &Position, moves: &[Move]) -> usize {
    let mut position = start.clone();
    let is_legal = |&&mv: &&Move| {
        let is_legal = position.is_legal(mv);
        if is_legal {
            position.play(mv);
        }
        is_legal
    };
    moves.iter().take_while(is_legal).count()
}

/// The detail of a refused request.
pub(crate) fn input_faults(faults: &[InputFault]) -> proto::InputFaults {
    proto::InputFaults { faults: faults.iter().map(fault).collect() }
}

/// What this server does beyond the first form of its API.
const FEATURES: [&str; 10] = [
    "conventional_length",
    "variations",
    "soundness",
    "first_moves",
    "certificate",
    "check_move",
    "get_hint",
    "verify_problems",
    "records",
    "pictures",
];

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
            calls_per_second: config.callers.calls_per_second.map_or(0, u32::from),
            calls_at_once: config.callers.calls_at_once.map_or(0, u32::from),
        }),
        defaults: Some(proto::ServerDefaults {
            time_ms: config.default_time.map_or(0, millis),
            progress_interval_ms: u32::try_from(millis(config.progress_interval)).unwrap_or(u32::MAX),
            private_table_mib: number(config.private_table_mib),
        }),
        features: FEATURES.map(str::to_owned).to_vec(),
        workers: number(config.workers),
        table_mib: number(config.table_mib),
        table_permille: scheduler.table().permille(),
        live_searches: number(scheduler.load().live()),
    }
}

pub(super) fn outcome_of(verdict: &Verdict) -> proto::Outcome {
    match verdict {
        Verdict::Mate(_) => proto::Outcome::Mate,
        Verdict::NoMate => proto::Outcome::NoMate,
        Verdict::Unknown(_) => proto::Outcome::Unknown,
    }
}

/// The texts of legal moves played one after another.
pub(super) fn moves(start: &Position, line: &[Move], style: Style) -> Vec<proto::Move> {
    moves_after(None, start, line, style)
}

/// The same, after a move that led to the start.
pub(super) fn moves_after(previous: Option<&Move>, start: &Position, line: &[Move], style: Style) -> Vec<proto::Move> {
    let mut position = start.clone();
    let mut previous_to = previous.map(|mv| mv.to());
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

/// The same with whose limit it was.
pub(super) fn unknown_within(budget: &Budget, cause: Cause) -> proto::Unknown {
    proto::Unknown { owner: owner_of(budget, cause).into(), ..unknown(cause) }
}

fn owner_of(budget: &Budget, cause: Cause) -> proto::LimitOwner {
    match budget.owner(cause) {
        Some(Owner::Request) => proto::LimitOwner::Request,
        Some(Owner::Deadline) => proto::LimitOwner::Deadline,
        Some(Owner::Server) => proto::LimitOwner::Server,
        None => proto::LimitOwner::Unspecified,
    }
}

pub(super) fn statistics(outcome: &Outcome, Told { private_table_mib, from_store, .. }: Told) -> proto::Statistics {
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
        from_store,
    }
}

pub(super) fn fault(fault: &InputFault) -> proto::Fault {
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

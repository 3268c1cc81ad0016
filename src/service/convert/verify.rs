//! Problems of a bulk verification in, on both sides of the wire: a server reads them, a client writes them.

use super::options::convention;
use super::request::{Start, both, moves, out_of_range, unknown_value, wanted};
use super::response::{fault, number, side};
use crate::notation::sfen;
use crate::notation::western::Style;
use crate::service::budget::Budget;
use crate::service::fault::InputFault;
use crate::service::status::CallError;
use crate::service::{Config, proto};
use crate::verify::{Check, Claim, Depth, Stated, Task};

/// The longest id that a problem may have, in bytes: it comes back with the result.
const LONGEST_ID: usize = 1024;

/// What a stream asks of its problems until a later one says otherwise.
#[derive(Clone, Debug, Default)]
pub(crate) struct Standing {
    limits: Option<proto::Limits>,
    options: Option<proto::VerifyOptions>,
}

/// One problem of a stream.
pub(crate) struct VerifyOrder {
    pub(crate) stated: Stated,
    pub(crate) check: Check,
    pub(crate) budget: Budget,
    pub(crate) style: Style,
}

impl VerifyOrder {
    /// Reads a problem. What it says of limits and options stands from then on, whether or not the problem is one.
    pub(crate) fn new(
        request: &proto::VerifyProblemsRequest,
        standing: &mut Standing,
        config: &Config,
    ) -> Result<Self, CallError> {
        standing.limits = request.limits.or(standing.limits);
        standing.options = request.options.or(standing.options);
        let start = Start::read(&request.into(), &[]).and_then(|start| Ok((start.problem()?, start)));
        let claim = both(id(&request.id), moves("claimed_line", &request.claimed_line));
        let wishes = both(wanted(standing.limits.as_ref(), None, config), options(standing.options));
        let ((problem, start), (((), line), (wanted, asked))) = both(start, both(claim, wishes))?;
        let line = if line.is_empty() { start.solution } else { line };
        let budget = Budget::new(&wanted, config);
        let check = Check { limits: budget.limits, table_mib: budget.private_table_mib, ..asked };
        let plies = |plies: u32| (plies > 0).then_some(plies);
        let (length, raw) = (plies(request.stated_length).or(start.length), plies(request.stated_raw_length));
        let stated = Stated { claim: Claim { length, raw, line }, ..Stated::of(problem) };
        Ok(Self { stated, check, budget, style: start.style })
    }
}

fn id(text: &str) -> Result<(), Vec<InputFault>> {
    if text.len() <= LONGEST_ID { Ok(()) } else { Err(vec![out_of_range("id", 1, number(LONGEST_ID))]) }
}

/// A check with these options; its limits are for the caller to set.
fn options(options: Option<proto::VerifyOptions>) -> Result<Check, Vec<InputFault>> {
    let proto::VerifyOptions { depth, convention: mode, nodes_per_move, certify } = options.unwrap_or_default();
    let nodes_per_move = (nodes_per_move > 0).then_some(nodes_per_move);
    match (depth_of(depth), convention(mode)) {
        (Ok(depth), Ok(convention)) => Ok(Check { convention, nodes_per_move, certify, ..Check::at(depth) }),
        (depth, mode) => Err(depth.err().into_iter().chain(mode.err()).collect()),
    }
}

fn depth_of(value: i32) -> Result<Depth, InputFault> {
    match proto::VerifyDepth::try_from(value) {
        Ok(proto::VerifyDepth::Mate) => Ok(Depth::Mate),
        Ok(proto::VerifyDepth::Raw) => Ok(Depth::Raw),
        Ok(proto::VerifyDepth::Unspecified | proto::VerifyDepth::Conventional) => Ok(Depth::Conventional),
        Ok(proto::VerifyDepth::Sound) => Ok(Depth::Sound),
        Err(_) => Err(unknown_value("options.depth", value)),
    }
}

/// The result of a problem that has no answer.
pub(crate) fn item_error(error: &CallError) -> proto::ItemError {
    let faults = if let CallError::Input(faults) = error { faults.iter().map(fault).collect() } else { Vec::new() };
    proto::ItemError { code: error.row().0.into(), message: error.message(), faults }
}

/// A client's request for a task. The first of a stream says what is asked of all.
pub(crate) fn verify_request(id: String, task: &Task, check: Option<&Check>) -> proto::VerifyProblemsRequest {
    let Stated { problem, claim, .. } = &task.stated;
    let text = sfen::format(&problem.position().to_setup());
    proto::VerifyProblemsRequest {
        position: Some(proto::verify_problems_request::Position::Sfen(text)),
        attacker: side(problem.attacker()).into(),
        id,
        limits: check.map(limits_out),
        options: check.map(options_out),
        stated_length: claim.length.unwrap_or(0),
        stated_raw_length: claim.raw.unwrap_or(0),
        claimed_line: claim.line.iter().map(ToString::to_string).collect(),
        ..proto::VerifyProblemsRequest::default()
    }
}

fn limits_out(check: &Check) -> proto::Limits {
    proto::Limits {
        time_ms: check.limits.time.map_or(0, |time| u32::try_from(time.as_millis()).unwrap_or(u32::MAX)),
        nodes: check.limits.nodes.unwrap_or(0),
        plies: check.limits.plies.unwrap_or(0),
        table_mib: number(check.table_mib),
    }
}

fn options_out(check: &Check) -> proto::VerifyOptions {
    let depth = match check.depth {
        Depth::Mate => proto::VerifyDepth::Mate,
        Depth::Raw => proto::VerifyDepth::Raw,
        Depth::Conventional => proto::VerifyDepth::Conventional,
        Depth::Sound => proto::VerifyDepth::Sound,
    };
    proto::VerifyOptions {
        depth: depth.into(),
        convention: super::options::convention_out(check.convention).into(),
        nodes_per_move: check.nodes_per_move.unwrap_or(0),
        certify: check.certify,
    }
}

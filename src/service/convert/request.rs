//! Requests in. Every fault of a request comes back together.

use super::{options, picture};
use crate::notation::record::Record;
use crate::notation::western::Style;
use crate::notation::{csa, jkf, kif, sfen, usi};
use crate::picture::Look;
use crate::service::budget::{Budget, Wanted};
use crate::service::fault::{ILLEGAL_MOVE, InputFault, MISSING_POSITION, OUT_OF_RANGE, TOO_MANY_MOVES, UNKNOWN_VALUE};
use crate::service::status::CallError;
use crate::service::{Config, proto};
use crate::shogi::{Color, Fault, IllegalReason, Move, Position, Setup};
use crate::solver::{Aim, Limits, Problem};
use std::time::Duration;

/// Moves of one request, at most: a game has a few hundred.
const MOVES: usize = 10_000;
/// Bounds of the interval of progress messages, in milliseconds.
const INTERVAL_MS: std::ops::RangeInclusive<u32> = 50..=10_000;

/// A problem to solve, and how.
pub(crate) struct SolveOrder {
    pub(crate) problem: Problem,
    pub(crate) aim: Aim,
    pub(crate) certificate: bool,
    pub(crate) budget: Budget,
    pub(crate) style: Style,
}

/// A position to play moves from.
pub(crate) struct ReplayOrder {
    pub(crate) start: Position,
    pub(crate) moves: Vec<Move>,
    pub(crate) style: Style,
}

/// A position to print.
pub(crate) struct ConvertOrder {
    pub(crate) start: Setup,
    pub(crate) moves: Vec<Move>,
    pub(crate) end: Position,
    /// The moves of a record, from `end` on; not checked.
    pub(crate) solution: Vec<Move>,
    pub(crate) attacker: Option<Color>,
    pub(crate) style: Style,
    /// How it is drawn; `None`: not at all.
    pub(crate) look: Option<Look>,
}

/// The position of a request, whatever the request.
enum Text<'a> {
    Sfen(&'a str),
    Usi(&'a proto::UsiPosition),
    /// A record with the field that holds it.
    Record(&'static str, Notation, &'a str),
}

/// What a record is written in.
#[derive(Clone, Copy)]
enum Notation {
    Kif,
    Csa,
    Jkf,
}

/// What every request begins with.
pub(super) struct Head<'a> {
    text: Option<Text<'a>>,
    attacker: i32,
    conventional_hand: bool,
    western_style: i32,
}

/// The requests have the same head, and each its own generated type for it.
macro_rules! heads {
    ($($request:ident in $module:ident),*) => {$(
        impl<'a> From<&'a proto::$request> for Head<'a> {
            fn from(request: &'a proto::$request) -> Self {
                use proto::$module::Position;
                let text = request.position.as_ref().map(|position| match position {
                    Position::Sfen(text) => Text::Sfen(text),
                    Position::Usi(position) => Text::Usi(position),
                    Position::Kif(text) => Text::Record("kif", Notation::Kif, text),
                    Position::Bod(text) => Text::Record("bod", Notation::Kif, text),
                    Position::Ki2(text) => Text::Record("ki2", Notation::Kif, text),
                    Position::Csa(text) => Text::Record("csa", Notation::Csa, text),
                    Position::Jkf(text) => Text::Record("jkf", Notation::Jkf, text),
                });
                let proto::$request { attacker, conventional_hand, western_style, .. } = *request;
                Self { text, attacker, conventional_hand, western_style }
            }
        }
    )*};
}
heads!(
    SolveRequest in solve_request,
    StreamSolveRequest in stream_solve_request,
    CheckMoveRequest in check_move_request,
    GetHintRequest in get_hint_request,
    VerifyProblemsRequest in verify_problems_request,
    ReplayMovesRequest in replay_moves_request,
    ConvertPositionRequest in convert_position_request
);

/// What the head says: a placement as written, with moves.
pub(super) struct Start {
    pub(super) setup: Setup,
    pub(super) moves: Vec<Move>,
    /// How many of the moves stand in the text of the position.
    in_text: usize,
    /// The field that holds the text.
    pub(super) field: &'static str,
    /// The moves of a record, which are not played.
    pub(super) solution: Vec<Move>,
    /// The length in plies that a record states.
    pub(super) length: Option<u32>,
    attacker: Option<Color>,
    pub(super) style: Style,
}

impl SolveOrder {
    pub(crate) fn new(
        request: &proto::SolveRequest,
        deadline: Option<Duration>,
        config: &Config,
    ) -> Result<Self, CallError> {
        Self::read(&request.into(), (request.limits.as_ref(), request.options.as_ref()), deadline, config)
    }

    /// The order, and the interval of progress messages.
    pub(crate) fn of_stream(
        request: &proto::StreamSolveRequest,
        deadline: Option<Duration>,
        config: &Config,
    ) -> Result<(Self, Duration), CallError> {
        let wishes = (request.limits.as_ref(), request.options.as_ref());
        let order = Self::read(&request.into(), wishes, deadline, config);
        let interval = match request.progress_interval_ms {
            0 => Ok(config.progress_interval),
            ms if INTERVAL_MS.contains(&ms) => Ok(Duration::from_millis(ms.into())),
            _ => Err(vec![out_of_range("progress_interval_ms", *INTERVAL_MS.start(), *INTERVAL_MS.end())]),
        };
        both(order, interval)
    }

    fn read(
        head: &Head,
        (limits, options): (Option<&proto::Limits>, Option<&proto::SolveOptions>),
        deadline: Option<Duration>,
        config: &Config,
    ) -> Result<Self, CallError> {
        let start = Start::read(head, &[]).and_then(|start| Ok((start.problem()?, start.style)));
        let wishes = both(wanted(limits, deadline, config), options::aim(options));
        let ((problem, style), (wanted, aim)) = both(start, wishes)?;
        let certificate = options.is_some_and(|options| options.certificate);
        Ok(Self { problem, aim, certificate, budget: Budget::new(&wanted, config), style })
    }
}

impl ReplayOrder {
    pub(crate) fn new(request: &proto::ReplayMovesRequest) -> Result<Self, CallError> {
        let Start { setup, moves, field, solution, style, .. } = Start::read(&request.into(), &request.moves)?;
        let start = setup.position().map_err(|faults| of_position(field, faults))?;
        Ok(Self { start, moves: [solution, moves].concat(), style })
    }
}

impl ConvertOrder {
    pub(crate) fn new(request: &proto::ConvertPositionRequest) -> Result<Self, CallError> {
        let start = Start::read(&request.into(), &[]).and_then(|start| {
            let end = start.end()?.position().map_err(|faults| of_position(start.field, faults))?;
            Ok((start, end))
        });
        let ((start, end), look) = both(start, picture::look(request))?;
        let Start { setup, moves, solution, attacker, style, .. } = start;
        Ok(Self { start: setup, moves, end, solution, attacker, style, look })
    }
}

impl Start {
    /// Reads the head, and `more` moves in the field `moves`.
    pub(super) fn read(head: &Head, more: &[String]) -> Result<Self, CallError> {
        let words = both(side(head.attacker), style(head.western_style));
        let start = Self::of_text(head.text.as_ref(), more, words.as_ref().map_or(None, |words| words.0));
        // Faults of the placement are looked for later, when the attacker is known: not so if the words are wrong.
        let start = if words.is_err() { start.and_then(Self::without_faults) } else { start };
        let (mut start, (attacker, style)) = both(start, words)?;
        let attacker = attacker.or(start.attacker);
        (start.attacker, start.style) = (attacker, style);
        if head.conventional_hand {
            let mover = if start.moves.len().is_multiple_of(2) { start.setup.turn } else { !start.setup.turn };
            start.setup.fill_defender_hand(attacker.unwrap_or(mover));
        }
        Ok(start)
    }

    /// `attacker` is who mates as the request says.
    fn of_text(text: Option<&Text>, more: &[String], attacker: Option<Color>) -> Result<Self, CallError> {
        const MISSING: &str = "Give a position: one of sfen, usi, kif, csa, bod, ki2, jkf.";
        let more = moves("moves", more);
        match text {
            None => Err(vec![InputFault::new("position", MISSING_POSITION, MISSING)].into()),
            Some(Text::Record(field, notation, text)) => {
                let record = notation.read(text, attacker).map_err(|faults| of_position(field, faults));
                let (record, moves) = both(record, more)?;
                let start = Self::new(record.setup, moves, 0, field)?;
                let (attacker, solution, length) = (record.attacker, record.line, record.length);
                Self { solution, length, attacker, ..start }.within_bounds()
            }
            Some(Text::Sfen(text)) => {
                let setup = sfen::parse(text).map_err(|faults| of_position("sfen", faults));
                let (setup, moves) = both(setup, more)?;
                Self::new(setup, moves, 0, "sfen")
            }
            Some(Text::Usi(position)) => {
                const FIELD: &str = "usi.position";
                let read = usi::parse_position(&position.position).map_err(|faults| of_position(FIELD, faults));
                let moves = both(moves("usi.moves", &position.moves), more);
                let (usi::UsiPosition { setup, moves: in_text }, (listed, more)) = both(read, moves)?;
                let count = in_text.len();
                Self::new(setup, [in_text, listed, more].concat(), count, FIELD)
            }
        }
    }

    fn new(setup: Setup, moves: Vec<Move>, in_text: usize, field: &'static str) -> Result<Self, CallError> {
        let start = Self {
            setup,
            moves,
            in_text,
            field,
            solution: Vec::new(),
            length: None,
            attacker: None,
            style: Style::default(),
        };
        start.within_bounds()
    }

    fn within_bounds(self) -> Result<Self, CallError> {
        let count = self.moves.len() + self.solution.len();
        if count > MOVES { Err(vec![too_many_moves(self.field, count)].into()) } else { Ok(self) }
    }

    fn without_faults(self) -> Result<Self, CallError> {
        let faults = self.setup.faults();
        if faults.is_empty() { Ok(self) } else { Err(of_position(self.field, faults).into()) }
    }

    /// The placement after the moves, which must be legal.
    fn end(&self) -> Result<Setup, CallError> {
        if self.moves.is_empty() {
            return Ok(self.setup.clone());
        }
        let mut position = self.setup.position().map_err(|faults| of_position(self.field, faults))?;
        for (index, &mv) in self.moves.iter().enumerate() {
            if let Some(reason) = IllegalReason::of(&position, mv) {
                let message = format!("Move {} of the position, {mv}, is illegal: {reason}.", index + 1);
                return Err(vec![InputFault::new(self.field_of(index), ILLEGAL_MOVE, message)].into());
            }
            position.play(mv);
        }
        Ok(position.to_setup())
    }

    pub(super) fn problem(&self) -> Result<Problem, CallError> {
        Problem::new(&self.end()?, self.attacker).map_err(|faults| of_position(self.field, faults).into())
    }

    /// The field of a move of the position.
    fn field_of(&self, index: usize) -> String {
        match index.checked_sub(self.in_text) {
            Some(listed) => format!("usi.moves[{listed}]"),
            None => self.field.to_owned(),
        }
    }
}

impl Notation {
    fn read(self, text: &str, attacker: Option<Color>) -> Result<Record, Vec<Fault>> {
        match self {
            Self::Kif => kif::parse(text, attacker),
            Self::Csa => csa::parse(text),
            Self::Jkf => jkf::parse(text),
        }
    }
}

fn of_position(field: &str, faults: Vec<Fault>) -> Vec<InputFault> {
    faults.into_iter().map(|fault| InputFault::of_position(field, fault)).collect()
}

pub(super) fn moves(field: &str, texts: &[String]) -> Result<Vec<Move>, Vec<InputFault>> {
    if texts.len() > MOVES {
        return Err(vec![too_many_moves(field, texts.len())]);
    }
    let (mut moves, mut faults) = (Vec::with_capacity(texts.len()), Vec::new());
    for (index, text) in texts.iter().enumerate() {
        match usi::parse_move(text) {
            Ok(mv) => moves.push(mv),
            Err(fault) => faults.push(InputFault::of_position(&format!("{field}[{index}]"), fault)),
        }
    }
    if faults.is_empty() { Ok(moves) } else { Err(faults) }
}

fn side(value: i32) -> Result<Option<Color>, Vec<InputFault>> {
    match proto::Side::try_from(value) {
        Ok(proto::Side::Unspecified) => Ok(None),
        Ok(proto::Side::Black) => Ok(Some(Color::Black)),
        Ok(proto::Side::White) => Ok(Some(Color::White)),
        Err(_) => Err(vec![unknown_value("attacker", value)]),
    }
}

fn style(value: i32) -> Result<Style, Vec<InputFault>> {
    match proto::WesternStyle::try_from(value) {
        Ok(proto::WesternStyle::Unspecified | proto::WesternStyle::Plus) => Ok(Style::Plus),
        Ok(proto::WesternStyle::Cross) => Ok(Style::Cross),
        Err(_) => Err(vec![unknown_value("western_style", value)]),
    }
}

/// What the caller asks for; 0 is the wire's word for "nothing said".
pub(super) fn wanted(
    limits: Option<&proto::Limits>,
    deadline: Option<Duration>,
    config: &Config,
) -> Result<Wanted, Vec<InputFault>> {
    let proto::Limits { time_ms, nodes, plies, table_mib } = limits.copied().unwrap_or_default();
    let largest = u32::try_from(config.max_private_table_mib).unwrap_or(u32::MAX);
    if table_mib > largest {
        return Err(vec![out_of_range("limits.table_mib", 1, largest)]);
    }
    let limits = Limits {
        time: (time_ms > 0).then(|| Duration::from_millis(time_ms.into())),
        nodes: (nodes > 0).then_some(nodes),
        plies: (plies > 0).then_some(plies),
    };
    Ok(Wanted { limits, deadline, table_mib: (table_mib > 0).then_some(table_mib as usize) })
}

fn too_many_moves(field: &str, count: usize) -> InputFault {
    let message = format!("{count} moves are more than the {MOVES} that are played for one request.");
    InputFault::new(field, TOO_MANY_MOVES, message)
}

pub(super) fn unknown_value(field: &str, value: i32) -> InputFault {
    InputFault::new(field, UNKNOWN_VALUE, format!("{value} is not a value of this field that the server knows."))
}

pub(super) fn out_of_range(field: &str, least: u32, most: u32) -> InputFault {
    InputFault::new(
        field,
        OUT_OF_RANGE,
        format!("The server takes {least} to {most} here, or 0, as if nothing were given."),
    )
}

/// Two results in one: both values, or the faults of both. What cannot be served at all comes before faults.
pub(super) fn both<A, B>(
    a: Result<A, impl Into<CallError>>,
    b: Result<B, impl Into<CallError>>,
) -> Result<(A, B), CallError> {
    match (a.map_err(Into::into), b.map_err(Into::into)) {
        (Ok(a), Ok(b)) => Ok((a, b)),
        (Err(CallError::Input(a)), Err(CallError::Input(b))) => Err(CallError::Input([a, b].concat())),
        (Err(CallError::Input(_)) | Ok(_), Err(error)) | (Err(error), _) => Err(error),
    }
}

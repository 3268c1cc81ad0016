//! Asks the solver and judges its answer by the twin's rules.

use super::board::{BLACK, Board, Side};
use super::text;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use tsumi::notation::sfen;
use tsumi::shogi::{Color, PieceKind};
use tsumi::solver::{Cause, Limits, Mate, Monitor, Problem, Search, Table, Threads, Verdict};

/// Nodes allowed: far more than any problem asked here needs.
const NODES: u64 = 5_000_000;

/// The solver's verdict on a problem within so many plies.
///
/// # Errors
/// A sentence, if the problem is refused or the solver panics.
pub(crate) fn ask(board: &Board, attacker: Side, plies: Option<u32>, table: &Arc<Table>) -> Result<Verdict, String> {
    ask_together(board, attacker, (plies, Threads::ONE), table)
}

/// The same of several threads.
///
/// # Errors
/// As [`ask`].
pub(crate) fn ask_together(
    board: &Board,
    attacker: Side,
    (plies, threads): (Option<u32>, Threads),
    table: &Arc<Table>,
) -> Result<Verdict, String> {
    let color = if attacker == BLACK { Color::Black } else { Color::White };
    let problem = sfen::parse(&text::format(board)).and_then(|setup| Problem::new(&setup, Some(color)));
    let problem = problem.map_err(|faults| format!("refused: {faults:?}"))?;
    let limits = Limits { nodes: Some(NODES), plies, ..Limits::default() };
    let search = Search::with_threads(&problem, limits, Arc::clone(table), threads);
    let solve = || search.run_to_end(&Monitor::new()).verdict;
    catch_unwind(AssertUnwindSafe(solve)).map_err(|_| "the solver panics".to_owned())
}

/// What is wrong with a verdict, when the shortest mate takes `truth` plies.
///
/// # Errors
/// A sentence that names the fault.
pub(crate) fn judge(board: &Board, attacker: Side, truth: Option<u32>, verdict: &Verdict) -> Result<(), String> {
    match (truth, verdict) {
        (None, Verdict::NoMate) => Ok(()),
        (Some(length), Verdict::Mate(mate)) => {
            judge_line(board, attacker, mate)?;
            let fits = (mate.raw.at_least..=mate.raw.at_most).contains(&length);
            fits.then_some(()).ok_or_else(|| format!("the shortest mate takes {length} plies, not {mate:?}"))
        }
        _ => Err(format!("the truth is {truth:?}, the solver says {verdict:?}")),
    }
}

/// What is wrong with a verdict within `plies`.
///
/// # Errors
/// A sentence that names the fault.
pub(crate) fn judge_within(
    (board, plies): (&Board, u32),
    attacker: Side,
    truth: Option<u32>,
    verdict: &Verdict,
) -> Result<(), String> {
    match verdict {
        Verdict::Unknown(Cause::Plies(limit)) if *limit == plies && truth.is_none_or(|length| length > plies) => Ok(()),
        Verdict::Mate(mate) if mate.raw.at_most > plies => Err(format!("more than {plies} plies: {mate:?}")),
        _ => judge(board, attacker, truth, verdict),
    }
}

/// The line must be legal, every move of the attacker a check, its end mate, and the leftover what is then in hand.
fn judge_line(root: &Board, attacker: Side, mate: &Mate) -> Result<(), String> {
    let mut board = *root;
    for mv in &mate.line.moves {
        let (side, moves) =
            if board.turn == attacker { ("check", board.checks()) } else { ("reply", board.legal_moves()) };
        let known = moves.into_iter().find(|&known| text::usi(known) == mv.to_string());
        board = board.after(known.ok_or_else(|| format!("{mv} is no legal {side} in {:?}", mate.line.moves))?);
    }
    let holds = |kind: PieceKind| board.hand(attacker, i8::try_from(kind.index()).expect("a kind") + 1);
    if board.turn == attacker || !board.is_mate() {
        Err(format!("the line {:?} does not end in mate", mate.line.moves))
    } else if PieceKind::HAND.into_iter().any(|kind| mate.line.leftover.count(kind) != holds(kind)) {
        Err(format!("the line {:?} does not leave {:?}", mate.line.moves, mate.line.leftover))
    } else {
        Ok(())
    }
}

/// A problem as it is, mirrored, with colours exchanged, and both.
pub(crate) fn aspects(board: &Board, attacker: Side) -> [(Board, Side); 4] {
    let flipped = text::flip(board);
    [(*board, attacker), (text::mirror(board), attacker), (flipped, -attacker), (text::mirror(&flipped), -attacker)]
}

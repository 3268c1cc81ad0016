//! A hint out.

use super::puzzle::{HintOrder, Level, Puzzle};
use super::response::{moves_after, outcome_of, statistics, unknown_within};
use crate::service::proto;
use crate::shogi::{Move, PieceKind};
use crate::solver::{Count, Outcome, Verdict};

/// The wire form of a hint, from the answer to the puzzle.
pub(crate) fn get_hint_response(order: &HintOrder, outcome: &Outcome, from_store: bool) -> proto::GetHintResponse {
    let HintOrder { puzzle, level } = order;
    let mut response = proto::GetHintResponse {
        outcome: outcome_of(&outcome.verdict).into(),
        summary: outcome.verdict.to_string(),
        unknown: outcome.verdict.cut_off().map(|cause| unknown_within(&puzzle.budget, cause)),
        statistics: Some(statistics(outcome, puzzle.told(from_store))),
        ..proto::GetHintResponse::default()
    };
    let Verdict::Mate(mate) = &outcome.verdict else { return response };
    let line = mate.line_of(puzzle.counted);
    match line.and_then(|line| Some((*line.moves.first()?, line.moves.len()))) {
        Some((mv, plies)) => {
            response.unknown = None;
            hint(puzzle, *level, (mv, plies as u32), &mut response);
        }
        None => "There is a mate, but the shortest line was not found.".clone_into(&mut response.summary),
    }
    response
}

fn hint(puzzle: &Puzzle, level: Level, (mv, plies): (Move, u32), response: &mut proto::GetHintResponse) {
    let position = puzzle.problem.position();
    let moving = mv.from().and_then(|from| position.piece_at(from)).map(|piece| piece.kind);
    let kind = moving.or(mv.dropped());
    response.piece = kind.map_or(proto::PieceKind::Unspecified, piece_kind).into();
    response.from = mv.from().map_or(String::new(), |from| from.to_string());
    let to = if level >= Level::Square { mv.to().to_string() } else { String::new() };
    response.summary = match (mv.from(), to.as_str()) {
        (Some(from), "") => format!("Move the piece on {from}."),
        (Some(from), to) => format!("Move the piece on {from} to {to}."),
        (None, "") => format!("Drop a {}.", kind.map_or("piece", name)),
        (None, to) => format!("Drop a {} on {to}.", kind.map_or("piece", name)),
    };
    response.to = to;
    if level >= Level::Move {
        response.r#move = moves_after(puzzle.moves.last(), position, &[mv], puzzle.style).pop();
        response.plies_left = Some(plies);
        let text = response.r#move.as_ref().map_or("", |text| &text.western);
        response.summary = format!("{text}: mate in {}.", Count(plies));
    }
}

fn piece_kind(kind: PieceKind) -> proto::PieceKind {
    use proto::PieceKind as Wire;
    match kind {
        PieceKind::Pawn => Wire::Pawn,
        PieceKind::Lance => Wire::Lance,
        PieceKind::Knight => Wire::Knight,
        PieceKind::Silver => Wire::Silver,
        PieceKind::Gold => Wire::Gold,
        PieceKind::Bishop => Wire::Bishop,
        PieceKind::Rook => Wire::Rook,
        PieceKind::King => Wire::King,
        PieceKind::ProPawn => Wire::ProPawn,
        PieceKind::ProLance => Wire::ProLance,
        PieceKind::ProKnight => Wire::ProKnight,
        PieceKind::ProSilver => Wire::ProSilver,
        PieceKind::Horse => Wire::Horse,
        PieceKind::Dragon => Wire::Dragon,
    }
}

/// The English name of a kind that can be in hand.
fn name(kind: PieceKind) -> &'static str {
    match kind.unpromoted() {
        PieceKind::Pawn => "pawn",
        PieceKind::Lance => "lance",
        PieceKind::Knight => "knight",
        PieceKind::Silver => "silver",
        PieceKind::Gold => "gold",
        PieceKind::Bishop => "bishop",
        PieceKind::Rook => "rook",
        _ => "piece",
    }
}

//! A replayed game out.

use super::request::ReplayOrder;
use super::response::{moves, number, side};
use crate::notation::sfen;
use crate::service::proto;
use crate::shogi::{Color, Game, GameState, IllegalMove, IllegalReason, Impasse, ImpasseVerdict};

/// Plays the moves of an order up to the first illegal one.
pub(crate) fn replayed(order: &ReplayOrder) -> proto::ReplayMovesResponse {
    let mut game = Game::new(order.start.clone());
    let refused = order.moves.iter().enumerate().find_map(|(index, &mv)| Some((index, game.play(mv).err()?)));
    let legal = refused.as_ref().map_or(order.moves.len(), |&(index, _)| index);
    let (state, loser) = state(&game);
    proto::ReplayMovesResponse {
        moves: moves(&order.start, &order.moves[..legal], order.style),
        illegal: refused.map(|(index, refused)| illegal(index, &refused)),
        state: state.into(),
        loser: loser.map_or(proto::Side::Unspecified, side).into(),
        impasse: game.impasse().as_ref().map(impasse),
        sfen: sfen::format(&game.position().to_setup()),
    }
}

/// The state, and who has lost.
fn state(game: &Game) -> (proto::GameState, Option<Color>) {
    let mover = Some(game.position().turn());
    match game.state() {
        GameState::InPlay => (proto::GameState::InPlay, None),
        GameState::Check => (proto::GameState::Check, None),
        GameState::Checkmate => (proto::GameState::Checkmate, mover),
        GameState::NoMoves => (proto::GameState::NoMoves, mover),
        GameState::Repetition => (proto::GameState::Repetition, None),
        GameState::PerpetualCheck(loser) => (proto::GameState::PerpetualCheck, Some(loser)),
    }
}

pub(super) fn illegal(index: usize, refused: &IllegalMove) -> proto::IllegalMove {
    let IllegalMove { mv, reason } = refused;
    let (usi, message) = (mv.to_string(), refused.to_string());
    proto::IllegalMove { index: number(index), usi, reason: illegal_reason(*reason).into(), message }
}

fn illegal_reason(reason: IllegalReason) -> proto::IllegalMoveReason {
    use proto::IllegalMoveReason as Wire;
    match reason {
        IllegalReason::GameOver => Wire::GameOver,
        IllegalReason::NoPieceOnSource => Wire::NoPieceOnSource,
        IllegalReason::NotYourPiece => Wire::NotYourPiece,
        IllegalReason::OwnPieceOnTarget => Wire::OwnPieceOnTarget,
        IllegalReason::CannotMoveThere => Wire::CannotMoveThere,
        IllegalReason::CannotPromote => Wire::CannotPromote,
        IllegalReason::MustPromote => Wire::MustPromote,
        IllegalReason::NotInHand => Wire::NotInHand,
        IllegalReason::SquareOccupied => Wire::SquareOccupied,
        IllegalReason::DeadEndDrop => Wire::DeadEndDrop,
        IllegalReason::TwoPawns => Wire::TwoPawns,
        IllegalReason::LeavesKingInCheck => Wire::LeavesKingInCheck,
        IllegalReason::DropPawnMate => Wire::DropPawnMate,
    }
}

fn impasse(impasse: &Impasse) -> proto::Impasse {
    let result = match impasse.verdict {
        None => proto::ImpasseResult::PointsOnly,
        Some(ImpasseVerdict::Draw) => proto::ImpasseResult::Draw,
        Some(ImpasseVerdict::Loses(Color::Black)) => proto::ImpasseResult::BlackLoses,
        Some(ImpasseVerdict::Loses(Color::White)) => proto::ImpasseResult::WhiteLoses,
    };
    let [black_points, white_points] = Color::ALL.map(|color| impasse.points[color]);
    proto::Impasse { black_points, white_points, result: result.into() }
}

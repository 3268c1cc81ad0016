//! Diagrams: what is asked of them, and how they come out.

use super::request::{ConvertOrder, unknown_value};
use crate::picture::{Diagram, Look, Pieces};
use crate::service::fault::InputFault;
use crate::service::proto;

/// How the position of a request is to be drawn; `None`: it is not.
pub(super) fn look(request: &proto::ConvertPositionRequest) -> Result<Option<Look>, Vec<InputFault>> {
    let proto::PictureOptions { pieces, flip, both_hands } = request.picture_options.unwrap_or_default();
    let pieces = match proto::PieceStyle::try_from(pieces) {
        Ok(proto::PieceStyle::Unspecified | proto::PieceStyle::Kanji) => Pieces::Kanji,
        Ok(proto::PieceStyle::Western) => Pieces::Western,
        Err(_) => return Err(vec![unknown_value("picture_options.pieces", pieces)]),
    };
    Ok(request.picture.then_some(Look { pieces, flip, both_hands }))
}

/// The position of an order as SVG; nothing if it was not asked for.
pub(super) fn svg(order: &ConvertOrder) -> String {
    let Some(look) = order.look else { return String::new() };
    let setup = order.end.to_setup();
    let attacker = order.attacker.unwrap_or(setup.turn);
    let last = order.moves.last().map(|mv| mv.to());
    Diagram { setup: &setup, attacker, last, look }.svg()
}

//! A diagram in words, for those who do not see it.

use super::Diagram;
use crate::shogi::{Color, Hand, PieceKind};

/// What is told of a diagram. Letters, figures and punctuation without any character that XML gives a meaning.
pub(super) struct Words {
    pub(super) title: String,
    pub(super) description: String,
}

/// What a reader aloud needs.
pub(super) fn words(diagram: &Diagram) -> Words {
    let Diagram { setup, attacker, last, .. } = diagram;
    let title = format!("Shogi diagram: {attacker} attacks, {} is to move", setup.turn);
    let sides = [*attacker, !*attacker].map(|color| side(diagram, color)).join(" ");
    let last = last.map_or(String::new(), |square| format!(" The last move went to {square}."));
    Words { title, description: format!("{sides}{last}") }
}

/// `Black: gold 5c. In hand: 2 pawns.`
fn side(diagram: &Diagram, color: Color) -> String {
    let pieces = diagram.setup.pieces().filter(|(_, piece)| piece.color == color);
    let placed: Vec<String> = pieces.map(|(square, piece)| format!("{} {square}", piece.kind.name())).collect();
    let is_rest = color != diagram.attacker && diagram.setup.defender_holds_the_rest(diagram.attacker);
    let held = if is_rest { "every other piece".to_owned() } else { held(diagram.setup.hands[color]) };
    format!("{color}: {}. In hand: {held}.", or_none(&placed))
}

fn held(hand: Hand) -> String {
    let one = |(kind, count): (PieceKind, u8)| match count {
        1 => kind.name().to_owned(),
        _ => format!("{count} {}s", kind.name()),
    };
    let mut held: Vec<String> = hand.iter().map(one).collect();
    held.reverse();
    or_none(&held)
}

fn or_none(parts: &[String]) -> String {
    if parts.is_empty() { "none".to_owned() } else { parts.join(", ") }
}

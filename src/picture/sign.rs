//! What stands for a piece.

use super::Pieces;
use super::canvas::Place;
use super::glyph::{EM, Glyph};
use crate::notation::japanese;
use crate::shogi::PieceKind;

/// What stands for a piece: characters within a square of [`EM`] units.
pub(super) struct Sign {
    id: String,
    parts: Vec<(char, Place)>,
}

/// Side of the square of a letter, and of the `+` before it, in units.
const LETTER: i32 = 940;
const PROMOTED_LETTER: i32 = 780;
const PLUS: i32 = 580;
/// How far below the top of its square the middle of a capital letter is, in thousandths.
const MIDDLE: i32 = 512;

impl Sign {
    /// What stands for a piece of this kind.
    pub(super) fn new(kind: PieceKind, pieces: Pieces) -> Self {
        let id = format!("w{}{}", if kind.is_promoted() { "p" } else { "" }, kind.letter());
        let parts = match pieces {
            Pieces::Kanji => {
                let place = Place { x: 0, y: 0, size: EM };
                japanese::letter(kind).chars().map(|character| (character, place)).collect()
            }
            Pieces::Western if kind.is_promoted() => in_a_row(&[('+', PLUS), (kind.letter(), PROMOTED_LETTER)]),
            Pieces::Western => in_a_row(&[(kind.letter(), LETTER)]),
        };
        Self { id, parts }
    }

    /// A name for the sign, unless it is a single kanji.
    pub(super) fn id(&self) -> &str {
        &self.id
    }

    /// Its characters.
    pub(super) fn parts(&self) -> &[(char, Place)] {
        &self.parts
    }
}

/// Characters of these sizes side by side, the whole in the middle of the square.
fn in_a_row(characters: &[(char, i32)]) -> Vec<(char, Place)> {
    let width = |&(character, size): &(char, i32)| Glyph::of(character).map_or(0, |glyph| glyph.advance * size / EM);
    let mut x = (EM - characters.iter().map(width).sum::<i32>()) / 2;
    let place = |part: &(char, i32)| {
        let place = Place { x, y: EM / 2 - MIDDLE * part.1 / EM, size: part.1 };
        x += width(part);
        (part.0, place)
    };
    characters.iter().map(place).collect()
}

//! Diagrams as problem books print them: SVG text, and PNG made of it.
//!
//! Everything is drawn as outlines, letters too, so that a diagram looks the same wherever it is shown, with whatever fonts. Nothing that a
//! caller writes gets into one: all words and names are this program's own.

mod board;
mod canvas;
mod glyph;
mod hand;
mod png;
mod sign;
mod words;

#[cfg(test)]
mod tests;

pub use png::WIDTHS;

use crate::shogi::{Color, Setup, Square};
use canvas::Canvas;
use hand::HandBox;
use std::io;

/// A placement as it is to be drawn; nothing of it is judged.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagram<'a> {
    /// What is drawn.
    pub setup: &'a Setup,
    /// The side that mates, drawn upright at the bottom.
    pub attacker: Color,
    /// The square that the last move went to, which is shaded.
    pub last: Option<Square>,
    /// How it is drawn.
    pub look: Look,
}

/// How a diagram is drawn.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Look {
    /// What stands for a piece.
    pub pieces: Pieces,
    /// True: the defender is drawn upright at the bottom.
    pub flip: bool,
    /// True: the defender's hand is printed in any case. False: as in books, when it is not every piece that is left.
    pub both_hands: bool,
}

/// What stands for a piece.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Pieces {
    /// One kanji: 金, and 全 for a promoted silver.
    #[default]
    Kanji,
    /// The letter of western notation: `G`, and `+S` for a promoted silver.
    Western,
}

/// Units of the drawing to a pixel of the size that an SVG asks for. Every width and height that follows is a multiple of it, so that no pixel
/// at an edge is covered in part.
const UNITS_TO_A_PIXEL: u32 = 25;
/// Space around everything, in units.
const MARGIN: i32 = 300;

impl Diagram<'_> {
    /// The diagram as SVG: UTF-8 text without a byte order mark, at most 64 KiB, the same for the same diagram. It asks for some 520 pixels a
    /// side and looks as good at any size.
    pub fn svg(&self) -> String {
        let bottom = if self.look.flip { !self.attacker } else { self.attacker };
        let [right, left] = [bottom, !bottom].map(|color| self.hand_box(color));
        let mut canvas = Canvas::default();
        let x = MARGIN + left.as_ref().map_or(0, HandBox::width);
        let end = board::draw(self, bottom, x, &mut canvas);
        if let Some(hand) = &left {
            hand.draw_turned(x, &mut canvas);
        }
        if let Some(hand) = &right {
            hand.draw(end, &mut canvas);
        }
        let width = end + right.as_ref().map_or(0, HandBox::width) + MARGIN;
        canvas.svg((width, board::BOTTOM + MARGIN), &words::words(self))
    }

    /// The diagram as a PNG file, dark on white, `width` pixels wide (brought within [`WIDTHS`]) and as high as it gets by that.
    ///
    /// # Errors
    /// None is known: the drawing is well formed and small. Only the libraries that read and draw it could refuse.
    pub fn png(&self, width: u32) -> io::Result<Vec<u8>> {
        png::of_svg(&self.svg(), width)
    }

    /// The hand of a side, if it is printed.
    fn hand_box(&self, color: Color) -> Option<HandBox> {
        let Look { pieces, both_hands, .. } = self.look;
        let printed = color == self.attacker || both_hands || !self.setup.defender_holds_the_rest(self.attacker);
        printed.then(|| HandBox::new(self.setup.hands[color], pieces))
    }
}

//! The board with its labels and pieces.

use super::canvas::{Canvas, Place};
use super::glyph::EM;
use super::sign::Sign;
use super::{Diagram, MARGIN, Pieces};
use crate::notation::japanese;
use crate::shogi::{Color, Square};
use std::fmt::Write as _;

/// Width and height of a square, in units: a little higher than wide, as real boards are.
const CELL: (i32, i32) = (1125, 1200);
/// Upper edge of the board, in units; the digits of the files are above it.
pub(super) const TOP: i32 = MARGIN + 750;
/// Lower edge of the board, in units.
pub(super) const BOTTOM: i32 = TOP + 9 * CELL.1;
/// Size of the labels of files and ranks, and their distance from the board.
const LABEL: i32 = 600;
const LABEL_GAP: i32 = 125;

/// Where the board stands, and which way round.
struct View {
    /// Left edge.
    x: i32,
    /// The side at the bottom.
    bottom: Color,
}

impl View {
    /// The upper left corner of a square.
    fn corner(&self, square: Square) -> (i32, i32) {
        let seen = if self.bottom == Color::Black { square } else { square.flip() };
        (self.x + i32::from(9 - seen.file()) * CELL.0, TOP + i32::from(seen.rank() - 1) * CELL.1)
    }
}

/// Draws the board with its left edge at `x` and the side `bottom` upright, and gives the right edge of its labels.
pub(super) fn draw(diagram: &Diagram, bottom: Color, x: i32, canvas: &mut Canvas) -> i32 {
    let view = View { x, bottom };
    diagram.last.iter().for_each(|&square| shade(&view, square, canvas));
    canvas.shape(&grid(x));
    canvas.shape(&frame(x));
    let pieces = diagram.look.pieces;
    for index in 1..=9 {
        labels(&view, index, pieces, canvas);
    }
    for (square, piece) in diagram.setup.pieces() {
        let (x, y) = view.corner(square);
        let place = Place { x: x + (CELL.0 - EM) / 2, y: y + (CELL.1 - EM) / 2, size: EM };
        canvas.sign(&Sign::new(piece.kind, pieces), place, piece.color != bottom);
    }
    x + 9 * CELL.0 + LABEL_GAP + LABEL
}

fn shade(view: &View, square: Square, canvas: &mut Canvas) {
    let ((x, y), (width, height)) = (view.corner(square), CELL);
    canvas.shape(&format!(r##"<path fill="#d4d4d4" d="M{x} {y}h{width}v{height}h-{width}z"/>"##));
}

/// The lines within the frame, and the four points that help the eye.
fn grid(x: i32) -> String {
    let (width, height) = (9 * CELL.0, 9 * CELL.1);
    let mut lines = String::new();
    for index in 1..9 {
        let _ = write!(lines, "M{x} {}h{width}M{} {TOP}v{height}", TOP + index * CELL.1, x + index * CELL.0);
    }
    let mut points = String::new();
    for (file, rank) in [(3, 3), (6, 3), (3, 6), (6, 6)] {
        // A dot is a line without length that ends in half circles.
        let _ = write!(points, "M{} {}h0", x + file * CELL.0, TOP + rank * CELL.1);
    }
    format!(
        r##"<path fill="none" stroke="#000" stroke-width="24" d="{lines}"/>
<path fill="none" stroke="#000" stroke-width="130" stroke-linecap="round" d="{points}"/>"##
    )
}

fn frame(x: i32) -> String {
    let (width, height) = (9 * CELL.0, 9 * CELL.1);
    format!(
        r##"<path fill="none" stroke="#000" stroke-width="64" stroke-linejoin="miter" d="M{x} {TOP}h{width}v{height}h-{width}z"/>"##
    )
}

/// The digit above a file and the numeral, or letter, beside a rank.
fn labels(view: &View, index: u8, pieces: Pieces, canvas: &mut Canvas) {
    let Some(square) = Square::new(index, index) else { return };
    let (x, y) = view.corner(square);
    let file = Place { x: x + (CELL.0 - LABEL) / 2, y: TOP - LABEL_GAP - LABEL, size: LABEL };
    canvas.centred(char::from(b'0' + index), file);
    let right = view.x + 9 * CELL.0 + LABEL_GAP;
    let rank = Place { x: right, y: y + (CELL.1 - LABEL) / 2, size: LABEL };
    let text = match pieces {
        Pieces::Kanji => japanese::kanji(index.into()),
        Pieces::Western => char::from(b'a' + index - 1).to_string(),
    };
    text.chars().for_each(|character| canvas.centred(character, rank));
}

//! A hand beside the board.

use super::Pieces;
use super::board::{BOTTOM, TOP};
use super::canvas::{Canvas, Place};
use super::glyph::{EM, Glyph};
use super::sign::Sign;
use crate::notation::japanese;
use crate::shogi::{Hand, PieceKind};

/// A hand as it is written from the top of the board downwards.
pub(super) struct HandBox {
    rows: Vec<Row>,
    pieces: Pieces,
}

/// One line of a hand. Heights are in units before everything is made smaller to find room.
struct Row {
    text: Text,
    /// Height of the letters.
    size: i32,
    /// From here to the next row.
    step: i32,
}

/// What a row says.
enum Text {
    /// These characters side by side.
    Words(&'static str),
    /// One character.
    Character(char),
    /// A piece in the western way, and its number unless that is one.
    Count(PieceKind, u8),
}

/// Space between the board and a hand, in units.
const GAP: i32 = 325;
/// Width of the rows, in units.
const KANJI_WIDTH: i32 = 900;
const WESTERN_WIDTH: i32 = 1475;
/// Height and step of a piece or a number, and of a word above or instead of them.
const PIECE: (i32, i32) = (900, 930);
const WORD: (i32, i32) = (620, 620);
const WESTERN_WORD: (i32, i32) = (400, 880);
const NUMBER: i32 = 620;
/// Space between the word and the pieces.
const PAUSE: i32 = 330;
/// A blank is this wide, in thousandths of its height.
const BLANK: i32 = 250;

impl HandBox {
    /// The hand, the most valuable pieces first.
    pub(super) fn new(hand: Hand, pieces: Pieces) -> Self {
        let mut held: Vec<(PieceKind, u8)> = hand.iter().collect();
        held.reverse();
        let rows = match pieces {
            Pieces::Kanji => kanji_rows(&held),
            Pieces::Western => western_rows(&held),
        };
        Self { rows, pieces }
    }

    /// The width that it takes, the gap to the board included, in units.
    pub(super) fn width(&self) -> i32 {
        GAP + self.text_width()
    }

    /// Draws it to the right of `x`.
    pub(super) fn draw(&self, x: i32, canvas: &mut Canvas) {
        self.write((x + GAP, TOP), canvas);
    }

    /// Draws it to the left of `x`, turned.
    pub(super) fn draw_turned(&self, x: i32, canvas: &mut Canvas) {
        canvas.turned((x - GAP, BOTTOM), |canvas| self.write((0, 0), canvas));
    }

    fn text_width(&self) -> i32 {
        match self.pieces {
            Pieces::Kanji => KANJI_WIDTH,
            Pieces::Western => WESTERN_WIDTH,
        }
    }

    fn write(&self, (x, mut y): (i32, i32), canvas: &mut Canvas) {
        let height: i32 = self.rows.iter().map(|row| row.step).sum();
        let room = (BOTTOM - TOP).min(height);
        let fitted = |length: i32| length * room / height.max(1);
        for Row { text, size, step } in &self.rows {
            let size = fitted(*size);
            let middle = Place { x: x + (self.text_width() - size) / 2, y, size };
            match text {
                Text::Words(words) => write_words(words, Place { x, ..middle }, canvas),
                Text::Character(character) => canvas.centred(*character, middle),
                Text::Count(kind, count) => write_count((*kind, *count), Place { x, ..middle }, canvas),
            }
            y += fitted(*step);
        }
    }
}

/// One character below the other: 持駒飛金二.
fn kanji_rows(held: &[(PieceKind, u8)]) -> Vec<Row> {
    let row = |character, (size, step)| Row { text: Text::Character(character), size, step };
    let mut rows = vec![row('持', WORD), row('駒', (WORD.0, WORD.1 + PAUSE))];
    let count = |count: u8| if count > 1 { japanese::kanji(count.into()) } else { String::new() };
    for &(kind, number) in held {
        let text = [japanese::letter(kind), &count(number)].concat();
        rows.extend(text.chars().map(|character| row(character, PIECE)));
    }
    if held.is_empty() {
        rows.extend(['な', 'し'].map(|character| row(character, WORD)));
    }
    rows
}

/// A letter and a number a line.
fn western_rows(held: &[(PieceKind, u8)]) -> Vec<Row> {
    let words = |words| Row { text: Text::Words(words), size: WESTERN_WORD.0, step: WESTERN_WORD.1 };
    let mut rows = vec![words("in hand")];
    rows.extend(held.iter().map(|&(kind, count)| Row { text: Text::Count(kind, count), size: PIECE.0, step: PIECE.1 }));
    if held.is_empty() {
        rows.push(words("none"));
    }
    rows
}

fn write_words(words: &str, mut place: Place, canvas: &mut Canvas) {
    for character in words.chars() {
        if character != ' ' {
            canvas.character(character, place);
        }
        place.x += Glyph::of(character).map_or(BLANK, |glyph| glyph.advance) * place.size / EM;
    }
}

fn write_count((kind, count): (PieceKind, u8), place: Place, canvas: &mut Canvas) {
    canvas.sign(&Sign::new(kind, Pieces::Western), place, false);
    if count > 1 {
        let size = NUMBER * place.size / PIECE.0;
        // On the baseline of the letter.
        let below = (place.size - size) * 77 / 100;
        write_words(&count.to_string(), Place { x: place.x + place.size * 23 / 25, y: place.y + below, size }, canvas);
    }
}

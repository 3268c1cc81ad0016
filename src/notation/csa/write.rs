//! Writes a placement with moves.

use super::code;
use crate::shogi::{Color, Move, PieceKind, Setup, Square};

/// The text of a placement with moves from it, in version 2.2, lines ended by `\n`. The moves are played on the board whether they are
/// legal or not; one of no piece is left out with all that follow.
pub fn record(setup: &Setup, moves: &[Move]) -> String {
    let mut lines = vec!["V2.2".to_owned()];
    lines.extend((1..=9).map(|rank| rank_text(setup, rank)));
    lines.extend(Color::ALL.into_iter().filter_map(|color| hand_text(setup, color)));
    lines.push(sign(setup.turn).to_owned());
    let mut placement = setup.clone();
    lines.extend(moves.iter().map_while(|&mv| played(&mut placement, mv)));
    lines.push(String::new());
    lines.join("\n")
}

/// `+` for Black, `-` for White.
const fn sign(color: Color) -> &'static str {
    match color {
        Color::Black => "+",
        Color::White => "-",
    }
}

fn rank_text(setup: &Setup, rank: u8) -> String {
    let squares = (1..=9).rev().filter_map(|file| Square::new(file, rank));
    let cells = squares.map(|square| match setup.board[square.index()] {
        Some(piece) => [sign(piece.color), code(piece.kind)].concat(),
        None => " * ".to_owned(),
    });
    format!("P{rank}{}", cells.collect::<String>())
}

fn hand_text(setup: &Setup, color: Color) -> Option<String> {
    let one = |(kind, count): (PieceKind, u8)| format!("00{}", code(kind)).repeat(count.into());
    let pieces: String = setup.hands[color].iter().map(one).collect();
    (!pieces.is_empty()).then(|| format!("P{}{pieces}", sign(color)))
}

/// The line of a move, which is played on the board; hands are not kept.
fn played(placement: &mut Setup, mv: Move) -> Option<String> {
    let turn = placement.turn;
    let source = mv.from().map_or_else(|| "00".to_owned(), digits);
    let kind = apply(placement, mv)?;
    Some(format!("{}{source}{}{}", sign(turn), digits(mv.to()), code(kind)))
}

/// Plays a move on the board alone and gives what then stands on its target; `None` if it is of no piece.
pub(super) fn apply(placement: &mut Setup, mv: Move) -> Option<PieceKind> {
    let piece = match mv.from() {
        Some(from) => placement.board[from.index()].take().map(|piece| piece.kind),
        None => mv.dropped(),
    };
    let kind = piece.map(|kind| if mv.is_promotion() { kind.promoted().unwrap_or(kind) } else { kind })?;
    placement.board[mv.to().index()] = Some(crate::shogi::Piece::new(placement.turn, kind));
    placement.turn = !placement.turn;
    Some(kind)
}

/// File and rank.
fn digits(square: Square) -> String {
    format!("{}{}", square.file(), square.rank())
}

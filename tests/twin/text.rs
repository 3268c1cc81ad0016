//! SFEN and USI text of the twin's board, and the two symmetries of a problem.

use super::board::{
    BISHOP, BLACK, Board, GOLD, KNIGHT, LANCE, Move, PAWN, PROMOTED, ROOK, SILVER, Side, Square, WHITE, squares,
};

const LETTERS: &[u8] = b" PLNSGBRK";

fn kind_of(letter: char) -> i8 {
    let upper = letter.to_ascii_uppercase();
    let place = LETTERS.iter().position(|&known| char::from(known) == upper).expect("a piece letter");
    i8::try_from(place).expect("nine letters")
}

fn side_of(letter: char) -> Side {
    if letter.is_ascii_uppercase() { BLACK } else { WHITE }
}

/// Reads a well-formed SFEN.
///
/// # Panics
/// If it is not well-formed.
pub(crate) fn parse(sfen: &str) -> Board {
    let fields: Vec<&str> = sfen.split(' ').collect();
    let mut board = Board::empty(if fields[1] == "b" { BLACK } else { WHITE });
    let (mut places, mut promoted) = (squares(), 0);
    for letter in fields[0].chars() {
        match letter {
            '/' => {}
            '+' => promoted = PROMOTED,
            '1'..='9' => drop(places.by_ref().take(letter as usize - '0' as usize).count()),
            _ => {
                let cell = side_of(letter) * (kind_of(letter) + promoted);
                board.put(places.next().expect("81 squares"), cell);
                promoted = 0;
            }
        }
    }
    assert!(places.next().is_none(), "{sfen}: fewer than 81 squares");
    read_hands(fields[2], &mut board);
    board
}

fn read_hands(text: &str, board: &mut Board) {
    let mut count = 0;
    for letter in text.chars().filter(|&letter| letter != '-') {
        if let Some(digit) = letter.to_digit(10) {
            count = count * 10 + u8::try_from(digit).expect("a digit");
        } else {
            *board.hand_mut(side_of(letter), kind_of(letter)) += count.max(1);
            count = 0;
        }
    }
}

fn letter(cell: i8) -> String {
    let promoted = cell.abs() > PROMOTED;
    let kind = if promoted { cell.abs() - PROMOTED } else { cell.abs() };
    let upper = char::from(LETTERS[usize::try_from(kind).expect("a kind")]);
    let shown = if cell > 0 { upper } else { upper.to_ascii_lowercase() };
    format!("{}{shown}", if promoted { "+" } else { "" })
}

/// The SFEN of a board, move number 1.
pub(crate) fn format(board: &Board) -> String {
    let rows: Vec<String> = (0..9).map(|row| format_row(board, row)).collect();
    let turn = if board.turn == BLACK { "b" } else { "w" };
    let mut hands = String::new();
    for side in [BLACK, WHITE] {
        for kind in [ROOK, BISHOP, GOLD, SILVER, KNIGHT, LANCE, PAWN] {
            match board.hand(side, kind) {
                0 => {}
                count => {
                    if count > 1 {
                        hands += &count.to_string();
                    }
                    hands += &letter(side * kind);
                }
            }
        }
    }
    let hands = if hands.is_empty() { "-" } else { &hands };
    format!("{} {turn} {hands} 1", rows.join("/"))
}

fn format_row(board: &Board, row: i8) -> String {
    let (mut text, mut empty) = (String::new(), 0);
    for column in 0..9 {
        match board.cell((row, column)) {
            0 => empty += 1,
            cell => {
                if empty > 0 {
                    text += &empty.to_string();
                }
                text += &letter(cell);
                empty = 0;
            }
        }
    }
    if empty > 0 { text + &empty.to_string() } else { text }
}

fn square_text((row, column): Square) -> String {
    let rank = char::from(b'a' + u8::try_from(row).expect("a row"));
    format!("{}{rank}", 9 - column)
}

/// A move as USI writes it.
pub(crate) fn usi(mv: Move) -> String {
    match mv {
        Move::Step { from, to, promote } => {
            format!("{}{}{}", square_text(from), square_text(to), if promote { "+" } else { "" })
        }
        Move::Drop { kind, to } => format!("{}*{}", letter(kind), square_text(to)),
    }
}

/// Left and right exchanged.
pub(crate) fn mirror(board: &Board) -> Board {
    let mut turned = *board;
    for (row, column) in squares() {
        turned.put((row, 8 - column), board.cell((row, column)));
    }
    turned
}

/// The board turned by 180 degrees, colours exchanged.
pub(crate) fn flip(board: &Board) -> Board {
    let mut turned = Board { turn: -board.turn, hands: [board.hands[1], board.hands[0]], ..*board };
    for (row, column) in squares() {
        turned.put((8 - row, 8 - column), -board.cell((row, column)));
    }
    turned
}

/// A move as the mirror has it.
pub(crate) fn mirror_move(mv: Move) -> Move {
    turn_move(mv, |(row, column)| (row, 8 - column))
}

/// A move as the colour twin has it.
pub(crate) fn flip_move(mv: Move) -> Move {
    turn_move(mv, |(row, column)| (8 - row, 8 - column))
}

fn turn_move(mv: Move, turn: impl Fn(Square) -> Square) -> Move {
    match mv {
        Move::Step { from, to, promote } => Move::Step { from: turn(from), to: turn(to), promote },
        Move::Drop { kind, to } => Move::Drop { kind, to: turn(to) },
    }
}

//! The problem's position: SFEN text to a board, every rule for a placement checked.

use super::board::{
    BLACK, Board, FULL_SET, HELD, Hand, KING, Kind, PAWN, PROMOTION, SQUARES, Side, WHITE, cell_of, held_kind,
    is_dead_end,
};
use super::moves::has_pawn_on_file;

/// Letters of the kinds 1–8.
const LETTERS: &[u8] = b"PLNSGBRK";

/// Reads an SFEN: board, side to move, hands and, perhaps, a move number.
pub(super) fn parse(text: &str) -> Result<Board, &'static str> {
    let fields: Vec<&str> = text.split(' ').collect();
    let (&[placement, turn, hands] | &[placement, turn, hands, _]) = fields.as_slice() else {
        return Err("an SFEN has three or four fields");
    };
    if fields.get(3).is_some_and(|number| number.len() > 9 || !number.bytes().all(|byte| byte.is_ascii_digit())) {
        return Err("the last field is a move number");
    }
    let turn = match turn {
        "b" => BLACK,
        "w" => WHITE,
        _ => return Err("the side to move is b or w"),
    };
    let mut board = Board::empty(turn);
    read_placement(placement, &mut board)?;
    read_hands(hands, &mut board)?;
    Ok(board)
}

fn read_placement(text: &str, board: &mut Board) -> Result<(), &'static str> {
    let rows: Vec<&str> = text.split('/').collect();
    if rows.len() != 9 {
        return Err("a board has nine ranks");
    }
    for (row, text) in rows.into_iter().enumerate() {
        let (mut column, mut promoted) = (0, false);
        for letter in text.bytes() {
            match letter {
                b'+' if !promoted => promoted = true,
                b'1'..=b'9' if !promoted => column += usize::from(letter - b'0'),
                _ => {
                    let (side, kind) = piece_of(letter).filter(|_| column < 9).ok_or("no such piece on the board")?;
                    let kind = if promoted { promoted_kind(kind).ok_or("this piece does not promote")? } else { kind };
                    board.put(cell_of(row * 9 + column), side * kind);
                    (column, promoted) = (column + 1, false);
                }
            }
        }
        if column != 9 || promoted {
            return Err("a rank has nine squares");
        }
    }
    Ok(())
}

fn read_hands(text: &str, board: &mut Board) -> Result<(), &'static str> {
    if text == "-" {
        return Ok(());
    }
    let mut count = 0u8;
    for letter in text.bytes() {
        if letter.is_ascii_digit() {
            let more = count.checked_mul(10).and_then(|count| count.checked_add(letter - b'0'));
            count = more.filter(|&count| (1..=18).contains(&count)).ok_or("a hand holds 1 to 18 of a kind")?;
            continue;
        }
        let (side, kind) = piece_of(letter).filter(|&(_, kind)| kind != KING).ok_or("no such piece in a hand")?;
        let held = board.hand_mut(side).count_mut(kind);
        *held = held.checked_add(count.max(1)).ok_or("a hand holds too many of a kind")?;
        count = 0;
    }
    if count == 0 { Ok(()) } else { Err("a number without a piece in a hand") }
}

fn piece_of(letter: u8) -> Option<(Side, Kind)> {
    let place = LETTERS.iter().position(|known| *known == letter.to_ascii_uppercase())?;
    Some((if letter.is_ascii_uppercase() { BLACK } else { WHITE }, place as Kind + 1))
}

fn promoted_kind(kind: Kind) -> Option<Kind> {
    (kind < KING && kind != super::board::GOLD).then_some(kind + PROMOTION)
}

/// Pieces of each kind on the board, kings left out.
pub(super) fn placed(board: &Board) -> Option<Hand> {
    let mut placed = Hand::default();
    for square in 0..SQUARES {
        let kind = held_kind(board.piece(cell_of(square)).abs());
        if HELD.contains(&kind) {
            *placed.count_mut(kind) += 1;
        }
    }
    placed.is_within(FULL_SET).then_some(placed)
}

/// What is wrong with a placement, whoever holds what: dead ends, two pawns on a file, kings, the wrong side in check.
pub(super) fn fault(board: &Board) -> Option<&'static str> {
    for side in [BLACK, WHITE] {
        let kings = board.pieces(side).filter(|&cell| board.piece(cell).abs() == KING).count();
        if kings > 1 || kings == 0 && side == WHITE {
            return Some("a side has too many kings, or the defender none");
        }
        for cell in board.pieces(side) {
            let kind = board.piece(cell).abs();
            let twin = kind == PAWN && second_pawn(board, side, cell);
            if is_dead_end(side, kind, cell) || twin {
                return Some("a piece stands where it may not");
            }
        }
    }
    if board.in_check(-board.turn) {
        return Some("the side not to move is in check");
    }
    (board.turn == WHITE && !board.in_check(WHITE)).then_some("the defender is to move and not in check")
}

/// True if another pawn of `side` stands on the file of this one.
fn second_pawn(board: &Board, side: Side, cell: usize) -> bool {
    let mut others = board.clone();
    others.put(cell, 0);
    has_pawn_on_file(&others, side, cell)
}

//! Records to bytes, as [`crate::checker`] describes them.

use super::Claim;
use super::oracle::pieces_off_board;
use super::records::{Codes, Record, Records};
use crate::shogi::{Color, Hand, Move, PieceKind, Position, Square};
use crate::solver::length::Plies;
use flate2::Compression;
use flate2::write::DeflateEncoder;
use std::io::Write;

/// The stream of sections, compressed as it grows.
pub(super) struct Writer {
    encoder: DeflateEncoder<Vec<u8>>,
    claim: Claim,
    /// True if left and right are exchanged in the records: they are written as the problem has them.
    mirrored: bool,
}

/// The file: header and stream.
pub(super) fn file(attacker: Color, sfen: &str, stream: &[u8]) -> Vec<u8> {
    let attacker = if attacker == Color::Black { "black" } else { "white" };
    let mut bytes = format!("tsumi-certificate 1\nattacker {attacker}\nsfen {sfen}\n").into_bytes();
    bytes.extend_from_slice(stream);
    bytes
}

impl Writer {
    pub(super) fn new(mirrored: bool) -> Self {
        let encoder = DeflateEncoder::new(Vec::new(), Compression::best());
        Self { encoder, claim: Claim::NoMate, mirrored }
    }

    /// What the next section claims.
    pub(super) fn begin(&mut self, claim: Claim) {
        self.claim = claim;
        let mut bytes = Vec::new();
        match claim {
            Claim::MateWithin(plies) => [1, plies].into_iter().for_each(|part| number(part, &mut bytes)),
            Claim::NoMateWithin(plies) => [2, plies].into_iter().for_each(|part| number(part, &mut bytes)),
            Claim::NoMate => bytes.push(3),
        }
        self.put(&bytes);
    }

    /// The records `needed` of a section.
    pub(super) fn section(&mut self, records: &Records, needed: &[u32], root: &Position) {
        let (all, mirrored) = (all_pieces(root), self.mirrored);
        for turn in Color::ALL {
            let board = |id: u32| records.board(records.get(id).board);
            let codes = |id: u32| if mirrored { mirror(&board(id).1) } else { board(id).1 };
            let mut ids: Vec<u32> = needed.iter().copied().filter(|&id| board(id).0 == turn).collect();
            ids.sort_by_cached_key(|&id| (codes(id), sort_key(records.get(id))));
            let mut before: Codes = [0; Square::COUNT / 3];
            for same in ids.chunk_by(|&one, &other| records.get(one).board == records.get(other).board) {
                let codes = codes(same[0]);
                let mut bytes = Vec::new();
                changes(&before, &codes, &mut bytes);
                let free = free_pieces(all, &codes);
                for (index, &id) in same.iter().enumerate() {
                    self.record(records.get(id), (turn, free), index + 1 < same.len(), &mut bytes);
                }
                self.put(&bytes);
                before = codes;
            }
            self.put(&[0]);
        }
    }

    fn record(&self, record: &Record, (turn, free): (Color, Hand), more: bool, bytes: &mut Vec<u8>) {
        let mates = matches!(self.claim, Claim::MateWithin(_));
        let hand = if mates { record.hand } else { difference(free, record.hand) };
        number(2 * hand_code(hand) + u32::from(more), bytes);
        match self.claim {
            Claim::MateWithin(_) => number(record.rank, bytes),
            Claim::NoMateWithin(_) => {
                number(if record.bound == Plies::ANY { 0 } else { u32::from(record.bound.0) + 1 }, bytes);
                number(record.rank, bytes);
            }
            Claim::NoMate => {}
        }
        if mates == (turn == Color::Black) {
            let mv = if self.mirrored { record.mv.map_squares(Square::mirror) } else { record.mv };
            bytes.extend(move_code(mv));
        }
    }

    /// The whole stream.
    pub(super) fn finish(mut self) -> Vec<u8> {
        self.put(&[0]);
        self.encoder.finish().expect("memory takes every byte")
    }

    fn put(&mut self, bytes: &[u8]) {
        self.encoder.write_all(bytes).expect("memory takes every byte");
    }
}

/// Records of one board in an order of their own, so that the same records have the same bytes.
fn sort_key(record: &Record) -> (Hand, u32, Plies, Move) {
    (record.hand, record.rank, record.bound, record.mv)
}

/// In groups of 7 bits, the lowest first.
fn number(mut value: u32, bytes: &mut Vec<u8>) {
    while value >= 0x80 {
        bytes.push(value as u8 | 0x80);
        value >>= 7;
    }
    bytes.push(value as u8);
}

/// Left and right exchanged: the words of each rank, and the squares of each word, the other way round.
fn mirror(codes: &Codes) -> Codes {
    std::array::from_fn(|index| {
        let word = codes[index / 3 * 3 + 2 - index % 3];
        (word & 31) << 10 | word & 31 << 5 | word >> 10
    })
}

fn changes(before: &Codes, codes: &Codes, bytes: &mut Vec<u8>) {
    let code = |codes: &Codes, square: usize| (codes[square / 3] >> (10 - square % 3 * 5) & 31) as u8;
    let differ = |&square: &usize| code(before, square) != code(codes, square);
    let squares = || (0..Square::COUNT).filter(differ);
    number(squares().count() as u32, bytes);
    let mut next = 0;
    for square in squares() {
        bytes.extend([(square - next) as u8, code(codes, square)]);
        next = square + 1;
    }
}

/// Counts in the radix of full sets, pawns lowest.
fn hand_code(hand: Hand) -> u32 {
    let kinds = PieceKind::HAND.into_iter().rev();
    kinds.fold(0, |code, kind| code * (u32::from(kind.full_set()) + 1) + u32::from(hand.count(kind)))
}

fn move_code(mv: Move) -> [u8; 2] {
    // Squares in reading order; the core counts files from the right.
    let place = |square: Square| (square.rank() - 1) * 9 + 9 - square.file();
    let source = match (mv.from(), mv.dropped()) {
        (Some(from), _) => place(from),
        (None, kind) => 81 + kind.map_or(0, PieceKind::index) as u8,
    };
    [source, place(mv.to()) | if mv.is_promotion() { 0x80 } else { 0 }]
}

/// All pieces of the problem but kings.
fn all_pieces(root: &Position) -> Hand {
    let on_board =
        Square::all().filter_map(|square| root.piece_at(square)).filter(|piece| piece.kind != PieceKind::King);
    on_board.fold(pieces_off_board(root), |all, piece| all.plus(piece.kind.unpromoted()))
}

/// What of `all` is not on a board.
fn free_pieces(all: Hand, codes: &Codes) -> Hand {
    let squares = codes.iter().flat_map(|word| [word >> 10 & 15, word >> 5 & 15, word & 15]);
    squares.fold(all, |free, code| match code {
        0 | 8 => free,
        _ => free.minus(PieceKind::HAND[(code as usize - 1) % 8]),
    })
}

fn difference(hand: Hand, other: Hand) -> Hand {
    PieceKind::HAND.into_iter().fold(hand, |rest, kind| rest.with(kind, hand.count(kind) - other.count(kind)))
}

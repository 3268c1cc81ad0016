//! The checker's rules against the core's, and certificates written by hand.

use super::board::Move;
use super::*;
use crate::notation::sfen as notation;
use crate::shogi::{Color, Piece, PieceKind, Position, Setup, Square, movegen};
use flate2::{Compression, write::DeflateEncoder};
use std::io::Write;

/// Marsaglia's xorshift generator.
struct Random(u64);

impl Random {
    fn below(&mut self, bound: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % bound as u64) as usize
    }

    /// Some pieces around two kings, or one, and some in the hands.
    fn setup(&mut self) -> Setup {
        let mut setup = Setup { turn: Color::ALL[self.below(2)], ..Setup::EMPTY };
        let centre = self.below(81);
        setup.board[centre] = Some(Piece::new(!setup.turn, PieceKind::King));
        if self.below(3) > 0 {
            setup.board[self.below(81)] = Some(Piece::new(setup.turn, PieceKind::King));
        }
        for _ in 0..2 + self.below(14) {
            let kind = PieceKind::ALL[self.below(PieceKind::COUNT)];
            let near =
                Square::all().filter(|square| square.distance(Square::from_index(centre)) <= 2).collect::<Vec<_>>();
            let at = if self.below(2) == 0 { near[self.below(near.len())].index() } else { self.below(81) };
            if kind != PieceKind::King && setup.board[at].is_none() {
                setup.board[at] = Some(Piece::new(Color::ALL[self.below(2)], kind));
            }
        }
        for color in Color::ALL {
            for kind in PieceKind::HAND {
                setup.hands[color] = setup.hands[color].with(kind, u8::from(self.below(3) == 0));
            }
        }
        setup
    }
}

fn usi(mv: Move) -> String {
    let square = |cell: usize| format!("{}{}", 10 - cell % 11, char::from(b'a' + (cell / 11) as u8 - 2));
    match mv {
        Move::Step { from, to, promotes } => {
            format!("{}{}{}", square(from), square(to), if promotes { "+" } else { "" })
        }
        Move::Drop { kind, to } => {
            format!("{}*{}", char::from(b" PLNSGBR"[usize::from(kind.unsigned_abs())]), square(to))
        }
    }
}

fn sorted(moves: impl IntoIterator<Item = String>) -> Vec<String> {
    let mut moves: Vec<String> = moves.into_iter().collect();
    moves.sort_unstable();
    moves
}

/// Evasions, checks and the legality of all moves; how many moves were compared.
fn compare(position: &Position) -> usize {
    let text = notation::format(&position.to_setup());
    let board = sfen::parse(&text).unwrap();
    let (mut evasions, mut checks) = (Vec::new(), Vec::new());
    movegen::checks(position, &mut checks);
    assert_eq!(
        sorted(moves::checks(&board).into_iter().map(usi)),
        sorted(checks.iter().map(ToString::to_string)),
        "{text}"
    );
    assert_eq!(board.in_check(board.turn), position.in_check(), "{text}");
    if position.in_check() {
        movegen::evasions(position, &mut evasions);
        let ours = sorted(moves::evasions(&board).into_iter().map(usi));
        assert_eq!(ours, sorted(evasions.iter().map(ToString::to_string)), "{text}");
        assert_eq!(moves::has_evasion(&board), !evasions.is_empty(), "{text}");
    }
    checks.len() + evasions.len()
}

/// Every move that a record's bytes can say is legal exactly when the core says so.
fn compare_legality(position: &Position) {
    let board = sfen::parse(&notation::format(&position.to_setup())).unwrap();
    let mut legal = Vec::new();
    movegen::legal_moves(position, &mut legal);
    let mut ours = Vec::new();
    for source in 0..=u8::MAX {
        for target in 0..=u8::MAX {
            ours.extend(reader::move_of([source, target]).filter(|&mv| moves::is_legal(&board, mv)).map(usi));
        }
    }
    assert_eq!(
        sorted(ours),
        sorted(legal.iter().map(ToString::to_string)),
        "{}",
        notation::format(&position.to_setup())
    );
}

#[test]
fn checker_and_core_find_the_same_moves() {
    let mut random = Random(0x9e37_79b9_7f4a_7c15);
    let (mut positions, mut compared) = (0, 0);
    while positions < 30_000 {
        let Ok(mut position) = random.setup().position() else { continue };
        for _ in 0..6 {
            for aspect in [position.clone(), position.mirrored(), position.flipped(), position.flipped().mirrored()] {
                compared += compare(&aspect);
            }
            positions += 1;
            if positions % 300 == 0 {
                compare_legality(&position);
            }
            let mut moves = Vec::new();
            movegen::checks(&position, &mut moves);
            if moves.is_empty() || random.below(4) == 0 {
                movegen::legal_moves(&position, &mut moves);
            }
            if moves.is_empty() {
                break;
            }
            position.play(moves[random.below(moves.len())]);
        }
    }
    assert!(compared > 500_000, "only {compared} moves");
}

#[test]
fn a_turned_board_is_the_flipped_position() {
    let mut random = Random(77);
    for _ in 0..500 {
        let setup = random.setup();
        let board = sfen::parse(&notation::format(&setup)).unwrap();
        assert_eq!(board.turned(), sfen::parse(&notation::format(&setup.flipped())).unwrap());
        assert_eq!(board.turned().turned(), board);
    }
}

/// A certificate by hand: header, and the numbers of its stream.
fn file(attacker: &str, sfen: &str, stream: &[u8]) -> Vec<u8> {
    let mut encoder = DeflateEncoder::new(Vec::new(), Compression::default());
    encoder.write_all(stream).unwrap();
    let header = format!("tsumi-certificate 1\nattacker {attacker}\nsfen {sfen}\n");
    [header.into_bytes(), encoder.finish().unwrap()].concat()
}

/// Squares and codes of a board as differences from the empty one.
fn board(pieces: &[(u8, u8)]) -> Vec<u8> {
    let mut bytes = vec![pieces.len() as u8];
    let mut next = 0;
    for &(square, code) in pieces {
        bytes.extend([square - next, code]);
        next = square + 1;
    }
    bytes
}

/// Gold on 5b, backed by the pawn on 5c.
const GOLD_MATE: &str = "4k4/9/4P4/9/9/9/9/9/9 b G 1";

fn gold_mate(move_to: u8, ranks: [u8; 2]) -> Vec<u8> {
    let mut stream = vec![1, 1];
    stream.extend(board(&[(4, 24), (22, 1)]));
    // One gold: 19 * 125, doubled, is 37 * 128 + 14.
    stream.extend([0x80 | 0x0e, 37, ranks[0], 85, move_to, 0]);
    stream.extend(board(&[(4, 24), (13, 5), (22, 1)]));
    stream.extend([0, ranks[1], 0, 0]);
    stream
}

#[test]
fn a_mate_in_one_by_hand_is_accepted() {
    let certified = check(&file("black", GOLD_MATE, &gold_mate(13, [1, 0])), Options::default()).unwrap();
    assert_eq!((certified.claims.as_slice(), certified.records), ([Claim::MateWithin(1)].as_slice(), 2));
    assert!(certified.is_about("4k4/9/4P4/9/9/9/9/9/9 b G 17", Attacker::Black));
    assert!(!certified.is_about("4k4/9/4P4/9/9/9/9/9/9 b G 17", Attacker::White));
    assert!(!certified.is_about("4k4/9/4P4/9/9/9/9/9/9 b Gp 1", Attacker::Black));
    let white = file("white", "9/9/9/9/9/9/4p4/9/4K4 w g 1", &gold_mate(13, [1, 0]));
    assert_eq!(check(&white, Options::default()).map(|certified| certified.attacker), Ok(Attacker::White));
}

#[test]
fn small_faults_are_refused() {
    let reason = |stream: &[u8]| check(&file("black", GOLD_MATE, stream), Options::default()).unwrap_err().reason;
    assert_eq!(reason(&gold_mate(12, [1, 0])), "the move leads to no mate of smaller rank");
    assert_eq!(reason(&gold_mate(13, [1, 1])), "the move leads to no mate of smaller rank");
    assert_eq!(reason(&gold_mate(13, [2, 0])), "no record covers the problem");
    assert_eq!(reason(&gold_mate(3, [1, 0])), "the move leads to no mate of smaller rank");
    assert_eq!(reason(&gold_mate(80, [1, 0])), "the move is no legal check");
    assert_eq!(reason(&gold_mate(13, [1, 0])[..12]), "the file is cut short or damaged");
    assert_eq!(reason(&[0]), "it claims nothing");
    assert_eq!(reason(&[9]), "a claim of no known kind");
    assert_eq!(reason(&[1, 0x80, 0]), "a number is too long");
    assert_eq!(reason(&[gold_mate(13, [1, 0]), vec![0]].concat()), "something follows the end");
    assert_eq!(reason(&[2, 0, 0, 0].repeat(20)), "too many claims");
    let crowded = [vec![1, 1], board(&[(4, 24), (22, 1)]), [1, 1, 85, 13].repeat(1_001)].concat();
    assert_eq!(reason(&crowded), "too many records of one board");
    let mut trailing = file("black", GOLD_MATE, &gold_mate(13, [1, 0]));
    trailing.push(0);
    assert_eq!(check(&trailing, Options::default()).unwrap_err().reason, "something follows the end");
}

#[test]
fn a_file_that_unfolds_without_end_is_stopped_by_the_memory() {
    // One board after another, the gold a square further up each time, each with a thousand records: a hundredth of that in the file.
    let mut stream = vec![1, 1];
    for gold in (23..80).rev() {
        let first = gold == 79;
        stream.extend(if first { board(&[(4, 24), (22, 1), (79, 5)]) } else { vec![2, gold, 5, 0, 0] });
        stream.extend([1, 1, 85, 13].repeat(999));
        stream.extend([0, 1, 85, 13]);
    }
    let bytes = file("black", GOLD_MATE, &stream);
    assert!(bytes.len() < 10_000);
    let refusal = check(&bytes, Options { memory: 1 << 20 }).unwrap_err();
    assert_eq!(refusal.reason, "more records than the memory allowed");
}

#[test]
fn broken_headers_are_refused() {
    for bytes in [
        &b""[..],
        b"tsumi-certificate 2\n",
        b"tsumi-certificate 1\nattacker red\nsfen 9/9/9/9/9/9/9/9/9 b - 1\n",
        b"tsumi-certificate 1\nattacker black\nsfen 9/9/9/9/9/9/9/9/9 b - 1\n",
        b"tsumi-certificate 1\nattacker black\nsfen 4k4/9/9/9/9/9/9/9/9 b 19P 1\n",
        b"tsumi-certificate 1\nattacker black\nsfen 4k4/9/9/9/9/9/9/9/9 b 255P255p 1\n",
        b"tsumi-certificate 1\nattacker black\nsfen 4k4/4G4/9/9/9/9/9/9/9 b P 1\n",
        b"tsumi-certificate 1\nattacker black\nsfen 4k4/9/9/9/9/9/9/9/4P4 w P 1\n",
        b"tsumi-certificate 1\nattacker black\nsfen 4k4/9/9/9/9/9/9/9/9+ b P 1\n",
        b"tsumi-certificate 1\nattacker black\nsfen 4k4/9/4P4/9/9/9/9/9/9 b G 1\0\n",
        &[b'a'; 4096],
    ] {
        assert_eq!(check(bytes, Options::default()).unwrap_err().place, "header");
    }
}

//! Any placement of pieces, and its one way into a legal [`Position`].

use super::attacks::{is_attack, live_squares};
use super::{ByColor, Color, Fault, FaultCode, Hand, Piece, PieceKind, Place, Position, Square};
use std::cmp::Ordering;
use std::fmt;

/// A placement as somebody wrote it: nothing is checked yet.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Setup {
    /// What stands on each square, by [`Square::index`].
    pub board: [Option<Piece>; Square::COUNT],
    /// Pieces in hand.
    pub hands: ByColor<Hand>,
    /// The side to move.
    pub turn: Color,
}

impl Setup {
    /// Nothing on the board or in the hands, Black to move.
    pub const EMPTY: Self = Self { board: [None; Square::COUNT], hands: ByColor([Hand::EMPTY; 2]), turn: Color::Black };

    /// The faults every use shares: too many of a kind (hands included), two kings of a side, no king at all,
    /// dead-end pieces, two pawns on a file. All of them are reported, in that order. Fewer pieces than a full set
    /// are no fault.
    pub fn faults(&self) -> Vec<Fault> {
        let on_board = self.on_board();
        let mut faults: Vec<Fault> =
            PieceKind::HAND.into_iter().filter_map(|kind| self.surplus(kind, on_board[kind.index()])).collect();
        faults.extend(Color::ALL.into_iter().filter_map(|color| self.second_king(color)));
        if Color::ALL.into_iter().all(|color| self.count_kings(color) == 0) {
            faults.push(Fault::new(FaultCode::NoKing, Place::Whole, "Neither side has a king."));
        }
        faults.extend(
            self.pieces().filter(|&(square, piece)| !live_squares(piece.kind, piece.color).has(square)).map(dead_end),
        );
        faults.extend(Color::ALL.into_iter().flat_map(|color| self.doubled_pawns(color)));
        faults
    }

    /// The position, for a game or a diagram: [`Setup::faults`], and the side not to move may not be in check.
    ///
    /// # Errors
    /// Every fault found.
    pub fn position(&self) -> Result<Position, Vec<Fault>> {
        let mut faults = self.faults();
        if let Some(square) = self.king_in_check(!self.turn) {
            let message = format!("{} is in check with {} to move.", !self.turn, self.turn);
            faults.push(Fault::new(FaultCode::OpponentInCheck, Place::Square(square), message));
        }
        if faults.is_empty() { Ok(Position::from_setup(self)) } else { Err(faults) }
    }

    /// Every piece that is neither on the board nor in `attacker`'s hand goes to the other side's hand
    /// (残り全部); kings are left out. Kinds of which too many are placed count as none left.
    pub fn fill_defender_hand(&mut self, attacker: Color) {
        let on_board = self.on_board();
        let rest = |kind: PieceKind| {
            kind.full_set().saturating_sub(on_board[kind.index()]).saturating_sub(self.hands[attacker].count(kind))
        };
        self.hands[!attacker] = PieceKind::HAND.into_iter().fold(Hand::EMPTY, |hand, kind| hand.with(kind, rest(kind)));
    }

    /// True if `attacker`'s opponent holds every piece that is left, as problem books take for granted.
    pub fn defender_holds_the_rest(&self, attacker: Color) -> bool {
        let mut filled = self.clone();
        filled.fill_defender_hand(attacker);
        filled.hands == self.hands
    }

    /// The same placement seen from the other side: turned by 180 degrees, colours exchanged.
    #[must_use]
    pub fn flipped(&self) -> Self {
        let mut flipped = Self { hands: ByColor([self.hands[Color::White], self.hands[Color::Black]]), ..Self::EMPTY };
        flipped.turn = !self.turn;
        for (square, piece) in self.pieces() {
            flipped.board[square.flip().index()] = Some(Piece::new(!piece.color, piece.kind));
        }
        flipped
    }

    /// The same placement with left and right exchanged.
    #[must_use]
    pub fn mirrored(&self) -> Self {
        let board = std::array::from_fn(|index| self.board[Square::from_index(index).mirror().index()]);
        Self { board, ..*self }
    }

    /// How the SFEN texts of two boards compare, read up to the first rank that differs.
    pub fn cmp_boards(&self, other: &Self) -> Ordering {
        let rank_of = |setup, rank| rank_text(setup, rank) + if rank < 9 { "/" } else { " " };
        let mut ranks = (1..=9).map(|rank| rank_of(self, rank).cmp(&rank_of(other, rank)));
        ranks.find(|order| order.is_ne()).unwrap_or(Ordering::Equal)
    }

    /// Writes the SFEN: hands in the customary order, move number 1.
    ///
    /// # Errors
    /// Of `out`.
    pub fn write(&self, out: &mut impl fmt::Write) -> fmt::Result {
        for rank in 1..=9 {
            if rank > 1 {
                out.write_char('/')?;
            }
            write_rank(self, rank, out)?;
        }
        out.write_str(if self.turn == Color::Black { " b " } else { " w " })?;
        write_hands(self.hands, out)?;
        out.write_str(" 1")
    }

    /// The pieces on the board, in reading order.
    pub fn pieces(&self) -> impl Iterator<Item = (Square, Piece)> {
        Square::reading_order().filter_map(|square| self.board[square.index()].map(|piece| (square, piece)))
    }

    /// The square of `color`'s king; `None` unless there is exactly one.
    pub fn king(&self, color: Color) -> Option<Square> {
        let king = Some(Piece::new(color, PieceKind::King));
        let square = self.board.iter().position(|&piece| piece == king).map(Square::from_index);
        square.filter(|_| self.count_kings(color) == 1)
    }

    /// The square of `color`'s only king, if the other side attacks it.
    pub(crate) fn king_in_check(&self, color: Color) -> Option<Square> {
        self.king(color).filter(|&king| self.is_attacked(king, !color))
    }

    /// True if a piece of `by` attacks `square`.
    fn is_attacked(&self, square: Square, by: Color) -> bool {
        let occupied = self.pieces().map(|(square, _)| square).collect();
        let attacks = |(from, piece): (Square, Piece)| is_attack(piece.kind, by, (from, square), occupied);
        self.pieces().filter(|(_, piece)| piece.color == by).any(attacks)
    }

    fn count_kings(&self, color: Color) -> usize {
        let king = Some(Piece::new(color, PieceKind::King));
        self.board.iter().filter(|&&piece| piece == king).count()
    }

    /// Pieces of each unpromoted kind on the board, promoted ones included.
    fn on_board(&self) -> [u8; PieceKind::COUNT] {
        let mut counts = [0; PieceKind::COUNT];
        for piece in self.board.iter().flatten() {
            counts[piece.kind.unpromoted().index()] += 1;
        }
        counts
    }

    /// More of a kind than a set has. The place is a hand if that hand alone has too many, or is the only one to
    /// hold a kind of which the board has not too many.
    fn surplus(&self, kind: PieceKind, board: u8) -> Option<Fault> {
        let limit = kind.full_set();
        let held = |color: Color| self.hands[color].count(kind);
        let total = board + held(Color::Black) + held(Color::White);
        if total <= limit {
            return None;
        }
        let guilty = |&color: &Color| held(color) > limit || board <= limit && held(!color) == 0;
        let place = Color::ALL.into_iter().find(guilty).map_or(Place::Whole, Place::Hand);
        let message = format!("There are {total} {0}s on the board and in hand; a set has {limit}.", kind.name());
        Some(Fault::new(FaultCode::TooManyPieces, place, message))
    }

    fn second_king(&self, color: Color) -> Option<Fault> {
        let count = self.count_kings(color);
        if count < 2 {
            return None;
        }
        let king = Piece::new(color, PieceKind::King);
        let (second, _) = self.pieces().filter(|&(_, piece)| piece == king).nth(1)?;
        let message = format!("{color} has {count} kings; a side has one at most.");
        Some(Fault::new(FaultCode::TwoKings, Place::Square(second), message))
    }

    fn doubled_pawns(&self, color: Color) -> impl Iterator<Item = Fault> {
        let pawn = Piece::new(color, PieceKind::Pawn);
        // The squares of a file stand together.
        let count = move |file: &[Option<Piece>]| file.iter().filter(|&&square| square == Some(pawn)).count();
        let files = (1..).zip(self.board.chunks_exact(9).map(count));
        files.filter(|&(_, count)| count > 1).map(move |(file, count)| {
            let message = format!("{color} has {count} unpromoted pawns on file {file}.");
            Fault::new(FaultCode::TwoPawnsOnFile, Place::File(file), message)
        })
    }
}

fn dead_end((square, piece): (Square, Piece)) -> Fault {
    let message = format!("{}'s {} on {square} can never move again.", piece.color, piece.kind.name());
    Fault::new(FaultCode::DeadEndPiece, Place::Square(square), message)
}

/// SFEN, as [`Setup::write`] has it.
impl fmt::Display for Setup {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.write(f)
    }
}

fn rank_text(setup: &Setup, rank: u8) -> String {
    let mut text = String::with_capacity(20);
    // A string takes everything.
    let _ = write_rank(setup, rank, &mut text);
    text
}

fn write_rank(setup: &Setup, rank: u8, out: &mut impl fmt::Write) -> fmt::Result {
    let mut empty = 0;
    for square in (1..=9).rev().filter_map(|file| Square::new(file, rank)) {
        let Some(piece) = setup.board[square.index()] else {
            empty += 1;
            continue;
        };
        write_count(std::mem::take(&mut empty), out)?;
        if piece.kind.is_promoted() {
            out.write_char('+')?;
        }
        out.write_char(letter(piece))?;
    }
    write_count(empty, out)
}

/// Black's pieces before White's.
fn write_hands(hands: ByColor<Hand>, out: &mut impl fmt::Write) -> fmt::Result {
    if Color::ALL.into_iter().all(|color| hands[color] == Hand::EMPTY) {
        return out.write_char('-');
    }
    Color::ALL.into_iter().try_for_each(|color| hands[color].write(out, |kind| letter(Piece::new(color, kind))))
}

/// Writes a count of empty squares, 9 at most, unless there are none.
fn write_count(count: u8, out: &mut impl fmt::Write) -> fmt::Result {
    if count > 0 { out.write_char(char::from(b'0' + count)) } else { Ok(()) }
}

fn letter(piece: Piece) -> char {
    let letter = piece.kind.letter();
    if piece.color == Color::Black { letter } else { letter.to_ascii_lowercase() }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::sfen;

    fn setup(text: &str) -> Setup {
        sfen::parse(text).unwrap()
    }

    fn faults(text: &str) -> Vec<(FaultCode, Place)> {
        setup(text).faults().into_iter().map(|fault| (fault.code, fault.place)).collect()
    }

    fn square(file: u8, rank: u8) -> Place {
        Place::Square(Square::new(file, rank).unwrap())
    }

    #[test]
    fn lawful_placements_have_no_faults() {
        for text in [
            "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1",
            "4k4/9/9/9/9/9/9/9/9 b - 1",
            "4k4/9/9/9/9/9/9/9/4K4 b 2R2B4G4S4N4L18P 1",
            // A side may have a promoted pawn, and the other side a pawn, on a file with a pawn.
            "4k4/9/4p4/4+p4/9/4P4/9/9/9 b - 1",
            // Promoted pieces and the other side's are at home on the last rank.
            "k1+P+L+N4/9/9/9/9/9/9/9/PLN6 b - 1",
            "kpln5/1n7/9/9/9/9/9/9/9 b - 1",
        ] {
            assert_eq!(faults(text), [], "{text}");
        }
    }

    #[test]
    fn surplus_pieces_are_counted_on_board_and_in_hands() {
        let hand = |color| [(FaultCode::TooManyPieces, Place::Hand(color))];
        assert_eq!(faults("4k4/4G4/9/9/9/9/9/9/9 b 4G 1"), hand(Color::Black));
        assert_eq!(faults("4k4/4+B4/9/9/9/9/9/9/9 b 2b 1"), hand(Color::White));
        assert_eq!(faults("4k4/9/9/9/9/9/9/9/9 b 2R1r 1"), [(FaultCode::TooManyPieces, Place::Whole)]);
        assert_eq!(faults("k3GGGGG/9/9/9/9/9/9/9/9 b g 1"), [(FaultCode::TooManyPieces, Place::Whole)]);
        let mut stuffed = setup("4k4/9/9/9/9/9/9/9/9 b - 1");
        stuffed.hands = ByColor([Hand::EMPTY.with(PieceKind::Pawn, 31), Hand::EMPTY.with(PieceKind::Pawn, 1)]);
        let fault = &stuffed.faults()[0];
        assert_eq!((fault.code, fault.place), hand(Color::Black)[0]);
        assert_eq!(fault.message, "There are 32 pawns on the board and in hand; a set has 18.");
    }

    #[test]
    fn kings_are_counted_a_side() {
        assert_eq!(faults("3k1k3/9/9/9/9/9/9/9/9 b - 1"), [(FaultCode::TwoKings, square(4, 1))]);
        assert_eq!(
            faults("3k1k3/9/9/9/9/9/9/9/KK1K5 b - 1"),
            [(FaultCode::TwoKings, square(8, 9)), (FaultCode::TwoKings, square(4, 1))]
        );
        assert_eq!(faults("9/9/9/9/9/9/9/9/9 b - 1"), [(FaultCode::NoKing, Place::Whole)]);
    }

    #[test]
    fn dead_end_pieces_are_named_one_by_one() {
        assert_eq!(
            faults("PL6N/k6N1/9/9/9/9/9/1n7/pln6 b - 1"),
            [(9, 1), (8, 1), (1, 1), (2, 2), (8, 8), (9, 9), (8, 9), (7, 9)]
                .map(|(f, r)| (FaultCode::DeadEndPiece, square(f, r)))
        );
    }

    #[test]
    fn two_pawns_are_found_a_side_and_file() {
        assert_eq!(
            faults("k8/p3P3p/p3P3P/4P4/8p/9/9/9/9 w - 1"),
            [
                (FaultCode::TwoPawnsOnFile, Place::File(5)),
                (FaultCode::TwoPawnsOnFile, Place::File(1)),
                (FaultCode::TwoPawnsOnFile, Place::File(9))
            ]
        );
    }

    #[test]
    fn the_side_not_to_move_may_not_be_in_check() {
        let check = |text: &str| setup(text).position().map_err(|faults| faults[0].clone());
        for (text, king) in [
            ("4k4/4P4/9/9/9/9/9/9/4K4 b - 1", (5, 1)),
            ("4k4/9/9/9/4L4/9/9/9/9 b - 1", (5, 1)),
            ("4k4/9/9/9/9/9/9/9/4r3K w - 1", (1, 9)),
            ("4k4/9/9/9/9/9/1n7/9/K8 w - 1", (9, 9)),
            ("4k4/9/4L4/4P4/4L4/9/9/9/9 w - 1", (0, 0)),
            ("8k/9/9/9/4+B4/9/9/9/8K b - 1", (1, 1)),
        ] {
            match check(text) {
                Ok(position) => assert_eq!((position.to_setup(), king), (setup(text), (0, 0)), "{text}"),
                Err(fault) => {
                    assert_eq!(
                        (fault.code, fault.place),
                        (FaultCode::OpponentInCheck, square(king.0, king.1)),
                        "{text}"
                    );
                }
            }
        }
        let faults = setup("k3k4/9/9/4R4/9/9/9/9/8K b - 1").position().expect_err("two kings, one in check");
        assert_eq!(faults.iter().map(|fault| fault.code).collect::<Vec<_>>(), [FaultCode::TwoKings]);
    }

    #[test]
    fn flips_and_mirrors_undo_themselves_and_keep_the_faults() {
        let text = "PL6N/k6N1/4+p4/4p4/9/5+R3/9/1n7/pln6 w RB2P3g 1";
        let original = setup(text);
        assert_eq!(sfen::format(&original.flipped()), "6NLP/7N1/9/3+r5/9/4P4/4+P4/1n6K/n6lp b 3Grb2p 1");
        assert_eq!(sfen::format(&original.mirrored()), "N6LP/1N6k/4+p4/4p4/9/3+R5/9/7n1/6nlp w RB2P3g 1");
        for turned in [original.flipped(), original.mirrored()] {
            assert_eq!(turned.faults().len(), original.faults().len());
        }
        assert_eq!((original.flipped().flipped(), original.mirrored().mirrored()), (original.clone(), original));
    }

    #[test]
    fn the_defender_gets_the_rest() {
        let filled = |text: &str, attacker| {
            let mut setup = setup(text);
            setup.fill_defender_hand(attacker);
            sfen::format(&setup)
        };
        let twice = "4k4/9/4+P4/9/9/9/9/9/4K4 b G3p 1";
        assert_eq!(filled(twice, Color::Black), "4k4/9/4+P4/9/9/9/9/9/4K4 b G2r2b3g4s4n4l17p 1");
        assert_eq!(filled(twice, Color::White), "4k4/9/4+P4/9/9/9/9/9/4K4 b 2R2B4G4S4N4L14P3p 1");
        assert_eq!(filled("k2GGG3/9/9/9/9/9/9/9/9 b 3G 1", Color::Black), "k2GGG3/9/9/9/9/9/9/9/9 b 3G2r2b4s4n4l18p 1");
    }

    #[test]
    fn boards_compare_as_their_texts_do() {
        let boards = [
            "9/9/9/9/9/9/9/9/9",
            "9/9/9/9/9/9/9/9/8k",
            "9/9/9/9/9/9/9/9/k8",
            "1+P7/9/9/9/9/9/9/9/9",
            "1P7/9/9/9/9/9/9/9/9",
            "8k/9/9/9/4K4/9/9/9/9",
            "4k4/9/4+P4/9/9/9/9/9/9",
            "4k4/9/4P4/9/9/9/9/9/9",
            "p8/9/9/9/9/9/9/9/9",
            "P8/p8/9/9/9/9/9/9/9",
        ];
        for a in boards {
            for b in boards {
                let texts = (setup(&format!("{a} b - 1")), setup(&format!("{b} b - 1")));
                assert_eq!(texts.0.cmp_boards(&texts.1), a.cmp(b), "{a} {b}");
            }
        }
    }
}

//! What several test programs share.
#![allow(dead_code)] // no test program uses all of it

use tsumi::notation::sfen;
use tsumi::shogi::{ByColor, Color, Hand, Move, Piece, PieceKind, Position, Setup, Square, movegen};
pub(crate) use tsumi::verify::Random;

/// The position of an SFEN that has no faults.
pub(crate) fn position(text: &str) -> Position {
    sfen::parse(text).and_then(|setup| setup.position()).unwrap_or_else(|faults| panic!("{text}: {faults:?}"))
}

/// The SFEN of a position.
pub(crate) fn sfen_of(position: &Position) -> String {
    sfen::format(&position.to_setup())
}

/// All legal moves in ascending order of their bits.
pub(crate) fn sorted_legal_moves(position: &Position) -> Vec<Move> {
    let mut moves = Vec::new();
    movegen::legal_moves(position, &mut moves);
    moves.sort_unstable();
    moves
}

/// Shapes of a random placement.
#[derive(Clone, Copy)]
pub(crate) struct Shape {
    /// Pieces on the board besides the kings.
    pub(crate) pieces: usize,
    /// Whether both sides have a king, or one of them.
    pub(crate) two_kings: bool,
    /// Pieces in both hands together.
    pub(crate) held: usize,
    /// Whether the pieces crowd around a king.
    pub(crate) crowded: bool,
}

impl Shape {
    /// A shape with up to `pieces` on the board and up to `held` in hand.
    pub(crate) fn random(random: &mut Random, pieces: usize, held: usize) -> Self {
        Self {
            pieces: random.below(pieces + 1),
            two_kings: random.once_in(2),
            held: random.below(held + 1),
            crowded: !random.once_in(3),
        }
    }
}

/// A random legal position of a shape; the side to move may be in check.
pub(crate) fn random_position(random: &mut Random, shape: Shape) -> Position {
    loop {
        if let Ok(position) = random_setup(random, shape).position() {
            return if random.once_in(2) { position.flipped() } else { position };
        }
    }
}

/// A random placement, which may have faults.
fn random_setup(random: &mut Random, shape: Shape) -> Setup {
    let turn = random.pick(&Color::ALL);
    let mut setup = Setup { board: [None; Square::COUNT], hands: ByColor([Hand::EMPTY; 2]), turn };
    let center = Square::from_index(random.below(Square::COUNT));
    setup.board[center.index()] = Some(Piece::new(Color::White, PieceKind::King));
    let mut left = PieceKind::HAND.map(PieceKind::full_set);
    let mut pieces: Vec<PieceKind> = (0..shape.pieces + shape.held).map(|_| draw(random, &mut left)).collect();
    for _ in 0..shape.held {
        let kind = pieces.pop().unwrap();
        let color = random.pick(&Color::ALL);
        setup.hands[color] = setup.hands[color].plus(kind);
    }
    if shape.two_kings {
        place(random, &mut setup, center, (Piece::new(Color::Black, PieceKind::King), false));
    }
    for kind in pieces {
        let kind = kind.promoted().filter(|_| random.once_in(3)).unwrap_or(kind);
        let piece = Piece::new(random.pick(&Color::ALL), kind);
        place(random, &mut setup, center, (piece, shape.crowded));
    }
    setup
}

/// Takes a random piece out of a box of pieces that is not empty.
fn draw(random: &mut Random, left: &mut [u8; 7]) -> PieceKind {
    loop {
        let kind = random.pick(&PieceKind::HAND);
        if left[kind.index()] > 0 {
            left[kind.index()] -= 1;
            return kind;
        }
    }
}

/// Puts a piece on a random empty square, near `center` if it has to be.
fn place(random: &mut Random, setup: &mut Setup, center: Square, (piece, near): (Piece, bool)) {
    let is_near =
        |square: Square| square.file().abs_diff(center.file()) <= 2 && square.rank().abs_diff(center.rank()) <= 2;
    loop {
        let square = Square::from_index(random.below(Square::COUNT));
        let wanted = !near || is_near(square) || random.once_in(20);
        if wanted && setup.board[square.index()].is_none() {
            setup.board[square.index()] = Some(piece);
            return;
        }
    }
}

/// Any pieces anywhere, lawful or not, and any hands that a text can state.
pub(crate) fn any_setup(random: &mut Random) -> Setup {
    let mut setup = Setup { turn: random.pick(&Color::ALL), ..Setup::EMPTY };
    let density = random.below(5) + 1;
    for square in Square::all().filter(|_| random.once_in(density)).collect::<Vec<_>>() {
        setup.board[square.index()] = Some(Piece::new(random.pick(&Color::ALL), random.pick(&PieceKind::ALL)));
    }
    for color in Color::ALL {
        setup.hands[color] = PieceKind::HAND.into_iter().fold(Hand::EMPTY, |hand, kind| {
            let most = if random.once_in(2) { 0 } else { kind.full_set() };
            hand.with(kind, random.below(usize::from(most) + 1) as u8)
        });
    }
    setup
}

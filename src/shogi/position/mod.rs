//! Board, hands, side to move, with what follows from them kept up to date by play and undo.

mod attackers;
mod flights;
mod play;

pub(crate) use play::Slid;
pub use play::Undo;

use super::zobrist::{key_of, key_of_turn};
use super::{Bitboard, ByColor, Color, Hand, Key, Piece, PieceKind, Setup, Square};

/// A position that obeys the rules: at most one king a side, at least one king, the side not to move not in
/// check, no dead-end piece, no two pawns on a file, no more pieces than a full set.
#[derive(Clone, Debug)]
pub struct Position {
    board: [Option<Piece>; Square::COUNT],
    by_color: ByColor<Bitboard>,
    by_kind: [Bitboard; PieceKind::COUNT],
    hands: ByColor<Hand>,
    kings: ByColor<Option<Square>>,
    turn: Color,
    board_key: Key,
    checkers: Bitboard,
    blockers: ByColor<Bitboard>,
}

/// Construction and conversion.
impl Position {
    /// The start position of a game.
    pub fn start() -> Self {
        use PieceKind::{Bishop, Gold, King, Knight, Lance, Pawn, Rook, Silver};
        const LAST_RANK: [PieceKind; 9] = [Lance, Knight, Silver, Gold, King, Gold, Silver, Knight, Lance];
        let mut black = vec![(2, 8, Rook), (8, 8, Bishop)];
        for (file, kind) in (1..).zip(LAST_RANK) {
            black.extend([(file, 7, Pawn), (file, 9, kind)]);
        }
        let mut position = Self::empty(Color::Black);
        for (file, rank, kind) in black {
            let square = Square::from_index((file - 1) * 9 + rank - 1);
            position.put(square, Piece::new(Color::Black, kind));
            position.put(square.flip(), Piece::new(Color::White, kind));
        }
        position.refresh();
        position
    }

    /// From a setup that has no faults. (crate-internal: `Setup::position` and `Problem` are the checked ways)
    pub(crate) fn from_setup(setup: &Setup) -> Self {
        let mut position = Self::empty(setup.turn);
        position.hands = setup.hands;
        for square in Square::all() {
            if let Some(piece) = setup.board[square.index()] {
                position.put(square, piece);
            }
        }
        position.refresh();
        position
    }

    /// The bare placement.
    pub fn to_setup(&self) -> Setup {
        Setup { board: self.board, hands: self.hands, turn: self.turn }
    }

    /// The same position with the board turned by 180 degrees and the colours exchanged.
    #[must_use]
    pub fn flipped(&self) -> Self {
        Self::from_setup(&self.to_setup().flipped())
    }

    /// The same position with left and right exchanged.
    #[must_use]
    pub fn mirrored(&self) -> Self {
        Self::from_setup(&self.to_setup().mirrored())
    }

    fn empty(turn: Color) -> Self {
        Self {
            board: [None; Square::COUNT],
            by_color: ByColor::default(),
            by_kind: [Bitboard::EMPTY; PieceKind::COUNT],
            hands: ByColor::default(),
            kings: ByColor::default(),
            turn,
            board_key: 0,
            checkers: Bitboard::EMPTY,
            blockers: ByColor::default(),
        }
    }

    /// Puts a piece on an empty square.
    #[inline]
    fn put(&mut self, square: Square, piece: Piece) {
        self.board[square.index()] = Some(piece);
        self.toggle(square, piece);
        if piece.kind == PieceKind::King {
            self.kings[piece.color] = Some(square);
        }
    }

    /// Takes the piece off a square that has one. A king is put back before anyone looks for it.
    #[inline]
    fn take(&mut self, square: Square) -> Piece {
        let piece = self.board[square.index()].take().expect("a piece to take");
        self.toggle(square, piece);
        piece
    }

    #[inline]
    fn toggle(&mut self, square: Square, piece: Piece) {
        self.by_color[piece.color] ^= Bitboard::of(square);
        self.by_kind[piece.kind.index()] ^= Bitboard::of(square);
    }

    /// Computes from the placement what play and undo keep up to date.
    fn refresh(&mut self) {
        let pieces = Square::all().filter_map(|square| Some(key_of(self.piece_at(square)?, square)));
        self.board_key = pieces.fold(key_of_turn(self.turn), |key, piece| key ^ piece);
        self.checkers = self.find_checkers();
        self.blockers = ByColor(Color::ALL.map(|color| self.find_blockers(color)));
    }
}

/// What stands where.
impl Position {
    /// The side to move.
    #[inline]
    pub fn turn(&self) -> Color {
        self.turn
    }

    /// The pieces `color` holds.
    #[inline]
    pub fn hand(&self, color: Color) -> Hand {
        self.hands[color]
    }

    /// The pieces both sides hold.
    #[inline]
    pub fn hands(&self) -> ByColor<Hand> {
        self.hands
    }

    /// The piece on `square`.
    #[inline]
    pub fn piece_at(&self, square: Square) -> Option<Piece> {
        self.board[square.index()]
    }

    /// Where `color`'s king stands, if it has one.
    #[inline]
    pub fn king(&self, color: Color) -> Option<Square> {
        self.kings[color]
    }

    /// All squares with a piece.
    #[inline]
    pub fn occupied(&self) -> Bitboard {
        self.by_color[Color::Black] | self.by_color[Color::White]
    }

    /// The squares with a piece of `color`.
    #[inline]
    pub fn pieces(&self, color: Color) -> Bitboard {
        self.by_color[color]
    }

    /// The squares with a piece of `kind`, of either side.
    #[inline]
    pub fn of_kind(&self, kind: PieceKind) -> Bitboard {
        self.by_kind[kind.index()]
    }

    /// Enemy pieces that give check to the side to move.
    #[inline]
    pub fn checkers(&self) -> Bitboard {
        self.checkers
    }

    /// True if the side to move is in check.
    #[inline]
    pub fn in_check(&self) -> bool {
        self.checkers.any()
    }

    /// Pieces of either side that alone stand between `color`'s king and an enemy slider.
    #[inline]
    pub fn blockers(&self, color: Color) -> Bitboard {
        self.blockers[color]
    }

    /// Key of the board and the side to move; hands are not in it.
    #[inline]
    pub fn board_key(&self) -> Key {
        self.board_key
    }
}

/// Equal board, hands and side to move.
impl PartialEq for Position {
    fn eq(&self, other: &Self) -> bool {
        self.board_key == other.board_key
            && (self.turn, self.hands, self.board) == (other.turn, other.hands, other.board)
    }
}

impl Eq for Position {}

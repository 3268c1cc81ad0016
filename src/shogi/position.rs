//! Board, hands, side to move, with what follows from them kept up to date by play and undo.

use super::attacks::{between, is_attack, line, reach};
use super::zobrist::{WHITE_TO_MOVE, key_of, key_of_turn};
use super::{Bitboard, ByColor, Color, Hand, Key, Move, Piece, PieceKind, Setup, Square};

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

/// What [`Position::play`] overwrote and [`Position::undo`] puts back.
#[derive(Clone, Copy, Debug)]
pub struct Undo {
    captured: Option<Piece>,
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
        let board = std::array::from_fn(|index| {
            let piece = self.piece_at(Square::from_index(index).flip())?;
            Some(Piece::new(!piece.color, piece.kind))
        });
        let [black, white] = self.hands.0;
        Self::from_setup(&Setup { board, hands: ByColor([white, black]), turn: !self.turn })
    }

    /// The same position with left and right exchanged.
    #[must_use]
    pub fn mirrored(&self) -> Self {
        let board = std::array::from_fn(|index| self.piece_at(Square::from_index(index).mirror()));
        Self::from_setup(&Setup { board, hands: self.hands, turn: self.turn })
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

    /// Pieces of `by` that attack `square`, with the given occupancy. Of the pieces that attack along a line those
    /// beyond an occupied square are left out; whether the attackers themselves are in `occupied` does not matter.
    #[inline]
    pub fn attackers_to(&self, square: Square, by: Color, occupied: Bitboard) -> Bitboard {
        let sliders = self.sliders_towards(square, by);
        self.steppers_to(square, by) | sliders.filter(|&from| (between(square, from) & occupied).is_empty()).collect()
    }

    /// Pieces of `by` that attack `square` by a step or a jump.
    #[inline]
    fn steppers_to(&self, square: Square, by: Color) -> Bitboard {
        use PieceKind::{Dragon, Gold, Horse, King, Knight, Pawn, ProKnight, ProLance, ProPawn, ProSilver, Silver};
        let from = |kind| reach(kind, !by, square);
        let of = |kind| self.of_kind(kind);
        let golds = of(Gold) | of(ProPawn) | of(ProLance) | of(ProKnight) | of(ProSilver);
        let steppers = of(Pawn) & from(Pawn)
            | of(Knight) & from(Knight)
            | of(Silver) & from(Silver)
            | golds & from(Gold)
            | (of(King) | of(Horse) | of(Dragon)) & from(King);
        steppers & self.by_color[by]
    }

    /// Pieces of `by` that would attack `square` along a line if nothing stood between.
    #[inline]
    fn sliders_towards(&self, square: Square, by: Color) -> Bitboard {
        use PieceKind::{Bishop, Dragon, Horse, Lance, Rook};
        let sliders = self.of_kind(Lance) & reach(Lance, !by, square)
            | (self.of_kind(Bishop) | self.of_kind(Horse)) & reach(Bishop, by, square)
            | (self.of_kind(Rook) | self.of_kind(Dragon)) & reach(Rook, by, square);
        sliders & self.by_color[by]
    }

    /// Enemy pieces that attack the king of the side to move.
    fn find_checkers(&self) -> Bitboard {
        self.kings[self.turn].map_or(Bitboard::EMPTY, |king| self.attackers_to(king, !self.turn, self.occupied()))
    }

    /// Pieces that alone stand between `color`'s king and an enemy slider.
    fn find_blockers(&self, color: Color) -> Bitboard {
        let Some(king) = self.kings[color] else {
            return Bitboard::EMPTY;
        };
        let occupied = self.occupied();
        let gaps = self.sliders_towards(king, !color).map(|slider| between(king, slider) & occupied);
        gaps.filter(|gap| !gap.several()).fold(Bitboard::EMPTY, |blockers, gap| blockers | gap)
    }
}

/// Moves.
impl Position {
    /// The kind that stands on the target square after the legal `mv`.
    #[inline]
    pub(super) fn kind_after(&self, mv: Move) -> PieceKind {
        let Some(from) = mv.from() else {
            return mv.dropped().expect("a move has a source or a dropped kind");
        };
        let kind = self.piece_at(from).expect("a legal move starts from a piece").kind;
        if mv.is_promotion() { kind.promoted().expect("a legal promotion") } else { kind }
    }

    /// [`Position::board_key`] after a legal `mv`, without playing it.
    #[inline]
    pub fn key_after(&self, mv: Move) -> Key {
        let placed = Piece::new(self.turn, self.kind_after(mv));
        let mut key = self.board_key ^ WHITE_TO_MOVE ^ key_of(placed, mv.to());
        if let Some(captured) = self.piece_at(mv.to()) {
            key ^= key_of(captured, mv.to());
        }
        if let Some(from) = mv.from()
            && let Some(moved) = self.piece_at(from)
        {
            key ^= key_of(moved, from);
        }
        key
    }

    /// True if `mv` is legal here by every rule (whatever its bits).
    pub fn is_legal(&self, mv: Move) -> bool {
        super::movegen::is_legal(self, mv)
    }

    /// True if the legal move `mv` gives check.
    #[inline]
    pub fn gives_check(&self, mv: Move) -> bool {
        let Some(king) = self.kings[!self.turn] else {
            return false;
        };
        // The square left empty cannot open a line from the target to the king: the piece would have to go straight
        // away from the king and attack backwards at a distance, and then it gave check before it moved.
        is_attack(self.kind_after(mv), self.turn, (mv.to(), king), self.occupied()) || self.discovers_check(mv, king)
    }

    /// True if the legal move `mv` of a board piece leaves a line from an own slider to the enemy `king`.
    #[inline]
    fn discovers_check(&self, mv: Move, king: Square) -> bool {
        mv.from().is_some_and(|from| self.blockers[!self.turn].has(from) && !line(king, from).has(mv.to()))
    }

    /// Plays a legal move.
    pub fn play(&mut self, mv: Move) -> Undo {
        debug_assert!(self.is_legal(mv), "{mv} in {self:?}");
        let captured = self.piece_at(mv.to());
        let undo = Undo { captured, board_key: self.board_key, checkers: self.checkers, blockers: self.blockers };
        let us = self.turn;
        let placed = self.kind_after(mv);
        let discovered = self.kings[!us].is_some_and(|king| self.discovers_check(mv, king));
        self.board_key = self.key_after(mv);
        if let Some(from) = mv.from() {
            self.take(from);
            if let Some(captured) = captured {
                self.take(mv.to());
                self.hands[us] = self.hands[us].plus(captured.kind.unpromoted());
            }
        } else {
            self.hands[us] = self.hands[us].minus(placed);
        }
        self.put(mv.to(), Piece::new(us, placed));
        self.turn = !us;
        self.checkers = if discovered { self.find_checkers() } else { self.direct_checker(placed, mv.to()) };
        self.update_blockers(mv);
        self.validate();
        undo
    }

    /// Takes back `mv`, the last move played, with what [`Position::play`] returned for it.
    pub fn undo(&mut self, mv: Move, undo: &Undo) {
        let us = !self.turn;
        let placed = self.take(mv.to());
        if let Some(from) = mv.from() {
            let kind = if mv.is_promotion() { placed.kind.unpromoted() } else { placed.kind };
            self.put(from, Piece::new(us, kind));
            if let Some(captured) = undo.captured {
                self.put(mv.to(), captured);
                self.hands[us] = self.hands[us].minus(captured.kind.unpromoted());
            }
        } else {
            self.hands[us] = self.hands[us].plus(placed.kind);
        }
        self.turn = us;
        self.board_key = undo.board_key;
        self.checkers = undo.checkers;
        self.blockers = undo.blockers;
        self.validate();
    }

    /// The piece that `arrived` on `square` if it attacks the king of the side now to move.
    #[inline]
    fn direct_checker(&self, arrived: PieceKind, square: Square) -> Bitboard {
        match self.kings[self.turn] {
            Some(king) if is_attack(arrived, !self.turn, (square, king), self.occupied()) => Bitboard::of(square),
            _ => Bitboard::EMPTY,
        }
    }

    /// Blockers after `mv` was played: they change only if a square on one of the king's lines did, or the king moved.
    #[inline]
    fn update_blockers(&mut self, mv: Move) {
        let touched = Bitboard::of(mv.to()) | mv.from().map_or(Bitboard::EMPTY, Bitboard::of);
        for color in Color::ALL {
            if let Some(king) = self.kings[color] {
                let lines = reach(PieceKind::Bishop, color, king) | reach(PieceKind::Rook, color, king);
                if (touched & (lines | Bitboard::of(king))).any() {
                    self.blockers[color] = self.find_blockers(color);
                }
            }
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

    /// In debug builds: what is kept up to date equals what is computed from the placement.
    #[inline]
    fn validate(&self) {
        #[cfg(debug_assertions)]
        {
            let fresh = Self::from_setup(&self.to_setup());
            assert_eq!((self.by_color, self.by_kind, self.kings), (fresh.by_color, fresh.by_kind, fresh.kings));
            assert_eq!((self.board_key, self.checkers), (fresh.board_key, fresh.checkers));
            assert_eq!(self.blockers, fresh.blockers);
        }
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

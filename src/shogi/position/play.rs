//! Play and undo, and what a move would do.

use super::Position;
use crate::shogi::attacks::{is_attack, line, star};
use crate::shogi::zobrist::{WHITE_TO_MOVE, key_of};
use crate::shogi::{Bitboard, ByColor, Color, Key, Move, Piece, PieceKind, Square, movegen};

/// What [`Position::play`] overwrote and [`Position::undo`] puts back.
#[derive(Clone, Copy, Debug)]
pub struct Undo {
    captured: Option<Piece>,
    board_key: Key,
    checkers: Bitboard,
    blockers: ByColor<Bitboard>,
}

/// What [`Position::slide`] did and overwrote, for [`Position::slide_back`].
#[derive(Clone, Copy, Debug)]
pub(crate) struct Slid {
    moved: Piece,
    from: Square,
    to: Square,
    board_key: Key,
    checkers: Bitboard,
    blockers: ByColor<Bitboard>,
}

impl Position {
    /// The kind that stands on the target square after the legal `mv`.
    #[inline]
    pub(crate) fn kind_after(&self, mv: Move) -> PieceKind {
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

    /// [`Position::board_key`] with `moved` taken from its square and `placed` put on another, empty one; the side to move
    /// stays. (The position need not be reachable by a move.)
    #[inline]
    pub fn key_with_slide(&self, moved: (Piece, Square), placed: (Piece, Square)) -> Key {
        self.board_key ^ key_of(moved.0, moved.1) ^ key_of(placed.0, placed.1)
    }

    /// True if `mv` is legal here by every rule (whatever its bits).
    pub fn is_legal(&self, mv: Move) -> bool {
        movegen::is_legal(self, mv)
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
        let (us, to) = (self.turn, mv.to());
        let captured = self.piece_at(to);
        let undo = Undo { captured, board_key: self.board_key, checkers: self.checkers, blockers: self.blockers };
        let discovered = self.kings[!us].is_some_and(|king| self.discovers_check(mv, king));
        let placed = Piece::new(us, self.kind_after(mv));
        let mut touched = Bitboard::of(to);
        if let Some(from) = mv.from() {
            touched |= Bitboard::of(from);
            let moved = self.take(from);
            self.board_key ^= key_of(moved, from);
            if let Some(captured) = captured {
                self.take(to);
                self.board_key ^= key_of(captured, to);
                self.hands[us] = self.hands[us].plus(captured.kind.unpromoted());
            }
        } else {
            self.hands[us] = self.hands[us].minus(placed.kind);
        }
        self.put(to, placed);
        self.board_key ^= key_of(placed, to) ^ WHITE_TO_MOVE;
        self.turn = !us;
        self.checkers = if discovered { self.find_checkers() } else { self.direct_checker(placed.kind, to) };
        self.update_blockers(touched);
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

    /// Puts a piece of the side not to move on another, empty square, as `kind`; the side to move stays. (No move does that.)
    pub(crate) fn slide(&mut self, from: Square, to: Square, kind: PieceKind) -> Slid {
        let moved = self.take(from);
        let slid =
            Slid { moved, from, to, board_key: self.board_key, checkers: self.checkers, blockers: self.blockers };
        let placed = Piece::new(moved.color, kind);
        self.put(to, placed);
        self.board_key = self.key_with_slide((moved, from), (placed, to));
        self.checkers = self.find_checkers();
        self.update_blockers(Bitboard::of(from) | Bitboard::of(to));
        self.validate();
        slid
    }

    /// Takes back a slide.
    pub(crate) fn slide_back(&mut self, slid: &Slid) {
        self.take(slid.to);
        self.put(slid.from, slid.moved);
        self.board_key = slid.board_key;
        self.checkers = slid.checkers;
        self.blockers = slid.blockers;
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

    /// Blockers after the squares `touched` changed: they are the same unless one of them is on a line with the king, or the king
    /// moved.
    #[inline]
    fn update_blockers(&mut self, touched: Bitboard) {
        for color in Color::ALL {
            if let Some(king) = self.kings[color]
                && (touched & star(king)).any()
            {
                self.blockers[color] = self.find_blockers(color);
            }
        }
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

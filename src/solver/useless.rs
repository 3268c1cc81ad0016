//! Captures on gap squares and what the board shows of useless drops (rules.md §3).
//!
//! V(*s*) is the position with a capturing piece standing on the gap square *s*, both hands as they were, the defender to move. What is
//! told here needs no search: V(*s*) has conventional length 0 if it leaves no reply but drops on squares that close likewise.

use super::Convention;
use super::proof_hand;
use crate::shogi::attacks::{live_squares, promotion_zone};
use crate::shogi::{Bitboard, Color, Hand, Key, Piece, PieceKind, Position, Slid, Square, movegen};

/// A piece of Black put on a gap square as if it had captured there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Slide {
    pub(super) from: Square,
    pub(super) to: Square,
    /// What it is on `to`.
    pub(super) kind: PieceKind,
}

impl Slide {
    pub(super) fn make(self, position: &mut Position) -> Slid {
        position.slide(self.from, self.to, self.kind)
    }

    /// Key of the position after it.
    pub(super) fn key(self, position: &Position) -> Option<Key> {
        let moved = position.piece_at(self.from)?;
        Some(position.key_with_slide((moved, self.from), (Piece::new(Color::Black, self.kind), self.to)))
    }
}

/// The captures on the gap square `to` whose V counts in this mode whatever its length, with White to move in check by a lone slider.
pub(super) fn slides_on(position: &mut Position, to: Square, convention: Convention) -> Vec<Slide> {
    let slider = position.checkers();
    let sources = match convention {
        Convention::None => Bitboard::EMPTY,
        Convention::Narrow | Convention::Standard => slider,
        Convention::Wide => position.attackers_to(to, Color::Black, position.occupied()),
    };
    let captures: Vec<Slide> = sources.flat_map(|from| shapes(position, from, to)).collect();
    captures.into_iter().filter(|&slide| checks_legally(position, slide)).collect()
}

/// The captures by another piece than the checking slider after which that piece alone gives check.
fn lone_checks_by_others(position: &mut Position, to: Square) -> Vec<Slide> {
    let others = position.attackers_to(to, Color::Black, position.occupied()) & !position.checkers();
    let captures: Vec<Slide> = others.flat_map(|from| shapes(position, from, to)).collect();
    captures.into_iter().filter(|&slide| checks_legally(position, slide) && checks_alone(position, slide)).collect()
}

/// The piece on `from` on another square: itself, and promoted where it may.
fn shapes(position: &Position, from: Square, to: Square) -> impl Iterator<Item = Slide> + use<> {
    let zone = promotion_zone(Color::Black);
    let kind = position.piece_at(from).map(|piece| piece.kind);
    let stays = kind.filter(|&kind| live_squares(kind, Color::Black).has(to));
    let promoted = kind.and_then(PieceKind::promoted).filter(|_| zone.has(from) || zone.has(to));
    [promoted, stays].into_iter().flatten().map(move |kind| Slide { from, to, kind })
}

fn checks_legally(position: &mut Position, slide: Slide) -> bool {
    with(position, slide, |slid| {
        let own = slid.king(Color::Black);
        slid.in_check() && own.is_none_or(|own| slid.attackers_to(own, Color::White, slid.occupied()).is_empty())
    })
}

fn checks_alone(position: &mut Position, slide: Slide) -> bool {
    with(position, slide, |slid| slid.checkers() == Bitboard::of(slide.to))
}

/// What `look` says of the position after a slide, which is taken back.
fn with<T>(position: &mut Position, slide: Slide, look: impl FnOnce(&mut Position) -> T) -> T {
    let slid = slide.make(position);
    let seen = look(position);
    position.slide_back(&slid);
    seen
}

/// The least hand with which White, to move in check, has no reply but useless drops; `None` if he has one.
pub(super) fn mate_but_for_useless(position: &mut Position, convention: Convention) -> Option<Hand> {
    Chain { convention, keys: Vec::new() }.mate(position)
}

/// The gap squares that the board shows to be closed, with the least hand for it, and whether another piece than the slider closes or fails
/// to close one by what can be dropped, so that a failure holds for the present hand only.
pub(super) fn closed_squares(position: &mut Position, convention: Convention) -> (Bitboard, Hand, bool) {
    let gaps = proof_hand::gap_squares(position);
    let mut chain = Chain { convention, keys: vec![position.board_key()] };
    let (mut closed, mut hand, mut by_hand) = (Bitboard::EMPTY, Hand::EMPTY, false);
    for square in gaps {
        if let Some(needed) = chain.closes(position, square) {
            closed |= Bitboard::of(square);
            hand = hand.max(needed);
        } else {
            by_hand |= convention == Convention::Standard && may_close_by_hand(position, square);
        }
    }
    (closed, hand, by_hand)
}

/// True if the board shows that the drops on `square` are useless whatever the other replies: a capture there mates at once, but for useless drops.
pub(super) fn closes(position: &mut Position, square: Square, convention: Convention) -> bool {
    let keys = vec![position.board_key()];
    Chain { convention, keys }.closes(position, square).is_some()
}

/// True if another piece than the slider fails to close `square` by nothing but what can be dropped then.
fn may_close_by_hand(position: &mut Position, square: Square) -> bool {
    let others = lone_checks_by_others(position, square);
    others.into_iter().any(|slide| with(position, slide, |slid| !movegen::has_evasion_on_board(slid)))
}

/// A chain of V: one that returns to a position in it is not mate.
struct Chain {
    convention: Convention,
    keys: Vec<Key>,
}

impl Chain {
    fn mate(&mut self, position: &mut Position) -> Option<Hand> {
        if movegen::has_evasion_on_board(position) || self.keys.contains(&position.board_key()) {
            return None;
        }
        let gaps = proof_hand::gap_squares(position);
        let droppable = movegen::drop_squares(position, gaps);
        self.keys.push(position.board_key());
        let closed = droppable.map(|square| self.closes(position, square)).collect::<Option<Vec<_>>>();
        self.keys.pop();
        let hand = closed?.into_iter().fold(Hand::EMPTY, Hand::max);
        Some(hand.max(proof_hand::monopoly_on(position, gaps & !droppable)))
    }

    /// The least hand with which the drops on `square` are useless with no other reply but useless drops; `None` if they are not.
    fn closes(&mut self, position: &mut Position, square: Square) -> Option<Hand> {
        let slides = slides_on(position, square, self.convention);
        let others = match self.convention {
            Convention::Standard => lone_checks_by_others(position, square),
            _ => Vec::new(),
        };
        slides.into_iter().chain(others).find_map(|slide| with(position, slide, |slid| self.mate(slid)))
    }
}

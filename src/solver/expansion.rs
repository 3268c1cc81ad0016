//! The children of a node: which moves take part, and what is known of each before it is searched.

use super::Convention;
use super::dfpn::Dfpn;
use super::initial;
use super::length::Plies;
use super::loops::LoopFailure;
use super::mate_in_one::{Flights, ShownMate, shown_mate};
use super::node::{Child, ChildState, Met, Value};
use super::path::Heads;
use super::proof_hand::{self, EVERYTHING};
use super::slide::Slider;
use super::table::{Floors, Known, OpenNode, Origin};
use super::useless::{Slide, closed_squares, slides_on};
use crate::shogi::{Bitboard, Color, Hand, Key, Move, PieceKind, Position, Square, movegen};

/// Fewest plies for which a position with the attacker to move is searched; for fewer a look at the board decides.
const SEARCHED: Plies = Plies(3);

impl Dfpn {
    /// What the root is worth without a search.
    pub(super) fn value_at_root(&mut self, attacking: bool) -> Value {
        if attacking {
            let target = self.root_target();
            return self.first_value_of_attack(target, Value::Open { pn: 1, dn: 1 });
        }
        if movegen::has_evasion(&self.position) {
            return Value::Open { pn: 1, dn: 1 };
        }
        Value::Proved { length: Plies::ZERO, hand: proof_hand::monopoly(&self.position) }
    }

    /// Generates the moves of the top node and looks at each until one decides.
    pub(super) fn expand(&mut self) {
        debug_assert!(!self.top().attacking || self.top().target >= SEARCHED);
        self.generate();
        let first = self.top().first_child;
        for index in 0..self.children.len() - first {
            if self.top().decided.is_some() {
                break;
            }
            if self.children[first + index].state == ChildState::Open {
                self.open_child(index);
            }
        }
    }

    /// Fills the arena with the children of the top node, chained, not yet looked at.
    fn generate(&mut self) {
        let mut moves = std::mem::take(&mut self.moves);
        moves.clear();
        if self.top().attacking {
            movegen::checks(&self.position, &mut moves);
            self.top_mut().flights = Flights::of(&self.position);
        } else {
            movegen::evasions(&self.position, &mut moves);
            self.top_mut().slider = Slider::of(&mut self.position);
            self.look_for_slides();
        }
        let first = self.children.len();
        for (index, &mv) in moves.iter().enumerate() {
            let key = self.position.key_after(mv) ^ self.salt;
            self.table.prefetch(key);
            self.children.push(Child {
                mv,
                state: ChildState::Open,
                met: Met::Never,
                next: index as u16,
                hand: proof_hand::attacker_hand_after(&self.position, mv),
                key,
                slide: None,
                phi: 0,
                delta: 0,
                merged: false,
                origin: Origin::NONE,
            });
        }
        self.moves = moves;
        chain(&self.position, &mut self.children[first..]);
    }

    /// Lets a child take part: looks it up, or values it as a leaf.
    pub(super) fn open_child(&mut self, index: usize) {
        let place = self.top().first_child + index;
        self.children[place].state = ChildState::Open;
        if let Some((length, hand)) = self.lost_by_slide(place) {
            self.lose_child(index, length, hand);
            return;
        }
        self.turn_to_slide(place, None);
        let value = self.known_value(place);
        self.absorb(index, value);
    }

    /// With useless interpositions left out: what may make some so here.
    fn look_for_slides(&mut self) {
        if self.convention == Convention::None || self.top().slider.is_none() {
            return;
        }
        let gaps = movegen::drop_squares(&self.position, proof_hand::gap_squares(&self.position));
        let slides = gaps.flat_map(|square| slides_on(&mut self.position, square, self.convention)).collect();
        let (closed, hand, by_hand) = closed_squares(&mut self.position, self.convention);
        let own_hand = self.top().hand;
        let frame = self.top_mut();
        frame.slides = slides;
        frame.slider = frame.slider.map(|slider| slider.with_closed(closed, hand));
        if by_hand {
            frame.useful.hand = own_hand;
        }
    }

    /// Has a drop stand for the next slide on its square after `last`, or for itself if no slide is left.
    fn turn_to_slide(&mut self, place: usize, last: Option<Slide>) {
        let mv = self.children[place].mv;
        let frame = self.top();
        if frame.slides.is_empty() {
            return;
        }
        let useful = !mv.is_drop() || frame.useful.squares.has(mv.to());
        let mut slides = frame.slides.iter().filter(|slide| slide.to == mv.to() && !useful).copied();
        if last.is_some() {
            slides.by_ref().find(|&slide| Some(slide) == last);
        }
        let slide = slides.next();
        let key = slide.map_or_else(|| Some(self.position.key_after(mv)), |slide| slide.key(&self.position));
        let Some(key) = key else { return };
        if slide.is_none() && last.is_some() {
            self.top_mut().useful.squares |= Bitboard::of(mv.to());
        }
        let child = &mut self.children[place];
        (child.slide, child.met) = (slide, Met::Never);
        child.key = key ^ self.salt;
    }

    /// After a slide that does not mate: the next, or the drop itself.
    pub(super) fn try_next_slide(&mut self, index: usize) {
        let place = self.top().first_child + index;
        self.turn_to_slide(place, self.children[place].slide);
        let value = self.known_value(place);
        self.absorb(index, value);
    }

    /// Length within which a mate is looked for from a child: a slide costs no ply.
    pub(super) fn target_of(&self, child: &Child) -> Plies {
        if child.slide.is_some() { self.top().target } else { self.top().target.down() }
    }

    /// Within how many plies from here a drop by which the defender interposes loses, and the least hand for it, if a virtual slide refutes it.
    fn lost_by_slide(&self, place: usize) -> Option<(Plies, Hand)> {
        let frame = self.top();
        let mv = self.children[place].mv;
        let slider = frame.slider.filter(|_| mv.is_drop())?;
        self.drops_lose_on(slider, mv.to(), frame.target)
    }

    /// Length within `target`, and least hand, with which all drops of White on `square` are known to lose: by what the board
    /// shows, or by what the table knows of the slider on `square`.
    pub(super) fn drops_lose_on(&self, slider: Slider, square: Square, target: Plies) -> Option<(Plies, Hand)> {
        // The board after the drop, or after its capture, may be one that is avoided.
        if self.avoided > 0 {
            return None;
        }
        let within = |&(length, _): &(Plies, Hand)| length <= target;
        let hand = self.position.hand(Color::Black);
        if self.convention != Convention::None {
            return self.drops_are_useless_on(slider, square, target);
        }
        let known = |key| match self.table.look(key ^ self.salt, hand, target.down().down()) {
            Known::Proved { length, hand } => Some((length.up().up(), hand)),
            _ => None,
        };
        let from_table =
            || slider.keys_on(square, &self.position).filter_map(known).filter(within).min_by_key(|found| found.0);
        slider.closed_within(square).filter(within).or_else(from_table)
    }

    /// The same where such drops are left out, so that they cost no plies.
    fn drops_are_useless_on(&self, slider: Slider, square: Square, target: Plies) -> Option<(Plies, Hand)> {
        let hand = self.position.hand(Color::Black);
        if let Some(hand) = slider.closed_hand_on(square) {
            return Some((Plies::ZERO, hand));
        }
        let here = self.top().slides.iter().filter(|slide| slide.to == square);
        let keys = here.filter_map(|slide| slide.key(&self.position));
        let known = keys.filter_map(|key| match self.convention.recall(&self.table, (key ^ self.salt, hand), target) {
            Known::Proved { length, hand } => Some((length, hand)),
            _ => None,
        });
        known.min_by_key(|found| found.0)
    }

    /// What path, table or the position itself say of a child.
    fn known_value(&mut self, place: usize) -> Value {
        let child @ Child { key, hand, slide, .. } = self.children[place];
        let target = self.target_of(&child);
        let depth = self.path.depth() + 1;
        if let Some(ancestor) = self.path.find(key, hand) {
            return Value::Disproved { length: Plies::ANY, hand, heads: Heads::one(ancestor, hand) };
        }
        match self.convention.recall(&self.table, (key, hand), target) {
            Known::Proved { length, hand } => Value::Proved { length, hand },
            Known::Disproved { length, hand } => Value::Disproved { length, hand, heads: Heads::NONE },
            // Open for longer mates only: with so few plies left a look at the board decides.
            Known::Open(_) if slide.is_none() && !self.top().attacking && target < SEARCHED => {
                self.value_of_leaf(place, Floors::default())
            }
            Known::Open(node) => {
                let child = &mut self.children[place];
                child.met = if node.depth < depth { Met::Above } else { Met::Here };
                (child.merged, child.origin) = (node.merged, node.origin);
                self.value_of_old_node((key, hand), target, node)
            }
            Known::Nothing(floors) => self.value_of_leaf(place, floors),
        }
    }

    /// The value of a node that the table knows, but not for certain.
    pub(super) fn value_of_old_node(&self, node: (Key, Hand), target: Plies, known: OpenNode) -> Value {
        let failure = known.looped.then(|| self.loops.look(node, target, &self.path)).flatten();
        let failure = failure.filter(|failure| !self.path.meets_exactly() || failure.hand == node.1);
        let failure = failure.map(|LoopFailure { length, hand, heads }| Value::Disproved { length, hand, heads });
        failure.unwrap_or(Value::Open { pn: known.pn, dn: known.dn })
    }

    /// The value of a child by a look at the board, kept in the table.
    fn value_of_leaf(&mut self, place: usize, floors: Floors) -> Value {
        let Child { mv, slide, .. } = self.children[place];
        let mut value = if slide.is_some() { initial::after_slide(&self.weights) } else { self.first_value(mv) };
        if let Value::Open { pn, dn } = &mut value {
            (*pn, *dn) = ((*pn).max(floors.pn), (*dn).max(floors.dn));
        }
        self.store_leaf(place, &value);
        value
    }

    /// The value of a position met for the first time, after `mv`.
    fn first_value(&mut self, mv: Move) -> Value {
        let target = self.top().target.down();
        if let Some(flights) = &self.top().flights {
            return initial::after_check(&self.position, mv, flights, &self.weights);
        }
        let open = initial::after_reply(&self.position, mv, &self.weights);
        let undo = self.position.play(mv);
        self.nodes += 1;
        let value = self.first_value_of_attack(target, open);
        self.position.undo(mv, &undo);
        value
    }

    /// The value of the current position, attacker to move, as a leaf: mate in one, no check at all, or `open`.
    fn first_value_of_attack(&mut self, target: Plies, open: Value) -> Value {
        if target == Plies::ZERO {
            return Value::Disproved { length: Plies::ZERO, hand: EVERYTHING, heads: Heads::NONE };
        }
        self.moves.clear();
        movegen::checks(&self.position, &mut self.moves);
        if self.moves.is_empty() {
            let hand = proof_hand::without_new_checks(&self.position, EVERYTHING);
            return Value::Disproved { length: Plies::ANY, hand, heads: Heads::NONE };
        }
        let Some(flights) = Flights::of(&self.position) else { return open };
        // Where boards are avoided a drop and its capture may lead to one.
        let aim = (if self.avoided > 0 { target.min(Plies(1)) } else { target }, self.convention);
        if let Some(mate) =
            shown_mate(&mut self.position, &self.moves, &flights, aim).filter(|it| !self.is_avoided(it.mv))
        {
            return self.value_of_shown_mate(mate);
        }
        if target < SEARCHED {
            let hand = self.position.hand(Color::Black);
            return Value::Disproved { length: Plies(2), hand, heads: Heads::NONE };
        }
        initial::before_attack(open, (self.moves.len(), &flights), &self.weights)
    }

    /// True if the attacker's move leads to a board that counts as a failure.
    fn is_avoided(&self, mv: Move) -> bool {
        let (key, hand) =
            (self.position.key_after(mv) ^ self.salt, proof_hand::attacker_hand_after(&self.position, mv));
        self.avoided > 0 && self.path.find(key, hand).is_some()
    }

    /// The position after the check goes to the table, for the line to be found there.
    fn value_of_shown_mate(&self, ShownMate { mv, length, hand }: ShownMate) -> Value {
        if length > Plies(1) {
            let key = self.position.key_after(mv) ^ self.salt;
            self.table.store_proof(key, hand, length.down(), 0);
        }
        Value::Proved { length, hand: proof_hand::proof_before(&self.position, mv, hand) }
    }

    /// Keeps the value of a leaf. An undecided position after a check is not kept: its numbers are had again for less than its place
    /// in the table is worth (14 % fewer nodes over eleven hard problems, and a fifth less of the table filled).
    fn store_leaf(&self, place: usize, value: &Value) {
        let Child { key, hand, .. } = self.children[place];
        let depth = self.path.depth() + 1;
        match *value {
            Value::Proved { length, hand } => self.table.store_proof(key, hand, length, 0),
            Value::Disproved { length, hand, .. } => self.table.store_disproof(key, hand, length, 0),
            Value::Open { .. } if self.top().attacking => {}
            Value::Open { pn, dn } => {
                let origin = self.table.origin(self.top().key, self.top().hand);
                let node = OpenNode { pn, dn, depth, looped: false, merged: false, origin };
                self.table.store_open(key, hand, node, 0);
            }
        }
    }
}

/// Lets moves wait that are tried only once their like has failed:
///
/// - a move of a pawn, lance, bishop or rook without promotion behind the same move with promotion;
/// - the defender's drops on a square that he guards behind the cheapest of them;
/// - his drops on unguarded squares that give no check, of any piece on any of those squares, all in one chain: each is
///   merely taken, so that the first that fails tells much of the others. (Against chains of one square each: 59 instead of 56
///   of 67 hard problems decided within 1.5 M nodes, 15 % fewer nodes. All drops in this one chain: as many nodes, but four times as many
///   for the no-mate muso-073; likewise when a square guarded by the king alone counts as unguarded.)
fn chain(position: &Position, children: &mut [Child]) {
    let defending = position.turn() == Color::White;
    let mut last_unguarded = None;
    for index in 0..children.len() {
        let mv = children[index].mv;
        let before = index.checked_sub(1).filter(|&before| children[before].mv.to() == mv.to());
        let ahead = match before {
            _ if defending && mv.is_drop() && is_merely_taken(position, mv) => last_unguarded.replace(index),
            // The unguarded chain goes on from its last move: nothing else may take that place behind it.
            Some(before) if defending && mv.is_drop() => {
                (children[before].mv.is_drop() && last_unguarded != Some(before)).then_some(before)
            }
            Some(before) => is_lesser_twin(position, children[before].mv, mv).then_some(before),
            None => None,
        };
        if let Some(ahead) = ahead {
            debug_assert_eq!(usize::from(children[ahead].next), ahead, "a move that waits would be forgotten");
            children[ahead].next = index as u16;
            children[index].state = ChildState::Waiting;
        }
    }
}

/// True for a drop that the defender does not guard and that gives no check.
fn is_merely_taken(position: &Position, mv: Move) -> bool {
    position.attackers_to(mv.to(), Color::White, position.occupied()).is_empty() && !position.gives_check(mv)
}

/// True if `mv` is `promoting` without the promotion, of a kind that hardly ever gains by it.
fn is_lesser_twin(position: &Position, promoting: Move, mv: Move) -> bool {
    let kind = mv.from().and_then(|from| position.piece_at(from)).map(|piece| piece.kind);
    let gains_nothing = matches!(kind, Some(PieceKind::Pawn | PieceKind::Lance | PieceKind::Bishop | PieceKind::Rook));
    gains_nothing && promoting.is_promotion() && !mv.is_promotion() && promoting.from() == mv.from()
}

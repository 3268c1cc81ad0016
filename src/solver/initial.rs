//! Proof and disproof numbers of a position met for the first time (df-pn+, Nagai 2002): an estimate from the move that
//! led to it and a look at the board. More attackers than defenders on the target promise a mate; squares left to the king
//! make it dear; each check must be refuted.
//!
//! Geometric mean of nodes over 111 classics (10,000 to 1,100,000 nodes each), against the line above:
//!
//! | | nodes |
//! |---|---|
//! | after GPS Shogi (attackers, defenders, captures), each further check 1 1/2 units of disproof number | 130,245 |
//! | a unit of proof number for each flight square left by a check | 98,515 |
//! | half a unit for each flight square, attacker to move | 89,235 |
//! | the others tuned one by one | 83,963 |
//!
//! `tsumi tune` from there, trained on every other of 94 classics: 0.952 of the nodes on those, 0.987 on the others, 0.985 over all
//! 134 with 1.6 % more nodes in all; not taken.
//!
//! Without gain: proof number by the number of checks, disproof number by flight squares, a charge on drops or on unguarded targets;
//! one number for all checks by drops of a kind on one ray (0.93 of the nodes before distance counted, 1.02 after).

use super::mate_in_one::Flights;
use super::node::Value;
use super::proof_number::LARGEST;
use super::weights::Weights;
use crate::shogi::{Color, Move, PieceKind, Position};

/// After the attacker's check `mv`, which leaves the king some of the `flights` it had.
pub(super) fn after_check(position: &Position, mv: Move, flights: &Flights, weights: &Weights) -> Value {
    let (attackers, defenders) = support(position, mv);
    let strong = attackers + u32::from(mv.is_drop()) > defenders;
    let takes = matches!(captured(position, mv), Some(PieceKind::Gold | PieceKind::Silver));
    let distance = flights.king().distance(mv.to());
    let left = flights.left_after(position, mv).count();
    let pn = [
        weights.check_pn,
        if defenders >= 2 { weights.check_pn_guarded } else { 0 },
        if strong || takes { 0 } else { weights.check_pn_weak },
        times(weights.check_pn_flight, left),
        times(weights.check_pn_distance, distance.saturating_sub(1)),
    ];
    let outlook = match (strong, takes) {
        (true, _) => weights.check_dn_strong,
        (false, true) => weights.check_dn_takes,
        (false, false) => 0,
    };
    open(&pn, &[weights.check_dn, outlook])
}

/// After the defender's reply `mv`.
pub(super) fn after_reply(position: &Position, mv: Move, weights: &Weights) -> Value {
    let moved = mv.from().and_then(|from| position.piece_at(from)).map(|piece| piece.kind);
    if captured(position, mv).is_some() {
        return open(&[weights.take_pn], &[weights.take_dn]);
    }
    if moved == Some(PieceKind::King) {
        return open(&[weights.step_pn], &[weights.step_dn]);
    }
    let (attackers, defenders) = support(position, mv);
    if defenders + u32::from(mv.is_drop()) > attackers {
        open(&[weights.solid_block_pn], &[weights.solid_block_dn])
    } else {
        open(&[weights.weak_block_pn], &[weights.weak_block_dn])
    }
}

/// After a slide of the checking piece towards the king.
pub(super) fn after_slide(weights: &Weights) -> Value {
    open(&[weights.check_pn, weights.check_pn_flight], &[weights.check_dn])
}

/// A reply's `value` with what the board after it shows: the number of checks and of the king's flight squares.
pub(super) fn before_attack(value: Value, (checks, flights): (usize, &Flights), weights: &Weights) -> Value {
    let Value::Open { pn, dn } = value else { return value };
    Value::Open {
        pn: plus(pn, times(weights.flight_pn, flights.count())),
        dn: plus(dn, times(weights.checks_dn, checks.saturating_sub(1) as u32)),
    }
}

fn open(pn: &[i32], dn: &[i32]) -> Value {
    let sum = |weights: &[i32]| weights.iter().fold(0, |sum, &weight| weight.saturating_add(sum));
    Value::Open { pn: plus(0, sum(pn)), dn: plus(0, sum(dn)) }
}

/// The sum within what an undecided node may have.
fn plus(number: u32, weight: i32) -> u32 {
    number.saturating_add_signed(weight).clamp(1, LARGEST)
}

fn times(weight: i32, count: u32) -> i32 {
    weight.saturating_mul(count.cast_signed())
}

fn captured(position: &Position, mv: Move) -> Option<PieceKind> {
    position.piece_at(mv.to()).map(|piece| piece.kind)
}

/// How many attackers and defenders bear on the target of a move.
fn support(position: &Position, mv: Move) -> (u32, u32) {
    let bear = |color| position.attackers_to(mv.to(), color, position.occupied()).count();
    (bear(Color::Black), bear(Color::White))
}

//! What a board and the attacker's hand do not say of a problem, as a key.

use super::Convention;
use crate::shogi::{Color, Key, PieceKind, Position};

/// A key of the multiset of all pieces, on the board and in both hands: with it in every node's key, board and attacker's
/// hand fix the defender's hand, which hand dominance rests on.
pub(super) fn salt(position: &Position) -> Key {
    let counts = PieceKind::HAND.into_iter().map(|kind| {
        let on_board = PieceKind::ALL.into_iter().filter(|on_board| on_board.unpromoted() == kind);
        let on_board: u32 = on_board.map(|kind| position.of_kind(kind).count()).sum();
        let in_hands: u32 = Color::ALL.into_iter().map(|color| u32::from(position.hand(color).count(kind))).sum();
        on_board + in_hands
    });
    let packed = counts.fold(0u64, |packed, count| packed << 8 | u64::from(count));
    Key::from(mix(packed)) << 64 | Key::from(mix(!packed))
}

/// A key of what counts as a useless interposition: lengths of different conventions do not mix.
pub(super) fn salt_of(convention: Convention) -> Key {
    let number = Convention::ALL.into_iter().position(|mode| mode == convention).unwrap_or(0) as u64;
    if number == 0 { 0 } else { Key::from(mix(number)) << 64 | Key::from(mix(!number)) }
}

/// The finalizer of `SplitMix64` (Steele, Lea and Flood 2014): every input bit changes every output bit.
fn mix(value: u64) -> u64 {
    let value = value.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let value = (value ^ value >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let value = (value ^ value >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    value ^ value >> 31
}

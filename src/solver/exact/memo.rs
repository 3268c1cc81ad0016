//! What is known of exact lengths, by position and exact hand.

use crate::shogi::{Color, Key, Position};
use rustc_hash::FxHashMap;

/// Entries kept at most: what a map of 2^20 places of 17 bytes takes before it grows, 17 MiB.
const MOST: usize = 917_000;

/// Bounds of a conventional length. Fewer pieces in hand do not make it longer always, so nothing is shared between hands.
#[derive(Clone, Copy, Debug)]
pub(super) struct Known {
    /// The length is at least this.
    pub(super) low: u16,
    /// The length is at most this.
    pub(super) high: u16,
    /// The floor is at most this.
    pub(super) floor: u16,
    /// Pieces left in the attacker's hand at the end of the answer line; [`u8::MAX`] while not known.
    pub(super) leftover: u8,
    /// Bits of the key that the map does not compare: with its own they make 72.
    check: u8,
}

impl Known {
    const NOTHING: Self = Self { low: 0, high: u16::MAX, floor: u16::MAX, leftover: u8::MAX, check: 0 };
}

/// Which length of a position: the whole, or that of a defender's node with the drops on its first gap squares only.
pub(super) type Squares = Option<u8>;

#[derive(Default)]
pub(super) struct Memo(FxHashMap<u64, Known>);

impl Memo {
    pub(super) fn look(&self, key: Key) -> Known {
        let (place, check) = parts(key);
        self.0.get(&place).copied().filter(|known| known.check == check).unwrap_or(Known::NOTHING)
    }

    pub(super) fn change(&mut self, key: Key, change: impl FnOnce(&mut Known)) {
        let (place, check) = parts(key);
        let known = self.0.entry(place).or_insert(Known::NOTHING);
        if known.check != check {
            *known = Known { check, ..Known::NOTHING };
        }
        change(known);
    }

    pub(super) fn is_full(&self) -> bool {
        self.0.len() >= MOST
    }
}

/// What the map compares of a key, and what an entry does.
fn parts(key: Key) -> (u64, u8) {
    (key as u64, (key >> 64) as u8)
}

/// Key of a position with the attacker's hand. The pieces of a problem being a fixed multiset, that is all of the position.
pub(super) fn key_of(board: Key, hand: crate::shogi::Hand, squares: Squares) -> Key {
    let number = u64::from(hand.bits()) << 8 | squares.map_or(0, |squares| u64::from(squares) + 1);
    let (high, low) = (number.wrapping_mul(0x9e37_79b9_7f4a_7c15), number.wrapping_mul(0xd6e8_feb8_6659_fd93));
    board ^ (Key::from(high ^ high >> 32) << 64 | Key::from(low ^ low >> 29))
}

/// The same for the current position.
pub(super) fn key_here(position: &Position, squares: Squares) -> Key {
    key_of(position.board_key(), position.hand(Color::Black), squares)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_that_agree_in_their_lower_half_are_told_apart() {
        let mut memo = Memo::default();
        memo.change(7, |known| known.low = 5);
        assert_eq!((memo.look(7).low, memo.look(7 | 1 << 64).low), (5, 0));
        memo.change(7 | 1 << 64, |known| known.high = 9);
        assert_eq!((memo.look(7).low, memo.look(7 | 1 << 64).high, memo.look(7 | 1 << 64).low), (0, 9, 0));
    }
}

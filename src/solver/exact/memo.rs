//! What is known of exact lengths, by position and exact hand.

use crate::shogi::{Color, Key, Position};
use rustc_hash::FxHashMap;

/// Entries kept at most: what a map of 2^19 places of 33 bytes takes before it grows, 17 MiB.
const MOST: usize = 458_000;

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
}

impl Known {
    const NOTHING: Self = Self { low: 0, high: u16::MAX, floor: u16::MAX, leftover: u8::MAX };
}

/// Which length of a position: the whole, or that of a defender's node with the drops on its first gap squares only.
pub(super) type Squares = Option<u8>;

#[derive(Default)]
pub(super) struct Memo(FxHashMap<Key, Known>);

impl Memo {
    pub(super) fn look(&self, key: Key) -> Known {
        self.0.get(&key).copied().unwrap_or(Known::NOTHING)
    }

    pub(super) fn change(&mut self, key: Key, change: impl FnOnce(&mut Known)) {
        change(self.0.entry(key).or_insert(Known::NOTHING));
    }

    pub(super) fn is_full(&self) -> bool {
        self.0.len() >= MOST
    }
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

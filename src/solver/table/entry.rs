//! One remembered node in four 64-bit words.

use super::origin::Origin;
use crate::shogi::{Hand, Key};
use crate::solver::length::Plies;
use crate::solver::proof_number::UNIT;

/// Bits of the packed attacker's hand in the first word.
pub(super) const HAND_BITS: u32 = 28;
/// Plies from the root are kept up to this value.
pub(super) const DEEPEST: u16 = 0x3fff;

/// A remembered node, unpacked.
///
/// | word | bits |
/// |---|---|
/// | 0 | key check 36, attacker's hand 28 |
/// | 1 | proof number 32, disproof number 32 |
/// | 2 | proven length 16, disproven length 16, least depth 14, effort 8, generation 6, looped 1, merged 1 |
/// | 3 | key check 16, origin 48 |
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Entry {
    /// The attacker's hand this holds for: the least that mates, the largest that does not, or the exact one.
    pub(super) hand: Hand,
    /// Proof number while undecided.
    pub(super) pn: u32,
    /// Disproof number while undecided.
    pub(super) dn: u32,
    /// Mate within so many plies with this hand or more; [`Plies::ANY`] when none is known.
    pub(super) proven: Plies,
    /// No mate within so many plies with this hand or less; zero when nothing is known.
    pub(super) disproven: Plies,
    /// Fewest plies from a root at which the node was met.
    pub(super) depth: u16,
    /// Logarithm of the nodes spent below it: what losing it would cost.
    pub(super) effort: u8,
    /// Generation of the bucket when it was last used, modulo 64.
    pub(super) generation: u8,
    /// A disproof that depends on the path exists in the loop store.
    pub(super) looped: bool,
    /// Shares what it costs with another child of the same parent.
    pub(super) merged: bool,
    /// The parent it was last reached from.
    pub(super) origin: Origin,
}

/// The parts of a key that an entry is recognised by. The bucket index uses the upper half of the key, these the lower.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct Check {
    /// Never zero: zero marks a free slot.
    pub(super) tag: u8,
    high: u64,
    low: u64,
}

impl Check {
    pub(super) fn of(key: Key) -> Self {
        let bits = key as u64;
        Self { tag: ((bits >> 56) as u8).max(1), high: bits & ((1 << 36) - 1), low: bits >> 36 & 0xffff }
    }

    /// True if the packed words belong to this key (tag apart).
    #[inline]
    pub(super) fn matches(self, first: u64, last: u64) -> bool {
        first >> HAND_BITS == self.high && last & 0xffff == self.low
    }
}

impl Entry {
    /// An entry that knows nothing yet.
    pub(super) fn new(hand: Hand) -> Self {
        Self {
            hand,
            pn: UNIT,
            dn: UNIT,
            proven: Plies::ANY,
            disproven: Plies::ZERO,
            depth: u16::MAX,
            effort: 0,
            generation: 0,
            looped: false,
            merged: false,
            origin: Origin::NONE,
        }
    }

    /// The last generation; the next is 0.
    pub(super) const LAST_GENERATION: u8 = 0x3f;

    pub(super) fn pack(&self, check: Check) -> [u64; 4] {
        [
            check.high << HAND_BITS | u64::from(self.hand.bits()),
            u64::from(self.pn) << 32 | u64::from(self.dn),
            u64::from(self.proven.0)
                | u64::from(self.disproven.0) << 16
                | u64::from(self.depth.min(DEEPEST)) << 32
                | u64::from(self.effort) << 46
                | u64::from(self.generation & Self::LAST_GENERATION) << 54
                | u64::from(self.looped) << 60
                | u64::from(self.merged) << 61,
            check.low | self.origin.bits() << 16,
        ]
    }

    #[inline]
    pub(super) fn unpack(words: [u64; 4]) -> Self {
        Self {
            hand: Hand::from_bits((words[0] & ((1 << HAND_BITS) - 1)) as u32),
            pn: (words[1] >> 32) as u32,
            dn: words[1] as u32,
            proven: Plies(words[2] as u16),
            disproven: Plies((words[2] >> 16) as u16),
            depth: (words[2] >> 32) as u16 & DEEPEST,
            effort: (words[2] >> 46) as u8,
            generation: (words[2] >> 54) as u8 & Self::LAST_GENERATION,
            looped: words[2] >> 60 & 1 != 0,
            merged: words[2] >> 61 & 1 != 0,
            origin: Origin::from_bits(words[3] >> 16),
        }
    }

    /// True if this holds a mate or a disproof of some length, which is never lost by merging.
    pub(super) fn is_decided(&self) -> bool {
        self.proven != Plies::ANY || self.disproven != Plies::ZERO
    }
}

/// A logarithm of a node count that fits a byte: four steps an octave.
pub(super) fn effort(nodes: u64) -> u8 {
    let value = nodes.saturating_add(4);
    let octave = value.ilog2();
    ((octave - 2) * 4 + (value >> (octave - 2) & 3) as u32) as u8
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::shogi::PieceKind;

    #[test]
    fn packing_keeps_every_field() {
        let entry = Entry {
            hand: Hand::EMPTY.with(PieceKind::Pawn, 18).with(PieceKind::Rook, 2).with(PieceKind::Gold, 3),
            pn: 0x3fff_ffff,
            dn: 12345,
            proven: Plies(1525),
            disproven: Plies(1523),
            depth: 12_001,
            effort: 200,
            generation: 63,
            looped: true,
            merged: true,
            origin: Origin::of(5, 0x0123_4567_89ab_cdef, Hand::EMPTY),
        };
        let key = 0x0123_4567_89ab_cdef_fedc_ba98_7654_3210;
        let words = entry.pack(Check::of(key));
        assert_eq!(Entry::unpack(words), entry);
        assert!(Check::of(key).matches(words[0], words[3]));
        assert!(!Check::of(key ^ 1).matches(words[0], words[3]));
        assert!(!Check::of(key ^ 1 << 40).matches(words[0], words[3]));
    }

    #[test]
    fn effort_grows_with_nodes_and_fits() {
        let counts = (0..64).map(|shift| 1u64 << shift);
        let efforts: Vec<u8> = counts.map(effort).collect();
        assert!(efforts.is_sorted());
        assert_eq!(effort(0), 0);
        assert!(effort(u64::MAX) > efforts[40]);
    }
}

//! What the table knows of lengths in one convention, and what other conventions say of it.
//!
//! The less is left out, the longer a mate: raw >= narrow >= standard >= wide. So a proof of a stricter convention serves a laxer one, a
//! failure of a laxer one serves a stricter one, and no mate at all is the same in every one.

use super::Convention;
use super::length::Plies;
use super::salt::salt_of;
use super::table::{Known, Table};
use crate::shogi::{Hand, Key};

impl Convention {
    /// What is known of a node, whose key is that of this convention.
    #[inline]
    pub(super) fn recall(self, table: &Table, (key, hand): (Key, Hand), target: Plies) -> Known {
        let known = table.look(key, hand, target);
        if self == Self::None || matches!(known, Known::Proved { .. } | Known::Disproved { .. }) {
            return known;
        }
        self.recall_from_others(table, (key ^ salt_of(self), hand), target).unwrap_or(known)
    }

    fn recall_from_others(self, table: &Table, (plain, hand): (Key, Hand), target: Plies) -> Option<Known> {
        let raw = table.look(plain, hand, target);
        if let Known::Proved { .. } | Known::Disproved { length: Plies::ANY, .. } = raw {
            return Some(raw);
        }
        if self == Self::Wide {
            return None;
        }
        match table.look(plain ^ salt_of(Self::Wide), hand, target) {
            wide @ Known::Disproved { .. } => Some(wide),
            _ => None,
        }
    }
}

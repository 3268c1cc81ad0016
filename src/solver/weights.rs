//! The numbers that first proof and disproof numbers are made of, in one table that a tuner can change.

use serde::{Deserialize, Serialize};

/// What makes up the numbers of a position met for the first time, in sixteenths of a unit. [`Weights::default`] is what searches use.
///
/// None of them makes a search answer wrongly; they decide how soon it answers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Weights {
    /// Proof number after a check.
    pub check_pn: i32,
    /// Added to it if two or more defenders bear on the target.
    pub check_pn_guarded: i32,
    /// Added to it if the attackers do not outnumber the defenders there and no gold or silver is taken.
    pub check_pn_weak: i32,
    /// Added to it for each square that the king could step to before and that the piece does not attack now.
    pub check_pn_flight: i32,
    /// Added to it for each square of distance from the king beyond the first.
    pub check_pn_distance: i32,
    /// Disproof number after a check.
    pub check_dn: i32,
    /// Added to it if the attackers outnumber the defenders on the target.
    pub check_dn_strong: i32,
    /// Added to it if a gold or silver is taken where they do not.
    pub check_dn_takes: i32,
    /// Proof and disproof number after the defender takes a piece.
    pub take_pn: i32,
    /// See [`Weights::take_pn`].
    pub take_dn: i32,
    /// Proof and disproof number after a step of the king.
    pub step_pn: i32,
    /// See [`Weights::step_pn`].
    pub step_dn: i32,
    /// Proof and disproof number after an interposition that the defenders outnumber the attackers on.
    pub solid_block_pn: i32,
    /// See [`Weights::solid_block_pn`].
    pub solid_block_dn: i32,
    /// Proof and disproof number after any other interposition.
    pub weak_block_pn: i32,
    /// See [`Weights::weak_block_pn`].
    pub weak_block_dn: i32,
    /// Added to the proof number, with the attacker to move, for each square that the king could step to.
    pub flight_pn: i32,
    /// Added to the disproof number, with the attacker to move, for each of his checks but the first: each must be refuted.
    pub checks_dn: i32,
}

impl Default for Weights {
    fn default() -> Self {
        Self {
            check_pn: 16,
            check_pn_guarded: 8,
            check_pn_weak: 16,
            check_pn_flight: 16,
            check_pn_distance: 8,
            check_dn: 16,
            check_dn_strong: 16,
            check_dn_takes: 24,
            take_pn: 32,
            take_dn: 16,
            step_pn: 16,
            step_dn: 16,
            solid_block_pn: 32,
            solid_block_dn: 16,
            weak_block_pn: 16,
            weak_block_dn: 40,
            flight_pn: 8,
            checks_dn: 24,
        }
    }
}

//! Proof and disproof numbers: saturating, never mistaken for a decision.

/// Value of "cannot be done": the proof number of a node without mate, the disproof number of a mate.
pub(super) const INFINITE: u32 = 1 << 30;
/// The largest number of an undecided node; larger sums stay here.
pub(super) const LARGEST: u32 = INFINITE - 1;
/// One unit: a plain new leaf has proof and disproof number of one unit. Finer initial numbers are fractions of it.
pub(super) const UNIT: u32 = 16;

/// How far the best child may grow before its nearest rival is looked at: one unit above the rival while
/// numbers are small, a quarter above it later (1+ε, Pawlewicz and Lew 2007), so that deep searches do not switch
/// back and forth through a table that forgets. An eighth or a half instead of a quarter: 0.92 to 1.13 of the nodes over
/// six hard problems; half a unit instead of one 1.10; the rival's whole number for the defender 1.28. For finite targets alone (14
/// exact raw lengths): half the rival's number 1.08, the whole 1.37.
#[inline]
pub(super) fn rival_limit(second: u32) -> u32 {
    let slack = if second >= 8 * UNIT { second / 4 } else { UNIT };
    second.saturating_add(slack).min(INFINITE)
}

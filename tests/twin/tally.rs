//! What was asked of the solver, and how it went.

use super::board::BLACK;
use super::chain::Decided;
use std::collections::BTreeMap;
use std::fmt;

#[derive(Default)]
pub(crate) struct Tally {
    pub(crate) asked: usize,
    by_length: BTreeMap<Option<u32>, usize>,
    loops: usize,
    perpetual: usize,
    drop_pawn_mate: usize,
    defender_first: usize,
    two_kings: usize,
    /// Problems passed over because they reach too many positions.
    pub(crate) oversized: usize,
    /// Answers by a table of 1 MiB that were "unknown".
    pub(crate) unknown: usize,
    /// Faults, the problem first.
    pub(crate) faults: Vec<String>,
}

impl Tally {
    pub(crate) fn count(&mut self, (board, truth): &Decided) {
        self.asked += 1;
        *self.by_length.entry(truth.mate).or_default() += 1;
        self.loops += usize::from(truth.loops);
        self.perpetual += usize::from(truth.perpetual);
        self.drop_pawn_mate += usize::from(truth.drop_pawn_mate);
        self.defender_first += usize::from(board.turn != BLACK);
        self.two_kings += usize::from(board.king(BLACK).is_some());
    }

    pub(crate) fn add(mut self, other: Self) -> Self {
        for (length, count) in other.by_length {
            *self.by_length.entry(length).or_default() += count;
        }
        self.asked += other.asked;
        self.loops += other.loops;
        self.perpetual += other.perpetual;
        self.drop_pawn_mate += other.drop_pawn_mate;
        self.defender_first += other.defender_first;
        self.two_kings += other.two_kings;
        self.oversized += other.oversized;
        self.unknown += other.unknown;
        self.faults.extend(other.faults);
        self
    }

    fn no_mates(&self) -> usize {
        self.by_length.get(&None).copied().unwrap_or(0)
    }

    fn long_mates(&self) -> usize {
        self.by_length.range(Some(3)..).map(|(_, count)| count).sum()
    }

    /// Fails if what was asked is too one-sided to mean anything.
    pub(crate) fn assert_shares(&self) {
        for (what, count, permille) in [
            ("problems without a mate", self.no_mates(), 200),
            ("mates in 3 or more", self.long_mates(), 200),
            ("problems with loops", self.loops, 100),
            ("no mates with checks for ever", self.perpetual, 4),
            ("problems with a drop-pawn mate", self.drop_pawn_mate, 50),
            ("problems with the defender to move", self.defender_first, 40),
            ("problems with two kings", self.two_kings, 100),
        ] {
            assert!(count * 1000 >= self.asked * permille, "only {count} of {} are {what}", self.asked);
        }
    }
}

impl fmt::Display for Tally {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} problems ({} passed over): {} no mate", self.asked, self.oversized, self.no_mates())?;
        for (length, count) in self.by_length.iter().filter_map(|(length, count)| Some((length.as_ref()?, count))) {
            write!(f, ", {count} mate in {length}")?;
        }
        write!(f, "; {} with loops, {} with checks for ever", self.loops, self.perpetual)?;
        write!(
            f,
            ", {} with a drop-pawn mate, {} with the defender to move",
            self.drop_pawn_mate, self.defender_first
        )?;
        write!(f, ", {} with two kings", self.two_kings)?;
        write!(f, "; {} unknown with 1 MiB, {} faults", self.unknown, self.faults.len())
    }
}

//! The lemma of the virtual slide: where the position after a capture of an interposed piece, hands unchanged, is mate
//! within so many plies, every drop on that square loses within two more.

use super::board::{Board, Side};
use super::conventional::{Conventional, Mode, Oversized};
use super::gap::{Capture, Gap};
use super::text::{format, usi};
use std::fmt;

/// Plies within which the position after the capture must be mate to be a case.
const LIMIT: u32 = 4;

/// Cases of the lemma: a capture of whatever is dropped on a square, after which mate follows.
#[derive(Default)]
pub(crate) struct Cases {
    pub(crate) positions: usize,
    pub(crate) oversized: usize,
    /// Captures by the checking slider.
    pub(crate) by_checker: usize,
    /// Captures by another piece.
    pub(crate) by_another: usize,
    /// Cases with two kings.
    pub(crate) two_kings: usize,
    /// Cases in which the position after the capture is not yet checkmate.
    pub(crate) later_mates: usize,
    /// Drops tried.
    pub(crate) drops: usize,
    pub(crate) faults: Vec<String>,
}

impl Cases {
    /// Looks for cases in a problem, and one check on.
    pub(crate) fn look(&mut self, root: &Board, attacker: Side, cap: usize) {
        self.positions += 1;
        let mut twin = Conventional::new(attacker, cap);
        let nodes =
            if twin.attacks(root) { root.checks().into_iter().map(|mv| root.after(mv)).collect() } else { vec![*root] };
        let looked = nodes.iter().try_for_each(|node| self.look_at_node(node, &mut twin));
        self.oversized += usize::from(looked.is_err());
    }

    fn look_at_node(&mut self, node: &Board, twin: &mut Conventional) -> Result<(), Oversized> {
        for gap in twin.gaps(node).iter() {
            for capture in &gap.captures {
                if let Some(plies) = twin.length(&capture.virtual_slide, LIMIT, Mode::None)? {
                    self.count(node, gap, capture);
                    self.later_mates += usize::from(plies > 0);
                    self.try_drops(node, gap, plies + 2, twin)?;
                }
            }
        }
        Ok(())
    }

    fn count(&mut self, node: &Board, gap: &Gap, capture: &Capture) {
        self.by_checker += usize::from(capture.by_checker);
        self.by_another += usize::from(!capture.by_checker);
        self.two_kings += usize::from(node.king(-node.turn).is_some());
        self.drops += gap.drops.len();
    }

    fn try_drops(&mut self, node: &Board, gap: &Gap, plies: u32, twin: &mut Conventional) -> Result<(), Oversized> {
        for (mv, child) in &gap.drops {
            if !twin.at_most(child, plies - 1, Mode::None)? {
                self.faults.push(format!("{}: {} does not lose within {plies}", format(node), usi(*mv)));
            }
        }
        Ok(())
    }

    pub(crate) fn add(mut self, other: Self) -> Self {
        self.positions += other.positions;
        self.oversized += other.oversized;
        self.by_checker += other.by_checker;
        self.by_another += other.by_another;
        self.two_kings += other.two_kings;
        self.later_mates += other.later_mates;
        self.drops += other.drops;
        self.faults.extend(other.faults);
        self
    }
}

impl fmt::Display for Cases {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "{} problems ({} passed over): the slider captures in {} cases, ",
            self.positions, self.oversized, self.by_checker
        )?;
        write!(
            f,
            "another piece in {}, two kings in {}, a later mate in {}",
            self.by_another, self.two_kings, self.later_mates
        )?;
        write!(f, "; {} drops, {} faults", self.drops, self.faults.len())
    }
}

//! What a move of a puzzle is worth.

use super::asking::Asking;
use super::convert::CheckOrder;
use super::desk::Desk;
use super::status::CallError;
use crate::shogi::{IllegalMove, IllegalReason};
use crate::solver::{Mate, Outcome, Verdict};

/// What was found out about a move.
pub(super) enum Checked {
    /// It breaks a rule.
    Illegal(IllegalMove),
    /// It is legal and no check.
    NotCheck,
    /// It checks.
    Check(Box<Check>),
}

/// A check, and what the searches say.
pub(super) struct Check {
    /// Of the position after it, with the effort of all searches.
    pub(super) after: Outcome,
    /// Of the position before it, if that had to be known.
    pub(super) before: Option<Outcome>,
    /// Whether both were known before.
    pub(super) from_store: bool,
}

/// Looks at the position after the move first: without a mate there, nothing else has to be known.
pub(super) async fn checked(desk: &Desk, order: &CheckOrder) -> Result<Checked, CallError> {
    let (position, mv) = (order.puzzle.problem.position(), order.mv);
    if let Some(reason) = IllegalReason::of(position, mv) {
        return Ok(Checked::Illegal(IllegalMove { mv, reason }));
    }
    if !position.gives_check(mv) {
        return Ok(Checked::NotCheck);
    }
    let mut asking = Asking::new(desk, &order.puzzle);
    let mut after = asking.answer(&[mv]).await?;
    let before = match &after.verdict {
        Verdict::Mate(mate) if !is_over(mate) => Some(asking.lengths(&[]).await?),
        _ => None,
    };
    (after.statistics.nodes, after.statistics.time) = (asking.nodes(), asking.elapsed());
    Ok(Checked::Check(Box::new(Check { after, before, from_store: asking.is_from_store() })))
}

/// True if the mate is on the board: nothing can be shorter.
fn is_over(mate: &Mate) -> bool {
    mate.raw.at_most == 0
}

//! What an answer is kept under.

use crate::solver::{Aim, Convention, Outcome, Preference, Problem, Stage, Verdict, View};
use twox_hash::XxHash3_64;

/// Keys begin with a hash of the rest: in random order they fill the pages of a tree alike, whatever problems come.
const HASH: usize = 8;

/// A problem in canonical orientation, and what is asked about it: mirror images and colour twins are one question.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Question {
    key: Box<[u8]>,
    view: View,
    /// The defender is to move.
    is_defended: bool,
}

impl Question {
    /// What `aim` asks about mates of at most `plies`. Pieces in hand and pieces missing from the set are part of the problem.
    pub fn new(problem: &Problem, aim: Aim, plies: Option<u32>) -> Self {
        let (view, position) = View::of(problem);
        let mut key = vec![0; HASH];
        key = postcard::to_extend(&(relevant(aim), plies), key).unwrap_or_default();
        key.extend_from_slice(position.to_setup().to_string().as_bytes());
        let hash = XxHash3_64::oneshot(&key[HASH..]);
        key[..HASH].copy_from_slice(&hash.to_be_bytes());
        Self { key: key.into(), view, is_defended: problem.position().turn() != problem.attacker() }
    }

    /// What it is kept under: equal for equal questions, and for no others.
    pub fn key(&self) -> &[u8] {
        &self.key
    }

    /// True if the outcome answers all of it, and nothing more can be found out.
    pub(super) fn is_settled_by(&self, outcome: &Outcome) -> bool {
        // No mate with the defender to move is told with a reply that shows it, unless the limits were spent first.
        let unshown = self.is_defended && outcome.verdict == Verdict::NoMate && outcome.refutation.is_none();
        outcome.verdict.is_settled() && !unshown
    }

    /// An outcome of this problem as its canonical form has it, or the other way round.
    #[must_use]
    pub fn turned(&self, outcome: Outcome) -> Outcome {
        self.view.turned(outcome)
    }
}

/// The aim without what does not matter to it.
fn relevant(aim: Aim) -> Aim {
    let aim = aim.completed();
    match aim.stage {
        Stage::First => Aim { convention: Convention::default(), preference: Preference::default(), ..aim },
        Stage::Raw => Aim { convention: Convention::default(), ..aim },
        Stage::Conventional => aim,
    }
}

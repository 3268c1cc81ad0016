//! What is to be found out about a problem.

use super::Convention;
use serde::{Deserialize, Serialize};

/// How much of an answer is wanted, each stage after the one before.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Stage {
    /// Mate or no mate, with some mating line.
    #[default]
    First,
    /// The shortest length with every interposition counted, and its line.
    Raw,
    /// The length and line of the problem books too: useless interpositions left out.
    Conventional,
}

/// Which line answers when the longest defence leaves pieces over and one two plies shorter leaves none (変長).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Preference {
    /// The longest.
    #[default]
    Longest,
    /// The clean one, as older works have it.
    Classic,
}

/// What a search is to find out.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Aim {
    /// How far to go.
    pub stage: Stage,
    /// Which interpositions the conventional length leaves out.
    pub convention: Convention,
    /// Which of two lines answers.
    pub preference: Preference,
    /// The defender's alternatives along the line: at most so many; 0 for none.
    pub variations: u32,
    /// Whether the attacker has other mates along the line, and all else that makes a problem sound.
    pub soundness: bool,
    /// The length in plies that somebody states, to be held against the conventional one when soundness is asked for.
    pub stated: Option<u32>,
    /// Which first moves mate, each with its length.
    pub first_moves: bool,
    /// Nodes that may be spent on each of the attacker's other moves, at each question about it; `None`: 300,000. What they do not
    /// decide is told as undecided.
    pub nodes_per_move: Option<u64>,
}

impl Aim {
    /// The first proof and no more.
    pub const FIRST: Self = Self {
        stage: Stage::First,
        convention: Convention::Standard,
        preference: Preference::Longest,
        variations: 0,
        soundness: false,
        stated: None,
        first_moves: false,
        nodes_per_move: None,
    };

    /// The same with the lengths and lines that what is asked beside them rests on.
    #[must_use]
    pub fn completed(self) -> Self {
        let beside = self.variations > 0 || self.soundness || self.first_moves || self.stated.is_some();
        let least = if beside { Stage::Raw } else { Stage::First };
        let soundness = self.soundness || self.stated.is_some();
        let nodes_per_move = self.nodes_per_move.filter(|_| soundness || self.first_moves);
        Self { stage: self.stage.max(least), soundness, nodes_per_move, ..self }
    }

    /// Both lengths and their lines.
    pub const LENGTHS: Self = Self { stage: Stage::Conventional, ..Self::FIRST };
}

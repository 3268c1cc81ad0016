//! Options that say what is to be found out about a problem.

use crate::solver::{Aim, Convention, Preference, Stage};
use clap::{Args, ValueEnum};

/// Which lengths and which line.
#[derive(Args, Clone, Copy, Debug, Default)]
pub(super) struct Lengths {
    /// Which interpositions are useless (無駄合), neither played nor counted in the conventional length
    #[arg(long, value_enum, value_name = "MODE", default_value_t)]
    useless: Useless,
    /// Which line answers when the longest leaves pieces in hand and one two plies shorter leaves none (変長)
    #[arg(long, value_enum, value_name = "WHICH", default_value_t)]
    prefer: Prefer,
}

/// How far to go.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(super) enum Length {
    /// The first proof of mate, with some line
    First,
    /// The shortest mate, every interposition counted
    Raw,
    /// The length and the line of problem books too: useless interpositions left out
    #[default]
    Conventional,
}

/// Which interpositions are useless.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(super) enum Useless {
    /// None: every interposition counts
    None,
    /// Those that the checking piece captures
    Narrow,
    /// And those that another piece captures with mate at once
    #[default]
    Standard,
    /// Those that any piece captures
    Wide,
}

#[derive(Clone, Copy, Debug, Default, ValueEnum)]
enum Prefer {
    #[default]
    Longest,
    /// The one that leaves no piece, as older works have it
    Classic,
}

/// What is wanted beside the answer.
#[derive(Args, Clone, Copy, Debug)]
pub(super) struct Extras {
    /// Tell the defender's other moves along the line (変化), at most N
    #[arg(long, value_name = "N", num_args = 0..=1, require_equals = true, default_missing_value = "40",
          value_parser = clap::value_parser!(u32).range(1..=100_000))]
    variations: Option<u32>,
    /// Examine the problem (完全検討): other mates (余詰), duals (非限定) and all else that makes it unsound
    #[arg(long)]
    sound: bool,
    /// The length in plies that is stated for the problem, to be held against the right one; implies --sound
    #[arg(long, value_name = "PLIES", value_parser = clap::value_parser!(u32).range(1..=100_000))]
    stated: Option<u32>,
    /// Tell of every first move whether it mates
    #[arg(long)]
    first_moves: bool,
    /// Nodes that --sound and --first-moves may spend on each move; one that they do not decide is told as undecided
    #[arg(long, value_name = "NODES", default_value_t = 300_000, value_parser = clap::value_parser!(u64).range(1..))]
    nodes_per_move: u64,
}

impl Length {
    pub(super) const fn stage(self) -> Stage {
        match self {
            Self::First => Stage::First,
            Self::Raw => Stage::Raw,
            Self::Conventional => Stage::Conventional,
        }
    }
}

impl Useless {
    pub(super) const fn convention(self) -> Convention {
        match self {
            Self::None => Convention::None,
            Self::Narrow => Convention::Narrow,
            Self::Standard => Convention::Standard,
            Self::Wide => Convention::Wide,
        }
    }
}

impl Lengths {
    /// The aim with nothing beside the answer.
    pub(super) fn aim(self, length: Length) -> Aim {
        let convention = self.useless.convention();
        let preference = match self.prefer {
            Prefer::Longest => Preference::Longest,
            Prefer::Classic => Preference::Classic,
        };
        Aim { stage: length.stage(), convention, preference, ..Aim::FIRST }
    }
}

impl Extras {
    /// The same aim, and this.
    pub(super) fn added_to(self, aim: Aim) -> Aim {
        let Self { variations, sound, stated, first_moves, nodes_per_move } = self;
        let (variations, soundness) = (variations.unwrap_or(0), sound || stated.is_some());
        Aim { variations, soundness, stated, first_moves, nodes_per_move: Some(nodes_per_move), ..aim }
    }
}

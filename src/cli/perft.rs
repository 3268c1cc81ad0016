//! `tsumi perft`: counts the legal move tree.

use super::talk::talk;
use super::{Exit, input};
use crate::shogi::{Position, movegen, perft};
use crate::solver::nodes_per_second;
use std::io::{self, Write};
use std::time::Instant;

/// Count legal move sequences of DEPTH moves
#[derive(clap::Args)]
pub(super) struct Perft {
    /// Number of moves
    #[arg(value_parser = clap::value_parser!(u32).range(0..=20))]
    depth: u32,
    /// The position, as SFEN or USI `position`
    #[arg(value_name = "SFEN", default_value = "startpos", hide_default_value = true)]
    position: String,
    /// Count below each first move
    #[arg(long)]
    divide: bool,
}

impl Perft {
    pub(super) fn run(self) -> io::Result<Exit> {
        let mut position = match input::position(&self.position) {
            Ok(position) => position,
            Err(refusal) => {
                talk(refusal);
                return Ok(Exit::Failed);
            }
        };
        let mut out = io::stdout().lock();
        let start = Instant::now();
        let total = if self.divide && self.depth > 0 {
            divide(&mut position, self.depth, &mut out)?
        } else {
            perft(&mut position, self.depth)
        };
        let time = start.elapsed();
        writeln!(out, "{total}")?;
        let knodes = nodes_per_second(total, time) / 1000;
        let (seconds, mega, tenth) = (time.as_secs_f64(), knodes / 1000, knodes / 100 % 10);
        talk(format_args!("{total} nodes in {seconds:.3} s, {mega}.{tenth} M nodes/s"));
        Ok(Exit::Answered)
    }
}

/// One line a first move, in ascending order of the USI text; gives the sum.
fn divide(position: &mut Position, depth: u32, out: &mut impl Write) -> io::Result<u64> {
    let mut moves = Vec::new();
    movegen::legal_moves(position, &mut moves);
    moves.sort_by_cached_key(ToString::to_string);
    let mut total = 0;
    for mv in moves {
        let undo = position.play(mv);
        let nodes = perft(position, depth - 1);
        position.undo(mv, &undo);
        writeln!(out, "{mv}: {nodes}")?;
        total += nodes;
    }
    Ok(total)
}

//! `tsumi solve --svg` and `--png`: the position as a picture.

use super::talk::talk;
use crate::picture::{self, Diagram, Look, Pieces};
use crate::shogi::Move;
use crate::solver::Problem;
use std::fs;
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

/// Where pictures go, and how they are drawn.
#[derive(clap::Args)]
#[command(next_help_heading = "Pictures")]
pub(super) struct Pictures {
    /// Draw the position as problem books print it, as SVG, into this file (`-`: standard output, and the answer goes to standard error);
    /// one problem only
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
    /// The same as PNG
    #[arg(long, value_name = "FILE")]
    png: Option<PathBuf>,
    /// Width of the PNG
    #[arg(long, value_name = "PIXELS", default_value_t = 800, value_parser = width())]
    png_width: u32,
    /// What stands for a piece in a picture
    #[arg(long, value_enum, value_name = "STYLE", default_value_t)]
    pieces: Style,
    /// Draw the defender at the bottom, upright
    #[arg(long)]
    flip: bool,
    /// Print the defender's hand in any case, not only when it is other than all that is left
    #[arg(long)]
    both_hands: bool,
}

#[derive(Clone, Copy, Debug, Default, clap::ValueEnum)]
enum Style {
    /// One kanji
    #[default]
    Kanji,
    /// A letter, with `+` if it is promoted
    Western,
}

fn width() -> clap::builder::RangedI64ValueParser<u32> {
    let (least, most) = (*picture::WIDTHS.start(), *picture::WIDTHS.end());
    clap::value_parser!(u32).range(i64::from(least)..=i64::from(most))
}

impl Pictures {
    /// True if one is asked for.
    pub(super) fn are_asked(&self) -> bool {
        self.svg.is_some() || self.png.is_some()
    }

    /// True if one goes to standard output.
    pub(super) fn are_printed(&self) -> bool {
        self.files().any(is_standard_output)
    }

    /// True if two go there.
    pub(super) fn collide(&self) -> bool {
        self.files().filter(|path| is_standard_output(path)).count() > 1
    }

    /// Draws what is asked for. False if something could not be written, which is said.
    pub(super) fn draw(&self, problem: &Problem, last: Option<Move>) -> bool {
        let &Self { flip, both_hands, .. } = self;
        let pieces = match self.pieces {
            Style::Kanji => Pieces::Kanji,
            Style::Western => Pieces::Western,
        };
        let look = Look { pieces, flip, both_hands };
        let setup = problem.position().to_setup();
        let diagram = Diagram { setup: &setup, attacker: problem.attacker(), last: last.map(Move::to), look };
        let svg = self.svg.as_deref().is_none_or(|path| is_written(path, Ok(diagram.svg().into_bytes())));
        let png = self.png.as_deref().is_none_or(|path| is_written(path, diagram.png(self.png_width)));
        svg && png
    }

    fn files(&self) -> impl Iterator<Item = &Path> {
        self.svg.iter().chain(&self.png).map(PathBuf::as_path)
    }
}

fn is_standard_output(path: &Path) -> bool {
    path.as_os_str() == "-"
}

/// Writes a picture, or says why not: the answer is worth telling all the same.
fn is_written(path: &Path, picture: io::Result<Vec<u8>>) -> bool {
    let write = |bytes: Vec<u8>| {
        if is_standard_output(path) { io::stdout().lock().write_all(&bytes) } else { fs::write(path, bytes) }
    };
    let written = picture.and_then(write);
    written.inspect_err(|error| talk(format_args!("{}: no picture: {error}", path.display()))).is_ok()
}

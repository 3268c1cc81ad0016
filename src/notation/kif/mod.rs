//! KIF, KI2 and BOD: records in Japanese, with a diagram or a handicap, moves and branches (変化).
//!
//! The three differ in their moves alone: KIF numbers them and says where a piece comes from (`1 ５二金(51)`), KI2 says only what is needed
//! to tell them apart (`▲５二金右`), BOD has none. One reader takes them all, mixed too.

mod head;
mod line;
mod moves;
mod pieces;
mod placement;
mod split;
mod write;

pub(super) use line::is_telling;
pub(super) use pieces::Pieces;
pub(super) use split::MOST_RECORDS;
pub use split::records;
pub use write::{cell, diagram, move_text, record, solution};

use super::record::Record;
use super::text::lines;
use super::token::{Faults, malformed};
use crate::shogi::{Color, Fault};
use head::Head;
use line::Line;
use moves::Moves;

/// Reads one record.
///
/// The position is the diagram's, else the one that 手合割 names, else, if there are moves, the start of a game. 先手, 下手 and 攻方
/// are Black, 後手, 上手, 玉方 and 受方 White; 攻方, 玉方 and 受方 say that Black mates. Black moves first unless 後手番, 上手番 or
/// 手番：後手 is said or a handicap without a diagram given. 残り (残り全部) in a hand is every piece neither on the board nor in the
/// other hand. Beside a diagram a hand that is left out is that too if it is the defender's, and empty if it is the attacker's, who is
/// `attacker` if given, else as the text says, else the side to move. Without a diagram no piece may be said to be in hand.
///
/// KIF moves are not judged, but such a piece as they name has to stand where they say that it comes from. KI2 moves have to be found
/// in the position, so it and the moves before them have to be legal.
///
/// # Errors
/// All faults of the text (at most 32), each with its byte range; of a line of moves the first. The faults of the placement too where a KI2
/// move is to be read in it.
pub fn parse(text: &str, attacker: Option<Color>) -> Result<Record, Vec<Fault>> {
    let mut faults = Faults::default();
    if let Some(&(start, end)) = records(text).get(1) {
        return Err(vec![malformed(start, end, "A second record begins here; one is read at a time.")]);
    }
    // Gone through several times, so that no list of lines is held beside the text.
    let all = || lines(text).map(Line::of);
    let has_moves = all().any(|line| line.is_move());
    let head = Head::read(all().take_while(|line| !line.is_of_moves()), &mut faults);
    let record = head.record(attacker, has_moves, &mut faults);
    // Moves of a position that is not known would be faults all over.
    if !faults.is_empty() {
        return faults.or(record);
    }
    let record = Moves::of(record).read(all().skip_while(|line| !line.is_of_moves()), &mut faults);
    faults.or(record)
}

#[cfg(test)]
mod tests;

//! The problems that have come so far, in little memory.

use super::{Claim, Stated};
use crate::solver::View;
use rustc_hash::FxHashMap;
use std::fmt::Write as _;
use twox_hash::{XxHash3_64, XxHash3_128};

/// A hash of a problem as all its mirror images and colour twins have it. That two of 10^9 problems have the same by chance has a
/// probability of 10^-11.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Key([u32; 3]);

/// An item that came first: a stem of ids, the number that follows it in this one's, and a hash of what is claimed.
#[derive(Clone, Copy)]
struct First {
    stem: u32,
    number: u32,
    claim: u32,
}

/// An item that is the same problem as one before.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Duplicate {
    /// The id of the first.
    pub(super) of: String,
    /// Whether nothing else is claimed of it than of the first.
    pub(super) is_told: bool,
}

/// No number follows the stem.
const NO_NUMBER: u32 = u32::MAX;

/// Parts of the map, each of which grows by itself: only one has an old and a new half at a time.
const SHARDS: usize = 16;

/// Finds out which items are the same problem as one before.
///
/// An item takes 24 bytes in a map that is between 7/16 and 7/8 full: 29 to 57 bytes. Beside that the ids' stems (`mates.sfen:`) are
/// kept, one for all items that follow one another with the same.
pub(super) struct Duplicates {
    shards: Vec<FxHashMap<Key, First>>,
    stems: Vec<Box<str>>,
}

impl Duplicates {
    pub(super) fn new() -> Self {
        Self { shards: (0..SHARDS).map(|_| FxHashMap::default()).collect(), stems: Vec::new() }
    }

    /// Notes an item; tells if there was one before that is the same problem.
    pub(super) fn note(&mut self, id: &str, stated: &Stated) -> Option<Duplicate> {
        let (key, claim) = keys(stated);
        let shard = key.0[0] as usize % SHARDS;
        if let Some(first) = self.shards[shard].get(&key) {
            let is_told = stated.claim == Claim::default() || first.claim == claim;
            return Some(Duplicate { of: self.id(first), is_told });
        }
        let (stem, number) = split(id);
        if self.stems.last().is_none_or(|last| **last != *stem) {
            self.stems.push(stem.into());
        }
        let stem = (self.stems.len() - 1) as u32;
        self.shards[shard].insert(key, First { stem, number: number.unwrap_or(NO_NUMBER), claim });
        None
    }

    fn id(&self, &First { stem, number, .. }: &First) -> String {
        let stem = &self.stems[stem as usize];
        if number == NO_NUMBER { stem.to_string() } else { format!("{stem}{number}") }
    }
}

/// An id without the number at its end, and the number, if it is written as numbers are.
fn split(id: &str) -> (&str, Option<u32>) {
    let stem = id.trim_end_matches(|letter: char| letter.is_ascii_digit());
    let digits = &id[stem.len()..];
    let number = digits.parse().ok().filter(|&number| number != NO_NUMBER && !digits.starts_with('0'));
    if number.is_some() { (stem, number) } else { (id, None) }
}

/// Hashes of the problem and of what is claimed of it, both in canonical orientation.
fn keys(Stated { problem, claim, .. }: &Stated) -> (Key, u32) {
    let (view, position) = View::of(problem);
    let hash = XxHash3_128::oneshot(position.to_setup().to_string().as_bytes());
    let mut claimed = format!("{:?}", (claim.length, claim.raw));
    for &mv in &claim.line {
        let _ = write!(claimed, " {}", view.turn_move(mv));
    }
    (Key([0, 32, 64].map(|shift| (hash >> shift) as u32)), XxHash3_64::oneshot(claimed.as_bytes()) as u32)
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;
    use crate::notation::{sfen, usi};
    use crate::shogi::Square;
    use crate::solver::Problem;

    fn stated(text: &str, length: Option<u32>, line: &[&str]) -> Stated {
        let problem = Problem::new(&sfen::parse(text).unwrap(), None).unwrap();
        let line = line.iter().map(|text| usi::parse_move(text).unwrap()).collect();
        Stated { claim: Claim { length, line, ..Claim::default() }, ..Stated::of(problem) }
    }

    /// The mirror image, or the colour twin, with its claim turned likewise.
    pub(in crate::verify) fn turned(stated: &Stated, flip: bool) -> Stated {
        let position = stated.problem.position();
        let position = if flip { position.flipped() } else { position.mirrored() };
        let attacker = if flip { !stated.problem.attacker() } else { stated.problem.attacker() };
        let problem = Problem::from_position(&position, Some(attacker)).unwrap();
        let turn = |&mv: &crate::shogi::Move| mv.map_squares(if flip { Square::flip } else { Square::mirror });
        let line = stated.claim.line.iter().map(turn).collect();
        Stated { claim: Claim { line, ..stated.claim }, ..Stated::of(problem) }
    }

    #[test]
    fn a_problem_is_known_by_mirror_and_colour_whatever_is_claimed() {
        let texts = [
            ("7G1/8k/5B3/6N2/9/9/9/9/9 b BG2r2g4s3n4l18p 1", "3d2b+"),
            ("8k/9/8P/9/9/9/9/9/K8 b G 1", "G*1b"),
            ("k8/9/P8/9/9/9/9/9/8K b 2G 1", "G*9b"),
            ("k1G6/2K6/9/9/+R8/9/9/9/9 w 2GLr2bg4s4n3l18p 1", "P*9b"),
        ];
        let mut duplicates = Duplicates::new();
        for ((text, mv), number) in texts.into_iter().zip(1..) {
            let mut first = stated(text, Some(7), &[mv]);
            if text.contains(" w ") {
                first.problem =
                    Problem::from_position(first.problem.position(), Some(crate::shogi::Color::Black)).unwrap();
            }
            assert_eq!(duplicates.note(&format!("a.sfen:{number}"), &first), None);
            let id = format!("a.sfen:{number}");
            for (flip, mirror) in [(false, false), (true, false), (false, true), (true, true)] {
                let twin = if flip { turned(&first, true) } else { first.clone() };
                let twin = if mirror { turned(&twin, false) } else { twin };
                let known = |is_told| Some(Duplicate { of: id.clone(), is_told });
                assert_eq!(duplicates.note("b", &twin), known(true), "{text} {flip} {mirror}");
                for (length, raw) in [(Some(9), None), (Some(7), Some(7)), (None, Some(7))] {
                    let other = Claim { length, raw, ..twin.claim.clone() };
                    assert_eq!(duplicates.note("b", &Stated { claim: other, ..twin.clone() }), known(false));
                }
                assert_eq!(duplicates.note("b", &Stated { claim: Claim::default(), ..twin }), known(true));
            }
        }
    }

    #[test]
    fn other_hands_are_other_problems() {
        let mut duplicates = Duplicates::new();
        for hands in ["G", "Gg", "2G", "Gp", "GP"] {
            let text = format!("4k4/9/4P4/9/9/9/9/9/9 b {hands} 1");
            assert_eq!(duplicates.note("x", &stated(&text, None, &[])), None, "{hands}");
        }
    }

    #[test]
    fn ids_come_back_as_they_were() {
        let mut duplicates = Duplicates::new();
        for (id, number) in
            ["a:1", "a:2", "b:007", "c.kif", "box.zip/c.kif#12", "9", "x4294967295", "0"].into_iter().zip(1..)
        {
            let text = format!("4k4/9/4P4/9/9/9/9/9/9 b G{number}p 1");
            assert_eq!(duplicates.note(id, &stated(&text, None, &[])), None);
            assert_eq!(duplicates.note("later", &stated(&text, None, &[])).unwrap().of, id);
        }
    }

    #[test]
    fn an_item_takes_no_more_than_is_said() {
        assert_eq!(size_of::<(Key, First)>(), 24);
    }
}

//! The independent checker: accepts or refuses a certificate, the proof of an answer in a file.
//!
//! It shares nothing with the solver but the problem. It has a plain mailbox board and its own rules of movement, it does no
//! search, and it looks at every record once, and there only at the records of neighbouring boards, of which each has few: its time
//! grows with the file alone.
//!
//! # What is claimed
//!
//! A certificate is about one position and one attacker, and holds one or more [`Claim`]s. *Mate within* 7 together
//! with *no mate within* 5 certifies the shortest length, every interposition counted.
//!
//! # What proves it
//!
//! A record is a board, a side to move and a hand of the attacker. All pieces of the problem are a fixed set, so these fix the
//! defender's hand as well; a record whose hands would hold less than nothing is refused. What is proved for a hand holds for
//! every larger hand of the attacker (a mate) or every smaller one (no mate): one record *covers* many positions.
//!
//! - **Mate within.** A record has a rank: within so many plies the attacker mates with this hand or more. With the attacker to
//!   move it has one move, a legal check that must lead to a record of smaller rank. With the defender to move it has
//!   nothing more: the checker makes all legal replies, and each must lead to a record of smaller rank. A drop between king and
//!   slider may instead be answered by the *virtual slide*: the slider takes what was dropped on *s*; the board that this
//!   makes must be covered by a record of rank smaller by two at least, with a hand that the attacker held before the
//!   capture. One such record answers all drops on *s*.
//! - **No mate within.** A record has a bound (no mate within so many plies with this hand or less; none: no mate at all) and
//!   a rank. With the attacker to move the checker makes all legal checks, and each must lead to a record with a bound a ply
//!   less, or more, and a smaller rank. With the defender to move it has one move, a legal reply that leads to such a record.
//!   Where one ply or none is left after a check, any reply will do.
//! - **No mate.** A closed set without bound or rank: every check leads into the set, and from every check in it one reply does. A
//!   mate out of such a set would have to leave it. (A repetition is a failure of the attack, so the set may go in circles.)
//!
//! Ranks fall along every step: records that vouch for each other prove nothing and are refused.
//!
//! # The file, version 1
//!
//! Three lines of text, then a raw DEFLATE stream (RFC 1951) to the end of the file:
//!
//! ```text
//! tsumi-certificate 1
//! attacker black            (or white)
//! sfen 9/9/... b ...        the problem as it was given
//! ```
//!
//! In the stream Black attacks: if White does in the problem, boards and moves are turned by 180 degrees and colours exchanged. A
//! *number* is written in groups of 7 bits, the lowest first, bit 7 set on all but the last, in as few bytes as it needs.
//!
//! | part | holds |
//! |---|---|
//! | stream | sections, then the number 0 |
//! | section | the number 1 (mate within), 2 (no mate within) or 3 (no mate); for 1 and 2 the number of plies; the boards with the attacker to move, then the number 0; those with the defender to move, then 0 |
//! | board | the number of squares that differ from the board before (the first: from the empty board); for each a byte, how many squares are skipped, and a byte, what stands there; 1 to 1,000 records |
//! | piece | 0 nothing; 1–8 pawn, lance, knight, silver, gold, bishop, rook, king; promoted 8 more; White's 16 more |
//! | record | the number 2 × hand + 1 if another record of this board follows; for a mate its rank, else (no mate within) its bound plus 1, 0 for none, and its rank; two bytes, the move, where it has one |
//! | hand | in a mate the attacker's, else the defender's: pawns + 19 × (lances + 5 × (knights + 5 × (silvers + 5 × (golds + 5 × (bishops + 3 × rooks))))) |
//! | move | from (81 + kind − 1 for a drop), to (128 more with promotion) |
//!
//! Squares are numbered as a diagram is read: 0 is 9a, 8 is 1a, 80 is 1i. Boards are sorted by their codes, so that
//! the same content has the same bytes and neighbours differ little.

mod board;
mod moves;
mod proof;
mod reader;
mod sfen;
#[cfg(test)]
mod tests;

use proof::Proof;
use reader::File;
use std::fmt;

/// What a certificate says of its problem.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Claim {
    /// The attacker mates within so many plies against every defence, every interposition counted.
    MateWithin(u32),
    /// He does not mate within so many plies.
    NoMateWithin(u32),
    /// He does not mate, however long.
    NoMate,
}

/// The side that mates.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Attacker {
    /// 先手
    Black,
    /// 後手
    White,
}

/// Claims that one file may hold.
const MOST_CLAIMS: usize = 16;

/// What the checker may use.
#[derive(Clone, Copy, Debug)]
pub struct Options {
    /// Bytes of memory, at most, beside the file itself. More records than fit are refused.
    pub memory: usize,
}

/// A certificate that was accepted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Certified {
    /// The problem, as the file gives it.
    pub sfen: String,
    /// Who mates in it.
    pub attacker: Attacker,
    /// What was proved of it, in the order of the file: one at least.
    pub claims: Vec<Claim>,
    /// Records looked at.
    pub records: u64,
    /// True if the attacker is to move: his mates take an odd number of plies then, else an even one.
    pub attacker_moves: bool,
}

/// Why a certificate was refused.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{place}: {reason}")]
pub struct Refusal {
    /// Where: the header, the reading of a section, or a record.
    pub place: String,
    /// What is wrong there.
    pub reason: &'static str,
}

/// Two GiB of memory.
impl Default for Options {
    fn default() -> Self {
        Self { memory: 2 << 30 }
    }
}

/// What every certificate begins with.
pub const HEADER: &[u8] = reader::MAGIC.as_bytes();

/// Checks a certificate. The caller still has to see whether it is about the right problem: [`Certified::is_about`].
///
/// # Errors
/// The first thing that is wrong with it.
pub fn check(bytes: &[u8], options: Options) -> Result<Certified, Refusal> {
    let at = |place: String| move |reason| Refusal { place, reason };
    // A list that grows takes up to three times its content for a moment.
    let mut file = File::open(bytes, options.memory / 3).map_err(at("header".to_owned()))?;
    let (mut claims, mut records) = (Vec::new(), 0);
    while let Some(section) = file.section().map_err(at(format!("section {}", claims.len() + 1)))? {
        let proof = Proof { file: &file, section: &section };
        proof.check().map_err(|(place, reason)| Refusal { place, reason })?;
        records += (section.attack.len() + section.defence.len()) as u64;
        claims.push(section.claim);
        if claims.len() > MOST_CLAIMS {
            return Err(Refusal { place: "file".to_owned(), reason: "too many claims" });
        }
        file.release(&section);
    }
    if claims.is_empty() {
        return Err(Refusal { place: "file".to_owned(), reason: "it claims nothing" });
    }
    let attacker = if file.white_attacks { Attacker::White } else { Attacker::Black };
    let attacker_moves = file.root.turn == board::BLACK;
    Ok(Certified { sfen: file.sfen.to_owned(), attacker, claims, records, attacker_moves })
}

impl Certified {
    /// True if it is about this position with this attacker, whatever the move numbers.
    pub fn is_about(&self, sfen: &str, attacker: Attacker) -> bool {
        self.attacker == attacker && sfen::parse(sfen).is_ok_and(|board| sfen::parse(&self.sfen) == Ok(board))
    }

    /// The shortest length, if the claims leave no other: a mate within so many plies, and none within fewer.
    pub fn shortest(&self) -> Option<u32> {
        let within = |claim: &Claim| if let Claim::MateWithin(plies) = *claim { Some(plies) } else { None };
        let most = self.claims.iter().filter_map(within).min()?;
        // The longest that is no longer than that and of the right parity.
        let most = most - u32::from((most % 2 == 1) != self.attacker_moves);
        let none = |claim: &Claim| if let Claim::NoMateWithin(plies) = *claim { Some(plies) } else { None };
        let none = self.claims.iter().filter_map(none).max();
        (most < 2 || none.is_some_and(|plies| plies + 2 >= most)).then_some(most)
    }
}

impl fmt::Display for Claim {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::MateWithin(plies) => write!(f, "mate within {plies}"),
            Self::NoMateWithin(plies) => write!(f, "no mate within {plies}"),
            Self::NoMate => f.write_str("no mate"),
        }
    }
}

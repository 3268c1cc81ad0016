//! Bytes to records. No count in the file is trusted: what is read is kept one by one, and what is kept is counted.

use super::board::{Board, FULL_SET, HELD, Hand, KING, Kind, Move, SQUARES, WHITE, cell_of, is_kind};
use super::{Claim, sfen};
use flate2::bufread::DeflateDecoder;
use std::io::{BufReader, Read};

/// No bound: no mate at all.
pub(super) const ANY: u32 = u32::MAX;

/// A board of a certificate: codes of three squares a word, 5 bits each.
pub(super) type Packed = [u16; SQUARES / 3];

/// One record: what is claimed of a board with a hand.
#[derive(Clone, Copy, Debug)]
pub(super) struct Record {
    /// Of the attacker: the least with which he mates, or the largest with which he does not.
    pub(super) hand: Hand,
    /// The attacker's move in a mate, the defender's in a no mate.
    pub(super) mv: [u8; 2],
    /// Plies within which there is a mate, or none.
    pub(super) bound: u32,
    /// Falls along every step.
    pub(super) rank: u32,
}

/// Records of one side to move, sorted by board.
#[derive(Default)]
pub(super) struct Group {
    boards: Vec<Packed>,
    /// Where each board's records end.
    ends: Vec<u32>,
    records: Vec<Record>,
}

impl Group {
    /// The records of a board.
    pub(super) fn of(&self, board: &Board) -> &[Record] {
        self.boards.binary_search(&pack(board)).map_or(&[], |index| self.records_at(index))
    }

    /// Every board with its records.
    pub(super) fn iter(&self) -> impl Iterator<Item = (&Packed, &[Record])> {
        self.boards.iter().enumerate().map(|(index, packed)| (packed, self.records_at(index)))
    }

    fn records_at(&self, index: usize) -> &[Record] {
        let start = index.checked_sub(1).map_or(0, |before| self.ends[before] as usize);
        &self.records[start..self.ends[index] as usize]
    }

    /// Room taken by what is kept.
    fn bytes(&self) -> usize {
        self.boards.len() * (size_of::<Packed>() + size_of::<u32>()) + self.len() * size_of::<Record>()
    }

    pub(super) fn len(&self) -> usize {
        self.records.len()
    }
}

/// One claim and what is to prove it.
pub(super) struct Section {
    pub(super) claim: Claim,
    pub(super) attack: Group,
    pub(super) defence: Group,
}

/// The problem and its sections.
pub(super) struct File<'a> {
    pub(super) sfen: &'a str,
    pub(super) white_attacks: bool,
    /// Turned so that Black attacks.
    pub(super) root: Board,
    /// All pieces of the problem but kings.
    pub(super) pieces: Hand,
    reader: Body<'a>,
}

struct Body<'a> {
    bytes: BufReader<DeflateDecoder<&'a [u8]>>,
    /// Bytes of records that may yet be kept.
    room: usize,
}

/// Records of one board, at most. Each may be compared with each, so that without a bound the time could grow with the square of the
/// file. Proofs have a handful.
const MOST_OF_A_BOARD: usize = 1_000;

pub(super) const MAGIC: &str = "tsumi-certificate 1";

impl<'a> File<'a> {
    /// Reads the header.
    pub(super) fn open(bytes: &'a [u8], memory: usize) -> Result<Self, &'static str> {
        let (magic, rest) = line(bytes)?;
        if magic != MAGIC {
            return Err("not a certificate of version 1");
        }
        let (attacker, rest) = line(rest)?;
        let (sfen, rest) = line(rest)?;
        let white_attacks = match attacker {
            "attacker black" => false,
            "attacker white" => true,
            _ => return Err("the attacker is black or white"),
        };
        let sfen = sfen.strip_prefix("sfen ").ok_or("no position")?;
        let root = sfen::parse(sfen)?;
        let root = if white_attacks { root.turned() } else { root };
        if let Some(fault) = sfen::fault(&root) {
            return Err(fault);
        }
        let mut pieces = sfen::placed(&root).ok_or("too many pieces")?;
        for kind in HELD {
            let hands = u32::from(root.hand(-WHITE).count(kind)) + u32::from(root.hand(WHITE).count(kind));
            let all = u32::from(pieces.count(kind)) + hands;
            *pieces.count_mut(kind) = u8::try_from(all).map_err(|_| "too many pieces")?;
        }
        if !pieces.is_within(FULL_SET) {
            return Err("too many pieces");
        }
        let reader = Body { bytes: BufReader::new(DeflateDecoder::new(rest)), room: memory };
        Ok(Self { sfen, white_attacks, root, pieces, reader })
    }

    /// The next section; `None` at the file's end.
    pub(super) fn section(&mut self) -> Result<Option<Section>, &'static str> {
        let claim = match self.reader.number()? {
            0 => return self.reader.end().map(|()| None),
            1 => Claim::MateWithin(self.reader.number()?),
            2 => Claim::NoMateWithin(self.reader.number()?),
            3 => Claim::NoMate,
            _ => return Err("a claim of no known kind"),
        };
        let attack = self.group(claim, true)?;
        let defence = self.group(claim, false)?;
        Ok(Some(Section { claim, attack, defence }))
    }

    /// Gives back the room of a section that is no longer held.
    pub(super) fn release(&mut self, section: &Section) {
        self.reader.room += section.attack.bytes() + section.defence.bytes();
    }

    fn group(&mut self, claim: Claim, attacking: bool) -> Result<Group, &'static str> {
        let mut group = Group::default();
        let mut codes = [0u8; SQUARES];
        loop {
            let changes = self.reader.number()?;
            if changes == 0 {
                return Ok(group);
            }
            self.reader.change(&mut codes, changes)?;
            let packed = pack_codes(&codes);
            if group.boards.last().is_some_and(|before| *before >= packed) {
                return Err("boards out of order");
            }
            let free = self.free_pieces(&codes)?;
            self.reader.keep(size_of::<Packed>() + size_of::<u32>())?;
            let most = group.records.len() + MOST_OF_A_BOARD;
            loop {
                if group.records.len() == most {
                    return Err("too many records of one board");
                }
                self.reader.keep(size_of::<Record>())?;
                let code = self.reader.number()?;
                group.records.push(self.reader.record((claim, attacking), code / 2, free)?);
                if code % 2 == 0 {
                    break;
                }
            }
            group.boards.push(packed);
            group.ends.push(u32::try_from(group.records.len()).map_err(|_| "too many records")?);
        }
    }

    /// The pieces that are not on this board.
    fn free_pieces(&self, codes: &[u8; SQUARES]) -> Result<Hand, &'static str> {
        let mut free = self.pieces;
        for &code in codes.iter().filter(|&&code| code != 0) {
            let kind = super::board::held_kind((code & 15).cast_signed());
            if kind != KING {
                let left = free.count_mut(kind);
                *left = left.checked_sub(1).ok_or("a board has more pieces than the problem")?;
            }
        }
        Ok(free)
    }
}

impl Body<'_> {
    fn byte(&mut self) -> Result<u8, &'static str> {
        let mut byte = [0];
        self.bytes.read_exact(&mut byte).map_err(|_| "the file is cut short or damaged")?;
        Ok(byte[0])
    }

    /// A number in groups of 7 bits, the lowest first, in no more bytes than it needs.
    fn number(&mut self) -> Result<u32, &'static str> {
        let (mut number, mut shift) = (0, 0);
        loop {
            let byte = self.byte()?;
            let bits = u32::from(byte & 0x7f);
            if shift == 28 && bits > 15 || shift > 28 || shift > 0 && byte == 0 {
                return Err("a number is too long");
            }
            number |= bits << shift;
            if byte < 0x80 {
                return Ok(number);
            }
            shift += 7;
        }
    }

    /// Takes room for something that is kept.
    fn keep(&mut self, bytes: usize) -> Result<(), &'static str> {
        self.room = self.room.checked_sub(bytes).ok_or("more records than the memory allowed")?;
        Ok(())
    }

    /// Makes the next board of the last: squares skipped and the code of the next one, again and again.
    fn change(&mut self, codes: &mut [u8; SQUARES], changes: u32) -> Result<(), &'static str> {
        let mut next = 0usize;
        for _ in 0..changes {
            let square = next + usize::from(self.byte()?);
            let code = self.byte()?;
            let known = code == 0 || code < 32 && is_kind((code & 15).cast_signed());
            *codes.get_mut(square).filter(|_| known).ok_or("no such piece or square")? = code;
            next = square + 1;
        }
        Ok(())
    }

    fn record(&mut self, of: (Claim, bool), code: u32, free: Hand) -> Result<Record, &'static str> {
        let held = hand_of(code).ok_or("no such hand")?;
        let rest = free.without(held).ok_or("a hand with more pieces than the problem")?;
        let mut record = Record { hand: rest, mv: [0; 2], bound: ANY, rank: 0 };
        match of.0 {
            Claim::MateWithin(_) => {
                record.hand = held;
                record.rank = self.number()?;
                record.bound = record.rank;
            }
            Claim::NoMateWithin(_) => {
                record.bound = self.number()?.checked_sub(1).unwrap_or(ANY);
                record.rank = self.number()?;
            }
            Claim::NoMate => {}
        }
        if of.1 == matches!(of.0, Claim::MateWithin(_)) {
            record.mv = [self.byte()?, self.byte()?];
        }
        Ok(record)
    }

    /// Nothing may follow.
    fn end(&mut self) -> Result<(), &'static str> {
        let more = self.bytes.read(&mut [0]).map_err(|_| "the file is cut short or damaged")?;
        let unread = self.bytes.get_ref().get_ref();
        if more == 0 && unread.is_empty() { Ok(()) } else { Err("something follows the end") }
    }
}

/// A line of the header.
fn line(bytes: &[u8]) -> Result<(&str, &[u8]), &'static str> {
    const LONGEST: usize = 300;
    let end = bytes.iter().take(LONGEST).position(|&byte| byte == b'\n').ok_or("no header of a certificate")?;
    let text = std::str::from_utf8(&bytes[..end]).map_err(|_| "no header of a certificate")?;
    Ok((text, &bytes[end + 1..]))
}

/// A hand from one number: counts in the radix of full sets, pawns lowest.
fn hand_of(mut code: u32) -> Option<Hand> {
    let mut hand = Hand::default();
    for kind in HELD {
        let radix = u32::from(FULL_SET.count(kind)) + 1;
        *hand.count_mut(kind) = (code % radix) as u8;
        code /= radix;
    }
    (code == 0).then_some(hand)
}

fn pack_codes(codes: &[u8; SQUARES]) -> Packed {
    let word = |i: usize| codes[3 * i..3 * i + 3].iter().fold(0, |word, &code| word << 5 | u16::from(code));
    std::array::from_fn(word)
}

fn pack(board: &Board) -> Packed {
    pack_codes(&std::array::from_fn(|square| {
        let piece = board.piece(cell_of(square));
        piece.unsigned_abs() | if piece < 0 { 16 } else { 0 }
    }))
}

/// Sets the pieces of a packed board on an empty one.
pub(super) fn unpack(packed: &Packed, board: &mut Board) {
    for square in 0..SQUARES {
        let code = packed[square / 3] >> (10 - square % 3 * 5) & 31;
        let kind = (code & 15) as Kind;
        board.put(cell_of(square), if code & 16 != 0 { -kind } else { kind });
    }
}

/// A record's move; `None` if the bytes are those of none.
pub(super) fn move_of([source, target]: [u8; 2]) -> Option<Move> {
    let to = Some(usize::from(target & 0x7f)).filter(|&square| square < SQUARES).map(cell_of)?;
    let promotes = target & 0x80 != 0;
    match usize::from(source).checked_sub(SQUARES) {
        None => Some(Move::Step { from: cell_of(usize::from(source)), to, promotes }),
        Some(held) => {
            let kind = Kind::try_from(held + 1).ok().filter(|kind| HELD.contains(kind) && !promotes)?;
            Some(Move::Drop { kind, to })
        }
    }
}

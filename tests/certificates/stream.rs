//! A certificate's file taken apart and put together again, nothing checked: for making wrong ones.

use flate2::Compression;
use flate2::read::DeflateDecoder;
use flate2::write::DeflateEncoder;
use std::io::{Read, Write};

/// One record, with its board.
#[derive(Clone, PartialEq, Eq)]
pub(crate) struct Record {
    /// True if the defender is to move.
    pub(crate) defends: bool,
    pub(crate) codes: [u8; 81],
    pub(crate) hand: u32,
    pub(crate) bound: u32,
    pub(crate) rank: u32,
    pub(crate) mv: [u8; 2],
}

#[derive(Clone)]
pub(crate) struct Section {
    /// 1 mate within, 2 no mate within, 3 no mate.
    pub(crate) tag: u32,
    pub(crate) plies: u32,
    pub(crate) records: Vec<Record>,
}

#[derive(Clone)]
pub(crate) struct File {
    pub(crate) header: Vec<u8>,
    pub(crate) sections: Vec<Section>,
}

impl Section {
    fn has_move(&self, defends: bool) -> bool {
        (self.tag == 1) != defends
    }
}

/// The three lines of the header, and what the rest unfolds to.
pub(crate) fn unfold(file: &[u8]) -> (Vec<u8>, Vec<u8>) {
    let ends = file.iter().enumerate().filter(|(_, byte)| **byte == b'\n').map(|(at, _)| at + 1);
    let end = ends.take(3).last().expect("a header");
    let mut stream = Vec::new();
    DeflateDecoder::new(&file[end..]).read_to_end(&mut stream).expect("a stream");
    (file[..end].to_vec(), stream)
}

/// The file of a header and a stream.
pub(crate) fn fold(header: &[u8], stream: &[u8]) -> Vec<u8> {
    let mut encoder = DeflateEncoder::new(header.to_vec(), Compression::fast());
    encoder.write_all(stream).expect("memory");
    encoder.finish().expect("memory")
}

struct Bytes<'a>(std::slice::Iter<'a, u8>);

impl Bytes<'_> {
    fn byte(&mut self) -> u8 {
        *self.0.next().expect("a byte")
    }

    fn number(&mut self) -> u32 {
        let byte = self.byte();
        u32::from(byte & 0x7f) | if byte < 0x80 { 0 } else { self.number() << 7 }
    }
}

impl File {
    /// Takes apart a file that was made right.
    pub(crate) fn parse(file: &[u8]) -> Self {
        let (header, stream) = unfold(file);
        let (mut bytes, mut sections) = (Bytes(stream.iter()), Vec::new());
        loop {
            let tag = bytes.number();
            if tag == 0 {
                return Self { header, sections };
            }
            let plies = if tag < 3 { bytes.number() } else { 0 };
            let mut section = Section { tag, plies, records: Vec::new() };
            for defends in [false, true] {
                read_group(&mut bytes, &mut section, defends);
            }
            sections.push(section);
        }
    }

    /// The file; boards in order, each once.
    pub(crate) fn bytes(&self) -> Vec<u8> {
        let mut stream = Vec::new();
        for section in &self.sections {
            number(section.tag, &mut stream);
            if section.tag < 3 {
                number(section.plies, &mut stream);
            }
            for defends in [false, true] {
                write_group(section, defends, &mut stream);
            }
        }
        stream.push(0);
        fold(&self.header, &stream)
    }
}

fn read_group(bytes: &mut Bytes, section: &mut Section, defends: bool) {
    let mut codes = [0; 81];
    loop {
        let changes = bytes.number();
        if changes == 0 {
            return;
        }
        let mut next = 0;
        for _ in 0..changes {
            let square = next + usize::from(bytes.byte());
            codes[square] = bytes.byte();
            next = square + 1;
        }
        loop {
            let hand = bytes.number();
            let bound = if section.tag < 3 { bytes.number() } else { 0 };
            let rank = if section.tag == 2 { bytes.number() } else { 0 };
            let mv = if section.has_move(defends) { [bytes.byte(), bytes.byte()] } else { [0; 2] };
            section.records.push(Record { defends, codes, hand: hand / 2, bound, rank, mv });
            if hand.is_multiple_of(2) {
                break;
            }
        }
    }
}

fn write_group(section: &Section, defends: bool, stream: &mut Vec<u8>) {
    let mut records: Vec<&Record> = section.records.iter().filter(|record| record.defends == defends).collect();
    records.sort_by_key(|record| record.codes);
    let mut before = [0; 81];
    for same in records.chunk_by(|one, other| one.codes == other.codes) {
        let codes = same[0].codes;
        let squares: Vec<usize> = (0..81).filter(|&square| codes[square] != before[square]).collect();
        number(squares.len() as u32, stream);
        let mut next = 0;
        for square in squares {
            stream.extend([(square - next) as u8, codes[square]]);
            next = square + 1;
        }
        for (index, record) in same.iter().enumerate() {
            number(2 * record.hand + u32::from(index + 1 < same.len()), stream);
            if section.tag < 3 {
                number(record.bound, stream);
            }
            if section.tag == 2 {
                number(record.rank, stream);
            }
            if section.has_move(defends) {
                stream.extend(record.mv);
            }
        }
        before = codes;
    }
    number(0, stream);
}

fn number(mut value: u32, bytes: &mut Vec<u8>) {
    while value >= 0x80 {
        bytes.push(value as u8 | 0x80);
        value >>= 7;
    }
    bytes.push(value as u8);
}

//! One or a few random changes to a certificate: to its bytes, to what they unfold to, or to its records.

use super::common::Random;
use super::stream::{File, Section, fold, unfold};

/// What one piece of a kind adds to the number of a hand.
const HELD: [u32; 7] = [1, 19, 95, 475, 2_375, 11_875, 35_625];

/// A changed file.
pub(crate) fn mutate(random: &mut Random, file: &[u8]) -> Vec<u8> {
    match random.below(10) {
        0 => change_bytes(random, file),
        1..=2 => {
            let (header, stream) = unfold(file);
            fold(&header, &change_bytes(random, &stream))
        }
        3 => {
            let (header, stream) = unfold(file);
            fold(&change_bytes(random, &header), &stream)
        }
        _ => {
            let mut file = File::parse(file);
            for _ in 0..=random.below(3) {
                change_records(random, &mut file);
            }
            file.bytes()
        }
    }
}

/// Flips, inserts, deletes or replaces bytes.
fn change_bytes(random: &mut Random, bytes: &[u8]) -> Vec<u8> {
    let mut bytes = bytes.to_vec();
    for _ in 0..=random.below(3) {
        let at = random.below(bytes.len() + 1);
        match random.below(4) {
            0 => bytes.insert(at, random.bits() as u8),
            1 => drop(bytes.drain(at.min(bytes.len())..(at + 1).min(bytes.len()))),
            2 => bytes.iter_mut().skip(at).take(1).for_each(|byte| *byte ^= 1 << random.below(8)),
            _ => bytes.iter_mut().skip(at).take(1).for_each(|byte| *byte = random.bits() as u8),
        }
    }
    bytes
}

fn change_records(random: &mut Random, file: &mut File) {
    let chosen = random.below(file.sections.len());
    let section = &mut file.sections[chosen];
    let count = section.records.len();
    match random.below(12) {
        0 => section.plies = near(random, section.plies),
        1 => reinterpret(random, section),
        _ if count == 0 => {}
        2 | 3 => drop(section.records.swap_remove(random.below(count))),
        4 => {
            let (one, other) = (random.below(count), random.below(count));
            let [mut a, mut b] = [one, other].map(|index| section.records[index].clone());
            std::mem::swap(&mut a.codes, &mut b.codes);
            std::mem::swap(&mut a.defends, &mut b.defends);
            (section.records[one], section.records[other]) = (b, a);
        }
        5 => {
            let mut record = section.records[random.below(count)].clone();
            record.rank = near(random, record.rank);
            record.hand = hand(random, record.hand);
            section.records.push(record);
        }
        6 | 7 => {
            let index = random.below(count);
            change_board(random, &mut section.records[index].codes);
        }
        8 => section.records.iter_mut().for_each(|record| record.rank = record.rank.saturating_sub(1)),
        kind => {
            let record = &mut section.records[random.below(count)];
            match kind {
                9 => (record.rank, record.bound) = (near(random, record.rank), near(random, record.bound)),
                10 => record.hand = hand(random, record.hand),
                _ => record.mv[random.below(2)] = random.bits() as u8,
            }
        }
    }
}

fn near(random: &mut Random, number: u32) -> u32 {
    (number + random.below(3) as u32).saturating_sub(random.below(3) as u32)
}

fn hand(random: &mut Random, hand: u32) -> u32 {
    let piece = random.pick(&HELD);
    if random.once_in(2) { hand + piece } else { hand.saturating_sub(piece) }
}

/// Moves, removes or replaces a piece.
fn change_board(random: &mut Random, codes: &mut [u8; 81]) {
    let pieces: Vec<usize> = (0..81).filter(|&square| codes[square] != 0).collect();
    if pieces.is_empty() {
        return;
    }
    let (from, to) = (random.pick(&pieces), random.below(81));
    match random.below(3) {
        0 => codes.swap(from, to),
        1 => codes[from] = 0,
        _ => codes[from] = random.below(32) as u8,
    }
}

/// Makes another claim of the same records.
fn reinterpret(random: &mut Random, section: &mut Section) {
    match section.tag {
        2 if random.once_in(2) => section.tag = 3,
        3 => {
            (section.tag, section.plies) = (2, random.below(9) as u32);
            let rank = random.below(4) as u32;
            for record in &mut section.records {
                (record.bound, record.rank) = (random.below(2) as u32 * (section.plies + 1), rank);
            }
        }
        _ => section.plies += 2,
    }
}

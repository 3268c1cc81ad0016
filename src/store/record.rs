//! An answer in bytes.
//!
//! `version` (1 byte), checksum (8 bytes, little-endian), then the answer in postcard's format. The checksum is XXH3 of version and
//! answer, seeded with that of the key, so a record under another key is refused like a damaged one.

use crate::shogi::Move;
use crate::solver::{Outcome, Statistics, Verdict};
use serde::{Deserialize, Serialize};
use twox_hash::XxHash3_64;

/// To be raised whenever the bytes of some answer, or the answers themselves, change their meaning: records of every other version
/// are passed over, and replaced in time.
const VERSION: u8 = 2;

/// Bytes before the answer.
const HEAD: usize = 9;

/// The largest record that is kept, in bytes: the queue of the writer is bounded in records.
const LARGEST: usize = 16 << 10;

#[derive(Serialize, Deserialize)]
struct Answer {
    verdict: Verdict,
    refutation: Option<Move>,
    proof: u32,
    disproof: u32,
}

/// The record of an outcome; `None` if it is not to be kept: it is not settled, or too large.
pub(super) fn encode(key: &[u8], outcome: Outcome) -> Option<Vec<u8>> {
    if !outcome.verdict.is_settled() {
        return None;
    }
    let Statistics { proof, disproof, .. } = outcome.statistics;
    let answer = Answer { verdict: outcome.verdict, refutation: outcome.refutation, proof, disproof };
    let mut record = vec![0; HEAD];
    record[0] = VERSION;
    record = postcard::to_extend(&answer, record).ok()?;
    let checksum = checksum(key, VERSION, &record[HEAD..]);
    record[1..HEAD].copy_from_slice(&checksum.to_le_bytes());
    (record.len() <= LARGEST).then_some(record)
}

/// The outcome in a record; `None` if it is of another version, or damaged. What the search spent is not kept.
pub(super) fn decode(key: &[u8], record: &[u8]) -> Option<Outcome> {
    let (head, answer) = record.split_at_checked(HEAD)?;
    if head[0] != VERSION || head[1..] != checksum(key, VERSION, answer).to_le_bytes() {
        return None;
    }
    let (answer, rest) = postcard::take_from_bytes::<Answer>(answer).ok()?;
    let statistics = Statistics { proof: answer.proof, disproof: answer.disproof, ..Statistics::default() };
    let outcome = Outcome { verdict: answer.verdict, refutation: answer.refutation, statistics };
    (rest.is_empty() && outcome.verdict.is_settled()).then_some(outcome)
}

fn checksum(key: &[u8], version: u8, answer: &[u8]) -> u64 {
    XxHash3_64::oneshot_with_seed(XxHash3_64::oneshot(key) ^ u64::from(version), answer)
}

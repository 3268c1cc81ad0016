//! Certificates: the proof of an answer, for an independent checker.
//!
//! After a search the table holds most of the proof. A certifier walks it from the root, searches again what the table has
//! lost, and keeps a record of every position that the proof needs; what is proved for a smaller hand (a mate) or a larger one
//! (no mate) is not recorded twice. [`crate::checker`] says what the records mean and how a file is written.
//!
//! A record costs about 4 µs to make and 2.4 µs to check. Over the 115 classics of zuko.tsv and muso.tsv that were settled in 20 s
//! each, no mates and shortest lengths, making took 107 s and checking 56 s of CPU time beside 217 s of solving. Microcosmos, mate
//! within 1,525, took 0.6 s and 0.2 s beside 137 s, and 226 kB (`tests/measure/certificates.sh`).

mod closed;
mod failure;
mod mate;
mod oracle;
mod records;
mod walk;
mod writer;

use super::length::Plies;
use super::view::View;
use super::{Cause, Limits, Monitor, Problem, Table, Verdict};
use crate::shogi::{Color, Position};
use closed::ClosedWalk;
use failure::FailureWalk;
use mate::MateWalk;
use oracle::Oracle;
use std::fmt;
use std::sync::Arc;
use std::time::Instant;
use walk::{Step, Walk};
use writer::Writer;

/// What a certificate is to prove of a problem.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Claim {
    /// The attacker mates within so many plies, every interposition counted.
    MateWithin(u32),
    /// He does not mate within so many plies.
    NoMateWithin(u32),
    /// He does not mate at all.
    NoMate,
}

impl Claim {
    /// What can be certified of a verdict: a mate within what was proved, and that there is none in two plies fewer if that is proved
    /// too; no mate at all; no mate within the ply limit. Nothing of other verdicts.
    pub fn of(verdict: &Verdict) -> Vec<Self> {
        match verdict {
            Verdict::Mate(mate) => {
                let mut claims = vec![Self::MateWithin(mate.raw.at_most)];
                if mate.raw.at_least == mate.raw.at_most && mate.raw.at_most >= 2 {
                    claims.push(Self::NoMateWithin(mate.raw.at_most - 2));
                }
                claims
            }
            Verdict::NoMate => vec![Self::NoMate],
            Verdict::Unknown(Cause::Plies(plies)) => vec![Self::NoMateWithin(*plies)],
            Verdict::Unknown(_) => Vec::new(),
        }
    }
}

/// A finished certificate.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Certificate {
    claims: Vec<Claim>,
    records: u64,
    attacker: Color,
    stream: Vec<u8>,
}

impl Certificate {
    /// The file. `sfen` is the problem's position as SFEN, which the solver does not write itself.
    pub fn to_bytes(&self, sfen: &str) -> Vec<u8> {
        writer::file(self.attacker, sfen, &self.stream)
    }

    /// What it proves.
    pub fn claims(&self) -> &[Claim] {
        &self.claims
    }

    /// How many records prove it.
    pub fn records(&self) -> u64 {
        self.records
    }
}

/// Why there is no certificate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Uncertified {
    /// The work was stopped, or its limits are spent; memory: a proof could not be found again.
    Stopped(Cause),
    /// A claim is not true.
    False,
}

impl fmt::Display for Uncertified {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Stopped(Cause::Cancelled) => f.write_str("interrupted"),
            Self::Stopped(Cause::Time) => f.write_str("the time is spent"),
            Self::Stopped(Cause::Memory) => f.write_str("the memory is too small to find the proof again"),
            Self::Stopped(Cause::Nodes | Cause::Plies(_)) => f.write_str("the nodes are spent"),
            Self::False => f.write_str("the claim is not true"),
        }
    }
}

/// Makes a certificate, in slices.
pub struct Certifier {
    root: Position,
    attacker: Color,
    oracle: Oracle,
    /// Claims still to be proved, the next last.
    open: Vec<Claim>,
    walk: Option<Box<dyn Walk + Send>>,
    writer: Writer,
    claims: Vec<Claim>,
    records: u64,
}

/// What a slice of a [`Certifier`] ended with.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Certifying {
    /// The slice is spent, or the monitor says stop.
    Paused,
    /// It is over.
    Finished(Result<Certificate, Uncertified>),
}

impl Certifier {
    /// A certifier of these claims of a problem, best with the table of the search that decided it.
    pub fn new(problem: &Problem, claims: &[Claim], table: Arc<Table>) -> Self {
        // As the search sees it, or the table would know nothing of it.
        let (view, root) = View::of(problem);
        Self {
            oracle: Oracle::new(&root, table),
            root,
            attacker: problem.attacker(),
            open: claims.iter().rev().copied().collect(),
            walk: None,
            writer: Writer::new(view.is_mirrored()),
            claims: claims.to_vec(),
            records: 0,
        }
    }

    /// Moves made so far, and positions walked over.
    pub fn nodes(&self) -> u64 {
        self.oracle.nodes()
    }

    /// Goes on for about so many nodes.
    pub fn run(&mut self, slice: u64, monitor: &Monitor) -> Certifying {
        let pause_at = self.nodes().saturating_add(slice);
        loop {
            if monitor.stopped().is_some() || !self.oracle.answer(pause_at, monitor) || self.nodes() >= pause_at {
                return Certifying::Paused;
            }
            let Some(walk) = &mut self.walk else {
                match self.open.pop() {
                    Some(claim) => self.begin(claim),
                    None => return Certifying::Finished(Ok(self.certificate())),
                }
                continue;
            };
            self.oracle.count();
            match walk.step(&mut self.oracle) {
                Step::Again => {}
                Step::Ask(position, target, budget) => self.oracle.ask(&position, target, budget),
                Step::Done => self.end(),
                Step::False => return Certifying::Finished(Err(Uncertified::False)),
                Step::Lost => return Certifying::Finished(Err(Uncertified::Stopped(Cause::Memory))),
            }
        }
    }

    fn begin(&mut self, claim: Claim) {
        let root = self.root.clone();
        let plies = |plies: u32| Plies(plies.min(u32::from(Plies::LONGEST.0)) as u16);
        self.writer.begin(claim);
        self.walk = Some(match claim {
            Claim::MateWithin(most) => Box::new(MateWalk::new(root, plies(most))),
            Claim::NoMateWithin(most) => Box::new(FailureWalk::new(root, plies(most))),
            Claim::NoMate => Box::new(ClosedWalk::new(root)),
        });
    }

    fn end(&mut self) {
        let Some(walk) = self.walk.take() else { return };
        let needed = walk.needed();
        self.records += needed.len() as u64;
        self.writer.section(walk.records(), &needed, &self.root);
    }

    fn certificate(&mut self) -> Certificate {
        Certificate {
            claims: std::mem::take(&mut self.claims),
            records: self.records,
            attacker: self.attacker,
            stream: std::mem::replace(&mut self.writer, Writer::new(false)).finish(),
        }
    }
}

/// Makes a certificate within limits of time and nodes, on this thread.
///
/// # Errors
/// What kept it from being made.
pub fn certify(
    problem: &Problem,
    claims: &[Claim],
    (table, limits): (Arc<Table>, Limits),
    monitor: &Monitor,
) -> Result<Certificate, Uncertified> {
    /// Nodes between two looks at the clock.
    const INTERVAL: u64 = 2_000;
    let started = Instant::now();
    let mut certifier = Certifier::new(problem, claims, table);
    loop {
        let left = limits.nodes.map_or(u64::MAX, |nodes| nodes.saturating_sub(certifier.nodes()));
        if let Certifying::Finished(result) = certifier.run(INTERVAL.min(left), monitor) {
            return result;
        }
        let timed_out = limits.time.is_some_and(|time| started.elapsed() >= time);
        let spent = (timed_out.then_some(Cause::Time)).or((left == 0).then_some(Cause::Nodes));
        if let Some(cause) = monitor.stopped().or(spent) {
            return Err(Uncertified::Stopped(cause));
        }
    }
}

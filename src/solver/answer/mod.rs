//! From a proved mate to the answer that was asked for: lengths, lines, and what else is to be said of the problem.
//!
//! Everything found is put into the [`Mate`] as soon as it is known, so that a spent budget leaves an honest answer. Lengths of the
//! modes are found from the outside in: `wide` leaves out most, so its floor is the least of all, and if it equals the raw length, as it
//! mostly does, one search has settled every mode.

mod branches;
mod findings;
mod others;
mod pace;
mod value;
mod walk;

use super::crew::Stint;
use super::findings::{Finding, Soundness};
use super::length::Plies;
use super::outcome::{Length, LineKind, Mate};
use super::shortest::{Bounds, Shortest};
use super::{Aim, Cause, Convention, Preference, Stage, Table, Threads};
use crate::shogi::Position;
use branches::{Branches, Wanted};
use others::{Extent, Others};
pub(super) use pace::Halt;
use pace::Pace;
use std::sync::Arc;
use value::Finder;
use walk::Walk;

/// Finds out what was asked about a mate.
pub(super) struct Answering {
    root: Position,
    threads: Threads,
    aim: Aim,
    table: Arc<Table>,
    /// The answer as far as it is known.
    mate: Mate,
    nodes_before: u64,
    raw: Shortest,
    /// Whose floor is the least of all.
    wide: Option<Finder>,
    /// Of the convention asked for, then of the others.
    finders: Vec<Finder>,
    /// Counts every interposition.
    plain: Option<Finder>,
    raw_walk: Option<Walk>,
    walk: Option<Walk>,
    /// The defender's alternatives with a mark, then those that were asked for.
    marked: Option<Branches>,
    branches: Option<Branches>,
    /// The attacker's other moves along the line, and at its first move.
    others: Option<Others>,
    first_moves: Option<Others>,
}

impl Answering {
    /// About `root`, with Black attacking, and a mate found there by a search of so many nodes.
    pub(super) fn new(
        (root, threads): (Position, Threads),
        aim: Aim,
        mate: Mate,
        (table, nodes): (Arc<Table>, u64),
    ) -> Self {
        let bounds = bounds_of(mate.raw);
        let raw = Shortest::new((root.clone(), Convention::None), bounds, Arc::clone(&table), threads);
        Self {
            root,
            threads,
            aim,
            table,
            mate,
            nodes_before: nodes,
            raw,
            wide: None,
            finders: Vec::new(),
            plain: None,
            raw_walk: None,
            walk: None,
            marked: None,
            branches: None,
            others: None,
            first_moves: None,
        }
    }

    /// Moves made by the whole search so far.
    pub(super) fn nodes(&self) -> u64 {
        let finders = self.finders.iter().chain(&self.wide).chain(&self.plain);
        let others = self.others.iter().chain(&self.first_moves).map(Others::nodes).sum::<u64>();
        self.nodes_before + self.raw.nodes() + finders.map(Finder::nodes).sum::<u64>() + others
    }

    /// The answer as it stands, ended by `cause`.
    pub(super) fn cut_off(&self, cause: Cause) -> Mate {
        Mate { unfinished: Some(cause), ..self.mate.clone() }
    }

    /// Goes on for the stint, or to the next look at the clock; `None` if it is not over.
    pub(super) fn run(&mut self, stint: Stint<'_>) -> Option<Mate> {
        match self.go_on(Pace::from(stint)) {
            Ok(()) => Some(self.mate.clone()),
            Err(Halt::Paused) => None,
            Err(Halt::Memory) => Some(self.cut_off(Cause::Memory)),
        }
    }

    fn go_on(&mut self, pace: Pace<'_>) -> Result<(), Halt> {
        if self.aim.stage >= Stage::Raw {
            self.find_raw_length(pace)?;
        }
        if self.aim.stage >= Stage::Conventional && self.aim.convention != Convention::None {
            // A budget that is spent on the other modes must not cost the line.
            self.find_conventional_lengths(pace, 1)?;
            self.find_line(pace)?;
            self.find_conventional_lengths(pace, Convention::ALL.len())?;
        }
        if self.aim.stage >= Stage::Raw {
            self.find_raw_line(pace)?;
            self.examine(pace)?;
        }
        Ok(())
    }

    /// What goes beyond lengths and lines.
    fn examine(&mut self, pace: Pace<'_>) -> Result<(), Halt> {
        // The answer line is the conventional one where there is one.
        let main = self.walk.as_ref().or(self.raw_walk.as_ref()).and_then(Walk::line).cloned().unwrap_or_default();
        let Some(finder) = self.finders.first_mut().or(self.plain.as_mut()) else { return Ok(()) };
        let classic = self.aim.preference == Preference::Classic && !main.leftover.is_empty();
        if self.aim.soundness || classic {
            let marked = self.marked.get_or_insert_with(|| Branches::new(&main, Wanted::Marked));
            marked.go_on(&mut finder.exact, pace)?;
            if classic {
                self.mate.prefer_clean_line(&main, marked.found());
            }
        }
        if self.aim.variations > 0 {
            let most = self.aim.variations as usize;
            let branches = self.branches.get_or_insert_with(|| Branches::new(&main, Wanted::All(most)));
            let end = branches.go_on(&mut finder.exact, pace);
            self.mate.variations = Some(branches.found().clone());
            end?;
        }
        if self.aim.first_moves {
            let extent = (Extent::FirstMove, self.aim.nodes_per_move);
            let new = || Others::new(&self.root, &main.moves, extent, &self.table);
            let others = self.first_moves.get_or_insert_with(new);
            let end = others.go_on(&mut finder.exact, pace);
            self.mate.first_moves = Some(others.first_moves().to_vec());
            end?;
        }
        if self.aim.soundness {
            let extent = (Extent::Line, self.aim.nodes_per_move);
            let new = || Others::new(&self.root, &main.moves, extent, &self.table);
            let others = self.others.get_or_insert_with(new);
            let end = others.go_on(&mut finder.exact, pace);
            let marked = self.marked.as_ref().map(Branches::found);
            let findings = findings::all(self.aim.stated, &main, marked, others.findings());
            let undecided = findings.iter().any(|finding| matches!(finding, Finding::Unknown(_)));
            self.mate.soundness = Some(Soundness { findings, complete: end.is_ok() && !undecided });
            end?;
        }
        Ok(())
    }

    fn find_raw_length(&mut self, pace: Pace<'_>) -> Result<(), Halt> {
        if self.mate.raw.proved().is_some() {
            return Ok(());
        }
        let end = self.raw.run(pace.stint);
        self.mate.raw = length_of(self.raw.bounds());
        match end {
            None => Err(Halt::Paused),
            Some(false) => Err(Halt::Memory),
            Some(true) => Ok(()),
        }
    }

    /// The lengths of the first so many modes, the one asked for first.
    fn find_conventional_lengths(&mut self, pace: Pace<'_>, count: usize) -> Result<(), Halt> {
        let all_as_raw = self.find_least_floor(pace)?;
        if self.finders.is_empty() {
            self.finders = self.modes().map(|mode| self.finder(mode)).collect();
        }
        for index in 0..self.finders.len().min(count) {
            let finder = &mut self.finders[index];
            let end = if all_as_raw { Ok(()) } else { finder.find(pace) };
            // Of the modes that were not asked for nothing but the length is told.
            if index > 0 && end.is_ok() {
                finder.exact.forget();
            }
            self.note_length(index);
            end?;
        }
        Ok(())
    }

    /// The modes but `none`, the one asked for first.
    fn modes(&self) -> impl Iterator<Item = Convention> + use<> {
        let asked = self.aim.convention;
        let others = Convention::ALL.into_iter().filter(move |&mode| mode != Convention::None && mode != asked);
        std::iter::once(asked).chain(others)
    }

    /// True if all modes have the raw length.
    fn find_least_floor(&mut self, pace: Pace<'_>) -> Result<bool, Halt> {
        if self.wide.is_none() {
            let raw = bounds_of(self.mate.raw);
            let bounds = Bounds { low: Plies(raw.high.0 & 1), ..raw };
            self.wide = Some(Finder::new((&self.root, Convention::Wide), bounds, &self.table, self.threads));
        }
        let Some(wide) = &mut self.wide else { return Ok(false) };
        let end = wide.find_floor(pace);
        let low = u32::from(wide.bounds().low.0);
        if low > self.mate.raw.at_least {
            self.mate.raw.at_least = low;
        }
        end.map(|()| low == self.mate.raw.at_most)
    }

    /// A finder that begins with what is known: no mode is longer than the raw length or shorter than the floor of `wide`.
    fn finder(&self, mode: Convention) -> Finder {
        let high = bounds_of(self.mate.raw).high;
        let low = self.wide.as_ref().map_or(Plies(high.0 & 1), |wide| wide.bounds().low);
        Finder::new((&self.root, mode), Bounds { low, high }, &self.table, self.threads)
    }

    fn note_length(&mut self, index: usize) {
        let finder = &self.finders[index];
        let known = (finder.convention, length_of(finder.bounds()));
        match self.mate.conventional.get_mut(index) {
            Some(place) => *place = known,
            None => self.mate.conventional.push(known),
        }
    }

    fn find_line(&mut self, pace: Pace<'_>) -> Result<(), Halt> {
        let finder = &mut self.finders[0];
        let walk = self.walk.get_or_insert_with(|| Walk::new(finder.bounds().high.0));
        walk.go_on(&mut finder.exact, pace)?;
        if let Some(line) = walk.line() {
            self.mate.line = line.clone();
            self.mate.kind = LineKind::Conventional;
        }
        Ok(())
    }

    fn find_raw_line(&mut self, pace: Pace<'_>) -> Result<(), Halt> {
        if self.plain.is_none() {
            let bounds = bounds_of(self.mate.raw);
            self.plain = Some(Finder::new((&self.root, Convention::None), bounds, &self.table, self.threads));
        }
        let Some(plain) = &mut self.plain else { return Ok(()) };
        let walk = self.raw_walk.get_or_insert_with(|| Walk::new(plain.bounds().high.0));
        walk.go_on(&mut plain.exact, pace)?;
        let Some(line) = walk.line() else { return Ok(()) };
        if !self.finders.is_empty() {
            plain.exact.forget();
        }
        if self.mate.kind == LineKind::Conventional {
            self.mate.raw_line = (*line != self.mate.line).then(|| line.clone());
        } else {
            self.mate.line = line.clone();
            self.mate.kind = LineKind::Raw;
        }
        Ok(())
    }
}

fn bounds_of(length: Length) -> Bounds {
    let plies = |plies: u32| Plies(u16::try_from(plies).unwrap_or(Plies::LONGEST.0));
    Bounds { low: plies(length.at_least), high: plies(length.at_most) }
}

fn length_of(bounds: Bounds) -> Length {
    Length { at_least: bounds.low.0.into(), at_most: bounds.high.0.into() }
}

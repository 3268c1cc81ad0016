//! The lengths of a measured problem beside those of its file.

use super::super::board;
use super::super::letters::Letters;
use super::judge::{Answered, Measured};
use crate::solver::{Convention, Length, LineKind, Mate, Stage, Verdict};
use serde::Serialize;
use std::io::{self, Write};

/// What was found out about one mate beyond its first proof; lengths only where they are proved.
#[derive(Clone, Debug, Default, Serialize)]
pub(super) struct Lengths {
    raw_proved: Option<u32>,
    /// By the convention asked for.
    conventional: Option<u32>,
    /// Of the line that answers under `--prefer classic`.
    classic: Option<u32>,
    narrow: Option<u32>,
    standard: Option<u32>,
    wide: Option<u32>,
    leftover: String,
    answer: String,
    /// True if the file's book length is another than the conventional one.
    differs: bool,
}

impl Lengths {
    /// Of a mate that was looked at further than its first proof.
    pub(super) fn of(measured: &Measured, stage: Stage) -> Option<Self> {
        let Answered::Outcome(outcome) = &measured.answered else { return None };
        let Verdict::Mate(mate) = &outcome.verdict else { return None };
        if stage == Stage::First {
            return None;
        }
        let of_mode = |mode| mate.length(mode).and_then(Length::proved);
        let conventional = conventional(mate);
        let line: Vec<String> = mate.line.moves.iter().map(ToString::to_string).collect();
        Some(Self {
            raw_proved: mate.raw.proved(),
            conventional,
            classic: classic(mate),
            narrow: of_mode(Convention::Narrow),
            standard: of_mode(Convention::Standard),
            wide: of_mode(Convention::Wide),
            leftover: board::hand(mate.line.leftover, Letters::Japanese),
            answer: line.join(" "),
            differs: stage == Stage::Conventional && measured.row.book.is_some() && measured.row.book != conventional,
        })
    }

    pub(super) fn conventional(&self) -> Option<u32> {
        self.conventional
    }

    /// One line of the table of rows that differ, cells parted by tabs.
    fn row(&self, measured: &Measured) -> String {
        let plies = |length: Option<u32>| length.map_or("-".to_owned(), |plies| plies.to_string());
        let row = &measured.row;
        let modes = [self.narrow, self.standard, self.wide].map(plies).join("/");
        let cells = [row.name.clone(), plies(row.book), plies(self.raw_proved), modes, plies(self.classic)];
        [&cells[..], &[self.leftover.clone(), self.answer.clone()]].concat().join("\t")
    }
}

/// The proved length by the convention asked for; under `none` the raw one.
fn conventional(mate: &Mate) -> Option<u32> {
    mate.conventional.first().map_or(mate.raw, |&(_, length)| length).proved()
}

/// The length of the classic answer.
fn classic(mate: &Mate) -> Option<u32> {
    let line = u32::try_from(mate.line.moves.len()).ok();
    if mate.kind == LineKind::Classic { line } else { conventional(mate) }
}

/// Sums over the mates of one file.
#[derive(Default, Serialize)]
pub(super) struct Agreement {
    mates: u64,
    raw_proved: u64,
    conventional_proved: u64,
    raw_lengths: u64,
    equal_to_raw: u64,
    book_lengths: u64,
    equal_to_book: u64,
    classic_equal_to_book: u64,
    /// Rows that differ from the book, for the table.
    #[serde(skip)]
    differing: Vec<String>,
}

impl Agreement {
    pub(super) fn add(&mut self, measured: &Measured, lengths: &Lengths) {
        let row = &measured.row;
        self.mates += 1;
        self.raw_proved += u64::from(lengths.raw_proved.is_some());
        self.conventional_proved += u64::from(lengths.conventional.is_some());
        self.raw_lengths += u64::from(row.raw.is_some());
        self.equal_to_raw += u64::from(row.raw.is_some() && row.raw == lengths.raw_proved);
        self.book_lengths += u64::from(row.book.is_some());
        self.equal_to_book += u64::from(row.book.is_some() && row.book == lengths.conventional);
        self.classic_equal_to_book += u64::from(row.book.is_some() && row.book == lengths.classic);
        if lengths.differs {
            self.differing.push(lengths.row(measured));
        }
    }

    pub(super) fn text(&self, stage: Stage, out: &mut impl Write) -> io::Result<()> {
        let Self { mates, raw_proved, raw_lengths, equal_to_raw, .. } = self;
        writeln!(
            out,
            "  raw length: {raw_proved} of {mates} mates proved, {equal_to_raw} of {raw_lengths} equal to the file's"
        )?;
        if stage != Stage::Conventional {
            return Ok(());
        }
        let Self { conventional_proved, book_lengths, equal_to_book, classic_equal_to_book, .. } = self;
        writeln!(
            out,
            "  conventional length: {conventional_proved} of {mates} mates proved; equal to the book's: {equal_to_book} of \
             {book_lengths}, the classic line: {classic_equal_to_book}"
        )
    }

    /// The rows whose conventional length is not the book's.
    pub(super) fn table(&self, out: &mut impl Write) -> io::Result<()> {
        writeln!(out, "\nname\tbook\traw\tnarrow/standard/wide\tclassic\tleftover\tline")?;
        self.differing.iter().try_for_each(|row| writeln!(out, "{row}"))
    }
}

//! Where each record of a text begins.

use super::line::{Line, holder, side};
use crate::notation::text::lines;
use std::collections::HashSet;

/// Most records that are read of one file; the work and the memory for what hostile files claim to hold stay bounded by it.
pub(in crate::notation) const MOST_RECORDS: usize = 200_000;

/// Headers that a record has once and before its moves, beside those of its hands.
const ONCE: [&str; 19] = [
    "手合割",
    "手番",
    "作品名",
    "作品番号",
    "表題",
    "題名",
    "作者",
    "発表誌",
    "出典",
    "完全性",
    "手数",
    "開始日時",
    "終了日時",
    "棋戦",
    "場所",
    "先手",
    "後手",
    "上手",
    "下手",
];

/// The byte ranges of the records of a text, in order: a file may hold several, one behind the other. A record ends where a line of
/// a head follows its moves, or where a second diagram, 手合割, or once more a header that a record has once follows its diagram. Behind
/// a diagram and a blank line a hand is the next record's if a diagram follows in its paragraph. Text without anything has none.
///
/// There are at most 200,000: what follows these is part of the last, which [`super::parse`] then refuses.
pub fn records(text: &str) -> Vec<(usize, usize)> {
    at_most(text, MOST_RECORDS)
}

fn at_most(text: &str, most: usize) -> Vec<(usize, usize)> {
    let mut splitter = Splitter::default();
    for token in lines(text) {
        splitter.line(token.start, Line::of(token));
        if splitter.starts.len() > most {
            splitter.starts.truncate(most);
            break;
        }
    }
    let ends = splitter.starts.iter().skip(1).copied().chain([text.len()]);
    splitter.starts.iter().copied().zip(ends).collect()
}

/// What the record that is being read has.
#[derive(Default)]
struct Splitter<'a> {
    starts: Vec<usize>,
    keys: HashSet<&'a str>,
    ranks: usize,
    has_moves: bool,
    /// True behind a diagram with a blank line.
    is_parted: bool,
    /// Where headers and remarks began that may already be the next record's, if it turns out that there is one.
    paragraph: Option<usize>,
    /// The headers of hands in that paragraph: of this record or the next.
    pending: HashSet<&'a str>,
}

impl<'a> Splitter<'a> {
    fn line(&mut self, start: usize, line: Line<'a>) {
        if line == Line::Blank {
            self.settle();
            self.is_parted |= self.ranks >= 9;
            return;
        }
        if self.starts.is_empty() {
            self.starts.push(start);
        }
        if self.is_next(&line) {
            self.begin(start);
        }
        self.take(start, line);
    }

    /// True for a line that the record cannot have.
    fn is_next(&self, line: &Line) -> bool {
        match line {
            Line::Rank(_) => self.ranks >= 9 || self.has_moves,
            Line::Frame(line) => self.has_moves || self.ranks >= 9 && !line.text.starts_with('+'),
            Line::Header(key, _) => {
                let is_start = key.text == "手合割";
                let again = self.keys.contains(key.text) && (self.ranks > 0 || is_start);
                (again || self.has_moves || is_start && self.ranks >= 9) && is_once(key.text)
            }
            _ => false,
        }
    }

    fn begin(&mut self, start: usize) {
        let last = self.starts.last().copied();
        let start = self.paragraph.filter(|&paragraph| Some(paragraph) > last).unwrap_or(start);
        self.starts.push(start);
        let (starts, keys) = (std::mem::take(&mut self.starts), std::mem::take(&mut self.pending));
        *self = Self { starts, keys, ..Self::default() };
    }

    /// The paragraph has turned out to be of this record.
    fn settle(&mut self) {
        self.keys.extend(self.pending.drain());
        self.paragraph = None;
    }

    fn take(&mut self, start: usize, line: Line<'a>) {
        match line {
            Line::Comment(_) => return,
            Line::Rank(_) => self.ranks += 1,
            Line::Header(key, _) => {
                let is_open = self.is_parted && holder(key.text).is_some();
                let keys = if is_open { &mut self.pending } else { &mut self.keys };
                // Of other headers there may be any number.
                keys.extend(Some(key.text).filter(|key| is_once(key)));
            }
            _ => self.has_moves |= line.is_of_moves(),
        }
        if self.may_begin(&line) {
            self.paragraph = self.paragraph.or(Some(start));
        } else {
            self.settle();
        }
    }

    /// True for a line that may be in the head of the next record as well as in this one.
    fn may_begin(&self, line: &Line) -> bool {
        let is_parted = self.is_parted && !self.has_moves;
        match line {
            Line::Remark(_) | Line::Other(_) => true,
            Line::Header(key, _) => is_parted || holder(key.text).is_none(),
            Line::Turn(..) => is_parted,
            // The frame of the next diagram begins as the one of this ends.
            Line::Frame(_) => is_parted || self.paragraph.is_some(),
            _ => false,
        }
    }
}

/// True for a header that a record has once.
fn is_once(key: &str) -> bool {
    ONCE.contains(&key) || holder(key).is_some_and(|word| word.is_empty() || side(word).is_some())
}

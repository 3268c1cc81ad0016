//! All that stands before the moves of a record.

use super::line::{Line, holder, is_of_problem, side};
use super::placement::{Holding, Placement};
use crate::notation::record::Record;
use crate::notation::token::{Faults, Token, malformed, quote};
use crate::notation::{handicap, number};
use crate::shogi::{Color, Setup};

/// The head as far as it has been read.
pub(super) struct Head<'a> {
    placement: Placement,
    last_rank: Option<Token<'a>>,
    /// The first hand that is not empty.
    in_hand: Option<Token<'a>>,
    handicap: Option<Token<'a>>,
    turn: Option<Color>,
    is_problem: bool,
    title: &'a str,
    author: &'a str,
    length: Option<u32>,
}

impl<'a> Head<'a> {
    pub(super) fn read(lines: impl Iterator<Item = Line<'a>>, faults: &mut Faults) -> Self {
        let (placement, last_rank, in_hand) = (Placement::new(), None, None);
        let (handicap, turn, is_problem, title, author, length) = (None, None, false, "", "", None);
        let mut head = Self { placement, last_rank, in_hand, handicap, turn, is_problem, title, author, length };
        lines.for_each(|line| head.line(line, faults));
        if let Some(last) = head.last_rank.filter(|_| head.placement.ranks != 9) {
            let message = format!("The diagram has {} ranks; it must have 9.", head.placement.ranks);
            faults.push(last.fault(message));
        }
        head
    }

    fn line(&mut self, line: Line<'a>, faults: &mut Faults) {
        match line {
            Line::Rank(rank) => {
                self.last_rank = Some(rank);
                self.placement.rank(rank, faults);
            }
            Line::Turn(line, color) => self.turn(line, Some(color), faults),
            Line::Header(key, value) => self.header(key, value, faults),
            Line::Comment(text) => self.length = self.length.or(number::stated_length(text.text)),
            Line::Other(line) if line.text.contains("持駒") || line.text.contains("持ち駒") => {
                faults.push(line.fault(format!("{} is no hand: a colon is missing.", quote(line.text))));
            }
            _ => {}
        }
    }

    /// Takes 後手番, or the 後手 of `手番：後手`; `color` is the side that it names.
    fn turn(&mut self, text: Token<'a>, color: Option<Color>, faults: &mut Faults) {
        if color.is_none() {
            faults.push(text.fault(format!("{} is no side that could be to move.", quote(text.text))));
        } else if self.turn.is_some_and(|turn| Some(turn) != color) {
            faults.push(text.fault("Both sides are said to be to move."));
        }
        self.turn = color.or(self.turn);
        self.is_problem |= is_of_problem(text.text.trim_end_matches('番'));
    }

    fn hand(&mut self, of: Token<'a>, value: Token<'a>, faults: &mut Faults) {
        self.placement.hand(of, value, faults);
        if self.placement.has_hands() {
            self.in_hand = self.in_hand.or(Some(value));
        }
    }

    fn header(&mut self, key: Token<'a>, value: Token<'a>, faults: &mut Faults) {
        match (holder(key.text), key.text) {
            (Some(word), _) => self.hand(key.part(0..word.len()), value, faults),
            (None, "手合割") => self.handicap = Some(value),
            (None, "手番") => self.turn(value, side(value.text.trim_end_matches('番')), faults),
            (None, "作品名" | "表題" | "題名") if self.title.is_empty() => self.title = value.text,
            (None, "作者") => self.author = value.text,
            (None, "手数") => self.length = number::parse(value.text.trim_end_matches(['手', '詰'])).or(self.length),
            _ => {}
        }
        self.length = self.length.or(number::stated_length(value.text));
    }

    /// The record without its moves.
    pub(super) fn record(self, attacker: Option<Color>, has_moves: bool, faults: &mut Faults) -> Record {
        let named = (self.is_problem || self.placement.is_problem).then_some(Color::Black);
        let setup = self.setup(attacker.or(named), has_moves, faults);
        let (title, author) = (self.title.to_owned(), self.author.to_owned());
        Record { attacker: named, title, author, length: self.length, ..Record::of(setup) }
    }

    fn setup(&self, attacker: Option<Color>, has_moves: bool, faults: &mut Faults) -> Setup {
        if self.placement.ranks > 0 {
            let turn = self.turn.unwrap_or(Color::Black);
            if self.placement.hands.0 == [Some(Holding::Rest); 2] {
                faults.push(malformed(0, 0, "Both hands are said to be the rest of the pieces."));
            }
            return self.placement.setup(turn, attacker.unwrap_or(turn));
        }
        self.start(has_moves, faults)
    }

    /// The position without a diagram.
    fn start(&self, has_moves: bool, faults: &mut Faults) -> Setup {
        let start = self.handicap.map(|name| (name, handicap::of_kif(name.text)));
        let is_known = start.as_ref().map_or(has_moves, |(_, setup)| setup.is_some());
        if let Some(held) = self.in_hand.filter(|_| is_known) {
            faults.push(held.fault(format!("{} is in hand, but there is no diagram.", quote(held.text))));
        }
        match start {
            Some((_, Some(setup))) => Setup { turn: self.turn.unwrap_or(setup.turn), ..setup },
            Some((name, None)) => {
                faults.push(name.fault(format!("{} is no start position, and there is no diagram.", quote(name.text))));
                Setup::EMPTY
            }
            None if has_moves => {
                Setup { turn: self.turn.unwrap_or(Color::Black), ..handicap::of_kif("平手").unwrap_or(Setup::EMPTY) }
            }
            None => {
                faults.push(malformed(0, 0, "There is no position: neither a diagram nor 手合割."));
                Setup::EMPTY
            }
        }
    }
}

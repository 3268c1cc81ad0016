//! Reads games and problems.

use super::{kind, write};
use crate::notation::record::Record;
use crate::notation::text::lines;
use crate::notation::token::{Faults, Token, malformed, quote};
use crate::notation::{number, sfen};
use crate::shogi::{Color, Fault, Move, Piece, PieceKind, Position, Setup, Square};

/// The byte ranges of the records of a text, which a line with nothing but `/` separates. Text without anything has none.
pub fn records(text: &str) -> Vec<(usize, usize)> {
    let mut found = Vec::new();
    let mut start = None;
    for line in lines(text) {
        match line.text.trim() {
            "/" => found.extend(start.take().map(|start| (start, line.start))),
            "" => {}
            _ => start = start.or(Some(line.start)),
        }
    }
    found.extend(start.map(|start| (start, text.len())));
    found
}

/// Reads one record: `PI` with pieces taken off, or ranks `P1` to `P9`, or single pieces; hands as they are stated (`P+00KI`), of
/// which one may be all the rest (`P-00AL`); `+` or `-` for the side to move, else that of the first move, else Black. Comments,
/// names, times and `%` statements may be anywhere; statements may stand on one line with commas between. A move has to be of
/// the side to move and of a piece on its square; otherwise it is not judged.
///
/// # Errors
/// All faults of the text (at most 32), each with its byte range; of the moves the first.
pub fn parse(text: &str) -> Result<Record, Vec<Fault>> {
    let mut reader = Reader::new();
    if let Some(&(start, end)) = records(text).get(1) {
        return Err(vec![malformed(start, end, "A second record begins here; one is read at a time.")]);
    }
    for line in lines(text) {
        let is_whole = line.text.starts_with(['\'', 'N', '$']);
        let statements = Statements { rest: Some(line).filter(|line| !line.text.is_empty()), is_whole };
        statements.for_each(|statement| reader.statement(statement));
    }
    reader.finish()
}

/// The statements of a line.
struct Statements<'a> {
    rest: Option<Token<'a>>,
    /// True if commas belong to it.
    is_whole: bool,
}

impl<'a> Iterator for Statements<'a> {
    type Item = Token<'a>;

    fn next(&mut self) -> Option<Token<'a>> {
        let rest = self.rest.take()?;
        let split = if self.is_whole { None } else { rest.split_once(&[',']) };
        let (first, rest) = split.map_or((rest, None), |(first, rest)| (first, Some(rest)));
        self.rest = rest;
        Some(first)
    }
}

/// A record as far as it has been read.
struct Reader {
    record: Record,
    /// The position with the moves played.
    placement: Setup,
    has_pieces: bool,
    turn: Option<Color>,
    /// Whose hand is the rest.
    rest: Option<Color>,
    /// True once the last move is said to mate.
    mates: bool,
    faults: Faults,
    /// True behind the end of the moves, or behind a faulty one.
    ended: bool,
}

impl Reader {
    fn new() -> Self {
        let (record, placement) = (Record::of(Setup::EMPTY), Setup::EMPTY);
        let (turn, rest, faults) = (None, None, Faults::default());
        Self { record, placement, has_pieces: false, turn, rest, mates: false, faults, ended: false }
    }

    fn statement(&mut self, statement: Token) {
        let text = statement.text.trim_end();
        let after = |length: usize| statement.part(length..statement.text.len().max(length));
        let mut letters = text.chars();
        match (letters.next(), letters.next()) {
            (Some('P'), _) if self.ended || !self.record.line.is_empty() => {
                // The moves before it were read with the pieces as they stood.
                self.faults.push(statement.fault("A placement stands behind the moves."));
            }
            (None | Some('V' | 'T' | 'N'), _) => {}
            (Some('\''), _) => self.comment(text),
            (Some('$'), _) => self.information(text),
            (Some('%'), _) => self.end(text),
            (Some('P'), Some('I')) => self.start(after(2)),
            (Some('P'), Some(rank @ '1'..='9')) => self.rank(rank as u8 - b'0', after(2)),
            (Some('P'), Some(sign @ ('+' | '-'))) => self.pieces(color(sign), after(2)),
            (Some(sign @ ('+' | '-')), None) => self.turn = Some(color(sign)),
            (Some(sign @ ('+' | '-')), Some(_)) => self.moved(color(sign), statement),
            _ => self.faults.push(statement.fault(format!("{} is no statement of CSA.", quote(text)))),
        }
    }

    fn comment(&mut self, text: &str) {
        if self.record.line.is_empty() {
            self.record.length = self.record.length.or(number::stated_length(text));
        }
    }

    /// `$EVENT:…`
    fn information(&mut self, text: &str) {
        if let Some(event) = text.strip_prefix("$EVENT:") {
            event.clone_into(&mut self.record.title);
        }
        self.comment(text);
    }

    fn end(&mut self, text: &str) {
        self.mates |= text == "%TSUMI";
        self.ended = true;
    }

    /// The start of a game, without the pieces of a list such as `82HI22KA`.
    fn start(&mut self, removed: Token) {
        self.has_pieces = true;
        self.record.setup.board = Position::start().to_setup().board;
        for group in groups(removed, 4) {
            match placed(group) {
                Some((Some(square), _)) => self.record.setup.board[square.index()] = None,
                _ => self.odd_piece(group),
            }
        }
    }

    /// Nine cells of three characters; what is missing at the end is empty.
    fn rank(&mut self, rank: u8, cells: Token) {
        self.has_pieces = true;
        for (cell, index) in groups(cells, 3).zip(0..) {
            let Some(square) = 9_u8.checked_sub(index).and_then(|file| Square::new(file, rank)) else {
                return self.faults.push(cells.fault(format!("Rank {rank} has more than nine squares.")));
            };
            let piece = occupant(cell.text);
            if piece.is_none() && !matches!(cell.text.trim(), "*" | "") {
                return self.odd_piece(cell);
            }
            self.record.setup.board[square.index()] = piece;
        }
    }

    /// Single pieces, `63FU00KI`, or the rest, `00AL`.
    fn pieces(&mut self, color: Color, list: Token) {
        self.has_pieces = true;
        for group in groups(list, 4) {
            if group.text == "00AL" {
                if self.rest.is_some_and(|other| other != color) {
                    self.faults.push(group.fault("Both hands are said to be the rest of the pieces."));
                }
                self.rest = Some(color);
                continue;
            }
            match placed(group) {
                Some((Some(square), kind)) => self.record.setup.board[square.index()] = Some(Piece::new(color, kind)),
                Some((None, kind)) if PieceKind::HAND.contains(&kind) => {
                    let hand = self.record.setup.hands[color];
                    self.record.setup.hands[color] =
                        sfen::add(hand, (Piece::new(color, kind), 1), group, &mut self.faults);
                }
                _ => self.odd_piece(group),
            }
        }
    }

    fn odd_piece(&mut self, group: Token) {
        self.faults.push(group.fault(format!("{} is no piece with its square.", quote(group.text))));
    }

    /// `+7776FU`
    fn moved(&mut self, mover: Color, statement: Token) {
        if self.record.line.is_empty() && !self.ended {
            self.settle(mover);
        }
        // One fault of the moves is enough: the rest would be faults of it.
        if self.ended {
            return;
        }
        let result = self.find_move(mover, statement.text.trim_end());
        match result.map_err(|why| statement.fault(format!("{} is not a move here: {why}.", quote(statement.text)))) {
            Ok(mv) => {
                write::apply(&mut self.placement, mv);
                self.record.line.push(mv);
            }
            Err(fault) => {
                self.faults.push(fault);
                self.ended = true;
            }
        }
    }

    fn find_move(&self, mover: Color, text: &str) -> Result<Move, &'static str> {
        const FORM: &str = "expected a form such as +7776FU or -0055KA";
        if mover != self.placement.turn {
            return Err("it is the other side's turn");
        }
        let (from, rest) = text[1..].split_at_checked(2).ok_or(FORM)?;
        let (to, code) = rest.split_at_checked(2).ok_or(FORM)?;
        let (to, kind) = (square(to).ok_or(FORM)?, kind(code).ok_or(FORM)?);
        if from == "00" {
            return if PieceKind::HAND.contains(&kind) {
                Ok(Move::drop(kind, to))
            } else {
                Err("it cannot be dropped")
            };
        }
        let from = square(from).filter(|&from| from != to).ok_or(FORM)?;
        match self.placement.board[from.index()].map(|piece| piece.kind) {
            Some(stands) if stands == kind => Ok(Move::board(from, to, false)),
            Some(stands) if stands.promoted() == Some(kind) => Ok(Move::board(from, to, true)),
            _ => Err("no such piece stands there"),
        }
    }

    /// The placement is complete: `first` is who moves if nobody has said so.
    fn settle(&mut self, first: Color) {
        self.record.setup.turn = self.turn.unwrap_or(first);
        if let Some(color) = self.rest {
            self.record.setup.fill_defender_hand(!color);
        }
        self.placement = self.record.setup.clone();
    }

    fn finish(mut self) -> Result<Record, Vec<Fault>> {
        if self.record.line.is_empty() {
            self.settle(Color::Black);
        }
        if !self.has_pieces && self.faults.is_empty() {
            self.faults.push(malformed(0, 0, "There is no position: no line begins with P."));
        }
        self.record.length = self.record.length.or(self.record.length_of_line().filter(|_| self.mates));
        self.faults.or(self.record)
    }
}

const fn color(sign: char) -> Color {
    if sign == '-' { Color::White } else { Color::Black }
}

/// A text in groups of so many characters; the last may be shorter.
fn groups(text: Token, length: usize) -> impl Iterator<Item = Token> {
    let text = text.part(0..text.text.trim_end().len());
    let starts: Vec<usize> = text.text.char_indices().map(|(start, _)| start).step_by(length).collect();
    let ends: Vec<usize> = starts.iter().skip(1).copied().chain([text.text.len()]).collect();
    starts.into_iter().zip(ends).map(move |(start, end)| text.part(start..end))
}

/// The piece of a cell, `-FU`.
fn occupant(cell: &str) -> Option<Piece> {
    let text = cell.trim();
    let sign = text.chars().next().filter(|sign| matches!(sign, '+' | '-'))?;
    Some(Piece::new(color(sign), kind(&text[1..])?))
}

/// The square, `None` for a hand, and the piece of `63FU` or `00KI`.
fn placed(group: Token) -> Option<(Option<Square>, PieceKind)> {
    let (place, code) = group.text.split_at_checked(2)?;
    let kind = kind(code)?;
    if place == "00" { Some((None, kind)) } else { Some((Some(square(place)?), kind)) }
}

/// The square of two digits.
fn square(text: &str) -> Option<Square> {
    let &[file @ b'1'..=b'9', rank @ b'1'..=b'9'] = text.as_bytes() else { return None };
    Square::new(file - b'0', rank - b'0')
}

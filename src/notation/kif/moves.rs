//! The moves of a record, its branches and its end.

use super::line::Line;
use super::pieces::Pieces;
use crate::notation::japanese::{find_move, piece, square};
use crate::notation::number;
use crate::notation::record::Record;
use crate::notation::text::narrow;
use crate::notation::token::{Faults, Token, quote};
use crate::notation::track::{Track, Unplayable};
use crate::shogi::{Fault, Move, PieceKind, Square};

/// Ends of a line that say nothing of a mate.
const OTHER_ENDS: [&str; 15] = [
    "中断",
    "千日手",
    "持将棋",
    "切れ負け",
    "反則勝ち",
    "投了",
    "反則負け",
    "入玉勝ち",
    "不戦勝",
    "不戦敗",
    "勝ち宣言",
    "封じ手",
    "不詰",
    "不詰み",
    "引き分け",
];
/// Ends that say that the last move mates.
const MATES: [&str; 3] = ["詰み", "詰", "つみ"];

/// The moves as far as they have been read.
pub(super) struct Moves {
    track: Track,
    pieces: Pieces,
    /// True once the main line is said to end in mate.
    mates: bool,
    /// The length that `まで7手で詰み` states.
    until: Option<u32>,
    /// True behind the end of a line: nothing may follow but a branch.
    ended: bool,
}

impl Moves {
    /// None yet, from the position of a record.
    pub(super) fn of(record: Record) -> Self {
        let pieces = Pieces::of(&record.setup);
        Self { track: Track::of(record), pieces, mates: false, until: None, ended: false }
    }

    /// Reads all lines up to the first fault.
    pub(super) fn read<'a>(mut self, lines: impl Iterator<Item = Line<'a>>, faults: &mut Faults) -> Record {
        let mut is_first = true;
        for line in lines {
            if let Err(found) = self.line(line, is_first) {
                faults.extend(found);
                break;
            }
            is_first &= !line.is_move();
        }
        let (until, mates) = (self.until, self.mates);
        let record = self.track.record();
        record.length = record.length.or(until).or(record.length_of_line().filter(|_| mates));
        self.track.into_record()
    }

    fn line(&mut self, line: Line, is_first: bool) -> Result<(), Vec<Fault>> {
        match line {
            Line::Numbered(number, text) => self.numbered(number, text),
            Line::Marked(text) => self.marked(text),
            Line::Branch(text) => self.branch(text).map_err(|fault| vec![fault]),
            Line::Until(text) => {
                self.until(text);
                Ok(())
            }
            Line::Comment(text) if is_first => {
                let record = self.track.record();
                record.length = record.length.or(number::stated_length(text.text));
                Ok(())
            }
            Line::Other(text) => {
                Err(vec![text.fault(format!("{} is neither a move nor a comment.", quote(text.text)))])
            }
            _ => Ok(()),
        }
    }

    /// `1 ５二金打   ( 0:01/00:00:01)+`
    fn numbered(&mut self, number: Token, text: Token) -> Result<(), Vec<Fault>> {
        let expected = self.track.plies() + 1;
        if number::parse(number.text).is_none_or(|number| number as usize != expected) {
            let message = format!("Move {} is numbered {}.", expected, quote(number.text));
            return Err(vec![number.fault(message)]);
        }
        let word = text.text.split(|letter: char| letter.is_whitespace() || letter == '(').next().unwrap_or_default();
        if self.end(word) {
            return Ok(());
        }
        let text = without_time(text);
        self.open(text)?;
        let mv = match from_squares(text, self.track.previous_to()) {
            Some((mv, kind)) => self.of_kind(mv, kind).ok_or_else(|| not_here(text, "no such piece stands there"))?,
            None => self.find(text)?,
        };
        self.push(mv);
        Ok(())
    }

    /// `▲５二金打 △同　玉`, of which the last may be `▲投了`.
    fn marked(&mut self, line: Token) -> Result<(), Vec<Fault>> {
        let is_mark = |letter: char| "▲△☗☖▼▽".contains(letter);
        let mut starts: Vec<usize> = line.text.match_indices(is_mark).map(|(start, _)| start).collect();
        starts.push(line.text.len());
        for pair in starts.windows(2) {
            let text = line.part(pair[0]..pair[1]).trimmed();
            if self.end(text.text.trim_start_matches(is_mark)) {
                continue;
            }
            self.open(text)?;
            let mv = self.find(text)?;
            self.push(mv);
        }
        Ok(())
    }

    /// True if the word ends a line, which it then does.
    fn end(&mut self, word: &str) -> bool {
        let (mates, other) = (MATES.contains(&word), OTHER_ENDS.contains(&word));
        if mates || other {
            self.mates |= mates && self.track.is_main();
            self.ended = true;
        }
        mates || other
    }

    fn open(&self, text: Token) -> Result<(), Vec<Fault>> {
        if self.ended { Err(vec![text.fault("A move follows the end of its line.")]) } else { Ok(()) }
    }

    fn push(&mut self, mv: Move) {
        self.track.push(mv);
        self.pieces.play(mv);
    }

    /// The move, if a piece of this kind stands where it begins or it is a drop.
    fn of_kind(&self, mv: Move, kind: PieceKind) -> Option<Move> {
        mv.from().is_none_or(|from| self.pieces.at(from) == Some(kind)).then_some(mv)
    }

    /// The move in the position before it.
    fn find(&mut self, text: Token) -> Result<Move, Vec<Fault>> {
        let previous = self.track.previous_to();
        let position = self.track.position().map_err(|why| match why {
            Unplayable::Setup(faults) => faults,
            Unplayable::Move(ply) => {
                let message = format!("{} cannot be found: move {ply} before it is not legal.", quote(text.text));
                vec![text.fault(message)]
            }
        })?;
        find_move(position, text.text, previous).map_err(|why| not_here(text, why))
    }

    /// `：5手`
    fn branch(&mut self, text: Token) -> Result<(), Fault> {
        let number = text.text.trim_matches(|letter: char| "：:手 　".contains(letter));
        let ply =
            number::parse(number).ok_or_else(|| text.fault("A branch says which move it stands in for: 変化：5手."))?;
        if !self.track.branch(ply as usize) {
            let message =
                format!("A branch at move {ply} leaves no line: the one before it has {} moves.", self.track.plies());
            return Err(text.fault(message));
        }
        self.pieces.take_back_to(self.track.plies());
        self.ended = false;
        Ok(())
    }

    /// `7手で詰み`, `5手で中断`
    fn until(&mut self, text: Token) {
        self.ended = true;
        if self.track.is_main() && text.text.contains("詰") && !text.text.contains("不詰") {
            let number = text.text.split('手').next().unwrap_or_default().trim();
            self.until = self.until.or(number::parse(number));
        }
    }
}

fn not_here(text: Token, why: impl std::fmt::Display) -> Vec<Fault> {
    vec![text.fault(format!("{} is not a move here: {why}.", quote(text.text)))]
}

/// Without the time a move took, in brackets after a space, and the `+` of a move that has branches.
fn without_time(text: Token) -> Token {
    let text = text.part(0..text.text.trim_end_matches('+').len()).trimmed();
    match text.text.rfind(['(', '（']) {
        Some(start) if text.text[start..].contains([':', '：']) => text.part(0..start).trimmed(),
        _ => text,
    }
}

/// A move that says where it comes from, `同　銀成(43)`, or that it is a drop, with the piece that it names.
fn from_squares(text: Token, previous_to: Option<Square>) -> Option<(Move, PieceKind)> {
    let text = text.text.trim_start_matches(|letter: char| "▲△☗☖▼▽".contains(letter));
    let (to, length) = match text.strip_prefix('同') {
        Some(_) => (previous_to?, '同'.len_utf8()),
        None => square(text)?,
    };
    let rest = text[length..].trim_start();
    let (kind, length) = piece(rest)?;
    let rest = &rest[length..].trim_start_matches(|word: char| "右左直上行寄引 　".contains(word));
    if *rest == "打" {
        return PieceKind::HAND.contains(&kind).then(|| (Move::drop(kind, to), kind));
    }
    let (promotion, source) = rest.split_once(['(', '（'])?;
    let source: String = source.chars().map(narrow).collect();
    let source = source.strip_suffix(')')?.trim();
    let from = square(source).filter(|&(_, length)| length == source.len())?.0;
    let promote = match promotion.trim() {
        "成" => true,
        "" | "不成" | "生" => false,
        _ => return None,
    };
    (from != to).then(|| (Move::board(from, to, promote), kind))
}

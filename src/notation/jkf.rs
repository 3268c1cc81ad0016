//! JKF (json-kifu-format): a record as JSON, pieces by their CSA codes.

use super::japanese::{find_move, name, square_text};
use super::record::Record;
use super::token::{Faults, Token, malformed, quote};
use super::track::{Track, Unplayable};
use super::{csa, handicap, kif, number, sfen};
use crate::shogi::{Color, Fault, FaultCode, Move, Piece, PieceKind, Place, Setup, Square};
use serde::Deserialize;
use serde::de::{Deserializer, SeqAccess, Visitor};
use serde_json::value::RawValue;
use std::collections::BTreeMap;
use std::fmt;

/// The largest record that is read, in bytes: in memory it takes some fifty times as much. A long game has a hundredth of it.
const LARGEST: usize = 4 << 20;

#[derive(Deserialize)]
struct File {
    #[serde(default)]
    header: BTreeMap<String, serde_json::Value>,
    initial: Option<Initial>,
    #[serde(default)]
    moves: Vec<Step>,
}

#[derive(Deserialize)]
struct Initial {
    preset: String,
    data: Option<Data>,
}

#[derive(Deserialize)]
struct Data {
    color: u8,
    /// By file, then by rank.
    board: Vec<Vec<Cell>>,
    #[serde(default)]
    hands: Vec<BTreeMap<String, u32>>,
}

#[derive(Deserialize)]
struct Cell {
    color: Option<u8>,
    kind: Option<String>,
}

/// A move with what stands beside it.
#[derive(Deserialize)]
struct Step {
    #[serde(default)]
    comments: Vec<String>,
    #[serde(rename = "move")]
    mv: Option<Written>,
    special: Option<String>,
    /// Lines that stand in for this move and those behind it.
    #[serde(default)]
    forks: Vec<Vec<Step>>,
}

#[derive(Deserialize)]
struct Written {
    color: Option<u8>,
    from: Option<Xy>,
    to: Option<Xy>,
    piece: String,
    promote: Option<bool>,
    #[serde(default)]
    relative: String,
}

#[derive(Clone, Copy, Deserialize)]
struct Xy {
    x: u8,
    y: u8,
}

/// The byte ranges of the records of a text: the elements of an array, or the whole.
///
/// # Errors
/// The place at which an array stops being JSON, or has more than 200,000 elements.
pub fn records(text: &str) -> Result<Vec<(usize, usize)>, Fault> {
    if !text.trim_start().starts_with('[') {
        return Ok(vec![(0, text.len())]);
    }
    let Items(items) = serde_json::from_str(text).map_err(|error| not_json(text, &error))?;
    let range = |item: &&RawValue| {
        let start = item.get().as_ptr() as usize - text.as_ptr() as usize;
        (start, start + item.get().len())
    };
    match items.get(kif::MOST_RECORDS).map(range) {
        Some((start, end)) => {
            Err(malformed(start, end, format!("The file has more than {} records.", kif::MOST_RECORDS)))
        }
        None => Ok(items.iter().map(range).collect()),
    }
}

/// The elements of an array, at most one more than may be: an element of one byte would take many times its space.
struct Items<'a>(Vec<&'a RawValue>);

impl<'a> Deserialize<'a> for Items<'a> {
    fn deserialize<D: Deserializer<'a>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_seq(FirstItems)
    }
}

struct FirstItems;

impl<'a> Visitor<'a> for FirstItems {
    type Value = Items<'a>;

    fn expecting(&self, formatter: &mut fmt::Formatter) -> fmt::Result {
        formatter.write_str("an array of records")
    }

    fn visit_seq<A: SeqAccess<'a>>(self, mut items: A) -> Result<Items<'a>, A::Error> {
        let mut first = Vec::new();
        while let Some(item) = items.next_element()? {
            if first.len() <= kif::MOST_RECORDS {
                first.push(item);
            }
        }
        Ok(Items(first))
    }
}

/// Reads one record. The moves are taken as they are written, if such a piece stands on the square that they name as their source. One
/// that names none, unless it is a drop that says so, is looked for in the position, so it and those before it have to be legal.
///
/// # Errors
/// Where the text is not JSON of this form, with the byte; otherwise all faults of the placement's description (at most 32), or of
/// the moves the first, each with its path in the sentence (`moves[3]`).
pub fn parse(text: &str) -> Result<Record, Vec<Fault>> {
    if text.len() > LARGEST {
        return Err(vec![at("the record", format!("It is larger than {} MiB.", LARGEST >> 20))]);
    }
    let file: File = serde_json::from_str(text).map_err(|error| vec![not_json(text, &error)])?;
    let setup = match file.initial {
        Some(Initial { preset, data: Some(data) }) if preset == "OTHER" => data.setup()?,
        Some(Initial { preset, .. }) => handicap::of_jkf(&preset)
            .ok_or_else(|| vec![at("initial", format!("{} is no preset with a position.", quote(&preset)))])?,
        None => handicap::of_jkf("HIRATE").unwrap_or(Setup::EMPTY),
    };
    let header = |keys: &[&str]| {
        let value = keys.iter().find_map(|&key| file.header.get(key)?.as_str());
        value.unwrap_or_default().to_owned()
    };
    let (title, author) = (header(&["作品名", "表題", "題名"]), header(&["作者"]));
    let words = file.header.values().filter_map(serde_json::Value::as_str);
    let comments = file.moves.iter().take_while(|step| step.mv.is_none()).flat_map(|step| &step.comments);
    let length = words.chain(comments.map(String::as_str)).find_map(number::stated_length);
    let mut moves = Moves::of(Record { title, author, length, ..Record::of(setup) });
    moves.add_line(&file.moves, "moves").map_err(|fault| vec![fault])?;
    let mut record = moves.track.into_record();
    let mates = file.moves.iter().any(|step| step.special.as_deref() == Some("TSUMI"));
    record.length = record.length.or(record.length_of_line().filter(|_| mates));
    Ok(record)
}

/// A fault of what stands at a path of the JSON.
fn at(path: &str, message: impl AsRef<str>) -> Fault {
    Fault::new(FaultCode::MalformedText, Place::Whole, format!("{path}: {}", message.as_ref()))
}

fn not_json(text: &str, error: &serde_json::Error) -> Fault {
    let line = lines_of_json(text).nth(error.line().saturating_sub(1));
    let byte = line.map_or(0, |line| (line.start + error.column().saturating_sub(1)).min(text.len()));
    malformed(byte, byte + 1, format!("This is not JKF: {error}."))
}

/// Lines as JSON errors count them.
fn lines_of_json(text: &str) -> impl Iterator<Item = Token<'_>> {
    let mut start = 0;
    text.split('\n').map(move |line| {
        let token = Token { text: line, start };
        start += line.len() + 1;
        token
    })
}

impl Data {
    fn setup(&self) -> Result<Setup, Vec<Fault>> {
        let mut faults = Faults::default();
        let mut setup = Setup { turn: color(self.color), ..Setup::EMPTY };
        for (file, x) in self.board.iter().zip(0_usize..) {
            for (cell, y) in file.iter().zip(0_usize..) {
                let path = format!("initial.data.board[{x}][{y}]");
                match (square(x + 1, y + 1), cell.piece()) {
                    (Some(square), Ok(piece)) => setup.board[square.index()] = piece,
                    (None, _) => faults.push(at(&path, "There is no such square.")),
                    (_, Err(code)) => faults.push(at(&path, format!("{} is no piece.", quote(code)))),
                }
            }
        }
        for (hand, color) in self.hands.iter().zip(Color::ALL) {
            for (code, &count) in hand.iter().filter(|&(_, &count)| count > 0) {
                add_to_hand(&mut setup, (color, code, count), &mut faults);
            }
        }
        faults.or(setup)
    }
}

fn add_to_hand(setup: &mut Setup, (color, code, count): (Color, &str, u32), faults: &mut Faults) {
    let path = format!("initial.data.hands[{}]", color.index());
    let Some(kind) = csa::kind(code).filter(|kind| PieceKind::HAND.contains(kind)) else {
        return faults.push(at(&path, format!("{} is never in hand.", quote(code))));
    };
    let mut found = Faults::default();
    let item = Token { text: "", start: 0 };
    setup.hands[color] = sfen::add(setup.hands[color], (Piece::new(color, kind), count), item, &mut found);
    let without_place = |fault: Fault| Fault { place: Place::Hand(color), ..fault };
    faults.extend(found.or(()).err().into_iter().flatten().map(without_place));
}

impl Cell {
    /// What stands there; the code that is no piece.
    fn piece(&self) -> Result<Option<Piece>, &str> {
        let Some(code) = &self.kind else { return Ok(None) };
        let kind = csa::kind(code).ok_or(code.as_str())?;
        Ok(Some(Piece::new(color(self.color.unwrap_or(0)), kind)))
    }
}

/// The moves as far as they have been read.
struct Moves {
    track: Track,
    pieces: kif::Pieces,
}

impl Moves {
    /// None yet, from the position of a record.
    fn of(record: Record) -> Self {
        let pieces = kif::Pieces::of(&record.setup);
        Self { track: Track::of(record), pieces }
    }

    /// Adds a line, then all that leaves it, the last first so that the line is still there to be left.
    fn add_line(&mut self, steps: &[Step], path: &str) -> Result<(), Fault> {
        let mut forks = Vec::new();
        for (step, index) in steps.iter().zip(0_usize..) {
            let path = format!("{path}[{index}]");
            if !step.forks.is_empty() {
                forks.push((self.track.plies() + 1, &step.forks, path.clone()));
            }
            if let Some(written) = &step.mv {
                let mv = written.find(self).map_err(|message| at(&format!("{path}.move"), message))?;
                self.track.push(mv);
                self.pieces.play(mv);
            }
        }
        for (ply, lines, path) in forks.into_iter().rev() {
            for (steps, index) in lines.iter().zip(0_usize..) {
                self.track.branch(ply);
                self.pieces.take_back_to(self.track.plies());
                self.add_line(steps, &format!("{path}.forks[{index}]"))?;
            }
        }
        Ok(())
    }
}

impl Written {
    fn find(&self, moves: &mut Moves) -> Result<Move, String> {
        let kind = csa::kind(&self.piece).ok_or_else(|| format!("{} is no piece.", quote(&self.piece)))?;
        let to = match self.to {
            Some(to) => to.square().ok_or("There is no such square.")?,
            None => {
                moves.track.previous_to().ok_or("It says neither where it goes nor does a move stand before it.")?
            }
        };
        if self.relative == "H" {
            let droppable = PieceKind::HAND.contains(&kind);
            return if droppable { Ok(Move::drop(kind, to)) } else { Err("It cannot be dropped.".to_owned()) };
        }
        let Some(from) = self.from else { return self.find_in_position(&mut moves.track, kind, to) };
        let from = from.square().filter(|&from| from != to).ok_or("It comes from no square.")?;
        if moves.pieces.at(from) != Some(kind) {
            return Err("No such piece stands where it comes from.".to_owned());
        }
        Ok(Move::board(from, to, self.promote == Some(true)))
    }

    fn find_in_position(&self, track: &mut Track, kind: PieceKind, to: Square) -> Result<Move, String> {
        let words: String = self.relative.chars().map(word).collect();
        let promotion = if self.promote == Some(true) { "成" } else { "" };
        let text = [&square_text(to), name(kind), &words, promotion].concat();
        let position = track.position().map_err(|why| match why {
            Unplayable::Setup(_) => "It cannot be found: the position has faults.".to_owned(),
            Unplayable::Move(ply) => format!("It cannot be found: move {ply} before it is not legal."),
        })?;
        if self.color.is_some_and(|mover| color(mover) != position.turn()) {
            return Err("It is the other side's turn.".to_owned());
        }
        find_move(position, &text, None).map_err(|why| format!("{text} is not a move here: {why}."))
    }
}

/// The Japanese word for a letter of `relative`.
const fn word(letter: char) -> char {
    match letter {
        'L' => '左',
        'C' => '直',
        'R' => '右',
        'U' => '上',
        'M' => '寄',
        'D' => '引',
        other => other,
    }
}

impl Xy {
    fn square(self) -> Option<Square> {
        Square::new(self.x, self.y)
    }
}

fn square(file: usize, rank: usize) -> Option<Square> {
    Square::new(u8::try_from(file).ok()?, u8::try_from(rank).ok()?)
}

/// 0 is Black.
const fn color(value: u8) -> Color {
    if value == 0 { Color::Black } else { Color::White }
}

#[cfg(test)]
mod tests;

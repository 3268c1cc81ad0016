//! The diagram and the hands of a record.

use super::line::{is_of_problem, side};
use crate::notation::japanese::piece;
use crate::notation::token::{Faults, Token, quote};
use crate::notation::{number, sfen};
use crate::shogi::{ByColor, Color, Hand, Piece, PieceKind, Setup, Square};

/// What is said of a hand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Holding {
    /// These pieces.
    Stated(Hand),
    /// Every piece neither on the board nor in the other hand (残り).
    Rest,
}

/// A diagram as far as it has been read.
pub(super) struct Placement {
    board: [Option<Piece>; Square::COUNT],
    /// Ranks read.
    pub(super) ranks: u8,
    pub(super) hands: ByColor<Option<Holding>>,
    /// True if the hands are called those of a problem's sides.
    pub(super) is_problem: bool,
}

impl Placement {
    pub(super) fn new() -> Self {
        Self { board: Setup::EMPTY.board, ranks: 0, hands: ByColor::default(), is_problem: false }
    }

    /// Reads a rank of the diagram, `| ・v玉 ・ ・ ・ ・ ・ ・ ・|一`.
    pub(super) fn rank(&mut self, line: Token, faults: &mut Faults) {
        self.ranks = self.ranks.saturating_add(1);
        let cells = line.part(line.text.chars().next().map_or(0, char::len_utf8)..line.text.len());
        let cells = cells.split_once(&['|', '｜']).map_or(cells, |(cells, _)| cells);
        let mut files = 0_u8;
        let (mut color, mut rest) = (Color::Black, cells.text);
        while let Some(letter) = rest.chars().next() {
            let found = piece(rest);
            match (found, letter) {
                (Some((kind, _)), _) => self.put(&mut files, Some(Piece::new(color, kind))),
                (None, '・' | '．' | '.' | '·' | '･') => self.put(&mut files, None),
                (None, ' ' | '　' | '^' | 'v' | 'V' | 'ｖ') => {}
                _ => {
                    let start = cells.text.len() - rest.len();
                    let odd = cells.part(start..start + letter.len_utf8());
                    let message = format!("{} in rank {} of the diagram is not a piece.", quote(odd.text), self.ranks);
                    return faults.push(odd.fault(message));
                }
            }
            color = if matches!(letter, 'v' | 'V' | 'ｖ') { Color::White } else { Color::Black };
            rest = &rest[found.map_or(letter.len_utf8(), |(_, length)| length)..];
        }
        if files != 9 {
            let message = format!("Rank {} of the diagram has {files} squares; it must have 9.", self.ranks);
            faults.push(line.fault(message));
        }
    }

    fn put(&mut self, files: &mut u8, piece: Option<Piece>) {
        *files = files.saturating_add(1);
        let square = 10_u8.checked_sub(*files).and_then(|file| Square::new(file, self.ranks));
        if let Some(square) = square {
            self.board[square.index()] = piece;
        }
    }

    /// Reads a hand; `of` is what the line calls its holder.
    pub(super) fn hand(&mut self, of: Token, value: Token, faults: &mut Faults) {
        // Without a name it is the hand of the side that has the problem to solve.
        let color = if of.text.is_empty() { Some(Color::Black) } else { side(of.text) };
        let Some(color) = color else {
            return faults.push(of.fault(format!("{} is no side whose hand this could be.", quote(of.text))));
        };
        self.is_problem |= is_of_problem(of.text);
        if self.hands[color].is_some() {
            return faults.push(of.fault(format!("{color}'s hand is given twice.")));
        }
        let holding = if is_rest(value.text) { Holding::Rest } else { Holding::Stated(hand(color, value, faults)) };
        self.hands[color] = Some(holding);
    }

    /// True if anything is said to be in a hand.
    pub(super) fn has_hands(&self) -> bool {
        let is_none = |holding: &Option<Holding>| matches!(holding, None | Some(Holding::Stated(Hand::EMPTY)));
        !self.hands.0.iter().all(is_none)
    }

    /// The placement with `turn` to move, a hand that is left out filled as the convention has it.
    pub(super) fn setup(&self, turn: Color, attacker: Color) -> Setup {
        let stated = |color| match self.hands[color] {
            Some(Holding::Stated(hand)) => hand,
            _ => Hand::EMPTY,
        };
        let mut setup = Setup { board: self.board, hands: ByColor(Color::ALL.map(stated)), turn };
        let said = Color::ALL.into_iter().find(|&color| self.hands[color] == Some(Holding::Rest));
        let left_out = self.hands[!attacker].is_none().then_some(!attacker);
        if let Some(color) = said.or(left_out) {
            setup.fill_defender_hand(!color);
        }
        setup
    }
}

/// True for 残り, 残り全部, 残駒全部 and the like.
fn is_rest(text: &str) -> bool {
    text.strip_prefix('残').is_some_and(|rest| rest.chars().all(|letter| "りの駒全部てすべ　 ".contains(letter)))
}

/// The pieces of a hand, `飛　金二 歩18`; nothing or なし for none.
fn hand(color: Color, value: Token, faults: &mut Faults) -> Hand {
    let mut hand = Hand::EMPTY;
    if matches!(value.text, "なし" | "無し" | "無" | "ナシ") {
        return hand;
    }
    let mut rest = value;
    while !rest.text.is_empty() && !faults.is_full() {
        let (item, count, next) = item(rest);
        rest = next;
        match (piece(item.text), count) {
            (Some((kind, _)), Some(count @ 1..)) if PieceKind::HAND.contains(&kind) => {
                hand = sfen::add(hand, (Piece::new(color, kind), count), item, faults);
            }
            _ => return not_held(hand, item, faults),
        }
    }
    hand
}

fn not_held(hand: Hand, item: Token, faults: &mut Faults) -> Hand {
    faults.push(item.fault(format!("{} in a hand is no piece with its number.", quote(item.text))));
    hand
}

/// The first piece with its number (1 if it has none; `None` if that is no number), and what follows them.
fn item(text: Token) -> (Token, Option<u32>, Token) {
    let letter = piece(text.text).map(|(_, length)| length);
    let letter = letter.or_else(|| text.text.chars().next().map(char::len_utf8)).unwrap_or(0);
    let body = &text.text[letter..];
    let digits = body.len() - body.trim_start_matches(number::is_part).len();
    let (digits, end) = (&body[..digits], letter + digits);
    let count = if digits.is_empty() { Some(1) } else { number::parse(digits) };
    let separators = |letter: char| letter.is_whitespace() || "、，,・枚".contains(letter);
    let next = text.text.len() - text.text[end..].trim_start_matches(separators).len();
    (text.part(0..end), count, text.part(next..text.text.len()))
}

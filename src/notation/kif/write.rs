//! Writes a problem's diagram (BOD) and its solution, with the variations as branches (変化).
//!
//! There is no `手合割` line: its values name handicaps, readers differ over any other (some refuse it), and all take the diagram without
//! it. Branches stand after the main line, later ones first, so that the line that a reader is on always leads back to the main line.
//! Lines have no times and no `+` at a branch, both of which may be left out.

use crate::notation::japanese::{self, letter, name, square_text};
use crate::notation::number::kanji;
use crate::shogi::{Color, Hand, Move, Piece, PieceKind, Position, Square};
use crate::solver::{Cause, Length, Line, LineKind, Mark, Mate, Problem, Variation, Verdict};
use std::ops::Range;

/// The text of a problem with what was found about it, lines ended by `\n`.
pub fn solution(problem: &Problem, verdict: &Verdict) -> String {
    let mut text = diagram(problem.position());
    match verdict {
        Verdict::Mate(mate) => Solution { problem, mate }.write(&mut text),
        Verdict::NoMate => text.push_str("手数----指手--\n   1 不詰\nまで0手で不詰\n"),
        Verdict::Unknown(Cause::Plies(plies)) => push_line(&mut text, &format!("*{plies}手以内の詰みなし")),
        Verdict::Unknown(_) => text.push_str("*詰みも不詰も未確認\n"),
    }
    text
}

/// The text of a position with legal moves from it, lines ended by `\n`.
pub fn record(position: &Position, moves: &[Move]) -> String {
    let mut text = diagram(position);
    if !moves.is_empty() {
        text.push_str("手数----指手--\n");
        numbered(&mut text, position.clone(), (moves, 1), |_, _, _| {});
    }
    text
}

/// Writes legal moves whose first has the given number, each followed by what `after` adds, and gives the position they lead to. The first names
/// its square: a simple reader has lost the move before it.
fn numbered(
    text: &mut String,
    mut position: Position,
    (moves, first): (&[Move], u32),
    mut after: impl FnMut(&mut String, &Position, u32),
) -> Position {
    let mut previous = None;
    for (&mv, ply) in moves.iter().zip(first..) {
        push_line(text, &format!("{ply:4} {}", move_text(&position, mv, previous)));
        after(text, &position, ply);
        position.play(mv);
        previous = Some(mv.to());
    }
    position
}

/// A position as a diagram with both hands (BOD).
pub fn diagram(position: &Position) -> String {
    let mut text = format!("後手の持駒：{}\n  ９ ８ ７ ６ ５ ４ ３ ２ １\n", hand(position.hand(Color::White)));
    text.push_str("+---------------------------+\n");
    for rank in 1..=9 {
        let squares = (1..=9).rev().filter_map(|file| Square::new(file, rank));
        let cells: String = squares.map(|square| cell(position, square)).collect();
        push_line(&mut text, &format!("|{cells}|{}", kanji(rank.into())));
    }
    text.push_str("+---------------------------+\n");
    push_line(&mut text, &format!("先手の持駒：{}", hand(position.hand(Color::Black))));
    if position.turn() == Color::White {
        text.push_str("後手番\n");
    }
    text
}

/// A cell of a diagram, two characters.
pub fn cell(position: &Position, square: Square) -> String {
    match position.piece_at(square) {
        None => " ・".to_owned(),
        Some(Piece { color: Color::Black, kind }) => format!(" {}", letter(kind)),
        Some(Piece { color: Color::White, kind }) => format!("v{}", letter(kind)),
    }
}

/// A legal move as KIF writes it: `７六歩(77)`, `同　銀成(43)`, `５二金打`.
pub fn move_text(position: &Position, mv: Move, previous_to: Option<Square>) -> String {
    let target = if previous_to == Some(mv.to()) { "同　".to_owned() } else { square_text(mv.to()) };
    let from = mv.from().and_then(|from| Some((from, position.piece_at(from)?)));
    match (mv.dropped(), from) {
        (Some(kind), _) => format!("{target}{}打", name(kind)),
        (None, Some((from, piece))) => {
            let promotion = if mv.is_promotion() { "成" } else { "" };
            format!("{target}{}{promotion}({}{})", name(piece.kind), from.file(), from.rank())
        }
        (None, None) => mv.to_string(),
    }
}

/// A hand, the most valuable pieces first: `飛　金二　歩十七`.
fn hand(hand: Hand) -> String {
    let mut pieces: Vec<(PieceKind, u8)> = hand.iter().collect();
    pieces.reverse();
    let one = |(kind, count): (PieceKind, u8)| match count {
        1 => letter(kind).to_owned(),
        _ => format!("{}{}", letter(kind), kanji(count.into())),
    };
    if pieces.is_empty() { "なし".to_owned() } else { pieces.into_iter().map(one).collect::<Vec<_>>().join("　") }
}

fn push_line(text: &mut String, line: &str) {
    text.push_str(line);
    text.push('\n');
}

/// A mate to be written.
struct Solution<'a> {
    problem: &'a Problem,
    mate: &'a Mate,
}

/// Moves from some ply of the longest line on.
struct Branch<'a> {
    first: u32,
    moves: &'a [Move],
    leftover: Hand,
    mark: Option<Mark>,
    /// Plies at which findings are told.
    told: Range<u32>,
}

impl<'a> Solution<'a> {
    fn write(&self, text: &mut String) {
        push_line(text, "手数----指手--");
        push_line(text, &format!("*{}", self.lengths()));
        for (branch, index) in self.branches().into_iter().zip(0..) {
            if index > 0 {
                push_line(text, &format!("\n変化：{}手", branch.first));
            }
            self.branch(text, &branch);
        }
    }

    /// What is known of the lengths.
    fn lengths(&self) -> String {
        let plies = |length: Length| match length.proved() {
            Some(plies) => format!("{plies}手詰"),
            None => format!("{}手以内の詰み", length.at_most),
        };
        let conventional = self.mate.conventional.first();
        if self.mate.kind == LineKind::Classic {
            let longest = conventional.map_or(self.mate.raw, |&(_, length)| length);
            return format!("{}手詰（最長{}、駒余り）", self.mate.line.moves.len(), plies(longest));
        }
        match conventional {
            Some(&(_, length)) if length != self.mate.raw => {
                format!("{}（無駄合を含めて{}）", plies(length), plies(self.mate.raw))
            }
            _ => plies(self.mate.raw),
        }
    }

    /// The answer, then all that leaves it. Where the answer is not the longest line that is a branch of it, and what leaves the longest
    /// later comes right behind.
    fn branches(&self) -> Vec<Branch<'a>> {
        let (mate, fork) = (self.mate, self.fork());
        let Line { moves, leftover } = &mate.line;
        let answer = Branch { first: 1, moves, leftover: *leftover, mark: None, told: 1..fork };
        let longest = mate.longest.as_ref().map(|Line { moves, leftover }| {
            let moves = &moves[fork as usize - 1..];
            Branch { first: fork, moves, leftover: *leftover, mark: None, told: fork..u32::MAX }
        });
        let (later, earlier): (Vec<_>, Vec<_>) = self.variations().into_iter().partition(|it| it.first > fork);
        [answer].into_iter().chain(longest).chain(later).chain(earlier).collect()
    }

    /// The variations, the last first, without one that is the answer.
    fn variations(&self) -> Vec<Branch<'a>> {
        let all = self.mate.variations.iter().flat_map(|it| &it.list);
        let branch = |Variation { ply, line, mark, .. }: &'a Variation| {
            let Line { moves, leftover } = line;
            Branch { first: *ply, moves, leftover: *leftover, mark: *mark, told: 0..0 }
        };
        let (answer, fork) = (&self.mate.line.moves, self.fork());
        let is_answer = |it: &Branch| it.first == fork && answer.get(fork as usize - 1..) == Some(it.moves);
        let mut branches: Vec<Branch> = all.map(branch).filter(|it| !is_answer(it)).collect();
        branches.sort_by_key(|it| std::cmp::Reverse(it.first));
        branches
    }

    /// The ply at which the answer leaves the longest line; beyond every ply if it is the longest.
    fn fork(&self) -> u32 {
        let Some(longest) = &self.mate.longest else { return u32::MAX };
        let equal = longest.moves.iter().zip(&self.mate.line.moves).take_while(|(a, b)| a == b).count();
        equal as u32 + 1
    }

    fn branch(&self, text: &mut String, branch: &Branch) {
        let first = branch.first;
        let start = self.mate.stem().before(self.problem.position(), first);
        let position = numbered(text, start, (branch.moves, first), |text, position, ply| {
            if branch.told.contains(&ply) {
                self.comments(position, ply).for_each(|comment| push_line(text, &comment));
            }
        });
        // Of a variation whose answer was not found there is its first move only.
        if position.turn() != self.problem.attacker() {
            end(text, branch);
        }
    }

    /// What was found about the moves of a ply.
    fn comments(&self, position: &Position, ply: u32) -> impl Iterator<Item = String> {
        let findings = self.mate.soundness.iter().flat_map(|it| &it.findings);
        let here = findings.filter_map(move |finding| Some((finding, finding.about().filter(|it| it.ply == ply)?)));
        here.map(|(finding, other)| format!("*{}　{}", finding.term(), japanese::move_text(position, other.mv, None)))
    }
}

/// The end of a branch that mates.
fn end(text: &mut String, branch: &Branch) {
    if !branch.leftover.is_empty() {
        push_line(text, &format!("*駒余り　{}", hand(branch.leftover)));
    }
    match branch.mark {
        None => {}
        Some(Mark::Equal) => push_line(text, "*変同"),
        Some(Mark::Clean) => push_line(text, "*変長"),
    }
    let plies = branch.first - 1 + branch.moves.len() as u32;
    push_line(text, &format!("{:4} 詰み\nまで{plies}手で詰み", plies + 1));
}

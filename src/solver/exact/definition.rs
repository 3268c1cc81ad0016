//! The definition, evaluated on what is known.

use super::memo::{Squares, key_of};
use super::{Answer, Exact, Need, Question, Way};
use crate::shogi::{Bitboard, Color, Hand, Key, Move, Position, Square, movegen};
use crate::solver::Convention;
use crate::solver::length::Plies;
use crate::solver::proof_hand::attacker_hand_after;
use crate::solver::salt::salt_of;
use crate::solver::table::Known;
use crate::solver::useless::{Slide, closes, slides_on};

impl Exact {
    pub(super) fn evaluate(&mut self, question: Question) -> Result<Answer, Need> {
        match question {
            Question::AtMost(plies) => Ok(yes_or_no(self.is_at_most(plies)?)),
            Question::Within { squares, plies } => Ok(yes_or_no(self.replies_are_at_most(plies, Some(squares))?)),
            Question::Replies(plies) => Ok(Answer::Moves(self.ordinary_replies(plies)?)),
            Question::Choice(plies) => Ok(Answer::Move(self.choice(plies)?)),
            Question::Leftover(plies) => Ok(Answer::Pieces(self.leftover(plies)?)),
        }
    }

    /// The bounds first, the definition where they leave it open.
    fn is_at_most(&mut self, plies: u16) -> Result<bool, Need> {
        let here = (self.position.board_key(), self.hand());
        if let Some(known) = self.known(here, None, plies) {
            return Ok(known);
        }
        let floor = self.memo.look(super::key_here(&self.position, None)).floor;
        if floor > plies && !self.floor_is_at_most(here, plies) {
            return Err(Need::Floor(plies));
        }
        // Without a reply but useless drops, or one check before that, the floor is the length.
        if self.convention == Convention::None || plies <= 1 {
            return Ok(true);
        }
        if self.position.turn() == Color::White { self.replies_are_at_most(plies, None) } else { self.has_check(plies) }
    }

    fn hand(&self) -> Hand {
        self.position.hand(Color::Black)
    }

    /// True if some check is followed by at most `plies - 1` more. Those whose floor is known to fit are tried first.
    fn has_check(&mut self, plies: u16) -> Result<bool, Need> {
        let mut checks = Vec::new();
        movegen::checks(&self.position, &mut checks);
        checks.sort_by_key(|&mv| !self.floor_is_at_most(self.node_after(mv), plies - 1));
        for mv in checks {
            if self.is_at_most_after(Way::Move(mv), Question::AtMost(plies - 1))? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// True if all replies but useless drops are followed by at most `plies - 1` more; of drops those on the first so many gap squares.
    fn replies_are_at_most(&mut self, plies: u16, squares: Squares) -> Result<bool, Need> {
        let replies = Replies::of(&self.position);
        for &mv in &replies.on_board {
            if !self.reply_is_at_most(mv, plies)? {
                return Ok(false);
            }
        }
        let count = squares.map_or(replies.drops.len(), usize::from);
        for (index, (square, drops)) in replies.drops.iter().take(count).enumerate() {
            if self.is_useless((*square, index as u8), plies)? {
                continue;
            }
            for &mv in drops {
                if !self.reply_is_at_most(mv, plies)? {
                    return Ok(false);
                }
            }
        }
        Ok(true)
    }

    fn reply_is_at_most(&mut self, mv: Move, plies: u16) -> Result<bool, Need> {
        if plies == 0 {
            return Ok(false);
        }
        self.is_at_most_after(Way::Move(mv), Question::AtMost(plies - 1))
    }

    /// True if all drops on the square, the `index`-th on which one is possible, are useless. The replies before are known to
    /// last `plies` at most.
    fn is_useless(&mut self, (square, index): (Square, u8), plies: u16) -> Result<bool, Need> {
        if self.convention == Convention::None {
            return Ok(false);
        }
        if closes(&mut self.position, square, self.convention) {
            return Ok(true);
        }
        let slides = slides_on(&mut self.position, square, self.convention);
        if !self.one_mates(&slides, plies)? {
            return Ok(false);
        }
        let lasting = self.lasting(index, plies)?;
        self.one_mates(&slides, lasting)
    }

    fn one_mates(&mut self, slides: &[Slide], plies: u16) -> Result<bool, Need> {
        for &slide in slides {
            if self.is_at_most_after(Way::Slide(slide), Question::AtMost(plies))? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// How long the replies before the `index`-th square last, `plies` at most.
    fn lasting(&mut self, index: u8, plies: u16) -> Result<u16, Need> {
        let (mut low, mut high) = (0, plies);
        while low < high {
            // Most often they last as long as all replies.
            let middle = if high == plies { high - 2 } else { (low + high) / 4 * 2 };
            if self.is_at_most_after(Way::Here, Question::Within { squares: index, plies: middle })? {
                high = middle;
            } else {
                low = middle + 2;
            }
        }
        Ok(high)
    }

    /// The move that the answer line takes: for the attacker the first in order that keeps the length, for the defender of those that
    /// do the one whose line leaves fewest pieces.
    fn choice(&mut self, plies: u16) -> Result<Option<Move>, Need> {
        if plies == 0 {
            return Ok(None);
        }
        if self.position.turn() == Color::Black {
            return self.first_check(plies).map(Some);
        }
        let mut best = None;
        for mv in self.longest_replies(plies)? {
            let count = self.leftover_after(mv, plies)?;
            if best.is_none_or(|(_, least)| count < least) {
                best = Some((mv, count));
            }
            if count == 0 {
                break;
            }
        }
        Ok(best.map(|(mv, _)| mv))
    }

    fn leftover(&mut self, plies: u16) -> Result<u8, Need> {
        match self.choice(plies)? {
            None => Ok(self.hand().total()),
            Some(mv) => self.leftover_after(mv, plies),
        }
    }

    fn leftover_after(&mut self, mv: Move, plies: u16) -> Result<u8, Need> {
        let (board, hand) = self.node_after(mv);
        let known = self.memo.look(key_of(board, hand, None));
        if known.leftover == u8::MAX {
            return Err(Need::Question(Way::Move(mv), Question::Leftover(plies - 1)));
        }
        Ok(known.leftover)
    }

    /// The first check in the fixed order that mates in `plies`.
    fn first_check(&mut self, plies: u16) -> Result<Move, Need> {
        let mut checks = Vec::new();
        movegen::checks(&self.position, &mut checks);
        sort_in_fixed_order(&mut checks);
        for &mv in &checks {
            if self.is_at_most_after(Way::Move(mv), Question::AtMost(plies - 1))? {
                return Ok(mv);
            }
        }
        // A position of this length has one, but an answer may hold on this stack only.
        Err(Need::Lost)
    }

    /// The replies that last `plies`, useless drops left out, in the fixed order.
    fn longest_replies(&mut self, plies: u16) -> Result<Vec<Move>, Need> {
        let mut longest = Vec::new();
        for mv in self.ordinary_replies(plies)? {
            if plies < 3 || !self.is_at_most_after(Way::Move(mv), Question::AtMost(plies - 3))? {
                longest.push(mv);
            }
        }
        Ok(longest)
    }

    /// The replies but useless drops in the fixed order; the length is `plies`.
    fn ordinary_replies(&mut self, plies: u16) -> Result<Vec<Move>, Need> {
        let Replies { on_board: mut moves, drops } = Replies::of(&self.position);
        for (index, (square, drops)) in drops.into_iter().enumerate() {
            if !self.is_useless((square, index as u8), plies)? {
                moves.extend(drops);
            }
        }
        sort_in_fixed_order(&mut moves);
        Ok(moves)
    }

    /// What is known of a question about another position, or the need to ask it.
    fn is_at_most_after(&mut self, way: Way, question: Question) -> Result<bool, Need> {
        let frame = &self.frames[self.frames.len() - 1];
        if let Some((.., answer)) = frame.cut.iter().find(|(a, b, _)| (*a, *b) == (way, question)) {
            return Ok(*answer == Answer::Yes);
        }
        let (node, squares, plies) = match (way, question) {
            (Way::Move(mv), Question::AtMost(plies)) => (self.node_after(mv), None, plies),
            (Way::Slide(slide), Question::AtMost(plies)) => {
                ((slide.key(&self.position).unwrap_or_default(), self.hand()), None, plies)
            }
            (_, Question::Within { squares, plies }) => {
                ((self.position.board_key(), self.hand()), Some(squares), plies)
            }
            _ => unreachable!("only lengths are asked so"),
        };
        self.known(node, squares, plies).ok_or(Need::Question(way, question))
    }

    /// Whether a length is at most `plies`, if that is known.
    fn known(&self, (board, hand): (Key, Hand), squares: Squares, plies: u16) -> Option<bool> {
        let known = self.memo.look(key_of(board, hand, squares));
        if known.high <= plies || known.low > plies {
            return Some(known.high <= plies);
        }
        if squares.is_some() {
            return None;
        }
        // The raw length is never less, the floor never more.
        match self.table.look(board ^ self.salt, hand, Plies(plies)) {
            Known::Proved { .. } => Some(true),
            _ => matches!(self.floor((board, hand), plies), Known::Disproved { .. }).then_some(false),
        }
    }

    /// What the table knows of a floor.
    fn floor(&self, (board, hand): (Key, Hand), plies: u16) -> Known {
        let key = board ^ self.salt ^ salt_of(self.convention);
        self.convention.recall(&self.table, (key, hand), Plies(plies))
    }

    fn floor_is_at_most(&self, node: (Key, Hand), plies: u16) -> bool {
        matches!(self.floor(node, plies), Known::Proved { .. })
    }

    fn node_after(&self, mv: Move) -> (Key, Hand) {
        (self.position.key_after(mv), attacker_hand_after(&self.position, mv))
    }
}

/// The replies to a check: those that are no drops, and drops by gap square, from the king outwards.
struct Replies {
    on_board: Vec<Move>,
    drops: Vec<(Square, Vec<Move>)>,
}

impl Replies {
    fn of(position: &Position) -> Self {
        let mut moves = Vec::new();
        movegen::evasions(position, &mut moves);
        let (drops, on_board): (Vec<Move>, Vec<Move>) = moves.into_iter().partition(|mv| mv.is_drop());
        let squares = drops.iter().fold(Bitboard::EMPTY, |squares, mv| squares | Bitboard::of(mv.to()));
        let king = position.king(Color::White);
        let order = king.into_iter().flat_map(|king| squares.outwards(king));
        let on = |square| (square, drops.iter().copied().filter(|mv| mv.to() == square).collect());
        Self { on_board, drops: order.map(on).collect() }
    }
}

/// Ascending ASCII of the move as USI writes it.
fn sort_in_fixed_order(moves: &mut [Move]) {
    moves.sort_unstable_by_key(|mv| mv.text_order());
}

fn yes_or_no(yes: bool) -> Answer {
    if yes { Answer::Yes } else { Answer::No }
}

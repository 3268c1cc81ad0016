//! SFEN, the one-line notation of a placement.
//!
//! Four fields: the board by ranks from the top, each from file 9 to file 1 (a letter a piece, upper case Black's,
//! `+` before a promoted one, a digit for so many empty squares); `b` or `w` for the side to move; the pieces in
//! hand, a count before a letter, `-` for none; the move number.

use super::token::{Faults, Token, malformed, quote, tokens, without_keyword};
use crate::shogi::{ByColor, Color, Fault, FaultCode, Hand, Move, Piece, PieceKind, Place, Setup, Square};

/// Reads `board turn hands [move number]`. Underscores between the fields count as spaces, a leading
/// `sfen ` is skipped, the move number may be missing (the hands may not: whether none are held or the rest is the
/// defender's must not be guessed). A kind named twice in a hand is added up, in any order. Mostly the text is judged
/// here, each fault with its byte range; when it has faults, those of the placement ([`Setup::faults`], as far as
/// it could be read) are added, so that everything is reported at once.
///
/// # Errors
/// All faults of the text (at most 32), with code [`FaultCode::MalformedText`] or [`FaultCode::TooManyPieces`] (a hand
/// with more of a kind than a set has) and a byte range.
pub fn parse(text: &str) -> Result<Setup, Vec<Fault>> {
    let fields: Vec<Token> = tokens(text).collect();
    parse_fields(without_keyword(&fields, "sfen"), text.len())
}

/// Reads the fields of a SFEN; a missing one is missed at byte `end`.
pub(super) fn parse_fields(fields: &[Token], end: usize) -> Result<Setup, Vec<Fault>> {
    let mut faults = Faults::default();
    let mut setup = Setup::EMPTY;
    let [board, turn, hands] = [0, 1, 2].map(|index| fields.get(index).copied());
    match board {
        Some(field) => read_board(field, &mut setup, &mut faults),
        None => faults.push(malformed(0, end, "There is no position.")),
    }
    match turn {
        Some(field) => setup.turn = read_turn(field, &mut faults),
        None if board.is_some() => faults.push(malformed(end, end, "The side to move is missing: b or w.")),
        None => {}
    }
    match hands {
        Some(field) => setup.hands = read_hands(field, &mut faults),
        None if turn.is_some() => faults.push(malformed(end, end, "The pieces in hand are missing: - for none.")),
        None => {}
    }
    read_rest(fields.get(3..).unwrap_or_default(), &mut faults);
    if !faults.is_empty() {
        faults.extend(setup.faults().into_iter().filter(|fault| fault.code != FaultCode::NoKing));
    }
    faults.or(setup)
}

fn read_board(field: Token, setup: &mut Setup, faults: &mut Faults) {
    let ranks = field.text.split('/').count();
    if ranks == 1 {
        let message = format!("{} is not a board: nine ranks with / between them.", quote(field.text));
        return faults.push(malformed(field.start, field.end(), message));
    }
    let mut start = field.start;
    for (text, number) in field.text.split('/').zip(1..=9) {
        read_rank(Token { text, start }, number, setup, faults);
        start += text.len() + 1;
    }
    if ranks != 9 {
        // Of too many ranks the place is what follows the ninth.
        let from = if ranks > 9 { start } else { field.start };
        faults.push(malformed(from, field.end(), format!("The board has {ranks} ranks; it must have 9.")));
    }
}

/// Reads one rank up to its first unknown letter.
fn read_rank(rank: Token, number: u8, setup: &mut Setup, faults: &mut Faults) {
    let mut files: usize = 0;
    let mut plus: Option<usize> = None;
    for (offset, letter) in rank.text.char_indices() {
        match (letter, plus) {
            ('+', None) => plus = Some(offset),
            ('1'..='9', None) => files += letter as usize - '0' as usize,
            _ => {
                let (start, end) = (plus.unwrap_or(offset), offset + letter.len_utf8());
                let Some(piece) = piece(letter, plus.is_some()) else {
                    let message = format!("{} in rank {number} is not a piece.", quote(&rank.text[start..end]));
                    return faults.push(malformed(rank.start + start, rank.start + end, message));
                };
                if let Some(square) = 9_usize.checked_sub(files).and_then(|file| Square::new(file as u8, number)) {
                    setup.board[square.index()] = Some(piece);
                }
                files += 1;
                plus = None;
            }
        }
    }
    if plus.is_some() {
        faults.push(malformed(rank.end() - 1, rank.end(), format!("No piece follows the + in rank {number}.")));
    } else if files != 9 {
        let message = format!("Rank {number} has {files} squares; it must have 9.");
        faults.push(malformed(rank.start, rank.end(), message));
    }
}

/// The piece of a letter, upper case Black's; `None` too for a king or gold promoted.
fn piece(letter: char, promoted: bool) -> Option<Piece> {
    let kind = PieceKind::from_letter(letter.to_ascii_uppercase())?;
    let color = if letter.is_ascii_uppercase() { Color::Black } else { Color::White };
    Some(Piece::new(color, if promoted { kind.promoted()? } else { kind }))
}

fn read_turn(field: Token, faults: &mut Faults) -> Color {
    match field.text {
        "b" => Color::Black,
        "w" => Color::White,
        text => {
            let message = format!("The side to move is b or w, not {}.", quote(text));
            faults.push(malformed(field.start, field.end(), message));
            Color::Black
        }
    }
}

fn read_hands(field: Token, faults: &mut Faults) -> ByColor<Hand> {
    let mut hands = ByColor::<Hand>::default();
    let mut rest = if field.text == "-" { "" } else { field.text };
    while !rest.is_empty() {
        let start = field.end() - rest.len();
        let digits = rest.len() - rest.trim_start_matches(|letter: char| letter.is_ascii_digit()).len();
        let length = digits + rest[digits..].chars().next().map_or(0, char::len_utf8);
        let item = Token { text: &rest[..length], start };
        rest = &rest[length..];
        match hand_item(item, digits) {
            Ok((piece, count)) => hands[piece.color] = add(hands[piece.color], (piece, count), item, faults),
            Err(fault) => faults.push(fault),
        }
        if faults.is_full() {
            break;
        }
    }
    hands
}

/// The piece and the count of one item, `17p`, whose first `digits` bytes are the count.
fn hand_item(item: Token, digits: usize) -> Result<(Piece, u32), Fault> {
    let (number, letter) = item.text.split_at(digits);
    let fault = |message| Err(malformed(item.start, item.end(), message));
    match letter.chars().next().map(|letter| piece(letter, false)) {
        None => fault(format!("No piece follows the count {} in the hands.", quote(number))),
        Some(None) => fault(format!("{} in the hands is not a piece.", quote(letter))),
        Some(Some(piece)) if piece.kind == PieceKind::King => fault("A king is never in hand.".to_owned()),
        // A number too long for its type is more than any set has.
        Some(Some(piece)) => match if number.is_empty() { 1 } else { number.parse().unwrap_or(u32::MAX) } {
            0 => fault(format!("{} in the hands counts no piece.", quote(item.text))),
            count => Ok((piece, count)),
        },
    }
}

/// The hand with `count` more of a kind; left as it is if that were more than a set has, so that counts never overflow.
pub(super) fn add(hand: Hand, (piece, count): (Piece, u32), item: Token, faults: &mut Faults) -> Hand {
    let limit = piece.kind.full_set();
    let total = count.saturating_add(hand.count(piece.kind).into());
    if total <= limit.into() {
        return hand.with(piece.kind, total as u8);
    }
    let message = format!("{}'s hand holds {total} {}s; a set has {limit}.", piece.color, piece.kind.name());
    faults.push(Fault::new(FaultCode::TooManyPieces, Place::Text(item.start, item.end()), message));
    hand
}

/// The move number is checked and forgotten; nothing may follow it.
fn read_rest(fields: &[Token], faults: &mut Faults) {
    if let Some(number) = fields.first()
        && !(number.text.bytes().all(|byte| byte.is_ascii_digit()) && number.text.parse::<u32>().is_ok())
    {
        let message = format!("{} is not a move number.", quote(number.text));
        faults.push(malformed(number.start, number.end(), message));
    }
    if let [_, first, .., last] | [_, first @ last] = fields {
        let message = format!("{} follows the end of the position.", quote(first.text));
        faults.push(malformed(first.start, last.end(), message));
    }
}

/// The SFEN of a placement, hands in the customary order, with move number 1.
pub fn format(setup: &Setup) -> String {
    /// Few are longer.
    const USUAL: usize = 96;
    let mut text = String::with_capacity(USUAL);
    // A string takes everything.
    let _ = setup.write(&mut text);
    text
}

/// The same with `moves` and the moves, if there are any: a line of a collection, which the moves solve.
pub fn format_line(setup: &Setup, moves: &[Move]) -> String {
    let texts: Vec<String> = moves.iter().map(ToString::to_string).collect();
    let tail = if texts.is_empty() { String::new() } else { format!(" moves {}", texts.join(" ")) };
    format!("{setup}{tail}")
}

#[cfg(test)]
mod tests {
    use super::*;
    use FaultCode::{DeadEndPiece, MalformedText, TooManyPieces, TwoKings};

    const BARE: &str = "4k4/9/9/9/9/9/9/9/9";

    /// Codes of the faults and the text they point at.
    fn faults(text: &str) -> Vec<(FaultCode, &str)> {
        let place = |fault: &Fault| match fault.place {
            Place::Text(start, end) => &text[start..end],
            _ => "",
        };
        let faults = parse(text).expect_err(text);
        assert!(faults.iter().all(|fault| fault.message.len() < 200 && !fault.message.contains('\0')), "{faults:?}");
        faults.iter().map(|fault| (fault.code, place(fault))).collect()
    }

    fn malformed(place: &str) -> Vec<(FaultCode, &str)> {
        vec![(MalformedText, place)]
    }

    #[test]
    fn fields_are_read() {
        let setup = parse("9/9/9/9/9/9/9/9/+r7K w R18p2s 1").unwrap();
        assert_eq!(setup.turn, Color::White);
        assert_eq!(setup.board[Square::new(9, 9).unwrap().index()], Some(Piece::new(Color::White, PieceKind::Dragon)));
        assert_eq!(setup.board[Square::new(1, 9).unwrap().index()], Some(Piece::new(Color::Black, PieceKind::King)));
        assert_eq!(setup.board.iter().flatten().count(), 2);
        assert_eq!(setup.hands[Color::Black], Hand::EMPTY.with(PieceKind::Rook, 1));
        assert_eq!(setup.hands[Color::White], Hand::EMPTY.with(PieceKind::Pawn, 18).with(PieceKind::Silver, 2));
        assert_eq!(format(&setup), "9/9/9/9/9/9/9/9/+r7K w R2s18p 1");
    }

    #[test]
    fn loose_spellings_mean_the_same() {
        let plain = parse(&format!("{BARE} b 2Rp 1")).unwrap();
        for text in [
            "4k4/9/9/9/9/9/9/9/9 b 2Rp",
            "4k4/9/9/9/9/9/9/9/9_b_2Rp_1",
            "sfen 4k4/9/9/9/9/9/9/9/9 b 2Rp 1",
            "sfen_4k4/9/9/9/9/9/9/9/9_b_2Rp",
            " \t4k4/9/9/9/9/9/9/9/9  b\t2Rp 77\r\n",
            "\u{feff}4k4/9/9/9/9/9/9/9/9 b 2Rp 1",
            "4k4/9/9/9/9/9/9/9/9 b RpR 1",
            "4k4/9/9/9/9/9/9/9/9 b 1p02R 0",
            "22k211/9/9/9/9/9/9/9/9 b 2Rp 1",
        ] {
            assert_eq!(parse(text), Ok(plain.clone()), "{text}");
        }
    }

    #[test]
    fn missing_fields_are_faults() {
        for text in ["", " \n", "sfen", "\u{feff}", BARE, "4k4/9/9/9/9/9/9/9/9 w"] {
            assert_eq!(faults(text).len(), 1, "{text}");
        }
    }

    #[test]
    fn board_faults_point_at_the_place() {
        assert_eq!(faults("hello b - 1"), malformed("hello"));
        assert_eq!(faults("k8/9/9/9/9/9/9/9/9/9 b - 1"), malformed("9"));
        assert_eq!(faults("k8/9/9/9/9/9/9/9 b - 1"), malformed("k8/9/9/9/9/9/9/9"));
        assert_eq!(faults("k9/9/9/9/9/9/9/9/9 b - 1"), malformed("k9"));
        assert_eq!(faults("k6/9/9/9/9/9/9/9/9 b - 1"), malformed("k6"));
        assert_eq!(faults("k8//9/9/9/9/9/9/9 b - 1"), malformed(""));
        assert_eq!(faults("k8/x8/9/9/9/9/9/9/9 b - 1"), malformed("x"));
        assert_eq!(faults("k8/歩8/9/9/9/9/9/9/9 b - 1"), malformed("歩"));
        assert_eq!(faults("k8/0p8/9/9/9/9/9/9/9 b - 1"), malformed("0"));
        assert_eq!(faults("+k8/+G8/9/9/9/9/9/9/9 b - 1"), [malformed("+k"), malformed("+G")].concat());
        assert_eq!(faults("k8/++P8/9/9/9/9/9/9/9 b - 1"), malformed("++"));
        assert_eq!(faults("k8/+9/9/9/9/9/9/9/9 b - 1"), malformed("+9"));
        assert_eq!(faults("k8/8+/9/9/9/9/9/9/9 b - 1"), malformed("+"));
        assert_eq!(faults("k8/\09/9/9/9/9/9/9/9 b - 1"), malformed("\0"));
        assert_eq!(faults("k8/9/9/9/9/9/9/9/9 b - 1\0"), malformed("1\0"));
    }

    #[test]
    fn other_fields_point_at_the_place() {
        let with = |rest| faults(Box::leak(format!("{BARE} {rest}").into_boxed_str()));
        assert_eq!(with("x - 1"), malformed("x"));
        assert_eq!(with("B - 1"), malformed("B"));
        assert_eq!(with("b - one"), malformed("one"));
        assert_eq!(with("b - -1"), malformed("-1"));
        assert_eq!(with("b - 4294967296"), malformed("4294967296"));
        assert_eq!(with("b - 1 moves 7g7f"), malformed("moves 7g7f"));
        assert_eq!(with("b 4k 1"), malformed("4k"));
        assert_eq!(with("b 2Rx 1"), malformed("x"));
        assert_eq!(with("b 2+R 1"), malformed("2+"));
        assert_eq!(with("b R- 1"), malformed("-"));
        assert_eq!(with("b 0P 1"), malformed("0P"));
        assert_eq!(with("b P3 1"), malformed("3"));
        assert_eq!(with("b 1"), malformed("1"));
        assert_eq!(with("b 飛 1"), malformed("飛"));
    }

    #[test]
    fn hands_never_overflow() {
        let with = |hands: &str| faults(Box::leak(format!("{BARE} b {hands} 1").into_boxed_str()));
        let too_many = |place| vec![(TooManyPieces, place)];
        assert_eq!(with("99p"), too_many("99p"));
        assert_eq!(with("300000000000p"), too_many("300000000000p"));
        assert_eq!(with("18446744073709551617p"), too_many("18446744073709551617p"));
        assert_eq!(with("9G"), too_many("9G"));
        assert_eq!(with("3R"), too_many("3R"));
        assert_eq!(with("10p10p"), too_many("10p"));
        assert_eq!(with("RRR"), too_many("R"));
    }

    #[test]
    fn all_faults_come_at_once() {
        assert_eq!(
            faults("5+P1k1/9/5/+rB2/9/9/9/9/9/9 b RPb4g4s4k4l16p 1"),
            [malformed("5"), malformed("+rB2"), malformed("9"), malformed("4k")].concat()
        );
        let codes: Vec<_> = faults("kk6P/9/9/9/9/9/9/9/9 x 99p z").into_iter().map(|(code, _)| code).collect();
        assert_eq!(codes, [MalformedText, TooManyPieces, MalformedText, TwoKings, DeadEndPiece]);
    }

    #[test]
    fn a_megabyte_of_anything_gives_few_short_faults() {
        for unit in ["x", "/", "k", "1", "9/", "+", "\0", "歩", " ", "b ", "- ", "_", "K", "k8/9 b "] {
            let text = unit.repeat(1 << 20);
            for text in
                [text.clone(), format!("{BARE} b {text} 1"), format!("{BARE} {text}"), format!("{BARE} b - {text}")]
            {
                let faults = parse(&text).err().unwrap_or_default();
                assert!(faults.len() <= 32 && faults.iter().all(|fault| fault.message.len() < 200), "{unit:?}");
            }
        }
    }
}

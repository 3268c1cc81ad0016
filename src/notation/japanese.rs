//! Moves in Japanese, `▲３三銀成`, by the rule of the Japan Shogi Association (棋譜の表記方法).
//!
//! Which of several pieces of a kind moves is said only when another of the same kind could go to the square by its
//! way of moving, pinned or not: by its motion (上 寄 引) if that tells it from the others; else 直 for the step straight
//! ahead of a gold or silver (or a piece that moves like a gold); else the side it comes from (右 左, as its player sees them),
//! with the motion added if several come from that side. Rooks and bishops, promoted or not, have no 直: the one straight
//! behind is called by the side opposite to the other's.

mod read;

pub use super::number::kanji;
pub use read::parse_move;
pub(super) use read::{find_move, piece, square};

use super::{can_promote, candidates};
use crate::shogi::{Color, Move, PieceKind, Position, Square};
use std::cmp::Ordering;

/// The text of a legal move, with 同 after a move to the same square, and 右左上引寄直 打 成 不成 where they are needed.
/// 同 is followed by an ideographic space when a single character follows, so that no text is shorter than `▲７六歩`. A
/// move of no piece is given in USI.
pub fn move_text(position: &Position, mv: Move, previous_to: Option<Square>) -> String {
    let board_piece = mv.from().and_then(|from| position.piece_at(from));
    let Some(kind) = mv.dropped().or(board_piece.map(|piece| piece.kind)) else {
        return mv.to_string();
    };
    let mark = if position.turn() == Color::Black { '▲' } else { '△' };
    let piece = [name(kind), origin(position, kind, mv).as_str(), promotion(position, kind, mv)].concat();
    let target = match previous_to {
        Some(previous) if previous == mv.to() => if piece.chars().count() == 1 { "同　" } else { "同" }.to_owned(),
        _ => square_text(mv.to()),
    };
    format!("{mark}{target}{piece}")
}

/// The name of a piece, `成銀`.
pub const fn name(kind: PieceKind) -> &'static str {
    match kind {
        PieceKind::Pawn => "歩",
        PieceKind::Lance => "香",
        PieceKind::Knight => "桂",
        PieceKind::Silver => "銀",
        PieceKind::Gold => "金",
        PieceKind::Bishop => "角",
        PieceKind::Rook => "飛",
        PieceKind::King => "玉",
        PieceKind::ProPawn => "と",
        PieceKind::ProLance => "成香",
        PieceKind::ProKnight => "成桂",
        PieceKind::ProSilver => "成銀",
        PieceKind::Horse => "馬",
        PieceKind::Dragon => "龍",
    }
}

/// The name of a piece in one character, as diagrams have it: `全` for a promoted silver.
pub const fn letter(kind: PieceKind) -> &'static str {
    /// By [`PieceKind::index`].
    const LETTERS: [&str; PieceKind::COUNT] =
        ["歩", "香", "桂", "銀", "金", "角", "飛", "玉", "と", "杏", "圭", "全", "馬", "龍"];
    LETTERS[kind.index()]
}

/// A square as file and rank, `３三`.
pub fn square_text(square: Square) -> String {
    [file(square.file()), &kanji(square.rank().into())].concat()
}

/// The digit of a file 1–9 in full width, `３`; nothing for another.
pub fn file(file: u8) -> &'static str {
    const FILES: [&str; 10] = ["", "１", "２", "３", "４", "５", "６", "７", "８", "９"];
    FILES.get(usize::from(file)).copied().unwrap_or_default()
}

fn promotion(position: &Position, kind: PieceKind, mv: Move) -> &'static str {
    match (mv.is_promotion(), can_promote(position, kind, mv)) {
        (true, _) => "成",
        (false, true) => "不成",
        (false, false) => "",
    }
}

/// What tells the move from those of other pieces of the kind to the same square.
fn origin(position: &Position, kind: PieceKind, mv: Move) -> String {
    let candidates = candidates(position, kind, mv.to());
    let Some(from) = mv.from() else {
        return if candidates.any() { "打" } else { "" }.to_owned();
    };
    let paths = candidates.filter(|&square| square != from);
    let others: Vec<Path> = paths.map(|square| Path::of(position.turn(), square, mv.to())).collect();
    let own = Path::of(position.turn(), from, mv.to());
    if others.is_empty() {
        String::new()
    } else if others.iter().all(|other| other.motion != own.motion) {
        own.motion_text().to_owned()
    } else if own.side == Ordering::Equal {
        straight(kind, &others).to_owned()
    } else if others.iter().all(|other| other.side != own.side) {
        side_text(own.side).to_owned()
    } else {
        [side_text(own.side), own.motion_text()].concat()
    }
}

/// The word for the piece that stands straight behind the target.
fn straight(kind: PieceKind, others: &[Path]) -> &'static str {
    let long_range = matches!(kind.unpromoted(), PieceKind::Bishop | PieceKind::Rook);
    match others.iter().find(|other| long_range && other.side != Ordering::Equal) {
        Some(other) => side_text(other.side.reverse()),
        None => "直",
    }
}

const fn side_text(side: Ordering) -> &'static str {
    if side.is_gt() { "左" } else { "右" }
}

/// Where a piece comes from, as its player sees it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Path {
    /// Greater: from the left.
    side: Ordering,
    /// Greater: from below, moving up.
    motion: Ordering,
}

impl Path {
    fn of(color: Color, from: Square, to: Square) -> Self {
        let side = from.file().cmp(&to.file());
        let side = if color == Color::Black { side } else { side.reverse() };
        Self { side, motion: from.rank_for(color).cmp(&to.rank_for(color)) }
    }

    const fn motion_text(self) -> &'static str {
        match self.motion {
            Ordering::Greater => "上",
            Ordering::Equal => "寄",
            Ordering::Less => "引",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::{sfen, usi};

    fn text(position: &str, mv: &str, previous: Option<&str>) -> String {
        let position = sfen::parse(position).unwrap().position().unwrap();
        let mv = usi::parse_move(mv).unwrap();
        assert!(position.is_legal(mv), "{mv}");
        move_text(&position, mv, previous.and_then(usi::parse_square))
    }

    /// Every move's text, and White's moves of the position turned around, which read the same but for the square.
    fn check(position: &str, moves: &[(&str, &str)]) {
        let setup = sfen::parse(position).unwrap();
        for &(mv, expected) in moves {
            assert_eq!(text(position, mv, None), expected, "{mv}");
            let mv = usi::parse_move(mv).unwrap();
            let (flipped, turned) = (setup.flipped().position().unwrap(), mv.map_squares(Square::flip));
            let expected = expected.replacen(&square_text(mv.to()), &square_text(turned.to()), 1).replace('▲', "△");
            assert_eq!(move_text(&flipped, turned, None), expected, "{turned}");
        }
    }

    #[test]
    fn same_square_and_promotion() {
        let position = "4k4/9/2b6/2S6/9/1+S7/9/9/9 b - 1";
        assert_eq!(text(position, "7d7c+", Some("7c")), "▲同銀成");
        assert_eq!(text(position, "7d7c", Some("7c")), "▲同銀不成");
        assert_eq!(text(position, "7d7c", Some("7d")), "▲７三銀不成");
        assert_eq!(text(position, "8f8e", None), "▲８五成銀");
        assert_eq!(text("4k4/9/9/2p6/2P6/9/9/9/9 b - 1", "7e7d", Some("7d")), "▲同　歩");
        assert_eq!(text("4k4/9/9/2p6/2+S6/9/9/9/9 b - 1", "7e7d", Some("7d")), "▲同成銀");
        assert_eq!(text("9/9/9/9/9/9/9/3g5/4K4 b - 1", "5i6h", Some("6h")), "▲同　玉");
        check("4k4/9/9/9/2+R6/9/9/9/9 b P 1", &[("7e7d", "▲７四龍"), ("7e7a", "▲７一龍"), ("P*1c", "▲１三歩")]);
    }

    #[test]
    fn drops_say_so_only_beside_a_board_piece() {
        check("4k4/9/9/9/9/9/9/4G4/9 b GS 1", &[("G*5g", "▲５七金打"), ("S*5g", "▲５七銀"), ("G*1a", "▲１一金")]);
        // A promoted silver is not a silver.
        check("4k4/9/9/9/9/9/9/4+S4/9 b S 1", &[("S*5g", "▲５七銀")]);
        // Nor does a piece count that something stands in the way of.
        check("4k4/9/9/9/9/9/9/R1P6/9 b R 1", &[("R*6h", "▲６八飛"), ("R*8h", "▲８八飛打")]);
    }

    // The positions that the association's page shows.
    #[test]
    fn motion_comes_first() {
        check("9/2G5k/G8/9/9/9/9/9/9 b - 1", &[("9c8b", "▲８二金上"), ("7b8b", "▲８二金寄")]);
        check("5G2k/4G4/9/5S3/9/9/9/9/9 b - 1", &[("4a4b", "▲４二金引"), ("5b4b", "▲４二金寄")]);
        check("4k4/9/9/9/9/4G4/3G5/9/9 b - 1", &[("5f6f", "▲６六金寄"), ("6g6f", "▲６六金上")]);
    }

    #[test]
    fn sides_and_straight_come_next() {
        check("9/G1G5k/9/9/9/9/9/9/9 b - 1", &[("9b8a", "▲８一金左"), ("7b8a", "▲８一金右")]);
        check("4k4/9/9/9/9/9/9/9/3GG4 b - 1", &[("6i5h", "▲５八金左"), ("5i5h", "▲５八金直")]);
        check("4k4/9/9/9/9/9/9/9/5SS2 b - 1", &[("4i4h", "▲４八銀直"), ("3i4h", "▲４八銀右")]);
        check("4k4/9/9/9/9/2N1N4/9/9/9 b - 1", &[("7f6d", "▲６四桂左"), ("5f6d", "▲６四桂右")]);
    }

    #[test]
    fn several_pieces_need_side_and_motion() {
        let golds = [("6c5b", "▲５二金左"), ("5c5b", "▲５二金直"), ("4c5b", "▲５二金右")];
        check("8k/9/3GGG3/9/9/9/9/9/9 b - 1", &golds);
        let tokins = [
            ("9i8h", "▲８八と左上"),
            ("9h8h", "▲８八と寄"),
            ("8i8h", "▲８八と直"),
            ("7i8h", "▲８八と右"),
            ("8g8h", "▲８八と引"),
        ];
        check("8k/9/9/9/9/9/1+P7/+P8/+P+P+P6 b - 1", &tokins);
        let silvers = [("2i2h", "▲２八銀直"), ("1g2h", "▲２八銀右"), ("3i2h", "▲２八銀左上"), ("3g2h", "▲２八銀左引")];
        check("k8/9/9/9/9/9/6S1S/9/6SS1 b - 1", &silvers);
    }

    #[test]
    fn rooks_and_bishops_have_no_straight() {
        check("+R8/8k/9/1+R7/9/9/9/9/9 b - 1", &[("9a8b", "▲８二龍引"), ("8d8b", "▲８二龍上")]);
        check("9/4+R4/7+R1/9/9/9/9/9/k8 b - 1", &[("2c4c", "▲４三龍寄"), ("5b4c", "▲４三龍引")]);
        check("9/9/9/9/4+R3+R/9/9/9/k8 b - 1", &[("5e3e", "▲３五龍左"), ("1e3e", "▲３五龍右")]);
        check("8k/9/9/9/9/9/9/9/+R+R7 b - 1", &[("9i8h", "▲８八龍左"), ("8i8h", "▲８八龍右")]);
        check("k8/9/9/9/9/9/9/7+R1/8+R b - 1", &[("2h1g", "▲１七龍左"), ("1i1g", "▲１七龍右")]);
        check("+B+B7/8k/9/9/9/9/9/9/9 b - 1", &[("9a8b", "▲８二馬左"), ("8a8b", "▲８二馬右")]);
        check("8k/9/3+B5/9/+B8/9/9/9/9 b - 1", &[("9e8e", "▲８五馬寄"), ("6c8e", "▲８五馬引")]);
        check("8+B/k8/9/6+B2/9/9/9/9/9 b - 1", &[("1a1b", "▲１二馬引"), ("3d1b", "▲１二馬上")]);
        check("4k4/9/9/9/9/9/9/9/+B3+B4 b - 1", &[("9i7g", "▲７七馬左"), ("5i7g", "▲７七馬右")]);
        check("k8/9/9/9/9/9/5+B3/8+B/9 b - 1", &[("4g2i", "▲２九馬左"), ("1h2i", "▲２九馬右")]);
    }
}

//! Attack tables, and attacks of sliders along precomputed rays.
//!
//! Everything is portable 128-bit arithmetic on tables built at compile time. All functions are colour-relative:
//! the squares *from which* a piece of one side attacks a square are the squares that the same kind of the other
//! side attacks from it.

use super::{Bitboard, Color, PieceKind, Square};

/// A table with one row a square.
type BySquare<T> = [T; Square::COUNT];

/// Steps in file and rank. The index of a square rises along the first four; the last four are their opposites,
/// in the same order.
const DIRECTIONS: [(i8, i8); 8] = [(0, 1), (1, 0), (1, -1), (1, 1), (0, -1), (-1, 0), (-1, 1), (-1, -1)];

// Sets of directions, bit i for DIRECTIONS[i], as Black sees them.
const FORWARD: u8 = 1 << 4;
const BACKWARD: u8 = 1 << 0;
const SIDEWAYS: u8 = 1 << 1 | 1 << 5;
const FORWARD_DIAGONALS: u8 = 1 << 2 | 1 << 7;
const BACKWARD_DIAGONALS: u8 = 1 << 3 | 1 << 6;
const ORTHOGONAL: u8 = FORWARD | BACKWARD | SIDEWAYS;
const DIAGONAL: u8 = FORWARD_DIAGONALS | BACKWARD_DIAGONALS;

/// The squares beyond a square in each direction, up to the edge.
static RAYS: [BySquare<Bitboard>; 8] = rays();

/// Attacks on an empty board.
static REACH: [[BySquare<Bitboard>; PieceKind::COUNT]; 2] = [reach_of(Color::Black), reach_of(Color::White)];

/// Squares strictly between two squares of a line.
static BETWEEN: BySquare<BySquare<Bitboard>> = between_table();

/// The whole line through two squares.
static LINE: BySquare<BySquare<Bitboard>> = line_table();

/// Squares where a piece still has a move on an empty board.
static LIVE: [[Bitboard; PieceKind::COUNT]; 2] = [live(Color::Black), live(Color::White)];

/// Squares from which one move can bring a piece to attack a given square itself.
static APPROACHES: [[BySquare<Bitboard>; PieceKind::COUNT]; 2] =
    [approaches_of(Color::Black), approaches_of(Color::White)];

/// The squares that a piece of `color` on `square` attacks; sliders stop at the first square of `occupied`,
/// which is included.
#[inline]
pub fn attacks(kind: PieceKind, color: Color, square: Square, occupied: Bitboard) -> Bitboard {
    match kind {
        PieceKind::Lance if color == Color::Black => descending::<4>(square, occupied),
        PieceKind::Lance => ascending::<0>(square, occupied),
        PieceKind::Bishop => diagonal(square, occupied),
        PieceKind::Rook => orthogonal(square, occupied),
        PieceKind::Horse => diagonal(square, occupied) | reach(PieceKind::King, color, square),
        PieceKind::Dragon => orthogonal(square, occupied) | reach(PieceKind::King, color, square),
        _ => reach(kind, color, square),
    }
}

/// The squares that a piece of `color` on `square` attacks on an empty board.
#[inline]
pub fn reach(kind: PieceKind, color: Color, square: Square) -> Bitboard {
    REACH[color.index()][kind.index()][square.index()]
}

/// True if a piece of `color` on `from` attacks `to`.
#[inline]
pub fn is_attack(kind: PieceKind, color: Color, (from, to): (Square, Square), occupied: Bitboard) -> bool {
    // Nothing lies between two squares that are neighbours or a knight's move apart.
    reach(kind, color, from).has(to) && (between(from, to) & occupied).is_empty()
}

/// The squares strictly between `a` and `b` if they share a file, rank or diagonal; otherwise none.
#[inline]
pub fn between(a: Square, b: Square) -> Bitboard {
    BETWEEN[a.index()][b.index()]
}

/// The file, rank or diagonal through `a` and `b`, from edge to edge, both included; none if they share none or are
/// the same square.
#[inline]
pub fn line(a: Square, b: Square) -> Bitboard {
    LINE[a.index()][b.index()]
}

/// The squares on which a piece of `color` is not dead (行き所のない駒): a pawn or lance off the last rank, a
/// knight off the last two, any other piece anywhere.
#[inline]
pub fn live_squares(kind: PieceKind, color: Color) -> Bitboard {
    LIVE[color.index()][kind.index()]
}

/// The last three ranks as `color` sees them, where its pieces may promote.
#[inline]
pub const fn promotion_zone(color: Color) -> Bitboard {
    const FIRST_THREE: u128 = Bitboard::rank(1).0 | Bitboard::rank(2).0 | Bitboard::rank(3).0;
    match color {
        Color::Black => Bitboard(FIRST_THREE),
        Color::White => Bitboard(FIRST_THREE << 6),
    }
}

/// The squares from which a piece of `color` might, in one move on some board, come to attack `target` with the
/// moved (perhaps promoted) piece itself. A superset for any given occupancy.
#[inline]
pub fn approaches(kind: PieceKind, color: Color, target: Square) -> Bitboard {
    APPROACHES[color.index()][kind.index()][target.index()]
}

/// Attacks along the four diagonals.
#[inline]
pub fn diagonal(square: Square, occupied: Bitboard) -> Bitboard {
    ascending::<2>(square, occupied)
        | ascending::<3>(square, occupied)
        | descending::<6>(square, occupied)
        | descending::<7>(square, occupied)
}

/// Attacks along file and rank.
#[inline]
pub fn orthogonal(square: Square, occupied: Bitboard) -> Bitboard {
    ascending::<0>(square, occupied)
        | ascending::<1>(square, occupied)
        | descending::<4>(square, occupied)
        | descending::<5>(square, occupied)
}

/// The ray in a direction of rising index, up to its lowest occupied square: `x ^ (x - 1)` is every bit up to the
/// lowest of x, and all bits if x is zero.
#[inline]
fn ascending<const DIRECTION: usize>(square: Square, occupied: Bitboard) -> Bitboard {
    let ray = RAYS[DIRECTION][square.index()].0;
    let blockers = ray & occupied.0;
    Bitboard(ray & (blockers ^ blockers.wrapping_sub(1)))
}

/// The ray in a direction of falling index, down to its highest occupied square. The bit of index 0 stands in for
/// an edge if nothing is occupied.
#[inline]
fn descending<const DIRECTION: usize>(square: Square, occupied: Bitboard) -> Bitboard {
    let ray = RAYS[DIRECTION][square.index()].0;
    let blockers = ray & occupied.0 | 1;
    Bitboard(ray & (u128::MAX << (127 - blockers.leading_zeros())))
}

/// The square one step away, if on the board.
const fn step(square: usize, (file, rank): (i8, i8)) -> Option<usize> {
    let (file, rank) = ((square / 9) as i8 + file, (square % 9) as i8 + rank);
    if file >= 0 && file < 9 && rank >= 0 && rank < 9 { Some((file * 9 + rank) as usize) } else { None }
}

const fn rays() -> [BySquare<Bitboard>; 8] {
    let mut table = [[Bitboard::EMPTY; Square::COUNT]; 8];
    let mut direction = 0;
    while direction < 8 {
        let mut from = 0;
        while from < Square::COUNT {
            let mut at = from;
            while let Some(next) = step(at, DIRECTIONS[direction]) {
                table[direction][from].0 |= 1 << next;
                at = next;
            }
            from += 1;
        }
        direction += 1;
    }
    table
}

/// Directions in which a kind goes one step, and in which it slides, for Black.
const fn directions(kind: PieceKind) -> (u8, u8) {
    match kind {
        PieceKind::Pawn => (FORWARD, 0),
        PieceKind::Lance => (0, FORWARD),
        PieceKind::Knight => (0, 0),
        PieceKind::Silver => (FORWARD | DIAGONAL, 0),
        PieceKind::Bishop => (0, DIAGONAL),
        PieceKind::Rook => (0, ORTHOGONAL),
        PieceKind::King => (ORTHOGONAL | DIAGONAL, 0),
        PieceKind::Horse => (ORTHOGONAL, DIAGONAL),
        PieceKind::Dragon => (DIAGONAL, ORTHOGONAL),
        PieceKind::Gold | PieceKind::ProPawn | PieceKind::ProLance | PieceKind::ProKnight | PieceKind::ProSilver => {
            (ORTHOGONAL | FORWARD_DIAGONALS, 0)
        }
    }
}

const fn reach_of(color: Color) -> [BySquare<Bitboard>; PieceKind::COUNT] {
    let mut table = [[Bitboard::EMPTY; Square::COUNT]; PieceKind::COUNT];
    let mut kind = 0;
    while kind < PieceKind::COUNT {
        let mut from = 0;
        while from < Square::COUNT {
            table[kind][from] = reach_from(PieceKind::ALL[kind], color, from);
            from += 1;
        }
        kind += 1;
    }
    table
}

const fn reach_from(kind: PieceKind, color: Color, from: usize) -> Bitboard {
    let (mut steps, mut slides) = directions(kind);
    if matches!(color, Color::White) {
        // Opposite directions are four places apart.
        (steps, slides) = (steps.rotate_left(4), slides.rotate_left(4));
    }
    let mut set = if matches!(kind, PieceKind::Knight) { knight_jumps(color, from) } else { 0 };
    let mut direction = 0;
    while direction < 8 {
        if slides >> direction & 1 != 0 {
            set |= RAYS[direction][from].0;
        }
        if steps >> direction & 1 != 0
            && let Some(to) = step(from, DIRECTIONS[direction])
        {
            set |= 1 << to;
        }
        direction += 1;
    }
    Bitboard(set)
}

const fn knight_jumps(color: Color, from: usize) -> u128 {
    let ranks = if matches!(color, Color::Black) { -2 } else { 2 };
    let left = if let Some(to) = step(from, (1, ranks)) { 1 << to } else { 0 };
    let right = if let Some(to) = step(from, (-1, ranks)) { 1 << to } else { 0 };
    left | right
}

const fn between_table() -> BySquare<BySquare<Bitboard>> {
    let mut table = [[Bitboard::EMPTY; Square::COUNT]; Square::COUNT];
    let mut direction = 0;
    while direction < 8 {
        let mut from = 0;
        while from < Square::COUNT {
            let (mut at, mut passed) = (from, 0);
            while let Some(next) = step(at, DIRECTIONS[direction]) {
                table[from][next] = Bitboard(passed);
                passed |= 1 << next;
                at = next;
            }
            from += 1;
        }
        direction += 1;
    }
    table
}

const fn line_table() -> BySquare<BySquare<Bitboard>> {
    let mut table = [[Bitboard::EMPTY; Square::COUNT]; Square::COUNT];
    let mut direction = 0;
    while direction < 8 {
        let mut from = 0;
        while from < Square::COUNT {
            let line = RAYS[direction][from].0 | RAYS[direction ^ 4][from].0 | 1 << from;
            let mut at = from;
            while let Some(next) = step(at, DIRECTIONS[direction]) {
                table[from][next] = Bitboard(line);
                at = next;
            }
            from += 1;
        }
        direction += 1;
    }
    table
}

const fn live(color: Color) -> [Bitboard; PieceKind::COUNT] {
    let mut table = [Bitboard::EMPTY; PieceKind::COUNT];
    let mut kind = 0;
    while kind < PieceKind::COUNT {
        let mut square = 0;
        while square < Square::COUNT {
            if REACH[color.index()][kind][square].any() {
                table[kind].0 |= 1 << square;
            }
            square += 1;
        }
        kind += 1;
    }
    table
}

const fn approaches_of(color: Color) -> [BySquare<Bitboard>; PieceKind::COUNT] {
    let mut table = [[Bitboard::EMPTY; Square::COUNT]; PieceKind::COUNT];
    let mut index = 0;
    while index < PieceKind::COUNT {
        let kind = PieceKind::ALL[index];
        let mut target = 0;
        while target < Square::COUNT {
            let mut set = sources(kind, color, (kind, target), Bitboard::ALL);
            if let Some(promoted) = kind.promoted() {
                set |= sources(kind, color, (promoted, target), promotion_zone(color));
            }
            table[index][target] = Bitboard(set);
            target += 1;
        }
        index += 1;
    }
    table
}

/// The squares from which a `kind` reaches a square where an `arrived` piece attacks `target`, for moves that
/// start or end in `zone`.
const fn sources(kind: PieceKind, color: Color, (arrived, target): (PieceKind, usize), zone: Bitboard) -> u128 {
    let reverse = match color {
        Color::Black => &REACH[1],
        Color::White => &REACH[0],
    };
    let mut set = 0;
    let mut stops = reverse[arrived.index()][target].0;
    while stops != 0 {
        let stop = stops.trailing_zeros() as usize;
        stops &= stops - 1;
        let from = reverse[kind.index()][stop].0;
        set |= if zone.0 >> stop & 1 != 0 { from } else { from & zone.0 };
    }
    set
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The slow twin: walks square by square.
    fn walked(kind: PieceKind, color: Color, square: Square, occupied: Bitboard) -> Bitboard {
        let sign = if color == Color::Black { 1 } else { -1 };
        let slides = |letters: &str| -> Vec<(i8, i8)> { letters.bytes().map(compass).collect() };
        let (steps, slides) = match kind {
            PieceKind::Pawn => (slides("w"), vec![]),
            PieceKind::Lance => (vec![], slides("w")),
            PieceKind::Knight => (vec![(1, -2), (-1, -2)], vec![]),
            PieceKind::Silver => (slides("qwezc"), vec![]),
            PieceKind::Bishop => (vec![], slides("qezc")),
            PieceKind::Rook => (vec![], slides("wadx")),
            PieceKind::King => (slides("qweadzxc"), vec![]),
            PieceKind::Horse => (slides("wadx"), slides("qezc")),
            PieceKind::Dragon => (slides("qezc"), slides("wadx")),
            _ => (slides("qweadx"), vec![]),
        };
        let go = |at: Square, (file, rank): (i8, i8)| {
            Square::new((at.file() as i8 + file * sign) as u8, (at.rank() as i8 + rank * sign) as u8)
        };
        let mut set: Bitboard = steps.into_iter().filter_map(|direction| go(square, direction)).collect();
        for direction in slides {
            let mut at = square;
            while let Some(next) = go(at, direction) {
                set |= Bitboard::of(next);
                at = next;
                if occupied.has(at) {
                    break;
                }
            }
        }
        set
    }

    /// Directions by the keys around `s` on a keyboard, seen from behind Black.
    fn compass(letter: u8) -> (i8, i8) {
        match letter {
            b'q' => (1, -1),
            b'w' => (0, -1),
            b'e' => (-1, -1),
            b'a' => (1, 0),
            b'd' => (-1, 0),
            b'z' => (1, 1),
            b'x' => (0, 1),
            _ => (-1, 1),
        }
    }

    /// A fixed sequence of occupancies, from sparse to dense.
    fn occupancies() -> impl Iterator<Item = Bitboard> {
        let mut state = 1u64;
        let mut word = move || {
            state = state.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(0x1405_7b7e_f767_814f);
            u128::from(state >> 32 | state << 32) << 17 ^ u128::from(state)
        };
        (0..60).map(move |n| {
            let (a, b, c) = (word(), word(), word());
            Bitboard([a & b & c, a & b, a, a | b, 0, u128::MAX][n % 6]) & Bitboard::ALL
        })
    }

    #[test]
    fn attacks_equal_those_walked_square_by_square() {
        for occupied in occupancies() {
            for square in Square::all() {
                for (kind, color) in kinds_of_both_colors() {
                    let expected = walked(kind, color, square, occupied);
                    assert_eq!(attacks(kind, color, square, occupied), expected, "{color:?} {kind:?} {square}");
                    for to in Square::all() {
                        assert_eq!(is_attack(kind, color, (square, to), occupied), expected.has(to));
                    }
                }
            }
        }
    }

    fn kinds_of_both_colors() -> impl Iterator<Item = (PieceKind, Color)> {
        PieceKind::ALL.into_iter().flat_map(|kind| Color::ALL.map(|color| (kind, color)))
    }

    #[test]
    fn between_and_line_agree_with_queen_walks() {
        for a in Square::all() {
            for b in Square::all() {
                let (files, ranks) = (b.file() as i8 - a.file() as i8, b.rank() as i8 - a.rank() as i8);
                let aligned = a != b && (files == 0 || ranks == 0 || files.abs() == ranks.abs());
                let on_line = |square: Square| {
                    let (f, r) = (square.file() as i8 - a.file() as i8, square.rank() as i8 - a.rank() as i8);
                    aligned && f * ranks == r * files
                };
                let in_box = |square: Square| {
                    (a.file().min(b.file())..=a.file().max(b.file())).contains(&square.file())
                        && (a.rank().min(b.rank())..=a.rank().max(b.rank())).contains(&square.rank())
                };
                assert_eq!(line(a, b), Square::all().filter(|&square| on_line(square)).collect());
                let inside = |&square: &Square| on_line(square) && in_box(square) && square != a && square != b;
                assert_eq!(between(a, b), Square::all().filter(inside).collect(), "{a} {b}");
            }
        }
    }

    #[test]
    fn dead_ends_are_the_last_ranks() {
        for (kind, color) in kinds_of_both_colors() {
            let dead_ranks = match kind {
                PieceKind::Pawn | PieceKind::Lance => 1,
                PieceKind::Knight => 2,
                _ => 0,
            };
            let from_far_edge = |square: Square| if color == Color::Black { square.rank() } else { 10 - square.rank() };
            let live = Square::all().filter(|&square| from_far_edge(square) > dead_ranks).collect();
            assert_eq!(live_squares(kind, color), live);
            let zone = Square::all().filter(|&square| from_far_edge(square) <= 3).collect();
            assert_eq!(promotion_zone(color), zone);
        }
    }

    #[test]
    fn approaches_are_the_sources_of_moves_that_end_in_attack() {
        for (kind, color) in kinds_of_both_colors() {
            for target in Square::all() {
                let approaching = |&from: &Square| {
                    let zone = promotion_zone(color);
                    reach(kind, color, from).map(|to| (from, to)).any(|(from, to)| {
                        let promoted = kind.promoted().filter(|_| zone.has(from) || zone.has(to));
                        [Some(kind), promoted].into_iter().flatten().any(|kind| reach(kind, color, to).has(target))
                    })
                };
                assert_eq!(approaches(kind, color, target), Square::all().filter(approaching).collect());
            }
        }
    }
}

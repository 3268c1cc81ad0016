//! Attack tables, and attacks of sliders along precomputed rays.
//!
//! Everything is portable 128-bit arithmetic on tables built at compile time. All functions are colour-relative:
//! the squares *from which* a piece of one side attacks a square are the squares that the same kind of the other
//! side attacks from it.

mod tables;

use super::{Bitboard, Color, PieceKind, Square};
use tables::{APPROACHES, BETWEEN, LINE, LIVE, PROMOTING, RAYS, REACH, STAR, VICINITY};

/// The squares that a piece of `color` on `square` attacks; sliders stop at the first square of `occupied`,
/// which is included.
#[inline]
pub fn attacks(kind: PieceKind, color: Color, square: Square, occupied: Bitboard) -> Bitboard {
    if kind.is_slider() { slider_attacks(kind, color, square, occupied) } else { reach(kind, color, square) }
}

fn slider_attacks(kind: PieceKind, color: Color, square: Square, occupied: Bitboard) -> Bitboard {
    match kind {
        PieceKind::Lance if color == Color::Black => descending::<4>(square, occupied),
        PieceKind::Lance => ascending::<0>(square, occupied),
        PieceKind::Bishop => diagonal(square, occupied),
        PieceKind::Rook => orthogonal(square, occupied),
        PieceKind::Horse => diagonal(square, occupied) | reach(PieceKind::King, color, square),
        _ => orthogonal(square, occupied) | reach(PieceKind::King, color, square),
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

/// The squares that share a file, rank or diagonal with `square`, and `square` itself.
#[inline]
pub fn star(square: Square) -> Bitboard {
    STAR[square.index()]
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

/// The targets at which a move of a piece of `color` from `from` may promote: all if it starts in the zone.
#[inline]
pub fn promoting_targets(color: Color, from: Square) -> Bitboard {
    PROMOTING[color.index()][from.index()]
}

/// The squares from which a piece of `color` might, in one move on some board, come to attack `target` with the
/// moved (perhaps promoted) piece itself. A superset for any given occupancy.
#[inline]
pub fn approaches(kind: PieceKind, color: Color, target: Square) -> Bitboard {
    APPROACHES[color.index()][kind.index()][target.index()]
}

/// The squares from which a piece of `color` may attack a neighbour of `center` by a step or a jump.
#[inline]
pub fn vicinity(color: Color, center: Square) -> Bitboard {
    VICINITY[color.index()][center.index()]
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
    Bitboard(ray & (u128::MAX << blockers.ilog2()))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The slow twin: walks square by square.
    fn walked(kind: PieceKind, color: Color, square: Square, occupied: Bitboard) -> Bitboard {
        let sign = if color == Color::Black { 1 } else { -1 };
        let slides = |letters: &str| -> Vec<(i32, i32)> { letters.bytes().map(compass).collect() };
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
        let go = |at: Square, (file, rank): (i32, i32)| {
            let (file, rank) = (i32::from(at.file()) + file * sign, i32::from(at.rank()) + rank * sign);
            Square::new(file.try_into().ok()?, rank.try_into().ok()?)
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
    fn compass(letter: u8) -> (i32, i32) {
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
            u128::from(state.rotate_left(32)) << 17 ^ u128::from(state)
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

    /// Files and ranks from `a` to `b`.
    fn offset(a: Square, b: Square) -> (i32, i32) {
        (i32::from(b.file()) - i32::from(a.file()), i32::from(b.rank()) - i32::from(a.rank()))
    }

    #[test]
    fn between_and_line_agree_with_queen_walks() {
        for a in Square::all() {
            for b in Square::all() {
                let (files, ranks) = offset(a, b);
                let aligned = a != b && (files == 0 || ranks == 0 || files.abs() == ranks.abs());
                let on_line = |square: Square| {
                    let (f, r) = offset(a, square);
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
    fn dead_ends_and_promotion_go_by_the_last_ranks() {
        for (kind, color) in kinds_of_both_colors() {
            let dead_ranks = match kind {
                PieceKind::Pawn | PieceKind::Lance => 1,
                PieceKind::Knight => 2,
                _ => 0,
            };
            let from_far_edge = |square: Square| if color == Color::Black { square.rank() } else { 10 - square.rank() };
            let live = Square::all().filter(|&square| from_far_edge(square) > dead_ranks).collect();
            assert_eq!(live_squares(kind, color), live);
            let zone: Bitboard = Square::all().filter(|&square| from_far_edge(square) <= 3).collect();
            assert_eq!(promotion_zone(color), zone);
            for from in Square::all() {
                let targets = if zone.has(from) { Bitboard::ALL } else { zone };
                assert_eq!(promoting_targets(color, from), targets);
            }
        }
    }

    #[test]
    fn a_star_is_what_a_queen_reaches_and_its_center() {
        for square in Square::all() {
            let aligned = |&other: &Square| other == square || line(square, other).any();
            assert_eq!(star(square), Square::all().filter(aligned).collect());
        }
    }

    #[test]
    fn vicinity_is_where_steps_to_the_neighbours_start() {
        let steppers = || PieceKind::ALL.into_iter().filter(|kind| !kind.is_slider());
        for center in Square::all() {
            for color in Color::ALL {
                let neighbours = reach(PieceKind::King, color, center);
                let near = |&from: &Square| steppers().any(|kind| (reach(kind, color, from) & neighbours).any());
                assert_eq!(vicinity(color, center), Square::all().filter(near).collect());
            }
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

//! The tables and how the compiler fills them.
#![expect(clippy::large_stack_arrays, reason = "evaluated by the compiler only")]

use super::promotion_zone;
use crate::shogi::{Bitboard, Color, PieceKind, Square};

/// A table with one row a square.
type BySquare<T> = [T; Square::COUNT];

/// Steps in file and rank. The index of a square rises along the first four; the last four are their opposites,
/// in the same order.
const DIRECTIONS: [(isize, isize); 8] = [(0, 1), (1, 0), (1, -1), (1, 1), (0, -1), (-1, 0), (-1, 1), (-1, -1)];

// Sets of directions, bit i for DIRECTIONS[i], as Black sees them.
const FORWARD: u8 = 1 << 4;
const BACKWARD: u8 = 1 << 0;
const SIDEWAYS: u8 = 1 << 1 | 1 << 5;
const FORWARD_DIAGONALS: u8 = 1 << 2 | 1 << 7;
const BACKWARD_DIAGONALS: u8 = 1 << 3 | 1 << 6;
const ORTHOGONAL: u8 = FORWARD | BACKWARD | SIDEWAYS;
const DIAGONAL: u8 = FORWARD_DIAGONALS | BACKWARD_DIAGONALS;

/// The squares beyond a square in each direction, up to the edge.
pub(super) static RAYS: [BySquare<Bitboard>; 8] = rays();

/// Attacks on an empty board.
pub(super) static REACH: [[BySquare<Bitboard>; PieceKind::COUNT]; 2] = [reach_of(Color::Black), reach_of(Color::White)];

/// Squares strictly between two squares of a line.
pub(super) static BETWEEN: BySquare<BySquare<Bitboard>> = between_table();

/// The whole line through two squares.
pub(super) static LINE: BySquare<BySquare<Bitboard>> = line_table();

/// Squares on a line with a square, and the square itself.
pub(super) static STAR: BySquare<Bitboard> = stars();

/// Squares where a piece still has a move on an empty board.
pub(super) static LIVE: [[Bitboard; PieceKind::COUNT]; 2] = [live(Color::Black), live(Color::White)];

/// Targets of moves from a square that may promote.
pub(super) static PROMOTING: [BySquare<Bitboard>; 2] = [promoting(Color::Black), promoting(Color::White)];

/// Squares from which a step or a jump attacks a neighbour of a given square.
pub(super) static VICINITY: [BySquare<Bitboard>; 2] = [vicinity_of(Color::Black), vicinity_of(Color::White)];

/// Squares from which one move can bring a piece to attack a given square itself.
pub(super) static APPROACHES: [[BySquare<Bitboard>; PieceKind::COUNT]; 2] =
    [approaches_of(Color::Black), approaches_of(Color::White)];

/// The square one step away, if on the board.
const fn step(square: usize, (file, rank): (isize, isize)) -> Option<usize> {
    let (Some(file), Some(rank)) = ((square / 9).checked_add_signed(file), (square % 9).checked_add_signed(rank))
    else {
        return None;
    };
    if file < 9 && rank < 9 { Some(file * 9 + rank) } else { None }
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

const fn promoting(color: Color) -> BySquare<Bitboard> {
    let zone = promotion_zone(color);
    let mut table = [zone; Square::COUNT];
    let mut from = 0;
    while from < Square::COUNT {
        if zone.0 >> from & 1 != 0 {
            table[from] = Bitboard::ALL;
        }
        from += 1;
    }
    table
}

const fn stars() -> BySquare<Bitboard> {
    let mut table = [Bitboard::EMPTY; Square::COUNT];
    let mut center = 0;
    while center < Square::COUNT {
        table[center].0 = 1 << center;
        let mut direction = 0;
        while direction < 8 {
            table[center].0 |= RAYS[direction][center].0;
            direction += 1;
        }
        center += 1;
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

const fn vicinity_of(color: Color) -> BySquare<Bitboard> {
    let reverse = match color {
        Color::Black => &REACH[1],
        Color::White => &REACH[0],
    };
    let [king, knight] = [PieceKind::King.index(), PieceKind::Knight.index()];
    let mut table = [Bitboard::EMPTY; Square::COUNT];
    let mut center = 0;
    while center < Square::COUNT {
        let mut targets = REACH[0][king][center].0;
        while targets != 0 {
            let target = targets.trailing_zeros() as usize;
            targets &= targets - 1;
            table[center].0 |= REACH[0][king][target].0 | reverse[knight][target].0;
        }
        center += 1;
    }
    table
}

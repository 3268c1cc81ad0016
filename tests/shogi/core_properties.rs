//! What must hold in every position: the generators agree with each other and with moves played out, what is kept
//! up to date agrees with what is computed afresh, and another library finds the same legal moves.

use crate::common::{Random, Shape, position, random_position, sfen_of, sorted_legal_moves};
use rsshogi::board::{LegalAll, MoveList as PeerMoveList, Position as PeerPosition, generate_moves};
use tsumi::shogi::{Color, Move, Position, Square, movegen};

/// Calls `visit` in every position of `games` random walks of up to `plies` moves from positions of `start`, and
/// sees to it that half of the positions exist: many walks end early.
fn walk(
    seed: u64,
    (games, plies): (usize, usize),
    mut start: impl FnMut(&mut Random) -> Position,
    mut visit: impl FnMut(&mut Position),
) {
    let mut random = Random(seed);
    let mut visited = 0;
    for _ in 0..games {
        let mut position = start(&mut random);
        for _ in 0..plies {
            visit(&mut position);
            visited += 1;
            let moves = sorted_legal_moves(&position);
            if moves.is_empty() {
                break;
            }
            position.play(liked_move(&position, &moves, &mut random));
        }
    }
    assert!(visited >= games * plies / 2, "only {visited} positions");
}

/// A random move, with a liking for checks: they are rare otherwise.
fn liked_move(position: &Position, moves: &[Move], random: &mut Random) -> Move {
    let mv = random.pick(moves);
    let mut checks = Vec::new();
    movegen::checks(position, &mut checks);
    if checks.is_empty() || random.once_in(2) { mv } else { random.pick(&checks) }
}

fn sparse(random: &mut Random) -> Position {
    let shape = Shape::random(random, 14, 6);
    random_position(random, shape)
}

fn with_many_in_hand(random: &mut Random) -> Position {
    let shape = Shape::random(random, 8, 30);
    random_position(random, shape)
}

/// All that a position shows.
fn state(position: &Position) -> impl PartialEq + std::fmt::Debug + use<> {
    let squares = (position.pieces(Color::Black), position.pieces(Color::White), position.checkers());
    let by_color = Color::ALL.map(|color| (position.king(color), position.blockers(color)));
    (position.to_setup(), squares, by_color, position.board_key())
}

/// Everything that one position must fulfil on its own.
fn examine(position: &mut Position) {
    let sfen = sfen_of(position);
    let legal = sorted_legal_moves(position);
    assert!(legal.windows(2).all(|pair| pair[0] < pair[1]), "a move twice in {sfen}");
    assert_eq!(movegen::count_legal_moves(position) as usize, legal.len(), "{sfen}");
    assert_eq!(state(position), state(&position.to_setup().position().unwrap()), "{sfen}");

    let checks: Vec<Move> = legal.iter().copied().filter(|&mv| examine_move(position, mv, &sfen)).collect();
    let mut generated = Vec::new();
    movegen::checks(position, &mut generated);
    generated.sort_unstable();
    assert_eq!(generated, checks, "checks in {sfen}");

    if position.in_check() {
        let mut evasions = Vec::new();
        movegen::evasions(position, &mut evasions);
        assert_evasion_order(position, &evasions, &sfen);
        evasions.sort_unstable();
        assert_eq!(evasions, legal, "evasions in {sfen}");
        assert_eq!(movegen::has_evasion(position), !legal.is_empty(), "{sfen}");
    }
}

/// Plays a legal move and takes it back; true if it gives check.
fn examine_move(position: &mut Position, mv: Move, sfen: &str) -> bool {
    let (before, us) = (state(position), position.turn());
    assert!(position.is_legal(mv), "{mv} in {sfen}");
    let (gives_check, key) = (position.gives_check(mv), position.key_after(mv));
    let undo = position.play(mv);
    if let Some(king) = position.king(us) {
        let attackers = position.attackers_to(king, !us, position.occupied());
        assert!(attackers.is_empty(), "{mv} leaves the king in check in {sfen}");
    }
    assert_eq!(position.in_check(), gives_check, "check by {mv} in {sfen}");
    assert_eq!(position.board_key(), key, "key after {mv} in {sfen}");
    position.undo(mv, &undo);
    assert!(state(position) == before, "{mv} not undone in {sfen}");
    gives_check
}

/// Captures of the only checking piece by other pieces, then king steps, then the rest.
fn assert_evasion_order(position: &Position, evasions: &[Move], sfen: &str) {
    let king = position.king(position.turn()).unwrap();
    let stage = |mv: &Move| match mv.from() {
        Some(from) if from == king => 1,
        _ if position.checkers().has(mv.to()) => 0,
        _ => 2,
    };
    assert!(evasions.is_sorted_by_key(stage), "{evasions:?} in {sfen}");
    let distance = |mv: &Move| {
        let (file, rank) = (mv.to().file().abs_diff(king.file()), mv.to().rank().abs_diff(king.rank()));
        (file.max(rank), mv.is_drop(), mv.dropped())
    };
    let interpositions: Vec<_> = evasions.iter().filter(|mv| stage(mv) == 2).map(distance).collect();
    assert!(interpositions.is_sorted(), "{evasions:?} in {sfen}");
}

#[test]
fn games_from_the_start() {
    let mut checks = 0;
    walk(
        1,
        (400, 250),
        |_| Position::start(),
        |position| {
            examine(position);
            checks += usize::from(position.in_check());
        },
    );
    assert!(checks > 10_000, "too few checks to mean anything: {checks}");
}

#[test]
fn sparse_positions() {
    walk(2, (10_000, 12), sparse, examine);
}

#[test]
fn positions_with_many_pieces_in_hand() {
    walk(3, (4_000, 5), with_many_in_hand, examine);
}

#[test]
fn a_flipped_or_mirrored_position_has_the_flipped_or_mirrored_moves() {
    let mapped = |moves: &[Move], map: fn(Square) -> Square| {
        let mut moves: Vec<Move> = moves.iter().map(|mv| mv.map_squares(map)).collect();
        moves.sort_unstable();
        moves
    };
    walk(4, (3_000, 12), sparse, |position| {
        let moves = sorted_legal_moves(position);
        let (flipped, mirrored) = (position.flipped(), position.mirrored());
        assert_eq!(sorted_legal_moves(&flipped), mapped(&moves, Square::flip), "{}", sfen_of(position));
        assert_eq!(sorted_legal_moves(&mirrored), mapped(&moves, Square::mirror), "{}", sfen_of(position));
        assert_eq!(flipped.turn(), !position.turn());
        assert!(flipped.flipped() == *position && mirrored.mirrored() == *position);
    });
}

#[test]
fn of_all_bit_patterns_only_the_legal_moves_are_legal() {
    walk(5, (150, 6), sparse, |position| {
        let mut accepted: Vec<Move> = (0..=u16::MAX).map(Move::from_bits).filter(|&mv| position.is_legal(mv)).collect();
        accepted.sort_unstable();
        assert_eq!(accepted, sorted_legal_moves(position), "{}", sfen_of(position));
    });
}

/// What another library finds: all legal moves, un-promoted ones included.
fn peer_moves(sfen: &str) -> Vec<String> {
    let peer = PeerPosition::from_sfen(sfen).unwrap_or_else(|error| panic!("{sfen}: {error:?}"));
    let mut list = PeerMoveList::new();
    generate_moves::<LegalAll>(&peer, &mut list);
    let mut moves: Vec<String> = list.iter().map(|mv| mv.to_usi()).collect();
    moves.sort_unstable();
    moves
}

fn assert_equal_to_peer(position: &Position) {
    let mut moves: Vec<String> = sorted_legal_moves(position).iter().map(Move::to_string).collect();
    moves.sort_unstable();
    let sfen = sfen_of(position);
    assert_eq!(moves, peer_moves(&sfen), "{sfen}");
}

#[test]
fn another_library_finds_the_same_moves_in_games() {
    walk(6, (400, 200), |_| Position::start(), |position| assert_equal_to_peer(position));
}

#[test]
fn another_library_finds_the_same_moves_in_sparse_positions() {
    walk(7, (8_000, 8), sparse, |position| assert_equal_to_peer(position));
    walk(8, (3_000, 4), with_many_in_hand, |position| assert_equal_to_peer(position));
}

#[test]
fn keys_tell_boards_and_turns_apart_but_not_hands() {
    let a = position("4k4/9/9/9/9/9/9/9/4K4 b - 1");
    assert_eq!(a.board_key(), position("4k4/9/9/9/9/9/9/9/4K4 b Gp 1").board_key());
    assert_ne!(a.board_key(), position("4k4/9/9/9/9/9/9/9/4K4 w - 1").board_key());
    assert_ne!(a.board_key(), position("4k4/9/9/9/9/9/9/9/3K5 b - 1").board_key());
}

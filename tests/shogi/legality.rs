//! Single moves that rules decide which are easily got wrong.

use crate::common::{position, sorted_legal_moves};

fn is_legal(sfen: &str, usi: &str) -> bool {
    sorted_legal_moves(&position(sfen)).iter().any(|mv| mv.to_string() == usi)
}

/// Asserts the same of the position turned by 180 degrees.
#[track_caller]
fn assert_legal(sfen: &str, usi: &str, expected: bool) {
    assert_eq!(is_legal(sfen, usi), expected, "{usi} in {sfen}");
    let flipped = position(sfen).flipped();
    let moves = sorted_legal_moves(&flipped);
    let turned = moves.iter().any(|mv| mv.map_squares(tsumi::shogi::Square::flip).to_string() == usi);
    assert_eq!(turned, expected, "{usi} in {sfen}, turned");
}

#[test]
fn a_dropped_pawn_may_not_mate() {
    assert_legal("7nk/9/7G1/9/9/9/9/9/K8 b P2r2b3g4s3n4l17p 1", "P*1b", false);
}

#[test]
fn a_dropped_pawn_may_check_if_the_king_can_step_away() {
    assert_legal("8k/9/7G1/9/9/9/9/9/K8 b P2r2b3g4s4n4l17p 1", "P*1b", true);
}

#[test]
fn a_dropped_pawn_may_check_if_a_free_piece_can_capture_it() {
    assert_legal("6snk/9/7G1/9/9/9/9/9/K8 b P2r2b3g3s3n4l17p 1", "P*1b", false);
    assert_legal("7nk/7s1/7G1/9/9/9/9/9/K8 b P2r2b3g3s3n4l17p 1", "P*1b", false);
    assert_legal("7nk/7g1/7G1/9/9/9/9/9/K8 b P2r2b2g4s3n4l17p 1", "P*1b", true);
}

#[test]
fn a_piece_pinned_across_the_capture_does_not_save_the_dropped_pawn() {
    // The gold on 2b could capture but stands between the bishop and the king.
    assert_legal("7nk/7g1/7G1/9/9/9/2B6/9/K8 b P2rb2g4s3n4l17p 1", "P*1b", false);
}

#[test]
fn a_piece_pinned_along_the_capture_may_take_the_dropped_pawn() {
    // The rook on 1c stands between the lance and the king, on the file of the pawn.
    assert_legal("7nk/9/7Gr/9/9/8L/9/9/K8 b Pr2b3g4s3n3l17p 1", "P*1b", true);
}

#[test]
fn a_dropped_pawn_cuts_the_lines_it_stands_on() {
    // The rook guards 1b only until the pawn stands on 2b.
    assert_legal("6nkl/R8/9/9/9/9/9/9/K8 b Pr2b4g4s3n3l17p 1", "P*2b", true);
    assert_legal("6nkl/R8/8G/9/9/9/9/9/K8 b Pr2b3g4s3n3l17p 1", "P*2b", false);
}

#[test]
fn lines_are_seen_through_the_square_the_king_leaves() {
    let sfen = "R3k4/9/9/9/9/9/9/9/4K4 w r2b4g4s4n4l18p 1";
    assert_legal(sfen, "5a4a", false);
    assert_legal(sfen, "5a4b", true);
}

#[test]
fn a_pawn_on_the_board_may_mate() {
    assert_legal("7nk/9/7GP/9/9/9/9/9/K8 b 2r2b3g4s3n4l17p 1", "1c1b", true);
}

#[test]
fn an_interposed_pawn_may_not_mate_either() {
    let sfen = "9/9/9/9/1k7/9/4g4/9/3NKB2r w rb3g4s3n4l18p 1";
    assert_legal(sfen, "P*5h", false);
    assert_legal(sfen, "P*6g", true);
    assert_legal(sfen, "L*5h", true);
}

#[test]
fn one_unpromoted_pawn_a_file_and_side() {
    assert_legal("4k4/9/9/4p4/9/4P4/9/9/4K4 b P 1", "P*5e", false);
    assert_legal("4k4/9/9/4p4/9/4+P4/9/9/4K4 b P 1", "P*5e", true);
    assert_legal("4k4/9/9/4p4/9/4P4/9/9/4K4 b P 1", "P*4e", true);
}

#[test]
fn no_piece_goes_where_it_can_never_move_again() {
    let sfen = "4k4/P8/1N7/9/9/9/9/9/4K4 b PLN 1";
    for (usi, expected) in [
        ("9b9a", false),
        ("9b9a+", true),
        ("8c7a", false),
        ("8c7a+", true),
        ("P*1a", false),
        ("L*1a", false),
        ("N*1b", false),
        ("L*1b", true),
        ("N*1c", true),
    ] {
        assert_legal(sfen, usi, expected);
    }
}

#[test]
fn pieces_may_stay_unpromoted_while_they_can_move() {
    let sfen = "4k4/9/PR6L/9/9/9/9/9/B3K4 b - 1";
    for usi in ["9c9b", "9c9b+", "8c8a", "8c8a+", "1c1b", "1c1b+", "8c8d", "8c8d+", "9i1a", "9i1a+"] {
        assert_legal(sfen, usi, true);
    }
}

#[test]
fn in_double_check_only_the_king_moves() {
    let position = position("4k4/9/3N5/9/4R4/9/4g4/9/4K4 w r2b3g4s3n4l18p 1");
    assert!(position.checkers().several());
    let king = position.king(position.turn());
    assert!(sorted_legal_moves(&position).iter().all(|mv| mv.from() == king));
}

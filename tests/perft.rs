//! Leaf counts of the legal move tree.

use tsumi::shogi::{Position, perft};

fn from_start(depth: u32) -> u64 {
    perft(&mut Position::start(), depth)
}

#[test]
fn start_position_to_depth_5() {
    let counts = [1, 30, 900, 25_470, 719_731, 19_861_490];
    for (depth, expected) in (0..).zip(counts) {
        assert_eq!(from_start(depth), expected, "depth {depth}");
    }
}

#[test]
#[ignore = "takes half a minute"]
fn start_position_to_depth_6() {
    assert_eq!(from_start(6), 547_581_517);
}

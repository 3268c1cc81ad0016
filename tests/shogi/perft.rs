//! Leaf counts of the legal move tree.

use crate::common::position;
use rsshogi::board::{Position as PeerPosition, perft::perft as peer_perft};
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

#[test]
fn the_position_with_most_moves() {
    let mut position = position("R8/2K1S1SSk/4B4/9/9/9/9/9/1L1L1L3 b RBGSNLP3g3n17p 1");
    assert_eq!(perft(&mut position, 1), 593);
}

/// Positions and the depth to which they are compared with another library.
const COMPARED: &[(&str, &str, u32)] = &[
    ("opening", "lnsgkgsnl/1r5b1/p1pppp1pp/6p2/1p5P1/2P6/PP1PPPP1P/1B5R1/LNSGKGSNL b - 7", 4),
    ("middle game", "l4S2l/4g1gs1/5p1p1/pr2N1pkp/4Gn3/PP3PPPP/2GPP4/1K7/L3r+s2L w BS2N5Pb 1", 3),
    ("many pieces in hand", "6n1l/2+S1k4/2lp4p/1np1B2b1/3PP4/1N1S3rP/1P2+pPP+p1/1p1G5/3KG2r1 b GSN2L4Pgs2p 1", 2),
    ("end game", "l6nl/5+P1gk/2np1S3/p1p4Pp/3P2Sp1/1PPb2P1P/P5GS1/R8/LN4bKL w RGgsn5p 1", 2),
    ("in check, White to move", "4k4/9/4R4/9/9/9/9/9/4K4 w r2b4g4s4n4l18p 1", 2),
    ("in check, Black to move", "4k4/9/9/9/4r4/9/9/9/4K4 b R2B4G4S4N4L18P 1", 2),
    ("double check", "4k4/9/3N5/9/4R4/9/9/9/4K4 w r2b4g4s3n4l18p 1", 3),
    ("White's king alone", "7lk/7p1/9/9/9/9/9/9/R8 b B2G2S2N2L9Prb2g2s2nl8p 1", 2),
    ("Black's king alone", "9/9/9/9/1+p7/9/9/KP+r6/9 w b2g2s2n2l4pRB2G2S2N2L10P 1", 2),
    ("pieces that must promote soon", "4k4/PL4LP1/2N3N2/9/9/9/2n3n2/1pl4lp/4K4 b - 1", 3),
    ("the same for White", "4k4/PL4LP1/2N3N2/9/9/9/2n3n2/1pl4lp/4K4 w - 1", 3),
    ("pins along all lines", "4r3k/1b7/9/3SP4/1r1GK4/5N3/4L4/7b1/9 b - 1", 3),
    ("drop-pawn mate at hand", "7nk/9/7G1/9/9/9/9/9/K8 b P2r2b3g4s3n4l17p 1", 2),
    ("drop-pawn mate by an interposed pawn", "9/9/9/9/1k7/9/4g4/9/3NKB2r w rb3g4s3n4l18p 1", 2),
];

#[test]
fn another_library_counts_the_same() {
    for &(name, sfen, depth) in COMPARED {
        let peer = PeerPosition::from_sfen(sfen).unwrap();
        for depth in 1..=depth {
            let expected = peer_perft(&peer, depth.try_into().unwrap()).unwrap().nodes;
            assert_eq!(perft(&mut position(sfen), depth), expected, "{name} to depth {depth}: {sfen}");
        }
    }
}

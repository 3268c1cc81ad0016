//! Texts of positions and moves: what is written reads back, and another library reads and writes the same.

use crate::common::{Random, Shape, any_setup, position, random_position, sfen_of, sorted_legal_moves};
use rsshogi::board::{Position as PeerPosition, move_from_usi_expect, position_from_sfen};
use std::collections::HashSet;
use tsumi::notation::{japanese, sfen, usi, western};
use tsumi::shogi::{Move, Position, Square};

#[test]
fn any_placement_reads_back() {
    let mut random = Random(11);
    for _ in 0..20_000 {
        let setup = any_setup(&mut random);
        let text = sfen::format(&setup);
        assert_eq!(sfen::parse(&text), Ok(setup.clone()), "{text}");
        assert_eq!(usi::parse_position(&format!("position sfen {text} moves")).unwrap().setup, setup);
    }
}

#[test]
fn the_peer_reads_and_writes_the_same_sfen() {
    let mut random = Random(12);
    for _ in 0..5000 {
        let shape = Shape::random(&mut random, 30, 8);
        let text = sfen_of(&random_position(&mut random, shape));
        let peer = position_from_sfen(&text).unwrap_or_else(|error| panic!("{text}: {error:?}"));
        assert_eq!(peer.to_sfen(Some(1)), text);
    }
}

/// Texts that are almost SFEN: never a panic, and where the peer accepts one too, the same position.
#[test]
fn damaged_texts_are_refused_or_mean_what_the_peer_reads() {
    const LETTERS: &[u8] = b"0123456789/+-_ bwKkPpGgRrx\t.";
    let mut random = Random(13);
    let (mut accepted, mut refused) = (0, 0);
    for _ in 0..20_000 {
        let shape = Shape::random(&mut random, 20, 8);
        let mut text = sfen_of(&random_position(&mut random, shape)).into_bytes();
        for _ in 0..=random.below(3) {
            let at = random.below(text.len());
            match random.below(3) {
                0 => text[at] = random.pick(LETTERS),
                1 => text.insert(at, random.pick(LETTERS)),
                _ => drop(text.remove(at)),
            }
        }
        let text = String::from_utf8(text).unwrap();
        match (sfen::parse(&text), position_from_sfen(&text)) {
            (Ok(setup), Ok(peer)) => {
                accepted += 1;
                assert_eq!(sfen::format(&setup), peer.to_sfen(Some(1)), "{text}");
            }
            (Err(faults), _) => {
                refused += 1;
                assert!(!faults.is_empty(), "{text}");
            }
            (Ok(_), Err(_)) => {}
        }
    }
    assert!(accepted > 1000 && refused > 1000, "{accepted} {refused}");
}

/// What the walks found, so that no check passes for want of cases.
#[derive(Default)]
struct Seen {
    moves: u32,
    same: u32,
    told_apart: u32,
}

/// All texts of all legal moves of a position, with the move before, against the peer's.
fn check_moves(position: &Position, peer: &PeerPosition, previous: Option<Square>, seen: &mut Seen) {
    let moves = sorted_legal_moves(position);
    let mut texts: [HashSet<String>; 3] = Default::default();
    for &mv in &moves {
        assert_eq!(usi::parse_move(&mv.to_string()), Ok(mv));
        for (style, index) in [(western::Style::Plus, 0), (western::Style::Cross, 1)] {
            let text = western::move_text(position, mv, style);
            assert_eq!(western::parse_move(position, &text), Ok(mv), "{text} in {}", sfen_of(position));
            texts[index].insert(text);
        }
        let text = japanese::move_text(position, mv, previous);
        let peers = move_from_usi_expect(peer, &mv.to_string()).to_ki2(peer).unwrap();
        // The peer writes no motion after 左 and 右 for a sideways move.
        let shorter = text.replace('　', "").replace("左寄", "左").replace("右寄", "右");
        assert_eq!(shorter, peers.replace('　', ""), "{mv} in {}", sfen_of(position));
        seen.moves += 1;
        seen.same += u32::from(text.contains('同'));
        seen.told_apart += u32::from(text.contains(['左', '右', '直', '上', '寄', '引']));
        texts[2].insert(text);
    }
    // No two moves share a text.
    assert!(texts.iter().all(|texts| texts.len() == moves.len()), "{}", sfen_of(position));
}

fn walk(random: &mut Random, mut position: Position, plies: usize, seen: &mut Seen) {
    let mut peer = position_from_sfen(&sfen_of(&position)).unwrap();
    peer.init_stack();
    let mut previous: Option<Move> = None;
    for _ in 0..plies {
        check_moves(&position, &peer, previous.map(Move::to), seen);
        let moves = sorted_legal_moves(&position);
        if moves.is_empty() {
            break;
        }
        // Recaptures are rare by chance.
        let back = moves.iter().copied().find(|mv| Some(mv.to()) == previous.map(Move::to));
        let mv = back.filter(|_| random.once_in(2)).unwrap_or_else(|| random.pick(&moves));
        peer.apply_move32(move_from_usi_expect(&peer, &mv.to_string()));
        position.play(mv);
        previous = Some(mv);
    }
}

#[test]
fn move_texts_of_games_agree_with_the_peer_and_read_back() {
    let (mut random, mut seen) = (Random(14), Seen::default());
    for _ in 0..40 {
        walk(&mut random, position(usi::START), 100, &mut seen);
    }
    assert!(seen.moves > 100_000 && seen.same > 1000 && seen.told_apart > 1000);
}

#[test]
fn move_texts_in_crowds_agree_with_the_peer_and_read_back() {
    let (mut random, mut seen) = (Random(15), Seen::default());
    for _ in 0..1500 {
        let shape = Shape { pieces: 10 + random.below(20), two_kings: random.once_in(2), held: 4, crowded: true };
        let start = random_position(&mut random, shape);
        walk(&mut random, start, 4, &mut seen);
    }
    assert!(seen.moves > 100_000 && seen.same > 1000 && seen.told_apart > 5000);
}

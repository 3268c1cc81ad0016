//! Paths and lines of thousands of plies, on a small stack.

use super::*;
use crate::notation::sfen;
use crate::shogi::movegen;
use crate::solver::line::{LineFinder, Walk};
use crate::solver::path::Heads;
use std::thread;

/// A rook and a handful of pieces against a bare king: checks go on for thousands of plies before they come back to a board.
const CHASE: &str = "9/6k2/9/9/9/9/9/9/9 b R4L18P 1";

fn search_of(text: &str) -> Dfpn {
    let root = sfen::parse(text).unwrap().position().unwrap();
    Dfpn::new(root, Plies::ANY, Arc::new(Table::new(1)))
}

/// Runs `test` where recursion into every ply would overflow the stack.
fn on_a_small_stack(test: impl FnOnce() + Send + 'static) {
    let thread = thread::Builder::new().stack_size(128 << 10).spawn(test).unwrap();
    thread.join().unwrap();
}

/// The same with pieces that mate in the end.
const HUNT: &str = "9/6k2/9/9/9/9/9/9/9 b R4GLr2b4s4n3l18p 1";

/// Searches depth first, moves on the board to empty squares before others, until the path has this depth.
fn dive(search: &mut Dfpn, depth: usize, seed: u64) {
    let mut random = seed;
    while usize::from(search.path.depth()) < depth {
        let mut tally = search.tally();
        if let Some(value) = search.decision(&tally) {
            search.leave(value);
            continue;
        }
        random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        let open = search.top_children().iter().enumerate().filter(|(_, child)| child.state == ChildState::Open);
        let quiet = |mv: Move| !mv.is_drop() && search.position.piece_at(mv.to()).is_none();
        let rank = |&(index, child): &(usize, &Child)| (!quiet(child.mv), (random >> 33) * (index as u64 + 7) % 101);
        tally.best = open.min_by_key(rank).unwrap().0;
        let frame = search.top_mut();
        (frame.limit_phi, frame.limit_delta) = (INFINITE, INFINITE);
        search.descend(&tally);
    }
}

#[test]
fn the_deepest_path_is_cut_off_and_left_again() {
    on_a_small_stack(|| {
        let mut search = search_of(CHASE);
        let root = search.position.clone();
        search.enter_root();
        dive(&mut search, DEEPEST, 1);
        assert_eq!((usize::from(search.path.depth()), search.frames.len()), (DEEPEST, DEEPEST + 1));

        // Nothing may be entered below; what fails for that reason is no fact.
        while search.frames.len() == DEEPEST + 1 {
            let tally = search.tally();
            match search.decision(&tally) {
                Some(value) => search.leave(value),
                None => search.descend(&tally),
            }
        }
        assert!(search.top().heads == Heads::CutOff || search.top().decided.is_some_and(|value| !value.is_fact()));

        let monitor = Monitor::new();
        assert_eq!(search.run(search.nodes + 20_000, &monitor), None);
        assert!(monitor.sample().depth > 4_000);
        search.retreat_to(0);
        assert_eq!((search.path.depth(), &search.position), (0, &root));
        assert_eq!(search.run(search.nodes + 20_000, &monitor), None);
    });
}

/// A line of checks and replies to a checkmate, of at least this many plies, no position met again with no more in hand.
fn long_mate(search: &mut Dfpn, plies: usize, seed: u64) -> Vec<Move> {
    search.enter_root();
    for depth in plies.. {
        dive(search, depth, seed);
        let mut line: Vec<Move> = search.frames.iter().filter_map(|frame| frame.entered_by.as_ref()?.mv()).collect();
        let mated = |child: &&Child| {
            let known = search.table.look(child.key, child.hand, Plies(1));
            matches!(known, crate::solver::table::Known::Proved { .. })
        };
        if !search.top().attacking
            && let Some(child) = search.top_children().iter().find(mated)
        {
            let mut position = search.position.clone();
            position.play(child.mv);
            let mut checks = Vec::new();
            movegen::checks(&position, &mut checks);
            let mate = checks.into_iter().find(|&check| {
                let mut mated = position.clone();
                mated.play(check);
                !movegen::has_evasion(&mated)
            });
            line.extend([child.mv, mate.unwrap()]);
            return line;
        }
    }
    unreachable!("depths do not end")
}

/// Plies of the line that is found through a table that knows each position of a long mate.
fn walk_a_long_mate(seed: u64) -> usize {
    let mut search = search_of(HUNT);
    let (root, salt) = (search.position.clone(), search.salt);
    let line = long_mate(&mut search, 4_000, seed);
    let length = |played: usize| Plies((line.len() - played) as u16);
    let table = Arc::new(Table::new(8));
    let mut position = root.clone();
    for (&mv, played) in line.iter().zip(1..) {
        position.play(mv);
        table.store_proof(position.board_key() ^ salt, position.hand(Color::Black), length(played), 0);
    }

    let mut finder = LineFinder::new(root.clone(), length(0), table, 0);
    let Walk::Arrived(mate) = finder.run(u64::MAX, &Monitor::new()) else { panic!("not arrived") };
    assert_eq!(mate.raw.at_most as usize, line.len());
    let mut position = root;
    for &mv in &mate.line.moves {
        assert!(position.is_legal(mv));
        position.play(mv);
    }
    assert!(position.in_check() && !movegen::has_evasion(&position));
    mate.line.moves.len()
}

#[test]
fn a_mate_of_thousands_of_plies_is_walked() {
    // A board that comes back with fewer pieces in hand is a short cut, so that the walk is not as long as the mate that was proved;
    // that it is longer than any problem known shows that nothing of it grows with every ply.
    on_a_small_stack(|| assert!((1..5).any(|seed| walk_a_long_mate(seed) > 1_525)));
}

/// Enters the child that `mv` leads to.
fn enter(search: &mut Dfpn, mv: Move) {
    let mut tally = search.tally();
    tally.best = search.top_children().iter().position(|child| child.mv == mv).unwrap();
    search.descend(&tally);
}

/// Leaves the top node with its numbers as they are.
fn back(search: &mut Dfpn) {
    let value = search.tally().open(search.top().attacking);
    search.leave(value);
}

/// The undecided nodes three plies below the root, each with a line to it.
fn lines(search: &mut Dfpn) -> Vec<([Move; 3], (Key, Hand))> {
    let open = |search: &Dfpn| -> Vec<Move> {
        search.top_children().iter().filter(|child| child.state == ChildState::Open).map(|child| child.mv).collect()
    };
    let mut lines = Vec::new();
    for first in open(search) {
        enter(search, first);
        for reply in open(search) {
            enter(search, reply);
            let nodes = search.top_children().iter().filter(|child| child.state == ChildState::Open);
            lines.extend(nodes.map(|child| ([first, reply, child.mv], (child.key, child.hand))));
            back(search);
        }
        back(search);
    }
    lines
}

#[test]
fn branches_that_meet_count_once() {
    let mut scout = search_of(HUNT);
    scout.enter_root();
    let lines = lines(&mut scout);
    let meets = |(line, node): &([Move; 3], (Key, Hand))| {
        let other = lines.iter().find(|(other, met)| met == node && other[0] != line[0]);
        other.map(|&(other, _)| (*line, other))
    };
    let (one, other) = lines.iter().find_map(meets).unwrap();

    let mut search = search_of(HUNT);
    search.enter_root();
    for mv in one {
        enter(&mut search, mv);
    }
    for _ in one {
        back(&mut search);
    }
    let marked = |search: &Dfpn| -> Vec<Move> {
        let root = &search.children[..search.frames[1].first_child];
        root.iter().filter(|child| child.merged).map(|child| child.mv).collect()
    };
    for mv in other {
        enter(&mut search, mv);
    }
    let mut expected = [one[0], other[0]];
    expected.sort_by_key(|&mv| search.children.iter().position(|child| child.mv == mv));
    assert_eq!(marked(&search), expected);
    for _ in other {
        back(&mut search);
    }

    let delta = |mv: Move| search.top_children().iter().find(|child| child.mv == mv).unwrap().delta;
    let sum: u32 =
        search.top_children().iter().filter(|child| child.state == ChildState::Open).map(|child| child.delta).sum();
    assert_eq!(search.tally().delta, sum - delta(one[0]).min(delta(other[0])));

    // The marks outlive the stack.
    let mut again = search_of(HUNT);
    again.table = Arc::clone(&search.table);
    again.enter_root();
    let kept = again.top_children().iter().filter(|child| child.merged).map(|child| child.mv);
    assert_eq!(kept.collect::<Vec<_>>(), expected);
}

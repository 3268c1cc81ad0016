//! Made problems, for tests and as a load: random positions of few pieces in which the attacker mates.

use super::duplicates::Duplicates;
use super::random::Random;
use super::{Check, Depth, Stated, Worker};
use crate::shogi::{Color, Hand, Piece, PieceKind, Setup, Square};
use crate::solver::{Convention, Length, Limits, Monitor, Problem};
use std::ops::RangeInclusive;
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::thread;

/// What is to be made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Wanted {
    /// Another seed gives other problems.
    pub seed: u64,
    /// The raw lengths wanted, in plies.
    pub plies: RangeInclusive<u32>,
    /// Threads; at least 1. The problems are the same for any number.
    pub jobs: usize,
}

/// Positions that are tried together; problems come in this order.
const BATCH: usize = 1_000;

/// Nodes for one position: few mates of nine plies and few pieces need more.
const NODES: u64 = 1_500;

/// A new position is drawn once in so many times; else a mate that was found is changed a little, which mostly leaves a mate.
const CHANGES: usize = 16;

/// Pieces on the board, at most.
const MOST: usize = 9;

/// Problems without end, no two of them the same, nor mirror images or colour twins. They differ in their pieces on the board and in the
/// attacker's hand; the defender holds the rest of the set, or nothing.
pub struct Problems {
    batches: Vec<Receiver<Vec<Problem>>>,
    /// Whose batch is next.
    turn: usize,
    ready: std::vec::IntoIter<Problem>,
    known: Duplicates,
}

impl Problems {
    /// Begins to make problems. Dropping it ends the threads.
    ///
    /// # Panics
    /// If the system refuses a thread.
    pub fn new(wanted: &Wanted) -> Self {
        let jobs = wanted.jobs.max(1);
        let batches = (0..jobs).map(|job| {
            let (sender, batches) = sync_channel(2);
            let wanted = wanted.clone();
            let work = move || make_batches((job as u64, jobs as u64), &wanted, &sender);
            thread::Builder::new().name(format!("generate-{job}")).spawn(work).expect("the system gives a thread");
            batches
        });
        Self { batches: batches.collect(), turn: 0, ready: Vec::new().into_iter(), known: Duplicates::new() }
    }
}

impl Iterator for Problems {
    type Item = Problem;

    fn next(&mut self) -> Option<Problem> {
        loop {
            for problem in self.ready.by_ref() {
                let stated = Stated::of(problem);
                if self.known.note("", &stated).is_none() {
                    return Some(stated.problem);
                }
            }
            // An error would be the end of a thread by a panic.
            self.ready = self.batches[self.turn].recv().ok()?.into_iter();
            self.turn = (self.turn + 1) % self.batches.len();
        }
    }
}

/// Makes every so many-th batch until nobody takes them.
fn make_batches((first, step): (u64, u64), wanted: &Wanted, batches: &SyncSender<Vec<Problem>>) {
    let limits = Limits { nodes: Some(NODES), plies: Some(*wanted.plies.end()), time: None };
    let mut worker = Worker::new(Check { convention: Convention::None, limits, ..Check::at(Depth::Raw) });
    for number in (first..).step_by(step as usize) {
        if batches.send(batch(number, &mut worker, wanted)).is_err() {
            return;
        }
    }
}

/// A walk from mate to mate.
fn batch(number: u64, worker: &mut Worker, wanted: &Wanted) -> Vec<Problem> {
    // Seeds that lie close together must not give sequences that overlap.
    let mut random = Random(Random(wanted.seed ^ number.rotate_left(32)).bits());
    let (mut found, mut last) = (Vec::new(), None);
    for _ in 0..BATCH {
        let setup = match last.take() {
            Some(known) if !random.once_in(CHANGES) => {
                let setup = changed(&mut random, &known);
                last = Some(known);
                setup
            }
            _ => position(&mut random),
        };
        let Ok(problem) = Problem::new(&turned(&mut random, &setup), None) else { continue };
        if is_wanted(worker, &problem, &wanted.plies) {
            found.push(problem);
            last = Some(setup);
        }
    }
    found
}

fn is_wanted(worker: &mut Worker, problem: &Problem, plies: &RangeInclusive<u32>) -> bool {
    let stated = Stated::of(problem.clone());
    let examined = worker.examine(&stated, &Monitor::new());
    let length = examined.and_then(|examined| examined.raw).and_then(Length::proved);
    length.is_some_and(|length| plies.contains(&length))
}

/// Kinds as often as they are drawn: few big pieces, or almost every problem would be a mate in one.
const ATTACKERS: [PieceKind; 16] = {
    use PieceKind::{Bishop, Gold, Knight, Lance, Pawn, ProPawn, Rook, Silver};
    [Pawn, Pawn, Pawn, Lance, Knight, Knight, Silver, Silver, Silver, Gold, Gold, Gold, Bishop, Rook, Rook, ProPawn]
};
const DEFENDERS: [PieceKind; 10] = {
    use PieceKind::{Bishop, Gold, Knight, Lance, Pawn, Rook, Silver};
    [Pawn, Pawn, Pawn, Lance, Lance, Knight, Silver, Gold, Bishop, Rook]
};

/// A random position, which may have faults.
fn position(random: &mut Random) -> Setup {
    let mut setup = Setup::EMPTY;
    let center = king_square(random);
    setup.board[center.index()] = Some(Piece::new(Color::White, PieceKind::King));
    if random.once_in(8) {
        setup.board[random.below(Square::COUNT)].get_or_insert(Piece::new(Color::Black, PieceKind::King));
    }
    for _ in 0..random.below(4) {
        let kind = random.pick(&DEFENDERS);
        put(&mut setup, near(random, center), Piece::new(Color::White, kind));
    }
    for _ in 0..=random.below(3) {
        let kind = random.pick(&ATTACKERS);
        let kind = kind.promoted().filter(|_| random.once_in(5)).unwrap_or(kind);
        put(&mut setup, near(random, center), Piece::new(Color::Black, kind));
    }
    let held = (0..random.below(4)).map(|_| random.pick(&ATTACKERS).unpromoted());
    setup.hands[Color::Black] = held.fold(Hand::EMPTY, Hand::plus);
    fill(random, setup)
}

/// The same with the rest of the set in the defender's hand, or nothing.
fn fill(random: &mut Random, mut setup: Setup) -> Setup {
    setup.hands[Color::White] = Hand::EMPTY;
    if !random.once_in(8) {
        setup.fill_defender_hand(Color::Black);
    }
    setup
}

/// The same with a piece moved, added, taken away, or given to the attacker's hand.
fn changed(random: &mut Random, known: &Setup) -> Setup {
    let mut setup = known.clone();
    let center = setup.king(Color::White).unwrap_or(Square::from_index(0));
    let movable: Vec<Square> =
        setup.pieces().filter(|(_, piece)| piece.kind != PieceKind::King).map(|(square, _)| square).collect();
    let held: Vec<PieceKind> = setup.hands[Color::Black].iter().map(|(kind, _)| kind).collect();
    match random.below(5) {
        0 | 1 if !movable.is_empty() => {
            let piece = setup.board[random.pick(&movable).index()].take();
            if let Some(piece) = piece {
                put(&mut setup, near(random, center), piece);
            }
        }
        2 if movable.len() < MOST => {
            let (color, kinds) =
                if random.once_in(2) { (Color::White, &DEFENDERS[..]) } else { (Color::Black, &ATTACKERS[..]) };
            let kind = random.pick(kinds);
            put(&mut setup, near(random, center), Piece::new(color, kind));
        }
        3 if !movable.is_empty() => setup.board[random.pick(&movable).index()] = None,
        _ if held.len() > 1 => setup.hands[Color::Black] = setup.hands[Color::Black].minus(random.pick(&held)),
        _ => {
            let kind = random.pick(&ATTACKERS).unpromoted();
            setup.hands[Color::Black] = setup.hands[Color::Black].plus(kind);
        }
    }
    fill(random, setup)
}

/// The same as a mirror image or with colours exchanged, or as it is.
fn turned(random: &mut Random, setup: &Setup) -> Setup {
    let setup = if random.once_in(8) { setup.flipped() } else { setup.clone() };
    if random.once_in(2) { setup.mirrored() } else { setup }
}

/// Most often at an edge or close to one, where mates are.
fn king_square(random: &mut Random) -> Square {
    let (file, rank) = if random.once_in(6) {
        (random.below(9), random.below(9))
    } else {
        (random.below(4), random.below(3).min(random.below(3)))
    };
    Square::from_index(Square::new(file as u8 + 1, rank as u8 + 1).map_or(0, Square::index))
}

/// A square at most two steps from the king, or now and then anywhere.
fn near(random: &mut Random, king: Square) -> Square {
    if random.once_in(8) {
        return Square::from_index(random.below(Square::COUNT));
    }
    let step = |from: u8, random: &mut Random| (from + 3).saturating_sub(random.below(5) as u8 + 1).clamp(1, 9);
    let (file, rank) = (step(king.file(), random), step(king.rank(), random));
    Square::new(file, rank).unwrap_or(king)
}

fn put(setup: &mut Setup, square: Square, piece: Piece) {
    setup.board[square.index()].get_or_insert(piece);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::sfen;

    fn made(seed: u64, plies: RangeInclusive<u32>, jobs: usize) -> Vec<String> {
        let problems = Problems::new(&Wanted { seed, plies, jobs });
        problems.take(300).map(|problem| sfen::format(&problem.position().to_setup())).collect()
    }

    #[test]
    fn the_same_seed_makes_the_same_problems_on_any_number_of_threads() {
        let one = made(1, 1..=9, 1);
        assert_eq!((made(1, 1..=9, 2), made(1, 1..=9, 3)), (one.clone(), one.clone()));
        let other = made(2, 1..=9, 1);
        assert!(other.iter().filter(|text| one.contains(text)).count() < 10, "the smallest may be in both");
    }

    #[test]
    fn lengths_are_as_wanted_and_of_both_colours() {
        let texts = made(7, 3..=5, 2);
        assert!(texts.iter().any(|text| text.contains(" w ")) && texts.iter().any(|text| text.contains(" b ")));
        for text in &texts[..50] {
            let problem = Problem::new(&sfen::parse(text).unwrap(), None).unwrap();
            let table = std::sync::Arc::new(crate::solver::Table::new(1));
            let search = crate::solver::Search::new(&problem, Limits::default(), table);
            let outcome = search.aiming(crate::solver::Aim::LENGTHS).run_to_end(&Monitor::new());
            let crate::solver::Verdict::Mate(mate) = outcome.verdict else { panic!("{text}") };
            assert!((3..=5).contains(&mate.raw.proved().unwrap()), "{text}");
        }
    }
}

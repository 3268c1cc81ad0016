//! Keeping answers, and every kind of trouble with their file.

use super::bounded::Size;
use super::disk::Disk;
use super::shelf::Entry;
use super::*;
use crate::notation::sfen;
use crate::shogi::{Hand, Move};
use crate::solver::{Aim, Cause, Length, Limits, Line, Mate, Monitor, Problem, Search, Statistics, Table, Verdict};
use redb::StorageBackend;
use std::collections::HashMap;
use std::fs;
use std::io;
use std::path::Path;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};

/// Mate in one, two mates in three, one of them its own mirror image, no mate twice.
const PROBLEMS: [&str; 5] = [
    "4k4/9/4P4/9/9/9/9/9/9 b G2r2b3g4s4n4l17p 1",
    "k2G5/9/K8/9/N8/9/9/9/9 b 2r2b3g4s3n4l18p 1",
    "3sks3/9/4P4/9/9/9/9/9/9 b 2G2r2b2g2s4n4l17p 1",
    "7lk/7p1/9/9/9/9/9/9/R8 b p 1",
    DEFENDED,
];

/// No mate, with the defender to move.
const DEFENDED: &str = "k8/9/9/9/R8/9/9/9/9 w 2G 1";

/// A folder of its own for each test, removed at its end.
struct Folder(PathBuf);

impl Folder {
    fn new() -> Self {
        static NEXT: AtomicUsize = AtomicUsize::new(0);
        let number = NEXT.fetch_add(1, Ordering::Relaxed);
        let path = std::env::temp_dir().join(format!("tsumi-store-{}-{number}", std::process::id()));
        fs::create_dir_all(&path).unwrap();
        Self(path)
    }

    fn config(&self) -> Config {
        Config { path: self.0.join("deep").join("answers.redb"), max_bytes: 4 << 20 }
    }

    fn store(&self) -> Store {
        Store::open(self.config())
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

fn problem(text: &str) -> Problem {
    {
        let setup = sfen::parse(text).unwrap();
        let attacker = (text == DEFENDED).then_some(crate::shogi::Color::Black);
        Problem::new(&setup, attacker).unwrap()
    }
}

fn searched(problem: &Problem, aim: Aim, plies: Option<u32>) -> Outcome {
    let limits = Limits { plies, ..Limits::default() };
    Search::new(problem, limits, Arc::new(Table::new(1))).aiming(aim).run_to_end(&Monitor::new())
}

/// What a stored answer has in common with a searched one.
fn comparable(outcome: Outcome) -> Outcome {
    let Statistics { proof, disproof, .. } = outcome.statistics;
    Outcome { statistics: Statistics { proof, disproof, ..Statistics::default() }, ..outcome }
}

/// Made up, and different for each number.
fn numbered(number: u32) -> (Question, Outcome) {
    let question = Question::new(&problem(PROBLEMS[0]), Aim::LENGTHS, Some(number));
    let mate = Mate::found(Line { moves: Vec::new(), leftover: Hand::EMPTY }, Length::exactly(2 * number + 1));
    (question, Outcome { verdict: Verdict::Mate(Box::new(mate)), refutation: None, statistics: Statistics::default() })
}

fn entry(number: u32) -> Entry {
    let (question, outcome) = numbered(number);
    (question.key().into(), record::encode(question.key(), outcome).unwrap())
}

#[test]
fn an_answer_is_that_of_a_new_search_for_mirror_images_and_colour_twins_too() {
    let folder = Folder::new();
    let store = folder.store();
    let everything = Aim { variations: 10, soundness: true, first_moves: true, ..Aim::LENGTHS };
    for (text, aim) in PROBLEMS.iter().flat_map(|text| [Aim::LENGTHS, everything].map(|aim| (text, aim))) {
        let problem = problem(text);
        store.keep(&Question::new(&problem, aim, None), &searched(&problem, aim, None));
        store.flush();
        let position = problem.position();
        let (mirror, twin) = (position.mirrored(), position.flipped());
        for twin in [position.clone(), mirror.clone(), twin, mirror.flipped()] {
            let attacker = if *text == DEFENDED { !twin.turn() } else { twin.turn() };
            let twin = Problem::from_position(&twin, Some(attacker)).unwrap();
            let kept = store.get(&Question::new(&twin, aim, None)).expect("the answer is kept");
            assert_eq!(kept, comparable(searched(&twin, aim, None)), "{text} {aim:?}");
        }
    }
    assert_eq!((store.figures().written, store.figures().hits), (10, 40));
}

#[test]
fn what_is_asked_and_every_piece_tell_questions_apart() {
    let plain = |text: &str| Question::new(&problem(text), Aim::LENGTHS, None);
    let first = plain(PROBLEMS[0]);
    for other in [
        Question::new(&problem(PROBLEMS[0]), Aim::FIRST, None),
        Question::new(&problem(PROBLEMS[0]), Aim { first_moves: true, ..Aim::LENGTHS }, None),
        Question::new(&problem(PROBLEMS[0]), Aim::LENGTHS, Some(1)),
        // The defender holds one pawn less.
        plain("4k4/9/4P4/9/9/9/9/9/9 b G2r2b3g4s4n4l16p 1"),
        plain("4k4/9/4P4/9/9/9/9/9/9 b 2G2r2b2g4s4n4l17p 1"),
    ] {
        assert_ne!(other.key(), first.key());
    }
    let convention = Aim { convention: crate::solver::Convention::Wide, ..Aim::FIRST };
    assert_eq!(
        Question::new(&problem(PROBLEMS[0]), convention, None),
        Question::new(&problem(PROBLEMS[0]), Aim::FIRST, None),
        "a convention does not matter to a first proof"
    );
}

#[test]
fn only_what_is_settled_is_kept() {
    let (question, outcome) = numbered(1);
    let Verdict::Mate(mate) = &outcome.verdict else { unreachable!() };
    let unfinished = Verdict::Mate(Box::new(Mate { unfinished: Some(Cause::Time), ..*mate.clone() }));
    let undecided = crate::solver::Soundness { findings: Vec::new(), complete: false };
    let incomplete = Verdict::Mate(Box::new(Mate { soundness: Some(undecided), ..*mate.clone() }));
    let unknown = [Cause::Time, Cause::Nodes, Cause::Memory, Cause::Cancelled].map(Verdict::Unknown);
    for verdict in [unfinished, incomplete].into_iter().chain(unknown) {
        assert_eq!(record::encode(question.key(), Outcome { verdict, ..outcome.clone() }), None);
    }
    let defended = Question::new(&problem(DEFENDED), Aim::LENGTHS, None);
    let unshown = Outcome { verdict: Verdict::NoMate, ..outcome.clone() };
    assert!(question.is_settled_by(&unshown) && !defended.is_settled_by(&unshown));
    for verdict in [Verdict::NoMate, Verdict::Unknown(Cause::Plies(7)), outcome.verdict.clone()] {
        let outcome = Outcome { verdict, ..outcome.clone() };
        let record = record::encode(question.key(), outcome.clone()).unwrap();
        assert_eq!(record::decode(question.key(), &record), Some(outcome));
    }
}

#[test]
fn a_record_that_is_not_exactly_as_written_is_passed_over() {
    let (key, record) = entry(7);
    assert!(record::decode(&key, &record).is_some());
    assert_eq!(record::decode(&entry(8).0, &record), None, "another key");
    for bit in 0..record.len() * 8 {
        let mut damaged = record.clone();
        damaged[bit / 8] ^= 1 << (bit % 8);
        assert_eq!(record::decode(&key, &damaged), None, "bit {bit}");
    }
    for length in 0..record.len() {
        assert_eq!(record::decode(&key, &record[..length]), None, "{length} bytes");
    }
    assert_eq!(record::decode(&key, &[&*record, &[0]].concat()), None);
}

/// When this fails the bytes of records have changed: raise their version, then write down the new bytes.
#[test]
fn the_bytes_of_a_record_belong_to_its_version() {
    let line = Line { moves: vec![Move::from_bits(0x1234)], leftover: Hand::EMPTY };
    let outcome = Outcome {
        verdict: Verdict::Mate(Box::new(Mate::found(line, Length::exactly(1)))),
        refutation: None,
        statistics: Statistics { disproof: 300, ..Statistics::default() },
    };
    let record = record::encode(b"key", outcome).unwrap();
    assert_eq!(record[0], 2);
    assert_eq!(record[9..], [0, 1, 0xb4, 0x24, 0, 0, 1, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xac, 2]);
}

#[test]
fn answers_outlive_the_store() {
    let folder = Folder::new();
    let store = folder.store();
    for number in 0..100 {
        let (question, outcome) = numbered(number);
        store.keep(&question, &outcome);
    }
    drop(store);
    let store = folder.store();
    for number in 0..100 {
        let (question, outcome) = numbered(number);
        assert_eq!(store.get(&question), Some(outcome));
    }
    assert_eq!(store.get(&numbered(100).0), None);
    let figures = store.figures();
    assert_eq!((figures.hits, figures.misses, figures.troubles, figures.is_open), (100, 1, 0, true));
}

#[test]
fn the_size_is_bounded_and_what_is_asked_for_stays() {
    let folder = Folder::new();
    let config = Config { max_bytes: 3 << 20, ..folder.config() };
    let store = Store::open(config.clone());
    let favourite = numbered(0);
    for number in 0..60_000 {
        let (question, outcome) = numbered(number);
        store.keep(&question, &outcome);
        if number % 500 == 0 {
            store.flush();
            assert_eq!(store.get(&favourite.0), Some(favourite.1.clone()), "after {number}: {:?}", store.figures());
        }
    }
    store.flush();
    let figures = store.figures();
    assert!(figures.evicted > 10_000 && figures.lost == 0 && figures.troubles == 0, "{figures:?}");
    let length = fs::metadata(&config.path).unwrap().len();
    assert!(length <= config.max_bytes && length == figures.bytes, "{length}");
    let recent = (59_000..60_000).filter(|&number| store.get(&numbered(number).0).is_some()).count();
    assert_eq!(recent, 1000);
    drop(store);
    // A smaller bound holds from the next start on.
    let smaller = Config { max_bytes: 2 << 20, ..config };
    let store = Store::open(smaller.clone());
    assert!(fs::metadata(&smaller.path).unwrap().len() <= smaller.max_bytes, "{:?}", store.figures());
}

#[test]
fn damaged_and_cut_files_give_right_answers_or_none() {
    let folder = Folder::new();
    let store = folder.store();
    let kept: Vec<_> = (0..200).map(numbered).collect();
    for (question, outcome) in &kept {
        store.keep(question, outcome);
    }
    drop(store);
    let path = folder.config().path;
    let whole = fs::read(&path).unwrap();
    let mut random = 1_u64;
    let mut open = 0;
    for round in 0..120 {
        let mut damaged = whole.clone();
        random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        let place = (random >> 20) as usize % whole.len();
        match round % 3 {
            0 => damaged[place] ^= 1 << (random >> 60 & 7),
            1 => damaged.truncate(place),
            _ => damaged[place..].iter_mut().take(4096).for_each(|byte| *byte = 0xa5),
        }
        fs::write(&path, &damaged).unwrap();
        let store = folder.store();
        open += u32::from(store.figures().is_open);
        for (question, outcome) in &kept {
            assert!(store.get(question).is_none_or(|found| found == *outcome), "round {round}, {place}");
        }
        store.keep(&kept[0].0, &kept[0].1);
        store.flush();
    }
    assert!(open > 0, "some damage is beside what is in use");
}

#[test]
fn a_file_that_cannot_be_used_is_gone_without() {
    let folder = Folder::new();
    let (question, outcome) = numbered(1);
    let goes_without = |store: Store| {
        store.keep(&question, &outcome);
        store.flush();
        let figures = store.figures();
        assert!(store.get(&question).is_none() && !figures.is_open, "{figures:?}");
        assert_eq!((figures.troubles, figures.lost), (1, 1));
    };
    let at = |path: PathBuf| Store::open(Config { path, max_bytes: 1 << 20 });
    goes_without(at(folder.0.clone()));
    goes_without(at(Path::new("/dev/null/answers.redb").to_owned()));
    let text = folder.0.join("text");
    fs::write(&text, "something of the user's".repeat(1000)).unwrap();
    goes_without(at(text.clone()));
    assert!(fs::read_to_string(&text).unwrap().starts_with("something of the user's"), "it is left alone");
    let holder = folder.store();
    goes_without(folder.store());
    assert!(holder.figures().is_open);
}

/// A shelf in memory with trouble on request.
struct Fickle {
    records: Mutex<HashMap<Box<[u8]>, Vec<u8>>>,
    full: Arc<AtomicBool>,
}

impl Shelf for Fickle {
    fn get(&self, key: &[u8]) -> Result<Option<Found>, Trouble> {
        let record = self.records.lock().unwrap().get(key).cloned();
        Ok(record.map(|record| Found { record, is_old: false }))
    }

    fn put(&self, entries: &[Entry]) -> Result<u64, Trouble> {
        assert!(!entries.iter().any(|entry| *entry == self::entry(666)), "a shelf of the tests panics, as it should");
        if self.full.load(Ordering::Relaxed) {
            return Err(Trouble("no space left on device".to_owned()));
        }
        self.records.lock().unwrap().extend(entries.iter().cloned());
        Ok(0)
    }

    fn bytes(&self) -> u64 {
        0
    }
}

#[test]
fn a_full_disk_and_a_panic_close_the_shelf_and_nothing_else() {
    let full = Arc::new(AtomicBool::new(false));
    for bad in [1, 666] {
        let disk_is_full = Arc::clone(&full);
        let opener = move |_: &Path, _: u64| -> Result<Box<dyn Shelf>, Trouble> {
            Ok(Box::new(Fickle { records: Mutex::default(), full: Arc::clone(&disk_is_full) }))
        };
        let store = Store::with(Config { path: PathBuf::new(), max_bytes: 1 << 20 }, Box::new(opener));
        let (good, outcome) = numbered(0);
        store.keep(&good, &outcome);
        store.flush();
        assert_eq!(store.get(&good), Some(outcome));
        full.store(bad == 1, Ordering::Relaxed);
        let (question, outcome) = numbered(bad);
        store.keep(&question, &outcome);
        store.flush();
        let figures = store.figures();
        assert_eq!((figures.is_open, figures.troubles, figures.written, figures.lost), (false, 1, 1, 1));
        assert_eq!(store.get(&good), None, "it goes on without");
        full.store(false, Ordering::Relaxed);
    }
}

/// A file in memory that notes everything done to it.
#[derive(Clone, Debug, Default)]
struct Noted {
    bytes: Arc<Mutex<Vec<u8>>>,
    done: Arc<Mutex<Vec<Deed>>>,
}

#[derive(Clone, Debug)]
enum Deed {
    SetLength(usize),
    Write(usize, Vec<u8>),
}

impl Noted {
    fn note(&self, deed: Deed) {
        deed.apply(&mut self.bytes.lock().unwrap());
        self.done.lock().unwrap().push(deed);
    }
}

impl Deed {
    fn apply(&self, bytes: &mut Vec<u8>) {
        match self {
            Self::SetLength(length) => bytes.resize(*length, 0),
            Self::Write(at, data) => bytes[*at..at + data.len()].copy_from_slice(data),
        }
    }
}

impl StorageBackend for Noted {
    fn len(&self) -> io::Result<u64> {
        Ok(self.bytes.lock().unwrap().len() as u64)
    }

    fn read(&self, offset: u64, out: &mut [u8]) -> io::Result<()> {
        let bytes = self.bytes.lock().unwrap();
        out.copy_from_slice(&bytes[offset as usize..offset as usize + out.len()]);
        Ok(())
    }

    fn set_len(&self, len: u64) -> io::Result<()> {
        self.note(Deed::SetLength(len as usize));
        Ok(())
    }

    fn sync_data(&self) -> io::Result<()> {
        Ok(())
    }

    fn write(&self, offset: u64, data: &[u8]) -> io::Result<()> {
        self.note(Deed::Write(offset as usize, data.to_vec()));
        Ok(())
    }
}

fn shelf_on(file: Noted) -> Result<Disk, Trouble> {
    Disk::on(file, Size::new(AtomicU64::new(0)), 2 << 20)
}

/// A kill leaves what was written before it, in the order in which it was written: every such file is looked at.
#[test]
fn a_kill_at_any_moment_loses_nothing_that_was_committed() {
    let file = Noted::default();
    drop(shelf_on(file.clone()).unwrap());
    let mut bytes = file.bytes.lock().unwrap().clone();
    file.done.lock().unwrap().clear();
    let shelf = shelf_on(file.clone()).unwrap();
    // How much was done when so many batches had been committed.
    let mut committed = Vec::new();
    for batch in 0..6 {
        let entries: Vec<Entry> = (0..20).map(|number| entry(20 * batch + number)).collect();
        shelf.put(&entries).unwrap();
        committed.push(file.done.lock().unwrap().len());
    }
    let done = file.done.lock().unwrap().clone();
    assert!(done.len() > 30, "{} deeds", done.len());
    for (count, deed) in done.iter().enumerate() {
        let batches = committed.iter().filter(|&&end| end <= count).count() as u32;
        let survivor = Noted { bytes: Arc::new(Mutex::new(bytes.clone())), ..Noted::default() };
        let shelf = shelf_on(survivor).unwrap_or_else(|trouble| panic!("killed before deed {count}: {trouble}"));
        for number in 0..120 {
            let (key, record) = entry(number);
            let found = shelf.get(&key).unwrap().map(|found| found.record);
            assert!(found.is_none_or(|found| found == record), "{count}");
            assert!(shelf.get(&key).unwrap().is_some() || number >= 20 * batches, "{count}: {number} is lost");
        }
        deed.apply(&mut bytes);
    }
}

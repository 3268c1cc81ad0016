//! Arguments, files, folders and archives, made for each test.

use super::{LARGEST_FILE, items, lines};
use crate::verify::item::{Item, Reason};
use crate::verify::reading::{Moves, Reading};
use flate2::Compression;
use flate2::write::GzEncoder;
use std::fs;
use std::io::{Cursor, Write as _};
use std::path::PathBuf;
use std::sync::atomic::{AtomicUsize, Ordering};
use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, ZipWriter};

const MATE: &str = "4k4/9/4P4/9/9/9/9/9/9 b G2r2b3g4s4n4l17p 1";
const CSA: &str = "V2.2\nP-51OU\nP+53FU00KI\nP-00AL\n+\n+0052KI\n%TSUMI\n";
const SOLVE: Reading = Reading { attacker: None, conventional_hand: false, moves: Moves::Solve };

/// A folder of a test's own.
struct Folder(PathBuf);

impl Folder {
    fn new(files: &[(&str, &[u8])]) -> Self {
        static NEXT: AtomicUsize = AtomicUsize::new(0);
        let number = NEXT.fetch_add(1, Ordering::Relaxed);
        let path = std::env::temp_dir().join(format!("tsumi-source-{}-{number}", std::process::id()));
        for (name, bytes) in files {
            let file = path.join(name);
            fs::create_dir_all(file.parent().unwrap()).unwrap();
            fs::write(file, bytes).unwrap();
        }
        Self(path)
    }

    /// What is passed over of a file in it, or of itself, as a sentence without the folder.
    fn passed_over(&self, name: &str) -> Option<String> {
        let folder = self.0.to_str().unwrap();
        let items = items(&[format!("{folder}/{name}")], SOLVE);
        let passed_over = items.passed_over();
        drop(items.collect::<Vec<_>>());
        passed_over.sentence().map(|sentence| sentence.replace(&format!("{folder}/"), ""))
    }

    /// The items of a file in it or, with an empty name, of itself, their ids without the folder.
    fn items(&self, name: &str) -> Vec<Item> {
        let folder = self.0.to_str().unwrap();
        let argument = if name.is_empty() { folder.to_owned() } else { format!("{folder}/{name}") };
        let strip = |item: Item| Item { id: item.id.replace(&format!("{folder}/"), ""), ..item };
        items(&[argument], SOLVE).map(strip).collect()
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// The ids, each with its reason codes if it could not be read.
fn told(items: &[Item]) -> Vec<String> {
    let tell = |item: &Item| match &item.stated {
        Ok(_) => item.id.clone(),
        Err(unreadable) => format!("{}: {}", item.id, unreadable.codes()),
    };
    items.iter().map(tell).collect()
}

fn gzip(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::default());
    encoder.write_all(bytes).unwrap();
    encoder.finish().unwrap()
}

fn zip(files: &[(&str, &[u8])]) -> Vec<u8> {
    let mut writer = ZipWriter::new(Cursor::new(Vec::new()));
    for (name, bytes) in files {
        let options = SimpleFileOptions::default().compression_method(CompressionMethod::Deflated);
        writer.start_file(*name, options).unwrap();
        writer.write_all(bytes).unwrap();
    }
    writer.finish().unwrap().into_inner()
}

#[test]
fn an_argument_is_a_position_or_a_file() {
    let arguments = ["no-such-file", "4k4/9/4P4/9/9/9/9/9/9", "4k4/9/9/9/9/9/9/9/9_b_-_1", "a b"].map(str::to_owned);
    let items: Vec<Item> = items(&arguments, Reading::default()).collect();
    let reasons = [
        "argument 1: UNREADABLE_FILE",
        "argument 2: UNREADABLE_FILE",
        "argument 3",
        "argument 4: MALFORMED_TEXT MALFORMED_TEXT",
    ];
    let codes = told(&items);
    assert_eq!(codes[..3], reasons[..3]);
    assert!(codes[3].starts_with("argument 4: MALFORMED_TEXT"));
    let message = |index: usize| items[index].stated.as_ref().unwrap_err().reasons[0].message.clone();
    assert_eq!(message(0), "`no-such-file` is neither a file nor a position");
    assert!(message(1).ends_with("nor a position: put an SFEN in quotes, or _ for its spaces"), "{}", message(1));
}

#[test]
fn foreign_text_is_quoted_safely() {
    assert_eq!(super::shortened("a\n\0b"), "a\\n\\0b");
    assert_eq!(super::shortened(&"x".repeat(1 << 20)).chars().count(), 61);
}

#[test]
fn moves_lead_to_the_problem_or_solve_it() {
    let text = format!("{MATE} moves G*5b\n");
    let folder = Folder::new(&[("a.sfen", text.as_bytes())]);
    let solved = folder.items("a.sfen").remove(0).stated.unwrap();
    assert_eq!((solved.claim.length, solved.claim.line.len()), (Some(1), 1));
    let path = folder.0.join("a.sfen").to_str().unwrap().to_owned();
    let led = items(&[path], Reading { moves: Moves::Lead, ..SOLVE }).next().unwrap();
    // After the move the defender is to move, and in check.
    let led = led.stated.expect_err("the side to move is mated and attacks nobody");
    assert_eq!(led.codes(), "NO_DEFENDER_KING");
}

#[test]
fn a_folder_is_read_by_name() {
    let several = [CSA, "/\n", CSA].concat();
    let folder = Folder::new(&[
        ("b.sfen", MATE.as_bytes()),
        ("a/z.csa", several.as_bytes()),
        ("a/deep/x.tsv", format!("sfen\traw\n{MATE}\t1\nodd\t1\n").as_bytes()),
        ("a/.hidden.sfen", MATE.as_bytes()),
        ("readme.txt", b"nothing here"),
        ("notes.md", MATE.as_bytes()),
        ("list.txt", MATE.as_bytes()),
        ("empty.kif", b""),
        ("c.sfen.gz", &gzip(MATE.as_bytes())),
        ("box.zip", &zip(&[("a.png", b"\x89PNG")])),
    ]);
    std::os::unix::fs::symlink("nowhere", folder.0.join("lost.kif")).unwrap();
    let expected = [
        "a/deep/x.tsv:2",
        "a/deep/x.tsv:3: MALFORMED_TEXT",
        "a/z.csa#1",
        "a/z.csa#2",
        "b.sfen:1",
        "c.sfen.gz:1",
        "empty.kif: NO_PROBLEM",
        "list.txt:1",
        "lost.kif: UNREADABLE_FILE",
    ];
    assert_eq!(told(&folder.items("")), expected);
    assert_eq!(
        folder.passed_over("").unwrap(),
        "passed over as no files of problems: 3, box.zip/a.png, notes.md, readme.txt"
    );
    assert_eq!(folder.passed_over("b.sfen"), None);
    // A file that is named has to hold something.
    assert_eq!(told(&folder.items("box.zip")), ["box.zip: NO_PROBLEM"]);
    assert_eq!(told(&folder.items("readme.txt")), ["readme.txt:1: MALFORMED_TEXT"]);
}

#[test]
fn an_archive_is_read_by_name() {
    let shift_jis = encoding_rs::SHIFT_JIS.encode("作品集/一.kif").0.into_owned();
    let placeholder = "x".repeat(shift_jis.len());
    let kif = "後手の持駒：なし\n手合割：平手\n手数----指手--\n   1 ７六歩(77)\n";
    let mut bytes = zip(&[
        ("b.sfen", format!("{MATE}\n\n{MATE}\n").as_bytes()),
        (&placeholder, kif.as_bytes()),
        ("a/x.csa", CSA.as_bytes()),
        ("__MACOSX/b.sfen", MATE.as_bytes()),
        ("inner.zip", &zip(&[("c.sfen", MATE.as_bytes())])),
        ("picture.png", b"\x89PNG"),
    ]);
    // The name as an old archiver writes it, in both places where a zip archive has it.
    while let Some(at) = bytes.windows(placeholder.len()).position(|window| window == placeholder.as_bytes()) {
        bytes[at..at + shift_jis.len()].copy_from_slice(&shift_jis);
    }
    let folder = Folder::new(&[("box.zip", &bytes), ("broken.zip", &bytes[..bytes.len() / 2])]);
    let expected = ["box.zip/a/x.csa", "box.zip/b.sfen:1", "box.zip/b.sfen:3", "box.zip/inner.zip: UNREADABLE_FILE"];
    let codes = told(&folder.items("box.zip"));
    assert_eq!(codes[..4], expected);
    assert_eq!(codes[4..], ["box.zip/作品集/一.kif"]);
    let passed_over = "passed over as no files of problems: 1, box.zip/picture.png";
    assert_eq!(folder.passed_over("box.zip").as_deref(), Some(passed_over));
    assert_eq!(told(&folder.items("broken.zip")), ["broken.zip: UNREADABLE_FILE"]);
}

#[test]
fn what_unfolds_to_too_much_is_refused() {
    let bomb = b"*\n".repeat(LARGEST_FILE as usize / 2 + 1);
    let packed = zip(&[("a.sfen", MATE.as_bytes()), ("bomb.kif", &bomb), ("c.sfen", MATE.as_bytes())]);
    assert!(packed.len() < 1 << 20);
    let folder = Folder::new(&[("bomb.zip", &packed), ("bomb.kif.gz", &gzip(&bomb))]);
    assert_eq!(
        told(&folder.items("bomb.zip")),
        ["bomb.zip/a.sfen:1", "bomb.zip/bomb.kif: TOO_LARGE", "bomb.zip/c.sfen:1"]
    );
    assert_eq!(told(&folder.items("bomb.kif.gz")), ["bomb.kif.gz: TOO_LARGE"]);
}

#[test]
fn an_unreadable_line_leaves_the_others_alone() {
    let long = "k".repeat(lines::LONGEST + 1);
    let text =
        [MATE.as_bytes(), b"\r\n\xff\xff\n", long.as_bytes(), b"\r3k1k3/9/9/9/9/9/9/9/9 b G 1\n", MATE.as_bytes()];
    let folder = Folder::new(&[("a.sfen", &text.concat())]);
    let expected = ["a.sfen:1", "a.sfen:2: MALFORMED_TEXT", "a.sfen:3: TOO_LARGE", "a.sfen:4: TWO_KINGS", "a.sfen:5"];
    assert_eq!(told(&folder.items("a.sfen")), expected);
}

#[test]
fn a_fault_names_its_line() {
    let text = "後手の持駒：残り\n| ・ ・ ・ ・v玉 ・ ・ ・ ・|一\n| ・ 犬\n";
    let folder = Folder::new(&[("a.kif", text.as_bytes()), ("b.csa", b"V2.2\nP-51OU41OU\n+\n")]);
    let reasons = |name: &str| folder.items(name).remove(0).stated.unwrap_err().reasons;
    let lines: Vec<_> = reasons("a.kif").iter().map(|reason| (reason.line, reason.code)).collect();
    assert_eq!(lines, [(Some(3), "MALFORMED_TEXT"), (Some(3), "MALFORMED_TEXT")]);
    let two_kings = Reason {
        code: "TWO_KINGS",
        line: Some(1),
        message: "White has 2 kings; a side has one at most. (square 4a)".to_owned(),
    };
    assert_eq!(reasons("b.csa"), [two_kings]);
}

#[test]
fn nobody_has_to_take_all_items() {
    let text = format!("{MATE}\n").repeat(5000);
    let folder = Folder::new(&[("a.sfen", text.as_bytes())]);
    let path = folder.0.join("a.sfen").to_str().unwrap().to_owned();
    assert_eq!(items(&[path], SOLVE).take(3).count(), 3);
    assert_eq!(folder.items("a.sfen").len(), 5000);
}

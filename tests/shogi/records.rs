//! Records as people and programs write them, one file of `tests/data/records` a convention, each with what it says. Where another
//! library reads the file it says the same, or the reason why not stands beside it.

use rsshogi::records as peer;
use std::path::Path;
use tsumi::notation::collection::{Entry, Format, entries};
use tsumi::notation::record::Record;
use tsumi::notation::sfen;
use tsumi::shogi::{Color, Move};

const HEADED: &str = "4k4/9/4P4/9/9/9/9/9/9 b G2r2b3g4s4n4l17p 1";
const FIVE: &str = "6bpk/6G1l/6L1G/5G3/9/8N/9/9/9 b G2rb4s3n2l17p 1";
const FIVE_PLIES: &str = "3b2a 1a2a P*2b 2a1a G*2a";
const START: &str = "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1";

/// What the other library makes of a file.
enum Peer {
    /// The same position and the same main line.
    Agrees,
    /// Something else, and why.
    Differs(&'static str),
}
use Peer::{Agrees, Differs};

const REST: Peer = Differs("it takes 残り, and a hand that is left out, for an empty one");
const SIDES: Peer = Differs("it does not know 攻方, 玉方 and 受方, and drops the hands");
const DIGITS: Peer = Differs("it takes pieces with their number in digits for single ones");
const DEALS: Peer = Differs("00AL is what is left of half a set");

/// A file that holds one record: its position, main line and the length that it states.
type Row = (&'static str, &'static str, &'static str, Option<u32>, Peer);

const ROWS: &[Row] = &[
    ("rest_all.kif", HEADED, "G*5b", Some(1), REST),
    ("rest.kif", HEADED, "G*5b", Some(1), REST),
    ("rest_pieces.kif", HEADED, "G*5b", Some(1), REST),
    ("left_out.kif", HEADED, "G*5b", Some(1), REST),
    ("none.kif", "6bpk/6G1l/6L1G/5G3/9/8N/9/9/9 b - 1", "", None, Agrees),
    ("attacker.kif", HEADED, "G*5b", Some(1), SIDES),
    ("receiver.kif", HEADED, "G*5b", Some(1), SIDES),
    ("upper_lower.kif", HEADED, "G*5b", Some(1), Agrees),
    ("white_attacks.kif", "9/9/9/9/9/9/4p4/9/4K4 w 2R2B3G4S4N4L17Pg 1", "G*5h", Some(1), REST),
    ("defender_to_move.kif", "4k4/4G4/4P4/9/9/9/9/9/9 w 2r2b3g4s4n4l17p 1", "", None, SIDES),
    ("hand_wide_spaces.kif", HEADED, "", None, Agrees),
    ("hand_narrow_spaces.kif", HEADED, "", None, DIGITS),
    ("hand_no_spaces.kif", HEADED, "", None, Agrees),
    ("hand_wide_digits.kif", HEADED, "", None, DIGITS),
    ("wide_marks.kif", FIVE, "", None, Differs("it has no full-width frame")),
    ("bare_board.kif", FIVE, "", None, Differs("it sees no diagram without a frame and takes the start of a game")),
    (
        "promoted.kif",
        "k8/9/9/9/9/9/+S+N+L+P+B+R3/9/9 b rb4g3s3n3l17p 1",
        "9g9f 9a9b 8g8f 9b9a 7g7f 9a9b 6g6f 9b9a 4g4f 9a9b 5g5f",
        None,
        Agrees,
    ),
    ("same_spaced.kif", FIVE, FIVE_PLIES, Some(5), Agrees),
    ("same_tight.kif", FIVE, FIVE_PLIES, None, Agrees),
    ("no_heading.kif", FIVE, FIVE_PLIES, Some(5), Agrees),
    ("no_end.kif", FIVE, FIVE_PLIES, None, Agrees),
    ("branches.kif", FIVE, FIVE_PLIES, Some(5), Agrees),
    ("comments.kif", FIVE, FIVE_PLIES, Some(5), Differs("it does not know bookmarks")),
    ("digits.kif", FIVE, FIVE_PLIES, None, Differs("it has no full-width numbers")),
    ("no_mate.kif", FIVE, "", None, Agrees),
    ("interrupted.kif", FIVE, FIVE_PLIES, None, Agrees),
    ("stated_length.kif", FIVE, FIVE_PLIES, Some(7), Agrees),
    ("shift_jis.kif", FIVE, FIVE_PLIES, None, Agrees),
    ("byte_order_mark.kif", FIVE, FIVE_PLIES, None, Agrees),
    ("carriage_returns.kif", FIVE, FIVE_PLIES, None, Agrees),
    ("utf_16.kif", FIVE, FIVE_PLIES, None, Agrees),
    ("bishop_handicap.kif", "lnsgkgsnl/1r7/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1", "8c8d 7g7f", None, Agrees),
    ("game.kif", START, "7g7f 3c3d 8h2b+ 3a2b", None, Agrees),
    ("diagram.bod", FIVE, "", None, Differs("it takes 手数＝ for a move")),
    ("problem.ki2", FIVE, FIVE_PLIES, Some(5), Agrees),
    ("told_apart.ki2", "8k/9/3GGG3/9/9/9/9/9/9 b - 1", "6c5b 1a2a 4c4b", None, Agrees),
    ("game.ki2", START, "7g7f 3c3d 8h2b+ 3a2b B*4e", None, Agrees),
    ("problem.csa", FIVE, FIVE_PLIES, Some(5), DEALS),
    ("stated_hands.csa", "9/9/9/9/9/9/4p4/9/4K4 w 2Pg 1", "", None, Agrees),
    ("single_pieces.csa", HEADED, "G*5b", Some(1), DEALS),
    ("handicap.csa", "lnsgkgsnl/1r7/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1", "8c8d 7g7f", None, Agrees),
    ("problem.jkf", FIVE, FIVE_PLIES, Some(5), Agrees),
    ("game.jkf", START, "7g7f 3c3d 8h2b+ 3a2b", None, Agrees),
];

fn bytes(file: &str) -> Vec<u8> {
    std::fs::read(Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/records").join(file)).unwrap()
}

fn read(file: &str) -> Vec<Entry> {
    let bytes = bytes(file);
    let format = Format::of_content(&bytes).or_else(|| Format::of_name(file)).unwrap();
    entries(format, &bytes, None).collect()
}

fn record(file: &str) -> Record {
    let mut entries = read(file);
    assert_eq!(entries.len(), 1, "{file}");
    entries.remove(0).record.unwrap_or_else(|faults| panic!("{file}: {faults:?}"))
}

fn texts(moves: &[Move]) -> String {
    moves.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ")
}

/// The position and the main line as the other library reads them.
fn of_peer(file: &str) -> Result<(String, String), String> {
    let bytes = bytes(file);
    let read = match file.rsplit('.').next().unwrap() {
        "csa" => peer::csa::parse_csa_bytes(&bytes).map_err(|error| error.to_string()),
        "jkf" => peer::jkf::parse_jkf_bytes(&bytes).map_err(|error| error.to_string()),
        "ki2" => peer::kif::parse_ki2_bytes(&bytes).map_err(|error| error.to_string()),
        _ => peer::kif::parse_kif_bytes(&bytes).map_err(|error| error.to_string()),
    };
    let record = read?;
    // Its hands are in another order.
    let position = sfen::parse(record.init_position_sfen()).map_err(|faults| format!("{faults:?}"))?;
    let moves: Vec<String> = record.moves().iter().map(|entry| entry.mv().to_usi()).collect();
    Ok((sfen::format(&position), moves.join(" ")))
}

#[test]
fn every_convention_is_read() {
    for &(file, position, line, length, _) in ROWS {
        let record = record(file);
        let read = (sfen::format(&record.setup), texts(&record.line), record.length);
        assert_eq!(read, (position.to_owned(), line.to_owned(), length), "{file}");
    }
}

#[test]
fn every_file_is_in_the_table() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/records");
    let others = ["several.kif", "several.bod", "several.csa", "several.json", "lines.sfen", "columns.tsv"];
    for entry in std::fs::read_dir(folder).unwrap() {
        let name = entry.unwrap().file_name().into_string().unwrap();
        assert!(others.contains(&name.as_str()) || ROWS.iter().any(|row| row.0 == name), "{name}");
    }
}

#[test]
fn another_library_agrees_where_it_reads_the_file() {
    let mut faults = Vec::new();
    for (file, position, line, _, peer) in ROWS {
        let same = of_peer(file).map(|read| read == ((*position).to_owned(), (*line).to_owned()));
        match (peer, same) {
            (Agrees, Ok(true)) | (Differs(_), Ok(false) | Err(_)) => {}
            (Agrees, _) => faults.push(format!("{file}: {:?}", of_peer(file))),
            (Differs(reason), Ok(true)) => faults.push(format!("{file}: agrees, but: {reason}")),
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

#[test]
fn names_of_the_sides_say_who_mates() {
    for (file, attacker) in [
        ("attacker.kif", Some(Color::Black)),
        ("receiver.kif", Some(Color::Black)),
        ("defender_to_move.kif", Some(Color::Black)),
        ("upper_lower.kif", None),
        ("white_attacks.kif", None),
    ] {
        assert_eq!(record(file).attacker, attacker, "{file}");
    }
    let left_out = record("left_out.kif");
    assert_eq!((left_out.title.as_str(), left_out.author.as_str()), ("頭金", "ある人"));
}

#[test]
fn branches_leave_the_line_before_them() {
    let after = |moves: &str| format!("3b2a 1a2a P*2b {moves}");
    let longer = after("3a2b G*3b 2a1a 1c2b");
    let whole = |file: &str| {
        let record = record(file);
        (0..=record.branches.len()).map(|number| texts(&record.whole_line(number))).collect::<Vec<_>>()
    };
    let kif = [FIVE_PLIES.to_owned(), longer.clone(), after("2a3b 4d4c"), "3b2a 1b1c".to_owned()];
    assert_eq!(whole("branches.kif"), kif);
    assert_eq!(whole("problem.ki2"), kif[..2]);
    let jkf = [FIVE_PLIES.to_owned(), longer, after("3a2b 1c2b"), after("3a2b")];
    assert_eq!(whole("problem.jkf"), jkf);
}

#[test]
fn one_unreadable_record_leaves_the_others_alone() {
    let told = |file: &str| -> Vec<String> {
        let tell = |entry: Entry| match entry.record {
            Ok(record) => format!("{}: {} [{}]", entry.line, sfen::format(&record.setup), texts(&record.line)),
            Err(faults) => format!("{}: {} ({:?})", entry.line, faults[0].fault.message, faults[0].line),
        };
        read(file).into_iter().map(tell).collect()
    };
    let kif = [
        format!("1: {HEADED} [G*5b]"),
        format!("21: {FIVE} []"),
        "38: \"龜\" in rank 9 of the diagram is not a piece. (Some(50))".to_owned(),
        format!("54: {START} [7g7f]"),
    ];
    assert_eq!(told("several.kif"), kif);
    // The first leaves the defender's hand out, the second says before its diagram that it is empty.
    let bod = [format!("1: {HEADED} []"), "15: 4k4/9/4P4/9/9/9/9/9/9 b G 1 []".to_owned()];
    assert_eq!(told("several.bod"), bod);
    let csa = [
        format!("1: {HEADED} []"),
        format!("7: {START} [7g7f 3c3d 8h2b+]"),
        "13: \"-FX\" is no piece with its square. (Some(13))".to_owned(),
    ];
    assert_eq!(told("several.csa"), csa);
    let json = told("several.json");
    assert_eq!(json.len(), 3);
    assert_eq!(json[0], format!("2: {START} [7g7f 3c3d 8h2b+ 3a2b]"));
    assert!(json[1].ends_with("initial: \"XY\" is no preset with a position. (None)"), "{}", json[1]);
    assert!(json[2].ends_with(&format!("{FIVE} [{FIVE_PLIES}]")), "{}", json[2]);
    let lines = told("lines.sfen");
    assert_eq!(lines[0], format!("2: {FIVE} [{FIVE_PLIES}]"));
    assert!(lines[1].starts_with("4: \"nonsense\" is not a board"), "{}", lines[1]);
    assert_eq!((lines.len(), lines[2].as_str()), (3, "5: 4k4/9/4P4/9/9/9/9/9/9 b G 1 []"));
    let columns = record("columns.tsv");
    assert_eq!((columns.length, columns.title.as_str()), (Some(1), "例"));
}

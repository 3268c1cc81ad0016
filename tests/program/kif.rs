//! KIF as the program writes it, read back by a small reader that shares nothing with the writer.

use crate::cli::{MATE, NO_MATE, json, run};
use serde_json::Value;

/// 13 plies with alternatives of the defender at many of them.
const BRANCHES: &str = "1l7/s8/p+Pg6/3p5/+pP1B5/kp7/2R+p5/S8/9 b GNrb2g2s3n3l11p 1";
const RANKS: &str = "一二三四五六七八九";
const FILES: &str = "１２３４５６７８９";
const KINDS: [(&str, &str); 15] = [
    ("成香", "+L"),
    ("成桂", "+N"),
    ("成銀", "+S"),
    ("歩", "P"),
    ("香", "L"),
    ("桂", "N"),
    ("銀", "S"),
    ("金", "G"),
    ("角", "B"),
    ("飛", "R"),
    ("玉", "K"),
    ("と", "+P"),
    ("馬", "+B"),
    ("龍", "+R"),
    ("全", "+S"),
];

/// A record as a reader has it: the diagram, and from it lines of moves that part at some ply.
#[derive(Debug, Default)]
struct Record {
    sfen: String,
    /// Moves from the start, in USI, to the end of each branch; the main line first.
    lines: Vec<Vec<String>>,
    /// How each of them ends.
    ends: Vec<String>,
    comments: Vec<String>,
}

fn kanji(text: &str) -> u32 {
    let digit = |c: char| RANKS.chars().position(|known| known == c).map_or(0, |index| index as u32 + 1);
    match text.split_once('十') {
        None if text.is_empty() => 1,
        None => digit(text.chars().next().unwrap()),
        Some((tens, ones)) => 10 * tens.chars().next().map_or(1, digit) + ones.chars().next().map_or(0, digit),
    }
}

fn hand(text: &str, upper: bool) -> String {
    let one = |part: &str| {
        let (name, letter) = KINDS.iter().find(|(name, _)| part.starts_with(name)).unwrap();
        let count = kanji(&part[name.len()..]);
        let letter = if upper { (*letter).to_owned() } else { letter.to_lowercase() };
        if count == 1 { letter } else { format!("{count}{letter}") }
    };
    if text == "なし" { String::new() } else { text.split('　').map(one).collect() }
}

/// One row of the diagram in SFEN.
fn row(line: &str) -> String {
    let cells: Vec<char> = line.trim_start_matches('|').split('|').next().unwrap().chars().collect();
    let mut empty = 0;
    let mut text = String::new();
    for cell in cells.chunks(2) {
        if cell[1] == '・' {
            empty += 1;
            continue;
        }
        if empty > 0 {
            text.push_str(&empty.to_string());
            empty = 0;
        }
        let single = match cell[1] {
            '杏' => "+L",
            '圭' => "+N",
            other => KINDS.iter().find(|(name, _)| *name == other.to_string()).unwrap().1,
        };
        text.push_str(&if cell[0] == 'v' { single.to_lowercase() } else { single.to_owned() });
    }
    if empty > 0 { text + &empty.to_string() } else { text }
}

/// A move in USI; `同` needs the move before.
fn usi(text: &str, previous: Option<&String>) -> String {
    let letter = |index: usize| char::from(b'a' + index as u8);
    let (target, rest) = if let Some(rest) = text.strip_prefix("同　") {
        (previous.unwrap().trim_end_matches('+')[2..].to_owned(), rest)
    } else {
        let mut chars = text.chars();
        let (file, rank) = (chars.next().unwrap(), chars.next().unwrap());
        let file = FILES.chars().position(|known| known == file).unwrap() + 1;
        (format!("{file}{}", letter(RANKS.chars().position(|known| known == rank).unwrap())), chars.as_str())
    };
    let (name, kind) = KINDS.iter().find(|(name, _)| rest.starts_with(name)).unwrap();
    match &rest[name.len()..] {
        "打" => format!("{kind}*{target}"),
        from => {
            let promotes = from.starts_with('成');
            let digits: Vec<u32> = from.chars().filter_map(|c| c.to_digit(10)).collect();
            format!("{}{}{target}{}", digits[0], letter(digits[1] as usize - 1), if promotes { "+" } else { "" })
        }
    }
}

fn read(text: &str) -> Record {
    let mut record = Record::default();
    let (mut rows, mut hands, mut turn) = (Vec::new(), [String::new(), String::new()], 'b');
    let mut current: Vec<String> = Vec::new();
    for line in text.lines() {
        if line.starts_with('|') {
            rows.push(row(line));
        } else if let Some(white) = line.strip_prefix("後手の持駒：") {
            hands[1] = hand(white, false);
        } else if let Some(black) = line.strip_prefix("先手の持駒：") {
            hands[0] = hand(black, true);
        } else if line == "後手番" {
            turn = 'w';
        } else if let Some(comment) = line.strip_prefix('*') {
            record.comments.push(comment.to_owned());
        } else if let Some(ply) = line.strip_prefix("変化：") {
            // A branch leaves the line that was read last, which must have this ply.
            let ply: usize = ply.strip_suffix('手').unwrap().parse().unwrap();
            assert!(ply <= current.len(), "a branch at {ply} of {current:?}");
            current.truncate(ply - 1);
        } else if let Some((number, what)) = line.trim_start().split_once(' ')
            && let Ok(number) = number.parse::<usize>()
        {
            assert_eq!(number, current.len() + 1, "{line}");
            if what.ends_with(['打', ')']) {
                current.push(usi(what, current.last()));
            } else {
                record.lines.push(current.clone());
                record.ends.push(what.to_owned());
            }
        }
    }
    let hands = if hands.concat().is_empty() { "-".to_owned() } else { hands.concat() };
    record.sfen = format!("{} {turn} {hands} 1", rows.join("/"));
    record
}

fn texts(moves: &Value) -> Vec<String> {
    moves.as_array().into_iter().flatten().map(|mv| mv["usi"].as_str().unwrap().to_owned()).collect()
}

#[test]
fn the_record_holds_the_problem_the_line_and_every_variation() {
    let options = ["--variations", "--sound", "--hash-mib", "16"];
    let (status, kif, talk) = run(&[&["solve", BRANCHES, "--kif"], &options[..]].concat());
    assert_eq!((status, talk.as_str()), (0, ""));
    let record = read(&kif);
    assert_eq!(record.sfen, BRANCHES);
    let (_, out, _) = run(&[&["solve", BRANCHES, "--json"], &options[..]].concat());
    let answer = json(&out);
    let main = texts(&answer["line"]);
    assert_eq!(record.lines[0], main);
    let variations = answer["variations"]["variations"].as_array().unwrap();
    let mut expected: Vec<Vec<String>> = variations
        .iter()
        .map(|it| [&main[..it["ply"].as_u64().unwrap() as usize - 1], &texts(&it["line"]["moves"])].concat())
        .collect();
    let mut branches = record.lines[1..].to_vec();
    expected.sort();
    branches.sort();
    assert!(branches.len() >= 5);
    assert_eq!(branches, expected);
    assert!(record.ends.iter().all(|end| end == "詰み"), "{:?}", record.ends);
    for comment in ["13手詰（無駄合を含めて15手詰）", "駒余り　桂", "変同", "余詰　▲９三と"]
    {
        assert!(record.comments.iter().any(|told| told == comment), "{comment} is not in {:?}", record.comments);
    }
    assert!(kif.contains("\nまで13手で詰み\n"));
    let unlike = |line: &str| line.ends_with('+') || line.starts_with("手合割");
    assert!(!kif.lines().filter(|line| !line.starts_with(['|', '+'])).any(unlike), "readers stumble over it: {kif}");
}

#[test]
fn without_variations_there_is_one_line() {
    let record = read(&run(&["solve", MATE, "--kif"]).1);
    assert_eq!((record.sfen.as_str(), record.lines.len()), (MATE, 1));
    assert_eq!((record.lines[0].join(" "), record.ends[0].as_str()), ("G*5b".to_owned(), "詰み"));
    assert_eq!(record.comments, ["1手詰"]);
}

#[test]
fn white_may_attack_and_there_may_be_no_mate() {
    let white = "9/9/9/9/9/9/4p4/9/4K4 w 2R2B3G4S4N4L17Pg 1";
    let record = read(&run(&["solve", white, "--kif"]).1);
    assert_eq!((record.sfen.as_str(), record.lines[0].len(), record.ends[0].as_str()), (white, 1, "詰み"));
    let record = read(&run(&["solve", NO_MATE, "--kif"]).1);
    assert_eq!((record.sfen.as_str(), record.lines[0].len(), record.ends[0].as_str()), (NO_MATE, 0, "不詰"));
    let undecided = run(&["solve", BRANCHES, "--kif", "--nodes", "100"]).1;
    let record = read(&undecided);
    assert!(record.lines.is_empty() && record.comments == ["詰みも不詰も未確認"], "{undecided}");
}

#[test]
fn the_longest_line_is_a_branch_where_a_shorter_one_answers() {
    let sfen = "6bpk/6G1l/6L1G/5G3/9/8N/9/9/9 b G2rb4s3n2l17p 1";
    let record = read(&run(&["solve", sfen, "--prefer", "classic", "--kif", "--variations"]).1);
    let lines: Vec<String> = record.lines.iter().map(|line| line.join(" ")).collect();
    assert_eq!(lines, ["3b2a 1a2a P*2b 2a1a G*2a", "3b2a 1a2a P*2b 3a2b G*3b 2a1a 1c2b"]);
    assert_eq!(record.comments, ["5手詰（最長7手詰、駒余り）", "駒余り　角"]);
    let longest = read(&run(&["solve", sfen, "--kif", "--variations"]).1);
    assert_eq!(
        longest.lines.iter().map(|line| line.join(" ")).collect::<Vec<_>>(),
        [lines[1].as_str(), lines[0].as_str()]
    );
    assert_eq!(longest.comments, ["7手詰", "駒余り　角", "変長"]);
}

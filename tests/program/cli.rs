//! The `tsumi` binary as a user meets it: answers, refusals, exit statuses.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::time::{Duration, Instant};

pub(crate) const MATE: &str = "4k4/9/4P4/9/9/9/9/9/9 b G2r2b3g4s4n4l17p 1";
pub(crate) const NO_MATE: &str = "7lk/7p1/9/9/9/9/9/9/R8 b p 1";
/// A bare king: nobody has decided it yet.
const ENDLESS: &str = "9/6k2/9/9/9/9/9/9/9 b R4GLr2b4s4n3l18p 1";

/// Bound on stopping, in tests.
const STOP: Duration = Duration::from_secs(2);

/// Wrong inputs and what their refusal must name.
const REFUSED: [(&str, &str); 16] = [
    ("6p2/8k/9/6P2/8+P/9/9/9/9/8L b G2r2b3g4s3n4l15p 1", "MALFORMED_TEXT"),
    ("5+P1k1/9/5/+rB2/9/9/9/9/9/9 b RPb4g4s4k4l16p 1", "MALFORMED_TEXT"),
    ("4k4/9/9/9/9/9/9/9/9 b 4k 1", "MALFORMED_TEXT"),
    ("4k4/9/9/9/9/9/9/9/X8 b - 1", "MALFORMED_TEXT"),
    ("4k4/9/9/9/9/9/9/9/9 x - 1", "MALFORMED_TEXT"),
    ("hello world", "MALFORMED_TEXT"),
    ("_", "MALFORMED_TEXT"),
    ("3k1k3/9/9/9/9/9/9/9/9 b RB4G4S4N4L18P 1", "TWO_KINGS"),
    ("9/9/9/9/9/9/9/9/9 b RB4G4S4N4L18P 1", "NO_DEFENDER_KING"),
    ("4K4/9/9/9/9/9/9/9/9 b R 1", "NO_DEFENDER_KING"),
    ("k8/9/9/9/9/9/9/9/8L b 5L 1", "TOO_MANY_PIECES"),
    ("k3G4/4GGGG1/4GGGG1/9/9/9/9/9/9 b - 1", "TOO_MANY_PIECES"),
    ("P3k4/9/9/9/9/9/9/9/9 b G 1", "DEAD_END_PIECE"),
    ("k8/p8/p8/9/9/9/9/9/L8 w - 1", "TWO_PAWNS_ON_FILE"),
    ("9/9/6+B2/8k/9/8+R/9/9/9 b rb4g4s4n4l18p 1", "DEFENDER_IN_CHECK"),
    ("startpos moves 7g7f 7g7f", "ILLEGAL_MOVE"),
];

pub(crate) fn tsumi(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_tsumi"));
    // Tests leave the user's files alone.
    command.env("TSUMI_STORE", "none");
    // And the tester's locale leaves the tests alone.
    command.env("LC_ALL", "C.UTF-8");
    command.args(arguments).stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

/// Status, standard output, standard error.
pub(crate) fn run(arguments: &[&str]) -> (i32, String, String) {
    told(tsumi(arguments).output().unwrap())
}

pub(crate) fn run_with_input(arguments: &[&str], input: &[u8]) -> (i32, String, String) {
    let mut child = tsumi(arguments).stdin(Stdio::piped()).spawn().unwrap();
    child.stdin.take().unwrap().write_all(input).unwrap();
    told(child.wait_with_output().unwrap())
}

fn told(output: Output) -> (i32, String, String) {
    let text = |bytes| String::from_utf8(bytes).unwrap();
    (output.status.code().unwrap(), text(output.stdout), text(output.stderr))
}

/// A file in a directory of this test program's own.
pub(crate) fn file(name: &str, text: &str) -> String {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    std::fs::write(&path, text).unwrap();
    path.to_str().unwrap().to_owned()
}

pub(crate) fn signal(child: &Child, name: &str) {
    assert!(Command::new("kill").args([name, &child.id().to_string()]).status().unwrap().success());
}

#[test]
fn the_status_tells_how_it_went() {
    assert_eq!(run(&["solve", MATE]).0, 0);
    assert_eq!(run(&["solve", NO_MATE, "--strict"]).0, 0);
    assert_eq!(run(&["solve", ENDLESS, "--nodes", "100"]).0, 0);
    assert_eq!(run(&["solve", ENDLESS, "--nodes", "100", "--strict"]).0, 3);
    assert_eq!(run(&["solve", ENDLESS, "no-such-file", "--nodes", "100", "--strict"]).0, 1);
    for usage in [&["solve", "--tme"] as &[&str], &["solve", "--time", "10"], &["perft", "x"], &["sing"], &[]] {
        assert_eq!(run(usage).0, 2, "{usage:?}");
    }
}

#[test]
fn the_version_has_the_commit_where_it_is_known() {
    let (status, version, _) = run(&["--version"]);
    let version = version.strip_prefix("tsumi ").unwrap().strip_suffix('\n').unwrap();
    assert_eq!((status, version), (0, env!("TSUMI_VERSION")));
    let (number, commit) = version.split_once(' ').unwrap_or((version, ""));
    assert_eq!(number, env!("CARGO_PKG_VERSION"));
    let git = Command::new("git").args(["rev-parse", "HEAD"]).current_dir(env!("CARGO_MANIFEST_DIR")).output();
    let head = git.ok().filter(|_| Path::new(env!("CARGO_MANIFEST_DIR")).join(".git").exists());
    let head = head.map(|output| String::from_utf8(output.stdout).unwrap());
    match commit.strip_prefix('(').and_then(|rest| rest.strip_suffix(')')) {
        Some(commit) if option_env!("TSUMI_COMMIT").is_none() => {
            let commit = commit.trim_end_matches("-dirty");
            assert!(commit.len() >= 12 && head.unwrap().starts_with(commit), "{commit}");
        }
        Some(_) => {}
        None => assert!(cfg!(debug_assertions) || head.is_none_or(|head| head.is_empty()), "{version}"),
    }
}

#[test]
fn shells_complete_commands_and_options() {
    for shell in ["bash", "elvish", "fish", "powershell", "zsh"] {
        let (status, script, talk) = run(&["completions", shell]);
        assert_eq!((status, talk.as_str()), (0, ""), "{shell}");
        for word in ["solve", "serve", "tls-certificate", "completions"] {
            assert!(script.contains(word), "{word} is not completed in {shell}");
        }
    }
    assert_eq!(run(&["completions", "tcsh"]).0, 2);
    let ask = r#"eval "$("$0" completions bash)"; COMP_WORDS=(tsumi "$1"); COMP_CWORD=1; _tsumi tsumi "$1" tsumi; echo "${COMPREPLY[@]}""#;
    let Ok(answer) = Command::new("bash").args(["-c", ask, env!("CARGO_BIN_EXE_tsumi"), "so"]).output() else { return };
    assert_eq!(String::from_utf8(answer.stdout).unwrap().trim(), "solve");
}

#[test]
fn answers_are_told_in_words() {
    let (_, mate, talk) = run(&["solve", MATE]);
    for part in ["Mate in 1 ply.", "G*5b", "▲５二金", "v玉", "White in hand: 飛2 角2 金3 銀4 桂4 香4 歩17"]
    {
        assert!(mate.contains(part), "{part} is not in\n{mate}");
    }
    assert_eq!(talk, "");
    assert!(!mate.contains('\x1b'), "colour belongs to terminals");
    assert!(run(&["solve", NO_MATE]).1.contains("\nNo mate (不詰)"));
    assert!(run(&["solve", ENDLESS, "--nodes", "100"]).1.contains("\nNot decided: the nodes are spent."));
    assert!(run(&["solve", ENDLESS, "--time", "50ms"]).1.contains("\nNot decided: the time is spent."));
    let within = run(&["solve", "7lk/7p1/9/9/9/9/9/9/R8 b p 1", "--plies", "1"]).1;
    assert!(within.contains("No mate"), "{within}");
}

#[test]
fn positions_are_read_from_arguments_files_and_standard_input() {
    let underscores = MATE.replace(' ', "_");
    let table = file("table.tsv", &format!("outcome\tsfen\nmaybe\t{MATE}\n# talk\n\nno\t{NO_MATE}\n"));
    let moves = "position sfen 3k5/9/4P4/9/9/9/9/9/9 w G2r2b3g4s4n4l17p 1 moves 6a5a";
    let (status, out, talk) = run(&["solve", &underscores, &table, moves]);
    assert_eq!((status, talk.as_str()), (0, ""));
    let names = ["argument 1:", "table.tsv:2:", "table.tsv:5:", "argument 3:"];
    assert!(names.iter().all(|name| out.contains(name)), "{out}");
    assert_eq!((out.matches("Mate in 1 ply.").count(), out.matches("No mate").count()), (3, 1));
    for arguments in [&["solve"] as &[&str], &["solve", "-"]] {
        let (status, out, _) = run_with_input(arguments, format!("{MATE}\r\n{NO_MATE}").as_bytes());
        assert_eq!(status, 0);
        assert!(out.contains("standard input:1:") && out.contains("standard input:2:"), "{out}");
    }
}

#[test]
fn the_attacker_and_the_hand_can_be_named() {
    let to_move = "4k4/4G4/4P4/9/9/9/9/9/9 w - 1";
    assert!(run(&["solve", to_move, "--attacker", "black"]).1.contains("Already mate"));
    assert_eq!(run(&["solve", to_move, "--attacker", "white"]).0, 1);
    let hand = "7lk/7p1/9/9/9/9/9/9/R8 b - 1";
    assert!(run(&["solve", hand]).1.contains("Mate in 1 ply."));
    assert!(run(&["solve", hand, "--conventional-hand"]).1.contains("No mate"));
}

#[test]
fn one_process_answers_like_many() {
    let input = "7lk/7p1/9/9/9/9/9/9/R8 b - 1\n7lk/7p1/9/9/9/9/9/9/R8 b p 1\n7lk/7p1/9/9/9/9/9/9/R8 b - 1\n";
    let (_, out, _) = run_with_input(&["solve", "--json"], input.as_bytes());
    let outcomes: Vec<String> = out.lines().map(|line| json(line)["outcome"].as_str().unwrap().to_owned()).collect();
    assert_eq!(outcomes, ["OUTCOME_MATE", "OUTCOME_NO_MATE", "OUTCOME_MATE"]);
}

pub(crate) fn json(line: &str) -> serde_json::Value {
    serde_json::from_str(line).unwrap_or_else(|error| panic!("{error}: {line}"))
}

#[test]
fn json_is_one_object_a_line() {
    let (_, out, _) = run(&["solve", "--json", MATE, ENDLESS, "--nodes", "100"]);
    let lines: Vec<_> = out.lines().map(json).collect();
    assert_eq!(lines.len(), 2);
    assert_eq!(lines[0]["line"][0]["usi"], "G*5b");
    assert_eq!(
        (lines[0]["rawLength"]["atLeast"].as_u64(), lines[0]["rawLength"]["atMost"].as_u64()),
        (Some(1), Some(1))
    );
    assert_eq!(lines[1]["unknown"]["cause"], "UNKNOWN_CAUSE_NODES");
}

#[test]
fn json_says_whether_a_search_was_repeatable() {
    let statistics = |arguments: &[&str]| {
        let (_, out, _) = run(&[&["solve", "--json", "--hash-mib", "3", MATE], arguments].concat());
        let statistics = json(&out)["statistics"].clone();
        (statistics["repeatable"].as_bool(), statistics["privateTableMib"].as_u64())
    };
    assert_eq!(statistics(&["--nodes", "100"]), (Some(true), Some(3)));
    assert_eq!(statistics(&["--time", "10s"]), (None, None));
}

#[test]
fn every_bad_input_is_refused_by_its_own_reason() {
    for (text, code) in REFUSED {
        let (status, out, talk) = run(&["solve", text]);
        assert_eq!((status, out.as_str()), (1, ""), "{text}");
        assert!(talk.starts_with("argument 1: ") && talk.contains(code), "{text}: {talk}");
    }
}

#[test]
fn a_refusal_leaves_the_other_inputs_alone() {
    let mut input: Vec<u8> = REFUSED.map(|(text, _)| text).join("\n").into_bytes();
    input.extend(b"\n\0\0\n\xff\xfe\n");
    input.extend(vec![b'k'; 1 << 20]);
    input.extend(format!("\n{MATE}\n").as_bytes());
    let (status, out, talk) = run_with_input(&["solve"], &input);
    assert_eq!(status, 1);
    assert_eq!(out.matches("Mate in 1 ply.").count(), 1);
    let named = |line| talk.contains(&format!("standard input:{line}: "));
    assert!((1..=REFUSED.len() + 3).all(named), "{talk}");
    assert!(talk.len() < 100_000, "a refusal must not repeat a megabyte");
    for (input, sentence) in [("", "there is no position in it"), ("\n\n# x\n", "there is no position in it")] {
        let (status, _, talk) = run_with_input(&["solve"], input.as_bytes());
        assert_eq!(status, 1);
        assert!(talk.contains(sentence), "{talk}");
    }
    let (status, _, talk) = run(&["solve", ""]);
    assert_eq!((status, talk.is_empty()), (1, false));
}

#[cfg(unix)]
#[test]
fn an_interrupt_ends_the_search_not_the_answer() {
    let mut child = tsumi(&["solve", ENDLESS, MATE]).spawn().unwrap();
    std::thread::sleep(Duration::from_millis(500));
    assert!(child.try_wait().unwrap().is_none());
    signal(&child, "-INT");
    let start = Instant::now();
    let (status, out, talk) = told(child.wait_with_output().unwrap());
    assert!(start.elapsed() < STOP);
    assert!(out.contains("Not decided: interrupted."), "{out}");
    assert!(talk.contains("1 of 2 not tried"), "{talk}");
    assert_eq!(status, 1);
}

#[test]
fn bench_holds_answers_against_the_file() {
    let good = file("good.tsv", &format!("sfen\toutcome\traw\n{MATE}\tmate\t1\n{NO_MATE}\tnomate\n4k4 b\tillegal\n"));
    let (status, out, talk) = run(&["bench", &good, "--nodes", "10000"]);
    assert_eq!((status, talk.as_str()), (0, ""), "{out}");
    assert!(out.contains("3 problems, 3 decided (3 right, 0 wrong"), "{out}");
    assert!(out.contains("illegal (MALFORMED_TEXT)"), "{out}");
    let bad = [format!("{MATE}\tnomate\t"), format!("{MATE}\tmate\t3"), format!("{NO_MATE}\tmate\t")];
    for row in bad {
        let (status, out, _) = run(&["bench", &file("bad.tsv", &format!("sfen\toutcome\traw\n{row}\n"))]);
        assert_eq!(status, 1, "{out}");
        assert!(out.contains("\nWRONG ") && out.contains("1 wrong"), "{out}");
    }
    let (status, _, talk) = run(&["bench", "no-such-file", &file("odd.tsv", "sfen\toutcome\nx\tmaet\n")]);
    assert_eq!(status, 1);
    assert!(talk.contains("no-such-file: ") && talk.contains("odd.tsv: line 2: `maet` is no outcome"), "{talk}");
}

#[test]
fn bench_signs_the_same_work_alike() {
    let signature = |arguments: &[&str]| {
        let (status, out, _) = run(&[&["bench", "--hash-mib", "4", "--nodes", "2000", "--json"], arguments].concat());
        assert_eq!(status, 0, "{out}");
        let summary = json(out.lines().last().unwrap());
        assert_eq!((summary["wrong"].as_u64(), summary["repeatable"].as_bool()), (Some(0), Some(true)));
        assert_eq!(summary["problems"].as_u64(), Some(out.lines().count() as u64 - 1));
        let count = |name: &str| summary[name].as_u64().unwrap();
        assert_eq!(count("decided") + count("undecided"), count("problems"));
        let fill = |line: &str| json(line)["table_permille"].as_u64();
        assert_eq!(out.lines().filter_map(fill).max(), Some(count("fullest_table_permille")));
        summary["signature"].as_u64().unwrap()
    };
    let once = signature(&[]);
    assert!(once > 2000);
    assert_eq!(once, signature(&[]));
    assert_eq!(once, signature(&["--threads", "3"]));
}

#[test]
fn several_threads_decide_the_same_and_sign_nothing() {
    let hard = "3g1+P1g1/3S2Ps1/2PpPkL2/4L4/4p2G1/4S4/1B1N1N3/1NN6/B6+r1 b Lrgsl12p 1";
    let good =
        file("threads.tsv", &format!("sfen\toutcome\traw\n{MATE}\tmate\t1\n{NO_MATE}\tnomate\n{hard}\tmate\t51\n"));
    let (status, out, talk) = run(&["bench", &good, "--hash-mib", "16", "--problem-threads", "2"]);
    assert_eq!((status, talk.as_str()), (0, ""), "{out}");
    assert!(out.contains("3 decided (3 right, ") && out.contains("no signature: several threads"), "{out}");
    let (status, out, _) = run(&["solve", hard, "--threads", "2", "--hash-mib", "16"]);
    assert!(status == 0 && out.contains("Mate in 51 plies"), "{out}");
    for (command, threads) in [("solve", "--threads"), ("bench", "--problem-threads")] {
        let (status, _, talk) = run(&[command, MATE, threads, "2", "--nodes", "1000"]);
        assert!(status == 2 && talk.contains("cannot be used with"), "{talk}");
    }
}

/// A file of small problems, each decided in well under 3000 nodes.
fn small_problems(name: &str) -> String {
    let rows = [
        MATE,
        NO_MATE,
        "6g2/6kns/5R3/5G2R/9/9/9/9/9 b 2b2g3s3n4l18p 1",
        "6S2/9/7pP/7RN/8k/9/9/9/9 b Gr2b3g3s3n4l16p 1",
        "6RG1/5G1Bb/7NN/8k/9/9/9/9/9 b 2Gr4s2n4l18p 1",
        "6SRp/6P1B/5PGG1/8k/8N/8N/9/9/9 b rb2g3s2n4l15p 1",
    ];
    file(name, &format!("sfen\n{}\n", rows.join("\n")))
}

/// The signature of bench on a file.
fn signature(arguments: &[&str]) -> u64 {
    let (status, out, talk) = run(&[&["bench", "--json", "--hash-mib", "1", "--nodes", "3000"], arguments].concat());
    assert_eq!((status, talk.as_str()), (0, ""), "{out}");
    let summary = json(out.lines().last().unwrap());
    assert_eq!(summary["undecided"].as_u64(), Some(0), "{out}");
    summary["signature"].as_u64().unwrap()
}

#[test]
fn tuned_weights_cost_what_the_tuner_says() {
    let (problems, poor) = (small_problems("tuned.tsv"), file("poor.json", "{\"take_pn\": 1, \"step_pn\": 400}"));
    let limits = ["--rounds", "1", "--nodes", "3000", "--least", "0", "--hash-mib", "1", "--jobs", "2"];
    let tune = [&["tune", &problems, "--weights", &poor], &limits as &[&str]].concat();
    let (status, out, talk) = run(&tune);
    assert_eq!(status, 0, "{talk}");
    assert!(talk.starts_with("6 problems, 6 decided in 0 to 3000 nodes: 3 to train on, 3 held out\n"), "{talk}");
    let parts = |name: &str| talk.lines().find_map(|line| line.strip_prefix(name)).unwrap().split(", ");
    let nodes = |name: &str| -> (u64, u64) {
        let (before, after) = parts(name).nth(1).unwrap().strip_suffix(" nodes").unwrap().split_once(" -> ").unwrap();
        (before.parse().unwrap(), after.parse().unwrap())
    };
    let ratio: f64 = parts("trained on: ").last().unwrap().strip_prefix("ratio ").unwrap().parse().unwrap();
    assert!(ratio < 1.0, "{talk}");
    let (trained, held_out) = (nodes("trained on: "), nodes("held out: "));
    assert_eq!(signature(&[&problems, "--weights", &poor]), trained.0 + held_out.0);
    assert_eq!(signature(&[&problems, "--weights", &file("tuned.json", &out)]), trained.1 + held_out.1);
    assert_eq!(run(&tune).1, out, "the tuner is repeatable");
}

#[test]
fn weights_may_be_named_in_part_and_change_the_work() {
    let (problems, flat) =
        (small_problems("part.tsv"), file("flat.json", "{\"check_pn_flight\": 1, \"check_pn_distance\": 2}"));
    let usual = signature(&[&problems]);
    assert_eq!(signature(&[&problems, "--weights", &file("usual.json", "{}")]), usual);
    assert_ne!(signature(&[&problems, "--weights", &flat]), usual);
    let none = ["--rounds", "0", "--least", "0", "--nodes", "3000", "--hash-mib", "1", "--whole"];
    let (status, out, talk) = run(&[&["tune", &problems, "--weights", &flat], &none as &[&str]].concat());
    assert!(status == 0 && talk.contains("6 to train on, 0 held out") && talk.ends_with(", ratio 1.0000\n"), "{talk}");
    let weights = json(&out);
    assert_eq!((weights["check_pn_flight"].as_i64(), weights["check_pn_distance"].as_i64()), (Some(1), Some(2)));
    assert!(weights.as_object().unwrap().len() > 2, "all are printed");
}

#[test]
fn malformed_weights_are_refused() {
    let problems = small_problems("malformed.tsv");
    let cases = [
        ("{\"check_pm\": 16}", "unknown field `check_pm`"),
        ("{\"check_pn\": 1.5}", "invalid type: floating point `1.5`"),
        ("{\"check_pn\": 3000000000}", "invalid value: integer `3000000000`"),
        ("{\"check_pn\": 16", "EOF"),
        ("", "EOF"),
    ];
    for command in ["bench", "tune"] {
        for (text, reason) in cases {
            let path = file(&format!("malformed-{command}.json"), text);
            let (status, out, talk) = run(&[command, &problems, "--weights", &path]);
            assert_eq!((status, out.as_str()), (1, ""), "{talk}");
            assert!(talk.contains(&path) && talk.contains(reason), "{text}: {talk}");
        }
        let (status, _, talk) = run(&[command, &problems, "--weights", "no-such-file"]);
        assert!(status == 1 && talk.contains("no-such-file: "), "{talk}");
    }
    let (status, out, talk) = run(&["tune", &problems, "--least", "3001", "--nodes", "3000"]);
    assert!((status, out.as_str()) == (1, "") && talk.contains("no problem is left to train on"), "{talk}");
    assert_eq!(run(&["tune", "no-such-file"]).0, 1);
}

#[test]
fn what_is_for_developers_stays_out_of_the_help() {
    assert!(!run(&["--help"]).1.contains("tune"));
    assert!(!run(&["bench", "--help"]).1.contains("--weights"));
    assert!(run(&["tune", "--help"]).1.contains("--least"));
}

#[cfg(unix)]
#[test]
fn an_interrupt_ends_the_tuning_with_the_best_so_far() {
    let mut child = tsumi(&["tune", "--least", "100", "--nodes", "20000", "--jobs", "1"]).spawn().unwrap();
    let mut talk = std::io::BufReader::new(child.stderr.take().unwrap());
    let mut line = String::new();
    std::io::BufRead::read_line(&mut talk, &mut line).unwrap();
    assert!(line.contains(" to train on, "), "{line}");
    signal(&child, "-INT");
    let start = Instant::now();
    std::io::Read::read_to_string(&mut talk, &mut line).unwrap();
    let (status, out, _) = told(child.wait_with_output().unwrap());
    assert!(start.elapsed() < STOP);
    assert!(status == 0 && line.contains("gain not measured, interrupted"), "{line}");
    assert!(json(&out)["check_pn"].is_i64(), "{out}");
}

#[test]
fn perft_counts() {
    assert_eq!(run(&["perft", "3"]).1, "25470\n");
    let (_, out, _) = run(&["perft", "2", "--divide"]);
    let lines: Vec<&str> = out.lines().collect();
    assert_eq!((lines.len(), lines[30]), (31, "900"));
    let sum: u64 = lines[..30].iter().map(|line| line.split_once(": ").unwrap().1.parse::<u64>().unwrap()).sum();
    assert_eq!(sum, 900);
    assert_eq!(run(&["perft", "1", "R8/2K1S1SSk/4B4/9/9/9/9/9/1L1L1L3_b_RBGSNLP3g3n17p_1"]).1, "593\n");
    let (status, _, talk) = run(&["perft", "1", "nonsense"]);
    assert_eq!(status, 1);
    assert!(talk.contains("MALFORMED_TEXT"), "{talk}");
}

#[test]
fn serve_says_why_it_cannot_listen() {
    let taken = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let address = taken.local_addr().unwrap().to_string();
    let (status, _, talk) = run(&["serve", "--listen", &address]);
    assert_eq!(status, 1);
    assert!(talk.contains(&format!("cannot listen on {address}")), "{talk}");
    assert_eq!(run(&["serve", "--listen", "nowhere"]).0, 2);
}

#[test]
fn nobody_need_listen_to_the_talk() {
    let refused = file("refused.txt", "x\n\n3k1k3/9/9/9/9/9/9/9/9 b - 1\n\u{feff}\n");
    for arguments in [
        &["solve", "x y", MATE, "--hash-mib", "1"] as &[&str],
        &["solve", &refused, "--hash-mib", "1"],
        &["solve", "no-such-file"],
        &["bench", "no-such-file"],
        &["perft", "1"],
        &["perft", "1", "x"],
        &["serve", "--listen", "192.0.2.1:1"],
    ] {
        // The times in the answers differ from run to run, the number of lines does not.
        let heard = |output: Output| (output.status.code(), String::from_utf8(output.stdout).unwrap().lines().count());
        let (listener, ear) = std::io::pipe().unwrap();
        drop(listener);
        let unheard = tsumi(arguments).stderr(ear).output().unwrap();
        assert_eq!(heard(unheard), heard(tsumi(arguments).output().unwrap()), "{arguments:?}");
    }
}

#[tokio::test]
async fn the_service_answers_when_nobody_reads_its_log() {
    use tsumi::service::proto::{GetServerInfoRequest, tsume_service_client::TsumeServiceClient};
    let mut child = tsumi(&["serve", "--listen", "127.0.0.1:0", "--hash-mib", "1"]).spawn().unwrap();
    let mut line = String::new();
    let mut talk = std::io::BufReader::new(child.stderr.take().unwrap());
    std::io::BufRead::read_line(&mut talk, &mut line).unwrap();
    drop(talk);
    let address = line.trim().rsplit(' ').next().unwrap();
    let mut client = TsumeServiceClient::connect(format!("http://{address}")).await.unwrap();
    for _ in 0..3 {
        let answer = client.get_server_info(GetServerInfoRequest::default()).await;
        assert!(answer.is_ok() && child.try_wait().unwrap().is_none(), "{answer:?}");
    }
    child.kill().unwrap();
    child.wait().unwrap();
}

#[cfg(unix)]
#[test]
fn serve_ends_cleanly_on_a_signal() {
    for name in ["-TERM", "-INT"] {
        let mut child = tsumi(&["serve", "--listen", "127.0.0.1:0", "--hash-mib", "1"]).spawn().unwrap();
        let mut line = String::new();
        let mut talk = std::io::BufReader::new(child.stderr.take().unwrap());
        std::io::BufRead::read_line(&mut talk, &mut line).unwrap();
        assert!(line.contains("listens on 127.0.0.1:"), "{line}");
        // Signals are caught from the first call of the shutdown future on, a moment after this line.
        std::thread::sleep(Duration::from_millis(300));
        signal(&child, name);
        assert_eq!(child.wait().unwrap().code(), Some(0), "{name}");
    }
}

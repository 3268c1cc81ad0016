//! `tsumi verify` and `tsumi generate` as a user meets them.

use crate::cli::{MATE, NO_MATE, file, run, run_with_input, signal, tsumi};
use serde_json::Value;
use std::collections::{HashMap, HashSet};
use std::io::{BufRead as _, BufReader, Write as _};
use std::process::Stdio;
use std::time::{Duration, Instant};

/// The mirror image of a problem, and its colour twin.
const MIRRORED: (&str, &str) =
    ("7G1/8k/5B3/6N2/9/9/9/9/9 b BG2r2g4s3n4l18p 1", "1G7/k8/3B5/2N6/9/9/9/9/9 b BG2r2g4s3n4l18p 1");
const TWIN: &str = "9/9/9/9/9/2n6/3b5/K8/1g7 w 2R2G4S3N4L18Pbg 1";
/// Nothing decides it soon.
const ENDLESS: &str = "9/6k2/9/9/9/9/9/9/9 b R4GLr2b4s4n3l18p 1";

/// Some made problems and a few of every other kind: a thing that is no problem, duplicates, no mate.
fn input(name: &str, count: usize) -> String {
    let (_, made, _) = run(&["generate", "--count", &count.to_string(), "--seed", "5", "--plies", "1-7"]);
    let rest = [MIRRORED.0, "hello world", MIRRORED.1, NO_MATE, TWIN, MATE, "3k1k3/9/9/9/9/9/9/9/9 b RB 1"];
    file(name, &format!("{made}{}\n", rest.join("\n")))
}

/// The lines of a report, sorted by id.
fn sorted(report: &str) -> Vec<String> {
    let id = |line: &String| serde_json::from_str::<Value>(line).unwrap()["id"].as_str().unwrap().to_owned();
    let mut lines: Vec<String> = report.lines().map(str::to_owned).collect();
    lines.sort_by_cached_key(id);
    lines
}

fn read(path: &str) -> String {
    std::fs::read_to_string(path).unwrap()
}

#[test]
fn every_item_has_one_line_and_the_same_at_any_number_of_jobs() {
    let input = input("verify-jobs.sfen", 60);
    let mut first: HashMap<&str, Vec<String>> = HashMap::new();
    for jobs in ["1", "2", "5"] {
        for check in ["raw", "sound"] {
            let (status, report, talk) =
                run(&["verify", &input, "--check", check, "--jobs", jobs, "--nodes", "30000", "--hash-mib", "2"]);
            assert_eq!(status, 1, "two lines are no problems: {talk}");
            let lines = sorted(&report);
            assert_eq!(lines.len(), 67);
            assert!(talk.contains(&format!("{input}:62: MALFORMED_TEXT: ")), "{talk}");
            assert!(talk.contains("\n67 items in ") && talk.contains("duplicate 2, invalid 2"), "{talk}");
            assert_eq!(&lines, first.entry(check).or_insert_with(|| lines.clone()), "{check} {jobs}");
        }
    }
    let lines: Vec<Value> = first["raw"].iter().map(|line| serde_json::from_str(line).unwrap()).collect();
    let of = |number: usize| lines.iter().find(|line| line["id"] == format!("{input}:{number}")).unwrap();
    assert_eq!((&of(61)["outcome"], &of(61)["raw_length"]["at_most"]), (&"mate".into(), &7.into()));
    for twin in [63, 65] {
        let same_as = Value::from(format!("{input}:61"));
        assert_eq!((&of(twin)["outcome"], &of(twin)["same_as"]), (&"duplicate".into(), &same_as));
    }
    assert_eq!(of(62)["reasons"][0]["code"], "MALFORMED_TEXT");
    assert_eq!(of(67)["reasons"][0]["code"], "TWO_KINGS");
    assert_eq!((&of(64)["outcome"], &of(64)["findings"][0]["kind"]), (&"no mate".into(), &"no mate".into()));
}

#[test]
fn a_run_goes_on_where_it_was_broken_off() {
    let input = input("verify-resume.sfen", 40);
    for (name, lines_before) in [("resume.jsonl", 1), ("resume.csv", 2)] {
        let whole = file(&format!("whole-{name}"), "");
        let arguments = ["verify", &input, "--check", "raw", "--nodes", "20000", "--out"];
        let (_, summary, _) = run(&[&arguments[..], &[&whole, "--overwrite"]].concat());
        let all = read(&whole);
        for kept in [0, 1, 7, all.lines().count()] {
            let part: String = all.split_inclusive('\n').take(kept).collect();
            let torn = all.lines().nth(kept).map_or("", |line| &line[..line.len() / 2]);
            let path = file(name, &format!("{part}{torn}"));
            let (_, resumed, talk) = run(&[&arguments[..], &[&path, "--resume"]].concat());
            let mut lines: Vec<&str> = all.lines().collect();
            let again = read(&path);
            let mut found: Vec<&str> = again.lines().collect();
            lines[lines_before - 1..].sort_unstable();
            found[lines_before - 1..].sort_unstable();
            assert_eq!(found, lines, "{name} {kept}: {talk}");
            assert_eq!(resumed.lines().nth(1), summary.lines().nth(1), "the summary is that of the whole");
        }
        let (status, _, talk) =
            run(&["verify", &input, "--check", "mate", "--nodes", "20000", "--out", &whole, "--resume"]);
        assert!(status == 1 && talk.contains("it was made with --check raw"), "{talk}");
        for other in ["--no-dedup", "--certify", "--conventional-hand", "--attacker=black", "--hash-mib=2"] {
            let (status, _, talk) = run(&[&arguments[..], &[&whole, "--resume", other]].concat());
            assert!(status == 1 && talk.contains("it was made with other options"), "{other}: {talk}");
        }
        let nodes = ["verify", &input, "--check", "raw", "--nodes", "20001", "--out", &whole, "--resume"];
        assert!(run(&nodes).2.contains("it was made with other options"));
        assert_eq!(read(&whole), all, "it is left as it is");
        let (status, _, talk) = run(&[&arguments[..], &[&whole, "--resume", "--jobs", "1"]].concat());
        assert!(status == 1 && !talk.contains("other options"), "who answers makes no difference: {talk}");
    }
    let foreign = file("foreign.jsonl", "{}\n");
    let (status, _, talk) = run(&["verify", &input, "--out", &foreign, "--resume"]);
    assert!(status == 1 && talk.contains("foreign.jsonl: line 1: it is not the line of a report"), "{talk}");
    assert_eq!(read(&foreign), "{}\n", "a file that is no report is left as it is");
}

#[test]
fn a_report_that_is_there_is_not_overwritten_unasked() {
    let out = file("there.jsonl", "hours of work\n");
    let verify = |out: &str, more: &[&str]| run(&[&["verify", MATE, "--out", out], more].concat());
    let (status, _, talk) = verify(&out, &[]);
    assert!(status == 1 && talk.contains("there.jsonl: there is something in it: --resume goes on"), "{talk}");
    assert_eq!(read(&out), "hours of work\n");
    assert_eq!(verify(&out, &["--overwrite", "--resume"]).0, 2);
    assert_eq!((verify(&out, &["--overwrite"]).0, read(&out).lines().count()), (0, 1));
    assert_eq!(verify("/dev/null", &[]).0, 0, "there is nothing in it");
    let (status, _, talk) = verify("/no/such/folder.jsonl", &[]);
    assert!(status == 1 && talk.contains("/no/such/folder.jsonl: "), "{talk}");
}

#[test]
fn every_line_about_a_fault_names_its_item() {
    let input = file("two-faults.sfen", "3k1k3/9/9/9/9/9/9/9/P8 b RBP 1\n4k4/9/9/9/9/9/9/9/9 x z 1\n");
    let (status, _, talk) = run(&["verify", &input]);
    let faults: Vec<&str> = talk.lines().take_while(|line| !line.contains(" items in ")).collect();
    assert!(status == 1 && faults.len() > 2, "{talk}");
    assert!(faults.iter().all(|line| line.starts_with(&format!("{input}:"))), "{talk}");
}

#[test]
fn a_claimed_line_is_read_and_judged() {
    let (mate, _) = MIRRORED;
    let line = format!("{mate} moves 3d2b+ 1b1c G*2c 1c1d B*6i 1d1e 4c2e+\n{mate} moves 3d2b+ 1b1c\n");
    let (status, report, _) = run_with_input(&["verify", "--check", "conventional"], line.as_bytes());
    let worth: Vec<Value> = sorted(&report)
        .iter()
        .map(|line| serde_json::from_str::<Value>(line).unwrap()["claimed_line"]["worth"].clone())
        .collect();
    assert_eq!((status, worth), (0, vec!["answer".into(), "unfinished".into()]));
    assert_eq!(report.matches("\"kind\":\"faulty line\"").count(), 1, "{report}");
    // The same problem with another claim is looked at again, and names the first.
    assert!(report.contains("\"same_as\":\"standard input:1\""), "{report}");
}

#[test]
fn the_status_tells_what_was_not_answered() {
    let one =
        |text: &str, more: &[&str]| run_with_input(&[&["verify", "--nodes", "500"], more].concat(), text.as_bytes()).0;
    assert_eq!((one(MATE, &[]), one(MATE, &["--strict"])), (0, 0));
    assert_eq!((one(ENDLESS, &[]), one(ENDLESS, &["--strict"])), (0, 3));
    assert_eq!((one("hello", &[]), one("", &[])), (1, 1));
    let (status, _, talk) = run(&["verify", "no-such-file.sfen"]);
    assert!(status == 1 && talk.starts_with("argument 1: UNREADABLE_FILE: `no-such-file.sfen` is neither"), "{talk}");
    let many = run_with_input(&["verify"], "x\n".repeat(30).as_bytes()).2;
    let named: HashSet<&str> =
        many.lines().filter_map(|line| line.strip_prefix("standard input:")?.split(':').next()).collect();
    assert_eq!((named.len(), many.matches("more items are refused").count()), (20, 1));
    assert_eq!(run(&["verify", "--nodes", "5", "--limit", "1s"]).0, 2);
    assert_eq!(run(&["verify", "--resume"]).0, 2);
    let (status, _, talk) = run_with_input(&["verify", "--limit", "100ms", "--jobs", "1"], ENDLESS.as_bytes());
    assert!(status == 0 && talk.contains("unknown 1") && talk.contains("not repeatable"), "{talk}");
}

#[test]
fn ctrl_c_leaves_a_whole_report_to_go_on_with() {
    let input = file("verify-interrupt.sfen", &format!("{MATE}\n{ENDLESS}\n{NO_MATE}\n"));
    let out = file("interrupt.jsonl", "");
    let arguments = ["verify", &input, "--limit", "5s", "--jobs", "1", "--out", &out];
    let mut child = tsumi(&arguments).spawn().unwrap();
    std::thread::sleep(Duration::from_millis(1_500));
    let start = Instant::now();
    signal(&child, "-INT");
    let status = child.wait().unwrap();
    assert!(start.elapsed() < Duration::from_secs(2));
    assert_eq!(status.code(), Some(1));
    let mut told = String::new();
    BufReader::new(child.stdout.take().unwrap()).lines().for_each(|line| told += &line.unwrap());
    assert!(told.contains("1 item in ") && told.contains("interrupted: --resume goes on"), "{told}");
    assert_eq!(read(&out).lines().count(), 1);
    let (status, summary, _) = run(&[&arguments[..], &["--resume"]].concat());
    assert!(status == 0 && summary.contains("mate 1, no mate 1, unknown 1"), "{summary}");
}

#[test]
fn ctrl_c_ends_a_run_whose_input_is_idle() {
    for jobs in ["1", "3"] {
        let mut child = tsumi(&["verify", "-", "--jobs", jobs]).stdin(Stdio::piped()).spawn().unwrap();
        // It stays open.
        let mut input = child.stdin.take().unwrap();
        // More than is looked at before it is known what it holds.
        input.write_all(format!("{MATE}\n").repeat(250).as_bytes()).unwrap();
        std::thread::sleep(Duration::from_millis(1_500));
        assert!(child.try_wait().unwrap().is_none(), "it waits for more");
        let start = Instant::now();
        signal(&child, "-INT");
        let output = child.wait_with_output().unwrap();
        assert!(start.elapsed() < Duration::from_secs(2), "{jobs}: {:?}", start.elapsed());
        assert_eq!(output.status.code(), Some(1));
        let (report, talk) = (String::from_utf8(output.stdout).unwrap(), String::from_utf8(output.stderr).unwrap());
        assert!(talk.ends_with("\ninterrupted\n"), "nothing goes on without a file: {talk}");
        assert_eq!(report.lines().count(), 250, "what has come is answered: {report}");
        drop(input);
    }
}

#[test]
fn made_problems_are_distinct_and_the_same_for_a_seed() {
    let made = |seed: &str| run(&["generate", "--count", "200", "--seed", seed, "--jobs", "2"]).1;
    let (one, other) = (made("1"), made("2"));
    assert_eq!(one, made("1"));
    assert_ne!(one, other);
    let path = file("made.sfen", &one);
    let (status, report, talk) = run(&["verify", &path, "--check", "mate", "--nodes", "50000"]);
    assert_eq!((status, report.lines().count()), (0, 200), "{talk}");
    assert!(talk.contains("\nmate 200"), "every one mates, and no two are the same: {talk}");
    assert_eq!(run(&["generate", "--plies", "2-2"]).0, 2);
}

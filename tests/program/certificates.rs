//! Certificates on the command line: made by `solve` and `bench`, read by `check`.

use super::cli::{MATE, NO_MATE, file, run};

/// Mate in seven with every interposition counted, none in five.
const SEVEN: &str = "8k/4R2np/9/9/9/9/9/9/9 b N3p 1";

/// Solves a problem and writes its certificate; the file's name.
fn certificate(name: &str, problem: &str) -> String {
    let path = file(name, "");
    let (status, out, talk) = run(&["solve", "--certificate", &path, problem]);
    assert_eq!(status, 0, "{out}{talk}");
    path
}

#[test]
fn what_solve_certifies_check_accepts() {
    for (name, problem, claims) in [
        ("mate.cert", MATE, "mate within 1 (so the shortest is 1)"),
        ("seven.cert", SEVEN, "mate within 7, no mate within 5 (so the shortest is 7)"),
        ("no_mate.cert", NO_MATE, "no mate\n"),
    ] {
        let path = certificate(name, problem);
        let (status, out, talk) = run(&["check", &path]);
        assert_eq!((status, talk.as_str()), (0, ""), "{out}");
        assert!(out.contains(&format!("accepted: {claims}")) && out.contains(problem), "{out}");
    }
}

#[test]
fn check_refuses_what_is_damaged_and_says_where() {
    let path = certificate("damaged.cert", SEVEN);
    let bytes = std::fs::read(&path).unwrap();
    std::fs::write(&path, &bytes[..bytes.len() - 1]).unwrap();
    let good = certificate("undamaged.cert", SEVEN);
    let text = file("text.cert", "not a certificate\n");
    let (status, out, talk) = run(&["check", &path, &good, &text, "no-such-file"]);
    assert_eq!(status, 1);
    assert!(out.contains("undamaged.cert: accepted") && !out.contains("/damaged.cert"), "{out}");
    for told in ["damaged.cert: refused: section", "text.cert: refused: header: ", "no-such-file: refused: "] {
        assert!(talk.contains(told), "{talk}");
    }
    let (status, _, talk) = run(&["check", &good, "--memory-mib", "0"]);
    assert!(status == 2 && talk.contains("--memory-mib"), "{talk}");
}

#[test]
fn a_certificate_needs_one_decided_problem() {
    let path = file("undecided.cert", "as it was");
    let (status, _, talk) = run(&["solve", "--certificate", &path, MATE, NO_MATE]);
    assert!(status == 1 && talk.contains("one problem"), "{talk}");
    let bare = "9/6k2/9/9/9/9/9/9/9 b R4GLr2b4s4n3l18p 1";
    let (status, _, talk) = run(&["solve", "--certificate", &path, bare, "--nodes", "1000"]);
    assert!(status == 1 && talk.contains("no certificate: nothing is decided"), "{talk}");
    assert_eq!(std::fs::read_to_string(&path).unwrap(), "as it was");
}

#[test]
fn an_answer_is_told_though_its_certificate_cannot_be_written() {
    let path = format!("{}/nothing.cert", file("no-folder", ""));
    let (status, out, talk) = run(&["solve", "--certificate", &path, MATE]);
    assert!(status == 1 && out.contains("Mate in 1 ply."), "{out}");
    assert!(talk.starts_with(&format!("{path}: no certificate: ")), "{talk}");
}

#[test]
fn bench_certifies_every_decided_answer() {
    let rows = file("certified.tsv", &format!("sfen\toutcome\n{MATE}\tmate\n{NO_MATE}\tnomate\n{SEVEN}\tmate\n"));
    let (status, out, _) = run(&["bench", "--certify", "--hash-mib", "1", &rows]);
    assert_eq!(status, 0, "{out}");
    assert!(out.contains("certificates: 3 accepted, 0 refused, 0 not made"), "{out}");
    let (status, out, _) = run(&["bench", "--certify", "--json", "--hash-mib", "1", &rows]);
    assert_eq!(status, 0, "{out}");
    let row: serde_json::Value = serde_json::from_str(out.lines().next().unwrap()).unwrap();
    assert_eq!(row["certificate"]["ending"], "accepted");
    assert!(row["certificate"]["bytes"].as_u64().unwrap() > 80);
    let (_, out, _) = run(&["bench", "--json", "--hash-mib", "1", &rows]);
    assert!(!out.contains("certificate"), "{out}");
}

//! Files of records on the command line.

use crate::cli::{file, run, run_with_input};

fn record(name: &str) -> String {
    format!("{}/tests/data/records/{name}", env!("CARGO_MANIFEST_DIR"))
}

#[test]
fn records_are_solved_whatever_they_are_written_in() {
    for name in
        ["rest_all.kif", "attacker.kif", "problem.ki2", "shift_jis.kif", "diagram.bod", "problem.csa", "problem.jkf"]
    {
        let (status, out, talk) = run(&["solve", &record(name), "--length", "first", "--hash-mib", "16"]);
        assert_eq!((status, talk.as_str()), (0, ""), "{name}");
        assert!(out.contains("Mate "), "{name}: {out}");
    }
}

#[test]
fn what_cannot_be_read_is_named_with_its_line() {
    let (status, out, talk) = run(&["solve", &record("several.csa"), "--nodes", "1000", "--hash-mib", "16"]);
    assert_eq!(status, 1);
    assert!(out.contains("several.csa#1:\n") && out.contains("several.csa#2:\n"), "{out}");
    let refusal = "several.csa#3: line 13: MALFORMED_TEXT: \"-FX\" is no piece with its square.\n";
    assert!(talk.ends_with(refusal), "{talk}");
}

#[test]
fn a_record_may_come_from_standard_input() {
    let text = std::fs::read(record("shift_jis.kif")).unwrap();
    let (status, out, talk) = run_with_input(&["solve", "--length", "first", "--hash-mib", "16"], &text);
    assert_eq!((status, talk.as_str()), (0, ""));
    assert!(out.contains("Mate "), "{out}");
}

/// What `--kif` writes is read again: the same problem, and the answer as its solution.
#[test]
fn a_written_solution_reads_back() {
    let sfen = "6bpk/6G1l/6L1G/5G3/9/8N/9/9/9 b G2rb4s3n2l17p 1";
    let arguments = ["solve", sfen, "--variations", "--sound", "--kif", "--hash-mib", "16"];
    let kif = run(&arguments).1;
    let again = run(&["solve", &file("written.kif", &kif), "--variations", "--sound", "--kif", "--hash-mib", "16"]);
    assert_eq!((again.0, again.1), (0, kif.clone()));
    let record = tsumi::notation::kif::parse(&kif, None).unwrap();
    assert_eq!((record.length, record.line.len(), record.branches.len()), (Some(7), 7, kif.matches("変化").count()));
}

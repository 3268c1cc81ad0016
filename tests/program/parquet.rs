//! The report as a file of columns, in a build with the feature `parquet`.

use crate::cli::{MATE, NO_MATE, file, run};
use parquet::file::reader::{FileReader as _, SerializedFileReader};
use parquet::record::{Field, Row};
use serde_json::Value;
use std::fs::File;

/// A cell as JSON has it.
fn value(row: &Row, title: &str) -> Value {
    let (_, field) = row.get_column_iter().find(|(name, _)| *name == title).unwrap();
    match field {
        Field::Null => Value::Null,
        Field::Str(text) => text.as_str().into(),
        Field::Long(number) => (*number).into(),
        other => panic!("{title}: {other:?}"),
    }
}

#[test]
fn columns_hold_what_lines_hold() {
    let input = file("columns.sfen", &format!("{MATE}\nhello\n{NO_MATE}\n{MATE}\n"));
    let out = file("columns.parquet", "what was there");
    let arguments = ["verify", &input, "--check", "raw", "--jobs", "1"];
    let (_, lines, _) = run(&arguments);
    let (status, summary, talk) = run(&[&arguments[..], &["--overwrite", "--out", &out]].concat());
    assert!(status == 1 && summary.contains("4 items in "), "{summary}{talk}");
    let reader = SerializedFileReader::new(File::open(&out).unwrap()).unwrap();
    let rows: Vec<Row> = reader.get_row_iter(None).unwrap().map(Result::unwrap).collect();
    let lines: Vec<Value> = lines.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!((rows.len(), lines.len()), (4, 4));
    for (row, line) in rows.iter().zip(&lines) {
        for title in ["id", "outcome", "check", "asked", "sfen", "attacker", "same_as", "line", "leftover", "nodes"] {
            assert_eq!(value(row, title), line[title], "{title}: {line}");
        }
        assert_eq!(value(row, "raw_at_most"), line["raw_length"]["at_most"], "{line}");
    }
    let (status, _, talk) = run(&[&arguments[..], &["--resume", "--out", &out]].concat());
    assert!(status == 1 && talk.contains("a Parquet file cannot be gone on with"), "{talk}");
}

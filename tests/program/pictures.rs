//! Boards that `tsumi solve` draws: as text with and without Japanese letters, and into files.

use crate::cli::{MATE, NO_MATE, file, run, tsumi};
use std::fs;
use std::process::Command;

/// 7 plies, with everything that can be told of it.
const COOKED: &str = "6bpk/6G1l/6L1G/5G3/9/8N/9/9/9 b G2rb4s3n2l17p 1";

/// A path in the test's folder where no file is.
fn absent(name: &str) -> String {
    let path = file(name, "");
    fs::remove_file(&path).unwrap();
    path
}

/// The width and the height that a PNG states.
fn size(png: &[u8]) -> (u32, u32) {
    assert_eq!(&png[..8], b"\x89PNG\r\n\x1a\n");
    let number = |at: usize| u32::from_be_bytes(png[at..at + 4].try_into().unwrap());
    (number(16), number(20))
}

#[test]
fn pictures_are_written_whatever_the_answer_is() {
    for (position, options) in [(MATE, &[] as &[&str]), (NO_MATE, &[]), (COOKED, &["--nodes", "1"])] {
        let (svg, png) = (absent("picture.svg"), absent("picture.png"));
        let arguments = [&["solve", position, "--svg", &svg, "--png", &png, "--png-width", "300"], options].concat();
        let (status, out, talk) = run(&arguments);
        assert_eq!((status, talk.as_str()), (0, ""), "{out}");
        assert!(fs::read_to_string(svg).unwrap().starts_with("<svg xmlns="));
        let (width, height) = size(&fs::read(png).unwrap());
        assert!(width == 300 && (250..330).contains(&height), "{height}");
    }
}

#[test]
fn a_picture_on_standard_output_is_alone_there() {
    let (status, out, talk) = run(&["solve", MATE, "--svg", "-", "--pieces", "western", "--flip", "--both-hands"]);
    assert!(status == 0 && out.starts_with("<svg ") && out.ends_with("</svg>\n"), "{out}");
    assert!(
        talk.contains("Mate in 1 ply.") && out.contains("id=\"wP\"") && !out.contains("id=\"g6b69\""),
        "{talk}{out}"
    );
    let output = tsumi(&["solve", MATE, "--png", "-"]).output().unwrap();
    assert_eq!(size(&output.stdout).0, 800);
    let (status, out, talk) = run(&["solve", MATE, "--png", "-", "--svg", "-"]);
    assert_eq!((status, out.as_str(), talk.as_str()), (1, "", "only one picture can go to standard output\n"));
}

#[test]
fn the_last_move_is_shaded_and_told() {
    let position = "sfen 4k4/9/4P4/9/9/9/9/9/9 b G2r2b3g4s4n4l17p 1 moves G*4b 5a6a";
    let (status, out, talk) = run(&["solve", position, "--svg", "-"]);
    assert!(status == 0 && out.contains("#d4d4d4") && out.contains("The last move went to 6a."), "{out}{talk}");
    assert!(talk.contains("\nLast move: 5a6a\n"), "{talk}");
    assert!(!run(&["solve", MATE, "--svg", "-"]).1.contains("#d4d4d4"));
}

#[test]
fn what_cannot_be_drawn_is_said() {
    let (status, out, talk) = run(&["solve", MATE, NO_MATE, "--svg", "-"]);
    assert_eq!((status, out.as_str(), talk.as_str()), (1, "", "--svg and --png take one problem\n"));
    let (status, out, talk) = run(&["solve", MATE, "--svg", "/no/such/folder/a.svg"]);
    assert!(status == 1 && out.contains("Mate in 1 ply.") && talk.contains("no picture"), "{out}{talk}");
    for width in ["63", "4097", "wide"] {
        assert_eq!(run(&["solve", MATE, "--png", "-", "--png-width", width]).0, 2);
    }
}

#[test]
fn in_ascii_nothing_else_is_said() {
    let asked = ["solve", COOKED, "--variations", "--sound", "--first-moves"];
    let (status, out, talk) = run(&[&asked as &[&str], &["--ascii"]].concat());
    assert_eq!((status, talk.as_str()), (0, ""));
    assert!(out.is_ascii() && !out.contains(" \n") && !out.contains("()"), "{out}");
    for part in [
        "White in hand: R2 B S4 N3 L2 P17, all that is left\n   9  8  7  6  5  4  3  2  1\n+---------------------------+\n",
        "|  .  .  .  .  .  . vB vP vK| a\n|  .  .  .  .  .  .  G  . vL| b\n",
        "Black in hand: G\nBlack attacks.\n\nMate in 7 plies.\n    1  3b2a   Gx2a\n    2  1a2a   Kx2a\n",
        "\nLeft in the attacker's hand: B.\n",
        "5 plies, clean: K-1a G*2a\n",
        "\n  Cook: at move 5, Gx2b mates too.\n",
    ] {
        assert!(out.contains(part), "{part} is not in\n{out}");
    }
    let by_locale = |name: &str| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_tsumi"));
        command.args(["solve", MATE]).env_remove("LC_CTYPE").env_remove("LANG").env("LC_ALL", name);
        String::from_utf8(command.output().unwrap().stdout).unwrap()
    };
    assert!(by_locale("C").is_ascii() && by_locale("en_US.UTF-8").contains("△ White in hand: 飛2 "));
}

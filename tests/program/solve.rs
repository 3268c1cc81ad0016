//! What `tsumi solve` and `tsumi bench` find out beyond the first proof, in words and in JSON.

use crate::cli::{MATE, NO_MATE, file, json, run};

/// 3 plies, 7 with every interposition counted.
const SEVEN_RAW: &str = "8k/4R2np/9/9/9/9/9/9/9 b N3p 1";
/// 11 plies, 9 by the convention `wide`, 19 with every interposition counted.
const OPEN_TO_DISPUTE: &str = "8k/R7+b/g5N2/1R7/9/9/9/9/9 b b3g4s3n4l18p 1";
/// 3 plies and sound.
const SOUND: &str = "k2G5/9/K8/9/N8/9/9/9/9 b 2r2b3g4s3n4l18p 1";
/// Found in some ten thousand nodes, proved to be 13 plies in several times as many.
const SLOWLY_PROVED: &str = "1l7/s8/p+Pg6/3p5/+pP1B5/kp7/2R+p5/S8/9 b GNrb2g2s3n3l11p 1";

/// What solve says of a problem, below the board.
fn told(arguments: &[&str]) -> String {
    let (status, out, talk) = run(&[&["solve", "--hash-mib", "16"], arguments].concat());
    assert_eq!((status, talk.as_str()), (0, ""));
    out.split_once("attacks.\n").unwrap().1.to_owned()
}

fn assert_parts(text: &str, parts: &[&str]) {
    for part in parts {
        assert!(text.contains(part), "{part} is not in\n{text}");
    }
}

#[test]
fn both_lengths_are_told_with_what_vouches_for_them() {
    let text = told(&[SEVEN_RAW]);
    assert_parts(
        &text,
        &[
            "Mate in 3 plies, useless interpositions (無駄合) left out; 7 with every interposition counted.\n",
            "\n    3  N*2c   N*2c     ▲２三桂\n",
            "\nLength: conventional 3 (searched), raw 7 (searched).\n",
        ],
    );
    assert!(!text.contains("Variations") && !text.contains("sound") && !text.contains("First moves"), "{text}");
    let text = told(&[SEVEN_RAW, "--length", "raw"]);
    assert_parts(&text, &["Mate in 7 plies, every interposition counted.", "\nLength: raw 7 (searched).\n", "歩2"]);
    let text = told(&[SEVEN_RAW, "--useless", "none"]);
    assert_parts(&text, &["\n    7  ", "\nLength: raw 7 (searched).\n"]);
}

#[test]
fn a_spent_budget_leaves_the_interval_and_says_so() {
    let text = told(&[SLOWLY_PROVED, "--nodes", "40000"]);
    assert_parts(&text, &["Mate within ", "The shortest length is not proved: at least ", " (interval)"]);
    assert_parts(&text, &["The line is the first that was found", "Not all was found out: the nodes are spent."]);
    assert_parts(&told(&[SLOWLY_PROVED, "--length", "first"]), &["The line is the first that was found"]);
}

#[test]
fn conventions_that_differ_are_told() {
    let text = told(&[OPEN_TO_DISPUTE]);
    assert_parts(&text, &["(無駄合) is open to dispute here: narrow 11, standard 11, wide 9.", "Mate in 11 plies, "]);
    assert_parts(&told(&[OPEN_TO_DISPUTE, "--useless", "wide"]), &["Mate in 9 plies, "]);
}

#[test]
fn what_is_asked_beside_the_answer_is_told_in_words() {
    let text = told(&[SLOWLY_PROVED, "--variations=3", "--sound", "--first-moves"]);
    assert_parts(
        &text,
        &[
            "\nVariations (変化), ",
            "\n    4  9e9f   +Px9f    7 plies, leaves 桂: △同　と ▲７五飛 △同　玉 ▲７六金\n",
            " more are not shown.\n",
            "\nFirst moves that check:\n",
            " mates in 13 plies: ▲９七銀\n",
            " does not mate (不詰): ",
            "\nThe problem is not sound.\n",
            "\n  Cook (余詰): at move 5, +Px9c ▲９三と mates too.\n",
            "\n  Equal variation (変同), no defect: at move 10, K-9e △９五玉 takes as long and leaves nothing over.\n",
        ],
    );
    let text = told(&[SOUND, "--sound", "--variations"]);
    assert_parts(&text, &["The problem is sound (完全作)", "None: the defender has no other."]);
    let text = told(&[SOUND, "--stated", "5"]);
    assert_parts(&text, &["The problem is not sound.", "Shorter mate (早詰): it takes 3 plies only."]);
    assert!(told(&[SOUND, "--stated", "3"]).contains("is sound (完全作)"));
}

#[test]
fn what_a_move_s_share_does_not_decide_is_told_as_undecided() {
    let text = told(&[SLOWLY_PROVED, "--sound", "--first-moves", "--nodes-per-move", "1"]);
    assert_parts(&text, &["\nThe problem is not decided: ", "\n  Not decided (未確認): whether at move 5, "]);
    assert!(!told(&[SLOWLY_PROVED, "--sound", "--first-moves"]).contains("Not decided"));
}

#[test]
fn a_certificate_is_made_before_the_answer_says_certified() {
    let path = file("seven.certificate", "");
    let (status, out, talk) = run(&["solve", SEVEN_RAW, "--certificate", &path]);
    assert_eq!(status, 0, "{talk}");
    assert_parts(&out, &["\nLength: conventional 3 (searched), raw 7 (certified).\n"]);
    let (_, out, _) = run(&["solve", SEVEN_RAW, "--json", "--certificate", &path]);
    assert_eq!(json(&out)["rawLength"]["proof"], "PROOF_CERTIFIED");
    assert_parts(&run(&["solve", NO_MATE, "--certificate", &path]).1, &["\nCertified: "]);
}

#[test]
fn bench_goes_as_far_as_it_is_told() {
    let rows = [
        (MATE, "mate", "1", "1", "one"),
        (SEVEN_RAW, "mate", "3", "7", "seven"),
        (OPEN_TO_DISPUTE, "mate", "9", "19", "open"),
        (NO_MATE, "nomate", "", "", "none"),
    ];
    let rows: Vec<String> = rows.iter().map(|(a, b, c, d, e)| format!("{a}\t{b}\t{c}\t{d}\t{e}")).collect();
    let problems = file("lengths.tsv", &format!("sfen\toutcome\tbook\traw\tname\n{}\n", rows.join("\n")));
    let bench = |arguments: &[&str]| {
        let (status, out, talk) = run(&[&["bench", &problems, "--hash-mib", "16"], arguments].concat());
        assert_eq!((status, talk.as_str()), (0, ""), "{out}");
        out
    };
    assert_parts(&bench(&[]), &["\n  length found equals raw: "]);
    let raw = bench(&["--length", "raw"]);
    assert_parts(&raw, &["\n  raw length: 3 of 3 mates proved, 3 of 3 equal to the file's\n"]);
    assert!(!raw.contains("conventional"), "{raw}");
    let text = bench(&["--length", "conventional", "--differ"]);
    assert_parts(
        &text,
        &[
            "\n  conventional length: 3 of 3 mates proved; equal to the book's: 2 of 3, the classic line: 2\n",
            "\nname\tbook\traw\tnarrow/standard/wide\tclassic\tleftover\tline\nopen\t9\t19\t11/11/9\t11\t角 歩\t8d8a ",
        ],
    );
    assert_parts(&bench(&["--length", "conventional", "--useless", "wide"]), &["equal to the book's: 3 of 3"]);
    let out = bench(&["--length", "conventional", "--json"]);
    let lines: Vec<_> = out.lines().map(json).collect();
    assert_eq!((lines[2]["conventional"].as_u64(), lines[2]["wide"].as_u64()), (Some(11), Some(9)));
    assert_eq!((lines[2]["differs"].as_bool(), lines[1]["differs"].as_bool()), (Some(true), Some(false)));
    assert_eq!((lines[1]["line"].as_u64(), lines[1]["answer"].as_str().unwrap().len()), (Some(3), 14));
    assert_eq!(lines[4]["lengths"]["equal_to_book"].as_u64(), Some(2));
}

#[test]
fn bench_refuses_a_raw_length_that_is_proved_wrong() {
    let problems = file("wrong.tsv", &format!("sfen\toutcome\traw\n{SEVEN_RAW}\tmate\t5\n"));
    let (status, out, _) = run(&["bench", &problems, "--length", "raw", "--hash-mib", "16"]);
    assert!(status == 1 && out.contains("\nWRONG "), "{out}");
}

#[test]
fn the_clean_line_answers_where_it_is_preferred() {
    let sfen = "6bpk/6G1l/6L1G/5G3/9/8N/9/9/9 b G2rb4s3n2l17p 1";
    let text = told(&[sfen, "--prefer", "classic"]);
    let parts = [
        "Mate in 7 plies. The line that leaves nothing over (変長) takes 5.\n",
        "\n    5  G*2a   G*2a     ▲２一金\nLeft in the attacker's hand: nothing.\n",
        "\nThe longest line takes 7 plies and leaves 角:\n       ▲２一金 △同　玉 ▲２二歩 △同　角 ▲３二金 ",
    ];
    assert_parts(&text, &parts);
    let (_, out, _) = run(&["solve", sfen, "--prefer", "classic", "--json", "--sound"]);
    let answer = json(&out);
    assert_eq!((answer["line"].as_array().unwrap().len(), answer["lineKind"].as_str()), (5, Some("LINE_KIND_CLASSIC")));
    assert_eq!(answer["longestLine"]["moves"].as_array().unwrap().len(), 7);
    assert_eq!(answer["conventionalLength"]["atMost"].as_u64(), Some(7));
    // The last move of the longest line that mates too is beyond the end of the answer.
    let findings = answer["soundness"]["findings"].as_array().unwrap();
    assert_eq!(
        (findings.last().unwrap()["ply"].as_u64(), findings.last().unwrap()["move"]["western"].as_str()),
        (Some(7), Some("G3bx2b"))
    );
}

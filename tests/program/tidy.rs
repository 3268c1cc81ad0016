//! Holds the sources to the layout: which module may name which, where printing is allowed, how long a file may be.

use std::fs;
use std::path::{Path, PathBuf};

/// Modules of `src/` and which others each may name.
const ARROWS: [(&str, &[&str]); 10] = [
    ("shogi", &[]),
    ("checker", &[]),
    ("solver", &["shogi"]),
    ("notation", &["shogi", "solver"]),
    ("picture", &["shogi", "notation"]),
    ("scheduler", &["shogi", "solver"]),
    ("store", &["shogi", "solver"]),
    ("verify", &["shogi", "solver", "notation", "scheduler", "store", "checker"]),
    ("service", &["shogi", "solver", "notation", "scheduler", "store", "verify", "checker", "picture"]),
    ("cli", &["shogi", "solver", "notation", "scheduler", "store", "verify", "checker", "picture", "service"]),
];

/// Modules that know no runtime, no protocol, no command line and no log.
const PURE: [&str; 5] = ["shogi", "notation", "picture", "solver", "checker"];

/// Crates that pure modules never name; `tonic` stands for `tonic_types` too.
const EDGE_CRATES: [&str; 5] = ["tokio", "tonic", "prost", "clap", "tracing"];

/// The only place that speaks to NATS.
const CLUSTER: &str = "src/verify/cluster/";

/// What the independent checker shares with nobody.
const CORE_WORDS: [&str; 4] = ["Bitboard", "bitboard", "zobrist", "Key"];

/// Most lines of a file, its tests not counted.
const LONGEST_FILE: usize = 400;

/// Lines of the whole checker, its tests and comments counted: few enough to be read.
const LARGEST_CHECKER: usize = 1_500;

#[test]
fn the_sources_obey_the_layout() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let files = sources(&root.join("src"));
    assert!(files.len() > 20, "only {} files found", files.len());
    let faults: Vec<String> = files.iter().flat_map(|file| faults_of_file(root, file)).collect();
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

#[test]
fn every_module_has_its_arrows() {
    let library = fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("src/lib.rs")).unwrap();
    let modules: Vec<&str> =
        library.lines().filter_map(|line| line.strip_prefix("pub mod ")?.strip_suffix(';')).collect();
    assert!(modules.len() >= 6);
    for module in modules {
        assert!(ARROWS.iter().any(|(known, _)| *known == module), "{module} has no line in ARROWS");
    }
}

#[test]
fn the_checker_is_small_and_stands_alone() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    // What has to be trusted: its own tests are apart.
    let mut files = sources(&root.join("src/checker"));
    files.retain(|file| !file.ends_with("tests.rs"));
    let text = |file: &PathBuf| fs::read_to_string(file).unwrap();
    let lines: usize = files.iter().map(|file| text(file).lines().count()).sum();
    assert!(files.len() > 3 && lines < LARGEST_CHECKER, "{lines} lines in {} files", files.len());
    for file in &files {
        let (code, _) = outside_tests(&text(file));
        assert!(!words(&code).windows(2).any(|window| window == ["crate", "::"]), "{}", file.display());
    }
}

fn sources(directory: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(directory).unwrap().map(|entry| entry.unwrap().path());
    let mut files: Vec<PathBuf> = entries
        .flat_map(|path| if path.is_dir() { sources(&path) } else { vec![path] })
        .filter(|path| path.extension().is_some_and(|extension| extension == "rs"))
        .collect();
    files.sort();
    files
}

fn faults_of_file(root: &Path, file: &Path) -> Vec<String> {
    let text = fs::read_to_string(file).unwrap();
    let name = file.strip_prefix(root).unwrap().to_str().unwrap().replace('\\', "/");
    faults(&name, &text).into_iter().map(|fault| format!("{name}: {fault}")).collect()
}

/// What is wrong with the file `name` (`src/…`) with this text.
fn faults(name: &str, text: &str) -> Vec<String> {
    // A test module in a file of its own is as free as one at a file's end.
    let (code, lines) = if name.ends_with("/tests.rs") { (String::new(), 0) } else { outside_tests(text) };
    let module = name.trim_start_matches("src/").split(['/', '.']).next().unwrap_or_default();
    let words = words(&code);
    let mut faults = arrow_faults(module, &words);
    faults.extend(generated_faults(module, &words));
    faults.extend(edge_faults(module, &words));
    faults.extend(print_faults(module, &words));
    faults.extend(cluster_faults(name, &words));
    faults.extend(unfinished(text));
    if module == "checker" {
        let shared = words.iter().filter(|word| CORE_WORDS.contains(word));
        faults.extend(shared.map(|word| format!("the checker names {word}")));
    }
    if lines > LONGEST_FILE {
        faults.push(format!("{lines} lines, {LONGEST_FILE} are allowed"));
    }
    faults
}

fn arrow_faults(module: &str, words: &[&str]) -> Vec<String> {
    let Some((_, allowed)) = ARROWS.iter().find(|(known, _)| *known == module) else { return Vec::new() };
    let mut faults = Vec::new();
    for window in words.windows(3).filter(|window| window[..2] == ["crate", "::"]) {
        let foreign = ARROWS.iter().any(|(known, _)| *known == window[2]);
        if foreign && window[2] != module && !allowed.contains(&window[2]) {
            faults.push(format!("{module} may not name {}", window[2]));
        }
        if window[2] == "{" {
            // One `use` a module keeps the arrows readable, for this test too.
            faults.push("`crate::{` hides which modules are named".to_owned());
        }
    }
    faults
}

fn generated_faults(module: &str, words: &[&str]) -> Option<String> {
    let named = words.windows(2).any(|window| window == ["proto", "::"]);
    (named && module != "service").then(|| "generated types outside service".to_owned())
}

fn edge_faults(module: &str, words: &[&str]) -> Vec<String> {
    let is_edge = |word: &str| {
        let rest = EDGE_CRATES.iter().find_map(|edge| word.strip_prefix(edge));
        rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('_'))
    };
    let used = |window: &&[&str]| is_edge(window[1]) && (window[2] == "::" || window[0] == "use");
    let found = words.windows(3).filter(used).map(|window| format!("{module} may not name {}", window[1]));
    if PURE.contains(&module) { found.collect() } else { Vec::new() }
}

fn print_faults(module: &str, words: &[&str]) -> Vec<String> {
    let prints = |window: &&[&str]| {
        matches!(**window, ["print" | "println" | "eprint" | "eprintln" | "dbg", "!"] | ["stdout" | "stderr", "("])
    };
    let found = words.windows(2).filter(prints).map(|window| format!("{} outside cli", window[0]));
    if module == "cli" || module == "main" { Vec::new() } else { found.collect() }
}

fn cluster_faults(name: &str, words: &[&str]) -> Option<String> {
    let named = words.contains(&"async_nats");
    (named && !name.starts_with(CLUSTER)).then(|| format!("async_nats outside {CLUSTER}"))
}

fn unfinished(text: &str) -> Vec<String> {
    let marks = ["TODO", "FIXME", "todo!", "unimplemented!"];
    let found = |(line, number): (&str, usize)| {
        let mark = marks.iter().find(|mark| line.contains(**mark))?;
        Some(format!("line {number}: {mark}"))
    };
    text.lines().zip(1..).filter_map(found).collect()
}

/// The text without comments, literals and the test module at its end, and how many lines that leaves of the file.
fn outside_tests(text: &str) -> (String, usize) {
    let code = without_literals(text);
    let end = code.find("#[cfg(test)]\nmod ").unwrap_or(code.len());
    (code[..end].to_owned(), code[..end].lines().count())
}

/// Blanks comments, strings and characters; line ends stay.
fn without_literals(text: &str) -> String {
    let mut code = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let skipped = literal_length(rest);
        if skipped > 0 {
            code.extend(rest[..skipped].chars().filter(|&c| c == '\n'));
            code.push(' ');
            rest = &rest[skipped..];
        } else {
            let word = rest.find(|c: char| !is_word(c)).unwrap_or(rest.len()).max(first.len_utf8());
            code.push_str(&rest[..word]);
            rest = &rest[word..];
        }
    }
    code
}

/// Bytes of the comment or literal that `rest` begins with; 0 if it begins with neither.
fn literal_length(rest: &str) -> usize {
    let until = |start: usize, end: &str| rest[start..].find(end).map_or(rest.len(), |at| start + at + end.len());
    if rest.starts_with("//") {
        return rest.find('\n').unwrap_or(rest.len());
    }
    if rest.starts_with("/*") {
        return until(2, "*/");
    }
    let body = rest.strip_prefix('b').unwrap_or(rest);
    let prefix = rest.len() - body.len();
    if let Some(raw) = body.strip_prefix('r') {
        let hashes = raw.len() - raw.trim_start_matches('#').len();
        if raw[hashes..].starts_with('"') {
            return until(prefix + 1 + hashes + 1, &format!("\"{}", "#".repeat(hashes)));
        }
    }
    if body.starts_with('"') {
        return prefix + quoted(body, '"');
    }
    // A lifetime is no literal.
    let is_char = body.starts_with('\'') && (body[1..].starts_with('\\') || body.chars().nth(2) == Some('\''));
    if is_char { prefix + quoted(body, '\'') } else { 0 }
}

/// Bytes from an opening quote to its closing one.
fn quoted(text: &str, quote: char) -> usize {
    let mut escaped = false;
    for (at, c) in text.char_indices().skip(1) {
        if c == quote && !escaped {
            return at + 1;
        }
        escaped = c == '\\' && !escaped;
    }
    text.len()
}

/// Identifiers, `::`, and every other character that is not blank.
fn words(code: &str) -> Vec<&str> {
    let mut words = Vec::new();
    let mut rest = code.trim_start();
    while let Some(first) = rest.chars().next() {
        let word = rest.find(|c: char| !is_word(c)).unwrap_or(rest.len());
        let length = if rest.starts_with("::") { 2 } else { word.max(first.len_utf8()) };
        words.push(&rest[..length]);
        rest = rest[length..].trim_start();
    }
    words
}

fn is_word(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

#[test]
fn the_rules_bite() {
    let cases = [
        ("src/shogi/a.rs", "use tokio::task;", "shogi may not name tokio"),
        ("src/solver/a.rs", "fn f() { tracing::info!(\"x\") }", "solver may not name tracing"),
        ("src/notation/a.rs", "use tonic_types as t;", "notation may not name tonic_types"),
        ("src/checker/a.rs", "use clap;", "checker may not name clap"),
        ("src/checker/a.rs", "use crate::shogi::Square;", "checker may not name shogi"),
        ("src/checker.rs", "struct S(Bitboard);", "the checker names Bitboard"),
        ("src/shogi/a.rs", "use crate::solver::Problem;", "shogi may not name solver"),
        ("src/solver/a.rs", "fn f(x: &crate::notation::X) {}", "solver may not name notation"),
        ("src/service/a.rs", "use crate::cli;", "service may not name cli"),
        ("src/solver/a.rs", "use crate::{shogi, notation};", "`crate::{` hides which modules are named"),
        ("src/cli/a.rs", "use crate::service::proto::Move;", "generated types outside service"),
        ("src/cli/a.rs", "fn f() -> proto::Move {}", "generated types outside service"),
        ("src/scheduler/a.rs", "fn f() { println!(\"x\") }", "println outside cli"),
        ("src/service/a.rs", "fn f() { std::io::stderr() ; }", "stderr outside cli"),
        ("src/verify/a.rs", "use async_nats::Client;", "async_nats outside src/verify/cluster/"),
        ("src/cli/a.rs", "// TODO later", "line 1: TODO"),
    ];
    for (name, text, fault) in cases {
        assert_eq!(faults(name, text), [fault], "{name}: {text}");
    }
    let long = "fn f() {}\n".repeat(LONGEST_FILE + 1);
    assert_eq!(faults("src/cli/a.rs", &long), ["401 lines, 400 are allowed"]);
}

#[test]
fn what_is_allowed_passes() {
    let tests = format!("fn f() {{}}\n#[cfg(test)]\nmod tests {{\n{}}}\n", "use crate::cli;\n".repeat(LONGEST_FILE));
    let cases = [
        ("src/solver/a.rs", "use crate::shogi::Move; use crate::solver::Table; use super::tokio_like;"),
        ("src/shogi/a.rs", "// use tokio::x, println!()\n/* tonic::y */ const A: &str = \"clap::z \\\" tracing::w\";"),
        ("src/shogi/a.rs", "const B: &str = r#\"prost::a \" \"#; const C: u8 = b'\"'; fn f<'a>(tracing: &'a u8) {}"),
        ("src/cli/a.rs", "use crate::service::solve_response; fn f() { println!(\"x\"); clap::x() }"),
        ("src/service/a.rs", "use super::proto; use crate::solver::Problem; fn f() { tokio::spawn(proto::x) }"),
        ("src/verify/cluster/a.rs", "use async_nats::Client; fn f() { tokio::spawn(g()) }"),
        ("src/main.rs", "fn main() { eprintln!(\"x\") }"),
        ("src/solver/a.rs", tests.as_str()),
        ("src/solver/a/tests.rs", "use crate::notation::sfen;"),
    ];
    for (name, text) in cases {
        assert_eq!(faults(name, text), [""; 0], "{name}: {text}");
    }
}

//! Runs the examples of README.md and holds their output against what it prints, so that it cannot rot.
//!
//! Figures (nodes, times, rates) are left out of the comparison. Examples with grpcurl run where `TSUMI_GRPCURL` holds
//! its path, and are listed as ignored elsewhere. With `TSUMI_UPDATE_README=1` the file is rewritten instead.

use libtest_mimic::{Arguments, Failed, Trial};
use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::{Arc, Mutex};

/// A fenced block that is run: commands after `$ ` (console) or input after `> ` (usi), with their output below.
#[derive(Clone)]
struct Example {
    /// Line of the opening fence, from 1.
    line: usize,
    kind: Kind,
    text: String,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Console,
    Usi,
}

fn main() {
    let arguments = Arguments::from_args();
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("README.md");
    let readme = std::fs::read_to_string(&path).unwrap();
    let update = std::env::var("TSUMI_UPDATE_README").is_ok_and(|value| value == "1");
    let updated = Arc::new(Mutex::new(readme.clone()));
    let examples = examples(&readme);
    assert!(examples.len() >= 5, "only {} examples found", examples.len());
    let trial = |example: Example| {
        let updated = updated.clone();
        let ignored = example.needs_grpcurl() && std::env::var_os("TSUMI_GRPCURL").is_none();
        let name = format!("README.md:{}", example.line);
        Trial::test(name, move || if update { rewrite(&example, &updated) } else { check(&example) })
            .with_ignored_flag(ignored)
    };
    let conclusion = libtest_mimic::run(&arguments, examples.into_iter().map(trial).collect());
    if update {
        std::fs::write(&path, updated.lock().unwrap().as_str()).unwrap();
    }
    conclusion.exit();
}

fn examples(readme: &str) -> Vec<Example> {
    let mut examples = Vec::new();
    let mut open: Option<Example> = None;
    for (text, line) in readme.lines().zip(1..) {
        match (&mut open, text) {
            (None, "```console") => open = Some(Example { line, kind: Kind::Console, text: String::new() }),
            (None, "```usi") => open = Some(Example { line, kind: Kind::Usi, text: String::new() }),
            (Some(_), "```") => examples.extend(open.take()),
            (Some(example), text) => example.text.extend([text, "\n"]),
            (None, _) => {}
        }
    }
    examples
}

fn check(example: &Example) -> Result<(), Failed> {
    let real = example.run()?;
    if comparable(&real) == comparable(&example.text) {
        return Ok(());
    }
    Err(format!("the README has\n{}\nthe program prints\n{real}", example.text).into())
}

fn rewrite(example: &Example, updated: &Mutex<String>) -> Result<(), Failed> {
    let real = example.run()?;
    let mut readme = updated.lock().map_err(|error| error.to_string())?;
    *readme = readme.replacen(&format!("{}```", example.text), &format!("{real}```"), 1);
    Ok(())
}

impl Example {
    fn needs_grpcurl(&self) -> bool {
        self.text.contains("$ grpcurl")
    }

    /// The block as it would be written now.
    fn run(&self) -> Result<String, Failed> {
        let sign = if self.kind == Kind::Console { "$ " } else { "> " };
        let given: Vec<&str> = self.text.lines().filter_map(|line| line.strip_prefix(sign)).collect();
        match self.kind {
            Kind::Console => given.into_iter().map(console).collect(),
            Kind::Usi => usi(&given),
        }
    }
}

/// A command with what a terminal would show.
fn console(command: &str) -> Result<String, Failed> {
    let binary = Path::new(env!("CARGO_BIN_EXE_tsumi"));
    let server = if command.starts_with("grpcurl") { Some(Server::start()?) } else { None };
    let mut real = command.to_owned();
    if let Some(server) = &server {
        let grpcurl = std::env::var("TSUMI_GRPCURL")?;
        real = real.replacen("grpcurl", &grpcurl, 1).replace("localhost:50051", &server.address);
    }
    let path = std::env::join_paths(
        [binary.parent().ok_or("no directory")?.to_owned()]
            .into_iter()
            .chain(std::env::split_paths(&std::env::var_os("PATH").unwrap_or_default())),
    )?;
    let mut shell = Command::new("sh");
    shell.args(["-c", &format!("{{ {real}\n}} 2>&1")]).env("PATH", path).env("LC_ALL", "C.UTF-8");
    let output = shell.output()?;
    Ok(format!("$ {command}\n{}", String::from_utf8(output.stdout)?))
}

/// A USI session; what comes after a line is shown below it.
fn usi(given: &[&str]) -> Result<String, Failed> {
    let mut child =
        Command::new(env!("CARGO_BIN_EXE_tsumi")).arg("usi").stdin(Stdio::piped()).stdout(Stdio::piped()).spawn()?;
    let mut input = child.stdin.take().ok_or("no standard input")?;
    let mut output = BufReader::new(child.stdout.take().ok_or("no standard output")?).lines();
    let mut shown = String::new();
    for line in given {
        writeln!(input, "{line}")?;
        shown.extend(["> ", line, "\n"]);
        let last = match line.split(' ').next() {
            Some("usi") => "usiok",
            Some("go") => "checkmate",
            _ => continue,
        };
        for answer in output.by_ref() {
            let answer = answer?;
            shown.extend([&answer, "\n"]);
            if answer.starts_with(last) {
                break;
            }
        }
    }
    drop(input);
    child.wait()?;
    Ok(shown)
}

/// A service on a free port, ended with the value.
struct Server {
    child: Child,
    address: String,
}

impl Server {
    fn start() -> Result<Self, Failed> {
        let mut child = Command::new(env!("CARGO_BIN_EXE_tsumi"))
            .args(["serve", "--listen", "127.0.0.1:0", "--store", "none"])
            .stderr(Stdio::piped())
            .spawn()?;
        let mut line = String::new();
        BufReader::new(child.stderr.as_mut().ok_or("no standard error")?).read_line(&mut line)?;
        let address = line.trim().rsplit(' ').next().ok_or("no address")?.to_owned();
        Ok(Self { child, address })
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Words of a text, without the figures that differ from run to run and from version to version.
fn comparable(text: &str) -> Vec<String> {
    let words: Vec<&str> = text.split_whitespace().collect();
    let number = |word: &str| word.trim_matches(|c: char| ",;\"".contains(c)).parse::<f64>().is_ok();
    let figure = |at: usize| {
        let before = at.checked_sub(1).map_or("", |at| words[at]);
        let after = words.get(at + 1).map_or("", |word| word.trim_end_matches([',', ';', ':']));
        let units = ["s", "M", "knodes/s", "nodes", "nodes/s", "items/s", "%", "of"];
        let names = ["time", "nodes", "nps", "hashfull", "signature", "of", "max"];
        let keys = ["\"elapsedUs\":", "\"nodes\":", "\"nodesPerSecond\":", "\"tablePermille\":"];
        units.contains(&after) || names.contains(&before) || keys.contains(&before)
    };
    (0..words.len())
        .map(|at| if number(words[at]) && figure(at) { "#".to_owned() } else { words[at].to_owned() })
        .collect()
}

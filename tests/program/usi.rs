//! The USI engine, as a process: what a shogi program sends and what it must never be told.

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::time::{Duration, Instant};
use tsumi::cli::usi::{Settings, run};

const MATE: &str = "position sfen 4k4/9/4P4/9/9/9/9/9/9 b G2r2b3g4s4n4l17p 1";
/// 13 plies, 15 with every interposition counted.
const DISPUTED: &str = "position sfen 1l7/s8/p+Pg6/3p5/+pP1B5/kp7/2R+p5/S8/9 b GNrb2g2s3n3l11p 1";
const NO_MATE: &str = "position sfen 7lk/7p1/9/9/9/9/9/9/R8 b p 1";
const ENDLESS: &str = "position sfen 9/6k2/9/9/9/9/9/9/9 b R4GLr2b4s4n3l18p 1";

/// Bound on stopping, and on everything else that should be at once.
const SOON: Duration = Duration::from_secs(2);
/// Bound on small searches on a busy machine.
const PATIENCE: Duration = Duration::from_mins(1);

struct Engine {
    child: Child,
    input: Option<ChildStdin>,
    output: Receiver<String>,
}

impl Engine {
    fn start() -> Self {
        let mut command = Command::new(env!("CARGO_BIN_EXE_tsumi"));
        command.args(["usi", "--hash-mib", "16"]).stdin(Stdio::piped()).stdout(Stdio::piped());
        let mut child = command.spawn().unwrap();
        let lines = BufReader::new(child.stdout.take().unwrap()).lines();
        let (sender, output) = channel();
        std::thread::spawn(move || lines.map_while(Result::ok).try_for_each(|line| sender.send(line)));
        let input = child.stdin.take();
        Self { child, input, output }
    }

    fn send_bytes(&mut self, bytes: &[u8]) {
        let input = self.input.as_mut().unwrap();
        input.write_all(bytes).unwrap();
        input.flush().unwrap();
    }

    fn send(&mut self, line: &str) {
        self.send_bytes(format!("{line}\n").as_bytes());
    }

    /// The lines up to the first that begins with `start`, which must come within `bound`.
    fn until(&self, start: &str, bound: Duration) -> Vec<String> {
        let begun = Instant::now();
        let mut lines = Vec::new();
        loop {
            let left = bound.saturating_sub(begun.elapsed());
            let line = self.output.recv_timeout(left).unwrap_or_else(|_| panic!("no `{start}` after {lines:?}"));
            lines.push(line);
            if lines.last().is_some_and(|line| line.starts_with(start)) {
                return lines;
            }
        }
    }

    fn mate(&mut self, position: &str) -> Vec<String> {
        self.send(position);
        self.send("go mate infinite");
        self.until("checkmate", PATIENCE)
    }

    /// True if the process is well: it still solves.
    fn assert_alive(&mut self) {
        assert_eq!(self.mate(MATE).last().unwrap(), "checkmate G*5b");
    }

    fn end(mut self) {
        let begun = Instant::now();
        while self.child.try_wait().unwrap().is_none() {
            assert!(begun.elapsed() < SOON, "the engine does not end");
            std::thread::sleep(Duration::from_millis(5));
        }
        assert!(self.child.wait().unwrap().success());
    }
}

impl Drop for Engine {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

#[test]
fn the_handshake() {
    let mut engine = Engine::start();
    engine.send("usi");
    let told = engine.until("usiok", SOON);
    assert!(told[0].starts_with("id name tsumi"));
    for option in [
        "USI_Hash type spin default 16 ",
        "Threads type spin default 1 min 1 ",
        "Length type combo default conventional ",
    ] {
        assert!(told.iter().any(|line| line.starts_with(&format!("option name {option}"))), "{told:?}");
    }
    engine.send("isready");
    engine.until("readyok", SOON);
    engine.send("quit");
    engine.end();
}

#[test]
fn two_threads_give_the_three_answers_too() {
    let mut engine = Engine::start();
    engine.send("setoption name Threads value 2");
    assert_eq!(engine.mate(MATE).last().unwrap(), "checkmate G*5b");
    assert_eq!(engine.mate(NO_MATE).last().unwrap(), "checkmate nomate");
    engine.send("setoption name Threads value many");
    assert_eq!(engine.until("info string", SOON).last().unwrap(), "info string Threads must be 1 to 64");
    engine.send(ENDLESS);
    engine.send("go mate 100");
    assert_eq!(engine.until("checkmate", SOON).last().unwrap(), "checkmate timeout");
    engine.send("quit");
    engine.end();
}

#[test]
fn the_three_answers() {
    let mut engine = Engine::start();
    let told = engine.mate(MATE);
    assert_eq!(told.last().unwrap(), "checkmate G*5b");
    assert!(told.iter().any(|line| line.starts_with("info ") && line.ends_with("score mate 1 pv G*5b")), "{told:?}");
    assert!(!told.iter().any(|line| line.contains("not proved")));
    assert_eq!(engine.mate(NO_MATE).last().unwrap(), "checkmate nomate");
    engine.send(ENDLESS);
    engine.send("go mate 200");
    assert_eq!(engine.until("checkmate", SOON).last().unwrap(), "checkmate timeout");
}

#[test]
fn a_length_that_is_not_proved_is_said_to_be() {
    let unproved = "info string length not proved".to_owned();
    // The mate is found in some ten thousand nodes; to prove its length takes several times as many.
    let told = told_within(40_000, &["setoption name Length value conventional", DISPUTED, "go mate"]);
    assert!(told.contains(&unproved) && told.last().unwrap().starts_with("checkmate "), "{told:?}");
    assert!(told.last().unwrap().split(' ').count() >= 12, "{told:?}");
    let told = told_within(40_000, &["setoption name Length value first", DISPUTED, "go mate"]);
    assert!(!told.contains(&unproved) && told.last().unwrap().starts_with("checkmate "), "{told:?}");
}

#[test]
fn the_line_is_that_of_the_length_asked_for() {
    let unproved = "info string length not proved".to_owned();
    for (length, plies) in [("raw", 15), ("conventional", 13)] {
        let told = told_within(2_000_000, &[&format!("setoption name Length value {length}"), DISPUTED, "go mate"]);
        assert!(!told.contains(&unproved), "{told:?}");
        assert_eq!(told.last().unwrap().split(' ').count(), 1 + plies, "{told:?}");
        assert!(told.iter().any(|line| line.contains(&format!(" score mate {plies} pv "))), "{told:?}");
    }
}

/// What a session within this process, each search of which has so many nodes, answers to lines that end in `go mate`.
fn told_within(nodes: u64, lines: &[&str]) -> Vec<String> {
    let (reader, mut commands) = std::io::pipe().unwrap();
    let (answers, writer) = std::io::pipe().unwrap();
    let settings = Settings { hash_mib: 16, max_hash_mib: 16, threads: 1, nodes: Some(nodes) };
    let session = std::thread::spawn(move || run(BufReader::new(reader), writer, settings));
    for line in lines {
        writeln!(commands, "{line}").unwrap();
    }
    let mut told = Vec::new();
    let mut answers = BufReader::new(answers).lines().map_while(Result::ok);
    while !told.last().is_some_and(|line: &String| line.starts_with("checkmate")) {
        told.push(answers.next().unwrap());
    }
    drop(commands);
    session.join().unwrap().unwrap();
    told
}

#[test]
fn stop_is_answered_at_once_and_never_with_no_mate() {
    let mut engine = Engine::start();
    for wait in [0, 1, 20, 1200] {
        engine.send(ENDLESS);
        engine.send("go mate infinite");
        std::thread::sleep(Duration::from_millis(wait));
        engine.send("stop");
        assert_eq!(engine.until("checkmate", SOON).last().unwrap(), "checkmate timeout");
    }
    engine.send("stop");
    engine.assert_alive();
}

#[test]
fn a_running_search_is_reported_and_others_are_obeyed_meanwhile() {
    let mut engine = Engine::start();
    engine.send(ENDLESS);
    engine.send("go mate");
    let told = engine.until("info depth", SOON + SOON);
    assert!(["nodes", "nps", "time", "hashfull"].iter().all(|word| told.last().unwrap().contains(word)), "{told:?}");
    engine.send("isready");
    engine.until("readyok", SOON);
    // A new search ends the old one, which is answered first.
    engine.send(MATE);
    engine.send("go mate");
    assert_eq!(engine.until("checkmate", SOON).last().unwrap(), "checkmate timeout");
    assert_eq!(engine.until("checkmate", PATIENCE).last().unwrap(), "checkmate G*5b");
}

#[test]
fn quit_and_the_end_of_input_end_a_search() {
    let mut engine = Engine::start();
    engine.send(ENDLESS);
    engine.send("go mate infinite");
    engine.send("quit");
    engine.end();
    let mut engine = Engine::start();
    engine.send(ENDLESS);
    engine.send("go mate infinite");
    engine.input = None;
    assert_eq!(engine.until("checkmate", SOON).last().unwrap(), "checkmate timeout");
    engine.end();
}

#[test]
fn a_refused_position_is_explained() {
    let cases = [
        ("position sfen 3k1k3/9/9/9/9/9/9/9/9 b RB4G4S4N4L18P 1", "TWO_KINGS"),
        ("position sfen 9/9/9/9/9/9/9/9/9 b RB4G4S4N4L18P 1", "NO_DEFENDER_KING"),
        ("position sfen 4k4/9/9/9/9/9/9/9/9 b 4k 1", "MALFORMED_TEXT"),
        ("position sfen 6p2/8k/9/6P2/8+P/9/9/9/9/8L b G2r2b3g4s3n4l15p 1", "MALFORMED_TEXT"),
        ("position", "MALFORMED_TEXT"),
        ("position sfen", "MALFORMED_TEXT"),
        ("position startpos moves", "checkmate"),
        ("position startpos moves 7g7f 7g7f", "ILLEGAL_MOVE"),
        ("position startpos moves 7g7e", "ILLEGAL_MOVE"),
        ("position startpos moves K*5e", "MALFORMED_TEXT"),
        ("position startpos moves 0a9z", "MALFORMED_TEXT"),
        ("position startpos moves ７七", "MALFORMED_TEXT"),
        ("position sfen k8/p8/p8/9/9/9/9/9/L8 w - 1", "TWO_PAWNS_ON_FILE"),
    ];
    let mut engine = Engine::start();
    for (position, reason) in cases {
        let told = engine.mate(position);
        let refused = reason != "checkmate";
        assert_eq!(told.last().unwrap() == "checkmate notimplemented", refused, "{position}: {told:?}");
        assert!(told.iter().any(|line| line.contains(reason)), "{position}: {told:?}");
    }
    engine.assert_alive();
}

#[test]
fn strange_commands_and_bytes_are_survived() {
    let mut engine = Engine::start();
    engine.send("go mate");
    assert_eq!(engine.until("checkmate", SOON).last().unwrap(), "checkmate notimplemented");
    for go in ["go", "go btime 1000 wtime 1000 byoyomi 1000", "go infinite"] {
        engine.send(go);
        assert_eq!(engine.until("bestmove", SOON).last().unwrap(), "bestmove resign");
    }
    engine.send(MATE);
    for go in ["go mate soon", "go mate -1", "go mate 1 2", "go mate 99999999999999999999999"] {
        engine.send(go);
        assert_eq!(engine.until("checkmate", SOON).last().unwrap(), "checkmate notimplemented", "{go}");
    }
    for odd in
        ["", "   ", "sing a song", "setoption", "setoption name", "setoption name USI_Hash value -3", "isready x"]
    {
        engine.send(odd);
    }
    engine.send_bytes(b"\0\0\0\n\xff\xfe\xfd\nposition \xff\n\r\n\tusinewgame\n");
    engine.send_bytes(&vec![b'a'; 1 << 20]);
    engine.send_bytes(b"\nposition sfen ");
    engine.send_bytes(&vec![b'9'; 60_000]);
    engine.send_bytes(
        b"\nsetoption name USI_Hash value 99999999\nsetoption name Threads value 65\nsetoption name Threads value 0\n",
    );
    engine.send_bytes(b"setoption name USI_Hash value 1\ngameover win\n");
    engine.assert_alive();
    engine.send("quit");
    engine.end();
}

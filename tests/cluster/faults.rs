//! What goes wrong on the way: poison, foreign messages, lost jobs, stopped workers.

use crate::nats::Server;
use crate::processes::{Running, folder, run, text, tsumi, until, worker};
use std::path::Path;
use std::process::{Command, Output, Stdio};

const MATE: &str = "8k/9/8P/9/9/9/9/9/9 b G 1";

/// Nothing decides it soon.
const ENDLESS: &str = "9/6k2/9/9/9/9/9/9/9 b R4GLr2b4s4n3l18p 1";

fn input(folder: &Path, lines: &[&str]) -> String {
    let path = folder.join("input.sfen");
    std::fs::write(&path, lines.join("\n")).unwrap();
    text(&path).to_owned()
}

/// A run whose output is waited for.
struct Submitted(Option<Running>);

impl Submitted {
    fn new(server: &Server, input: &str, options: &[&str]) -> Self {
        let url = server.url();
        let arguments = [&["verify", input, "--nats", &url], options].concat();
        Self(Some(Running::start(tsumi(&arguments).stdout(Stdio::piped()).stderr(Stdio::piped()))))
    }

    fn report(mut self) -> (Option<i32>, String) {
        let mut running = self.0.take().unwrap();
        let read = |mut from: Box<dyn std::io::Read>| {
            let mut text = String::new();
            from.read_to_string(&mut text).unwrap();
            text
        };
        let report = read(Box::new(running.0.stdout.take().unwrap()));
        (running.0.wait().unwrap().code(), report)
    }
}

pub(crate) fn a_problem_that_ends_workers_ends_as_failed() {
    let (folder, server) = (folder("poison"), Server::start("poison-nats"));
    let input = input(&folder, &[MATE, ENDLESS]);
    let first = worker(&server.url(), &[]);
    let submitted = Submitted::new(&server, &input, &["--limit", "1h", "--hash-mib", "2"]);
    // The message of both, then the endless one alone.
    until("the endless one is begun", || server.consumer().delivered.consumer_sequence >= 2);
    drop(first);
    for _ in 1..tsumi::verify::cluster::TRIES {
        let before = server.consumer().delivered.consumer_sequence;
        let _next = worker(&server.url(), &[]);
        until("it has come back", || server.consumer().delivered.consumer_sequence > before);
    }
    let _last = worker(&server.url(), &[]);
    let (status, report) = submitted.report();
    assert_eq!(status, Some(1));
    assert!(report.contains("\"outcome\":\"mate\""), "{report}");
    assert!(report.contains("\"outcome\":\"failed\"") && report.contains("No worker gives an answer"), "{report}");
    until("it is gone", || server.jobs() == 0);
}

pub(crate) fn a_problem_that_no_worker_has_room_for_waits_for_one_that_has() {
    let (folder, server) = (folder("room"), Server::start("room-nats"));
    let input = input(&folder, &[MATE, ENDLESS]);
    let options = ["--nodes", "40000", "--hash-mib", "8"];
    let small = worker(&server.url(), &["--hash-mib", "4"]);
    let submitted = Submitted::new(&server, &input, &options);
    // One is the message of both.
    let refused = u64::from(tsumi::verify::cluster::TRIES) + 2;
    until("it is refused often", || server.consumer().delivered.consumer_sequence > 1 + refused);
    assert_eq!(server.consumer().num_redelivered, 0, "each time in a message of its own");
    let _large = worker(&server.url(), &["--hash-mib", "8"]);
    let (status, report) = submitted.report();
    assert!(status == Some(0) && report.contains("\"outcome\":\"mate\""), "{report}");
    assert!(report.contains("\"outcome\":\"unknown\""), "{report}");
    until("the job is gone", || server.jobs() == 0);
    drop(small);
}

pub(crate) fn what_was_cut_off_by_its_time_is_asked_again() {
    let (folder, server) = (folder("time"), Server::start("time-nats"));
    let input = input(&folder, &[MATE, ENDLESS]);
    let options = ["--limit", "300ms", "--hash-mib", "2"];
    let _worker = worker(&server.url(), &[]);
    for _ in 0..3 {
        let before = server.consumer().delivered.consumer_sequence;
        let (status, report) = Submitted::new(&server, &input, &options).report();
        assert!(status == Some(0) && report.contains("\"outcome\":\"unknown\""), "{report}");
        assert!(server.consumer().delivered.consumer_sequence > before, "a worker has looked at it");
    }
    until("nothing is left to do", || server.jobs() == 0);
}

pub(crate) fn foreign_messages_do_no_harm() {
    let (folder, server) = (folder("foreign"), Server::start("foreign-nats"));
    let _worker = worker(&server.url(), &[]);
    let subject = server.consumer().config.filter_subject.replace('*', "foreign");
    // Too short, of another version, and none at all.
    let messages = [&b"hello"[..], &[1; 30], b""];
    for payload in messages {
        server.with_jobs(async |context, _| {
            context.publish(subject.clone(), payload.to_vec().into()).await.unwrap().await.unwrap();
        });
    }
    until("what is no job is thrown away", || server.jobs() == 1);
    let input = input(&folder, &[MATE]);
    let (status, report) = Submitted::new(&server, &input, &[]).report();
    assert!(status == Some(0) && report.contains("\"outcome\":\"mate\""), "{report}");
    assert_eq!(server.jobs(), 1, "a job of another version is left for its workers");
}

pub(crate) fn lost_jobs_are_submitted_again() {
    let (folder, server) = (folder("lost"), Server::start("lost-nats"));
    drop(worker(&server.url(), &[]));
    let submitted = Submitted::new(&server, &input(&folder, &[MATE]), &[]);
    until("it is submitted", || server.jobs() == 1);
    server.with_jobs(async |_, jobs| jobs.purge().await.unwrap());
    let _worker = worker(&server.url(), &[]);
    let (status, report) = submitted.report();
    assert!(status == Some(0) && report.contains("\"outcome\":\"mate\""), "{report}");
}

pub(crate) fn a_stopped_worker_hands_its_job_back() {
    let (folder, server) = (folder("stopped"), Server::start("stopped-nats"));
    let input = input(&folder, &[MATE, ENDLESS]);
    let options = ["--limit", "10s", "--hash-mib", "2"];
    let submitted = Submitted::new(&server, &input, &options);
    for _ in 0..=tsumi::verify::cluster::TRIES {
        let mut stopped = worker(&server.url(), &[]);
        until("it has something to do", || server.consumer().num_ack_pending > 0);
        assert!(Command::new("kill").args(["-TERM", &stopped.0.id().to_string()]).status().unwrap().success());
        assert_eq!(stopped.0.wait().unwrap().code(), Some(0));
        assert_eq!((server.consumer().num_ack_pending, server.consumer().num_redelivered), (0, 0));
    }
    let _last = worker(&server.url(), &[]);
    let (status, report) = submitted.report();
    assert!(status == Some(0) && report.contains("\"outcome\":\"unknown\""), "{report}");
}

pub(crate) fn what_cannot_be_reached_is_told_without_secrets() {
    let said = |output: &Output| String::from_utf8(output.stderr.clone()).unwrap();
    for command in ["worker", "verify"] {
        let output = run(&[command, "--nats", "nats://user:secret@127.0.0.1:1"]);
        let talk = said(&output);
        assert_eq!(output.status.code(), Some(1));
        assert!(talk.contains("127.0.0.1:1: NATS cannot be used") && !talk.contains("secret"), "{talk}");
        let output = run(&[command, "--nats", "nats://127.0.0.1:1", "--nats-creds", "/no/such.creds"]);
        assert!(said(&output).contains("/no/such.creds: is no file of credentials"), "{}", said(&output));
    }
}

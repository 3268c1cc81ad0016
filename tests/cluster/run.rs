//! Whole runs: the report is that of one process.

use crate::nats::Server;
use crate::processes::{Running, folder, run, sorted, text, tsumi, until, worker, written};
use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::time::Instant;

/// A problem, its mirror image and its colour twin.
const SEVEN: [&str; 3] = [
    "7G1/8k/5B3/6N2/9/9/9/9/9 b BG2r2g4s3n4l18p 1",
    "1G7/k8/3B5/2N6/9/9/9/9/9 b BG2r2g4s3n4l18p 1",
    "9/9/9/9/9/2n6/3b5/K8/1g7 w 2R2G4S3N4L18Pbg 1",
];

/// Some problems and a line that is none, in a file.
fn made(folder: &Path, count: usize) -> PathBuf {
    let made = run(&["generate", "--count", &count.to_string(), "--seed", "9", "--jobs", "2"]).stdout;
    let path = folder.join("made.sfen");
    std::fs::write(&path, format!("{}hello\n", String::from_utf8(made).unwrap())).unwrap();
    path
}

/// The report of one process, and how long it took.
fn alone(input: &Path, options: &[&str], out: &Path) -> Vec<String> {
    let arguments = [&["verify", text(input), "--jobs", "2", "--overwrite", "--out", text(out)], options].concat();
    let start = Instant::now();
    assert!(run(&arguments).status.code() < Some(2));
    println!("one process with two threads: {:.1?}", start.elapsed());
    sorted(out)
}

fn submit(input: &Path, options: &[&str], (server, out): (&Server, &Path)) -> Running {
    let _ = std::fs::remove_file(out);
    let url = server.url();
    let arguments = [&["verify", text(input), "--nats", &url, "--out", text(out)], options].concat();
    Running::start(tsumi(&arguments).stdout(Stdio::null()))
}

pub(crate) fn a_run_with_kills_reports_what_one_process_does() {
    let count = std::env::var("TSUMI_CLUSTER_PROBLEMS").map_or(500, |count| count.parse().unwrap());
    let (folder, mut server) = (folder("kills"), Server::start("kills-nats"));
    let input = made(&folder, count);
    let check = std::env::var("TSUMI_CLUSTER_CHECK").unwrap_or_else(|_| "conventional".to_owned());
    let options = ["--check", &check, "--nodes", "200000", "--hash-mib", "4"];
    let expected = alone(&input, &options, &folder.join("alone.jsonl"));
    assert_eq!(expected.len(), count + 1);

    let out = folder.join("cluster.jsonl");
    let start = Instant::now();
    let mut workers: Vec<Running> = (0..3).map(|_| worker(&server.url(), &[])).collect();
    let mut submitter = submit(&input, &options, (&server, &out));
    until("a tenth is reported", || written(&out) >= count / 10);
    drop(workers.pop());
    until("a third is reported", || written(&out) >= count / 3);
    server.kill();
    std::thread::sleep(std::time::Duration::from_secs(1));
    server.restart();
    println!("kill -9 of a worker and of the server after {} of {count} lines", written(&out));
    until("half is reported", || written(&out) >= count / 2);
    workers.push(worker(&server.url(), &[]));
    assert_eq!(submitter.0.wait().unwrap().code(), Some(1), "the line that is no problem is told");
    println!("{count} problems by three workers with kills: {:.1?}", start.elapsed());
    assert_eq!(sorted(&out), expected);
    until("nothing is left to do", || server.jobs() == 0);

    // Nobody is there to do any work.
    drop(workers);
    let (again, start) = (folder.join("again.jsonl"), Instant::now());
    submit(&input, &options, (&server, &again)).0.wait().unwrap();
    println!("the same again: {:.1?}", start.elapsed());
    assert_eq!((sorted(&again), server.jobs()), (expected, 0));
}

pub(crate) fn claims_and_twins_are_reported_as_by_one_process() {
    let (folder, server) = (folder("claims"), Server::start("claims-nats"));
    let answering = worker(&server.url(), &[]);
    let input = folder.join("claims.sfen");
    let [first, mirrored, twin] = SEVEN;
    let line = "moves 3d2b+ 1b1c G*2c 1c1d B*6i 1d1e 4c2e+";
    let other = "8k/9/8P/9/9/9/9/9/9 b 2G 1";
    // With the defender to move; no mate; not decided with so few nodes.
    let rest = "k1G6/2K6/9/9/+R8/9/9/9/9 w 2GLr2bg4s4n3l18p 1\n3sks3/9/4+P4/9/9/9/9/9/9 b P 1\n\
                9/6k2/9/9/9/9/9/9/9 b R4GLr2b4s4n3l18p 1";
    let lines = format!("{first} {line}\n{first} moves 3d2b+\n{mirrored}\n{twin}\n{other}\n{rest}\n");
    std::fs::write(&input, lines).unwrap();
    for check in ["mate", "raw", "conventional", "sound"] {
        for more in [&[][..], &["--no-dedup"], &["--certify"]] {
            let options = [&["--check", check, "--nodes", "30000", "--hash-mib", "2"], more].concat();
            let expected = alone(&input, &options, &folder.join("alone.jsonl"));
            let out = folder.join("cluster.jsonl");
            submit(&input, &options, (&server, &out)).0.wait().unwrap();
            assert_eq!(sorted(&out), expected, "{options:?}");
        }
    }
    // The defender moves first, and claims that fail in themselves, whatever the outcome.
    let defended = folder.join("defended.sfen");
    let root = "k1G6/2K6/9/9/+R8/9/9/9/9 w 2GLr2bg4s4n3l18p 1";
    let drops = "8k/9/6N+P1/9/4R4/9/9/9/9 b r2b4g4s3n4l17p 1 moves 5e1e";
    let lines = format!(
        "{root}\n{root} moves R*9b G*8b\n{root} moves P*9b\n{root} moves 9a9b\n{drops}\n3sks3/9/4+P4/9/9/9/9/9/9 b P 1 moves \
         P*5b\n9/6k2/9/9/9/9/9/9/9 b R4GLr2b4s4n3l18p 1 moves G*3c\n"
    );
    std::fs::write(&defended, lines).unwrap();
    for check in ["mate", "raw", "conventional", "sound"] {
        let options = ["--check", check, "--nodes", "30000", "--hash-mib", "2", "--attacker", "black"];
        let expected = alone(&defended, &options, &folder.join("alone.jsonl"));
        assert!(expected.iter().any(|line| line.contains("\"attacker\":\"black\"") && line.contains(" w ")));
        let out = folder.join("cluster.jsonl");
        submit(&defended, &options, (&server, &out)).0.wait().unwrap();
        assert_eq!(sorted(&out), expected, "{options:?}");
    }
    // What was found for the first serves the twins, in a file of their own.
    let twins = folder.join("twins.sfen");
    std::fs::write(&twins, format!("{twin}\n{mirrored}\n")).unwrap();
    let options = ["--check", "sound", "--nodes", "30000", "--hash-mib", "2", "--no-dedup"];
    let expected = alone(&twins, &options, &folder.join("alone.jsonl"));
    drop(answering);
    let out = folder.join("twins.jsonl");
    submit(&twins, &options, (&server, &out)).0.wait().unwrap();
    assert_eq!(sorted(&out), expected);
}

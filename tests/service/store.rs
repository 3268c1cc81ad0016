//! Answers out of the store: the same as searched ones, over the wire.

use crate::support::{
    Client, ENDLESS, NO_MATE, ONE_PLY, Server, THREE_PLIES, config, solve, solve_within, solved, stream,
};
use std::io::{BufRead as _, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};
use tokio_stream::StreamExt as _;
use tsumi::notation::sfen;
use tsumi::service::Config;
use tsumi::service::proto::{Limits, Outcome, SolveOptions, SolveRequest, SolveResponse, stream_solve_response::Event};
use tsumi::store;

/// Equal to its own mirror image, which leaves its colour twin only.
const SYMMETRICAL: &str = "3sks3/9/4P4/9/9/9/9/9/9 b 2G2r2b2g2s4n4l17p 1";

/// A file for the store of one test, removed at its end.
struct File(PathBuf);

impl File {
    fn new(name: &str) -> Self {
        let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("{name}-{}.redb", std::process::id()));
        let _ = std::fs::remove_file(&path);
        Self(path)
    }

    fn config(&self) -> Config {
        let store = store::Config { path: self.0.clone(), max_bytes: 4 << 20 };
        Config { store: Some(store), ..config() }
    }
}

impl Drop for File {
    fn drop(&mut self) {
        let _ = std::fs::remove_file(&self.0);
    }
}

/// Stops a server, and waits until its store is closed.
async fn end(mut server: Server, client: Client) {
    drop(client);
    server.stop();
    server.running.await.unwrap();
}

fn is_from_store(answer: &SolveResponse) -> bool {
    answer.statistics.unwrap().from_store
}

/// All that must not depend on where an answer comes from.
fn comparable(answer: &SolveResponse) -> SolveResponse {
    let mut answer = answer.clone();
    let statistics = answer.statistics.as_mut().unwrap();
    (statistics.nodes, statistics.elapsed_us, statistics.nodes_per_second) = (0, 0, 0);
    (statistics.table_permille, statistics.from_store) = (0, false);
    answer
}

/// The problem, its mirror image, and the colour twins of both.
fn twins(text: &str) -> [String; 4] {
    let setup = sfen::parse(text).unwrap();
    let mirror = setup.mirrored();
    [setup.flipped(), mirror.flipped(), mirror, setup].map(|setup| sfen::format(&setup))
}

fn asking(text: &str, options: SolveOptions) -> SolveRequest {
    SolveRequest { options: Some(options), ..solve(text) }
}

/// The answer out of the store, when the writer has come to it.
async fn kept(client: &mut Client, request: SolveRequest) -> SolveResponse {
    let start = Instant::now();
    loop {
        let answer = solved(client, request.clone()).await;
        if is_from_store(&answer) {
            return answer;
        }
        assert!(start.elapsed() < crate::support::BOUND, "it is kept");
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
}

#[tokio::test]
async fn stored_answers_are_those_of_a_search_in_every_orientation_and_after_a_restart() {
    let file = File::new("orientations");
    let (searching, keeping) = (Server::start(config()).await, Server::start(file.config()).await);
    let (mut fresh, mut client) = (searching.client().await, keeping.client().await);
    let all = SolveOptions { max_variations: 10, soundness: true, first_moves: true, ..SolveOptions::default() };
    let mut asked = Vec::new();
    for text in [ONE_PLY, THREE_PLIES, NO_MATE, SYMMETRICAL] {
        for options in [SolveOptions::default(), all] {
            let [twin, others @ ..] = twins(text);
            assert!(!is_from_store(&solved(&mut client, asking(&twin, options)).await));
            kept(&mut client, asking(&twin, options)).await;
            asked.extend(others.into_iter().chain([twin]).map(|text| asking(&text, options)));
        }
    }
    end(keeping, client).await;
    let again = Server::start(file.config()).await;
    let mut client = again.client().await;
    for request in asked {
        let answer = solved(&mut client, request.clone()).await;
        assert!(is_from_store(&answer), "{request:?}");
        assert_eq!(answer.statistics.unwrap().nodes, 0);
        assert_eq!(comparable(&answer), comparable(&solved(&mut fresh, request).await));
    }
}

#[tokio::test]
async fn a_stream_has_the_stored_answer_at_once() {
    let file = File::new("stream");
    let server = Server::start(file.config()).await;
    let mut client = server.client().await;
    let answer = kept(&mut client, solve(THREE_PLIES)).await;
    let mut events = client.stream_solve(stream(THREE_PLIES)).await.unwrap().into_inner();
    let Some(Event::Answer(streamed)) = events.next().await.unwrap().unwrap().event else { panic!("the answer first") };
    assert!(is_from_store(&streamed));
    assert_eq!(comparable(&streamed), comparable(&answer));
    assert!(events.next().await.is_none());
}

#[tokio::test]
async fn what_is_not_settled_or_is_to_be_made_anew_is_searched_again() {
    let file = File::new("anew");
    let server = Server::start(file.config()).await;
    let mut client = server.client().await;
    let hurried = solve_within(ENDLESS, Limits { time_ms: 50, ..Limits::default() });
    let repeatable = solve_within(THREE_PLIES, Limits { nodes: 100_000, ..Limits::default() });
    kept(&mut client, solve(THREE_PLIES)).await;
    for _ in 0..2 {
        assert!(!is_from_store(&solved(&mut client, hurried.clone()).await));
        let answer = solved(&mut client, repeatable.clone()).await;
        assert!(!is_from_store(&answer) && answer.statistics.unwrap().nodes > 0);
        let certified = SolveOptions { certificate: true, ..SolveOptions::default() };
        let answer = solved(&mut client, asking(THREE_PLIES, certified)).await;
        assert!(!is_from_store(&answer) && !answer.certificate.unwrap().file.is_empty());
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
    // A spent ply limit is an answer, under that limit only.
    let within = |plies| solve_within(THREE_PLIES, Limits { plies, ..Limits::default() });
    assert_eq!(kept(&mut client, within(1)).await.outcome(), Outcome::Unknown);
    assert!(!is_from_store(&solved(&mut client, within(3)).await));
}

/// A server in a process of its own, for it to be killed.
fn process(file: &File) -> (Child, String) {
    let mut child = Command::new(env!("CARGO_BIN_EXE_tsumi"))
        .args(["serve", "--listen", "127.0.0.1:0", "--hash-mib", "1", "--store"])
        .arg(&file.0)
        .env("RUST_LOG", "error")
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut line = String::new();
    BufReader::new(child.stderr.take().unwrap()).read_line(&mut line).unwrap();
    let address = line.trim().rsplit(' ').next().unwrap().to_owned();
    (child, address)
}

/// Problems of three plies: the defender holds fewer pawns and lances.
fn variants() -> Vec<String> {
    let hands = (0..=18).flat_map(|pawns| (0..=4).map(move |lances| (pawns, lances)));
    let text = |(pawns, lances)| format!("k2G5/9/K8/9/N8/9/9/9/9 b 2r2b3g4s3n{lances}l{pawns}p 1");
    let bare = |text: String| text.replace("0l", "").replace("1l", "l").replace("n0p", "n").replace("l0p", "l");
    hands.map(text).map(bare).filter(|text| sfen::parse(text).is_ok()).collect()
}

/// `TSUMI_KILLS` servers are killed amid calls. What the store had after one kill it has after the next, and what it tells is right.
#[tokio::test]
async fn a_killed_server_loses_nothing_and_tells_nothing_wrong() {
    let kills = std::env::var("TSUMI_KILLS").ok().and_then(|text| text.parse().ok()).unwrap_or(3);
    let (file, variants) = (File::new("killed"), variants());
    assert!(variants.len() > 60);
    let mut fresh = Server::start(config()).await.client().await;
    let mut expected = Vec::new();
    for text in &variants {
        expected.push(comparable(&solved(&mut fresh, solve(text)).await));
    }
    let mut had = vec![false; variants.len()];
    for kill in 0..kills {
        let (mut child, address) = process(&file);
        let endpoint = tonic::transport::Endpoint::from_shared(format!("http://{address}")).unwrap();
        let client = Client::new(endpoint.connect().await.unwrap());
        let mut calls = tokio::task::JoinSet::new();
        // Each server is asked for more than the ones before it.
        for (index, text) in variants.iter().enumerate().take((kill + 1) * variants.len() / kills) {
            let (mut client, request) = (client.clone(), solve(text));
            calls.spawn(async move { (index, client.solve(request).await) });
        }
        tokio::time::sleep(Duration::from_millis(40 + 70 * (kill as u64 % 4))).await;
        child.kill().unwrap();
        child.wait().unwrap();
        while let Some(call) = calls.join_next().await {
            let (index, answer) = call.unwrap();
            assert!(answer.is_err() || comparable(answer.as_ref().unwrap().get_ref()) == expected[index]);
        }
        let store = store::Store::open(file.config().store.unwrap());
        assert!(store.figures().is_open, "{kill}");
        for (text, had) in variants.iter().zip(&mut had) {
            let problem = tsumi::solver::Problem::new(&sfen::parse(text).unwrap(), None).unwrap();
            let question = store::Question::new(&problem, tsumi::solver::Aim::LENGTHS, None);
            let has = store.get(&question).is_some();
            assert!(has || !*had, "{text} was lost by kill {kill}");
            *had = has;
        }
    }
    assert!(had.contains(&true), "something was kept");
    let server = Server::start(file.config()).await;
    let mut client = server.client().await;
    for (text, expected) in variants.iter().zip(&expected) {
        assert_eq!(comparable(&solved(&mut client, solve(text)).await), *expected);
    }
}

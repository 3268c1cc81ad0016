//! `VerifyProblems`: the results of a stream, and the command line as its client.

use crate::common::Random;
use crate::support::{
    BOUND, Client, ENDLESS, NO_MATE, ONE_PLY, Server, THREE_PLIES, config, endless, info, solve, solved, soon,
};
use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::{Duration, Instant};
use tokio::runtime::Builder;
use tokio::sync::mpsc;
use tokio_stream::wrappers::ReceiverStream;
use tonic::{Code, Streaming};
use tsumi::notation::sfen;
use tsumi::service::proto::{
    ClaimedLineWorth, Finding, FindingKind, Limits, Outcome, VerifyDepth, VerifyOptions, VerifyProblemsRequest,
    VerifyProblemsResponse, tsume_service_client::TsumeServiceClient, verify_problems_request::Position,
    verify_problems_response::Result as Told,
};
use tsumi::service::{Config, ConnectionLimits, Remote};
use tsumi::solver::{Convention, Limits as SearchLimits, Monitor};
use tsumi::verify::generate::{Problems, Wanted};
use tsumi::verify::{Check, Claim, Depth, Intake, Item, Local, Report, Runner, Stated, run};

fn problem(id: &str, text: &str) -> VerifyProblemsRequest {
    VerifyProblemsRequest {
        id: id.to_owned(),
        position: Some(Position::Sfen(text.to_owned())),
        ..VerifyProblemsRequest::default()
    }
}

/// With what is asked of all that follow.
fn asking(depth: VerifyDepth, nodes: u64, request: VerifyProblemsRequest) -> VerifyProblemsRequest {
    let options = VerifyOptions { depth: depth.into(), ..VerifyOptions::default() };
    let limits = Limits { nodes, table_mib: 1, ..Limits::default() };
    VerifyProblemsRequest { options: Some(options), limits: Some(limits), ..request }
}

async fn results(client: &mut Client, requests: Vec<VerifyProblemsRequest>) -> BTreeMap<String, Told> {
    let stream = client.verify_problems(tokio_stream::iter(requests)).await.unwrap().into_inner();
    all(stream).await
}

async fn all(mut stream: Streaming<VerifyProblemsResponse>) -> BTreeMap<String, Told> {
    let mut told = BTreeMap::new();
    while let Some(VerifyProblemsResponse { id, result }) = stream.message().await.unwrap() {
        assert!(told.insert(id, result.unwrap()).is_none(), "one result for each");
    }
    told
}

#[tokio::test]
async fn what_is_wrong_with_a_problem_is_its_result_and_ends_nothing() {
    let server = Server::start(config()).await;
    let mut client = server.client().await;
    let bad_move = VerifyProblemsRequest { claimed_line: vec!["xyz".to_owned()], ..problem("no move", ONE_PLY) };
    let told = results(
        &mut client,
        vec![
            asking(VerifyDepth::Raw, 10_000, problem("nonsense", "hello")),
            problem("two kings", "3k1k3/9/9/9/9/9/9/9/9 b RB4G4S4N4L18P 1"),
            VerifyProblemsRequest { id: "nothing".to_owned(), ..VerifyProblemsRequest::default() },
            bad_move,
            VerifyProblemsRequest { stated_length: 5, ..problem("three", THREE_PLIES) },
            problem("none", NO_MATE),
            problem("open", ENDLESS),
        ],
    )
    .await;
    assert_eq!(told.len(), 7);
    let error = |id: &str| match &told[id] {
        Told::Error(error) => (error.code, error.faults.first().map(|fault| fault.reason.clone()).unwrap_or_default()),
        Told::Verified(verified) => panic!("{id}: {verified:?}"),
    };
    let invalid = |reason: &str| (Code::InvalidArgument as i32, reason.to_owned());
    assert_eq!(error("nonsense"), invalid("MALFORMED_TEXT"));
    assert_eq!(error("two kings"), invalid("TWO_KINGS"));
    assert_eq!(error("nothing"), invalid("MISSING_POSITION"));
    assert_eq!(error("no move"), invalid("MALFORMED_TEXT"));
    let verified = |id: &str| match &told[id] {
        Told::Verified(verified) => verified.clone(),
        Told::Error(error) => panic!("{id}: {error:?}"),
    };
    let three = verified("three");
    assert_eq!((three.outcome(), three.raw_length.unwrap().at_most, three.line.len()), (Outcome::Mate, 3, 3));
    assert_eq!((three.findings[0].kind(), three.findings[0].plies), (FindingKind::ShorterMate, 3));
    assert_eq!(verified("none").findings[0].kind(), FindingKind::NoMate);
    assert_eq!(verified("open").outcome(), Outcome::Unknown);
    assert!((10_000..11_000).contains(&verified("open").nodes), "the one try that there is");
}

#[tokio::test]
async fn a_record_states_its_length_and_its_solution() {
    let server = Server::start(config()).await;
    let mut client = server.client().await;
    let record = include_str!("../data/records/stated_length.kif");
    let kif = |id: &str, stated_length, words: &str| {
        let position = Some(Position::Kif(record.replace("七手詰", words)));
        VerifyProblemsRequest { id: id.to_owned(), position, stated_length, ..VerifyProblemsRequest::default() }
    };
    let requests = vec![kif("right", 0, "七手詰"), kif("wrong", 0, "九手詰"), kif("other", 7, "九手詰")];
    let told = results(&mut client, requests).await;
    let lengths = |id: &str| match &told[id] {
        Told::Verified(verified) => {
            let kinds = verified.findings.iter().map(Finding::kind);
            (kinds.filter(|kind| *kind == FindingKind::ShorterMate).count(), verified.claimed_line.is_some())
        }
        Told::Error(error) => panic!("{id}: {error:?}"),
    };
    assert_eq!([lengths("right"), lengths("wrong"), lengths("other")], [(0, true), (1, true), (0, true)]);
}

#[tokio::test]
async fn options_stand_until_others_are_given() {
    let server = Server::start(config()).await;
    let mut client = server.client().await;
    let claimed = |id: &str, depth, line: &str| {
        let request = VerifyProblemsRequest { claimed_line: vec![line.to_owned()], ..problem(id, ONE_PLY) };
        asking(depth, 10_000, request)
    };
    let requests = vec![
        claimed("a", VerifyDepth::Mate, "G*5b"),
        problem("b", THREE_PLIES),
        claimed("c", VerifyDepth::Conventional, "G*5b"),
        problem("d", THREE_PLIES),
        claimed("e", VerifyDepth::Conventional, "G*9e"),
    ];
    let told = results(&mut client, requests).await;
    let verified = |id: &str| match &told[id] {
        Told::Verified(verified) => verified.clone(),
        Told::Error(error) => panic!("{id}: {error:?}"),
    };
    assert!(verified("b").conventional_length.is_none() && verified("d").conventional_length.is_some());
    let worth = |id: &str| verified(id).claimed_line.unwrap().worth();
    assert_eq!((worth("a"), worth("c")), (ClaimedLineWorth::Mates, ClaimedLineWorth::Answer));
    assert_eq!((worth("e"), verified("e").claimed_line.unwrap().ply), (ClaimedLineWorth::NoCheck, 1));
}

/// Made problems with claims right and wrong, and some that are hard or have no mate.
fn items(count: usize) -> Vec<Item> {
    let wanted = Wanted { seed: 3, plies: 1..=7, jobs: 1 };
    let mut random = Random(1);
    let stated = |text: &str| {
        let problem = tsumi::solver::Problem::new(&sfen::parse(text).unwrap(), None).unwrap();
        Stated::of(problem)
    };
    let made = Problems::new(&wanted).take(count).map(|problem| {
        let length = [None, Some(1), Some(3), Some(5)][random.below(4)];
        let raw = [None, Some(1), Some(7)][random.below(3)];
        Stated { claim: Claim { length, raw, line: Vec::new() }, ..Stated::of(problem) }
    });
    let made: Vec<Stated> =
        made.chain([NO_MATE, ENDLESS, "6bpk/6G1l/6L1G/5G3/9/8N/9/9/9 b G2rb4s3n2l17p 1"].map(stated)).collect();
    made.into_iter()
        .zip(1..)
        .map(|(stated, number): (_, u32)| Item { id: format!("x:{number}"), stated: Ok(stated) })
        .collect()
}

fn reports(runner: &dyn Runner, items: &[Item]) -> Vec<Report> {
    let mut told = Vec::new();
    let write = |report: &Report| {
        told.push(report.clone());
        Ok(())
    };
    run(&Intake::new(items.iter().cloned()), runner, write).unwrap();
    told.sort_by(|a, b| a.id.cmp(&b.id));
    told
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_server_finds_out_the_same_as_this_process() {
    let server = Server::start(config()).await;
    let url = format!("http://{}", server.address);
    let asked = move |depth, certify| {
        let limits = SearchLimits { nodes: Some(30_000), ..SearchLimits::default() };
        let convention = Convention::Standard;
        Check { depth, convention, nodes_per_move: Some(2_000), certify, limits, table_mib: 2 }
    };
    let compare = move || {
        let items = items(60);
        for (depth, certify) in Depth::ALL.map(|depth| (depth, false)).into_iter().chain([(Depth::Raw, true)]) {
            let check = asked(depth, certify);
            let monitors = || Some(Arc::new(Monitor::new()));
            let local = reports(&Local { check, jobs: 2, monitors: &monitors }, &items);
            let remote = Remote { check, url: url.clone(), authorities: None, token: None, goes_on: &|| true };
            assert_eq!(reports(&remote, &items), local, "{depth:?}");
            assert_eq!(local.len(), items.len());
        }
    };
    tokio::task::spawn_blocking(compare).await.unwrap();
    server.until_live(0).await;
}

#[tokio::test]
async fn a_stream_takes_no_more_than_it_works_at_and_gives_way() {
    let server = Server::start(config()).await;
    let mut client = server.client().await;
    let (sender, requests) = mpsc::channel(1);
    let mut stream = client.verify_problems(ReceiverStream::new(requests)).await.unwrap().into_inner();
    let fed = tokio::spawn(async move {
        for number in 0..10_000_u32 {
            let hard = asking(VerifyDepth::Mate, u64::MAX, problem(&number.to_string(), ENDLESS));
            if sender.send(hard).await.is_err() {
                return;
            }
        }
    });
    let start = Instant::now();
    while info(&mut client).await.live_searches < 16 {
        assert!(start.elapsed() < BOUND);
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
    assert_eq!(soon(solved(&mut client, solve(THREE_PLIES))).await.outcome(), Outcome::Mate);
    assert_eq!(info(&mut client).await.live_searches, 16, "eight for each worker");
    assert!(!fed.is_finished(), "the rest waits with the client");
    // What waits are many small frames: a connection must not take them for a flood.
    assert!(tokio::time::timeout(Duration::from_secs(1), stream.message()).await.is_err(), "no result yet");
    assert!(!fed.is_finished());
    fed.abort();
}

#[tokio::test]
async fn a_client_that_vanishes_while_it_waits_for_room_frees_the_cores() {
    let server = Server::start(config()).await;
    let endpoint = server.endpoint.clone();
    // As a process of its own: with it ends its connection, whatever waits there to be sent.
    let elsewhere = Builder::new_multi_thread().worker_threads(1).enable_all().build().unwrap();
    elsewhere.spawn(async move {
        let mut client = TsumeServiceClient::new(endpoint.connect().await.unwrap());
        let hard = |number: u32| asking(VerifyDepth::Mate, u64::MAX, problem(&number.to_string(), ENDLESS));
        let requests = tokio_stream::iter((0..10_000).map(hard));
        let mut stream = client.verify_problems(requests).await.unwrap().into_inner();
        let _ = stream.message().await;
    });
    server.until_live(16).await;
    elsewhere.shutdown_background();
    server.until_live(0).await;
}

#[tokio::test]
async fn a_stream_waits_for_room_and_never_refuses() {
    let server = Server::start(Config { live_searches: 2, private_tables_mib: 1, ..config() }).await;
    let mut client = server.client().await;
    let busy = tokio::spawn({
        let mut client = client.clone();
        async move { client.solve(endless(0)).await }
    });
    server.until_live(1).await;
    let requests = (0..50).map(|number| asking(VerifyDepth::Raw, 10_000, problem(&number.to_string(), THREE_PLIES)));
    let told = results(&mut client, requests.collect()).await;
    assert!(told.len() == 50 && told.values().all(|told| matches!(told, Told::Verified(_))));
    busy.abort();
}

#[tokio::test]
async fn a_server_that_ends_tells_the_stream_and_answers_what_is_short() {
    let mut server = Server::start(config()).await;
    let mut client = server.client().await;
    let (sender, requests) = mpsc::channel(4);
    let mut stream = client.verify_problems(ReceiverStream::new(requests)).await.unwrap().into_inner();
    sender.send(asking(VerifyDepth::Mate, 10_000, problem("short", ONE_PLY))).await.unwrap();
    assert_eq!(soon(stream.message()).await.unwrap().unwrap().id, "short");
    sender.send(asking(VerifyDepth::Mate, u64::MAX, problem("hard", ENDLESS))).await.unwrap();
    server.until_live(1).await;
    server.stop();
    assert_eq!(soon(stream.message()).await.unwrap_err().code(), Code::Unavailable);
}

#[tokio::test]
async fn a_stream_may_be_silent_while_it_is_owed_an_answer_and_not_for_ever() {
    let limits = ConnectionLimits { stall: Duration::from_millis(300), ..ConnectionLimits::default() };
    let server = Server::start(Config { connections: limits, ..config() }).await;
    let mut client = server.client().await;
    let (sender, requests) = mpsc::channel(4);
    let mut stream = client.verify_problems(ReceiverStream::new(requests)).await.unwrap().into_inner();
    let timed = VerifyProblemsRequest {
        limits: Some(Limits { time_ms: 1_000, ..Limits::default() }),
        options: Some(VerifyOptions { depth: VerifyDepth::Mate.into(), ..VerifyOptions::default() }),
        ..problem("hard", ENDLESS)
    };
    sender.send(timed).await.unwrap();
    let told = soon(stream.message()).await.unwrap().unwrap();
    assert_eq!(told.id, "hard", "a second of silence on both sides is no stall");
    assert_eq!(soon(stream.message()).await.unwrap_err().code(), Code::DeadlineExceeded);
    drop(sender);
}

//! What load does to short calls, what a call costs, and what it does not change: `load.sh`.

use crate::server::{Client, ENDLESS, Server, endless, problems, report, setting, solve, timeless};
use std::sync::Arc;
use std::time::{Duration, Instant};
use tokio::task::JoinSet;
use tsumi::notation::sfen;
use tsumi::service::proto::{Limits, Outcome, SolveRequest, SolveResponse};
use tsumi::shogi::{Color, PieceKind};
use tsumi::solver::{Aim, Limits as SearchLimits, Monitor, Problem, Search, Table};

/// Calls one after another, and how long each took.
async fn one_by_one(client: &mut Client, requests: &[SolveRequest]) -> Vec<Duration> {
    let mut times = Vec::new();
    for request in requests {
        let start = Instant::now();
        client.solve(request.clone()).await.unwrap();
        times.push(start.elapsed());
    }
    times
}

/// Calls, so many at a time.
async fn together(client: &Client, requests: &[SolveRequest], at_once: usize) -> Vec<SolveResponse> {
    let mut answers = vec![SolveResponse::default(); requests.len()];
    let mut calls = JoinSet::new();
    let mut left = requests.iter().cloned().enumerate();
    loop {
        while calls.len() < at_once
            && let Some((index, request)) = left.next()
        {
            let mut client = client.clone();
            calls.spawn(async move { (index, client.solve(request).await.unwrap().into_inner()) });
        }
        let Some(done) = calls.join_next().await else { return answers };
        let (index, answer) = done.unwrap();
        answers[index] = answer;
    }
}

#[tokio::test]
#[ignore = "a measurement: run tests/measure/load.sh"]
async fn short_calls_beside_endless_ones() {
    let requests: Vec<SolveRequest> =
        problems(&["3", "5", "7"]).iter().map(|sfen| solve(sfen, Limits::default())).collect();
    let (first, second) = requests.split_at(requests.len() / 2);
    for round in 1..=setting("TSUMI_ROUNDS", 3) {
        for calls in [0, 8] {
            // A new server each time: nothing is answered from what an earlier round left in the table.
            let server = Server::with(&["--store", "none", "--workers", "2"]);
            let mut client = server.client().await;
            let load = endless(&mut client, calls).await;
            let times = one_by_one(&mut client, first).await;
            report(&format!("round {round}, 3 to 7 plies beside {calls} endless calls"), times);
            let start = Instant::now();
            together(&client, second, 8).await;
            let rate = f64::from(second.len() as u32) / start.elapsed().as_secs_f64();
            println!("round {round}, 8 at a time beside {calls} endless calls: {rate:.0} calls/s");
            load.iter().for_each(tokio::task::JoinHandle::abort);
        }
    }
}

/// Problems of three plies that nobody has seen: the defender's hand is short of some pieces.
pub(crate) fn many_three_plies(count: usize) -> Vec<String> {
    let bases = problems(&["3"]);
    let kinds = [PieceKind::Pawn, PieceKind::Lance, PieceKind::Knight, PieceKind::Silver, PieceKind::Gold];
    let mut found = Vec::with_capacity(count);
    for variant in 0.. {
        for base in &bases {
            let mut setup = sfen::parse(base).unwrap();
            let defender = !setup.turn;
            let mut rest = variant;
            for kind in kinds {
                let held = usize::from(setup.hands[defender].count(kind));
                let fewer = rest % (held + 1);
                rest /= held + 1;
                setup.hands[defender] = setup.hands[defender].with(kind, (held - fewer) as u8);
            }
            if rest == 0 {
                found.push(sfen::format(&setup));
            }
            if found.len() == count {
                return found;
            }
        }
        assert!(variant < 10_000, "the problem files are there");
    }
    found
}

/// CPU time of the same searches without a service around them.
fn solved_here(problems: &[String]) -> Duration {
    let table = Arc::new(Table::new(256));
    let problems: Vec<Problem> =
        problems.iter().map(|text| Problem::new(&sfen::parse(text).unwrap(), None).unwrap()).collect();
    let start = cpu_time::ThreadTime::now();
    for problem in &problems {
        let search = Search::new(problem, SearchLimits::default(), Arc::clone(&table)).aiming(Aim::LENGTHS);
        std::hint::black_box(search.run_to_end(&Monitor::new()));
    }
    start.elapsed()
}

#[tokio::test]
#[ignore = "a measurement: run tests/measure/load.sh"]
async fn cost_of_a_call() {
    let count = setting("TSUMI_CALLS", 100_000);
    let problems = many_three_plies(count as usize);
    let requests: Vec<SolveRequest> = problems.iter().map(|sfen| solve(sfen, Limits::default())).collect();
    assert!(sfen::parse(&problems[0]).is_ok_and(|setup| setup.turn == Color::Black));
    let search = solved_here(&problems) / count;
    println!("{count} problems of 3 plies: {search:.1?} of CPU for a search without a service");
    let store = std::env::temp_dir().join(format!("tsumi-measure-{}.redb", std::process::id()));
    for (what, store) in [("no store", "none"), ("a store", store.to_str().unwrap())] {
        for at_once in [1, 8] {
            let _ = std::fs::remove_file(store);
            let server = Server::with(&["--store", store]);
            let client = server.client().await;
            let (before, start) = (server.cpu(), Instant::now());
            let answers = together(&client, &requests, at_once).await;
            let (cpu, time) = (server.cpu().saturating_sub(before) / count, start.elapsed());
            let mates = answers.iter().filter(|answer| answer.outcome() == Outcome::Mate).count();
            let rate = f64::from(count) / time.as_secs_f64();
            println!(
                "{what}, {at_once} at a time: {cpu:.1?} of CPU a call, {:.1?} of it the service's; {rate:.0} calls/s, \
                 {mates} mates, {} MiB",
                cpu.saturating_sub(search),
                server.memory_mib()
            );
        }
        let _ = std::fs::remove_file(store);
    }
}

#[tokio::test]
#[ignore = "a measurement: run tests/measure/load.sh"]
async fn repeatable_answers() {
    let mut requests = Vec::new();
    let mut texts = problems(&["3", "5", "7", "9", "11", "13"]);
    texts.push(ENDLESS.to_owned());
    for number in 0..setting("TSUMI_REQUESTS", 500) {
        let text = &texts[number as usize * 7 % texts.len()];
        let nodes = [300, 2_000, 10_000, 50_000][number as usize % 4];
        requests.push(solve(text, Limits { nodes, table_mib: 1 + number % 2, ..Limits::default() }));
    }
    let mut expected: Option<Vec<SolveResponse>> = None;
    for (workers, calls, at_once) in [("1", 0, 1), ("2", 0, 1), ("2", 0, 8), ("1", 8, 4), ("2", 8, 8)] {
        let server = Server::with(&["--store", "none", "--workers", workers]);
        let mut client = server.client().await;
        let load = endless(&mut client, calls).await;
        let backwards: Vec<SolveRequest> = requests.iter().rev().cloned().collect();
        let order = if at_once == 1 { &requests } else { &backwards };
        let mut answers: Vec<_> = together(&client, order, at_once).await.into_iter().map(timeless).collect();
        if at_once > 1 {
            answers.reverse();
        }
        load.iter().for_each(tokio::task::JoinHandle::abort);
        let expected = expected.get_or_insert_with(|| answers.clone());
        let equal = answers.iter().zip(&*expected).filter(|(a, b)| a == b).count();
        println!(
            "{workers} workers, {calls} endless calls beside, {at_once} at a time: {equal} of {} equal",
            answers.len()
        );
        assert_eq!(answers, *expected);
    }
}

#[tokio::test]
#[ignore = "a measurement: run tests/measure/store.sh"]
async fn full_disk() {
    let Ok(folder) = std::env::var("TSUMI_SMALL_DISK") else { return println!("no small disk was given") };
    let server = Server::with(&["--store", &format!("{folder}/answers.redb")]);
    let requests: Vec<SolveRequest> =
        many_three_plies(20_000).iter().map(|sfen| solve(sfen, Limits::default())).collect();
    let client = server.client().await;
    let answers = together(&client, &requests, 8).await;
    let mates = answers.iter().filter(|answer| answer.outcome() == Outcome::Mate).count();
    println!("a full disk under the store: {mates} mates of {}, {} MiB", answers.len(), server.memory_mib());
    assert_eq!(mates, answers.len());
}

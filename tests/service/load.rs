//! More work than cores: refusals, fairness, sharing, cancelling, repeatable answers.

use crate::support::{
    Client, ENDLESS, Server, THREE_PLIES, config, endless, info, solve, solve_within, solved, soon, stream,
};
use std::time::Duration;
use tokio::task::JoinHandle;
use tonic::{Code, Status};
use tonic_health::pb::{HealthCheckRequest, health_client::HealthClient};
use tonic_types::StatusExt as _;
use tsumi::service::Config;
use tsumi::service::proto::{Limits, Outcome, SolveResponse, UnknownCause};

type Pending = JoinHandle<Result<SolveResponse, Status>>;

/// A call that runs by itself; aborting it is the caller's vanishing.
fn call(client: &Client, request: tsumi::service::proto::SolveRequest) -> Pending {
    let mut client = client.clone();
    tokio::spawn(async move { client.solve(request).await.map(tonic::Response::into_inner) })
}

#[tokio::test]
async fn a_full_server_refuses_at_once_and_says_when_to_come_back() {
    let server = Server::start(Config { live_searches: 2, ..config() }).await;
    let mut client = server.client().await;
    let calls = [call(&client, endless(0)), call(&client, endless(1))];
    server.until_live(2).await;
    let status = soon(client.solve(solve(THREE_PLIES))).await.expect_err("a refusal");
    assert_eq!(status.code(), Code::ResourceExhausted);
    assert!(status.get_details_retry_info().unwrap().retry_delay > Some(Duration::ZERO));
    let status = soon(client.stream_solve(stream(THREE_PLIES))).await.expect_err("a refusal");
    assert_eq!(status.code(), Code::ResourceExhausted);
    calls.iter().for_each(JoinHandle::abort);
    server.until_live(0).await;
    assert_eq!(solved(&mut client, solve(THREE_PLIES)).await.outcome(), Outcome::Mate);
}

#[tokio::test]
async fn private_tables_together_have_a_bound() {
    let server = Server::start(Config { private_tables_mib: 5, ..config() }).await;
    let mut client = server.client().await;
    let limits = Limits { nodes: 1 << 40, time_ms: 60_000, table_mib: 3, ..Limits::default() };
    let first = call(&client, solve_within(ENDLESS, limits));
    server.until_live(1).await;
    let status = soon(client.solve(solve_within(ENDLESS, limits))).await.expect_err("a refusal");
    assert_eq!(status.code(), Code::ResourceExhausted);
    assert!(status.get_details_retry_info().is_some());
    first.abort();
    server.until_live(0).await;
    let limits = Limits { nodes: 100, table_mib: 3, ..Limits::default() };
    let answer = soon(solved(&mut client, solve_within(ENDLESS, limits))).await;
    assert_eq!(answer.unknown.unwrap().cause(), UnknownCause::Nodes);
}

#[tokio::test]
async fn sixty_four_endless_calls_leave_room_for_the_others() {
    let server = Server::start(config()).await;
    let client = server.client().await;
    let calls: Vec<Pending> = (0..64).map(|number| call(&client, endless(number))).collect();
    server.until_live(64).await;
    let mut health = HealthClient::new(server.channel().await);
    for service in ["", "tsume.v1.TsumeService"] {
        let check = HealthCheckRequest { service: service.to_owned() };
        let status = soon(health.check(check)).await.unwrap().into_inner().status;
        assert_eq!(status, tonic_health::ServingStatus::Serving as i32);
    }
    let answer = soon(solved(&mut server.client().await, solve(THREE_PLIES))).await;
    assert_eq!(answer.outcome(), Outcome::Mate);
    calls.iter().for_each(JoinHandle::abort);
    server.until_live(0).await;
}

#[tokio::test]
async fn callers_that_vanish_free_the_cores() {
    let server = Server::start(config()).await;
    let mut client = server.client().await;
    let cancelled = call(&client, endless(0));
    let streamed = client.stream_solve(stream(ENDLESS)).await.unwrap();
    server.until_live(2).await;
    cancelled.abort();
    drop(streamed);
    server.until_live(0).await;
    // A whole connection that goes away, with calls on it.
    let other = server.client().await;
    let calls: Vec<Pending> = (0..5).map(|number| call(&other, endless(number))).collect();
    drop(other);
    server.until_live(5).await;
    calls.iter().for_each(JoinHandle::abort);
    server.until_live(0).await;
    assert_eq!(info(&mut client).await.live_searches, 0);
}

#[tokio::test]
async fn equal_requests_share_a_search_and_each_is_answered_at_its_own_limit() {
    let server = Server::start(config()).await;
    let mut client = server.client().await;
    let limits = |time_ms| Limits { time_ms, ..Limits::default() };
    let patient = call(&client, solve_within(ENDLESS, limits(60_000)));
    server.until_live(1).await;
    let hurried = call(&client, solve_within(ENDLESS, limits(200)));
    let leaver = call(&client, solve_within(ENDLESS, limits(60_000)));
    let answer = soon(hurried).await.unwrap().unwrap();
    assert_eq!(answer.unknown.unwrap().cause(), UnknownCause::Time);
    leaver.abort();
    assert_eq!(info(&mut client).await.live_searches, 1, "one search for three callers");
    assert!(!patient.is_finished());
    patient.abort();
    server.until_live(0).await;
}

/// What must be equal of two answers of the repeatable mode: all but the clock.
fn repeatable(mut answer: SolveResponse) -> SolveResponse {
    let statistics = answer.statistics.as_mut().unwrap();
    assert!(statistics.repeatable && statistics.private_table_mib == 1);
    (statistics.elapsed_us, statistics.nodes_per_second) = (0, 0);
    answer
}

#[tokio::test]
async fn a_search_with_a_node_limit_is_repeatable_under_load_too() {
    let server = Server::start(config()).await;
    let mut client = server.client().await;
    for (sfen, nodes) in [(THREE_PLIES, 100_000), (ENDLESS, 20_000)] {
        let limits = Limits { nodes, ..Limits::default() };
        let request = || solve_within(sfen, limits);
        let first = repeatable(solved(&mut client, request()).await);
        assert_eq!(repeatable(solved(&mut client, request()).await), first);
        let load: Vec<Pending> = (0..6).map(|number| call(&client, endless(number))).collect();
        server.until_live(6).await;
        let twice = [call(&client, request()), call(&client, request())];
        for answer in twice {
            assert_eq!(repeatable(answer.await.unwrap().unwrap()), first);
        }
        load.iter().for_each(JoinHandle::abort);
        server.until_live(0).await;
    }
}

//! Who may call, and how much.

use crate::files::Folder;
use crate::support::{BOUND, Client, ENDLESS, ONE_PLY, Server, config, endless, solve, soon, stream};
use std::num::NonZeroU32;
use std::time::{Duration, Instant};
use tokio_stream::StreamExt as _;
use tonic::metadata::{Ascii, MetadataValue};
use tonic::{Code, Request, Status};
use tonic_health::pb::{HealthCheckRequest, health_client::HealthClient};
use tonic_reflection::pb::v1;
use tonic_types::StatusExt as _;
use tsumi::service::proto::{GetServerInfoRequest, Outcome};
use tsumi::service::{CallerLimits, Config};

const GOOD: &str = "0123456789abcdef-good";
const OTHER: &str = "0123456789abcdef-other";

async fn server(folder: &Folder, callers: CallerLimits) -> Server {
    let tokens = folder.write("tokens", &format!("# name token\ngood {GOOD}\nother {OTHER}\n"));
    Server::start(Config { tokens: Some(tokens), callers, ..config() }).await
}

/// A request with a token.
fn with<T>(token: &str, message: T) -> Request<T> {
    let mut request = Request::new(message);
    let value: MetadataValue<Ascii> = format!("Bearer {token}").parse().unwrap();
    request.metadata_mut().insert("authorization", value);
    request
}

async fn solves(client: &mut Client, token: &str) -> Result<Outcome, Status> {
    client.solve(with(token, solve(ONE_PLY))).await.map(|answer| answer.into_inner().outcome())
}

#[tokio::test]
async fn without_a_good_token_nothing_but_health_is_served() {
    let folder = Folder::new();
    let server = server(&folder, CallerLimits::default()).await;
    let mut client = server.client().await;
    let refused = [
        client.solve(solve(ONE_PLY)).await.err(),
        client.stream_solve(stream(ONE_PLY)).await.err(),
        client.get_server_info(GetServerInfoRequest {}).await.err(),
        solves(&mut client, "0123456789abcdef-nobody").await.err(),
        solves(&mut client, "good").await.err(),
        solves(&mut client, "").await.err(),
    ];
    for status in refused {
        assert_eq!(status.expect("a refusal").code(), Code::Unauthenticated);
    }
    let list = v1::ServerReflectionRequest {
        host: String::new(),
        message_request: Some(v1::server_reflection_request::MessageRequest::ListServices(String::new())),
    };
    let mut reflection = v1::server_reflection_client::ServerReflectionClient::new(server.channel().await);
    let status = reflection.server_reflection_info(tokio_stream::once(list.clone())).await.expect_err("a refusal");
    assert_eq!(status.code(), Code::Unauthenticated);

    assert_eq!(solves(&mut client, GOOD).await.unwrap(), Outcome::Mate);
    let mut answers =
        reflection.server_reflection_info(with(GOOD, tokio_stream::once(list))).await.unwrap().into_inner();
    assert!(soon(answers.next()).await.unwrap().is_ok());
    HealthClient::new(server.channel().await).check(HealthCheckRequest::default()).await.unwrap();
}

#[tokio::test]
async fn tokens_are_read_again_and_a_faulty_file_changes_nothing() {
    let folder = Folder::new();
    let server = server(&folder, CallerLimits::default()).await;
    let mut client = server.client().await;
    assert_eq!(solves(&mut client, GOOD).await.unwrap(), Outcome::Mate);
    let new = "0123456789abcdef-new";
    folder.write("tokens", new);
    server.reload.notify_one();
    let start = Instant::now();
    while solves(&mut client, new).await.is_err() {
        assert!(start.elapsed() < BOUND);
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
    assert_eq!(solves(&mut client, GOOD).await.unwrap_err().code(), Code::Unauthenticated);
    // Without being told; the file is faulty now and then good.
    folder.write("tokens", "short\n");
    tokio::time::sleep(Duration::from_millis(2500)).await;
    assert_eq!(solves(&mut client, new).await.unwrap(), Outcome::Mate);
    folder.write("tokens", GOOD);
    let start = Instant::now();
    while solves(&mut client, GOOD).await.is_err() {
        assert!(start.elapsed() < BOUND * 2);
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
}

#[tokio::test]
async fn a_caller_has_so_many_calls_at_once_and_leaves_room_for_others() {
    let folder = Folder::new();
    let callers = CallerLimits { calls_at_once: NonZeroU32::new(2), ..CallerLimits::default() };
    let server = server(&folder, callers).await;
    let mut client = server.client().await;
    let live = |number| {
        let mut client = client.clone();
        tokio::spawn(async move { client.solve(with(GOOD, endless(number))).await })
    };
    let first = live(0);
    let mut streamed = server.client().await.stream_solve(with(GOOD, stream(ENDLESS))).await.unwrap().into_inner();
    assert!(soon(streamed.next()).await.unwrap().is_ok());
    let start = Instant::now();
    let status = loop {
        // The first call may not have come yet.
        match solves(&mut client, GOOD).await {
            Err(status) => break status,
            Ok(_) => assert!(start.elapsed() < BOUND),
        }
    };
    assert_eq!(status.code(), Code::ResourceExhausted);
    assert!(status.get_details_retry_info().is_some());
    assert_eq!(solves(&mut client, OTHER).await.unwrap(), Outcome::Mate);
    drop(streamed);
    let start = Instant::now();
    while solves(&mut client, GOOD).await.is_err() {
        assert!(start.elapsed() < BOUND, "the end of a stream makes room");
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
    first.abort();
}

#[tokio::test]
async fn a_caller_without_a_token_is_counted_by_address() {
    let callers = CallerLimits { calls_per_second: NonZeroU32::new(1), ..CallerLimits::default() };
    let server = Server::start(Config { callers, ..config() }).await;
    let mut statuses = Vec::new();
    for _ in 0..4 {
        // Another connection is no other caller.
        statuses.push(server.client().await.solve(solve(ONE_PLY)).await.err());
    }
    let refused: Vec<&Status> = statuses.iter().flatten().collect();
    assert!(statuses[0].is_none() && !refused.is_empty(), "{statuses:?}");
    for status in refused {
        assert_eq!(status.code(), Code::ResourceExhausted);
        let wait = status.get_details_retry_info().unwrap().retry_delay.unwrap();
        assert!(wait > Duration::ZERO && wait <= Duration::from_secs(1), "{wait:?}");
    }
}

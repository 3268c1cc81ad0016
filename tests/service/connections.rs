//! Connections that stall, vanish, grow old or are too many.

use crate::http::Question;
use crate::support::{BOUND, ENDLESS, ONE_PLY, Server, config, endless, info, solve, soon, stream};
use std::time::{Duration, Instant};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;
use tokio_stream::StreamExt as _;
use tonic::Code;
use tonic::codec::CompressionEncoding;
use tsumi::service::proto::tsume_service_client::TsumeServiceClient;
use tsumi::service::proto::{GetServerInfoRequest, Outcome};
use tsumi::service::{Config, ConnectionLimits};

const SHORT: Duration = Duration::from_millis(300);

async fn server(limits: ConnectionLimits) -> Server {
    Server::start(Config { connections: limits, origins: vec!["*".to_owned()], ..config() }).await
}

/// Waits until the other side closes, which it must do soon.
async fn closed(stream: &mut TcpStream) {
    let mut bytes = [0; 1024];
    let start = Instant::now();
    while let Ok(Ok(count)) = tokio::time::timeout(BOUND, stream.read(&mut bytes)).await {
        if count == 0 {
            return;
        }
        assert!(start.elapsed() < BOUND, "it goes on and on");
    }
    assert!(start.elapsed() < BOUND, "it stays open");
}

#[tokio::test]
async fn who_says_nothing_or_hardly_anything_is_closed() {
    let server = server(ConnectionLimits { handshake: SHORT, ..ConnectionLimits::default() }).await;
    let mut silent = TcpStream::connect(server.address).await.unwrap();
    let mut slow = TcpStream::connect(server.address).await.unwrap();
    slow.write_all(b"PRI * HTTP/2.0\r\n").await.unwrap();
    let start = Instant::now();
    closed(&mut silent).await;
    closed(&mut slow).await;
    assert!(start.elapsed() >= SHORT / 2, "others have their time");
    soon(server.client().await.get_server_info(GetServerInfoRequest {})).await.unwrap();
}

#[tokio::test]
async fn a_request_that_never_ends_is_closed() {
    let server = server(ConnectionLimits { stall: SHORT, ..ConnectionLimits::default() }).await;
    let question = Question::post("/tsume.v1.TsumeService/Solve", vec![0, 0, 0])
        .with("content-type", "application/grpc-web")
        .with("origin", "https://example.org");
    // Three bytes of a head of five: the length is still to come, so the request goes on.
    let mut stream = TcpStream::connect(server.address).await.unwrap();
    let head = "POST /tsume.v1.TsumeService/Solve HTTP/1.1\r\nhost: x\r\ncontent-type: application/grpc-web\r\n\
                content-length: 100\r\n\r\n";
    stream.write_all(&[head.as_bytes(), &[0, 0, 0]].concat()).await.unwrap();
    closed(&mut stream).await;
    assert_eq!(question.ask(&server).await.status, 200, "a request that is merely wrong is answered");
}

#[tokio::test]
async fn a_client_that_does_not_take_its_answer_is_closed() {
    let server = server(ConnectionLimits { stall: SHORT, ..ConnectionLimits::default() }).await;
    // It lives and answers the server's questions, and has no room for any answer.
    let channel = server.endpoint.clone().initial_stream_window_size(0).connect().await.unwrap();
    let mut client = TsumeServiceClient::new(channel);
    let status = soon(client.solve(solve(ONE_PLY))).await.expect_err("a closed connection");
    assert_ne!(status.code(), Code::Ok);
    let mut streamed = soon(client.stream_solve(stream(ENDLESS))).await.unwrap().into_inner();
    assert!(soon(streamed.next()).await.unwrap().is_err());
    server.until_live(0).await;
}

#[tokio::test]
async fn a_search_is_no_stall() {
    let server = server(ConnectionLimits { stall: SHORT, idle: SHORT, ..ConnectionLimits::default() }).await;
    let mut client = server.client().await;
    let mut streamed = client.stream_solve(stream(ENDLESS)).await.unwrap().into_inner();
    let start = Instant::now();
    while start.elapsed() < SHORT * 3 {
        assert!(soon(streamed.next()).await.unwrap().is_ok());
    }
    let running = tokio::spawn(async move { client.solve(endless(0)).await });
    tokio::time::sleep(SHORT * 3).await;
    assert!(!running.is_finished());
    running.abort();
}

#[tokio::test]
async fn a_connection_without_calls_is_given_up_and_its_client_does_not_notice() {
    let server = server(ConnectionLimits { idle: SHORT, ..ConnectionLimits::default() }).await;
    let mut client = server.client().await;
    for _ in 0..3 {
        info(&mut client).await;
        tokio::time::sleep(SHORT * 2).await;
    }
    info(&mut client).await;
}

#[tokio::test]
async fn an_old_connection_lets_its_calls_end_and_takes_no_new_ones() {
    let limits = ConnectionLimits { age: Some(SHORT), age_grace: SHORT, ..ConnectionLimits::default() };
    let server = server(limits).await;
    let mut client = server.client().await;
    let mut other = client.clone();
    let running = tokio::spawn(async move { other.solve(endless(0)).await });
    server.until_live(1).await;
    // The call goes on past the age and is cut off after the grace; its search stops.
    let start = Instant::now();
    let status = soon(running).await.unwrap().expect_err("cut off");
    assert!(start.elapsed() >= SHORT, "{:?}", start.elapsed());
    assert_ne!(status.code(), Code::Ok);
    server.until_live(0).await;
    info(&mut client).await;
}

#[tokio::test]
async fn there_are_so_many_connections_and_no_more() {
    let server = server(ConnectionLimits { open: 2, ..ConnectionLimits::default() }).await;
    let mut first = server.client().await;
    info(&mut first).await;
    let second = TcpStream::connect(server.address).await.unwrap();
    let start = Instant::now();
    loop {
        // The second has its place as soon as it is accepted.
        let mut third = TcpStream::connect(server.address).await.unwrap();
        let mut byte = [0];
        if let Ok(Ok(0) | Err(_)) = tokio::time::timeout(SHORT, third.read(&mut byte)).await {
            break;
        }
        assert!(start.elapsed() < BOUND);
    }
    info(&mut first).await;
    drop(second);
    let start = Instant::now();
    while Question::new("GET", "/", Vec::new()).try_ask(&server).await.is_none() {
        assert!(start.elapsed() < BOUND, "a place that is free again is given to another");
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
}

#[tokio::test]
async fn messages_are_compressed_for_those_who_take_it_and_bombs_are_refused() {
    let server = Server::start(Config { max_message_bytes: 100_000, ..config() }).await;
    for encoding in [CompressionEncoding::Gzip, CompressionEncoding::Zstd] {
        let mut client = server.client().await.send_compressed(encoding).accept_compressed(encoding);
        let answer = client.solve(solve(crate::support::THREE_PLIES)).await.unwrap();
        assert_eq!(answer.into_inner().outcome(), Outcome::Mate);
        let bomb = client.solve(solve(&"k".repeat(10_000_000))).await.expect_err("a refusal");
        assert!(matches!(bomb.code(), Code::ResourceExhausted | Code::OutOfRange), "{bomb}");
    }
}

#[tokio::test]
async fn requests_that_never_come_whole_are_held_up_to_a_bound() {
    // A message of 4 KiB at most, so 256 KiB in all: 200 streams that each stop short of theirs would hold 400 KiB.
    let server = Server::start(Config { max_message_bytes: 4096, origins: vec!["*".to_owned()], ..config() }).await;
    let head = "POST /tsume.v1.TsumeService/Solve HTTP/1.1\r\nhost: x\r\ncontent-type: application/grpc-web\r\n\
                content-length: 5000\r\n\r\n";
    let mut part = vec![0, 0, 0, 0x0f, 0xff];
    part.resize(2048, 0);
    let mut streams = Vec::new();
    for _ in 0..200 {
        let mut stream = TcpStream::connect(server.address).await.unwrap();
        stream.write_all(&[head.as_bytes(), &part].concat()).await.unwrap();
        streams.push(stream);
    }
    let mut refused = 0;
    for stream in &mut streams {
        let mut bytes = [0; 4096];
        if let Ok(Ok(count)) = tokio::time::timeout(Duration::from_millis(20), stream.read(&mut bytes)).await {
            let answer = String::from_utf8_lossy(&bytes[..count]);
            refused += usize::from(answer.contains("not%20come%20whole"));
        }
    }
    assert!((60..=80).contains(&refused), "{refused} of 200 are refused, 72 have no room");
    drop(streams);
    soon(server.client().await.get_server_info(GetServerInfoRequest {})).await.unwrap();
}

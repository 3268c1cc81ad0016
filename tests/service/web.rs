//! Browsers: gRPC-Web over HTTP/1.1 as they speak it, and pages that may not call.

use crate::http::{Answer, Question};
use crate::support::{ENDLESS, NO_MATE, ONE_PLY, Server, config, solve};
use prost::Message;
use tonic::Code;
use tsumi::service::Config;
use tsumi::service::proto::{
    GetServerInfoRequest, Limits, Outcome, SolveRequest, SolveResponse, StreamSolveRequest, StreamSolveResponse,
    stream_solve_request, stream_solve_response::Event,
};

const PAGE: &str = "https://example.org";

async fn server() -> Server {
    Server::start(Config { origins: vec![PAGE.to_owned()], ..config() }).await
}

/// A message as gRPC frames it.
fn framed(message: &impl Message) -> Vec<u8> {
    let message = message.encode_to_vec();
    let length = u32::try_from(message.len()).unwrap().to_be_bytes();
    [&[0][..], &length, &message].concat()
}

pub(crate) fn question(method: &str, message: &impl Message) -> Question {
    Question::post(&format!("/tsume.v1.TsumeService/{method}"), framed(message))
        .with("content-type", "application/grpc-web+proto")
        .with("x-grpc-web", "1")
        .with("origin", PAGE)
}

/// The messages of an answer, and its trailers as text.
fn read<M: Message + Default>(answer: &Answer) -> (Vec<M>, String) {
    assert_eq!(answer.status, 200, "{answer:?}");
    assert!(answer.header("content-type").unwrap().starts_with("application/grpc-web"), "{answer:?}");
    let (mut messages, mut rest) = (Vec::new(), &answer.body[..]);
    while let Some((&[kind, a, b, c, d], tail)) = rest.split_first_chunk() {
        let (frame, tail) = tail.split_at(u32::from_be_bytes([a, b, c, d]) as usize);
        if kind & 0x80 != 0 {
            assert!(tail.is_empty());
            return (messages, String::from_utf8(frame.to_vec()).unwrap());
        }
        messages.push(M::decode(frame).unwrap());
        rest = tail;
    }
    panic!("an answer without trailers: {answer:?}");
}

/// What an answer says at its end, or at its beginning if that is all there is of it.
fn told(answer: &Answer, name: &str) -> String {
    if let Some(value) = answer.header(name) {
        return value.to_owned();
    }
    let (_, trailers) = read::<SolveResponse>(answer);
    trailers.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(':')).unwrap().trim().to_owned()
}

#[tokio::test]
async fn a_call_and_a_stream_from_a_page() {
    let server = server().await;
    let answer = question("Solve", &solve(ONE_PLY)).ask(&server).await;
    assert_eq!(answer.header("access-control-allow-origin"), Some(PAGE));
    let exposed = answer.header("access-control-expose-headers").unwrap();
    for header in ["grpc-status", "grpc-message", "grpc-status-details-bin"] {
        assert!(exposed.contains(header), "{exposed}");
    }
    let (messages, trailers) = read::<SolveResponse>(&answer);
    assert_eq!(messages[0].outcome(), Outcome::Mate);
    assert!(trailers.contains("grpc-status:0"), "{trailers}");

    let position = Some(stream_solve_request::Position::Sfen(NO_MATE.to_owned()));
    let request = StreamSolveRequest { position, ..StreamSolveRequest::default() };
    let (messages, trailers) = read::<StreamSolveResponse>(&question("StreamSolve", &request).ask(&server).await);
    let Some(Event::Answer(last)) = &messages.last().unwrap().event else { panic!("{messages:?}") };
    assert_eq!(last.outcome(), Outcome::NoMate);
    assert!(trailers.contains("grpc-status:0"), "{trailers}");
}

#[tokio::test]
async fn a_refusal_reaches_the_page_with_its_details() {
    let server = server().await;
    let answer = question("Solve", &solve("nonsense")).ask(&server).await;
    assert_eq!(answer.status, 200);
    let (code, details) = (told(&answer, "grpc-status"), told(&answer, "grpc-status-details-bin"));
    assert_eq!(code, (Code::InvalidArgument as i32).to_string());
    assert!(details.len() > 20, "{details}");
}

#[tokio::test]
async fn a_page_may_ask_whether_it_may_call() {
    let server = server().await;
    let preflight = |origin: &'static str| {
        Question::new("OPTIONS", "/tsume.v1.TsumeService/Solve", Vec::new())
            .with("origin", origin)
            .with("access-control-request-method", "POST")
            .with("access-control-request-headers", "authorization,content-type,grpc-timeout,x-grpc-web")
    };
    let answer = preflight(PAGE).ask(&server).await;
    assert!((200..300).contains(&answer.status), "{answer:?}");
    assert_eq!(answer.header("access-control-allow-origin"), Some(PAGE));
    assert!(answer.header("access-control-allow-methods").unwrap().contains("POST"));
    let allowed = answer.header("access-control-allow-headers").unwrap();
    assert!(allowed.contains("authorization") && allowed.contains("x-grpc-web"), "{allowed}");
    assert_eq!(preflight("https://foreign.example").ask(&server).await.status, 403);
}

#[tokio::test]
async fn a_foreign_page_is_refused_whatever_it_asks() {
    let server = server().await;
    let long = SolveRequest { limits: Some(Limits { time_ms: 60_000, ..Limits::default() }), ..solve(ENDLESS) };
    for origin in ["https://foreign.example", "http://example.org", "https://example.org:444", "null"] {
        let answer = question("Solve", &long).replacing("origin", origin).ask(&server).await;
        assert_eq!(answer.status, 403, "{origin}");
        assert_eq!(answer.header("access-control-allow-origin"), None);
    }
    server.until_live(0).await;
    // By default there is no origin on the list.
    let closed = Server::start(config()).await;
    assert_eq!(question("Solve", &solve(ONE_PLY)).ask(&closed).await.status, 403);
    let anyone = Server::start(Config { origins: vec!["*".to_owned()], ..config() }).await;
    assert_eq!(question("Solve", &solve(ONE_PLY)).ask(&anyone).await.status, 200);
}

#[tokio::test]
async fn what_is_no_call_is_told_so() {
    let server = server().await;
    assert_eq!(Question::new("GET", "/tsume.v1.TsumeService/Solve", Vec::new()).ask(&server).await.status, 404);
    let missing = question("Nonsense", &GetServerInfoRequest {}).ask(&server).await;
    assert_eq!(missing.header("grpc-status"), Some("12"), "{missing:?}");
}

#[tokio::test]
async fn a_message_that_is_too_large_is_refused() {
    let server = Server::start(Config { max_message_bytes: 1000, origins: vec![PAGE.to_owned()], ..config() }).await;
    let answer = question("Solve", &solve(&"k".repeat(1001))).ask(&server).await;
    let code = told(&answer, "grpc-status");
    assert!([Code::OutOfRange as i32, Code::ResourceExhausted as i32].contains(&code.parse().unwrap()), "{answer:?}");
    assert_eq!(question("Solve", &solve(ONE_PLY)).ask(&server).await.status, 200);
}

#[tokio::test]
async fn a_page_that_goes_away_stops_its_search() {
    let server = server().await;
    let long = SolveRequest { limits: Some(Limits { time_ms: 60_000, ..Limits::default() }), ..solve(ENDLESS) };
    let connection = question("Solve", &long).send(&server).await;
    server.until_live(1).await;
    drop(connection);
    server.until_live(0).await;
}

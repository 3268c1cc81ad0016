//! Metrics and health over HTTP, and the dashboard that shows them.

use crate::http::Question;
use crate::support::{ENDLESS, ONE_PLY, Server, config, endless, solve, stream};
use std::collections::BTreeSet;
use std::time::Instant;
use tsumi::service::Config;

async fn get(server: &Server, path: &str) -> (u16, String) {
    let answer = Question::new("GET", path, Vec::new()).ask_at(server.metrics).await;
    (answer.status, answer.text().to_owned())
}

/// The value of a metric, labels included in its name; 0 if it is not there.
fn value(text: &str, name: &str) -> f64 {
    text.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(' ')?.parse().ok()).unwrap_or(0.0)
}

/// Waits until a metric has this value.
async fn until(server: &Server, name: &str, expected: f64) {
    let start = Instant::now();
    loop {
        let (_, text) = get(server, "/metrics").await;
        if (value(&text, name) - expected).abs() < f64::EPSILON {
            return;
        }
        assert!(start.elapsed() < crate::support::BOUND, "{name} is not {expected}:\n{text}");
        tokio::time::sleep(std::time::Duration::from_millis(10)).await;
    }
}

const SOLVE: &str = r#"method="tsume.v1.TsumeService/Solve""#;

#[tokio::test]
async fn requests_are_counted_by_method_and_code_and_timed_by_outcome() {
    let server = Server::start(config()).await;
    let mut client = server.client().await;
    client.solve(solve(ONE_PLY)).await.unwrap();
    client.solve(solve("nonsense")).await.unwrap_err();
    let mut streamed = client.stream_solve(stream(ONE_PLY)).await.unwrap().into_inner();
    while streamed.message().await.unwrap().is_some() {}
    until(&server, &format!(r#"tsumi_requests_total{{{SOLVE},code="OK"}}"#), 1.0).await;
    until(&server, &format!(r#"tsumi_requests_total{{{SOLVE},code="INVALID_ARGUMENT"}}"#), 1.0).await;
    until(&server, r#"tsumi_requests_total{method="tsume.v1.TsumeService/StreamSolve",code="OK"}"#, 1.0).await;
    let timed = |method: &str, outcome: &str| {
        format!(
            r#"tsumi_request_duration_seconds_count{{method="tsume.v1.TsumeService/{method}",outcome="{outcome}"}}"#
        )
    };
    until(&server, &timed("Solve", "mate"), 1.0).await;
    until(&server, &timed("Solve", "INVALID_ARGUMENT"), 1.0).await;
    until(&server, &timed("StreamSolve", "mate"), 1.0).await;
    until(&server, "tsumi_requests_in_flight", 0.0).await;
    let (_, text) = get(&server, "/metrics").await;
    assert!(value(&text, "tsumi_search_nodes_total") > 0.0, "{text}");
}

#[tokio::test]
async fn searches_and_vanished_callers_are_shown() {
    let server = Server::start(Config { workers: 1, ..config() }).await;
    let client = server.client().await;
    let calls: Vec<_> = (0..2)
        .map(|number| {
            let mut client = client.clone();
            tokio::spawn(async move { client.solve(endless(number)).await })
        })
        .collect();
    server.until_live(2).await;
    until(&server, "tsumi_requests_in_flight", 2.0).await;
    until(&server, "tsumi_searches_running", 1.0).await;
    until(&server, "tsumi_searches_paused", 1.0).await;
    until(&server, "tsumi_searches_queued", 0.0).await;
    calls.iter().for_each(tokio::task::JoinHandle::abort);
    until(&server, &format!(r#"tsumi_requests_total{{{SOLVE},code="CANCELLED"}}"#), 2.0).await;
    until(&server, "tsumi_searches_running", 0.0).await;
}

#[tokio::test]
async fn callers_cannot_make_up_labels() {
    let server = Server::start(config()).await;
    for number in 0..3 {
        let path = format!("/tsume.v1.TsumeService/Nonsense{number}");
        let question = Question::post(&path, vec![0; 5]).with("content-type", "application/grpc-web");
        question.ask(&server).await;
    }
    until(&server, r#"tsumi_requests_total{method="unknown",code="UNIMPLEMENTED"}"#, 3.0).await;
    assert!(!get(&server, "/metrics").await.1.contains("Nonsense"));
}

#[tokio::test]
async fn readiness_ends_with_the_shutdown_and_life_does_not() {
    let mut server = Server::start(Config { grace: crate::support::BOUND, ..config() }).await;
    assert_eq!(get(&server, "/readyz").await.0, 200);
    assert_eq!(get(&server, "/livez").await.0, 200);
    assert_eq!(get(&server, "/").await.0, 404);
    let mut client = server.client().await;
    let _kept = client.stream_solve(stream(ENDLESS)).await.unwrap();
    server.until_live(1).await;
    server.stop();
    let start = Instant::now();
    while get(&server, "/readyz").await.0 != 503 {
        assert!(start.elapsed() < crate::support::BOUND);
    }
    assert_eq!(get(&server, "/livez").await.0, 200);
}

/// Names of our metrics in a text.
fn names(text: &str) -> BTreeSet<String> {
    let words = text.split(|c: char| !c.is_ascii_alphanumeric() && c != '_');
    words.filter(|word| word.starts_with("tsumi_")).map(str::to_owned).collect()
}

#[tokio::test]
async fn the_dashboard_shows_metrics_that_there_are() {
    let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("deploy/grafana.json");
    let dashboard: serde_json::Value = serde_json::from_str(&std::fs::read_to_string(path).unwrap()).unwrap();
    let panels = dashboard["panels"].as_array().unwrap();
    let queries: Vec<&str> = panels
        .iter()
        .flat_map(|panel| panel["targets"].as_array().unwrap())
        .map(|target| target["expr"].as_str().unwrap())
        .collect();
    assert!(queries.len() >= 8, "{queries:?}");
    let folder = crate::files::Folder::new();
    let store = tsumi::store::Config { path: folder.path().join("answers"), max_bytes: 4 << 20 };
    let server = Server::start(Config { store: Some(store), ..config() }).await;
    server.client().await.solve(solve(ONE_PLY)).await.unwrap();
    until(&server, &format!(r#"tsumi_requests_total{{{SOLVE},code="OK"}}"#), 1.0).await;
    let there = names(&get(&server, "/metrics").await.1);
    for query in queries {
        let used = names(query);
        assert!(!used.is_empty() && used.is_subset(&there), "{query}: {used:?} of {there:?}");
    }
}

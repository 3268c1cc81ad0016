//! How soon the running service frees a core, and how fast it answers under load: `service.sh`.

use crate::server::{Client, ENDLESS, Server, THREE_PLIES, endless, problems, report, solve, until_live};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};
use tonic_health::pb::{HealthCheckRequest, health_client::HealthClient};
use tsumi::service::proto::{Limits, Outcome};

#[tokio::test]
#[ignore = "a measurement: run tests/measure/service.sh"]
async fn a_killed_caller() {
    let server = Server::start();
    let mut client = server.client().await;
    let body = format!(r#"{{"sfen": "{ENDLESS}", "limits": {{"timeMs": 60000}}}}"#);
    let mut times = Vec::new();
    for _ in 0..20 {
        let mut grpcurl = Command::new(std::env::var("GRPCURL").unwrap_or_else(|_| "grpcurl".to_owned()))
            .args(["-plaintext", "-d", &body, &server.address, "tsume.v1.TsumeService/Solve"])
            .stdout(Stdio::null())
            .spawn()
            .expect("grpcurl stands where the script says");
        until_live(&mut client, 1).await;
        tokio::time::sleep(Duration::from_millis(100)).await;
        let start = Instant::now();
        grpcurl.kill().unwrap();
        until_live(&mut client, 0).await;
        times.push(start.elapsed());
        grpcurl.wait().unwrap();
    }
    report("from the kill of grpcurl to a free core", times);
}

#[tokio::test]
#[ignore = "a measurement: run tests/measure/service.sh"]
async fn calls_beside_64_endless_ones() {
    let server = Server::start();
    let mut client = server.client().await;
    let problems = problems(&["3"]);
    // Two halves, so that the second is not answered from what the first left in the table.
    let (before, beside) = problems.split_at(problems.len() / 2);
    report("3-ply calls, idle", timed_solves(&mut client, before).await);
    let arrival = Instant::now();
    let load = endless(&mut client, 64).await;
    let first = solve(THREE_PLIES, Limits { plies: 7, ..Limits::default() });
    assert_eq!(client.solve(first).await.unwrap().into_inner().outcome(), Outcome::Mate);
    println!(
        "3-ply call right after 64 endless ones arrived: answered {:.1?} after the first of them",
        arrival.elapsed()
    );
    let mut health = HealthClient::new(server.channel().await);
    let mut times = Vec::new();
    for _ in 0..200 {
        let start = Instant::now();
        health.check(HealthCheckRequest::default()).await.unwrap();
        times.push(start.elapsed());
    }
    report("health, beside 64 endless calls", times);
    report("3-ply calls, beside 64 endless calls", timed_solves(&mut client, beside).await);
    load.iter().for_each(tokio::task::JoinHandle::abort);
}

async fn timed_solves(client: &mut Client, problems: &[String]) -> Vec<Duration> {
    let mut times = Vec::new();
    for sfen in problems {
        let start = Instant::now();
        client.solve(solve(sfen, Limits::default())).await.unwrap();
        times.push(start.elapsed());
    }
    times
}

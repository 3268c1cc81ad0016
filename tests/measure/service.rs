//! How soon the running service frees a core, and how fast it answers under load: `service.sh`.

use std::fs;
use std::io::{BufRead as _, BufReader};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};
use tonic::transport::{Channel, Endpoint};
use tonic_health::pb::{HealthCheckRequest, health_client::HealthClient};
use tsumi::service::proto::tsume_service_client::TsumeServiceClient;
use tsumi::service::proto::{GetServerInfoRequest, Limits, Outcome, SolveRequest, solve_request};

const ENDLESS: &str = "9/6k2/9/9/9/9/9/9/9 b R4GLr2b4s4n3l18p 1";
const THREE_PLIES: &str = "k2G5/9/K8/9/N8/9/9/9/9 b 2r2b3g4s3n4l18p 1";

type Client = TsumeServiceClient<Channel>;

/// A server in a process of its own, killed when dropped.
struct Server {
    process: Child,
    address: String,
}

impl Server {
    fn start() -> Self {
        let program = std::env::var("TSUMI").unwrap_or_else(|_| env!("CARGO_BIN_EXE_tsumi").to_owned());
        let mut process = Command::new(program)
            .args(["serve", "--listen", "127.0.0.1:0", "--store", "none"])
            .env("RUST_LOG", "warn")
            .stderr(Stdio::piped())
            .spawn()
            .expect("the server starts");
        let mut line = String::new();
        BufReader::new(process.stderr.take().unwrap()).read_line(&mut line).unwrap();
        let address = line.trim().rsplit(' ').next().unwrap().to_owned();
        Self { process, address }
    }

    async fn channel(&self) -> Channel {
        Endpoint::from_shared(format!("http://{}", self.address)).unwrap().connect().await.unwrap()
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

fn solve(sfen: &str, limits: Limits) -> SolveRequest {
    let position = Some(solve_request::Position::Sfen(sfen.to_owned()));
    SolveRequest { position, limits: Some(limits), ..SolveRequest::default() }
}

/// The 3-ply rows of the problem files, or two problems where they are absent.
fn three_plies() -> Vec<String> {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared/data/short.tsv");
    let text = fs::read_to_string(file).unwrap_or_default();
    let rows = text.lines().map(|line| line.split('\t').collect::<Vec<_>>());
    let found: Vec<String> =
        rows.filter(|row| row.len() > 3 && row[1] == "mate" && row[3] == "3").map(|row| row[0].to_owned()).collect();
    if found.is_empty() { vec![THREE_PLIES.to_owned(); 2] } else { found }
}

fn report(what: &str, mut times: Vec<Duration>) {
    times.sort_unstable();
    let at = |permille: usize| times[(times.len() - 1) * permille / 1000];
    let count = times.len();
    println!("{what}: {count} times, median {:.1?}, 99 % {:.1?}, most {:.1?}", at(500), at(990), at(1000));
}

async fn until_live(client: &mut Client, searches: u32) {
    while client.get_server_info(GetServerInfoRequest {}).await.unwrap().into_inner().live_searches != searches {
        tokio::time::sleep(Duration::from_millis(1)).await;
    }
}

#[tokio::test]
#[ignore = "a measurement: run tests/measure/service.sh"]
async fn a_killed_caller() {
    let server = Server::start();
    let mut client = TsumeServiceClient::new(server.channel().await);
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
    let mut client = TsumeServiceClient::new(server.channel().await);
    let problems = three_plies();
    // Two halves, so that the second is not answered from what the first left in the table.
    let (before, beside) = problems.split_at(problems.len() / 2);
    report("3-ply calls, idle", timed_solves(&mut client, before).await);
    let arrival = Instant::now();
    let load: Vec<_> = (0..64)
        .map(|number| {
            let limits = Limits { time_ms: 600_000, plies: 501 + 2 * number, ..Limits::default() };
            let (mut client, request) = (client.clone(), solve(ENDLESS, limits));
            tokio::spawn(async move { client.solve(request).await })
        })
        .collect();
    until_live(&mut client, 64).await;
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

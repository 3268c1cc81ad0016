//! A server to measure, in a process of its own, and what is asked of it.

use std::fs;
use std::io::{BufRead as _, BufReader};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::{Arc, Mutex};
use std::time::Duration;
use tonic::transport::{Channel, Endpoint};
use tsumi::service::proto::tsume_service_client::TsumeServiceClient;
use tsumi::service::proto::{GetServerInfoRequest, Limits, SolveRequest, SolveResponse, solve_request};

/// Nothing decides this one soon.
pub(crate) const ENDLESS: &str = "9/6k2/9/9/9/9/9/9/9 b R4GLr2b4s4n3l18p 1";
pub(crate) const THREE_PLIES: &str = "k2G5/9/K8/9/N8/9/9/9/9 b 2r2b3g4s3n4l18p 1";

pub(crate) type Client = TsumeServiceClient<Channel>;

/// A server in a process of its own, killed when dropped.
pub(crate) struct Server {
    process: Child,
    pub(crate) address: String,
    /// What it has said since.
    said: Arc<Mutex<String>>,
}

impl Server {
    /// Without a store.
    pub(crate) fn start() -> Self {
        Self::with(&["--store", "none"])
    }

    pub(crate) fn with(arguments: &[&str]) -> Self {
        Self::spawn(Command::new(program()), arguments)
    }

    /// As a shell starts it that has read `script`, which ends with `exec "$@"`.
    pub(crate) fn within(script: &str, arguments: &[&str]) -> Self {
        let mut shell = Command::new("sh");
        shell.args(["-c", script, "sh", &program()]);
        Self::spawn(shell, arguments)
    }

    fn spawn(mut command: Command, arguments: &[&str]) -> Self {
        let mut process = command
            .args(["serve", "--listen", "127.0.0.1:0"])
            .args(arguments)
            .env("RUST_LOG", "warn")
            .stderr(Stdio::piped())
            .spawn()
            .expect("the server starts");
        let mut line = String::new();
        let mut talk = BufReader::new(process.stderr.take().unwrap());
        talk.read_line(&mut line).unwrap();
        let address = line.trim().rsplit(' ').next().unwrap().to_owned();
        let said = Arc::new(Mutex::new(String::new()));
        let heard = Arc::clone(&said);
        // Read all the time: a pipe holds little.
        std::thread::spawn(move || talk.lines().map_while(Result::ok).for_each(|line| *heard.lock().unwrap() += &line));
        Self { process, address, said }
    }

    /// Whether it has said this.
    pub(crate) fn said(&self, what: &str) -> bool {
        self.said.lock().unwrap().contains(what)
    }

    /// Panics that it has told of.
    pub(crate) fn panics(&self) -> usize {
        self.said.lock().unwrap().matches("panicked").count()
    }

    /// Files and connections that it has open, on Linux.
    pub(crate) fn files(&self) -> usize {
        fs::read_dir(format!("/proc/{}/fd", self.process.id())).expect("a Linux machine").count()
    }

    pub(crate) async fn channel(&self) -> Channel {
        Endpoint::from_shared(format!("http://{}", self.address)).unwrap().connect().await.unwrap()
    }

    pub(crate) async fn client(&self) -> Client {
        TsumeServiceClient::new(self.channel().await)
    }

    /// CPU time of the process so far, as Linux counts it in hundredths of a second.
    pub(crate) fn cpu(&self) -> Duration {
        let stat = fs::read_to_string(format!("/proc/{}/stat", self.process.id())).expect("a Linux machine");
        // After the name in parentheses: user and system time are the 12th and 13th field.
        let fields: Vec<&str> = stat.rsplit(')').next().unwrap().split_whitespace().collect();
        let ticks: u64 = fields[11..13].iter().map(|field| field.parse::<u64>().unwrap()).sum();
        Duration::from_millis(10 * ticks)
    }

    /// Resident memory of the process, in MiB.
    pub(crate) fn memory_mib(&self) -> u64 {
        let status = fs::read_to_string(format!("/proc/{}/status", self.process.id())).expect("a Linux machine");
        let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:")).unwrap();
        line.split_whitespace().next().unwrap().parse::<u64>().unwrap() >> 10
    }
}

pub(crate) fn program() -> String {
    std::env::var("TSUMI").unwrap_or_else(|_| env!("CARGO_BIN_EXE_tsumi").to_owned())
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

pub(crate) fn solve(sfen: &str, limits: Limits) -> SolveRequest {
    let position = Some(solve_request::Position::Sfen(sfen.to_owned()));
    SolveRequest { position, limits: Some(limits), ..SolveRequest::default() }
}

/// So many calls that are not answered soon, each of another problem: ply limits tell them apart.
pub(crate) async fn endless(client: &mut Client, calls: u32) -> Vec<tokio::task::JoinHandle<()>> {
    let mut load = Vec::new();
    for number in 0..calls {
        let limits = Limits { time_ms: 3_000_000, plies: 501 + 2 * number, ..Limits::default() };
        let (mut client, request) = (client.clone(), solve(ENDLESS, limits));
        load.push(tokio::spawn(async move { drop(client.solve(request).await) }));
    }
    until_live(client, calls).await;
    load
}

pub(crate) async fn until_live(client: &mut Client, searches: u32) {
    while client.get_server_info(GetServerInfoRequest {}).await.unwrap().into_inner().live_searches != searches {
        tokio::time::sleep(Duration::from_millis(1)).await;
    }
}

/// The rows of the problem files with these raw lengths, or two problems where the files are absent.
pub(crate) fn problems(lengths: &[&str]) -> Vec<String> {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared/data/short.tsv");
    let text = fs::read_to_string(file).unwrap_or_default();
    let rows = text.lines().map(|line| line.split('\t').collect::<Vec<_>>());
    let wanted = rows.filter(|row| row.len() > 3 && row[1] == "mate" && lengths.contains(&row[3]));
    let found: Vec<String> = wanted.map(|row| row[0].to_owned()).collect();
    if found.is_empty() { vec![THREE_PLIES.to_owned(); 2] } else { found }
}

/// An answer without what tells of the clock.
pub(crate) fn timeless(mut answer: SolveResponse) -> SolveResponse {
    if let Some(statistics) = &mut answer.statistics {
        (statistics.elapsed_us, statistics.nodes_per_second) = (0, 0);
    }
    answer
}

pub(crate) fn report(what: &str, mut times: Vec<Duration>) {
    times.sort_unstable();
    let at = |permille: usize| times[(times.len() - 1) * permille / 1000];
    let count = times.len();
    println!("{what}: {count} times, median {:.2?}, 99 % {:.2?}, most {:.2?}", at(500), at(990), at(1000));
}

/// A figure from the environment.
pub(crate) fn setting(name: &str, default: u32) -> u32 {
    std::env::var(name).ok().and_then(|text| text.parse().ok()).unwrap_or(default)
}

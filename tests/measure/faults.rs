//! What hostile and unlucky clients, and a disk that is full, do to a server: nothing. Each test has a small size for every
//! day; `faults.sh` runs the large one. They judge: right answers, no memory, file or core that is not given back.

use crate::common::Random;
use crate::load::many_three_plies;
use crate::raw::{AnyBytes, body, frame, headers, opening};
use crate::server::{Client, ENDLESS, Server, THREE_PLIES, report, setting, solve};
use prost::Message as _;
use std::collections::BTreeMap;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::{Duration, Instant};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;
use tokio::task::JoinSet;
use tonic::Code;
use tonic::transport::Endpoint;
use tsumi::service::proto::tsume_service_client::TsumeServiceClient;
use tsumi::service::proto::{
    GetServerInfoRequest, Limits, Outcome, SolveRequest, StreamSolveRequest, stream_solve_request,
};

/// The bound on everything that is given back at once.
const BOUND: Duration = Duration::from_secs(2);
/// What a server's memory may differ by, in MiB: allocators keep some of what they were given.
const SLACK_MIB: u64 = 16;

/// How often half-open connections come, and readers that do not read: a leak grows with it, what an allocator keeps does not.
fn rounds() -> u32 {
    setting("TSUMI_FAULT_ROUNDS", 3)
}

/// Whether memory after this round is what the rounds after it are judged by: the first, and of many the first third.
fn is_warming(round: u32) -> bool {
    round <= (rounds() - 1) / 3
}

/// A server whose memory is not that of its tables.
fn small_server(arguments: &[&str]) -> Server {
    Server::with(&[&["--store", "none", "--workers", "2", "--hash-mib", "4"], arguments].concat())
}

/// Memory and files of a server that has served a little.
struct Before {
    memory_mib: u64,
    files: usize,
    /// Memory after each round, in MiB.
    rounds: Vec<u64>,
}

impl Before {
    fn of(server: &Server) -> Self {
        Self { memory_mib: server.memory_mib(), files: server.files(), rounds: Vec::new() }
    }

    /// Notes memory after a round. That of one that warms the server up is judged by: what an allocator once had it keeps.
    fn grown(&mut self, server: &Server, warms: bool) {
        let memory_mib = server.memory_mib();
        self.rounds.push(memory_mib);
        if warms {
            self.memory_mib = memory_mib;
        }
    }

    /// Judges a server that must have given back all it took for others.
    async fn judge(&self, what: &str, server: &Server, client: &mut Client) {
        until(server, client, "searches and connections are given back", |live, files| {
            live == 0 && files <= self.files
        })
        .await;
        let (idle, start) = (server.cpu(), Instant::now());
        tokio::time::sleep(Duration::from_millis(500)).await;
        let busy = server.cpu().saturating_sub(idle);
        let memory_mib = server.memory_mib();
        println!(
            "{what}: {} MiB before, {memory_mib} MiB after, {:?} between; {} files; {busy:?} of CPU in {:.1?} at rest",
            self.memory_mib,
            self.rounds,
            server.files(),
            start.elapsed()
        );
        assert!(memory_mib <= self.memory_mib + SLACK_MIB, "memory is not given back");
        assert!(busy < Duration::from_millis(250), "a core is busy with nothing");
        assert_eq!(server.panics(), 0, "nothing panicked");
        right(client).await;
    }
}

/// Waits, within the bound, for the number of live searches and open files to be as wished.
async fn until(server: &Server, client: &mut Client, what: &str, wished: impl Fn(u32, usize) -> bool) -> Duration {
    let start = Instant::now();
    loop {
        let live = client.get_server_info(GetServerInfoRequest {}).await.unwrap().into_inner().live_searches;
        let files = server.files();
        if wished(live, files) {
            return start.elapsed();
        }
        assert!(start.elapsed() < BOUND, "not {what}: {live} searches, {files} files");
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
}

/// The server's answers are right.
async fn right(client: &mut Client) {
    static ASKED: AtomicU32 = AtomicU32::new(0);
    // Another ply limit each time, and so another problem: an answer is searched for.
    let plies = 3 + 2 * (ASKED.fetch_add(1, Ordering::Relaxed) % 200);
    let answer = client.solve(solve(THREE_PLIES, Limits { plies, ..Limits::default() })).await.unwrap().into_inner();
    assert_eq!((answer.outcome(), answer.line.len()), (Outcome::Mate, 3));
}

/// A call that does not end by itself, as bytes; those with different numbers are different problems.
fn endless_call(number: u32) -> Vec<u8> {
    let (method, message) = if number.is_multiple_of(2) {
        let limits = Limits { time_ms: 600_000, plies: 501 + 2 * number, ..Limits::default() };
        ("Solve", solve(ENDLESS, limits).encode_to_vec())
    } else {
        ("StreamSolve", endless_stream(number, 600_000).encode_to_vec())
    };
    [opening(), headers(method), body(&message)].concat()
}

fn endless_stream(number: u32, time_ms: u32) -> StreamSolveRequest {
    let limits = Some(Limits { time_ms, plies: 501 + 2 * number, ..Limits::default() });
    let position = Some(stream_solve_request::Position::Sfen(ENDLESS.to_owned()));
    StreamSolveRequest { position, limits, progress_interval_ms: 50, ..StreamSolveRequest::default() }
}

async fn connected(server: &Server, bytes: &[u8]) -> TcpStream {
    let mut stream = TcpStream::connect(&server.address).await.unwrap();
    stream.write_all(bytes).await.unwrap();
    stream
}

/// So many clients in the middle of a call.
async fn calling(server: &Server, clients: u32) -> Vec<TcpStream> {
    let mut streams = Vec::new();
    for number in 0..clients {
        streams.push(connected(server, &endless_call(number)).await);
    }
    streams
}

/// Every other of them in the way of a process that is killed with bytes unread; the others in that of one that ends.
fn vanish(streams: Vec<TcpStream>) {
    for (number, stream) in streams.into_iter().enumerate() {
        if number.is_multiple_of(2) {
            stream.set_zero_linger().unwrap();
        }
    }
}

#[tokio::test]
async fn clients_that_vanish_amid_calls() {
    let (clients, at_once) = (setting("TSUMI_CLIENTS", 300), 100);
    let server = small_server(&[]);
    let mut client = server.client().await;
    right(&mut client).await;
    let mut before = Before::of(&server);
    let mut times = Vec::new();
    for wave in 0..clients / at_once {
        let streams = calling(&server, at_once).await;
        until(&server, &mut client, "all are searched for", |live, _| live == at_once).await;
        vanish(streams);
        times.push(until(&server, &mut client, "the searches end", |live, _| live == 0).await);
        right(&mut client).await;
        before.grown(&server, wave == 0);
    }
    report(&format!("{at_once} of {clients} clients vanish at once, until no search is left"), times);
    before.judge("clients that vanish", &server, &mut client).await;
}

#[tokio::test]
async fn connections_that_are_half_open() {
    let clients = setting("TSUMI_HALF_OPEN", 90);
    let arguments =
        ["--handshake-time", "1s", "--keepalive", "1s", "--keepalive-answer", "500ms", "--stall-time", "1s"];
    let server = small_server(&[&arguments[..], &["--connections", "10000"]].concat());
    let mut client = server.client().await;
    right(&mut client).await;
    let mut before = Before::of(&server);
    for round in 0..rounds() {
        let streams = half_open(&server, clients / 3).await;
        let start = Instant::now();
        while server.files() > before.files {
            right(&mut client).await;
            assert!(start.elapsed() < Duration::from_secs(10), "{} files are open", server.files());
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
        println!(
            "{} half-open connections: closed after {:.1?}, bounds are 1 s to 1.5 s",
            streams.len(),
            start.elapsed()
        );
        before.grown(&server, is_warming(round));
    }
    before.judge("half-open connections", &server, &mut client).await;
}

/// Connections as of machines that lost power: nothing more comes of them, not even the end.
async fn half_open(server: &Server, clients: u32) -> Vec<TcpStream> {
    let call = endless_call(0);
    let half_headers = opening().len() + 30;
    let mut streams = Vec::new();
    for number in 0..clients as usize {
        let length = [0, 10, opening().len(), half_headers, call.len() - 10, call.len()][number % 6];
        streams.push(connected(server, &call[..length]).await);
    }
    streams
}

#[tokio::test]
async fn readers_that_do_not_read() {
    let clients = setting("TSUMI_READERS", 20);
    let server = small_server(&["--stall-time", "1s"]);
    let mut client = server.client().await;
    right(&mut client).await;
    let mut before = Before::of(&server);
    for round in 0..rounds() {
        let mut readers = idle_readers(&server, clients).await;
        while !readers.is_empty() {
            while let Some(ended) = readers.try_join_next() {
                ended.unwrap();
            }
            right(&mut client).await;
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
        before.grown(&server, is_warming(round));
    }
    before.judge(&format!("{} times {clients} readers that do not read", rounds()), &server, &mut client).await;
}

/// Clients that ask for progress and do not look at it: half of them have room for what they are sent, the others none.
async fn idle_readers(server: &Server, clients: u32) -> JoinSet<()> {
    let endpoint = Endpoint::from_shared(format!("http://{}", server.address)).unwrap();
    let mut readers = JoinSet::new();
    for number in 0..clients {
        let window = if number.is_multiple_of(2) { 0 } else { 65_535 };
        let channel = endpoint.clone().initial_stream_window_size(window).connect().await.unwrap();
        readers.spawn(async move {
            let streamed = TsumeServiceClient::new(channel).stream_solve(endless_stream(number, 6_000)).await;
            tokio::time::sleep(Duration::from_secs(2)).await;
            drop(streamed);
        });
    }
    readers
}

/// What is sent to a method in place of a request.
fn malformed_message(random: &mut Random) -> Vec<u8> {
    let mut text = THREE_PLIES.as_bytes().to_vec();
    if random.once_in(2) {
        let at = random.below(text.len());
        text[at] = random.pick(b"kKpP+9/ x\0-0");
    }
    let mut message = solve(std::str::from_utf8(&text).unwrap(), Limits::default()).encode_to_vec();
    match random.below(4) {
        0 => (0..random.below(200)).map(|_| random.bits() as u8).collect(),
        1 => message[..random.below(message.len())].to_vec(),
        2 => {
            flip(&mut message, random);
            message
        }
        _ => message,
    }
}

/// Turns over one to four bits.
fn flip(bytes: &mut [u8], random: &mut Random) {
    for _ in 0..=random.below(4) {
        let at = random.below(bytes.len());
        bytes[at] ^= 1 << random.below(8);
    }
}

const METHODS: [&str; 9] = [
    "Solve",
    "StreamSolve",
    "CheckMove",
    "GetHint",
    "ReplayMoves",
    "ConvertPosition",
    "VerifyProblems",
    "NoSuchMethod",
    "%00",
];

/// What is sent over a connection in place of HTTP.
fn malformed_connection(random: &mut Random) -> Vec<u8> {
    let noise: Vec<u8> = (0..random.below(300)).map(|_| random.bits() as u8).collect();
    let request = solve(THREE_PLIES, Limits::default()).encode_to_vec();
    let mut call = [headers("Solve"), body(&request)].concat();
    match random.below(7) {
        0 => noise,
        1 => [opening(), noise].concat(),
        2 => [opening(), frame(random.below(12) as u8, random.bits() as u8, random.below(5) as u32, &noise)].concat(),
        3 => [b"POST /tsume.v1.TsumeService/Solve HTTP/1.1\r\nhost: x\r\n", noise.as_slice()].concat(),
        4 => {
            // A message that says that it is compressed, or of up to four GiB.
            let head = [random.pick(&[0, 1, 255]), random.bits() as u8, 255, 255, 255];
            [opening(), headers("Solve"), frame(0, 1, 1, &[&head, &*noise].concat())].concat()
        }
        5 => {
            flip(&mut call, random);
            [opening(), call].concat()
        }
        _ => {
            call.truncate(random.below(call.len()));
            [opening(), call].concat()
        }
    }
}

/// Sends so many malformed requests and counts the answers by their code.
async fn misbehave(address: String, requests: u32, mut random: Random) -> BTreeMap<String, u32> {
    let channel = Endpoint::from_shared(format!("http://{address}")).unwrap().connect().await.unwrap();
    let mut grpc = tonic::client::Grpc::new(channel);
    let mut codes = BTreeMap::new();
    for _ in 0..requests {
        let code = if random.once_in(10) {
            let mut stream = TcpStream::connect(&address).await.unwrap();
            // It may be closed before all of it is sent.
            let _ = stream.write_all(&malformed_connection(&mut random)).await;
            let _ = stream.shutdown().await;
            let mut answer = Vec::new();
            let closed = tokio::time::timeout(BOUND, stream.read_to_end(&mut answer)).await;
            assert!(closed.is_ok(), "a connection without a client stays open");
            stream.set_zero_linger().unwrap();
            "a closed connection".to_owned()
        } else {
            let path = format!("/tsume.v1.TsumeService/{}", random.pick(&METHODS)).parse().unwrap();
            grpc.ready().await.unwrap();
            let message = tonic::Request::new(malformed_message(&mut random));
            format!("{:?}", grpc.unary(message, path, AnyBytes).await.map_or_else(|error| error.code(), |_| Code::Ok))
        };
        *codes.entry(code).or_default() += 1;
    }
    codes
}

#[tokio::test]
async fn requests_that_are_malformed() {
    let (requests, callers) = (setting("TSUMI_MALFORMED", 3_000), 8);
    let server = small_server(&["--max-time", "100ms"]);
    let mut client = server.client().await;
    right(&mut client).await;
    let mut before = Before::of(&server);
    let mut codes: BTreeMap<String, u32> = BTreeMap::new();
    for round in 0..10 {
        let mut running = JoinSet::new();
        for caller in 0..callers {
            let random = Random(u64::from(round * callers + caller));
            running.spawn(misbehave(server.address.clone(), requests / callers / 10, random));
        }
        while let Some(counted) = running.join_next().await {
            counted.unwrap().into_iter().for_each(|(code, count)| *codes.entry(code).or_default() += count);
        }
        right(&mut client).await;
        before.grown(&server, round == 0);
    }
    println!("malformed requests were answered with {codes:?}");
    let known = ["Ok", "InvalidArgument", "Unimplemented", "Internal", "a closed connection"];
    assert!(codes.keys().all(|code| known.contains(&&**code)), "{codes:?}");
    before.judge(&format!("{requests} malformed requests"), &server, &mut client).await;
}

/// A disk without room, as a bound on the size of files: `blocks` of 512 bytes.
async fn bounded_file(blocks: u32, requests: &[SolveRequest]) {
    let folder = std::path::Path::new(env!("CARGO_TARGET_TMPDIR"));
    let file = folder.join(format!("bounded-{blocks}-{}.redb", std::process::id()));
    let _ = std::fs::remove_file(&file);
    // Without the trap the signal of the bound would end the process, which no full disk does.
    let bound = format!("trap '' XFSZ; ulimit -f {blocks}; exec \"$@\"");
    let server = Server::within(&bound, &["--hash-mib", "4", "--store", file.to_str().unwrap()]);
    let mut client = server.client().await;
    for (number, request) in requests.iter().enumerate() {
        let answer = client.solve(request.clone()).await.unwrap().into_inner();
        assert_eq!(answer.outcome(), Outcome::Mate, "call {number}");
    }
    let start = Instant::now();
    while !server.said("trouble with the store") {
        assert!(start.elapsed() < BOUND, "{} bytes are no trouble", std::fs::metadata(&file).unwrap().len());
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
    assert_eq!(server.panics(), 0, "nothing panicked");
    println!("no file over {} KiB: {} right answers, {} MiB", blocks / 2, requests.len(), server.memory_mib());
    drop(server);
    let _ = std::fs::remove_file(&file);
}

#[tokio::test]
async fn disks_without_room_for_the_store() {
    let count = setting("TSUMI_FULL_DISK", 400) as usize;
    let requests: Vec<SolveRequest> =
        many_three_plies(count).iter().map(|sfen| solve(sfen, Limits::default())).collect();
    for blocks in [0, 100, 400] {
        bounded_file(blocks, &requests).await;
    }
}

//! A NATS server with the configuration of `deploy/`, and a look into its streams.

use crate::processes::{Running, folder};
use async_nats::jetstream::{self, consumer, stream};
use std::net::{TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

/// The program, if there is one.
pub(crate) fn program() -> Option<PathBuf> {
    std::env::var_os("TSUMI_NATS_SERVER").map(PathBuf::from).filter(|path| path.is_file())
}

/// That of `deploy/`, with its files in this folder.
fn configuration(folder: &Path) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("deploy/nats-server.conf");
    let text = std::fs::read_to_string(path).unwrap();
    let place = "/var/lib/nats";
    assert!(text.contains(place) && text.contains("sync_interval: always"));
    text.replace(place, folder.to_str().unwrap())
}

pub(crate) struct Server {
    running: Option<Running>,
    port: u16,
    folder: PathBuf,
    /// What stands behind the configuration of `deploy/`.
    more: String,
}

impl Server {
    /// A new one, with nothing in its streams.
    pub(crate) fn start(name: &str) -> Self {
        Self::with(folder(name), "")
    }

    /// Another, with its files in this folder, and more in its configuration.
    pub(crate) fn with(folder: PathBuf, more: &str) -> Self {
        let port = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
        let mut server = Self { running: None, port, folder, more: more.to_owned() };
        server.restart();
        server
    }

    pub(crate) fn url(&self) -> String {
        format!("nats://127.0.0.1:{}", self.port)
    }

    /// Where it is reached with TLS, by this user and password, if any.
    pub(crate) fn tls_url(&self, user: &str) -> String {
        format!("tls://{user}localhost:{}", self.port)
    }

    /// Ends it as a loss of power would end the process.
    pub(crate) fn kill(&mut self) {
        self.running = None;
    }

    /// Starts it again with what it has stored.
    pub(crate) fn restart(&mut self) {
        let path = self.folder.join("nats-server.conf");
        std::fs::write(&path, format!("{}\n{}", configuration(&self.folder), self.more)).unwrap();
        let mut command = Command::new(program().unwrap());
        command.arg("-c").arg(path).args(["-p", &self.port.to_string()]);
        command.args(["-l", self.folder.join("log").to_str().unwrap()]);
        self.running = Some(Running::start(command.stdout(Stdio::null()).stderr(Stdio::null())));
        let start = Instant::now();
        while TcpStream::connect(("127.0.0.1", self.port)).is_err() {
            assert!(start.elapsed() < Duration::from_secs(20), "the server does not start");
            std::thread::sleep(Duration::from_millis(50));
        }
    }

    /// Does something with the stream of jobs.
    pub(crate) fn with_jobs<T>(&self, work: impl AsyncFnOnce(&jetstream::Context, stream::Stream) -> T) -> T {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
        runtime.block_on(async {
            let context = jetstream::new(async_nats::connect(self.url()).await.unwrap());
            let jobs = context.get_stream(tsumi::verify::cluster::JOBS).await.unwrap();
            work(&context, jobs).await
        })
    }

    /// How many jobs there are.
    pub(crate) fn jobs(&self) -> u64 {
        self.with_jobs(async |_, jobs| jobs.get_info().await.unwrap().state.messages)
    }

    /// The consumer that the workers share.
    pub(crate) fn consumer(&self) -> consumer::Info {
        use tokio_stream::StreamExt as _;
        self.with_jobs(async |_, jobs| jobs.consumers().next().await.unwrap().unwrap())
    }
}

//! `tsumi serve`: where its settings come from, what it says of wrong ones, and what it never says.

use std::io::{BufRead as _, BufReader, Read as _};
use std::path::PathBuf;
use std::process::{Child, Command, Output, Stdio};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};
use tonic::{Code, Request};
use tsumi::service::proto::{GetServerInfoRequest, tsume_service_client::TsumeServiceClient};

const TOKEN: &str = "0123456789abcdef-good";
const WRONG: &str = "0123456789abcdef-wrong";

fn serve(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_tsumi"));
    command.arg("serve").args(arguments).env("TSUMI_STORE", "none");
    command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

fn file(name: &str, text: &str) -> String {
    let path: PathBuf = std::env::temp_dir().join(format!("tsumi-settings-{}-{name}", std::process::id()));
    std::fs::write(&path, text).unwrap();
    path.to_str().unwrap().to_owned()
}

fn printed(output: &Output) -> &str {
    assert_eq!(output.status.code(), Some(0), "{output:?}");
    std::str::from_utf8(&output.stdout).unwrap()
}

#[test]
fn the_command_line_comes_first_then_the_environment_then_the_file() {
    let config = file(
        "order.toml",
        "queue = 1\nmax-time = \"1m\"\nworkers = 1\npage = false\norigins = [\"https://a.example\", \"https://b.example\"]\n",
    );
    let output = serve(&["--config", &config, "--print-config", "--queue", "3"])
        .env("TSUMI_QUEUE", "2")
        .env("TSUMI_MAX_TIME", "2m")
        .output()
        .unwrap();
    let text = printed(&output);
    for line in [
        "queue = 3  # command line".to_owned(),
        "max-time = \"2m\"  # environment".to_owned(),
        format!("workers = 1  # {config}"),
        format!("page = \"false\"  # {config}"),
        format!("origins = [\"https://a.example\", \"https://b.example\"]  # {config}"),
        "listen = \"127.0.0.1:50051\"  # default".to_owned(),
        "# tokens is not set".to_owned(),
    ] {
        assert!(text.lines().any(|printed| printed == line), "{line} is not in\n{text}");
    }
    // What is printed is a file that says the same.
    let again = file("again.toml", text);
    let output = serve(&["--config", &again, "--print-config"]).env_remove("TSUMI_STORE").output().unwrap();
    let without_source = |text: &str| text.lines().map(|line| line.split("  #").next().unwrap().to_owned()).collect();
    let (before, after): (Vec<String>, Vec<String>) = (without_source(text), without_source(printed(&output)));
    assert_eq!(before, after);
}

#[test]
fn wrong_settings_are_refused_with_their_line() {
    let cases = [
        ("# fine\nqueue = 5\ncolour = \"red\"\n", ":3: there is no setting `colour`"),
        ("queue = 5\n\nmax-time = \"soon\"\n", ":3: invalid value 'soon'"),
        ("queue = 0\n", ":1: invalid value '0'"),
        ("queue = [1, 2]\n", ":1: "),
        ("[queue]\nx = 1\n", ":1: "),
        ("queue 5\n", "line 1"),
        ("queue = 1\nqueue = 2\n", "line 2"),
        ("config = \"other.toml\"\n", ":1: there is no setting `config`"),
    ];
    for (number, (text, expected)) in cases.into_iter().enumerate() {
        let path = file(&format!("wrong-{number}.toml"), text);
        let output = serve(&["--config", &path, "--print-config"]).output().unwrap();
        let talk = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(2), "{text}: {talk}");
        assert!(talk.contains(&path) && talk.contains(expected), "{text}: {talk}");
    }
    let output = serve(&["--print-config"]).env("TSUMI_QUEUE", "many").output().unwrap();
    assert_eq!(output.status.code(), Some(2), "{output:?}");
    let output = serve(&["--listen", "127.0.0.1:0", "--tls-key", "some.key"]).output().unwrap();
    assert!(String::from_utf8(output.stderr).unwrap().contains("--tls-certificate"));
}

/// A server in a process of its own, and what it says.
struct Server {
    child: Child,
    address: String,
    said: JoinHandle<String>,
}

impl Server {
    fn start(mut command: Command) -> Self {
        let mut child = command.spawn().unwrap();
        let mut talk = BufReader::new(child.stderr.take().unwrap());
        let mut line = String::new();
        talk.read_line(&mut line).unwrap();
        let address = line.trim().rsplit(' ').next().unwrap().to_owned();
        // Read all the time: a pipe holds little.
        let said = std::thread::spawn(move || {
            let mut rest = String::new();
            talk.read_to_string(&mut rest).unwrap();
            rest
        });
        Self { child, address, said }
    }

    async fn ask(&self, token: &str) -> Code {
        let mut client = TsumeServiceClient::connect(format!("http://{}", self.address)).await.unwrap();
        let mut request = Request::new(GetServerInfoRequest {});
        request.metadata_mut().insert("authorization", format!("Bearer {token}").parse().unwrap());
        client.get_server_info(request).await.map_or_else(|status| status.code(), |_| Code::Ok)
    }

    /// All that it has said since it listened.
    fn end(mut self) -> String {
        self.child.kill().unwrap();
        self.child.wait().unwrap();
        self.said.join().unwrap()
    }
}

#[tokio::test]
async fn no_token_is_ever_said() {
    let tokens = file("tokens", &format!("app {TOKEN}\n"));
    for log in ["text", "json"] {
        let arguments = ["--listen", "127.0.0.1:0", "--hash-mib", "1", "--tokens", &tokens, "--log", log];
        let printed = serve(&[&arguments[..], &["--print-config"]].concat()).output().unwrap();
        assert!(!String::from_utf8(printed.stdout).unwrap().contains(TOKEN));
        let mut command = serve(&arguments);
        command.env("RUST_LOG", "trace");
        let server = Server::start(command);
        assert_eq!(server.ask(TOKEN).await, Code::Ok);
        assert_eq!(server.ask(WRONG).await, Code::Unauthenticated);
        let said = server.end();
        assert!(said.contains("GetServerInfo") && said.contains("turned away") && said.contains("app"), "{said}");
        assert!(!said.contains("0123456789abcdef"), "a token is said");
    }
}

#[test]
fn where_the_page_is_is_said() {
    let talk = |listen: &str, page: &str| {
        let server = Server::start(serve(&["--listen", listen, "--hash-mib", "1", "--page", page]));
        let port = server.address.rsplit(':').next().unwrap().to_owned();
        std::thread::sleep(Duration::from_millis(300));
        (port, server.end())
    };
    let (port, said) = talk("0.0.0.0:0", "on");
    assert!(said.contains(&format!("its page is at http://localhost:{port}/")), "{said}");
    let (port, said) = talk("127.0.0.1:0", "on");
    assert!(said.contains(&format!("its page is at http://127.0.0.1:{port}/")), "{said}");
    let (_, said) = talk("127.0.0.1:0", "off");
    assert!(!said.contains("page"), "{said}");
}

#[test]
fn strangers_who_can_call_are_warned_of() {
    let talk = |listen: &str| {
        let server = Server::start(serve(&["--listen", listen, "--hash-mib", "1"]));
        std::thread::sleep(Duration::from_millis(300));
        server.end()
    };
    let open = talk("0.0.0.0:0");
    assert!(open.contains("--tls-certificate") && open.contains("--tokens"), "{open}");
    let closed = talk("127.0.0.1:0");
    assert!(!closed.contains("WARN"), "{closed}");
}

#[cfg(unix)]
#[tokio::test]
async fn a_hang_up_has_the_tokens_read_again() {
    let tokens = file("changing-tokens", &format!("app {TOKEN}\n"));
    let server = Server::start(serve(&["--listen", "127.0.0.1:0", "--hash-mib", "1", "--tokens", &tokens]));
    assert_eq!(server.ask(TOKEN).await, Code::Ok);
    file("changing-tokens", &format!("app {WRONG}\n"));
    assert!(Command::new("kill").args(["-HUP", &server.child.id().to_string()]).status().unwrap().success());
    let start = Instant::now();
    while server.ask(WRONG).await != Code::Ok {
        assert!(start.elapsed() < Duration::from_secs(2));
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
    assert_eq!(server.ask(TOKEN).await, Code::Unauthenticated);
    server.end();
}

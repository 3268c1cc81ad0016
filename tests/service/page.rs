//! The page: its files, what browsers are told with them, and who may call from it.

use crate::files::Folder;
use crate::http::{Answer, Question};
use crate::support::{ONE_PLY, Server, config, solve};
use crate::web::question;
use flate2::read::GzDecoder;
use http::{Request, Version};
use std::io::Read as _;
use std::num::NonZeroU32;
use tonic::body::Body;
use tower::{Service as _, ServiceExt as _};
use tsumi::service::{CallerLimits, Config};

/// Paths, content types, and what is served there.
const FILES: [(&str, &str, &[u8]); 6] = [
    ("/", "text/html; charset=utf-8", include_bytes!("../../web/dist/index.html")),
    ("/index.html", "text/html; charset=utf-8", include_bytes!("../../web/dist/index.html")),
    ("/app.js", "text/javascript; charset=utf-8", include_bytes!("../../web/dist/app.js")),
    ("/app.css", "text/css; charset=utf-8", include_bytes!("../../web/dist/app.css")),
    ("/favicon.svg", "image/svg+xml; charset=utf-8", include_bytes!("../../web/dist/favicon.svg")),
    LICENCES,
];

/// Loaded by whoever asks for it.
const LICENCES: (&str, &str, &[u8]) =
    ("/licences.txt", "text/plain; charset=utf-8", include_bytes!("../../web/dist/licences.txt"));

/// Bytes that the page may take on its way: all that it loads to start.
const LARGEST: usize = 80 * 1024;

fn asked(method: &str, path: &str) -> Question {
    Question::new(method, path, Vec::new())
}

async fn get(server: &Server, path: &str) -> Answer {
    asked("GET", path).ask(server).await
}

/// What stands with every answer about the page.
fn assert_rules(answer: &Answer) {
    let policy = answer.header("content-security-policy").unwrap();
    for rule in
        ["default-src 'none'", "script-src 'self'", "style-src 'self'", "connect-src 'self'", "frame-ancestors 'none'"]
    {
        assert!(policy.split("; ").any(|said| said == rule), "{policy}");
    }
    assert!(!policy.contains("unsafe"), "{policy}");
    for (name, value) in [
        ("x-content-type-options", "nosniff"),
        ("referrer-policy", "no-referrer"),
        ("cross-origin-opener-policy", "same-origin"),
        ("cross-origin-resource-policy", "same-origin"),
        ("cache-control", "no-cache"),
        ("vary", "accept-encoding"),
    ] {
        assert_eq!(answer.header(name), Some(value), "{name}");
    }
    assert!(answer.header("etag").unwrap().starts_with("W/\""), "{answer:?}");
}

#[tokio::test]
async fn every_file_is_served_as_it_is_and_compressed_to_those_who_take_it() {
    let server = Server::start(config()).await;
    for (path, kind, text) in FILES {
        let plain = get(&server, path).await;
        assert_eq!((plain.status, plain.header("content-type")), (200, Some(kind)), "{path}");
        assert_eq!(plain.header("content-encoding"), None);
        assert!(plain.body == text, "{path}");
        assert_rules(&plain);
        let packed = asked("GET", path).with("accept-encoding", "br, gzip;q=0.8").ask(&server).await;
        assert_eq!((packed.status, packed.header("content-encoding")), (200, Some("gzip")), "{path}");
        let mut unpacked = Vec::new();
        GzDecoder::new(&packed.body[..]).read_to_end(&mut unpacked).unwrap();
        assert!(unpacked == text, "{path}");
        assert_rules(&packed);
    }
}

#[tokio::test]
async fn the_page_is_small() {
    let server = Server::start(config()).await;
    let mut sum = 0;
    for (path, ..) in FILES[1..].iter().filter(|file| **file != LICENCES) {
        sum += asked("GET", path).with("accept-encoding", "gzip").ask(&server).await.body.len();
    }
    assert!(sum <= LARGEST, "{sum} bytes");
}

#[tokio::test]
async fn a_head_is_the_head_of_what_get_gives() {
    let server = Server::start(config()).await;
    for encoding in ["identity", "gzip"] {
        let get = asked("GET", "/app.js").with("accept-encoding", encoding).ask(&server).await;
        let head = asked("HEAD", "/app.js").with("accept-encoding", encoding).ask(&server).await;
        assert_eq!((head.status, head.body.len()), (200, 0));
        for name in ["content-type", "content-encoding", "content-length", "etag"] {
            assert_eq!(head.header(name), get.header(name), "{name}");
        }
        assert_eq!(head.header("content-length"), Some(&*get.body.len().to_string()));
        assert_rules(&head);
    }
}

#[tokio::test]
async fn who_has_a_file_is_told_that_it_is_the_same() {
    let server = Server::start(config()).await;
    let tag = get(&server, "/").await.header("etag").unwrap().to_owned();
    for method in ["GET", "HEAD"] {
        for known in [tag.as_str(), "*", &format!("\"other\", {tag}")] {
            let answer =
                asked(method, "/").with("if-none-match", known).with("accept-encoding", "gzip").ask(&server).await;
            assert_eq!((answer.status, answer.body.len()), (304, 0), "{known}");
            assert_rules(&answer);
        }
    }
    assert_eq!(asked("GET", "/").with("if-none-match", "W/\"0\"").ask(&server).await.status, 200);
    assert_ne!(get(&server, "/app.js").await.header("etag"), Some(&*tag));
}

#[tokio::test]
async fn what_is_not_there_is_told_and_so_is_what_can_not_be_done() {
    let server = Server::start(config()).await;
    for path in ["/nothing", "/app.js/", "//", "/../Cargo.toml", "/web/dist/app.js"] {
        let answer = get(&server, path).await;
        assert_eq!(
            (answer.status, answer.text()),
            (404, "this port serves gRPC, gRPC-Web, and a page at /\n"),
            "{path}"
        );
    }
    for method in ["POST", "PUT", "DELETE", "OPTIONS"] {
        let answer = asked(method, "/").ask(&server).await;
        assert_eq!((answer.status, answer.header("allow")), (405, Some("GET, HEAD")), "{method}");
    }
    assert_eq!(get(&server, "/?sfen=4k4#x").await.status, 200);
}

#[tokio::test]
async fn without_the_page_nothing_is_served_but_calls() {
    let server = Server::start(Config { page: false, ..config() }).await;
    for (path, ..) in FILES {
        let answer = get(&server, path).await;
        assert_eq!((answer.status, answer.text()), (404, "this port serves gRPC and gRPC-Web\n"), "{path}");
    }
}

#[tokio::test]
async fn over_http_2_it_is_the_same() {
    let server = Server::start(config()).await;
    let mut channel = server.channel().await;
    for (method, length) in [("GET", FILES[0].2.len()), ("HEAD", 0)] {
        let request = Request::builder().method(method).uri("/").body(Body::empty()).unwrap();
        let response = channel.ready().await.unwrap().call(request).await.unwrap();
        assert_eq!((response.status().as_u16(), response.version()), (200, Version::HTTP_2), "{method}");
        assert_eq!(response.headers()["content-length"], FILES[0].2.len().to_string());
        let body = http_body_util::BodyExt::collect(response.into_body()).await.unwrap().to_bytes();
        assert_eq!(body.len(), length, "{method}");
    }
}

/// The call of a page that was fetched from the host that it calls.
fn own(scheme: &str, host: &str) -> Question {
    let question = question("Solve", &solve(ONE_PLY)).replacing("origin", &format!("{scheme}://{host}"));
    question.under(host)
}

#[tokio::test]
async fn the_page_may_call_without_being_listed() {
    let server = Server::start(config()).await;
    let port = server.address.port();
    for host in [server.address.to_string(), format!("localhost:{port}"), format!("[::1]:{port}")] {
        assert_eq!(own("http", &host).ask(&server).await.status, 200, "{host}");
        assert_eq!(own("https", &host).ask(&server).await.status, 200, "{host} behind a proxy that does TLS");
    }
    let elsewhere = own("http", &format!("localhost:{port}")).replacing("origin", "http://localhost:8080");
    assert_eq!(elsewhere.ask(&server).await.status, 403);
    // Nothing vouches for it that this name was ours when the page was fetched.
    let name = own("http", &format!("tsumi.example.org:{port}"));
    assert_eq!(name.ask(&server).await.status, 403);
    let listed = Server::start(Config { origins: vec![format!("http://tsumi.example.org:{port}")], ..config() }).await;
    assert_eq!(name.ask(&listed).await.status, 200);
    // Browsers tell the origin when they fetch a script; a stranger's page may fetch it, but not read it.
    let file = asked("GET", "/app.js").with("origin", "https://foreign.example").ask(&server).await;
    assert_eq!((file.status, file.header("access-control-allow-origin")), (200, None));
    assert_rules(&file);
}

#[tokio::test]
async fn the_page_needs_no_token_and_its_calls_do() {
    let folder = Folder::new();
    let tokens = Some(folder.write("tokens", "good 0123456789abcdef-good\n"));
    let server = Server::start(Config { tokens, ..config() }).await;
    assert_eq!(get(&server, "/").await.status, 200);
    let call = own("https", "tsumi.example.org");
    assert_eq!(call.ask(&server).await.header("grpc-status"), Some("16"));
    let answer = call.with("authorization", "Bearer 0123456789abcdef-good").ask(&server).await;
    assert_eq!((answer.status, answer.header("grpc-status")), (200, None), "{answer:?}");
}

#[tokio::test]
async fn bounds_on_calls_do_not_count_the_page() {
    let once = NonZeroU32::new(1);
    let callers = CallerLimits { calls_per_second: once, calls_at_once: once };
    let server = Server::start(Config { callers, ..config() }).await;
    for _ in 0..5 {
        for (path, ..) in FILES {
            assert_eq!(get(&server, path).await.status, 200, "{path}");
        }
    }
    assert_eq!(own("http", "localhost").ask(&server).await.header("grpc-status"), None);
}

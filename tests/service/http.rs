//! HTTP/1.1 by hand.

use crate::support::{BOUND, Server};
use std::net::SocketAddr;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;

/// A request to be sent.
#[derive(Clone, Debug)]
pub(crate) struct Question {
    line: String,
    /// The host that it names; `None`: the address it is sent to.
    host: Option<String>,
    headers: Vec<(String, String)>,
    body: Vec<u8>,
}

/// What came back, with the names of headers in lower case.
#[derive(Debug)]
pub(crate) struct Answer {
    pub(crate) status: u16,
    headers: Vec<(String, String)>,
    pub(crate) body: Vec<u8>,
}

impl Question {
    pub(crate) fn new(method: &str, path: &str, body: Vec<u8>) -> Self {
        Self { line: format!("{method} {path} HTTP/1.1\r\n"), host: None, headers: Vec::new(), body }
    }

    pub(crate) fn post(path: &str, body: Vec<u8>) -> Self {
        Self::new("POST", path, body)
    }

    pub(crate) fn with(mut self, name: &str, value: &str) -> Self {
        self.headers.push((name.to_owned(), value.to_owned()));
        self
    }

    pub(crate) fn replacing(mut self, name: &str, value: &str) -> Self {
        self.headers.retain(|(known, _)| known != name);
        self.with(name, value)
    }

    pub(crate) fn under(self, host: &str) -> Self {
        Self { host: Some(host.to_owned()), ..self }
    }

    /// Sends it and leaves the answer to the caller.
    pub(crate) async fn send(&self, server: &Server) -> TcpStream {
        self.send_to(server.address).await
    }

    async fn send_to(&self, address: SocketAddr) -> TcpStream {
        let mut stream = TcpStream::connect(address).await.unwrap();
        stream.write_all(&self.bytes(address)).await.unwrap();
        stream
    }

    fn bytes(&self, address: SocketAddr) -> Vec<u8> {
        let host = self.host.clone().unwrap_or_else(|| address.to_string());
        let own = [("host", host), ("content-length", self.body.len().to_string())];
        let own = own.into_iter().map(|(name, value)| (name.to_owned(), value));
        let headers = own.chain(self.headers.clone()).map(|(name, value)| format!("{name}: {value}\r\n"));
        let head = format!("{}{}connection: close\r\n\r\n", self.line, headers.collect::<String>());
        [head.as_bytes(), &self.body].concat()
    }

    pub(crate) async fn ask(&self, server: &Server) -> Answer {
        self.ask_at(server.address).await
    }

    /// Sends it; `None` if the connection ends without an answer.
    pub(crate) async fn try_ask(&self, server: &Server) -> Option<Answer> {
        let mut stream = TcpStream::connect(server.address).await.ok()?;
        stream.write_all(&self.bytes(server.address)).await.ok()?;
        let mut bytes = Vec::new();
        tokio::time::timeout(BOUND, stream.read_to_end(&mut bytes)).await.ok()?.ok()?;
        (!bytes.is_empty()).then(|| Answer::parse(&bytes))
    }

    /// Sends it and reads to the end.
    pub(crate) async fn ask_at(&self, address: SocketAddr) -> Answer {
        let mut stream = self.send_to(address).await;
        let mut bytes = Vec::new();
        tokio::time::timeout(BOUND, stream.read_to_end(&mut bytes)).await.expect("an answer in time").unwrap();
        Answer::parse(&bytes)
    }
}

impl Answer {
    fn parse(bytes: &[u8]) -> Self {
        let end = bytes.windows(4).position(|window| window == b"\r\n\r\n").expect("a whole head");
        let head = std::str::from_utf8(&bytes[..end]).unwrap();
        let mut lines = head.lines();
        let status = lines.next().unwrap().split(' ').nth(1).unwrap().parse().unwrap();
        let headers = lines.map(|line| {
            let (name, value) = line.split_once(':').unwrap();
            (name.to_ascii_lowercase(), value.trim().to_owned())
        });
        let mut answer = Self { status, headers: headers.collect(), body: bytes[end + 4..].to_vec() };
        if answer.header("transfer-encoding") == Some("chunked") {
            answer.body = unchunked(&answer.body);
        }
        answer
    }

    pub(crate) fn header(&self, name: &str) -> Option<&str> {
        self.headers.iter().find(|(known, _)| known == name).map(|(_, value)| value.as_str())
    }

    pub(crate) fn text(&self) -> &str {
        std::str::from_utf8(&self.body).unwrap()
    }
}

fn unchunked(mut rest: &[u8]) -> Vec<u8> {
    let mut body = Vec::new();
    loop {
        let end = rest.windows(2).position(|window| window == b"\r\n").expect("the size of a chunk");
        let size = usize::from_str_radix(std::str::from_utf8(&rest[..end]).unwrap(), 16).unwrap();
        if size == 0 {
            return body;
        }
        body.extend_from_slice(&rest[end + 2..end + 2 + size]);
        rest = &rest[end + 2 + size + 2..];
    }
}

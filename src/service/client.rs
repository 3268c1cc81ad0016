//! Problems answered by a server: the other end of `VerifyProblems`.

use super::convert;
use super::proto::tsume_service_client::TsumeServiceClient;
use super::proto::{self, verify_problems_response::Result as Told};
use crate::verify::{Body, Check, Intake, Report, Runner, Taken, Task};
use rustc_hash::FxHashMap;
use std::io;
use std::sync::mpsc::SyncSender;
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::Duration;
use tokio::sync::mpsc;
use tokio_stream::wrappers::ReceiverStream;
use tonic::metadata::{Ascii, MetadataValue};
use tonic::transport::{Certificate, Channel, ClientTlsConfig, Endpoint};
use tonic::{Code, Request, Status, Streaming};

/// Problems that wait to be sent; what the server has not taken yet waits in the connection, and is bounded by its windows.
const WAITING: usize = 64;

/// Bytes of results that may come before they are taken, and of the connection.
const STREAM_WINDOW: u32 = 128 << 10;
const CONNECTION_WINDOW: u32 = 8 << 20;

/// How often it is looked at whether to go on.
const LOOK: Duration = Duration::from_millis(100);

/// Time to reach the server.
const CONNECTING: Duration = Duration::from_secs(10);

/// Answers problems by asking a server.
pub struct Remote<'a> {
    /// What is asked.
    pub check: Check,
    /// Where the server is: `http://host:port`, or `https://…`.
    pub url: String,
    /// The authorities that may vouch for the server's certificate, in PEM; `None`: it speaks plain text.
    pub authorities: Option<Vec<u8>>,
    /// The token that it asks for.
    pub token: Option<String>,
    /// False once no more is to be done.
    pub goes_on: &'a (dyn Fn() -> bool + Sync),
}

/// Problems that the server has not answered yet, by the id that they travel under: ids of items may come twice.
type Pending = Mutex<FxHashMap<String, Task>>;

impl Runner for Remote<'_> {
    fn run(&self, intake: &Intake<'_>, reports: SyncSender<Report>) -> io::Result<()> {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
        let (requests, stream) = mpsc::channel(WAITING);
        let pending = Pending::default();
        let results = runtime.block_on(self.call(stream))?;
        thread::scope(|scope| {
            let (pending, known) = (&pending, reports.clone());
            scope.spawn(move || self.feed(intake, (pending, &requests), &known));
            let listened = runtime.block_on(self.listen(results, pending, &reports));
            // Whoever still feeds is told that nobody takes it.
            intake.close();
            drop((runtime, reports));
            listened
        })
    }
}

impl Remote<'_> {
    async fn call(
        &self,
        requests: mpsc::Receiver<proto::VerifyProblemsRequest>,
    ) -> io::Result<Streaming<proto::VerifyProblemsResponse>> {
        let channel = self.endpoint()?.connect().await.map_err(|error| self.unreached(&error))?;
        let mut request = Request::new(ReceiverStream::new(requests));
        if let Some(token) = &self.token {
            let bearer: MetadataValue<Ascii> =
                format!("Bearer {token}").parse().map_err(|_| io::Error::other("the token is not plain text"))?;
            request.metadata_mut().insert("authorization", bearer);
        }
        let response = TsumeServiceClient::new(channel).verify_problems(request).await;
        response.map(tonic::Response::into_inner).map_err(|status| self.failed(&status))
    }

    fn endpoint(&self) -> io::Result<Endpoint> {
        let endpoint = Channel::from_shared(self.url.clone()).map_err(|error| self.unreached(&error))?;
        // Results that wait to be written must not be taken for a flood of small frames, as in the server.
        let endpoint =
            endpoint.initial_stream_window_size(STREAM_WINDOW).initial_connection_window_size(CONNECTION_WINDOW);
        let endpoint = endpoint.connect_timeout(CONNECTING).tcp_nodelay(true);
        match &self.authorities {
            None => Ok(endpoint),
            Some(pem) => {
                let tls = ClientTlsConfig::new().ca_certificate(Certificate::from_pem(pem));
                endpoint.tls_config(tls).map_err(|error| self.unreached(&error))
            }
        }
    }

    fn unreached(&self, error: &dyn std::error::Error) -> io::Error {
        let cause = std::iter::successors(Some(error), |error| error.source()).last().unwrap_or(error);
        io::Error::other(format!("{}: the server cannot be reached: {cause}", self.url))
    }

    fn failed(&self, status: &Status) -> io::Error {
        let hint = if status.code() == Code::Unimplemented { " (an older version?)" } else { "" };
        io::Error::other(format!("{}: the server answers {}: {}{hint}", self.url, status.code(), status.message()))
    }

    /// Sends what is to be answered, until there is nothing more or nobody listens.
    fn feed(
        &self,
        intake: &Intake<'_>,
        (pending, requests): (&Pending, &mpsc::Sender<proto::VerifyProblemsRequest>),
        reports: &SyncSender<Report>,
    ) {
        let mut number: u64 = 0;
        while (self.goes_on)() {
            let is_heard = match intake.take() {
                None => return,
                Some(Taken::Known(report)) => reports.send(*report).is_ok(),
                Some(Taken::Task(task)) => {
                    let id = number.to_string();
                    let request = convert::verify_request(id.clone(), &task, (number == 0).then_some(&self.check));
                    number += 1;
                    lock(pending).insert(id, *task);
                    requests.blocking_send(request).is_ok()
                }
            };
            if !is_heard {
                return;
            }
        }
    }

    /// Hands on the results, until the server has no more.
    async fn listen(
        &self,
        mut results: Streaming<proto::VerifyProblemsResponse>,
        pending: &Pending,
        reports: &SyncSender<Report>,
    ) -> io::Result<()> {
        let mut looks = tokio::time::interval(LOOK);
        loop {
            let result = tokio::select! {
                result = results.message() => result.map_err(|status| self.failed(&status))?,
                _ = looks.tick() => {
                    if (self.goes_on)() {
                        continue;
                    }
                    return Ok(());
                }
            };
            let Some(proto::VerifyProblemsResponse { id, result }) = result else { break };
            let task = lock(pending).remove(&id).ok_or_else(|| self.odd("a result that was not asked for"))?;
            if reports.send(report(task, result)).is_err() {
                return Ok(());
            }
        }
        if lock(pending).is_empty() { Ok(()) } else { Err(self.odd("fewer results than were asked for")) }
    }

    fn odd(&self, what: &str) -> io::Error {
        io::Error::other(format!("{}: the server gives {what}", self.url))
    }
}

fn lock(pending: &Pending) -> std::sync::MutexGuard<'_, FxHashMap<String, Task>> {
    pending.lock().unwrap_or_else(PoisonError::into_inner)
}

/// What a result says of its task.
fn report(Task { id, stated, same_as }: Task, result: Option<Told>) -> Report {
    let examined = match result {
        Some(Told::Verified(verified)) => convert::examined(verified),
        Some(Told::Error(error)) => {
            Err(format!("The server gives no answer: {}.", error.message.trim_end_matches('.')))
        }
        None => Err("The server's answer is not known here.".to_owned()),
    };
    let body = match examined {
        Ok(examined) => Body::Examined(examined, stated),
        Err(reason) => Body::Failed(reason, stated),
    };
    Report { id, same_as, body }
}

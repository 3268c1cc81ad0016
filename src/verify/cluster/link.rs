//! The connection to NATS, and the two streams.

use super::message::{LARGEST, Record};
use async_nats::jetstream::consumer::{AckPolicy, PullConsumer, pull};
use async_nats::jetstream::context::{Context, ContextBuilder};
use async_nats::jetstream::message::PublishMessage;
use async_nats::jetstream::stream::{Config, DirectGetErrorKind, RetentionPolicy, StorageType, Stream};
use async_nats::{ConnectOptions, ServerAddr, Subscriber};
use percent_encoding::percent_decode_str;
use std::error::Error;
use std::io;
use std::path::PathBuf;
use std::time::Duration;
use tokio_stream::StreamExt as _;

/// The name of the stream of jobs.
pub const JOBS: &str = "TSUMI_JOBS";

/// The name of the stream of results.
pub const RESULTS: &str = "TSUMI_RESULTS";

const DAY: Duration = Duration::from_hours(24);

/// How long a job may wait for a worker.
const JOBS_KEPT: Duration = DAY.saturating_mul(7);

/// How long a result is taken instead of being found again.
const RESULTS_KEPT: Duration = DAY.saturating_mul(30);

/// How long the server knows the ids of messages.
const IDS_KEPT: Duration = Duration::from_mins(10);

/// Time for the server to answer a question.
const ANSWERED: Duration = Duration::from_secs(5);

/// Time for it to confirm that a message is stored.
const STORED: Duration = Duration::from_secs(10);

/// Messages that wait to be confirmed, at most.
const UNCONFIRMED: usize = 256;

/// How often a job is delivered at most: more than [`super::TRIES`], so that a worker is left to tell of the failure.
const DELIVERIES: i64 = 64;

/// Jobs that may be with workers at once, over all of them.
const WITH_WORKERS: i64 = 10_000;

/// Where NATS is and how to get in.
#[derive(Clone)]
pub struct Settings {
    /// `nats://host:port`, or `tls://…`; several servers of a cluster with commas between them. It may hold a user and a password, and
    /// is told to nobody.
    pub url: String,
    /// A file with the user's JWT and the seed of his key.
    pub credentials: Option<PathBuf>,
    /// The authorities that may vouch for the server's certificate, in PEM; `None`: those that the system knows.
    pub authorities: Option<PathBuf>,
    /// On how many servers of a cluster each stream is kept: 1 to 5. Of the first who makes the streams only.
    pub replicas: usize,
}

/// A message on its way to a stream.
#[derive(Clone)]
pub(super) struct Outgoing {
    pub(super) subject: String,
    /// Sent once more within ten minutes it is dropped.
    pub(super) id: Option<String>,
    pub(super) payload: Vec<u8>,
}

/// A connection with both streams.
#[derive(Clone)]
pub(super) struct Link {
    context: Context,
    jobs: Stream,
    results: Stream,
    address: String,
}

impl Settings {
    fn servers(&self) -> io::Result<Vec<ServerAddr>> {
        let servers: Result<Vec<ServerAddr>, _> = self.url.split(',').map(|url| url.trim().parse()).collect();
        servers.map_err(|_| io::Error::other("the URL of NATS is not one: write nats://HOST:PORT or tls://HOST:PORT"))
    }

    async fn options(&self, name: &str, servers: &[ServerAddr]) -> io::Result<ConnectOptions> {
        let mut options = signed_on(ConnectOptions::new().name(name), servers);
        if let Some(path) = &self.credentials {
            options = options.credentials_file(path).await.map_err(|_| unusable(path, "is no file of credentials"))?;
        }
        if let Some(path) = &self.authorities {
            std::fs::metadata(path).map_err(|error| unusable(path, &error.to_string()))?;
            options = options.add_root_certificates(path.clone());
        }
        Ok(options)
    }
}

/// The same by the user and password of the first URL that has them, or by its token: the client looks at its options only.
fn signed_on(options: ConnectOptions, servers: &[ServerAddr]) -> ConnectOptions {
    let decoded = |text: &str| percent_decode_str(text).decode_utf8_lossy().into_owned();
    match servers.iter().find_map(|server| Some((server.username()?, server.password()))) {
        Some((user, Some(password))) => options.user_and_password(decoded(user), decoded(password)),
        Some((token, None)) => options.token(decoded(token)),
        None => options,
    }
}

/// The contents of such a file are not told.
fn unusable(path: &std::path::Path, what: &str) -> io::Error {
    io::Error::other(format!("{}: {what}", path.display()))
}

impl Link {
    /// Connects, and makes the streams if there are none. A connection that is lost later comes back by itself.
    pub(super) async fn open(settings: &Settings, name: &str) -> io::Result<Self> {
        let servers = settings.servers()?;
        let address = address(&servers);
        let told = |error: &dyn Error| failed(&address, "NATS cannot be used", error);
        let client = settings.options(name, &servers).await?.connect(servers).await.map_err(|error| told(&error))?;
        let context = ContextBuilder::new()
            .timeout(ANSWERED)
            .ack_timeout(STORED)
            .max_ack_inflight(UNCONFIRMED)
            .backpressure_on_inflight(true)
            .build(client);
        let jobs = context.get_or_create_stream(jobs(settings.replicas)).await.map_err(|error| told(&error))?;
        let results = context.get_or_create_stream(results(settings.replicas)).await.map_err(|error| told(&error))?;
        if jobs.cached_info().config.retention != RetentionPolicy::WorkQueue {
            return Err(io::Error::other(format!("{address}: the stream {JOBS} is no work queue")));
        }
        Ok(Self { context, jobs, results, address })
    }

    /// Where it leads, for a person.
    pub(super) fn address(&self) -> &str {
        &self.address
    }

    /// Has a message stored, and waits until it is.
    pub(super) async fn publish(&self, outgoing: Outgoing) -> io::Result<()> {
        let Outgoing { subject, id, payload } = outgoing;
        let message = PublishMessage::build().payload(payload.into());
        let message = if let Some(id) = id { message.message_id(id) } else { message };
        let told = |error: &dyn Error| failed(&self.address, "a message is not stored", error);
        let stored = self.context.send_publish(subject, message).await.map_err(|error| told(&error))?;
        stored.await.map(drop).map_err(|error| told(&error))
    }

    /// The result with this subject, if there is one that can be read.
    pub(super) async fn result(&self, subject: String) -> io::Result<Option<Record>> {
        match self.results.direct_get_last_for_subject(subject).await {
            Ok(message) => Ok(Record::decode(&message.payload).ok()),
            Err(error) if error.kind() == DirectGetErrorKind::NotFound => Ok(None),
            Err(error) => Err(failed(&self.address, "a result cannot be read", &error)),
        }
    }

    /// Takes a result away.
    pub(super) async fn forget(&self, subject: &str) -> io::Result<()> {
        let purged = self.results.purge().filter(subject).await;
        purged.map(drop).map_err(|error| failed(&self.address, "a result cannot be taken away", &error))
    }

    /// Hears of results as they come. Some may be missed while the connection is lost.
    pub(super) async fn listen(&self, subject: String) -> io::Result<Subscriber> {
        let subscribed = self.context.client().subscribe(subject).await;
        subscribed.map_err(|error| failed(&self.address, "results cannot be listened to", &error))
    }

    /// True if a job with this subject may still come to a worker that shares the consumer.
    pub(super) async fn has_jobs(&self, subject: &str, consumer: &str) -> io::Result<bool> {
        let told = |error: &dyn Error| failed(&self.address, "jobs cannot be counted", error);
        let mut subjects = self.jobs.info_with_subjects(subject).await.map_err(|error| told(&error))?;
        if subjects.next().await.transpose().map_err(|error| told(&error))?.is_none() {
            return Ok(false);
        }
        // A job that was delivered too often stays in the stream, and goes to nobody.
        let info = self.jobs.consumer_info(consumer).await;
        Ok(info.map_or(true, |info| info.num_pending > 0 || info.num_ack_pending > 0))
    }

    /// The consumer that workers share, for jobs of these subjects.
    pub(super) async fn consumer(&self, name: String, subject: String, lease: Duration) -> io::Result<PullConsumer> {
        let config = pull::Config {
            durable_name: Some(name),
            filter_subject: subject,
            ack_policy: AckPolicy::Explicit,
            ack_wait: lease,
            max_deliver: DELIVERIES,
            max_ack_pending: WITH_WORKERS,
            // That of a version which nobody runs any more goes away.
            inactive_threshold: JOBS_KEPT,
            ..pull::Config::default()
        };
        let made = self.jobs.create_consumer(config).await;
        made.map_err(|error| failed(&self.address, "jobs cannot be taken", &error))
    }
}

fn jobs(replicas: usize) -> Config {
    Config {
        name: JOBS.to_owned(),
        description: Some("Problems to be answered".to_owned()),
        subjects: vec!["tsumi.jobs.>".to_owned()],
        retention: RetentionPolicy::WorkQueue,
        max_age: JOBS_KEPT,
        ..kept(replicas)
    }
}

fn results(replicas: usize) -> Config {
    Config {
        name: RESULTS.to_owned(),
        description: Some("What came out".to_owned()),
        subjects: vec!["tsumi.results.>".to_owned()],
        max_messages_per_subject: 1,
        max_age: RESULTS_KEPT,
        allow_direct: true,
        ..kept(replicas)
    }
}

fn kept(replicas: usize) -> Config {
    Config {
        storage: StorageType::File,
        num_replicas: replicas,
        duplicate_window: IDS_KEPT,
        // Headers count too.
        max_message_size: i32::try_from(LARGEST + 1024).unwrap_or(i32::MAX),
        ..Config::default()
    }
}

/// Hosts and ports only: the rest of a URL may be secret.
fn address(servers: &[ServerAddr]) -> String {
    let places: Vec<String> = servers.iter().map(|server| format!("{}:{}", server.host(), server.port())).collect();
    places.join(",")
}

fn failed(address: &str, what: &str, error: &dyn Error) -> io::Error {
    io::Error::other(format!("{address}: {what}: {error}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn secrets_of_a_url_are_not_told() {
        let settings = |url: &str| Settings { url: url.to_owned(), credentials: None, authorities: None, replicas: 1 };
        let servers = settings("nats://user:secret@one:4333, tls://token@two").servers().unwrap();
        assert_eq!(address(&servers), "one:4333,two:4222");
        let error = settings("http://user:secret@host").servers().unwrap_err().to_string();
        assert!(!error.contains("secret") && error.contains("nats://HOST:PORT"), "{error}");
    }
}

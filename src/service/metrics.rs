//! Figures about the server, in the text format of Prometheus.
//!
//! Nothing is global: each server has a recorder of its own.

use super::proto::FILE_DESCRIPTOR_SET;
use crate::scheduler::Scheduler;
use crate::store::Store;
use metrics::{Counter, Gauge, Key, KeyName, Label, Level, Metadata, Recorder as _, SharedString};
use metrics_exporter_prometheus::{PrometheusBuilder, PrometheusRecorder};
use prost::Message as _;
use prost_types::FileDescriptorSet;
use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;
use tonic::Code;

const METADATA: Metadata<'static> = Metadata::new("tsumi", Level::INFO, None);

/// Upper ends of the buckets of durations, in seconds: from what the table knows to what takes its hour.
const BUCKETS: [f64; 15] =
    [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1.0, 5.0, 30.0, 120.0, 600.0, 3600.0];

const REQUESTS: &str = "tsumi_requests_total";
const SECONDS: &str = "tsumi_request_duration_seconds";
const IN_FLIGHT: &str = "tsumi_requests_in_flight";
const TURNED_AWAY: &str = "tsumi_connections_turned_away_total";
const RUNNING: &str = "tsumi_searches_running";
const PAUSED: &str = "tsumi_searches_paused";
const QUEUED: &str = "tsumi_searches_queued";
const ADMITTED: &str = "tsumi_searches_max";
const NODES: &str = "tsumi_search_nodes_total";
const TABLE: &str = "tsumi_table_fill_ratio";
const BUILD: &str = "tsumi_build_info";
const RECENT: &str = "tsumi_recent_hits_total";
const STORE_HITS: &str = "tsumi_store_hits_total";
const STORE_MISSES: &str = "tsumi_store_misses_total";
const STORE_WRITTEN: &str = "tsumi_store_written_total";
const STORE_LOST: &str = "tsumi_store_lost_total";
const STORE_REFUSED: &str = "tsumi_store_refused_total";
const STORE_EVICTED: &str = "tsumi_store_evicted_total";
const STORE_OPEN: &str = "tsumi_store_open";
const STORE_TROUBLES: &str = "tsumi_store_troubles_total";
const STORE_BYTES: &str = "tsumi_store_bytes";

/// What each counter counts.
const COUNTERS: [(&str, &str); 11] = [
    (REQUESTS, "Requests that have ended, by method and status code."),
    (TURNED_AWAY, "Connections that were closed as they came, for as many were open as may be."),
    (NODES, "Nodes that were searched; its rate is the nodes a second."),
    (RECENT, "Answers that were given again from memory."),
    (STORE_HITS, "Answers that were found in the store on disk."),
    (STORE_MISSES, "Answers that were looked for in the store and not found."),
    (STORE_WRITTEN, "Answers that were written to the store."),
    (STORE_LOST, "Answers that were to be kept in the store and were not."),
    (STORE_REFUSED, "Records that were found in the store and passed over: of another version, or damaged."),
    (STORE_EVICTED, "Answers that were removed from the store to make room."),
    (STORE_TROUBLES, "How often there was trouble with the store's file."),
];

/// What each gauge shows.
const GAUGES: [(&str, &str); 9] = [
    (IN_FLIGHT, "Requests that are being answered."),
    (RUNNING, "Searches that have a core."),
    (PAUSED, "Searches that have begun and wait for their next turn."),
    (QUEUED, "Searches that wait for their first turn."),
    (ADMITTED, "Searches that may be live (running, paused or queued) at once."),
    (STORE_OPEN, "1 while the store has its file, 0 while the server goes on without it."),
    (STORE_BYTES, "Size of the store's file; 0 while it is not open."),
    (TABLE, "Part of the shared table that is in use."),
    (BUILD, "1, with the program's version."),
];

/// What each histogram measures.
const HISTOGRAMS: [(&str, &str); 1] = [(
    SECONDS,
    "Time from the arrival of a request to the last byte of its answer, by method and outcome: the search's, or the \
     status code where there is none.",
)];

/// The figures of one server.
pub(super) struct Metrics {
    recorder: PrometheusRecorder,
    scheduler: Arc<Scheduler>,
    store: Option<Arc<Store>>,
    /// Methods by their paths: only these become labels, whatever callers ask for.
    methods: HashMap<String, Arc<str>>,
    unknown: Arc<str>,
    in_flight: Gauge,
    turned_away: Counter,
}

impl Metrics {
    /// Figures of a server with this scheduler and store, which admits so many searches.
    pub(super) fn new(scheduler: Arc<Scheduler>, store: Option<Arc<Store>>, live_searches: usize) -> Self {
        let builder = PrometheusBuilder::new().set_buckets(&BUCKETS).expect("there are buckets");
        let recorder = builder.build_recorder();
        describe(&recorder);
        let build = Key::from_parts(BUILD, vec![Label::new("version", env!("CARGO_PKG_VERSION"))]);
        recorder.register_gauge(&build, &METADATA).set(1.0);
        gauge(&recorder, ADMITTED).set(u32::try_from(live_searches).unwrap_or(u32::MAX));
        let (in_flight, turned_away) = (gauge(&recorder, IN_FLIGHT), counter(&recorder, TURNED_AWAY));
        Self { recorder, scheduler, store, methods: methods(), unknown: "unknown".into(), in_flight, turned_away }
    }

    /// The label of a method.
    pub(super) fn method(&self, path: &str) -> Arc<str> {
        Arc::clone(self.methods.get(path).unwrap_or(&self.unknown))
    }

    /// A request has come.
    pub(super) fn begin(&self) {
        self.in_flight.increment(1.0);
    }

    /// A request is over. `outcome` is that of its search, if it had one.
    pub(super) fn end(&self, method: &Arc<str>, code: Code, outcome: Option<&'static str>, time: Duration) {
        self.in_flight.decrement(1.0);
        let method = Label::new("method", SharedString::from_shared(Arc::clone(method)));
        let outcome = Label::new("outcome", outcome.unwrap_or(code_name(code)));
        let requests = Key::from_parts(REQUESTS, vec![method.clone(), Label::new("code", code_name(code))]);
        self.recorder.register_counter(&requests, &METADATA).increment(1);
        self.recorder.register_histogram(&Key::from_parts(SECONDS, vec![method, outcome]), &METADATA).record(time);
    }

    /// There was no room for a connection.
    pub(super) fn turned_away(&self) {
        self.turned_away.increment(1);
    }

    /// Makes the memory that figures take small again. To be called now and then.
    pub(super) fn tidy(&self) {
        self.recorder.handle().run_upkeep();
    }

    /// All figures as they stand.
    pub(super) fn render(&self) -> String {
        let (load, paused) = (self.scheduler.load(), self.scheduler.paused());
        let number = |count: usize| u32::try_from(count).unwrap_or(u32::MAX);
        gauge(&self.recorder, RUNNING).set(number(load.running));
        gauge(&self.recorder, PAUSED).set(number(paused));
        gauge(&self.recorder, QUEUED).set(number(load.waiting.saturating_sub(paused)));
        gauge(&self.recorder, TABLE).set(f64::from(self.scheduler.table().permille()) / 1000.0);
        counter(&self.recorder, NODES).absolute(self.scheduler.nodes());
        counter(&self.recorder, RECENT).absolute(self.scheduler.recent_hits());
        if let Some(store) = &self.store {
            self.sample_store(store);
        }
        self.recorder.handle().render()
    }

    fn sample_store(&self, store: &Store) {
        let figures = store.figures();
        for (name, count) in [
            (STORE_HITS, figures.hits),
            (STORE_MISSES, figures.misses),
            (STORE_WRITTEN, figures.written),
            (STORE_LOST, figures.lost),
            (STORE_REFUSED, figures.refused),
            (STORE_EVICTED, figures.evicted),
            (STORE_TROUBLES, figures.troubles),
        ] {
            counter(&self.recorder, name).absolute(count);
        }
        gauge(&self.recorder, STORE_OPEN).set(u8::from(figures.is_open));
        #[allow(clippy::cast_precision_loss, reason = "exact up to some thousand terabytes")]
        gauge(&self.recorder, STORE_BYTES).set(figures.bytes as f64);
    }
}

fn gauge(recorder: &PrometheusRecorder, name: &'static str) -> Gauge {
    recorder.register_gauge(&Key::from_static_name(name), &METADATA)
}

fn counter(recorder: &PrometheusRecorder, name: &'static str) -> Counter {
    recorder.register_counter(&Key::from_static_name(name), &METADATA)
}

fn describe(recorder: &PrometheusRecorder) {
    let text =
        |(name, help): (&'static str, &'static str)| (KeyName::from_const_str(name), SharedString::const_str(help));
    for (name, help) in COUNTERS.map(text) {
        recorder.describe_counter(name, None, help);
    }
    for (name, help) in GAUGES.map(text) {
        recorder.describe_gauge(name, None, help);
    }
    for (name, help) in HISTOGRAMS.map(text) {
        recorder.describe_histogram(name, None, help);
    }
}

/// Every method that is served, by its path.
fn methods() -> HashMap<String, Arc<str>> {
    let sets = [
        FILE_DESCRIPTOR_SET,
        tonic_health::pb::FILE_DESCRIPTOR_SET,
        tonic_reflection::pb::v1::FILE_DESCRIPTOR_SET,
        tonic_reflection::pb::v1alpha::FILE_DESCRIPTOR_SET,
    ];
    let files = sets
        .into_iter()
        .flat_map(|set| FileDescriptorSet::decode(set).expect("the descriptors were made by the build").file);
    let paths = files.flat_map(|file| {
        let (package, services) = (file.package().to_owned(), file.service);
        services.into_iter().flat_map(move |service| {
            let name = format!("{package}.{}", service.name());
            service.method.into_iter().map(move |method| format!("{name}/{}", method.name()))
        })
    });
    paths.map(|path| (format!("/{path}"), Arc::from(path))).collect()
}

/// The name of a code in the protocol's own writing.
const fn code_name(code: Code) -> &'static str {
    match code {
        Code::Ok => "OK",
        Code::Cancelled => "CANCELLED",
        Code::Unknown => "UNKNOWN",
        Code::InvalidArgument => "INVALID_ARGUMENT",
        Code::DeadlineExceeded => "DEADLINE_EXCEEDED",
        Code::NotFound => "NOT_FOUND",
        Code::AlreadyExists => "ALREADY_EXISTS",
        Code::PermissionDenied => "PERMISSION_DENIED",
        Code::ResourceExhausted => "RESOURCE_EXHAUSTED",
        Code::FailedPrecondition => "FAILED_PRECONDITION",
        Code::Aborted => "ABORTED",
        Code::OutOfRange => "OUT_OF_RANGE",
        Code::Unimplemented => "UNIMPLEMENTED",
        Code::Internal => "INTERNAL",
        Code::Unavailable => "UNAVAILABLE",
        Code::DataLoss => "DATA_LOSS",
        Code::Unauthenticated => "UNAUTHENTICATED",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_method_has_its_label_and_others_share_one() {
        let methods = methods();
        assert_eq!(&*methods["/tsume.v1.TsumeService/Solve"], "tsume.v1.TsumeService/Solve");
        for path in [
            "/grpc.health.v1.Health/Check",
            "/grpc.reflection.v1.ServerReflection/ServerReflectionInfo",
            "/grpc.reflection.v1alpha.ServerReflection/ServerReflectionInfo",
        ] {
            assert!(methods.contains_key(path), "{path}");
        }
        assert!(!methods.contains_key("/tsume.v1.TsumeService/Nonsense"));
    }
}

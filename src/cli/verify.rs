//! `tsumi verify`: checks many problems, and reports each.

mod progress;

use super::Exit;
use super::aim::Useless;
use super::input::Reading;
use super::interrupt::Interrupt;
use super::nats;
use super::talk::talk;
use crate::service::Remote;
use crate::solver::Limits;
use crate::verify::cluster::Cluster;
use crate::verify::report::{Asked, Format, Past, ReportFile};
use crate::verify::{Body, Check, Depth, Intake, Local, Moves, PassedOver, Report, Runner, Summary, run};
use clap::ValueEnum;
use progress::Bar;
use std::io::{self, Write};
use std::path::PathBuf;
use std::time::{Duration, Instant};

/// Nodes for each problem when no limit is given.
const DEFAULT_NODES: u64 = 1_000_000;

/// Items without an answer that are named while they come; the report names all.
const NAMED: usize = 20;

/// Check many problems: solve each, compare it with what is claimed of it, and report
///
/// Problems that are the same, mirrored or with colours exchanged are solved once. With a node limit (the default) the report is the
/// same on every machine and for any number of jobs, but for the order of its lines. Ctrl-C ends the run with what is reported so
/// far; --resume goes on with it. The length that is claimed of a problem is the one that its record states (`七手詰`, `まで7手で詰み`, the
/// columns `book` and `raw`), else that of its solution if that mates.
#[derive(clap::Args)]
pub(super) struct Verify {
    /// Files (KIF, KI2, BOD, CSA, JKF, or one SFEN a line), folders, zip archives and gzip files of them, positions, or `-` for standard
    /// input, which is also the default
    #[arg(value_name = "FILE|FOLDER|POSITION|-")]
    inputs: Vec<String>,
    #[command(flatten)]
    reading: Reading,
    /// How deep to look into each problem
    #[arg(long, value_enum, value_name = "DEPTH", default_value_t)]
    check: DepthWord,
    #[command(flatten)]
    cost: Cost,
    /// Which interpositions are useless (無駄合), neither played nor counted in the conventional length
    #[arg(long, value_enum, value_name = "MODE", default_value_t)]
    useless: Useless,
    /// Nodes that `--check sound` may spend on each move; one that they do not decide is told as undecided
    #[arg(long, value_name = "NODES", default_value_t = 300_000, value_parser = clap::value_parser!(u64).range(1..))]
    nodes_per_move: u64,
    /// Prove every answer in a certificate, and have the independent checker look at it
    #[arg(long)]
    certify: bool,
    /// Solve the same problem again wherever it comes
    #[arg(long)]
    no_dedup: bool,
    #[command(flatten)]
    elsewhere: Elsewhere,
    #[command(flatten)]
    output: Output,
    /// Exit with status 3 when a problem is "not decided"
    #[arg(long)]
    strict: bool,
}

/// How deep to look into each problem.
#[derive(Clone, Copy, Debug, Default, ValueEnum)]
enum DepthWord {
    /// Mate or no mate
    Mate,
    /// The shortest length, every interposition counted
    Raw,
    /// The length and the line of problem books too
    #[default]
    Conventional,
    /// Other mates (余詰), duals (非限定) and all else that makes it unsound
    Sound,
}

/// What may be spent on it.
#[derive(clap::Args)]
struct Cost {
    /// Nodes (moves made on the board) for each problem; 1,000,000 when no limit is given
    #[arg(long, conflicts_with = "limit", value_parser = clap::value_parser!(u64).range(1..))]
    nodes: Option<u64>,
    /// Time for each problem instead: 500ms, 10s, 2m. What is decided then depends on the machine
    #[arg(long, value_name = "TIME", value_parser = super::budget::duration)]
    limit: Option<Duration>,
    /// Size of each job's transposition table in MiB; most problems need one MiB only
    #[arg(long = "hash-mib", value_name = "MIB", default_value_t = 64, value_parser = super::budget::table_size)]
    hash_mib: u32,
    /// Problems that are searched at once, each on one thread; as many as cores by default
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    jobs: Option<u16>,
}

/// Who answers, if not this process.
#[derive(clap::Args)]
struct Elsewhere {
    /// Have a server answer (`tsumi serve`): http://HOST:PORT, or https://… with --server-ca. Its limits hold too
    #[arg(long, value_name = "URL", conflicts_with = "jobs")]
    server: Option<String>,
    /// The authorities that may vouch for the server's certificate, in PEM
    #[arg(long, value_name = "FILE", requires = "server")]
    server_ca: Option<PathBuf>,
    /// File with the token that the server asks for
    #[arg(long, value_name = "FILE", requires = "server")]
    token_file: Option<PathBuf>,
    /// Have workers answer, on any number of machines (`tsumi worker`): nats://HOST:PORT or tls://…, where a NATS server keeps streams.
    /// Results of the last 30 days are taken. A run that ends early leaves what it has submitted to the workers
    #[arg(long = "nats", value_name = "URL", conflicts_with_all = ["jobs", "server"])]
    nats: Option<String>,
    #[command(flatten)]
    access: nats::Access,
}

/// Where the report goes.
#[derive(clap::Args)]
struct Output {
    /// Write the report to this file: CSV (`.csv`), Parquet (`.parquet`, in builds that can) or else JSON Lines; by default JSON Lines
    /// to standard output
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Go on with the report in the file, if there is one: items that have a line are not done again, but for those that failed or could
    /// not be read. What is asked must be the same
    #[arg(long, requires = "out")]
    resume: bool,
    /// Replace what is in the file; without this and --resume nothing that is there is touched
    #[arg(long, requires = "out", conflicts_with = "resume")]
    overwrite: bool,
}

impl Verify {
    pub(super) fn run(self) -> io::Result<Exit> {
        let (interrupt, mut summary) = (Interrupt::listen(), Summary::default());
        let items = self.reading.items(&self.inputs, Moves::Solve);
        let passed_over = items.passed_over();
        let intake = Intake::reading(items).until(|| interrupt.is_hit());
        let intake = if self.no_dedup { intake.with_duplicates() } else { intake };
        let started = Instant::now();
        let ran = match &self.output.out {
            None => {
                let out = io::BufWriter::new(io::stdout());
                let report = ReportFile::begin(out, Format::Json, self.reported())?;
                self.answer((&intake, &interrupt), report, &mut summary)
            }
            Some(path) if self.output.resume => {
                let mut note = |past: &Past| summary.add_past(past);
                let (report, is_done) = ReportFile::resume(path, self.reported(), &mut note)?;
                self.answer((&intake.without(is_done), &interrupt), report, &mut summary)
            }
            Some(path) => {
                let report = ReportFile::create(path, self.reported(), self.output.overwrite)?;
                self.answer((&intake, &interrupt), report, &mut summary)
            }
        };
        if ran.is_err() && summary.new_items() == 0 {
            return ran.map(|()| Exit::Failed);
        }
        self.tell((&summary, &passed_over), started.elapsed(), interrupt.is_hit())?;
        ran.map(|()| self.exit(&summary, interrupt.is_hit()))
    }

    /// What is asked about every problem.
    fn asked(&self) -> Check {
        let nodes = self.cost.nodes.or_else(|| self.cost.limit.is_none().then_some(DEFAULT_NODES));
        Check {
            depth: self.check.into(),
            convention: self.useless.convention(),
            nodes_per_move: Some(self.nodes_per_move),
            certify: self.certify,
            limits: Limits { time: self.cost.limit, nodes, plies: None },
            table_mib: self.cost.hash_mib as usize,
        }
    }

    /// The same with all else that the lines of the report depend on.
    fn reported(&self) -> Asked {
        Asked::new(self.asked(), &format!("{:?} {}", self.reading, self.no_dedup))
    }

    fn answer<W: Write + Send>(
        &self,
        (intake, interrupt): (&Intake<'_>, &Interrupt),
        mut report: ReportFile<W>,
        summary: &mut Summary,
    ) -> io::Result<()> {
        let mut bar = Bar::new(&self.inputs, summary);
        let (monitors, goes_on) = (|| interrupt.monitor(), || !interrupt.is_hit());
        let runner: Box<dyn Runner + '_> = match self.elsewhere.runner(self.asked(), &goes_on)? {
            Some(elsewhere) => elsewhere,
            None => Box::new(Local { check: self.asked(), jobs: self.jobs(), monitors: &monitors }),
        };
        let mut named = 0;
        let ran = run(intake, &*runner, |item| {
            summary.add(item);
            named += usize::from(refusal(item).is_some());
            match refusal(item) {
                Some(refusal) if named <= NAMED => bar.say(&refusal),
                Some(_) if named == NAMED + 1 => bar.say("more items are refused: the report names them"),
                _ => bar.show(summary),
            }
            report.write(item)
        });
        // A report that was begun is whole, however the run went; one that was not leaves the file alone.
        let ended = if ran.is_ok() || summary.new_items() > 0 { report.end() } else { Ok(()) };
        ran.and(ended)
    }

    fn jobs(&self) -> usize {
        self.cost.jobs.map_or_else(super::budget::cores, usize::from)
    }

    /// Tells a person what came out: on standard output, unless the report is there.
    fn tell(
        &self,
        (summary, passed_over): (&Summary, &PassedOver),
        time: Duration,
        interrupted: bool,
    ) -> io::Result<()> {
        let mut lines = vec![cost(summary, time)];
        if summary.items() > 0 {
            lines.push(summary.to_string());
        }
        lines.extend(passed_over.sentence());
        if !self.asked().is_repeatable() {
            lines.push("not repeatable: what is decided within a time depends on the machine".to_owned());
        }
        if interrupted {
            let goes_on = self.output.out.as_deref().is_some_and(|path| Format::of(path).is_ok_and(Format::goes_on));
            let resume = if goes_on { ": --resume goes on with the report" } else { "" };
            lines.push(format!("interrupted{resume}"));
        }
        let text = lines.join("\n");
        if self.output.out.is_some() {
            return writeln!(anstream::stdout(), "{text}");
        }
        talk(text);
        Ok(())
    }

    fn exit(&self, summary: &Summary, interrupted: bool) -> Exit {
        if interrupted || ["invalid", "failed"].iter().any(|outcome| summary.with_outcome(outcome) > 0) {
            Exit::Failed
        } else if self.strict && summary.with_outcome("unknown") > 0 {
            Exit::Undecided
        } else {
            Exit::Answered
        }
    }
}

/// Why an item has no answer, if it has none: a line a reason.
fn refusal(report: &Report) -> Option<String> {
    let reasons: Vec<String> = match &report.body {
        Body::Invalid(unreadable) => unreadable.reasons.iter().map(ToString::to_string).collect(),
        Body::Failed(reason, _) => vec![reason.clone()],
        Body::Examined(..) | Body::Duplicate(_) => return None,
    };
    Some(reasons.iter().map(|reason| format!("{}: {reason}", report.id)).collect::<Vec<_>>().join("\n"))
}

/// Items, time and rate; an earlier part of the run counts as items only.
fn cost(summary: &Summary, time: Duration) -> String {
    let items = summary.items();
    let rate = u128::from(summary.new_items()) * 1000 / time.as_millis().max(1);
    format!("{items} item{} in {:.2} s, {rate} items/s", if items == 1 { "" } else { "s" }, time.as_secs_f64())
}

impl Elsewhere {
    /// The server or the workers, if they are named.
    fn runner<'a>(
        &self,
        check: Check,
        goes_on: &'a (dyn Fn() -> bool + Sync),
    ) -> io::Result<Option<Box<dyn Runner + 'a>>> {
        if let Some(url) = &self.nats {
            let settings = self.access.settings(url);
            return Ok(Some(Box::new(Cluster { check, settings, goes_on, tell: &|text| talk(text) })));
        }
        let remote = self.remote(check, goes_on)?;
        Ok(remote.map(|remote| Box::new(remote) as Box<dyn Runner>))
    }

    /// The server, if one is named.
    fn remote<'a>(&self, check: Check, goes_on: &'a (dyn Fn() -> bool + Sync)) -> io::Result<Option<Remote<'a>>> {
        let Some(url) = self.server.clone() else { return Ok(None) };
        let named = |path: &PathBuf, error: io::Error| io::Error::other(format!("{}: {error}", path.display()));
        let read = |path: &PathBuf| std::fs::read(path).map_err(|error| named(path, error));
        let text = |path: &PathBuf| std::fs::read_to_string(path).map_err(|error| named(path, error));
        let authorities = self.server_ca.as_ref().map(read).transpose()?;
        let token = self.token_file.as_ref().map(text).transpose()?.map(|token| token.trim().to_owned());
        Ok(Some(Remote { check, url, authorities, token, goes_on }))
    }
}

impl From<DepthWord> for Depth {
    fn from(word: DepthWord) -> Self {
        match word {
            DepthWord::Mate => Self::Mate,
            DepthWord::Raw => Self::Raw,
            DepthWord::Conventional => Self::Conventional,
            DepthWord::Sound => Self::Sound,
        }
    }
}

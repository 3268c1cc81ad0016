//! The submitter: sends problems to the workers, and hands their results on.

use super::key::{self, Subjects, VERSION};
use super::link::{Link, Settings};
use super::message::{Job, MANY, Posed, Record};
use super::patience::Patience;
use super::waiting::{Asked, Waiting};
use crate::verify::{Body, Check, Intake, Report, Runner, Taken, Task};
use async_nats::Message;
use std::io;
use std::sync::Arc;
use std::sync::mpsc::SyncSender;
use std::thread;
use std::time::Duration;
use tokio::sync::mpsc;
use tokio::task::JoinSet;
use tokio::time::sleep;
use tokio_stream::StreamExt as _;

/// Tasks that wait for results at once: enough for some dozens of workers.
const WINDOW: usize = 8_192;

/// How often it is looked at whether to go on. Problems that come slowly are sent together as often.
const LOOK: Duration = Duration::from_millis(100);

/// Without a result for so long it is said.
const TOLD: Duration = Duration::from_secs(30);

/// A pause after something did not work.
const AGAIN: Duration = Duration::from_secs(1);

/// The most nodes of an effort that is made at many problems of one message.
const SMALL_NODES: u64 = 100_000;

/// Answers problems by having workers answer them, wherever they are.
pub struct Cluster<'a> {
    /// What is asked.
    pub check: Check,
    /// Where NATS is.
    pub settings: Settings,
    /// False once no more is to be done. Workers go on with what was submitted.
    pub goes_on: &'a (dyn Fn() -> bool + Sync),
    /// Hears sentences about what goes on.
    pub tell: &'a (dyn Fn(&str) + Sync),
}

impl Runner for Cluster<'_> {
    fn run(&self, intake: &Intake<'_>, reports: SyncSender<Report>) -> io::Result<()> {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
        let link = runtime.block_on(Link::open(&self.settings, "tsumi verify"))?;
        let (sender, tasks) = mpsc::channel(MANY);
        thread::scope(|scope| {
            let known = reports.clone();
            scope.spawn(move || self.feed(intake, &sender, &known));
            let collected = runtime.block_on(Submitter::new(self, link, &reports).run(tasks));
            // Whoever still feeds is told that nobody takes it.
            intake.close();
            drop((runtime, reports));
            collected
        })
    }
}

impl Cluster<'_> {
    /// Gives out what is to be answered, until there is nothing more or nobody listens.
    fn feed(&self, intake: &Intake<'_>, tasks: &mpsc::Sender<Task>, reports: &SyncSender<Report>) {
        while (self.goes_on)() {
            let is_heard = match intake.take() {
                None => return,
                Some(Taken::Known(report)) => reports.send(*report).is_ok(),
                Some(Taken::Task(task)) => tasks.blocking_send(*task).is_ok(),
            };
            if !is_heard {
                return;
            }
        }
    }
}

/// Nobody takes reports any more, or the run was stopped.
struct Over;

struct Submitter<'a> {
    cluster: &'a Cluster<'a>,
    link: Arc<Link>,
    reports: &'a SyncSender<Report>,
    subjects: Subjects,
    /// Sent, and without a result.
    waiting: Waiting,
    /// Taken and not yet sent.
    taken: Vec<Task>,
    /// Whether there may be more to take.
    more: bool,
    patience: Patience,
}

impl<'a> Submitter<'a> {
    fn new(cluster: &'a Cluster<'a>, link: Link, reports: &'a SyncSender<Report>) -> Self {
        Self {
            cluster,
            link: Arc::new(link),
            reports,
            subjects: Subjects::of(&cluster.check),
            waiting: Waiting::default(),
            taken: Vec::new(),
            more: true,
            patience: Patience::new(),
        }
    }

    async fn run(mut self, mut tasks: mpsc::Receiver<Task>) -> io::Result<()> {
        let mut results = self.link.listen(self.subjects.results()).await?;
        let mut looks = tokio::time::interval(LOOK);
        while self.more || !self.taken.is_empty() || !self.waiting.is_empty() {
            let room = MANY - self.taken.len();
            let step = tokio::select! {
                count = tasks.recv_many(&mut self.taken, room), if self.more && self.waiting.tasks() < WINDOW => {
                    self.more = count > 0;
                    if self.taken.len() == MANY { self.submit().await } else { Ok(()) }
                }
                Some(message) = results.next() => self.hear(&message),
                _ = looks.tick() => self.look().await,
            };
            if step.is_err() {
                break;
            }
        }
        Ok(())
    }

    /// Takes a result that has come.
    fn hear(&mut self, message: &Message) -> Result<(), Over> {
        match Record::decode(&message.payload) {
            Ok(record) => self.settle(&message.subject, &record),
            // Whatever it is, the result that is waited for is looked for.
            Err(_) => Ok(()),
        }
    }

    /// What is done now and then.
    async fn look(&mut self) -> Result<(), Over> {
        if !(self.cluster.goes_on)() {
            return Err(Over);
        }
        self.submit().await?;
        if !self.waiting.is_empty() && self.patience.is_at_end() { self.search().await } else { Ok(()) }
    }

    /// Sends what was taken, but for that whose result is there already.
    async fn submit(&mut self) -> Result<(), Over> {
        let mut new = Vec::new();
        for task in std::mem::take(&mut self.taken) {
            let asked = Asked::new(task, &self.cluster.check, &self.subjects);
            let key = asked.key.clone();
            // It waits before anything is sent: a result may come at once.
            if self.waiting.add(asked) {
                new.push(key);
            }
        }
        for (key, record) in self.find(&new).await? {
            if record.is_final() {
                self.settle(&key, &record)?;
            } else {
                // It is tried again, and not taken for what was tried then.
                self.persist(async |link| link.forget(&key).await).await?;
                self.patience.begin_anew();
            }
        }
        self.send(&new).await
    }

    /// Sends those of these problems that still wait.
    async fn send(&mut self, keys: &[String]) -> Result<(), Over> {
        let posed: Vec<Posed> = keys.iter().filter_map(|key| self.waiting.posed(key)).collect();
        let (check, generation) = (self.cluster.check, self.patience.generation);
        for posed in posed.chunks(if is_small(&check) { MANY } else { 1 }) {
            let job = Job { check, effort: 0, spent: 0, generation, losses: 0, posed: posed.to_vec() };
            let outgoing = job.outgoing(&self.subjects);
            self.persist(async |link| link.publish(outgoing.clone()).await).await?;
        }
        Ok(())
    }

    /// Looks for results that were missed, and submits again what is among neither the results nor the jobs.
    async fn search(&mut self) -> Result<(), Over> {
        // First the jobs: a worker stores its results before it acknowledges a job.
        let (jobs, consumer) = (&self.subjects.jobs, key::consumer());
        let has_jobs = self.persist(async |link| link.has_jobs(jobs, &consumer).await).await?;
        for (key, record) in self.find(&self.waiting.keys()).await? {
            self.settle(&key, &record)?;
        }
        let lost = self.waiting.keys();
        if has_jobs || lost.is_empty() {
            self.tell_of_quiet();
            return Ok(());
        }
        if self.patience.lose() {
            return self.send(&lost).await;
        }
        let record = Record::Failed("It was submitted again and again, and no worker gives a result.".to_owned());
        lost.iter().try_for_each(|key| self.settle(key, &record))
    }

    fn tell_of_quiet(&self) {
        let (count, quiet) = (self.waiting.len(), self.patience.quiet());
        if count > 0 && quiet >= TOLD {
            let (seconds, mib) = (quiet.as_secs(), self.cluster.check.table_mib);
            (self.cluster.tell)(&format!(
                "{count} results are waited for, and none came for {seconds} s. Workers of version {VERSION} with --hash-mib {mib} \
                 or more are needed."
            ));
        }
    }

    /// The results that are stored under these subjects.
    async fn find(&self, keys: &[String]) -> Result<Vec<(String, Record)>, Over> {
        let mut found = Vec::new();
        for keys in keys.chunks(MANY) {
            found.extend(self.persist(async |_| results(&self.link, keys).await).await?);
        }
        Ok(found)
    }

    /// Reports all that waited for a result.
    fn settle(&mut self, key: &str, record: &Record) -> Result<(), Over> {
        for Asked { question, task, .. } in self.waiting.take(key) {
            self.patience.renew();
            let Task { id, stated, same_as } = task;
            let body = match record.clone().answer(&question) {
                Ok(answer) => Body::Examined(answer.examined(&stated, &self.cluster.check), stated),
                Err(reason) => Body::Failed(reason, stated),
            };
            self.reports.send(Report { id, same_as, body }).map_err(|_| Over)?;
        }
        Ok(())
    }

    /// Asks NATS until it works.
    async fn persist<T>(&self, ask: impl AsyncFn(&Link) -> io::Result<T>) -> Result<T, Over> {
        let mut is_told = false;
        loop {
            match ask(&self.link).await {
                Ok(answer) => return Ok(answer),
                Err(_) if !(self.cluster.goes_on)() => return Err(Over),
                Err(error) if !is_told => {
                    (self.cluster.tell)(&format!("{error}; it is tried again"));
                    is_told = true;
                }
                Err(_) => {}
            }
            sleep(AGAIN).await;
        }
    }
}

/// True if the first effort of a check is small enough for many problems to travel together.
fn is_small(check: &Check) -> bool {
    check.efforts().next().and_then(|effort| effort.limits.nodes).is_some_and(|nodes| nodes <= SMALL_NODES)
}

/// Looks up some results at once.
async fn results(link: &Arc<Link>, keys: &[String]) -> io::Result<Vec<(String, Record)>> {
    let mut looks = JoinSet::new();
    for key in keys {
        let (link, key) = (Arc::clone(link), key.clone());
        looks.spawn(async move { Ok::<_, io::Error>((link.result(key.clone()).await?, key)) });
    }
    let mut found = Vec::new();
    while let Some(looked) = looks.join_next().await {
        if let (Some(record), key) = looked.map_err(io::Error::other)?? {
            found.push((key, record));
        }
    }
    Ok(found)
}

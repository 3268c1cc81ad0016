//! One thread of a worker: takes a job, answers it, has the results stored, and only then acknowledges it.

use super::key::Subjects;
use super::link::{Link, Outgoing};
use super::machine::Machine;
use super::message::{Job, Posed, Record, Unread};
use crate::solver::{Monitor, Problem};
use crate::store::Question;
use crate::verify::local::{Attempt, Worker};
use async_nats::jetstream::consumer::PullConsumer;
use async_nats::jetstream::{AckKind, Message};
use std::io;
use std::sync::Arc;
use std::thread;
use std::time::Duration;
use tokio::runtime::Handle;
use tokio::task::{AbortHandle, JoinSet};
use tokio_stream::StreamExt as _;

/// How often a job is tried. One that comes back so often has lost that many workers: to be refused for want of room does not count.
pub const TRIES: u32 = 4;

/// How long the server looks for a job before it says that there is none; a stop is noticed after that.
const TAKING: Duration = Duration::from_secs(1);

/// When a job that cannot be done here is offered again.
const LATER: Duration = Duration::from_secs(2);

/// A pause after something did not work.
const AGAIN: Duration = Duration::from_secs(1);

/// So many times it does not work, one after the other, until the worker ends.
const FAILURES: u32 = 60;

/// How often it is tried to have a message stored, before the job is left to come back.
const STORING: u32 = 10;

/// A thread with its tables.
pub(super) struct Slot<'a> {
    machine: &'a Machine<'a>,
    link: Arc<Link>,
    consumer: PullConsumer,
    runtime: Handle,
    /// As it was made for the last job.
    worker: Option<Worker>,
    /// Jobs that are handed back after a while.
    refused: JoinSet<()>,
}

/// What became of the problems of a job.
#[derive(Default)]
struct Done {
    /// Results that are being stored.
    storing: JoinSet<io::Result<()>>,
    /// Problems that need another effort, and the nodes of this.
    harder: Vec<(Posed, u64)>,
    /// Problems that were not looked at, or not to the end, because the worker is to stop.
    left: Vec<Posed>,
}

impl<'a> Slot<'a> {
    pub(super) fn new(
        machine: &'a Machine<'a>,
        (link, consumer): (&Arc<Link>, &PullConsumer),
        runtime: &Handle,
    ) -> Self {
        let (link, consumer, runtime) = (Arc::clone(link), consumer.clone(), runtime.clone());
        Self { machine, link, consumer, runtime, worker: None, refused: JoinSet::new() }
    }

    /// Takes jobs until the worker is to stop.
    ///
    /// # Errors
    /// No job can be taken for a long time although NATS is there: somebody has taken the streams away.
    pub(super) fn run(mut self) -> io::Result<()> {
        let mut failures = 0;
        while (self.machine.goes_on)() {
            match self.step() {
                Ok(()) => failures = 0,
                Err(error) if failures == FAILURES => return Err(self.told(&error)),
                Err(error) => {
                    if failures == 0 {
                        (self.machine.tell)(&format!("{}; it is tried again", self.told(&error)));
                    }
                    failures += 1;
                    thread::sleep(AGAIN);
                }
            }
        }
        // Or they would seem to have lost a worker. A server that is away is not waited for.
        let handed = async { tokio::time::timeout(LATER * 2, self.refused.join_all()).await };
        let _ = self.runtime.block_on(handed);
        Ok(())
    }

    fn told(&self, error: &io::Error) -> io::Error {
        io::Error::other(format!("{}: {error}", self.link.address()))
    }

    /// Takes a job, if there is one, and does it.
    fn step(&mut self) -> io::Result<()> {
        let message = self.runtime.block_on(next(&self.consumer))?;
        message.map_or(Ok(()), |message| self.serve(message))
    }

    /// Does what a message asks for. After an error it comes back when its lease has run out.
    fn serve(&mut self, message: Message) -> io::Result<()> {
        let delivery = message.info().map_or(1, |info| info.delivered);
        let kind = match Job::decode(&message.payload) {
            Err(Unread::Version) => AckKind::Nak(Some(LATER)),
            Err(Unread::Malformed) => {
                (self.machine.tell)("a message is no job, and is thrown away");
                AckKind::Term
            }
            Ok(job) if job.losses_before(delivery) >= TRIES => {
                self.give_up(&job)?;
                AckKind::Ack
            }
            Ok(job) if !self.has_room(&job) => {
                self.refuse(message, &job.refused(delivery));
                return Ok(());
            }
            Ok(job) => {
                let _lease = self.hold(&message);
                self.do_job(job, delivery > 1)?;
                AckKind::Ack
            }
        };
        // Confirmed, or the job comes back.
        self.runtime.block_on(message.double_ack_with(kind)).map_err(io::Error::other)
    }

    /// Hands a job back after a while, for a worker with more room, in a message of its own: the server counts deliveries, and those
    /// that are refused must not look like lost workers.
    fn refuse(&mut self, message: Message, job: &Job) {
        while self.refused.try_join_next().is_some() {}
        let (link, lease, outgoing) = (Arc::clone(&self.link), self.hold(&message), outgoing(job));
        let handing = async move {
            tokio::time::sleep(LATER).await;
            // If it is not stored, the job comes back when its lease has run out.
            if settled(link, outgoing).await.is_ok() {
                drop(lease);
                let _ = message.double_ack().await;
            }
        };
        self.refused.spawn_on(handing, &self.runtime);
    }

    fn hold(&self, message: &Message) -> Lease {
        Lease::hold(message, self.machine.lease / 3, &self.runtime)
    }

    fn has_room(&self, job: &Job) -> bool {
        job.effort().is_some_and(|effort| effort.table_mib <= self.machine.largest_table_mib)
    }

    fn do_job(&mut self, mut job: Job, has_come_back: bool) -> io::Result<()> {
        if has_come_back || job.generation > 0 {
            job.posed = self.unanswered(&job)?;
        }
        if has_come_back && job.posed.len() > 1 {
            // One of them may be what ended the worker before.
            return job.posed.iter().try_for_each(|posed| self.post(&job.again(vec![posed.clone()])));
        }
        let done = self.answer(&job);
        self.finish(&job, done)
    }

    /// Those of a job's problems that have no answer yet.
    fn unanswered(&self, job: &Job) -> io::Result<Vec<Posed>> {
        let mut unanswered = Vec::new();
        for posed in &job.posed {
            let Some((_, subject)) = named(job, posed) else { continue };
            let record = self.runtime.block_on(self.link.result(subject))?;
            if !record.is_some_and(|record| record.is_final()) {
                unanswered.push(posed.clone());
            }
        }
        Ok(unanswered)
    }

    /// Answers one problem after the other.
    fn answer(&mut self, job: &Job) -> Done {
        let mut done = Done::default();
        for posed in &job.posed {
            let Some((problem, subject)) = named(job, posed) else { continue };
            let Some(monitor) = (self.machine.monitors)() else {
                done.left.push(posed.clone());
                continue;
            };
            let record = match self.attempt(job, (&problem, posed), &monitor) {
                Ok(None) => {
                    done.left.push(posed.clone());
                    continue;
                }
                Ok(Some(Attempt::Spent(nodes))) => {
                    done.harder.push((posed.clone(), nodes));
                    continue;
                }
                Ok(Some(Attempt::Answered(answer))) => Record::of(answer.after(job.spent)),
                Err(reason) => Record::Failed(reason),
            };
            done.storing.spawn_on(settled(Arc::clone(&self.link), stored(subject, &record)), &self.runtime);
        }
        done
    }

    /// One effort at a problem; `None` if it was stopped, a sentence if the search failed.
    fn attempt(
        &mut self,
        job: &Job,
        (problem, posed): (&Problem, &Posed),
        monitor: &Monitor,
    ) -> Result<Option<Attempt>, String> {
        let aim = posed.aim(&job.check);
        let known = self.worker.take().filter(|worker| worker.check() == &job.check);
        let worker = self.worker.insert(known.unwrap_or_else(|| Worker::new(job.check)));
        worker.contained(|worker| worker.attempt(job.effort.into(), (problem, aim), monitor))
    }

    /// Waits for the results to be stored, and sends on what is not answered.
    fn finish(&self, job: &Job, mut done: Done) -> io::Result<()> {
        while let Some(stored) = self.runtime.block_on(done.storing.join_next()) {
            stored.map_err(io::Error::other)??;
        }
        done.harder.into_iter().try_for_each(|(posed, nodes)| self.post(&job.harder(posed, nodes)))?;
        // A job that is handed back has not lost a worker: it begins to count anew.
        if done.left.is_empty() { Ok(()) } else { self.post(&job.again(done.left)) }
    }

    /// Ends a job that has come back too often.
    fn give_up(&self, job: &Job) -> io::Result<()> {
        let reason = format!("No worker gives an answer: {TRIES} have tried, and ended.");
        let record = Record::Failed(reason);
        for posed in self.unanswered(job)? {
            let Some((_, subject)) = named(job, &posed) else { continue };
            self.runtime.block_on(settled(Arc::clone(&self.link), stored(subject, &record)))?;
        }
        Ok(())
    }

    fn post(&self, job: &Job) -> io::Result<()> {
        self.runtime.block_on(settled(Arc::clone(&self.link), outgoing(job)))
    }
}

/// The message that brings a job to workers.
fn outgoing(job: &Job) -> Outgoing {
    job.outgoing(&Subjects::of(&job.check))
}

/// A problem of a job, and the subject of its result.
fn named(job: &Job, posed: &Posed) -> Option<(Problem, String)> {
    let problem = posed.problem()?;
    let question = Question::new(&problem, posed.aim(&job.check), job.check.limits.plies);
    let subject = Subjects::of(&job.check).result(&question);
    Some((problem, subject))
}

/// The message that stores a result. A final one that comes twice is one; any other is always taken, for one before it may have been
/// taken away.
fn stored(subject: String, record: &Record) -> Outgoing {
    let id = record.is_final().then(|| subject.clone());
    Outgoing { subject, id, payload: record.encode() }
}

/// The next job; `None` if there is none for a while.
async fn next(consumer: &PullConsumer) -> io::Result<Option<Message>> {
    let mut messages = consumer.batch().max_messages(1).expires(TAKING).messages().await.map_err(io::Error::other)?;
    messages.next().await.transpose().map_err(io::Error::other)
}

/// Has a message stored, however often it takes.
async fn settled(link: Arc<Link>, outgoing: Outgoing) -> io::Result<()> {
    for _ in 1..STORING {
        if link.publish(outgoing.clone()).await.is_ok() {
            return Ok(());
        }
        tokio::time::sleep(AGAIN).await;
    }
    link.publish(outgoing).await
}

/// Tells the server now and then that a job is being done, until it is dropped.
struct Lease(AbortHandle);

impl Lease {
    fn hold(message: &Message, every: Duration, runtime: &Handle) -> Self {
        let message = message.clone();
        let extending = runtime.spawn(async move {
            let mut ticks = tokio::time::interval(every);
            loop {
                ticks.tick().await;
                // While the connection is lost it is of no use, and the next may be.
                let _ = message.ack_with(AckKind::Progress).await;
            }
        });
        Self(extending.abort_handle())
    }
}

impl Drop for Lease {
    fn drop(&mut self) {
        self.0.abort();
    }
}

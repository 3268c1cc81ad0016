//! A run on many machines: NATS `JetStream` carries jobs to workers and keeps the results.
//!
//! [`Cluster`] submits the problems of a run and collects their results; any number of [`Machine`]s answer, and come and go at will.
//!
//! | stream | subject | holds |
//! |---|---|---|
//! | [`JOBS`], a work queue | `tsumi.jobs.VERSION.CHECK` | problems to be answered, until a worker acknowledges them |
//! | [`RESULTS`], the last of each subject | `tsumi.results.CHECK.PROBLEM` | what came out, for 30 days |
//!
//! `VERSION` is a hash of the program's version, `CHECK` of version and [`super::Check`], `PROBLEM` of the problem in canonical
//! orientation and of what else is asked about it. A problem that is answered twice has one result, a second submit of the same file
//! finds the results of the first, and so do mirror images and colour twins. What was cut off by its time, or failed, is asked again.
//!
//! - **Many or alone.** The first effort is made at many problems of one message; those that it does not decide travel alone.
//! - **At least once.** A worker acknowledges a job after its results are stored, and waits until the server has confirmed that. Until
//!   then it extends its lease; the job of a worker that has vanished goes to another.
//! - **Not in a circle.** A message of many problems that comes back is divided. A problem that comes back [`TRIES`] times has lost
//!   that many workers, and gets a failure for a result. A worker without room for its table hands it back, which is no loss: it waits
//!   for a worker with more.
//! - **The submitter's file is the true list.** After a time without progress it looks for the results that it waits for. What has
//!   none, and is not among the jobs any more, is submitted again.
//! - **Versions.** Workers take jobs of their own version only: with a node limit the answer depends on it.
//!
//! Whoever may write to the subjects is trusted: results are not proved.

mod key;
mod link;
mod machine;
mod message;
mod patience;
mod slot;
mod submit;
mod waiting;

pub use key::VERSION;
pub use link::{JOBS, RESULTS, Settings};
pub use machine::Machine;
pub use slot::TRIES;
pub use submit::Cluster;

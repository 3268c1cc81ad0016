//! What jobs and results are found by: subjects, and ids that tell a message that was sent twice.

use super::message::Job;
use crate::store::Question;
use crate::verify::Check;
use std::fmt::Write as _;
use twox_hash::XxHash3_128;

/// The version whose jobs this program takes, with its commit: the same nodes give the same answer in the same version only.
pub const VERSION: &str = env!("TSUMI_VERSION");

/// The subjects of what is asked in one way.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Subjects {
    /// Where its jobs go.
    pub(super) jobs: String,
    /// What the subjects of its results begin with.
    stem: String,
}

impl Subjects {
    /// Those of a check, asked by this version.
    pub(super) fn of(check: &Check) -> Self {
        let check = check.fingerprint(VERSION);
        Self { jobs: format!("tsumi.jobs.{}.{check}", version()), stem: format!("tsumi.results.{check}") }
    }

    /// Where the result of a problem goes.
    pub(super) fn result(&self, question: &Question) -> String {
        format!("{}.{}", self.stem, hash(question.key()))
    }

    /// All results.
    pub(super) fn results(&self) -> String {
        format!("{}.*", self.stem)
    }
}

/// The subjects of all jobs for this version.
pub(super) fn all_jobs() -> String {
    format!("tsumi.jobs.{}.*", version())
}

/// The name of the consumer that this version's workers share.
pub(super) fn consumer() -> String {
    format!("workers-{}", version())
}

fn version() -> String {
    hash(VERSION.as_bytes())
}

/// What tells a job from others: the server drops one that it has just had.
pub(super) fn job_id(job: &Job) -> String {
    let mut text = format!("{} {} {}", Subjects::of(&job.check).jobs, job.effort, job.generation);
    for posed in &job.posed {
        let _ = write!(text, "\n{} {:?}", posed.sfen, posed.stated);
    }
    hash(text.as_bytes())
}

fn hash(bytes: &[u8]) -> String {
    format!("{:032x}", XxHash3_128::oneshot(bytes))
}

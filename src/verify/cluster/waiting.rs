//! Problems whose results are waited for.

use super::key::Subjects;
use super::message::Posed;
use crate::store::Question;
use crate::verify::{Check, Task};
use rustc_hash::FxHashMap;

/// A task with what its result is found by.
pub(super) struct Asked {
    /// The subject of its result.
    pub(super) key: String,
    pub(super) question: Question,
    pub(super) task: Task,
}

impl Asked {
    pub(super) fn new(task: Task, check: &Check, subjects: &Subjects) -> Self {
        let question = Question::new(&task.stated.problem, check.aim(&task.stated.claim), check.limits.plies);
        Self { key: subjects.result(&question), question, task }
    }
}

/// Tasks that wait, by the subjects of their results. Tasks with the same wait together.
#[derive(Default)]
pub(super) struct Waiting {
    by_key: FxHashMap<String, Vec<Asked>>,
}

impl Waiting {
    /// How many results are waited for.
    pub(super) fn len(&self) -> usize {
        self.by_key.len()
    }

    pub(super) fn is_empty(&self) -> bool {
        self.by_key.is_empty()
    }

    /// Adds a task; true if it is the first that waits for this result.
    pub(super) fn add(&mut self, asked: Asked) -> bool {
        let waiting = self.by_key.entry(asked.key.clone()).or_default();
        waiting.push(asked);
        waiting.len() == 1
    }

    /// Takes those that wait for a result.
    pub(super) fn take(&mut self, key: &str) -> Vec<Asked> {
        self.by_key.remove(key).unwrap_or_default()
    }

    /// The subjects of all results that are waited for.
    pub(super) fn keys(&self) -> Vec<String> {
        self.by_key.keys().cloned().collect()
    }

    /// The problem whose result has this subject, as it is sent.
    pub(super) fn posed(&self, key: &str) -> Option<Posed> {
        Some(Posed::of(&self.by_key.get(key)?.first()?.task.stated))
    }
}

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
    tasks: usize,
}

impl Waiting {
    /// How many results are waited for.
    pub(super) fn len(&self) -> usize {
        self.by_key.len()
    }

    /// How many tasks wait for them: what takes memory.
    pub(super) fn tasks(&self) -> usize {
        self.tasks
    }

    pub(super) fn is_empty(&self) -> bool {
        self.by_key.is_empty()
    }

    /// Adds a task; true if it is the first that waits for this result.
    pub(super) fn add(&mut self, asked: Asked) -> bool {
        let waiting = self.by_key.entry(asked.key.clone()).or_default();
        waiting.push(asked);
        self.tasks += 1;
        waiting.len() == 1
    }

    /// Takes those that wait for a result.
    pub(super) fn take(&mut self, key: &str) -> Vec<Asked> {
        let taken = self.by_key.remove(key).unwrap_or_default();
        self.tasks -= taken.len();
        taken
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::sfen;
    use crate::solver::Problem;
    use crate::verify::{Depth, Stated};

    /// A problem, its mirror image, and another.
    const TEXTS: [&str; 3] =
        ["8k/9/8P/9/9/9/9/9/9 b G 1", "k8/9/P8/9/9/9/9/9/9 b G 1", "4k4/9/4P4/9/9/9/9/9/9 b G2r2b3g4s4n4l17p 1"];

    #[test]
    fn tasks_count_one_by_one_though_they_wait_together() {
        let check = Check::at(Depth::Mate);
        let asked = |text: &str| {
            let problem = Problem::new(&sfen::parse(text).unwrap(), None).unwrap();
            let stated = Stated::of(problem);
            Asked::new(Task { id: String::new(), stated, same_as: None }, &check, &Subjects::of(&check))
        };
        let mut waiting = Waiting::default();
        let [first, twin, other] = TEXTS;
        assert!(waiting.add(asked(first)) && waiting.add(asked(other)));
        assert!((0..1_000).all(|_| !waiting.add(asked(twin))));
        assert_eq!((waiting.len(), waiting.tasks()), (2, 1_002));
        assert_eq!((waiting.take(&asked(first).key).len(), waiting.tasks()), (1_001, 1));
        assert_eq!((waiting.take(&asked(first).key).len(), waiting.tasks()), (0, 1));
        assert!(waiting.take(&asked(other).key).len() == 1 && waiting.is_empty() && waiting.tasks() == 0);
    }
}

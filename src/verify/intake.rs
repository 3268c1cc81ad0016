//! The items of a run on their way to be answered.

use super::duplicates::{Duplicate, Duplicates};
use super::report::{Body, Report};
use super::{Item, Stated};
use std::sync::{Mutex, PoisonError};

/// A problem to be answered.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Task {
    /// The item's id.
    pub id: String,
    /// The problem and what is claimed of it.
    pub stated: Stated,
    /// The id of an item before that is the same problem, with another claim.
    pub same_as: Option<String>,
}

/// The next item.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Taken {
    /// It is to be answered.
    Task(Box<Task>),
    /// Its report is known already: it is refused, or a duplicate of one before.
    Known(Box<Report>),
}

/// Gives out the items one by one, to any number of threads. No more than that is read ahead.
pub struct Intake<'a> {
    state: Mutex<State<'a>>,
}

struct State<'a> {
    items: Box<dyn Iterator<Item = Item> + Send + 'a>,
    duplicates: Option<Duplicates>,
    /// True for the id of an item that is reported already.
    is_done: Box<dyn Fn(&str) -> bool + Send + 'a>,
    closed: bool,
}

impl<'a> Intake<'a> {
    /// All of `items`, of which duplicates are found out.
    pub fn new(items: impl Iterator<Item = Item> + Send + 'a) -> Self {
        let duplicates = Some(Duplicates::new());
        let state = State { items: Box::new(items), duplicates, is_done: Box::new(|_| false), closed: false };
        Self { state: Mutex::new(state) }
    }

    /// The same without those whose ids `is_done` knows. They still count as the first of their duplicates.
    #[must_use]
    pub fn without(self, is_done: impl Fn(&str) -> bool + Send + 'a) -> Self {
        let state = self.state.into_inner().unwrap_or_else(PoisonError::into_inner);
        Self { state: Mutex::new(State { is_done: Box::new(is_done), ..state }) }
    }

    /// The same with every item answered, duplicate or not.
    #[must_use]
    pub fn with_duplicates(self) -> Self {
        let state = self.state.into_inner().unwrap_or_else(PoisonError::into_inner);
        Self { state: Mutex::new(State { duplicates: None, ..state }) }
    }

    /// The next item; `None` at the end, or when it is closed.
    pub fn take(&self) -> Option<Taken> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner).take()
    }

    /// Nothing more is given out.
    pub fn close(&self) {
        self.state.lock().unwrap_or_else(PoisonError::into_inner).closed = true;
    }
}

impl State<'_> {
    fn take(&mut self) -> Option<Taken> {
        while !self.closed {
            let Item { id, stated } = self.items.next()?;
            let (stated, duplicate) = match stated {
                Ok(stated) => {
                    let duplicate = self.duplicates.as_mut().and_then(|known| known.note(&id, &stated));
                    (Ok(stated), duplicate)
                }
                Err(unreadable) => (Err(unreadable), None),
            };
            if !(self.is_done)(&id) {
                return Some(taken(id, stated, duplicate));
            }
        }
        None
    }
}

fn taken(id: String, stated: Result<Stated, super::Unreadable>, duplicate: Option<Duplicate>) -> Taken {
    let known = |id, same_as, body| Taken::Known(Box::new(Report { id, same_as, body }));
    match (stated, duplicate) {
        (Err(unreadable), _) => known(id, None, Body::Invalid(unreadable)),
        (Ok(stated), Some(Duplicate { of, is_told: true })) => known(id, Some(of), Body::Duplicate(stated)),
        (Ok(stated), other) => {
            let same_as = other.map(|duplicate| duplicate.of);
            Taken::Task(Box::new(Task { id, stated, same_as }))
        }
    }
}

//! The items of a run on their way to be answered.

use super::duplicates::{Duplicate, Duplicates};
use super::report::{Body, Report};
use super::source::Items;
use super::{Item, Stated};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};
use std::task::Poll;
use std::time::Duration;

/// How often whoever waits for an item looks whether there is still somebody who wants it.
const LOOK: Duration = Duration::from_millis(100);

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
    /// Outside the lock, which is held by who waits for an item.
    closed: AtomicBool,
    /// True once the run is to end.
    is_over: Box<dyn Fn() -> bool + Send + Sync + 'a>,
}

/// Gives the next item, or says that it has not come yet.
type Source<'a> = Box<dyn FnMut() -> Poll<Option<Item>> + Send + 'a>;

struct State<'a> {
    items: Source<'a>,
    duplicates: Option<Duplicates>,
    /// True for an item that is reported already.
    is_done: Box<dyn Fn(&Item) -> bool + Send + 'a>,
}

impl<'a> Intake<'a> {
    /// All of `items`, of which duplicates are found out. They do not keep waiting: see [`Intake::reading`].
    pub fn new(mut items: impl Iterator<Item = Item> + Send + 'a) -> Self {
        Self::of(Box::new(move || Poll::Ready(items.next())))
    }

    /// All that is read, as it comes: an input that is idle keeps nobody from closing it.
    pub fn reading(mut items: Items) -> Self {
        Self::of(Box::new(move || items.poll(LOOK)))
    }

    fn of(items: Source<'a>) -> Self {
        let state = State { items, duplicates: Some(Duplicates::new()), is_done: Box::new(|_| false) };
        Self { state: Mutex::new(state), closed: AtomicBool::new(false), is_over: Box::new(|| false) }
    }

    /// The same, closed as soon as `is_over` says so.
    #[must_use]
    pub fn until(self, is_over: impl Fn() -> bool + Send + Sync + 'a) -> Self {
        Self { is_over: Box::new(is_over), ..self }
    }

    /// The same without those that `is_done` knows. They still count as the first of their duplicates.
    #[must_use]
    pub fn without(mut self, is_done: impl Fn(&Item) -> bool + Send + 'a) -> Self {
        self.state.get_mut().unwrap_or_else(PoisonError::into_inner).is_done = Box::new(is_done);
        self
    }

    /// The same with every item answered, duplicate or not.
    #[must_use]
    pub fn with_duplicates(mut self) -> Self {
        self.state.get_mut().unwrap_or_else(PoisonError::into_inner).duplicates = None;
        self
    }

    /// The next item; `None` at the end, or when it is closed.
    pub fn take(&self) -> Option<Taken> {
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        while !self.is_closed() {
            if let Poll::Ready(item) = (state.items)() {
                let taken = state.taken(item?);
                if taken.is_some() {
                    return taken;
                }
            }
        }
        None
    }

    fn is_closed(&self) -> bool {
        self.closed.load(Ordering::Relaxed) || (self.is_over)()
    }

    /// Nothing more is given out.
    pub fn close(&self) {
        self.closed.store(true, Ordering::Relaxed);
    }
}

impl State<'_> {
    /// What there is to be done with an item; `None` if it is reported already.
    fn taken(&mut self, item: Item) -> Option<Taken> {
        let is_done = (self.is_done)(&item);
        let Item { id, stated } = item;
        let known = self.duplicates.as_mut();
        let duplicate = known.zip(stated.as_ref().ok()).and_then(|(known, stated)| known.note(&id, stated));
        (!is_done).then(|| taken(id, stated, duplicate))
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

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::mpsc::channel;
    use std::thread;

    /// An intake of an input that is open and idle.
    fn idle<'a>() -> Intake<'a> {
        Intake::of(Box::new(|| {
            thread::sleep(LOOK);
            Poll::Pending
        }))
    }

    #[test]
    fn an_idle_input_can_be_closed_while_others_wait_for_it() {
        let intake = idle();
        let (sender, taken) = channel();
        thread::scope(|scope| {
            for _ in 0..2 {
                let (sender, intake) = (sender.clone(), &intake);
                scope.spawn(move || sender.send(intake.take()));
            }
            assert!(taken.recv_timeout(LOOK * 2).is_err(), "they wait");
            intake.close();
            assert_eq!((taken.recv(), taken.recv()), (Ok(None), Ok(None)));
        });
    }

    #[test]
    fn a_run_that_is_over_takes_nothing_more() {
        let is_over = AtomicBool::new(false);
        let intake = idle().until(|| is_over.load(Ordering::Relaxed));
        thread::scope(|scope| {
            let taking = scope.spawn(|| intake.take());
            thread::sleep(LOOK);
            is_over.store(true, Ordering::Relaxed);
            assert_eq!(taking.join().unwrap(), None);
        });
    }
}

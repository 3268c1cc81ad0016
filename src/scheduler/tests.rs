//! Queueing, fairness, sharing and cancelling, with tasks in place of searches.

mod tasks;

use super::*;
use crate::solver::{Outcome, Verdict};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, mpsc};
use std::time::Instant as Clock;
use tasks::{Gated, Knows, Looks, Maker, Panics, Tells, UntilPaused};

/// The bound on everything that should happen at once.
const BOUND: Duration = Duration::from_secs(2);

fn shared(workers: usize, live: usize) -> Arc<Shared> {
    let config = Config { workers, live, slice: 1, private_tables_mib: 1, max_nodes: None, threads: Threads::ONE };
    Arc::new(Shared {
        queue: Queue::new(live),
        flights: DashMap::new(),
        recent: Recent::new(),
        table: Arc::new(Table::new(1)),
        space: Space::new(config.private_tables_mib),
        nodes: AtomicU64::new(0),
        config,
    })
}

fn scheduler(workers: usize, live: usize) -> Scheduler {
    let shared = shared(workers, live);
    let workers = (0..workers).map(|index| spawn_worker(index, &shared)).collect();
    Scheduler { shared, workers }
}

impl Scheduler {
    fn start(&self, key: Option<u32>, task: impl Task + 'static, time: Option<Duration>) -> Result<Ticket, Refusal> {
        let mut ticket = self.start_class(Class::Interactive, key, task)?;
        ticket.deadline = time.map(|time| Instant::now() + time);
        Ok(ticket)
    }

    fn start_class(&self, class: Class, key: Option<u32>, task: impl Task + 'static) -> Result<Ticket, Refusal> {
        match key {
            Some(number) => self.ticket((ProblemKey::numbered(number), class), FirstTurn::OfWorker, || task),
            None => Ok(Ticket::new(self.shared.launch(class, task)?, Arc::clone(&self.shared), None)),
        }
    }

    /// As an order of this class starts it.
    fn start_ordered(&self, class: Class, key: u32, task: impl Task + 'static) -> Result<Ticket, Refusal> {
        self.ticket((ProblemKey::numbered(key), class), FirstTurn::of(class, false), || task)
    }
}

async fn within_bound(what: &str, condition: impl Fn() -> bool) {
    let start = Clock::now();
    while !condition() {
        assert!(start.elapsed() < BOUND, "not within {BOUND:?}: {what}");
        tokio::time::sleep(Duration::from_millis(1)).await;
    }
}

async fn answer(mut ticket: Ticket) -> Result<Outcome, Failure> {
    tokio::time::timeout(BOUND, ticket.wait()).await.expect("an answer within the bound")
}

#[tokio::test]
async fn an_order_is_answered() {
    let scheduler = scheduler(1, 4);
    let ticket = scheduler.start(None, Maker::default().slices(3), None).unwrap();
    assert_eq!(answer(ticket).await.unwrap().verdict, Verdict::NoMate);
    within_bound("no live search", || scheduler.load().live() == 0).await;
}

#[tokio::test]
async fn a_search_of_one_turn_is_over_before_its_ticket_is_given() {
    let scheduler = scheduler(1, 2);
    for key in [1, 2] {
        within_bound("a free core", || scheduler.shared.queue.idle() == 1).await;
        let ticket = scheduler.start_ordered(Class::Interactive, key, Maker::default().slices(1)).unwrap();
        assert!(ticket.flight.has_landed() && scheduler.load().live() == 0);
        assert_eq!(answer(ticket).await.unwrap().verdict, Verdict::NoMate);
    }
    let ticket = scheduler.start_ordered(Class::Interactive, 3, Panics).unwrap();
    assert_eq!(answer(ticket).await.unwrap_err(), Failure::Panicked);
}

#[tokio::test]
async fn a_search_of_more_turns_goes_on_with_the_workers() {
    let scheduler = scheduler(1, 4);
    within_bound("a free core", || scheduler.shared.queue.idle() == 1).await;
    let maker = Maker::default();
    let ticket = scheduler.start_ordered(Class::Interactive, 2, maker.slices(3)).unwrap();
    assert!(maker.runs.load(Ordering::Relaxed) >= 1, "the first turn is over");
    assert_eq!(answer(ticket).await.unwrap().verdict, Verdict::NoMate);
    drop(scheduler.start_ordered(Class::Interactive, 3, maker.endless()).unwrap());
    within_bound("nothing is left", || scheduler.load().live() == 0 && maker.live() == 0).await;
}

#[tokio::test]
async fn what_a_caller_may_not_begin_waits_for_a_worker() {
    let scheduler = scheduler(0, 2);
    let maker = Maker::default();
    let _bulk = scheduler.start_ordered(Class::Bulk, 1, maker.slices(1)).unwrap();
    let _without_a_core = scheduler.start_ordered(Class::Interactive, 2, maker.slices(1)).unwrap();
    assert_eq!((maker.runs.load(Ordering::Relaxed), scheduler.load().live()), (0, 2));
    let refused = scheduler.start_ordered(Class::Interactive, 3, maker.slices(1));
    assert_eq!(refused.err(), Some(Refusal::TooManySearches));
}

#[tokio::test]
async fn a_short_search_does_not_wait_behind_endless_ones() {
    let scheduler = scheduler(1, 100);
    let (runs, gate) = (Arc::new(AtomicUsize::new(0)), Arc::new(Mutex::new(())));
    let gated = || Gated { runs: Arc::clone(&runs), gate: Arc::clone(&gate) };
    let endless: Vec<_> = (0..8).map(|key| scheduler.start(Some(key), gated(), None).unwrap()).collect();
    within_bound("every search had turns", || runs.load(Ordering::Relaxed) >= 20 * 8).await;
    let (tell, told) = mpsc::channel();
    let ticket = {
        // No turn goes on while this is held; one may stand at the gate.
        let _closed = gate.lock().unwrap();
        let before = runs.load(Ordering::Relaxed);
        scheduler.start(None, Looks { left: 3, before, runs: Arc::clone(&runs), tell }, None).unwrap()
    };
    assert_eq!(answer(ticket).await.unwrap().verdict, Verdict::NoMate);
    // All its turns came after the one at the gate, before any other.
    let others: Vec<usize> = told.iter().collect();
    assert!(others.len() == 3 && others[0] <= 1 && others[2] == others[0], "{others:?}");
    assert_eq!(scheduler.load().live(), endless.len());
}

#[tokio::test]
async fn a_new_search_does_not_wait_for_the_end_of_a_slice() {
    let scheduler = scheduler(2, 8);
    let _long = [1, 2].map(|key| scheduler.start(Some(key), UntilPaused::default(), None).unwrap());
    within_bound("both run", || scheduler.load().running == 2).await;
    for _ in 0..3 {
        // Its turns are over at once: on a busy machine, too, it attains less than the others.
        let (tell, _told) = mpsc::channel();
        let ticket = scheduler.start(None, Looks { left: 2, before: 0, runs: Arc::default(), tell }, None).unwrap();
        assert_eq!(answer(ticket).await.unwrap().verdict, Verdict::NoMate);
    }
    assert_eq!(scheduler.load().live(), 2);
}

#[tokio::test]
async fn a_long_search_has_the_cores_that_are_free() {
    let scheduler = scheduler(3, 8);
    let hands = |ticket: &Ticket| ticket.flight.monitor().hands();
    let long = scheduler.start(Some(1), Maker::default().endless(), None).unwrap();
    within_bound("all cores for one", || hands(&long) == 3).await;
    let other = scheduler.start(Some(2), Maker::default().endless(), None).unwrap();
    within_bound("fewer when there is another", || matches!((hands(&long), hands(&other)), (2, 1) | (1, 2))).await;
    let third = scheduler.start(Some(3), Maker::default().endless(), None).unwrap();
    within_bound("one each", || hands(&long) == 1 && hands(&other) == 1).await;
    drop(other);
    // On a busy machine the third may be long enough by now.
    within_bound("again more", || hands(&long) == 2 || hands(&third) == 2).await;
}

#[tokio::test]
async fn a_search_of_one_thread_borrows_nothing() {
    let scheduler = scheduler(3, 8);
    let (runs, gate) = (Arc::new(AtomicUsize::new(0)), Arc::default());
    let alone = scheduler.start(Some(1), Gated { runs: Arc::clone(&runs), gate }, None).unwrap();
    let long = scheduler.start(Some(2), Maker::default().endless(), None).unwrap();
    within_bound("the free core is not taken by who has no use for it", || long.flight.monitor().hands() == 2).await;
    assert!(runs.load(Ordering::Relaxed) > 0);
    assert_eq!(alone.flight.monitor().hands(), 1);
}

#[tokio::test]
async fn lent_cores_are_called_back_within_a_slice() {
    let scheduler = scheduler(2, 8);
    let task = UntilPaused::default();
    let turns = || task.0.load(Ordering::Relaxed);
    let long = scheduler.start(Some(1), task.clone(), None).unwrap();
    tokio::time::sleep(2 * queue::LONG).await;
    assert_eq!((turns(), long.flight.monitor().hands()), (1, 1), "a slice goes on as it began");
    let is_lent_in_a_turn_after = |seen: usize| {
        let is_lent = turns() > seen && long.flight.monitor().hands() == 2;
        if !is_lent {
            long.flight.monitor().pause();
        }
        is_lent
    };
    within_bound("both cores", || is_lent_in_a_turn_after(1)).await;
    for class in Class::ALL {
        let before = turns();
        let ticket = scheduler.start_class(class, None, Maker::default().slices(2)).unwrap();
        assert_eq!(answer(ticket).await.unwrap().verdict, Verdict::NoMate);
        within_bound("called back", || turns() > before).await;
        let called_back = turns();
        within_bound("lent again", || is_lent_in_a_turn_after(called_back)).await;
    }
}

#[tokio::test]
async fn neither_class_starves() {
    let scheduler = scheduler(1, 100);
    let makers = [Maker::default(), Maker::default()];
    let mut tickets = Vec::new();
    for (class, maker) in Class::ALL.into_iter().zip(&makers) {
        for _ in 0..4 {
            tickets.push(scheduler.start_class(class, None, maker.endless()).unwrap());
        }
    }
    let turns = |class: Class| makers[class as usize].runs.load(Ordering::Relaxed);
    within_bound("turns of interactive work", || turns(Class::Interactive) > 30).await;
    within_bound("turns of bulk work", || turns(Class::Bulk) > 10).await;
}

#[tokio::test]
async fn who_looks_on_hurries_a_search_of_bulk_work() {
    let scheduler = scheduler(1, 100);
    let maker = Maker::default();
    let bulk = scheduler.start_class(Class::Bulk, Some(1), maker.endless()).unwrap();
    assert_eq!(bulk.flight.class(), Class::Bulk);
    let _more = scheduler.start_class(Class::Bulk, Some(1), maker.endless()).unwrap();
    assert_eq!(bulk.flight.class(), Class::Bulk);
    let _looks_on = scheduler.start(Some(1), maker.endless(), None).unwrap();
    assert_eq!(bulk.flight.class(), Class::Interactive);
    let runs = maker.runs.load(Ordering::Relaxed);
    within_bound("it goes on", || maker.runs.load(Ordering::Relaxed) > runs + 3).await;
}

#[tokio::test]
async fn nobody_is_left_out_while_others_have_many_turns() {
    let scheduler = scheduler(1, 8);
    let (tell, told) = mpsc::channel();
    let tickets: Vec<_> = (0..4).map(|n| scheduler.start(None, Tells(n, 10, tell.clone()), None).unwrap()).collect();
    drop(tell);
    for ticket in tickets {
        answer(ticket).await.unwrap();
    }
    let turns: Vec<u32> = told.iter().collect();
    assert_eq!(turns.len(), 40);
    // Work is measured in time, which a busy machine bends: exact shares are not promised. But when half of all turns
    // are over each has had one, while run to completion would have served two of the four.
    for n in 0..4 {
        assert!(turns[..20].contains(&n), "no turn for {n} among the first 20: {turns:?}");
    }
}

#[tokio::test]
async fn more_than_the_bound_is_refused_until_there_is_room() {
    let scheduler = scheduler(1, 2);
    let maker = Maker::default();
    let first = scheduler.start(None, maker.endless(), None).unwrap();
    let _second = scheduler.start(Some(1), maker.endless(), None).unwrap();
    assert_eq!(scheduler.start(None, maker.endless(), None).err(), Some(Refusal::TooManySearches));
    assert_eq!(scheduler.start(Some(2), maker.endless(), None).err(), Some(Refusal::TooManySearches));
    let _joined = scheduler.start(Some(1), maker.endless(), None).expect("joining needs no room");
    drop(first);
    within_bound("room", || scheduler.start(None, maker.slices(1), None).is_ok()).await;
}

#[tokio::test]
async fn bulk_work_leaves_room_for_single_callers() {
    let scheduler = scheduler(1, 4);
    let maker = Maker::default();
    let bulk = || scheduler.start_class(Class::Bulk, None, maker.endless());
    let _held = (bulk().unwrap(), bulk().unwrap());
    assert_eq!(bulk().err(), Some(Refusal::TooManySearches));
    let _single = scheduler.start(None, maker.endless(), None).expect("room for a single caller");
}

#[tokio::test]
async fn equal_problems_share_a_search_and_each_caller_has_its_own_limit() {
    let scheduler = scheduler(1, 8);
    let maker = Maker::default();
    let hurried = scheduler.start(Some(7), maker.slices(100), Some(Duration::from_millis(20))).unwrap();
    let patient = scheduler.start(Some(7), maker.slices(100), None).unwrap();
    let other = scheduler.start(Some(8), maker.slices(1), None).unwrap();
    within_bound("two searches for three callers", || maker.live() <= 2).await;
    assert_eq!(answer(hurried).await.unwrap().verdict, Verdict::Unknown(Cause::Time));
    assert_eq!(answer(patient).await.unwrap().verdict, Verdict::NoMate);
    assert_eq!(answer(other).await.unwrap().verdict, Verdict::NoMate);
    assert_eq!(maker.runs.load(Ordering::Relaxed), 101);
    assert!(scheduler.shared.flights.is_empty());
}

#[tokio::test]
async fn the_last_caller_to_leave_stops_the_search() {
    let scheduler = scheduler(1, 8);
    let maker = Maker::default();
    let first = scheduler.start(Some(1), maker.endless(), None).unwrap();
    let second = scheduler.start(Some(1), maker.endless(), None).unwrap();
    drop(first);
    let runs = maker.runs.load(Ordering::Relaxed);
    within_bound("it goes on", || maker.runs.load(Ordering::Relaxed) > runs + 3).await;
    drop(second);
    within_bound("it is gone", || scheduler.load().live() == 0 && maker.live() == 0).await;
    assert!(scheduler.shared.flights.is_empty());
    let again = scheduler.start(Some(1), maker.slices(2), None).unwrap();
    assert_eq!(answer(again).await.unwrap().verdict, Verdict::NoMate);
}

#[tokio::test]
async fn paused_searches_that_are_left_are_dropped_at_once() {
    let scheduler = scheduler(1, 100);
    let maker = Maker::default();
    let tickets: Vec<_> = (0..50).map(|key| scheduler.start(Some(key), maker.endless(), None).unwrap()).collect();
    drop(tickets);
    within_bound("all gone", || scheduler.load().live() == 0 && maker.live() == 0).await;
}

#[tokio::test]
async fn a_panic_is_contained() {
    let scheduler = scheduler(1, 8);
    let ticket = scheduler.start(Some(1), Panics, None).unwrap();
    assert_eq!(answer(ticket).await, Err(Failure::Panicked));
    let ticket = scheduler.start(Some(1), Maker::default().slices(2), None).unwrap();
    assert_eq!(answer(ticket).await.unwrap().verdict, Verdict::NoMate);
}

#[tokio::test]
async fn closing_ends_everything() {
    let scheduler = scheduler(2, 8);
    let maker = Maker::default();
    let tickets: Vec<_> = (0..5).map(|key| scheduler.start(Some(key), maker.endless(), None).unwrap()).collect();
    within_bound("running", || scheduler.load().running == 2).await;
    let start = Clock::now();
    drop(scheduler);
    assert!(start.elapsed() < BOUND);
    for ticket in tickets {
        assert!(matches!(
            answer(ticket).await,
            Err(Failure::Closed) | Ok(Outcome { verdict: Verdict::Unknown(_), .. })
        ));
    }
    assert_eq!(maker.live(), 0);
}

#[tokio::test]
async fn who_leaves_before_the_end_is_told_what_is_known() {
    let scheduler = scheduler(1, 8);
    let unfinished = |outcome: &Outcome| match &outcome.verdict {
        Verdict::Mate(mate) => mate.unfinished,
        verdict => panic!("{verdict}"),
    };
    let hurried = scheduler.start(Some(1), Knows, Some(Duration::from_millis(50))).unwrap();
    let patient = scheduler.start(Some(1), Knows, None).unwrap();
    assert_eq!(unfinished(&answer(hurried).await.unwrap()), Some(Cause::Time));
    assert_eq!(unfinished(&patient.give_up(Cause::Cancelled)), Some(Cause::Cancelled));
    assert!(patient.certified().is_none());
}

#[tokio::test]
async fn a_landed_answer_is_known_from_then_on() {
    let scheduler = scheduler(1, 8);
    let ticket = scheduler.start(Some(1), Maker::default().slices(3), None).unwrap();
    assert_eq!(scheduler.shared.recent.look(&ProblemKey::numbered(1)), None);
    let landed = answer(ticket).await.unwrap();
    let recalled = scheduler.shared.recent.look(&ProblemKey::numbered(1)).unwrap();
    assert_eq!((recalled.verdict, recalled.statistics.nodes), (landed.verdict, 0));
}

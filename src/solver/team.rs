//! What several workers on one problem share besides the table.

use crate::shogi::Key;
use std::sync::atomic::{AtomicBool, AtomicU8, AtomicU64, Ordering::Relaxed};
use std::sync::{Arc, Mutex, PoisonError};

/// Counters of the crowd: few enough to stay in a core's cache, enough that two long paths seldom share one.
const COUNTERS: usize = 1 << 16;

/// How many of the last decided nodes are remembered; who is further behind looks at his whole path.
const NEWS: usize = 64;

/// Shared by the workers on one problem.
pub(super) struct Team {
    /// How many workers are below a board, by a hash of its key. What falls together by chance costs time only.
    crowd: Box<[AtomicU8]>,
    /// Nodes decided while others were below them, by number modulo [`NEWS`].
    news: Mutex<[Key; NEWS]>,
    told: AtomicU64,
    /// The root is decided, or a worker has come to grief: all leave.
    over: AtomicBool,
    /// Moves made by all workers, as far as they have said.
    nodes: AtomicU64,
}

/// One worker's place in a team.
pub(super) struct Member {
    team: Arc<Team>,
    /// News heard so far.
    heard: u64,
    /// Nodes told to the team so far.
    counted: u64,
}

/// What a member has not heard yet.
pub(super) enum News {
    /// These boards were decided, the latest first.
    Boards(Vec<Key>),
    /// Too many to tell.
    Many,
}

impl Team {
    pub(super) fn new() -> Arc<Self> {
        let crowd = std::iter::repeat_with(AtomicU8::default).take(COUNTERS).collect();
        Arc::new(Self {
            crowd,
            news: Mutex::new([0; NEWS]),
            told: AtomicU64::new(0),
            over: AtomicBool::new(false),
            nodes: AtomicU64::new(0),
        })
    }

    /// Sends everybody home.
    pub(super) fn end(&self) {
        self.over.store(true, Relaxed);
    }

    #[inline]
    pub(super) fn is_over(&self) -> bool {
        self.over.load(Relaxed)
    }

    #[inline]
    fn counter(&self, key: Key) -> &AtomicU8 {
        &self.crowd[(key >> 20) as usize % COUNTERS]
    }

    fn tell(&self, key: Key) {
        let mut news = self.news.lock().unwrap_or_else(PoisonError::into_inner);
        let number = self.told.load(Relaxed);
        news[number as usize % NEWS] = key;
        self.told.store(number + 1, Relaxed);
    }
}

impl Member {
    pub(super) fn of(team: &Arc<Team>) -> Self {
        Self { team: Arc::clone(team), heard: 0, counted: 0 }
    }

    pub(super) fn team(&self) -> &Team {
        &self.team
    }

    /// This worker goes below a board.
    pub(super) fn enter(&self, key: Key) {
        self.team.counter(key).fetch_add(1, Relaxed);
    }

    /// This worker comes back from below a board; the others there are told if it is `decided`.
    pub(super) fn leave(&self, key: Key, decided: bool) {
        let before = self.team.counter(key).fetch_sub(1, Relaxed);
        if decided && before != 1 {
            self.team.tell(key);
        }
    }

    /// How many workers are below a board that this one is not below.
    #[inline]
    pub(super) fn others_below(&self, key: Key) -> u32 {
        u32::from(self.team.counter(key).load(Relaxed))
    }

    /// Counts this worker's nodes into the team's, which it returns.
    pub(super) fn count(&mut self, nodes: u64) -> u64 {
        let more = nodes - self.counted;
        self.counted = nodes;
        self.team.nodes.fetch_add(more, Relaxed) + more
    }

    /// True if there is something to hear.
    #[inline]
    pub(super) fn has_news(&self) -> bool {
        self.team.told.load(Relaxed) != self.heard
    }

    pub(super) fn hear(&mut self) -> News {
        let news = self.team.news.lock().unwrap_or_else(PoisonError::into_inner);
        let (told, heard) = (self.team.told.load(Relaxed), self.heard);
        self.heard = told;
        if told - heard > NEWS as u64 {
            return News::Many;
        }
        News::Boards((heard..told).rev().map(|number| news[number as usize % NEWS]).collect())
    }
}

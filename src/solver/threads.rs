//! How many threads search one problem.

/// Nodes that one thread makes before the others join it: waking them for less takes longer than the search.
const ALONE: u64 = 10_000;

/// Threads of one search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Threads {
    /// How many, the caller's among them; 0 counts as 1.
    pub count: usize,
    /// Nodes that the caller's makes before the others join it.
    pub alone: u64,
}

impl Threads {
    /// One thread: the search is repeatable.
    pub const ONE: Self = Self::new(1);

    /// So many, which join when the problem proves to be no short one.
    pub const fn new(count: usize) -> Self {
        Self { count, alone: ALONE }
    }
}

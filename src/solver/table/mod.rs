//! The transposition table: bounded, shared by all threads.

/// What searches remember, in a fixed amount of memory.
pub struct Table {
    _todo: (),
}

impl Table {
    /// A table of about `mib` MiB, at least 1.
    pub fn new(mib: usize) -> Self {
        let _ = mib;
        todo!()
    }

    /// Thousandths of the table in use, from a sample.
    pub fn permille(&self) -> u32 {
        todo!()
    }
}

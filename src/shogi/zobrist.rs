//! Random numbers for incremental keys.

/// A board key: 128 bits, so that a table can index with some bits and check others.
pub type Key = u128;

//! Compiles `proto/` and nothing else.

fn main() {}

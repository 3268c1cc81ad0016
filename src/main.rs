//! The `tsumi` binary: parse the arguments, run one subcommand, return its exit code.

fn main() {}

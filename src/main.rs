//! The `tsumi` binary: parse the arguments, run one subcommand, return its exit code.

use std::process::ExitCode;

fn main() -> ExitCode {
    tsumi::cli::main()
}

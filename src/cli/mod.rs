//! The command line: one file a subcommand.
//!
//! Machine output goes to standard output, talk to standard error, colour to terminals only. The exit status is 0 when
//! everything was answered, 1 when some input was refused or failed, 2 for a wrong command line, 3 when `--strict`
//! was given and an answer is "not decided".

mod aim;
mod answer;
mod bench;
mod board;
mod budget;
mod certificate;
mod check;
mod completions;
mod generate;
mod input;
mod interrupt;
mod letters;
mod nats;
mod perft;
mod picture;
mod progress;
mod search;
mod serve;
mod solve;
mod store;
mod suite;
mod talk;
mod tune;
pub mod usi;
mod verify;
mod weights_file;
mod worker;

use clap::{ArgMatches, CommandFactory as _, FromArgMatches as _, Parser, Subcommand};
use std::io;
use std::process::ExitCode;

const AFTER_HELP: &str = "\
Exit status: 0 everything was answered (mate, no mate or not decided), 1 some input was refused or failed, 2 wrong \
command line, 3 not decided with --strict.";

/// Solves tsume-shogi: shogi checkmate problems.
#[derive(Parser)]
#[command(version = env!("TSUMI_VERSION"), max_term_width = 100, after_help = AFTER_HELP)]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    Serve(Box<serve::Serve>),
    Solve(solve::Solve),
    Verify(Box<verify::Verify>),
    Worker(worker::Worker),
    Check(check::Check),
    Usi(usi::Usi),
    Bench(bench::Bench),
    Perft(perft::Perft),
    Completions(completions::Completions),
    #[command(hide = true)]
    Tune(tune::Tune),
    #[command(hide = true)]
    Generate(generate::Generate),
}

/// How a subcommand ended, the worst last.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Exit {
    /// Everything was answered.
    Answered,
    /// `--strict` was given and something was not decided.
    Undecided,
    /// Some input was refused or failed, and named on standard error.
    Failed,
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> Self {
        Self::from(match exit {
            Exit::Answered => 0,
            Exit::Failed => 1,
            Exit::Undecided => 3,
        })
    }
}

/// What this process was asked to do, and the subcommand's part of what it was made of.
fn arguments() -> Result<(Arguments, ArgMatches), clap::Error> {
    let mut said = serve::settings::matches(Arguments::command())?;
    let arguments = Arguments::from_arg_matches(&said).map_err(|error| error.format(&mut Arguments::command()))?;
    Ok((arguments, said.remove_subcommand().map(|(_, said)| said).unwrap_or_default()))
}

/// Parses the arguments of this process, runs the subcommand, gives the exit status.
pub fn main() -> ExitCode {
    let (arguments, said) = arguments().unwrap_or_else(|error| error.exit());
    let result = match arguments.command {
        Command::Serve(command) => command.run(&said),
        Command::Solve(command) => command.run(),
        Command::Verify(command) => command.run(),
        Command::Worker(command) => command.run(),
        Command::Check(command) => command.run(),
        Command::Usi(command) => command.run(),
        Command::Bench(command) => command.run(),
        Command::Perft(command) => command.run(),
        Command::Completions(command) => command.run(Arguments::command()),
        Command::Tune(command) => command.run(),
        Command::Generate(command) => command.run(),
    };
    match result {
        Ok(exit) => exit.into(),
        // Whoever read the output has seen enough: `tsumi bench | head` is no failure.
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => ExitCode::SUCCESS,
        Err(error) => {
            talk::talk(format_args!("tsumi: {error}"));
            Exit::Failed.into()
        }
    }
}

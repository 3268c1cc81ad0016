//! `tsumi solve`: answers problems one after another.

use super::answer::Answer;
use super::budget::{Budget, HashSize};
use super::input::{self, Item, Reading};
use super::interrupt::Interrupt;
use super::{Exit, progress};
use crate::notation::western::Style;
use crate::service;
use crate::solver::{Monitor, Outcome, Problem, Table, Verdict, solve};
use std::io::{self, Write};
use std::sync::Arc;

/// Solve problems: mate, no mate, or not decided
///
/// Ctrl-C ends the search and tells what is known.
#[derive(clap::Args)]
pub(super) struct Solve {
    /// Positions (SFEN, quoted or with `_` for spaces, or USI `position …`), files with one problem a line, or `-` for
    /// standard input, which is also the default
    #[arg(value_name = "POSITION|FILE|-")]
    inputs: Vec<String>,
    #[command(flatten)]
    budget: Budget,
    #[command(flatten)]
    hash: HashSize,
    #[command(flatten)]
    reading: Reading,
    /// One JSON object a line, as the service's `Solve` answers
    #[arg(long)]
    json: bool,
    /// Exit with status 3 when an answer is "not decided"
    #[arg(long)]
    strict: bool,
}

impl Solve {
    pub(super) fn run(self) -> io::Result<Exit> {
        let items = input::items(&self.inputs);
        let (interrupt, table) = (Interrupt::listen(), Arc::new(Table::new(self.hash.mib as usize)));
        let mut out = anstream::stdout().lock();
        let mut exit = Exit::Answered;
        for (item, number) in items.iter().zip(0..) {
            let Some(monitor) = interrupt.monitor() else {
                eprintln!("interrupted: {} of {} not tried", items.len() - number, items.len());
                return Ok(Exit::Failed);
            };
            if items.len() > 1 && !self.json {
                writeln!(out, "{}{}:", if number > 0 { "\n" } else { "" }, item.name)?;
            }
            exit = exit.max(self.one(item, &table, &monitor, &mut out)?);
            out.flush()?;
        }
        Ok(exit)
    }

    fn one(&self, item: &Item, table: &Arc<Table>, monitor: &Monitor, out: &mut impl Write) -> io::Result<Exit> {
        let problem = match self.problem(item) {
            Ok(problem) => problem,
            Err(refusal) => {
                for line in refusal.lines() {
                    eprintln!("{}: {line}", item.name);
                }
                return Ok(Exit::Failed);
            }
        };
        let outcome = progress::shown(monitor, || solve(&problem, self.budget.limits(), table.clone(), monitor));
        self.tell(&problem, &outcome, out)?;
        let undecided = matches!(outcome.verdict, Verdict::Unknown(_));
        Ok(if undecided && self.strict { Exit::Undecided } else { Exit::Answered })
    }

    fn problem(&self, item: &Item) -> Result<Problem, String> {
        let text = item.text.as_ref().map_err(Clone::clone)?;
        self.reading.problem(text).map_err(|refusal| refusal.to_string())
    }

    fn tell(&self, problem: &Problem, outcome: &Outcome, out: &mut impl Write) -> io::Result<()> {
        if !self.json {
            return write!(out, "{}", Answer { problem, outcome });
        }
        serde_json::to_writer(&mut *out, &service::solve_response(problem, outcome, Style::default()))?;
        writeln!(out)
    }
}

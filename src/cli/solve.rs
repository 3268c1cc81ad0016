//! `tsumi solve`: answers problems one after another.

use super::aim::{Extras, Length, Lengths};
use super::answer::Answer;
use super::budget::{Budget, HashSize, ThreadCount};
use super::certificate::CertificateFile;
use super::input::Reading;
use super::letters::Wording;
use super::picture::Pictures;
use super::search::{self, Means, Searcher};
use super::talk::talk;
use super::{Exit, progress};
use crate::notation::kif;
use crate::scheduler::Ticket;
use crate::service::{self, Told};
use crate::solver::{Aim, Cause, Outcome, Problem, Verdict};
use crate::verify::{Item, Moves, Stated, Unreadable};
use std::io::{self, Write};
use std::pin::{Pin, pin};

/// Solve problems: mate, no mate, or not decided
///
/// Ctrl-C ends the search and tells what is known.
#[derive(clap::Args)]
pub(super) struct Solve {
    /// Positions (SFEN, quoted or with `_` for spaces, or USI `position …`), files and folders (one problem a line, KIF, KI2, BOD, CSA,
    /// JKF; zip and gzip too), or `-` for standard input, which is also the default
    #[arg(value_name = "POSITION|FILE|-")]
    inputs: Vec<String>,
    #[command(flatten)]
    budget: Budget,
    #[command(flatten)]
    hash: HashSize,
    #[command(flatten)]
    threads: ThreadCount,
    #[command(flatten)]
    reading: Reading,
    /// How far to go
    #[arg(long, value_enum, value_name = "KIND", default_value_t)]
    length: Length,
    #[command(flatten)]
    lengths: Lengths,
    #[command(flatten)]
    extras: Extras,
    /// One JSON object a line, as the service's `Solve` answers; a refused input prints none
    #[arg(long)]
    json: bool,
    /// KIF text: the diagram and the line, with the variations as branches (変化) if they are asked for
    #[arg(long, conflicts_with = "json")]
    kif: bool,
    #[command(flatten)]
    certificate: CertificateFile,
    #[command(flatten)]
    wording: Wording,
    /// Exit with status 3 when an answer is "not decided"
    #[arg(long)]
    strict: bool,
    #[command(flatten)]
    pictures: Pictures,
}

impl Solve {
    pub(super) fn run(self) -> io::Result<Exit> {
        let mut items = self.reading.items(&self.inputs, Moves::Lead);
        let (first, second) = (items.next(), items.next());
        let are_several = second.is_some();
        if let Some(reason) = self.refusal(are_several) {
            talk(reason);
            return Ok(Exit::Failed);
        }
        let items = first.into_iter().chain(second).chain(items);
        let searcher = Searcher::new(Means { table_mib: self.hash.mib, threads: self.threads.count });
        search::runtime()?.block_on(self.answer_all(items, are_several, &searcher))
    }

    /// Why the options cannot all be served.
    fn refusal(&self, are_several: bool) -> Option<&'static str> {
        match (self.certificate.is_asked(), self.pictures.are_asked()) {
            (true, _) if are_several => Some("--certificate takes one problem"),
            (_, true) if are_several => Some("--svg and --png take one problem"),
            _ if self.pictures.collide() => Some("only one picture can go to standard output"),
            _ => None,
        }
    }

    async fn answer_all(
        &self,
        mut items: impl Iterator<Item = Item>,
        are_several: bool,
        searcher: &Searcher,
    ) -> io::Result<Exit> {
        let mut out: Box<dyn Write> = if self.pictures.are_printed() {
            Box::new(anstream::stderr())
        } else {
            Box::new(anstream::stdout().lock())
        };
        let mut interrupt = pin!(interrupt());
        let (mut exit, mut tried) = (Exit::Answered, 0);
        while let Some(item) = items.next() {
            if are_several && !self.json && !self.kif {
                writeln!(out, "{}{}:", if tried > 0 { "\n" } else { "" }, item.id)?;
            }
            tried += 1;
            let Some(stated) = stated(&item) else {
                exit = exit.max(Exit::Failed);
                continue;
            };
            let is_drawn = self.pictures.draw(&stated.problem, stated.last);
            let outcome = self.answer(&stated.problem, searcher, interrupt.as_mut()).await?;
            let means = (searcher.table(), self.budget.limits());
            let certified = self.certificate.write((&stated.problem, &outcome), means).await?.is_some();
            self.tell((stated, &outcome), certified, &mut out)?;
            exit = exit.max(self.exit(&outcome));
            if !is_drawn || self.certificate.is_asked() && !certified {
                exit = Exit::Failed;
            }
            if outcome.verdict == Verdict::Unknown(Cause::Cancelled) {
                return Ok(interrupted(tried, items.count()).unwrap_or(exit));
            }
        }
        Ok(exit)
    }

    async fn answer(
        &self,
        problem: &Problem,
        searcher: &Searcher,
        interrupt: Pin<&mut impl Future<Output = ()>>,
    ) -> io::Result<Outcome> {
        let ticket = searcher.begin(problem.clone(), self.budget.limits(), self.aim())?;
        watched(ticket, interrupt).await
    }

    fn aim(&self) -> Aim {
        self.extras.added_to(self.lengths.aim(self.length))
    }

    fn tell(&self, (stated, outcome): (&Stated, &Outcome), certified: bool, out: &mut dyn Write) -> io::Result<()> {
        let &Stated { ref problem, last, .. } = stated;
        if self.kif {
            return write!(out, "{}", kif::solution(problem, &outcome.verdict));
        }
        if !self.json {
            let letters = self.wording.letters();
            let answer = Answer { problem, outcome, last, letters, certified };
            return write!(out, "{}", letters.shown(&answer.to_string()));
        }
        let private_table_mib = self.budget.limits().nodes.map(|_| self.hash.mib as usize);
        let told = Told { private_table_mib, certified, ..Told::default() };
        serde_json::to_writer(&mut *out, &service::solve_response(problem, outcome, told))?;
        writeln!(out)
    }

    fn exit(&self, outcome: &Outcome) -> Exit {
        let undecided = matches!(outcome.verdict, Verdict::Unknown(_));
        if undecided && self.strict { Exit::Undecided } else { Exit::Answered }
    }
}

/// What an item states; `None` if it is refused, and that is said.
fn stated(item: &Item) -> Option<&Stated> {
    let refused = |refusal: &Unreadable| {
        refusal.reasons.iter().for_each(|reason| talk(format_args!("{}: {reason}", item.id)));
    };
    item.stated.as_ref().inspect_err(|refusal| refused(refusal)).ok()
}

/// Tells what was not tried, if anything was not.
fn interrupted(tried: usize, left: usize) -> Option<Exit> {
    (left > 0).then(|| talk(format_args!("interrupted: {left} of {} not tried", tried + left))).map(|()| Exit::Failed)
}

/// Waits for the answer, and shows meanwhile where the search stands.
async fn watched(mut ticket: Ticket, mut interrupt: Pin<&mut impl Future<Output = ()>>) -> io::Result<Outcome> {
    let mut line = progress::Line::default();
    loop {
        tokio::select! {
            biased;
            outcome = ticket.wait() => return outcome.map_err(search::from_failure),
            () = interrupt.as_mut() => return Ok(ticket.give_up(Cause::Cancelled)),
            () = line.due() => line.show(ticket.progress(), ticket.elapsed()),
        }
    }
}

/// Ready at the first Ctrl-C; never if there is none to be heard.
async fn interrupt() {
    if tokio::signal::ctrl_c().await.is_err() {
        std::future::pending::<()>().await;
    }
}

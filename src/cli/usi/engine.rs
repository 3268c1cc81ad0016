//! What each USI command does.

use super::super::aim::Length;
use super::super::budget::ThreadCount;
use super::super::input::{Reading, shortened};
use super::super::search::{Means, Searcher};
use super::{Line, Settings};
use crate::scheduler::{Failure, Ticket};
use crate::solver::{
    Aim, Cause, Limits, LineKind, Mate, Outcome, Problem, Progress, Statistics, Verdict, nodes_per_second,
};
use crate::verify::Unreadable;
use std::fmt::Display;
use std::io::{self, Write};
use std::time::Duration;
use tokio::time::timeout;

/// How often a running search is reported.
const REPORT: Duration = Duration::from_secs(1);

/// A session.
pub(super) struct Engine<W> {
    out: W,
    settings: Settings,
    length: Length,
    searcher: Option<Searcher>,
    problem: Option<Result<Problem, Unreadable>>,
    running: Option<Ticket>,
}

impl<W: Write> Engine<W> {
    pub(super) fn new(out: W, settings: Settings) -> Self {
        Self { out, settings, length: Length::Conventional, searcher: None, problem: None, running: None }
    }

    /// Obeys one line.
    pub(super) fn obey(&mut self, line: Line) -> io::Result<()> {
        let text = match line {
            Line::Text(text) => text,
            Line::Bad(fault) => return self.talk(fault),
        };
        let (command, rest) = text.trim().split_once(char::is_whitespace).unwrap_or((text.trim(), ""));
        match command {
            "usi" => self.introduce(),
            "isready" => self.ready(),
            "setoption" => self.set_option(rest.trim()),
            "position" => self.position(rest.trim()),
            "go" => self.go(rest.trim()),
            "stop" => self.stop(),
            "" | "usinewgame" | "gameover" | "ponderhit" => Ok(()),
            _ => self.talk(format_args!("unknown command: {}", shortened(command))),
        }
    }

    fn say(&mut self, text: impl Display) -> io::Result<()> {
        writeln!(self.out, "{text}")?;
        self.out.flush()
    }

    fn talk(&mut self, text: impl Display) -> io::Result<()> {
        self.say(format_args!("info string {text}"))
    }

    fn introduce(&mut self) -> io::Result<()> {
        let Settings { hash_mib, max_hash_mib, threads, .. } = self.settings;
        self.say(concat!("id name tsumi ", env!("CARGO_PKG_VERSION")))?;
        self.say("id author the tsumi contributors")?;
        self.say(format_args!("option name USI_Hash type spin default {hash_mib} min 1 max {max_hash_mib}"))?;
        let most = ThreadCount::MOST;
        self.say(format_args!("option name Threads type spin default {threads} min 1 max {most}"))?;
        self.say("option name Length type combo default conventional var first var raw var conventional")?;
        self.say("usiok")
    }

    fn ready(&mut self) -> io::Result<()> {
        self.searcher();
        self.say("readyok")
    }

    /// What searches, made anew with its table when `USI_Hash` or `Threads` was changed.
    fn searcher(&mut self) -> &Searcher {
        let means = Means { table_mib: self.settings.hash_mib, threads: self.settings.threads };
        // The old table goes before the new one comes: together they may not fit.
        self.searcher.take_if(|searcher| searcher.means() != means);
        self.searcher.get_or_insert_with(|| Searcher::new(means))
    }

    fn set_option(&mut self, text: &str) -> io::Result<()> {
        let text = text.strip_prefix("name").unwrap_or(text).trim();
        let largest = self.settings.max_hash_mib;
        let (name, value) = text.split_once(" value ").unwrap_or((text, ""));
        match (name.trim(), value.trim()) {
            ("USI_Hash", value) => match value.parse() {
                Ok(mib) if (1..=largest).contains(&mib) => self.settings.hash_mib = mib,
                _ => return self.talk(format_args!("USI_Hash must be 1 to {largest} MiB")),
            },
            ("Length", "first") => self.length = Length::First,
            ("Length", "raw") => self.length = Length::Raw,
            ("Length", "conventional") => self.length = Length::Conventional,
            ("Length", _) => return self.talk("Length is first, raw or conventional"),
            ("Threads", value) => match value.parse() {
                Ok(threads) if (1..=ThreadCount::MOST).contains(&threads) => self.settings.threads = threads,
                _ => return self.talk(format_args!("Threads must be 1 to {}", ThreadCount::MOST)),
            },
            ("USI_Ponder", _) => {}
            (name, _) => return self.talk(format_args!("unknown option: {}", shortened(name))),
        }
        Ok(())
    }

    fn position(&mut self, text: &str) -> io::Result<()> {
        let problem = Reading::default().problem(text);
        if let Err(refusal) = &problem {
            for line in refusal.to_string().lines() {
                self.talk(line)?;
            }
        }
        self.problem = Some(problem);
        Ok(())
    }

    fn go(&mut self, text: &str) -> io::Result<()> {
        self.stop()?;
        let mut words = text.split_whitespace();
        if words.next() != Some("mate") {
            self.talk("only `go mate` is supported")?;
            return self.say("bestmove resign");
        }
        match (words.next().unwrap_or("infinite"), words.next()) {
            ("infinite", None) => self.mate(None),
            (time, None) if time.parse::<u64>().is_ok() => self.mate(time.parse().ok().map(Duration::from_millis)),
            _ => self.cannot("`go mate` takes `infinite` or a time in milliseconds"),
        }
    }

    fn cannot(&mut self, why: impl Display) -> io::Result<()> {
        self.talk(why)?;
        self.say("checkmate notimplemented")
    }

    fn mate(&mut self, time: Option<Duration>) -> io::Result<()> {
        match &self.problem {
            None => self.cannot("no position was given"),
            Some(Err(refusal)) => {
                let why = refusal.to_string().replace('\n', "; ");
                self.cannot(format_args!("position refused: {why}"))
            }
            Some(Ok(problem)) => {
                let problem = problem.clone();
                self.start(problem, Limits { time, nodes: self.settings.nodes, plies: None })
            }
        }
    }

    fn start(&mut self, problem: Problem, limits: Limits) -> io::Result<()> {
        let aim = Aim { stage: self.length.stage(), ..Aim::LENGTHS };
        match self.searcher().begin(problem, limits, aim) {
            Ok(ticket) => self.running = Some(ticket),
            Err(refusal) => {
                self.talk(refusal)?;
                self.say("checkmate timeout")?;
            }
        }
        Ok(())
    }

    /// Waits for the end of the running search and answers it, or reports where it stands; without a search it waits
    /// for ever. May be dropped at any time.
    pub(super) async fn wait(&mut self) -> io::Result<()> {
        let Some(ticket) = &mut self.running else { return std::future::pending().await };
        match timeout(REPORT, ticket.wait()).await {
            Err(_) => self.report(),
            Ok(ended) => {
                self.running = None;
                self.answer(&ended)
            }
        }
    }

    /// Ends the running search, if any, and answers it.
    pub(super) fn stop(&mut self) -> io::Result<()> {
        match self.running.take() {
            None => Ok(()),
            Some(ticket) => self.answer(&Ok(ticket.give_up(Cause::Cancelled))),
        }
    }

    fn report(&mut self) -> io::Result<()> {
        let Some(ticket) = &self.running else { return Ok(()) };
        let (Progress { nodes, depth, .. }, time) = (ticket.progress(), ticket.elapsed());
        let full = self.searcher.as_ref().map_or(0, Searcher::table_permille);
        self.say(format_args!("info depth {depth} {} hashfull {full}", Spent { nodes, time }))
    }

    fn answer(&mut self, ended: &Result<Outcome, Failure>) -> io::Result<()> {
        match ended {
            Ok(Outcome { verdict: Verdict::Mate(mate), statistics, .. }) => self.mated(mate, statistics),
            Ok(Outcome { verdict: Verdict::NoMate, .. }) => self.say("checkmate nomate"),
            Ok(Outcome { verdict: Verdict::Unknown(cause), .. }) => {
                if *cause == Cause::Memory {
                    self.talk("the table is too small for this problem")?;
                }
                self.say("checkmate timeout")
            }
            Err(failure) => {
                self.talk(failure)?;
                self.say("checkmate timeout")
            }
        }
    }

    fn mated(&mut self, mate: &Mate, statistics: &Statistics) -> io::Result<()> {
        let line: Vec<String> = mate.line.moves.iter().map(ToString::to_string).collect();
        let line = line.join(" ");
        let spent = Spent { nodes: statistics.nodes, time: statistics.time };
        let (depth, full) = (mate.line.moves.len(), statistics.table_permille);
        let plies = if mate.kind == LineKind::Found { mate.raw.at_most } else { depth as u32 };
        self.say(format_args!("info depth {depth} {spent} hashfull {full} score mate {plies} pv {line}"))?;
        if !is_proved(self.length, mate) {
            self.talk("length not proved")?;
        }
        self.say(format_args!("checkmate {line}"))
    }
}

/// True if the line of a mate is that of the length asked for, and the length is proved.
fn is_proved(length: Length, mate: &Mate) -> bool {
    match length {
        Length::First => true,
        Length::Raw => mate.kind == LineKind::Raw,
        Length::Conventional => mate.kind == LineKind::Conventional,
    }
}

/// Nodes and time as USI writes them.
struct Spent {
    nodes: u64,
    time: Duration,
}

impl Display for Spent {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Self { nodes, time } = self;
        write!(f, "time {} nodes {nodes} nps {}", time.as_millis(), nodes_per_second(*nodes, *time))
    }
}

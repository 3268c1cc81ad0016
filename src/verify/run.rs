//! A run: items in, reports out.

use super::intake::Intake;
use super::report::Report;
use std::io;
use std::sync::mpsc::{SyncSender, sync_channel};
use std::thread;
use std::time::Duration;

/// Reports that wait to be written, at most.
const WAITING: usize = 256;

/// How long who waits for others to take or to give something rests, rather than be woken for each item: waking takes a tenth of what a
/// small problem does. Far less comes meanwhile than the channels hold.
pub(super) const MOMENT: Duration = Duration::from_millis(1);

/// Who answers problems: threads of this process, a server, or many machines.
pub trait Runner: Sync {
    /// Takes items until there are none, answers them in any order, and gives a report of each. What is stopped on the way gets none,
    /// and neither does anything after an error. Ends when nobody takes reports any more.
    ///
    /// # Errors
    /// What keeps it from going on.
    fn run(&self, intake: &Intake<'_>, reports: SyncSender<Report>) -> io::Result<()>;
}

/// Has the items of `intake` answered, and gives each report to `write` as it comes.
///
/// # Errors
/// Of the runner, or of `write`, which ends the run.
///
/// # Panics
/// If the runner does.
pub fn run(
    intake: &Intake<'_>,
    runner: &dyn Runner,
    mut write: impl FnMut(&Report) -> io::Result<()>,
) -> io::Result<()> {
    let (sender, reports) = sync_channel(WAITING);
    thread::scope(|scope| {
        let running = scope.spawn(move || runner.run(intake, sender));
        let written = reports.iter().try_for_each(|report| {
            write(&report)?;
            reports.try_iter().try_for_each(|report| write(&report))?;
            thread::sleep(MOMENT);
            Ok(())
        });
        if written.is_err() {
            intake.close();
        }
        // Who still has something to tell is told that nobody listens.
        drop(reports);
        let ran = running.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic));
        written.and(ran)
    })
}

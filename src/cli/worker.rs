//! `tsumi worker`: answers what `tsumi verify --nats` submits.

use super::Exit;
use super::interrupt::Interrupt;
use super::nats;
use super::talk::talk;
use crate::verify::cluster::Machine;
use std::io;
use std::time::Duration;

/// Answer problems that `tsumi verify --nats` submits, until Ctrl-C or SIGTERM
///
/// Any number of workers may run, anywhere; they come and go at will. They answer jobs of their own version of the program.
#[derive(clap::Args)]
pub(super) struct Worker {
    /// Where NATS is: nats://HOST:PORT or tls://…; several servers of a cluster with commas between them. With a
    /// password in it, it is better in the environment than on the command line
    #[arg(long = "nats", value_name = "URL", env = "TSUMI_NATS", hide_env_values = true)]
    nats: String,
    #[command(flatten)]
    access: nats::Access,
    /// Problems that are searched at once, each on one thread; as many as cores by default
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    jobs: Option<u16>,
    /// The largest transposition table of each job in MiB; problems that need a larger one are left to other workers
    #[arg(long = "hash-mib", value_name = "MIB", default_value_t = 64, value_parser = super::budget::table_size)]
    hash_mib: u32,
    /// How long a job stays with a worker that does not answer any more; the same for all workers
    #[arg(long, value_name = "TIME", default_value = "15s", value_parser = lease)]
    lease: Duration,
}

/// A lease that can be extended in time.
fn lease(text: &str) -> Result<Duration, String> {
    let lease = super::budget::duration(text)?;
    if lease >= Duration::from_secs(1) { Ok(lease) } else { Err("the lease must be at least 1s".to_owned()) }
}

impl Worker {
    pub(super) fn run(self) -> io::Result<Exit> {
        let interrupt = Interrupt::listen_for_shutdown();
        let machine = Machine {
            settings: self.access.settings(&self.nats),
            jobs: self.jobs.map_or_else(super::budget::cores, usize::from),
            largest_table_mib: self.hash_mib as usize,
            lease: self.lease,
            monitors: &|| interrupt.monitor(),
            goes_on: &|| !interrupt.is_hit(),
            tell: &|text| talk(text),
        };
        machine.run()?;
        Ok(Exit::Answered)
    }
}

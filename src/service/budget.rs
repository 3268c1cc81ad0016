//! How much a request may spend, and by whose word.

use super::{Config, deadline};
use crate::solver::{Cause, Limits};
use std::time::Duration;

/// Whose limit it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Owner {
    /// The request's.
    Request,
    /// The call's deadline.
    Deadline,
    /// The server's.
    Server,
}

/// What a request and its call ask for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Wanted {
    pub(super) limits: Limits,
    /// Time the caller gives the whole call.
    pub(super) deadline: Option<Duration>,
    /// Size of the private table, in MiB.
    pub(super) table_mib: Option<usize>,
}

/// What it gets.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Budget {
    pub(super) limits: Limits,
    pub(super) private_table_mib: usize,
    time: Owner,
    nodes: Owner,
}

impl Budget {
    /// The narrowest of all limits. The server's default time counts only for those who limit neither time nor nodes.
    pub(super) fn new(wanted: &Wanted, config: &Config) -> Self {
        let Wanted { limits, deadline, .. } = *wanted;
        let unlimited = limits.time.is_none() && limits.nodes.is_none() && deadline.is_none();
        let times = [
            (limits.time, Owner::Request),
            (deadline.map(deadline::with_margin), Owner::Deadline),
            (config.max_time, Owner::Server),
            (config.default_time.filter(|_| unlimited), Owner::Server),
        ];
        let (time, time_owner) = narrowest(times);
        let bound = config.max_nodes.filter(|_| limits.nodes.is_some());
        let (nodes, nodes_owner) = narrowest([(limits.nodes, Owner::Request), (bound, Owner::Server)]);
        Self {
            limits: Limits { time, nodes, plies: limits.plies },
            private_table_mib: wanted.table_mib.unwrap_or(config.private_table_mib),
            time: time_owner,
            nodes: nodes_owner,
        }
    }

    /// Whose limit ended a search that ended with `cause`; `None` if it was nobody's.
    pub(super) fn owner(&self, cause: Cause) -> Option<Owner> {
        match cause {
            Cause::Time => Some(self.time),
            Cause::Nodes => Some(self.nodes),
            Cause::Memory => Some(if self.limits.nodes.is_some() { Owner::Request } else { Owner::Server }),
            Cause::Plies(_) => Some(Owner::Request),
            Cause::Cancelled => None,
        }
    }
}

/// The least limit and its owner; of equals the first. Without a limit the server's word stands.
fn narrowest<T: Ord + Copy, const N: usize>(limits: [(Option<T>, Owner); N]) -> (Option<T>, Owner) {
    let known = limits.into_iter().filter_map(|(limit, owner)| Some((limit?, owner)));
    known.min_by_key(|&(limit, _)| limit).map_or((None, Owner::Server), |(limit, owner)| (Some(limit), owner))
}

#[cfg(test)]
mod tests {
    use super::*;

    const CONFIG: fn() -> Config = || Config {
        default_time: Some(Duration::from_secs(30)),
        max_time: Some(Duration::from_mins(1)),
        max_nodes: Some(1000),
        ..Config::default()
    };

    fn seconds(time: Option<u64>) -> Option<Duration> {
        time.map(Duration::from_secs)
    }

    fn budget(time: Option<u64>, nodes: Option<u64>, deadline: Option<u64>) -> Budget {
        let limits = Limits { time: seconds(time), nodes, plies: None };
        Budget::new(&Wanted { limits, deadline: seconds(deadline), table_mib: None }, &CONFIG())
    }

    #[test]
    fn the_narrowest_time_counts_and_its_owner_is_told() {
        for (given, time, owner) in [
            (budget(None, None, None), 30_000, Owner::Server),
            (budget(Some(5), None, None), 5_000, Owner::Request),
            (budget(Some(50), None, None), 50_000, Owner::Request),
            (budget(Some(500), None, None), 60_000, Owner::Server),
            (budget(Some(5), None, Some(2)), 1_950, Owner::Deadline),
            (budget(None, None, Some(40)), 39_950, Owner::Deadline),
            (budget(None, Some(7), None), 60_000, Owner::Server),
        ] {
            assert_eq!(given.limits.time, Some(Duration::from_millis(time)));
            assert_eq!(given.owner(Cause::Time), Some(owner));
        }
    }

    #[test]
    fn nodes_are_bounded_and_a_search_without_them_stays_shared() {
        assert_eq!(budget(None, Some(7), None).owner(Cause::Nodes), Some(Owner::Request));
        let bounded = budget(None, Some(7000), None);
        assert_eq!((bounded.limits.nodes, bounded.owner(Cause::Nodes)), (Some(1000), Some(Owner::Server)));
        let shared = budget(Some(1), None, None);
        assert_eq!((shared.limits.nodes, shared.owner(Cause::Nodes)), (None, Some(Owner::Server)));
    }
}

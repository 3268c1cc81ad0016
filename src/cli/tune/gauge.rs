//! How many nodes problems take with some weights.

use super::super::interrupt::Interrupt;
use crate::solver::{Cause, Limits, Problem, Search, Table, Verdict, Weights};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, OnceLock};

/// Measures problems side by side, each alone on a thread with a table of that thread, so that the nodes are the same in every run.
pub(super) struct Gauge {
    tables: Vec<Arc<Table>>,
    /// Most nodes of one problem.
    cap: u64,
    interrupt: Interrupt,
}

impl Gauge {
    /// So many threads, each with a table of `mib` MiB, and at most `cap` nodes a problem.
    pub(super) fn new((threads, mib): (u16, u32), cap: u64, interrupt: Interrupt) -> Self {
        let tables = (0..threads).map(|_| Arc::new(Table::new(mib as usize))).collect();
        Self { tables, cap, interrupt }
    }

    /// Nodes of each problem, an undecided one at twice the cap; `None` if somebody stopped it.
    pub(super) fn nodes(&self, problems: &[Problem], weights: &Weights) -> Option<Vec<u64>> {
        let nodes: Vec<OnceLock<u64>> = problems.iter().map(|_| OnceLock::new()).collect();
        let (cells, next) = (problems.iter().zip(&nodes).collect::<Vec<_>>(), AtomicUsize::new(0));
        std::thread::scope(|scope| {
            for table in &self.tables {
                scope.spawn(|| {
                    let queue = std::iter::from_fn(|| cells.get(next.fetch_add(1, Ordering::Relaxed)));
                    for (problem, cell) in queue {
                        let Some(measured) = self.measure(problem, weights, table) else { return };
                        cell.get_or_init(|| measured);
                    }
                });
            }
        });
        nodes.into_iter().map(OnceLock::into_inner).collect()
    }

    fn measure(&self, problem: &Problem, weights: &Weights, table: &Arc<Table>) -> Option<u64> {
        let monitor = self.interrupt.monitor()?;
        table.clear();
        let limits = Limits { nodes: Some(self.cap), ..Limits::default() };
        let outcome = Search::new(problem, limits, table.clone()).weighed(weights).run_to_end(&monitor);
        match outcome.verdict {
            Verdict::Unknown(Cause::Cancelled) => None,
            Verdict::Unknown(_) => Some(self.cap.saturating_mul(2)),
            Verdict::Mate(_) | Verdict::NoMate => Some(outcome.statistics.nodes),
        }
    }
}

/// The binary logarithm of the geometric mean, no nodes counted as one. 0 for no problems.
pub(super) fn mean_log(nodes: &[u64]) -> f64 {
    #[expect(clippy::cast_precision_loss, reason = "the nodes of a search are far below 2^53")]
    let sum = nodes.iter().fold(0.0, |sum, &nodes| sum + (nodes.max(1) as f64).log2());
    sum / f64::from(nodes.len().max(1) as u32)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cli::input::Reading;

    fn problems() -> Vec<Problem> {
        let texts = [
            "4k4/9/4P4/9/9/9/9/9/9 b G2r2b3g4s4n4l17p 1",
            "3g1+P1g1/3S2Ps1/2PpPkL2/4L4/4p2G1/4S4/1B1N1N3/1NN6/B6+r1 b Lrgsl12p 1",
            "6R+P1/8k/7sp/9/9/9/9/9/9 b r2b4g3s4n4l16p 1",
        ];
        texts.map(|text| Reading::default().problem(text).unwrap()).into()
    }

    #[test]
    fn any_number_of_threads_measures_the_same() {
        let measure = |threads, cap| {
            Gauge::new((threads, 1), cap, Interrupt::default()).nodes(&problems(), &Weights::default()).unwrap()
        };
        let nodes = measure(1, 1_000_000);
        assert!(nodes.iter().all(|nodes| *nodes <= 1_000_000));
        assert_eq!(measure(2, 1_000_000), nodes);
        assert_eq!(measure(5, 1_000_000), nodes);
        let capped = measure(2, nodes[1] / 2);
        assert_eq!(capped[1], nodes[1] / 2 * 2);
        assert_eq!(capped[0], nodes[0]);
    }

    #[test]
    fn other_weights_take_other_nodes() {
        let gauge = Gauge::new((1, 1), 1_000_000, Interrupt::default());
        let flat = Weights { check_pn_flight: 0, check_pn_distance: 0, flight_pn: 0, ..Weights::default() };
        assert_ne!(gauge.nodes(&problems(), &flat), gauge.nodes(&problems(), &Weights::default()));
    }

    #[test]
    fn the_mean_is_geometric() {
        assert_eq!(mean_log(&[2, 8, 32]).to_bits(), 3f64.to_bits());
        assert_eq!(mean_log(&[0, 1, 8]).to_bits(), 1f64.to_bits());
        assert_eq!(mean_log(&[]).to_bits(), 0f64.to_bits());
    }
}

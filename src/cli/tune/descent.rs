//! Coordinate descent: one weight after another takes a step to where the cost is less.

use crate::solver::Weights;
use serde_json::{Map, Value};

/// Fall of the cost that a change must bring: about 0.3 % of the nodes. Less is chance.
const LEAST_GAIN: f64 = 0.004;

/// The largest first step is this part of a weight, the least [`LEAST_FIRST_STEP`].
const FIRST_STEP_PART: i32 = 4;

const LEAST_FIRST_STEP: i32 = 4;

/// Smaller steps are not tried: a sixteenth of a unit moves no search on the whole.
const LEAST_STEP: i32 = 2;

/// Weights and what they cost.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Point {
    pub(super) weights: Weights,
    pub(super) cost: f64,
}

/// One weight that moved.
pub(super) struct Change<'a> {
    pub(super) name: &'a str,
    pub(super) from: Point,
    pub(super) to: Point,
}

/// The next step of one weight; its sign is the way it last went.
struct Step {
    name: String,
    size: i32,
}

/// The best point found from `start` in so many rounds over all weights. Steps are halved after a round that brings nothing, and
/// the descent ends when they are too small. A `measure` that gives infinity from some call on ends it soon: nothing is better.
pub(super) fn descend(
    start: Point,
    rounds: u32,
    measure: impl Fn(&Weights) -> f64,
    mut tell: impl FnMut(&Change),
) -> Point {
    let (mut best, mut steps) = (start, first_steps(&start.weights));
    for _ in 0..rounds {
        let before = best.cost;
        for step in &mut steps {
            if let Some(to) = step.take(best, &measure) {
                tell(&Change { name: &step.name, from: best, to });
                best = to;
            }
        }
        if best.cost >= before {
            steps.retain_mut(Step::halve);
        }
        if steps.is_empty() {
            break;
        }
    }
    best
}

fn first_steps(weights: &Weights) -> Vec<Step> {
    let size = |value: i64| i32::try_from(value).unwrap_or(i32::MAX).saturating_abs() / FIRST_STEP_PART;
    let step = |(name, value): (String, Value)| Some(Step { name, size: size(value.as_i64()?).max(LEAST_FIRST_STEP) });
    by_name(weights).into_iter().filter_map(step).collect()
}

impl Step {
    /// The better neighbour, if there is one: first the way it last went, then the other.
    fn take(&mut self, best: Point, measure: impl Fn(&Weights) -> f64) -> Option<Point> {
        for size in [self.size, -self.size] {
            let Some(weights) = moved(&best.weights, &self.name, size) else { continue };
            let cost = measure(&weights);
            if cost < best.cost - LEAST_GAIN {
                self.size = size;
                return Some(Point { weights, cost });
            }
        }
        None
    }

    /// False if the half is too small.
    fn halve(&mut self) -> bool {
        self.size /= 2;
        self.size.abs() >= LEAST_STEP
    }
}

/// The same weights with one changed; `None` if it would leave its range.
fn moved(weights: &Weights, name: &str, by: i32) -> Option<Weights> {
    let mut values = by_name(weights);
    let value = values.get_mut(name)?;
    *value = Value::from(value.as_i64()? + i64::from(by));
    serde_json::from_value(Value::Object(values)).ok()
}

/// The value of one weight; 0 if there is none of this name.
pub(super) fn value(weights: &Weights, name: &str) -> i64 {
    by_name(weights).get(name).and_then(Value::as_i64).unwrap_or(0)
}

fn by_name(weights: &Weights) -> Map<String, Value> {
    match serde_json::to_value(weights) {
        Ok(Value::Object(values)) => values,
        _ => Map::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::cell::Cell;

    /// A bowl with its lowest point at `take_pn` 40 and `checks_dn` -5.
    fn bowl(weights: &Weights) -> f64 {
        f64::from((weights.take_pn - 40).pow(2) + (weights.checks_dn + 5).pow(2))
    }

    fn start() -> Point {
        let weights = Weights { take_pn: 0, checks_dn: 64, ..Weights::default() };
        Point { weights, cost: bowl(&weights) }
    }

    #[test]
    fn a_bowl_is_descended_to_within_a_step() {
        let best = descend(start(), 1000, bowl, |_| ());
        assert!((best.weights.take_pn - 40).abs() < LEAST_STEP && (best.weights.checks_dn + 5).abs() < LEAST_STEP);
        assert_eq!(best.cost.to_bits(), bowl(&best.weights).to_bits());
        let others = Weights { take_pn: 0, checks_dn: 64, ..best.weights };
        assert_eq!(others, start().weights, "what changes nothing stays");
    }

    #[test]
    fn every_change_is_told_and_gains() {
        let mut told = start();
        let best = descend(start(), 3, bowl, |change| {
            assert_eq!(change.from, told);
            assert!(change.to.cost < change.from.cost - LEAST_GAIN);
            assert_ne!(value(&change.from.weights, change.name), value(&change.to.weights, change.name));
            told = change.to;
        });
        assert!(best.cost < start().cost);
        assert_eq!(best, told);
        assert_eq!(descend(start(), 0, bowl, |_| ()), start());
    }

    #[test]
    fn small_gains_are_chance() {
        let slope = |weights: &Weights| f64::from(weights.check_pn) * LEAST_GAIN / 100.0;
        let start = Point { weights: Weights::default(), cost: slope(&Weights::default()) };
        assert_eq!(descend(start, 10, slope, |_| ()), start);
    }

    #[test]
    fn infinity_ends_it_with_the_best_so_far() {
        let calls = Cell::new(0);
        let stopped = |weights: &Weights| {
            calls.set(calls.get() + 1);
            if calls.get() > 40 { f64::INFINITY } else { bowl(weights) }
        };
        let best = descend(start(), 1000, stopped, |_| ());
        assert!(best.cost < start().cost && best.cost > bowl(&descend(start(), 1000, bowl, |_| ()).weights));
        assert!(calls.get() < 1000);
    }

    #[test]
    fn every_weight_has_a_step_in_proportion() {
        let weights = Weights { check_pn: -100, check_dn: 0, ..Weights::default() };
        let steps = first_steps(&weights);
        assert_eq!(steps.len(), by_name(&weights).len());
        let size = |name| steps.iter().find(|step| step.name == name).unwrap().size;
        assert_eq!((size("check_pn"), size("check_dn")), (25, LEAST_FIRST_STEP));
        assert_eq!(moved(&weights, "check_pn", 25), Some(Weights { check_pn: -75, ..weights }));
        assert_eq!(moved(&Weights { check_pn: i32::MAX, ..weights }, "check_pn", 1), None);
        assert_eq!(moved(&weights, "no such weight", 1), None);
    }
}

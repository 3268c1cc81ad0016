//! What a report is about: its lines may stand beside those of another run only if that was asked the same.

use crate::verify::Check;

/// Digits of a fingerprint: enough to tell the runs of one person apart, in every line.
const DIGITS: usize = 8;

/// What is asked about every problem of a report, and in which way.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Asked {
    check: Check,
    fingerprint: String,
}

impl Asked {
    /// A check. `how` says in any words what else the lines depend on: how problems are read, whether duplicates are solved. They depend
    /// on the version of the program too: another may do more with the same nodes, or find more to tell.
    pub fn new(check: Check, how: &str) -> Self {
        let mut fingerprint = check.fingerprint(&format!("{how} {}", env!("CARGO_PKG_VERSION")));
        fingerprint.truncate(DIGITS);
        Self { check, fingerprint }
    }

    /// What is asked.
    pub fn check(&self) -> &Check {
        &self.check
    }

    /// Eight hexadecimal digits that all lines have which were asked the same.
    pub fn fingerprint(&self) -> &str {
        &self.fingerprint
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::solver::{Convention, Limits};
    use crate::verify::Depth;
    use std::time::Duration;

    #[test]
    fn everything_that_lines_depend_on_is_told_apart() {
        let limits = Limits { nodes: Some(1_000), ..Limits::default() };
        let check = Check { limits, table_mib: 4, ..Check::at(Depth::Raw) };
        let others = [
            Check { depth: Depth::Mate, ..check },
            Check { convention: Convention::Wide, ..check },
            Check { nodes_per_move: Some(5), ..check },
            Check { certify: true, ..check },
            Check { limits: Limits { nodes: Some(1_001), ..limits }, ..check },
            Check { limits: Limits { time: Some(Duration::from_secs(1)), ..limits }, ..check },
            Check { table_mib: 5, ..check },
        ];
        let mut known: Vec<String> = others.map(|check| Asked::new(check, "").fingerprint).into();
        known.extend(["", "duplicates too"].map(|how| Asked::new(check, how).fingerprint));
        assert!(known.iter().all(|digits| digits.len() == DIGITS), "{known:?}");
        assert_eq!(Asked::new(check, ""), Asked::new(check, ""));
        let count = known.len();
        known.sort_unstable();
        known.dedup();
        assert_eq!(known.len(), count);
    }
}

//! The problems `tsumi bench` measures when it is given no file.

use crate::notation::problem_file::{self, Row};

/// Positions with their right answers, in the files' own format.
const SUITE: &str = "\
sfen\toutcome\traw\tname
4k4/9/4P4/9/9/9/9/9/9 b G2r2b3g4s4n4l17p 1\tmate\t1\thead gold
";

pub(super) fn rows() -> Vec<Row> {
    problem_file::parse(SUITE.as_bytes()).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_suite_can_be_read() {
        let rows = problem_file::parse(SUITE.as_bytes()).unwrap();
        assert!(rows.iter().all(|row| row.outcome.is_some() && !row.name.is_empty()));
    }
}

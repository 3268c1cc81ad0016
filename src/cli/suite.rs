//! Problems to measure: those of files, or a list that is built in.

use crate::notation::problem_file::{self, Row};
use std::path::Path;

/// A named list of problems.
pub(super) struct Suite {
    pub(super) name: String,
    pub(super) rows: Vec<Row>,
}

/// Positions with their right answers, in the files' own format: some generated (tanuki-tsume-shogi), some of the classics
/// 将棋無双 (1734) and 将棋図巧 (1755), some without mate.
const SUITE: &str = "\
sfen\toutcome\tbook\traw\tname
4k4/9/4P4/9/9/9/9/9/9 b G2r2b3g4s4n4l17p 1\tmate\t1\t1\thead gold
6g2/6kns/5R3/5G2R/9/9/9/9/9 b 2b2g3s3n4l18p 1\tmate\t\t7\ttanuki-7-105
6S2/9/7pP/7RN/8k/9/9/9/9 b Gr2b3g3s3n4l16p 1\tmate\t\t9\ttanuki-9-317
6RG1/5G1Bb/7NN/8k/9/9/9/9/9 b 2Gr4s2n4l18p 1\tmate\t\t9\ttanuki-9-522
6SRp/6P1B/5PGG1/8k/8N/8N/9/9/9 b rb2g3s2n4l15p 1\tmate\t\t11\ttanuki-11-52
2B3l2/5lg2/5p1n1/6k1g/5P2+B/5Sg1N/6N+l1/9/9 b SN2rg2sl16p 1\tmate\t13\t\tmuso-038
3Bn4/l2g1+R1+P1/s2k5/2Pp2Pb1/s2N3sN/N1+l1Pp3/9/9/6L2 b Pr3gsl11p 1\tmate\t47\t\tmuso-041
1l7/s8/p+Pg6/3p5/+pP1B5/kp7/2R+p5/S8/9 b GNrb2g2s3n3l11p 1\tmate\t11\t15\tmuso-055
3S1+N3/p5pll/4p3n/4s4/+pS5n1/2+bp2P1N/+R1S3B2/R1+p1P2p1/2k2P2P b 3P4g2l4p 1\tmate\t69\t\tmuso-089
9/9/3B3G1/6+p1n/7+p1/7k1/5BL1p/7G1/7+R+r b N2P2g4s2n3l13p 1\tmate\t21\t21\tzuko-002
3g1+P1g1/3S2Ps1/2PpPkL2/4L4/4p2G1/4S4/1B1N1N3/1NN6/B6+r1 b Lrgsl12p 1\tmate\t51\t51\tzuko-022
6+PlG/6p2/2p1p1+r2/5S1k+p/6P1R/9/8P/9/9 b B3Nb3g3sn3l11p 1\tmate\t39\t39\tzuko-028
9/4sp+P2/4S1G2/7+p1/1+p1p5/1+B1kp4/6Rg1/3Ps2N1/2+b6 b S3NPr2g4l10p 1\tmate\t23\t\tzuko-041
2+P1l4/3pg2R1/pl3+PB2/1B1+rk4/3l5/1pP6/9/2L6/9 b 3g4s4n12p 1\tmate\t21\t19\tzuko-082
lnsgkgsnl/s8/1RPp1+Rppp/LP1Np4/+PG2P1PsB/+l2N5/5G1P1/9/9 b BP6p 1\tmate\t77\t\tzuko-097
7lk/7p1/9/9/9/9/9/9/R8 b p 1\tnomate\t\t\ta pawn that holds
kn7/1s7/9/1N7/9/9/9/9/9 b P2r2b4g3s2n4l17p 1\tnomate\t\t\tonly a dropped pawn would mate
6R+P1/8k/7sp/9/9/9/9/9/9 b r2b4g3s4n4l16p 1\tnomate\t\t\tchecks without end
8l/6s2/7kn/4G1pB1/8p/7R1/9/9/9 b Br3g3s3n3l16p 1\tnomate\t\t\tno mate, corner
lns4n1/1r3k3/4pgsg1/2pp1p3/pp2P4/2P1SP3/PPSP5/2GBG2R1/LN1K3N+l b B3Pl3p 1\tnomate\t\t\tno mate, game
ln5+r1/1+S1k5/4s+L3/p1g1n1p1b/3p4p/PPP2P3/2+BPP1P2/2GS2S2/LN2KGGNL b R7P 1\tmate\t\t7\tmate, game
";

impl Suite {
    /// One suite a file, or a sentence on why it cannot be read; the built-in suite if no file is named.
    pub(super) fn all(files: &[String]) -> Vec<Result<Self, String>> {
        if files.is_empty() { vec![Ok(Self::built_in())] } else { files.iter().map(|file| Self::read(file)).collect() }
    }

    fn built_in() -> Self {
        Self { name: "built-in".to_owned(), rows: problem_file::parse(SUITE.as_bytes()).unwrap_or_default() }
    }

    fn read(file: &str) -> Result<Self, String> {
        let bytes = std::fs::read(file).map_err(|error| format!("{file}: {error}"))?;
        let rows = problem_file::parse(&bytes).map_err(|error| format!("{file}: {error}"))?;
        let name = Path::new(file).file_name().map_or(file.to_owned(), |name| name.to_string_lossy().into_owned());
        if rows.is_empty() { Err(format!("{file}: there is no problem in it")) } else { Ok(Self { name, rows }) }
    }
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

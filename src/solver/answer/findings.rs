//! Everything found about a problem, in one list.

use crate::solver::findings::{Finding, Mark, Other, Variations};
use crate::solver::outcome::Line;

/// The findings of rules.md's table from the length that somebody states, the answer line, the marked variations and the attacker's other moves.
pub(super) fn all(stated: Option<u32>, main: &Line, marked: Option<&Variations>, others: &[Finding]) -> Vec<Finding> {
    let length = main.moves.len() as u32;
    let clean = marked.into_iter().flat_map(|found| &found.list).any(|it| it.mark == Some(Mark::Clean));
    // Where the longest line leaves pieces, the clean one may be what is meant.
    let as_stated = |stated: u32| stated == length || clean && stated + 2 == length;
    let of_length = stated
        .filter(|&stated| !as_stated(stated))
        .map(|stated| if length < stated { Finding::ShorterMate(length) } else { Finding::Longer(length) });
    let leftover = (!main.leftover.is_empty()).then_some(Finding::Leftover(main.leftover));
    let variations = marked.into_iter().flat_map(|found| &found.list).filter_map(|variation| {
        let other = Other { ply: variation.ply, mv: *variation.line.moves.first()? };
        Some(match variation.mark? {
            Mark::Equal => Finding::EqualVariation(other),
            Mark::Clean => Finding::LongerVariation(other),
        })
    });
    of_length.into_iter().chain(leftover).chain(variations).chain(others.iter().cloned()).collect()
}

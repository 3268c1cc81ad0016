//! What a request wants to be found out.

use super::request::{out_of_range, unknown_value};
use crate::service::fault::InputFault;
use crate::service::proto;
use crate::solver::{Aim, Convention, Preference, Stage};

/// Variations of one answer, at most: their moves have to fit into a message.
const VARIATIONS: u32 = 1000;

/// The aim that the options state; every fault in them comes back.
pub(super) fn aim(options: Option<&proto::SolveOptions>) -> Result<Aim, Vec<InputFault>> {
    let options = options.copied().unwrap_or_default();
    let (stage, convention, preference) =
        (stage(options.length), convention(options.convention), preference(options.preference));
    let words = [stage.as_ref().err(), convention.as_ref().err(), preference.as_ref().err()];
    let mut faults: Vec<InputFault> = words.into_iter().flatten().cloned().collect();
    if options.max_variations > VARIATIONS {
        faults.push(out_of_range("options.max_variations", 1, VARIATIONS));
    }
    match (stage, convention, preference) {
        (Ok(stage), Ok(convention), Ok(preference)) if faults.is_empty() => Ok(Aim {
            stage,
            convention,
            preference,
            variations: options.max_variations,
            soundness: options.soundness,
            stated: (options.stated_length > 0).then_some(options.stated_length),
            first_moves: options.first_moves,
            nodes_per_move: (options.nodes_per_move > 0).then_some(options.nodes_per_move),
        }),
        _ => Err(faults),
    }
}

/// Which interpositions the length leaves out that decides what is shortest, and which the conventional length does.
pub(super) fn counted(length: i32, mode: i32) -> Result<(Convention, Convention), Vec<InputFault>> {
    let mode = convention(mode).map_err(|fault| InputFault { field: "convention".to_owned(), ..fault });
    let stage = stage(length).map_err(|fault| InputFault { field: "length".to_owned(), ..fault });
    match (stage, mode) {
        (Ok(Stage::Raw), Ok(mode)) => Ok((Convention::None, mode)),
        (Ok(Stage::Conventional), Ok(mode)) => Ok((mode, mode)),
        (Ok(Stage::First), mode) => Err([unknown_value("length", length)].into_iter().chain(mode.err()).collect()),
        (stage, mode) => Err(stage.err().into_iter().chain(mode.err()).collect()),
    }
}

fn stage(value: i32) -> Result<Stage, InputFault> {
    match proto::LengthKind::try_from(value) {
        Ok(proto::LengthKind::First) => Ok(Stage::First),
        Ok(proto::LengthKind::Raw) => Ok(Stage::Raw),
        Ok(proto::LengthKind::Unspecified | proto::LengthKind::Conventional) => Ok(Stage::Conventional),
        Err(_) => Err(unknown_value("options.length", value)),
    }
}

pub(super) fn convention(value: i32) -> Result<Convention, InputFault> {
    match proto::Convention::try_from(value) {
        Ok(proto::Convention::None) => Ok(Convention::None),
        Ok(proto::Convention::Narrow) => Ok(Convention::Narrow),
        Ok(proto::Convention::Unspecified | proto::Convention::Standard) => Ok(Convention::Standard),
        Ok(proto::Convention::Wide) => Ok(Convention::Wide),
        Err(_) => Err(unknown_value("options.convention", value)),
    }
}

fn preference(value: i32) -> Result<Preference, InputFault> {
    match proto::Preference::try_from(value) {
        Ok(proto::Preference::Unspecified | proto::Preference::Longest) => Ok(Preference::Longest),
        Ok(proto::Preference::Classic) => Ok(Preference::Classic),
        Err(_) => Err(unknown_value("options.preference", value)),
    }
}

/// The wire's word for a convention.
pub(super) fn convention_out(convention: Convention) -> proto::Convention {
    match convention {
        Convention::None => proto::Convention::None,
        Convention::Narrow => proto::Convention::Narrow,
        Convention::Standard => proto::Convention::Standard,
        Convention::Wide => proto::Convention::Wide,
    }
}

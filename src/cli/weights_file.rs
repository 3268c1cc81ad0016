//! Weights of the search in a file of JSON, as `tsumi tune` prints them.

use crate::solver::Weights;
use std::io;

/// Which file, if any.
#[derive(clap::Args)]
pub(super) struct WeightsFile {
    /// Make first proof and disproof numbers of the weights in this JSON file; those it leaves out are the usual ones
    #[arg(id = "weights", long = "weights", value_name = "FILE", hide = true)]
    path: Option<String>,
}

impl WeightsFile {
    /// The weights in it; the default without a file.
    ///
    /// # Errors
    /// The file cannot be read, is no JSON object of whole numbers, or names a weight that does not exist.
    pub(super) fn read(&self) -> io::Result<Weights> {
        let Some(path) = &self.path else { return Ok(Weights::default()) };
        let named = |error: &dyn std::fmt::Display| io::Error::other(format!("{path}: {error}"));
        let bytes = std::fs::read(path).map_err(|error| named(&error))?;
        serde_json::from_slice(&bytes).map_err(|error| named(&error))
    }
}

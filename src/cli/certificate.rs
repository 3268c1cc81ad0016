//! `tsumi solve --certificate`: proves the answer in a file, and has the independent checker look at it.

use super::talk::talk;
use crate::checker::{self, Certified, Options};
use crate::notation::sfen;
use crate::solver::{Cause, Claim, Limits, Monitor, Outcome, Problem, Table, certify};
use std::path::PathBuf;
use std::sync::Arc;
use std::{fs, io};

/// Where the certificate goes.
#[derive(clap::Args)]
pub(super) struct CertificateFile {
    /// Prove the answer in this file, for `tsumi check`: one problem only; the limits count anew
    #[arg(long, value_name = "FILE")]
    certificate: Option<PathBuf>,
}

impl CertificateFile {
    /// True if one is asked for.
    pub(super) fn is_asked(&self) -> bool {
        self.certificate.is_some()
    }

    /// Writes the certificate of an answer, if one is asked for, and says so. What was certified; `None` if nothing was.
    pub(super) async fn write(
        &self,
        (problem, outcome): (&Problem, &Outcome),
        (table, limits): (&Arc<Table>, Limits),
    ) -> io::Result<Option<Certified>> {
        let Some(path) = &self.certificate else { return Ok(None) };
        let claims = Claim::of(&outcome.verdict);
        if claims.is_empty() {
            talk("no certificate: nothing is decided");
            return Ok(None);
        }
        let made = make((problem.clone(), claims), (Arc::clone(table), limits)).await?;
        let (bytes, certified) = match made {
            Ok(made) => made,
            Err(reason) => {
                talk(format_args!("no certificate: {reason}"));
                return Ok(None);
            }
        };
        if let Err(error) = fs::write(path, &bytes) {
            // The answer is worth telling all the same.
            talk(format_args!("{}: no certificate: {error}", path.display()));
            return Ok(None);
        }
        let claims: Vec<String> = certified.claims.iter().map(ToString::to_string).collect();
        let Certified { records, .. } = certified;
        let (path, size) = (path.display(), bytes.len());
        talk(format_args!("{path}: {}: made and checked; {size} bytes, {records} records", claims.join(", ")));
        Ok(Some(certified))
    }
}

/// Makes and checks a certificate beside everything else; Ctrl-C stops it.
async fn make(
    (problem, claims): (Problem, Vec<Claim>),
    (table, limits): (Arc<Table>, Limits),
) -> io::Result<Result<(Vec<u8>, Certified), String>> {
    let monitor = Arc::new(Monitor::new());
    let watched = Arc::clone(&monitor);
    let mut work = tokio::task::spawn_blocking(move || {
        let text = sfen::format(&problem.position().to_setup());
        let made = certify(&problem, &claims, (table, limits), &watched).map_err(|cause| cause.to_string())?;
        let bytes = made.to_bytes(&text);
        let certified = checker::check(&bytes, Options::default()).map_err(|refusal| format!("refused: {refusal}"))?;
        Ok((bytes, certified))
    });
    tokio::select! {
        made = &mut work => return Ok(made?),
        Ok(()) = tokio::signal::ctrl_c() => monitor.stop(Cause::Cancelled),
    }
    Ok(work.await?)
}

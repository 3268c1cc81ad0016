//! Compiles `proto/`: the messages and the service, their proto3 JSON, and the descriptors that reflection serves. No
//! `protoc` is needed. Beside that it finds out what is built, for `tsumi --version`.

use prost::Message as _;
use std::error::Error;
use std::path::{Path, PathBuf};
use std::process::Command;

const PROTO: &str = "tsume/v1/tsume.proto";

fn main() -> Result<(), Box<dyn Error>> {
    println!("cargo:rerun-if-changed=proto");
    println!("cargo:rustc-env=TSUMI_VERSION={}", version()?);
    let mut compiler = protox::Compiler::new(["proto"])?;
    compiler.include_source_info(true).include_imports(true).open_file(PROTO)?;
    let descriptors = compiler.file_descriptor_set();
    let encoded = descriptors.encode_to_vec();
    let out = PathBuf::from(std::env::var("OUT_DIR")?);
    std::fs::write(out.join("tsume.v1.bin"), &encoded)?;
    tonic_prost_build::configure().compile_fds(descriptors)?;
    pbjson_build::Builder::new().register_descriptors(&encoded)?.build(&[".tsume.v1"])?;
    Ok(())
}

/// The version with the commit, where that is known: `TSUMI_COMMIT` in the environment says it, else git does in a
/// checkout. Other builds than releases do without, or every commit would have all of the program compiled again.
fn version() -> Result<String, std::env::VarError> {
    println!("cargo:rerun-if-env-changed=TSUMI_COMMIT");
    let version = std::env::var("CARGO_PKG_VERSION")?;
    let said = std::env::var("TSUMI_COMMIT").ok().filter(|commit| !commit.is_empty());
    let found = || if std::env::var("PROFILE").is_ok_and(|profile| profile == "release") { commit() } else { None };
    Ok(said.or_else(found).map_or(version.clone(), |commit| format!("{version} ({commit})")))
}

/// The commit that is checked out, with `-dirty` if files were changed since. `None` without git, and where the sources
/// are no checkout themselves: one that they happen to lie in is another project's.
fn commit() -> Option<String> {
    if !Path::new(".git").exists() {
        return None;
    }
    // The file to which git writes each time that HEAD comes to be another commit.
    println!("cargo:rerun-if-changed={}", git(&["rev-parse", "--git-path", "logs/HEAD"])?);
    for sources in ["src", "web/dist", "Cargo.toml", "Cargo.lock"] {
        println!("cargo:rerun-if-changed={sources}");
    }
    git(&["describe", "--always", "--dirty", "--exclude=*", "--abbrev=12"])
}

fn git(arguments: &[&str]) -> Option<String> {
    let output = Command::new("git").args(arguments).output().ok().filter(|output| output.status.success())?;
    let text = String::from_utf8(output.stdout).ok()?.trim().to_owned();
    (!text.is_empty()).then_some(text)
}

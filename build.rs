//! Compiles `proto/` and nothing else: the messages and the service, their proto3 JSON, and the descriptors that
//! reflection serves. No `protoc` is needed.

use prost::Message as _;
use std::error::Error;
use std::path::PathBuf;

const PROTO: &str = "tsume/v1/tsume.proto";

fn main() -> Result<(), Box<dyn Error>> {
    println!("cargo:rerun-if-changed=proto");
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

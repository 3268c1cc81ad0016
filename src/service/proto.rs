//! The generated types of `proto/tsume/v1/tsume.proto`; serde gives them their proto3 JSON.
#![allow(missing_docs, unreachable_pub, clippy::pedantic, clippy::large_enum_variant, reason = "generated code")]

tonic::include_proto!("tsume.v1");
include!(concat!(env!("OUT_DIR"), "/tsume.v1.serde.rs"));

/// The encoded descriptors of the package, comments included.
pub const FILE_DESCRIPTOR_SET: &[u8] = tonic::include_file_descriptor_set!("tsume.v1");

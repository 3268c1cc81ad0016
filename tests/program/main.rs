//! The program as a whole: command line, USI engine, readers under damaged input, layout of the sources.

mod certificates;
mod cli;
mod deploy;
mod fuzz_bodies;
mod kif;
#[cfg(feature = "parquet")]
mod parquet;
mod pictures;
mod records;
mod serve_settings;
mod solve;
mod tidy;
mod usi;
mod verify;

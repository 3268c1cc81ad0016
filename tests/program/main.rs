//! The program as a whole: command line, USI engine, readers under damaged input, layout of the sources.

mod cli;
mod fuzz_bodies;
mod tidy;
mod usi;

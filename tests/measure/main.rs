//! Measurements, started by the scripts beside this file; ignored otherwise. They print figures and judge none. Those of faults
//! judge, and have a small size that always runs (on Linux).

mod certificates;
#[path = "../common/mod.rs"]
mod common;
#[cfg(target_os = "linux")]
mod faults;
mod load;
mod puzzle;
#[cfg(target_os = "linux")]
mod raw;
mod server;
mod service;
mod threads;
#[cfg(target_os = "linux")]
mod verify;

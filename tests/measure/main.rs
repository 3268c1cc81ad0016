//! Measurements, started by the scripts beside this file; ignored otherwise. They print figures and judge none.

mod certificates;
mod load;
mod server;
mod service;
mod threads;

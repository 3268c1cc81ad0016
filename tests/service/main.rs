//! The service over real sockets, spoken to by the generated client.

mod answers;
mod edge;
mod exact;
mod faults;
mod load;
mod store;
mod support;

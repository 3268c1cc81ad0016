//! Many searches on few cores.

//! Attack tables.

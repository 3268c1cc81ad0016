#!/bin/sh
# Measures how fast a release build answers GetHint and CheckMove of every check, in some hundred puzzles of 3 to 11 plies that have been
# solved before. Prints figures, judges none.
set -eu
cd "$(dirname "$0")/../.."
cargo build --release
TSUMI="${CARGO_TARGET_DIR:-target}/release/tsumi" cargo test --quiet --release --test measure -- puzzle:: --ignored --nocapture

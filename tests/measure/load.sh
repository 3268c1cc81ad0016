#!/bin/sh
# Measures the service of a release build on Linux: how fast calls of 3 to 7 plies are answered with and without 8 endless calls
# beside them on 2 workers, what CPU time a call costs beyond its search (100,000 calls), and that 500 calls with node limits have
# byte-equal answers idle, under load, on 1 and 2 workers, in any order. Prints figures; judges the last only.
# TSUMI_ROUNDS, TSUMI_CALLS and TSUMI_REQUESTS change the numbers. A quiet machine is needed for the first.
set -eu
cd "$(dirname "$0")/../.."
cargo build --release
TSUMI="${CARGO_TARGET_DIR:-target}/release/tsumi" cargo test --quiet --release --test measure -- load:: --ignored --nocapture --test-threads 1

#!/bin/sh
# Measures two threads on one problem against one, by a release build, over the long problems and every classic that takes
# one thread two seconds or more: five interleaved pairs each, on the files in ../shared/data. Prints figures, judges none.
# A quiet machine of two cores or more and some hours are needed. TSUMI_PAIRS, TSUMI_LIMIT and TSUMI_HASH_MIB change the number of
# pairs, the time for a search (120s) and the size of the table (1024).
set -eu
cd "$(dirname "$0")/../.."
cargo build --release
TSUMI="${CARGO_TARGET_DIR:-target}/release/tsumi" cargo test --quiet --test measure -- threads:: --ignored --nocapture --test-threads 1

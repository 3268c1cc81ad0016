#!/bin/sh
# Measures bulk verification with a release build on Linux, at two jobs: how many problems of up to nine plies are checked a second at
# each depth (the problem files' in ../shared/data again and again, nothing carried from one to the next), against two threads that
# only answer; the same by a server; and made problems, each to be reported once, with the memory that an item takes.
# TSUMI_ITEMS is the largest number of these (default: 1,000,000); TSUMI_PART=10 takes a tenth of the others. A quiet machine is needed.
set -eu
cd "$(dirname "$0")/../.."
cargo build --release
TSUMI="${CARGO_TARGET_DIR:-target}/release/tsumi" cargo test --quiet --release --test measure -- verify:: --ignored --nocapture --test-threads 1

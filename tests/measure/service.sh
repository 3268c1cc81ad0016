#!/bin/sh
# Measures the service of a release build: how soon a core is free after its caller was killed, and how fast health and
# 3-ply calls are answered while 64 endless calls run. Prints figures, judges none.
# GRPCURL names the program that is killed (default: grpcurl on the path); it must be the program itself, not a wrapper
# whose child would live on.
set -eu
cd "$(dirname "$0")/../.."
cargo build --release
TSUMI="${CARGO_TARGET_DIR:-target}/release/tsumi" cargo test --quiet --test measure -- service:: --ignored --nocapture --test-threads 1

#!/bin/sh
# Measures a run by workers with a release build: TSUMI_CLUSTER_PROBLEMS made problems (default: 20,000) by three workers of one thread
# over a NATS server on this machine, with kill -9 of a worker and of the server, against one process with two threads; then the same
# file again without workers. TSUMI_NATS_SERVER names the server's program, 2.12 or newer; TSUMI_CLUSTER_CHECK the depth (default:
# conventional).
set -eu
cd "$(dirname "$0")/../.."
cargo build --release
export TSUMI_REQUIRE_NATS=1 TSUMI_CLUSTER_PROBLEMS="${TSUMI_CLUSTER_PROBLEMS:-20000}"
TSUMI="$PWD/${CARGO_TARGET_DIR:-target}/release/tsumi" \
  cargo test --quiet --release --test cluster -- a_run_with_kills --nocapture

#!/bin/sh
# Holds a server of a release build on Linux against hostile and unlucky clients, in the large: 10,000 that vanish amid calls,
# half-open connections, readers that do not read, 100,000 malformed requests, disks without room. It judges: answers stay right,
# and searches, connections, memory and cores are given back. store.sh adds 20 kills under load and a real full disk.
# TSUMI_CLIENTS, TSUMI_HALF_OPEN, TSUMI_READERS, TSUMI_MALFORMED and TSUMI_FULL_DISK change the numbers, TSUMI_FAULT_ROUNDS how
# often half-open connections (a third of their number each time) and readers come: 3, which is not enough to see memory level off.
set -eu
cd "$(dirname "$0")/../.."
ulimit -n 20000
cargo build --release
export TSUMI="${TSUMI:-${CARGO_TARGET_DIR:-target}/release/tsumi}"
export TSUMI_CLIENTS="${TSUMI_CLIENTS:-10000}" TSUMI_HALF_OPEN="${TSUMI_HALF_OPEN:-3000}" TSUMI_READERS="${TSUMI_READERS:-200}"
export TSUMI_MALFORMED="${TSUMI_MALFORMED:-100000}" TSUMI_FULL_DISK="${TSUMI_FULL_DISK:-20000}"
cargo test --quiet --release --test measure -- faults:: --nocapture --test-threads 1

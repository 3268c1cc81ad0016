#!/bin/sh
# Kills servers of a release build amid calls, 20 times (TSUMI_KILLS), and looks for lost and for wrong answers in the store; then
# fills a disk of 1 MiB under it, which needs root on Linux. Fails if an answer is lost or wrong.
set -eu
cd "$(dirname "$0")/../.."
TSUMI_KILLS="${TSUMI_KILLS:-20}" cargo test --quiet --release --test service -- store::a_killed_server --nocapture
cargo build --release
disk=$(mktemp -d)
trap 'umount "$disk" 2>/dev/null; rmdir "$disk"' EXIT
mount -t tmpfs -o size=1m tsumi-small-disk "$disk"
TSUMI_SMALL_DISK="$disk" TSUMI="${CARGO_TARGET_DIR:-target}/release/tsumi" \
  cargo test --quiet --release --test measure -- load::full_disk --ignored --nocapture

#!/bin/sh
# Measures what certificates cost: CPU time of solving for the raw length, of making certificates and of checking them, over
# zuko.tsv and muso.tsv in ../shared/data; then checks a hundred thousand changed certificates of small problems.
# TSUMI_LIMIT_SECONDS is what each problem gets (default: 60), and its certificate again; TSUMI_FILES, TSUMI_ONLY (part of a
# name), TSUMI_HASH_MIB and TSUMI_STAGE (raw, or first for the first mate found) choose what is measured; TSUMI_MUTATIONS is the number of changed certificates.
set -eu
cd "$(dirname "$0")/../.."
cargo test --release --test measure -- --ignored --nocapture certificates_against_solving
TSUMI_MUTATIONS="${TSUMI_MUTATIONS:-100000}" cargo test --release --test certificates -- --nocapture mutation

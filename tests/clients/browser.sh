# Finds a browser for tests; to be read by a script: . tests/clients/browser.sh; find_browser SCRATCH
#
# TSUMI_CHROMIUM names one that is there. Without it the system's own is taken, and without one it comes from npm (Linux on
# x86-64), into the folder SCRATCH. Sets TSUMI_CHROMIUM, or says that none could be had.

find_browser() {
  [ -n "${TSUMI_CHROMIUM:-}" ] || TSUMI_CHROMIUM=$(command -v chromium || unpacked_browser "$1") || unset TSUMI_CHROMIUM
  if [ -n "${TSUMI_CHROMIUM:-}" ]; then
    export TSUMI_CHROMIUM
  else
    echo "no browser could be had from npm; TSUMI_CHROMIUM may name one" >&2
  fi
}

# Decompresses standard input.
unbrotli() {
  node -e 'process.stdin.pipe(require("zlib").createBrotliDecompress()).pipe(process.stdout)'
}

# A browser without its shared libraries would need root to install them; this package brings them along.
unpacked_browser() {
  local packed="$1/npm/node_modules/@sparticuz/chromium/bin" folder="$1/chromium"
  command npm install --silent --no-fund --no-audit --prefix "$1/npm" @sparticuz/chromium@147 >&2 && mkdir -p "$folder" &&
    unbrotli <"$packed/chromium.br" >"$folder/chromium" && chmod +x "$folder/chromium" &&
    unbrotli <"$packed/al2023.tar.br" | tar -x -C "$folder" &&
    printf '#!/bin/sh\nLD_LIBRARY_PATH=%q exec %q "$@"\n' "$folder/lib" "$folder/chromium" >"$folder/run" &&
    chmod +x "$folder/run" && echo "$folder/run"
}

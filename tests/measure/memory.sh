#!/bin/sh
# Measures the peak memory of a release build on hard problems and sets it against the bound: the table plus 64 MiB.
# Needs Python 3 and the problem files in ../shared/data. Exits with 1 if the bound is broken.
# TIME is what Microcosmos gets (default: 60s), the others a third of it; SIZES are the tables, in MiB.
set -eu
cd "$(dirname "$0")/../.."
[ -n "${TSUMI:-}" ] || cargo build --release
TSUMI="${TSUMI:-${CARGO_TARGET_DIR:-target}/release/tsumi}" exec python3 - "${TIME:-60s}" ${SIZES:-64 256 1024} <<'PYTHON'
import csv, os, sys

ALLOWED_MIB = 64
seconds = float(sys.argv[1].rstrip("s"))
problems = [("long.tsv", "Microcosmos", seconds), ("zuko.tsv", "zuko-001", seconds / 3), ("zuko.tsv", "zuko-098", seconds / 3)]


def position(file, name):
    with open(f"../shared/data/{file}", encoding="utf-8") as rows:
        return next(row["sfen"] for row in csv.DictReader(rows, delimiter="\t") if name in row["name"])


def run(arguments):
    """The last line that is printed, and the peak of resident memory in MiB."""
    reader, writer = os.pipe()
    child = os.fork()
    if child == 0:
        os.dup2(writer, 1)
        os.close(reader)
        os.execv(os.environ["TSUMI"], [os.environ["TSUMI"], *arguments])
    os.close(writer)
    with open(reader, encoding="utf-8") as out:
        last = [line.strip() for line in out][-1]
    usage = os.wait4(child, 0)[2]
    return last, usage.ru_maxrss / 1024


broken = False
for file, name, limit in problems:
    sfen = position(file, name)
    for size in map(int, sys.argv[2:]):
        last, peak = run(["solve", sfen, "--time", f"{limit:g}s", "--hash-mib", str(size)])
        broken |= peak > size + ALLOWED_MIB
        print(f"{name:12} table {size:5} MiB, peak {peak:7.1f} MiB, beside the table {peak - size:5.1f} MiB; {last}", flush=True)
sys.exit(broken)
PYTHON

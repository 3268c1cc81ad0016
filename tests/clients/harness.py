"""The server under test, the questions that every client asks, and how answers are compared."""

import json
import os
import subprocess
import threading
from pathlib import Path

HERE = Path(__file__).parent
ROOT = HERE.parent.parent
SERVICE = "tsume.v1.TsumeService"
QUESTIONS = json.loads((HERE / "questions.json").read_text(encoding="utf-8"))

# Depends on the machine, the load, and what was asked before.
FIGURES = {"nodes", "elapsedUs", "nodesPerSecond", "proofNumber", "disproofNumber", "tablePermille", "fromStore"}


class Server:
    """`tsumi serve` on a free port, without a store."""

    def __init__(self, *options):
        binary = os.environ.get("TSUMI_BINARY", ROOT / "target/release/tsumi")
        command = [binary, "serve", "--listen", "127.0.0.1:0", "--store", "none", "--hash-mib", "16", *options]
        self.process = subprocess.Popen(command, stderr=subprocess.PIPE, text=True)
        first = self.process.stderr.readline()
        self.address = first.split()[-1] if "listens on" in first else ""
        if not self.address:
            self.close()
            raise AssertionError(f"the server did not start: {first}")
        # A full pipe would stop the server.
        self.log = threading.Thread(target=self.process.stderr.read, daemon=True)
        self.log.start()

    def close(self):
        self.process.kill()
        self.process.wait()
        if self.address:
            self.log.join()
        self.process.stderr.close()


def comparable(value):
    """JSON without the figures that differ from run to run."""
    if isinstance(value, dict):
        return {key: comparable(inner) for key, inner in value.items() if key not in FIGURES}
    if isinstance(value, list):
        return [comparable(inner) for inner in value]
    return value


def expected(question):
    """What `answered` or `refused` make of a client's answer, if it is the right one."""
    return {key: question[key] for key in ("answer", "refused") if key in question}


def answered(question, messages):
    """The answer in these messages; a stream's is the last one, after progress."""
    if question["method"].startswith("Stream"):
        progress, messages = messages[:-1], messages[-1:]
        if not progress or any(set(message) != {"progress"} for message in progress):
            raise AssertionError(f"not progress before the answer, but {progress}")
    if len(messages) != 1:
        raise AssertionError(f"{len(messages)} answers")
    return {"answer": comparable(messages[0])}


def refused(code, message, details):
    """A refusal: the status' name, its message, its details with their types."""
    return {"refused": {"code": code, "message": message, "details": details}}

"""A headless browser whose page makes gRPC-Web calls to another origin."""

import base64
import json
import os
import subprocess
import tempfile
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

PAGE = Path(__file__).with_name("page.html")

# Chromium as root has no sandbox; the rest keeps it from calling anywhere by itself.
FLAGS = (
    "--headless --no-sandbox --no-zygote --disable-gpu --disable-dev-shm-usage --disable-quic --no-first-run "
    "--disable-background-networking --disable-component-update --disable-sync --disable-extensions"
).split()

# Seconds for the browser to start and make all calls.
PATIENCE = 120


class Page:
    """The page's own server: hands out the calls to make, takes in the answers."""

    def __init__(self):
        self.calls = b"{}"
        self.answers = None
        self.done = threading.Event()
        page = self

        class Handler(BaseHTTPRequestHandler):
            def do_GET(self):
                if self.path == "/calls":
                    self.reply("application/json", page.calls)
                else:
                    self.reply("text/html", PAGE.read_bytes())

            def do_POST(self):
                page.answers = json.loads(self.rfile.read(int(self.headers["content-length"])))
                self.reply("text/plain", b"")
                page.done.set()

            def reply(self, kind, body):
                self.send_response(200)
                self.send_header("content-type", kind)
                self.send_header("content-length", str(len(body)))
                self.end_headers()
                self.wfile.write(body)

            def log_message(self, *_):
                pass

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.port = self.server.server_address[1]
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def close(self):
        self.server.shutdown()
        self.server.server_close()

    def run(self, host, server, calls, leave=False, while_open=lambda: None):
        """The answers to `calls` (path and request bytes), made by a page of this host.

        With `leave` only the first messages of each, after which the page gives the call up; `while_open` is called
        when the answers are there and the page still is.
        """
        coded = [{"path": path, "body": base64.b64encode(body).decode(), "leave": leave} for path, body in calls]
        self.calls = json.dumps({"server": server, "calls": coded}).encode()
        self.done.clear()
        with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as profile, tempfile.TemporaryFile() as log:
            command = [os.environ["TSUMI_CHROMIUM"], *FLAGS, f"--user-data-dir={profile}"]
            browser = subprocess.Popen(
                [*command, "--remote-debugging-port=0", f"http://{host}:{self.port}/"],
                stdin=subprocess.DEVNULL, stdout=log, stderr=log,
            )
            try:
                if not self.done.wait(PATIENCE):
                    log.seek(0)
                    raise AssertionError(f"no answers from the page; the browser said:\n{log.read().decode()}")
                while_open()
            finally:
                browser.kill()
                browser.wait()
        return self.answers

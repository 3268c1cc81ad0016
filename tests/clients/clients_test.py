"""Asks the questions of questions.json with real clients, which all have to get the answers that stand there.

Programs are named by TSUMI_GRPCURL, TSUMI_BUF and TSUMI_CHROMIUM, the server by TSUMI_BINARY. Tests whose program is
not named are skipped, or fail where TSUMI_REQUIRE_CLIENTS is set.
"""

import base64
import os
import time
import unittest

import grpc

import browser
import command_line
import generated
from harness import QUESTIONS, SERVICE, Server, answered, expected

# Searched for a minute, if nobody stops it.
ENDLESS = {
    "method": "StreamSolve",
    "request": {"sfen": "9/6k2/9/9/9/9/9/9/9 b R4GLr2b4s4n3l18p 1", "limits": {"timeMs": 60_000}, "progressIntervalMs": 50},
}

# Seconds within which a search has to stop.
BOUND = 2


def needs(variable):
    """Marks a test that needs the program named by this variable."""

    def mark(test):
        if os.environ.get(variable):
            return test
        if os.environ.get("TSUMI_REQUIRE_CLIENTS"):
            def missing(_):
                raise AssertionError(f"{variable} names no program, and TSUMI_REQUIRE_CLIENTS is set")
            return missing
        return unittest.skip(f"{variable} names no program")(test)

    return mark


class Clients(unittest.TestCase):
    maxDiff = None

    def serve(self, *options):
        server = Server(*options)
        self.addCleanup(server.close)
        return server

    def ask_all(self, ask):
        """Every question, with `ask(address, question)`."""
        address = self.serve().address
        for question in QUESTIONS:
            with self.subTest(question["name"]):
                self.assertEqual(expected(question), ask(address, question))

    @needs("TSUMI_GRPCURL")
    def test_grpcurl(self):
        self.ask_all(command_line.grpcurl)

    @needs("TSUMI_BUF")
    def test_buf_curl_grpc(self):
        self.ask_all(lambda address, question: command_line.buf_curl(address, question, "grpc"))

    @needs("TSUMI_BUF")
    def test_buf_curl_grpc_web(self):
        self.ask_all(lambda address, question: command_line.buf_curl(address, question, "grpcweb"))

    def test_python_with_generated_code(self):
        self.ask_all(generated.ask)

    def browse(self):
        """A page, and a server that takes calls of it."""
        page = browser.Page()
        self.addCleanup(page.close)
        return page, self.serve("--origins", f"http://127.0.0.1:{page.port}").address

    @needs("TSUMI_CHROMIUM")
    def test_browser(self):
        page, address = self.browse()
        answers = page.run("127.0.0.1", f"http://{address}", [encoded(question) for question in QUESTIONS])
        self.assertEqual(len(QUESTIONS), len(answers))
        for question, answer in zip(QUESTIONS, answers):
            with self.subTest(question["name"]):
                self.assertEqual(expected(question), from_page(question, answer))

    @needs("TSUMI_CHROMIUM")
    def test_browser_gets_nothing_under_a_name_that_is_not_listed(self):
        page, address = self.browse()
        (answer,) = page.run("localhost", f"http://{address}", [encoded(QUESTIONS[0])])
        self.assertEqual({"failed": "TypeError: Failed to fetch"}, answer)

    @needs("TSUMI_CHROMIUM")
    def test_browser_hears_of_an_endless_search_and_ends_it_by_leaving(self):
        page, address = self.browse()
        stopped = []

        def stop():
            left = time.monotonic()
            while generated.live_searches(address) and time.monotonic() < left + BOUND:
                time.sleep(0.01)
            stopped.append(generated.live_searches(address) == 0)

        (answer,) = page.run("127.0.0.1", f"http://{address}", [encoded(ENDLESS)], leave=True, while_open=stop)
        self.assertEqual([{"progress"}], [set(message) for message in messages(ENDLESS, answer)[:1]])
        self.assertEqual([True], stopped)


def encoded(question):
    """A call as the page makes it."""
    return f"/{SERVICE}/{question['method']}", generated.request(question).SerializeToString()


def messages(question, answer):
    """The messages that the page got."""
    return [generated.response(question, base64.b64decode(one)) for one in answer["messages"]]


def from_page(question, answer):
    """What the page got, from its base64."""
    status = answer["status"]
    if status["code"] == "0":
        return answered(question, messages(question, answer))
    details = status["details"]
    refusal = generated.status(base64.b64decode(details + "=" * (-len(details) % 4)))
    # Code and message also stand in fields of their own.
    code, message = (refusal["refused"][name] for name in ("code", "message"))
    if (status["code"], status["message"]) != (str(grpc.StatusCode[code].value[0]), message):
        raise AssertionError(f"{status} beside {refusal}")
    return refusal


if __name__ == "__main__":
    unittest.main(verbosity=2)

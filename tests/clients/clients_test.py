"""Asks the questions of questions.json with real clients, which all have to get the answers that stand there.

Programs are named by TSUMI_GRPCURL, TSUMI_BUF and TSUMI_CHROMIUM, the server by TSUMI_BINARY. Tests whose program is
not named are skipped, or fail where TSUMI_REQUIRE_CLIENTS is set.
"""

import base64
import os
import unittest

import grpc

import browser
import command_line
import generated
from harness import QUESTIONS, SERVICE, Server, answered, expected


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

    @needs("TSUMI_CHROMIUM")
    def test_browser(self):
        page = browser.Page()
        self.addCleanup(page.close)
        server = self.serve("--origins", f"http://127.0.0.1:{page.port}")
        calls = [(f"/{SERVICE}/{question['method']}", generated.request(question).SerializeToString())
                 for question in QUESTIONS]
        answers = page.run("127.0.0.1", f"http://{server.address}", calls)
        self.assertEqual(len(QUESTIONS), len(answers))
        for question, answer in zip(QUESTIONS, answers):
            with self.subTest(question["name"]):
                self.assertEqual(expected(question), from_page(question, answer))
        # The same page under a name that is not on the list: the browser keeps the answers from it.
        foreign = page.run("localhost", f"http://{server.address}", calls[:1])
        self.assertEqual([["failed"]], [list(answer) for answer in foreign])
        self.assertIn("Failed to fetch", foreign[0]["failed"])


def from_page(question, answer):
    """What the page got, from its base64."""
    status = answer["status"]
    if status["code"] == "0":
        return answered(question, [generated.response(question, base64.b64decode(one)) for one in answer["messages"]])
    details = status["details"]
    refusal = generated.status(base64.b64decode(details + "=" * (-len(details) % 4)))
    # Code and message also stand in fields of their own.
    code, message = (refusal["refused"][name] for name in ("code", "message"))
    if (status["code"], status["message"]) != (str(grpc.StatusCode[code].value[0]), message):
        raise AssertionError(f"{status} beside {refusal}")
    return refusal


if __name__ == "__main__":
    unittest.main(verbosity=2)

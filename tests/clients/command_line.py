"""grpcurl and `buf curl`, which learn the API by reflection."""

import base64
import json
import os
import subprocess

import grpc
from google.protobuf import json_format, symbol_database

import generated  # noqa: F401 (knows the types of the details)
from harness import SERVICE, answered, refused


def _run(command):
    done = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)
    return done.returncode, done.stdout, done.stderr


def _objects(text):
    """The JSON objects in a text, one after the other."""
    decoder, found = json.JSONDecoder(), []
    while text := text.lstrip():
        value, end = decoder.raw_decode(text)
        found.append(value)
        text = text[end:]
    return found


def grpcurl(address, question):
    """What grpcurl prints."""
    program = os.environ["TSUMI_GRPCURL"]
    given = json.dumps(question["request"], ensure_ascii=False)
    command = [program, "-plaintext", "-format-error", "-d", given, address, f"{SERVICE}/{question['method']}"]
    failed, out, error = _run(command)
    if not failed:
        return answered(question, _objects(out))
    (status,) = _objects(error)
    code = next(code.name for code in grpc.StatusCode if code.value[0] == status["code"])
    return refused(code, status["message"], status.get("details", []))


def buf_curl(address, question, protocol):
    """What `buf curl` prints, by the protocol `grpc` or `grpcweb`."""
    given = json.dumps(question["request"], ensure_ascii=False)
    http2 = ["--http2-prior-knowledge"] if protocol == "grpc" else []
    url = f"http://{address}/{SERVICE}/{question['method']}"
    failed, out, error = _run([os.environ["TSUMI_BUF"], "curl", "--protocol", protocol, *http2, "-d", given, url])
    if not failed:
        return answered(question, _objects(out))
    (status,) = _objects(error)
    return refused(status["code"].upper(), status["message"], [_detail(one) for one in status.get("details", [])])


def _detail(detail):
    """A detail that buf shows as its type and base64 without padding."""
    message = symbol_database.Default().GetSymbol(detail["type"])()
    message.ParseFromString(base64.b64decode(detail["value"] + "=" * (-len(detail["value"]) % 4)))
    return {"@type": f"type.googleapis.com/{detail['type']}", **json_format.MessageToDict(message)}

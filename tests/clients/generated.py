"""Python code generated from the API's description, and a grpcio client with it."""

import sys
import tempfile
from pathlib import Path

import grpc
import grpc_tools
from google.protobuf import json_format
from google.rpc import error_details_pb2, status_pb2  # noqa: F401 (registers the details' types)
from grpc_status import rpc_status
from grpc_tools import protoc

from harness import ROOT, answered, refused

_folder = tempfile.TemporaryDirectory()
_failed = protoc.main([
    "protoc", f"-I{ROOT / 'proto'}", f"-I{Path(grpc_tools.__file__).parent / '_proto'}",
    f"--python_out={_folder.name}", f"--grpc_python_out={_folder.name}", str(ROOT / "proto/tsume/v1/tsume.proto"),
])
if _failed:
    raise RuntimeError("protoc failed")
sys.path.insert(0, _folder.name)

from tsume.v1 import tsume_pb2, tsume_pb2_grpc  # noqa: E402 (made just now)


def _method(question):
    return tsume_pb2.DESCRIPTOR.services_by_name["TsumeService"].methods_by_name[question["method"]]


def request(question):
    """The question as a message."""
    message = getattr(tsume_pb2, _method(question).input_type.name)()
    return json_format.ParseDict(question["request"], message)


def response(question, encoded):
    """An encoded answer as JSON."""
    return json_format.MessageToDict(getattr(tsume_pb2, _method(question).output_type.name).FromString(encoded))


def status(encoded):
    """An encoded google.rpc.Status as a refusal."""
    return _refused(status_pb2.Status.FromString(encoded))


def _refused(found):
    code = next(code.name for code in grpc.StatusCode if code.value[0] == found.code)
    return refused(code, found.message, json_format.MessageToDict(found).get("details", []))


def ask(address, question):
    """What the generated client gets."""
    with grpc.insecure_channel(address) as channel:
        call = getattr(tsume_pb2_grpc.TsumeServiceStub(channel), question["method"])
        try:
            messages = call(request(question), timeout=60)
            messages = list(messages) if _method(question).server_streaming else [messages]
        except grpc.RpcError as error:
            return _refused(rpc_status.from_call(error))
    return answered(question, [json_format.MessageToDict(message) for message in messages])


def live_searches(address):
    """How many searches the server has."""
    with grpc.insecure_channel(address) as channel:
        stub = tsume_pb2_grpc.TsumeServiceStub(channel)
        return stub.GetServerInfo(tsume_pb2.GetServerInfoRequest(), timeout=60).live_searches

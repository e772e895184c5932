"""What a failed call means: the server refused, or nobody answered."""

from __future__ import annotations

from typing import Final

import grpc
import grpc.aio
from google.protobuf.message import DecodeError
from google.rpc import (  # type: ignore[import-untyped]  # has no py.typed
    error_details_pb2,
    status_pb2,
)

from cardtui.v1 import errors_pb2
from cardtui_client.i18n import _
from cardtui_client.refusals import refusal_sentence

_UNREACHABLE: Final = (
    grpc.StatusCode.UNAVAILABLE,
    grpc.StatusCode.DEADLINE_EXCEEDED,
    grpc.StatusCode.CANCELLED,
)


class Refused(Exception):
    """The server refused a call.

    Attributes:
        refusal: the reason to branch on, and the sentence.
        code: gRPC's code.
        wait: seconds that the server asks to wait before trying again, ``None`` if it
            doesn't.
    """

    def __init__(
        self, refusal: errors_pb2.Refusal, code: grpc.StatusCode, wait: float | None = None
    ) -> None:
        self.refusal = refusal
        self.code = code
        self.wait = wait
        super().__init__(refusal_sentence(refusal))


class Unreachable(Exception):
    """The server did not answer; the sentence says what one can do."""

    def __init__(self, sentence: str) -> None:
        self.sentence = sentence
        super().__init__(sentence)


def failure(error: grpc.RpcError, address: str) -> Refused | Unreachable:
    """Return what a failed call means."""
    assert isinstance(error, grpc.aio.AioRpcError)
    code = error.code()
    refusal, wait = _details(error)
    if refusal is None and code in _UNREACHABLE:
        return Unreachable(unreachable_sentence(address))
    if refusal is None:
        refusal = errors_pb2.Refusal(
            reason=errors_pb2.REASON_UNSPECIFIED, sentence=error.details() or code.name
        )
    return Refused(refusal, code, wait)


def unreachable_sentence(address: str) -> str:
    """Return what to say of a server that does not answer."""
    return _(
        "No table server answers at {address}. Is it running (cardtui host), "
        "and is the address right?",
        address=address,
    )


def _details(error: grpc.aio.AioRpcError) -> tuple[errors_pb2.Refusal | None, float | None]:
    refusal: errors_pb2.Refusal | None = None
    wait: float | None = None
    for name, value in error.trailing_metadata() or ():
        if name != "grpc-status-details-bin" or not isinstance(value, bytes):
            continue
        try:
            for detail in status_pb2.Status.FromString(value).details:
                found, info = errors_pb2.Refusal(), error_details_pb2.RetryInfo()
                if detail.Unpack(found):
                    refusal = found
                elif detail.Unpack(info):
                    wait = max(0.0, info.retry_delay.seconds + info.retry_delay.nanos / 1e9)
        except DecodeError:
            pass  # the code and the sentence of the call itself remain
    return refusal, wait

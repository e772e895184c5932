"""Which gRPC `STATUS_CODES` each reason for a refusal becomes, and the details that go with it."""

from __future__ import annotations

from functools import lru_cache
from typing import Any, Final, NoReturn

import grpc
from google.protobuf import any_pb2, duration_pb2
from google.protobuf.message import Message
from google.rpc import (  # type: ignore[import-untyped] # it ships no types
    error_details_pb2,
    status_pb2,
)
from grpc_status import rpc_status  # type: ignore[import-untyped] # it ships no types

from cardtui_server.match.refusals import Reason, Refused
from cardtui_server.wire.values import refusal_message

ERROR_DOMAIN: Final = "cardtui"
"""The domain of the reasons in an `ErrorInfo`."""

STATUS_CODES: Final = {
    Reason.MALFORMED: grpc.StatusCode.INVALID_ARGUMENT,
    Reason.NOT_SEATED: grpc.StatusCode.PERMISSION_DENIED,
    Reason.MATCH_OVER: grpc.StatusCode.FAILED_PRECONDITION,
    Reason.WRONG_PHASE: grpc.StatusCode.FAILED_PRECONDITION,
    Reason.NOT_YOUR_TURN: grpc.StatusCode.FAILED_PRECONDITION,
    Reason.NO_SUCH_CARD: grpc.StatusCode.INVALID_ARGUMENT,
    Reason.NOT_ALLOWED: grpc.StatusCode.FAILED_PRECONDITION,
    Reason.BAD_MELD: grpc.StatusCode.INVALID_ARGUMENT,
    Reason.BAD_AMOUNT: grpc.StatusCode.INVALID_ARGUMENT,
    Reason.STALE: grpc.StatusCode.ABORTED,
    Reason.UNKNOWN_TABLE: grpc.StatusCode.NOT_FOUND,
    Reason.SEAT_TAKEN: grpc.StatusCode.ALREADY_EXISTS,
    Reason.BAD_TOKEN: grpc.StatusCode.UNAUTHENTICATED,
    Reason.UNKNOWN_GAME: grpc.StatusCode.NOT_FOUND,
    Reason.BAD_OPTION: grpc.StatusCode.INVALID_ARGUMENT,
    Reason.BAD_REQUEST: grpc.StatusCode.INVALID_ARGUMENT,
    Reason.LIMIT: grpc.StatusCode.RESOURCE_EXHAUSTED,
    Reason.TABLE_STATE: grpc.StatusCode.FAILED_PRECONDITION,
    Reason.NOT_HOST: grpc.StatusCode.PERMISSION_DENIED,
    Reason.REQUEST_ID: grpc.StatusCode.INVALID_ARGUMENT,
    Reason.READ_ONLY: grpc.StatusCode.UNAVAILABLE,
    Reason.SHUTTING_DOWN: grpc.StatusCode.UNAVAILABLE,
    Reason.INTERNAL: grpc.StatusCode.INTERNAL,
    Reason.REOPENING: grpc.StatusCode.UNAVAILABLE,
    Reason.NOT_PRESENT: grpc.StatusCode.PERMISSION_DENIED,
    Reason.ADDRESS: grpc.StatusCode.PERMISSION_DENIED,
    Reason.NAME_TAKEN: grpc.StatusCode.ALREADY_EXISTS,
    Reason.BAD_PASSWORD: grpc.StatusCode.UNAUTHENTICATED,
    Reason.BAD_CODE: grpc.StatusCode.UNAUTHENTICATED,
    Reason.UNKNOWN_PLAYER: grpc.StatusCode.NOT_FOUND,
    Reason.BANNED: grpc.StatusCode.PERMISSION_DENIED,
    Reason.SPECTATORS: grpc.StatusCode.PERMISSION_DENIED,
    Reason.MOVED: grpc.StatusCode.FAILED_PRECONDITION,
}
"""The canonical status for every reason."""


async def abort(context: grpc.aio.ServicerContext[bytes, bytes], refused: Refused) -> NoReturn:
    """End the call with the refusal: status, sentence, and the refusal as a detail."""
    converted = _plain(refused.reason, refused.template) if _is_plain(refused) else _status(refused)
    await context.abort(converted.code, converted.details, converted.trailing_metadata)
    raise AssertionError


def _is_plain(refused: Refused) -> bool:
    return not (refused.arguments or refused.clause or refused.retry)


@lru_cache(maxsize=64)
def _plain(reason: Reason, template: str) -> Any:
    """Return the status of a refusal without particulars; cached: strangers may get thousands."""
    return _status(Refused(reason, template))


def _status(refused: Refused) -> Any:
    status = status_pb2.Status(
        code=STATUS_CODES[refused.reason].value[0], message=str(refused), details=_details(refused)
    )
    return rpc_status.to_status(status)


def _details(refused: Refused) -> list[any_pb2.Any]:
    metadata = dict(refused.arguments)
    if refused.clause:
        metadata["clause"] = refused.clause
    found: list[Message] = [
        refusal_message(refused),
        # Details that generic tools can read, whatever the service.
        error_details_pb2.ErrorInfo(
            reason=refused.reason.name, domain=ERROR_DOMAIN, metadata=metadata
        ),
        error_details_pb2.LocalizedMessage(locale="en", message=str(refused)),
    ]
    if refused.retry:
        delay = duration_pb2.Duration()
        delay.FromMilliseconds(int(refused.retry * 1000))
        found.append(error_details_pb2.RetryInfo(retry_delay=delay))
    details: list[any_pb2.Any] = []
    for each in found:
        details.append(any_pb2.Any())
        details[-1].Pack(each)
    return details

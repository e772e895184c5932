"""Requests that are not allowed: one exception, and the one table of statuses.

A refusal's template is English with ``{named}`` places: the id under which a client finds
its own language's wording.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Any, Final, NoReturn

import grpc
from google.protobuf import any_pb2, duration_pb2
from google.rpc import (  # type: ignore[import-untyped] # it ships no types
    error_details_pb2,
    status_pb2,
)
from grpc_status import rpc_status  # type: ignore[import-untyped] # it ships no types

from cardtui.v1 import errors_pb2
from cardtui_engine.refusals import Code, IllegalAction

Reason = errors_pb2.Reason

_STATUS: Final = {
    errors_pb2.REASON_MALFORMED: grpc.StatusCode.INVALID_ARGUMENT,
    errors_pb2.REASON_NOT_SEATED: grpc.StatusCode.PERMISSION_DENIED,
    errors_pb2.REASON_MATCH_OVER: grpc.StatusCode.FAILED_PRECONDITION,
    errors_pb2.REASON_WRONG_PHASE: grpc.StatusCode.FAILED_PRECONDITION,
    errors_pb2.REASON_NOT_YOUR_TURN: grpc.StatusCode.FAILED_PRECONDITION,
    errors_pb2.REASON_NO_SUCH_CARD: grpc.StatusCode.INVALID_ARGUMENT,
    errors_pb2.REASON_NOT_ALLOWED: grpc.StatusCode.FAILED_PRECONDITION,
    errors_pb2.REASON_BAD_MELD: grpc.StatusCode.INVALID_ARGUMENT,
    errors_pb2.REASON_BAD_AMOUNT: grpc.StatusCode.INVALID_ARGUMENT,
    errors_pb2.REASON_STALE: grpc.StatusCode.ABORTED,
    errors_pb2.REASON_UNKNOWN_TABLE: grpc.StatusCode.NOT_FOUND,
    errors_pb2.REASON_SEAT_TAKEN: grpc.StatusCode.ALREADY_EXISTS,
    errors_pb2.REASON_BAD_TOKEN: grpc.StatusCode.UNAUTHENTICATED,
    errors_pb2.REASON_UNKNOWN_GAME: grpc.StatusCode.NOT_FOUND,
    errors_pb2.REASON_BAD_OPTION: grpc.StatusCode.INVALID_ARGUMENT,
    errors_pb2.REASON_BAD_REQUEST: grpc.StatusCode.INVALID_ARGUMENT,
    errors_pb2.REASON_LIMIT: grpc.StatusCode.RESOURCE_EXHAUSTED,
    errors_pb2.REASON_TABLE_STATE: grpc.StatusCode.FAILED_PRECONDITION,
    errors_pb2.REASON_NOT_HOST: grpc.StatusCode.PERMISSION_DENIED,
    errors_pb2.REASON_REQUEST_ID: grpc.StatusCode.INVALID_ARGUMENT,
    errors_pb2.REASON_READ_ONLY: grpc.StatusCode.UNAVAILABLE,
    errors_pb2.REASON_SHUTTING_DOWN: grpc.StatusCode.UNAVAILABLE,
    errors_pb2.REASON_INTERNAL: grpc.StatusCode.INTERNAL,
    errors_pb2.REASON_REOPENING: grpc.StatusCode.UNAVAILABLE,
    errors_pb2.REASON_NOT_PRESENT: grpc.StatusCode.PERMISSION_DENIED,
}

_REASON_OF_CODE: Final = {code: Reason.Value(f"REASON_{code.name}") for code in Code}


class Told(Exception):
    """What goes wrong before there is anybody to refuse: a sentence for who started the server.

    Attributes:
        template: the English sentence with ``{named}`` places.
        arguments: the values of those places.
    """

    def __init__(self, template: str, /, **arguments: object) -> None:
        self.template = template
        self.arguments = {name: str(value) for name, value in arguments.items()}
        super().__init__(template.format_map(self.arguments))


class Refused(Exception):
    """A request that is not allowed here, or an action that the rules forbid.

    Attributes:
        reason: what a client branches on.
        template: the English sentence with ``{named}`` places.
        arguments: the values of those places.
        clause: the clause of the rule sheet that forbids it, or ``""``.
        retry: seconds after which it may be tried again; 0 if that says nothing.
    """

    def __init__(
        self,
        reason: Reason.ValueType,
        template: str,
        arguments: Mapping[str, object] | None = None,
        *,
        clause: str = "",
        retry: float = 0.0,
        **named: object,
    ) -> None:
        self.reason = reason
        self.template = template
        values = {**(arguments or {}), **named}
        self.arguments = {name: str(value) for name, value in values.items()}
        self.clause = clause
        self.retry = retry
        super().__init__(template.format_map(self.arguments))

    def message(self) -> errors_pb2.Refusal:
        """Return the refusal as it goes over the wire."""
        return errors_pb2.Refusal(
            reason=self.reason,
            template=self.template,
            arguments=self.arguments,
            sentence=str(self),
            clause=self.clause,
        )


def illegal(refusal: IllegalAction) -> Refused:
    """Return what the rules refuse as a refused request."""
    return Refused(
        _REASON_OF_CODE[refusal.code],
        refusal.template,
        refusal.args_,
        clause=refusal.clause or "",
    )


async def abort(context: grpc.aio.ServicerContext[bytes, bytes], refused: Refused) -> NoReturn:
    """End the call with the refusal: canonical status, sentence, and the refusal as detail."""
    converted = _plain(refused.reason, refused.template) if _is_plain(refused) else _status(refused)
    await context.abort(converted.code, converted.details, converted.trailing_metadata)
    raise AssertionError


def _is_plain(refused: Refused) -> bool:
    return not (refused.arguments or refused.clause or refused.retry)


@lru_cache(maxsize=64)
def _plain(reason: Reason.ValueType, template: str) -> Any:
    """Return what a refusal without particulars looks like; strangers may get thousands."""
    return _status(Refused(reason, template))


def _status(refused: Refused) -> Any:
    status = status_pb2.Status(
        code=_STATUS[refused.reason].value[0], message=str(refused), details=_details(refused)
    )
    return rpc_status.to_status(status)


def _details(refused: Refused) -> list[any_pb2.Any]:
    details: list[any_pb2.Any] = [any_pb2.Any()]
    details[0].Pack(refused.message())
    if refused.retry:
        delay = duration_pb2.Duration()
        delay.FromMilliseconds(int(refused.retry * 1000))
        details.append(any_pb2.Any())
        details[1].Pack(error_details_pb2.RetryInfo(retry_delay=delay))
    return details

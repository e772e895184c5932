"""A channel whose answers are checked: what cannot be decoded or believed becomes ``None``.

gRPC gives ``None`` for what it cannot decode, too, but writes a traceback about it to
standard error, where the screens are drawn.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any, cast

import grpc.aio
from google.protobuf.message import DecodeError, Message

from cardtui_client.net.validation import is_plausible
from cardtui_client.net.workload import Workload

_Read = Callable[[bytes], Message | None]


def checked(channel: grpc.aio.Channel, workload: Workload) -> grpc.aio.Channel:
    """Return the channel for stubs, whose answers are messages to be believed, or ``None``."""
    return cast("grpc.aio.Channel", _CheckedChannel(channel, workload))


class _CheckedChannel:
    """As much of a channel as stubs ask for."""

    def __init__(self, channel: grpc.aio.Channel, workload: Workload) -> None:
        self._channel = channel
        self._workload = workload

    def unary_unary(self, method: str, **more: Any) -> Any:
        return self._channel.unary_unary(method, **self._with_reader(**more))

    def unary_stream(self, method: str, **more: Any) -> Any:
        return self._channel.unary_stream(method, **self._with_reader(**more))

    def stream_stream(self, method: str, **more: Any) -> Any:
        return self._channel.stream_stream(method, **self._with_reader(**more))

    def _with_reader(
        self, *, response_deserializer: Callable[[bytes], Message], **more: Any
    ) -> dict[str, Any]:
        def read(data: bytes) -> Message | None:
            began = time.thread_time()
            try:
                return _believed(response_deserializer, data)
            finally:
                self._workload.add_message(time.thread_time() - began)

        return {"response_deserializer": read, **more}


def _believed(decode: Callable[[bytes], Message], data: bytes) -> Message | None:
    try:
        answer = decode(data)
    except (DecodeError, TypeError, ValueError):  # no bytes at all are no answer, either
        return None
    answer.DiscardUnknownFields()
    if not is_plausible(answer, len(data)):
        return None
    if answer.ByteSize() < len(data) // 2:
        # What was discarded would stay in memory for as long as any part is kept.
        return type(answer).FromString(answer.SerializeToString())
    return answer

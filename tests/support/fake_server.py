"""A server of scripted streams (`FakeServer`): each stream that a client opens plays the next
episode.
"""

from collections import deque
from collections.abc import AsyncIterator, Awaitable, Callable
from typing import Any

import grpc
from google.protobuf.any_pb2 import Any as AnyMessage
from google.protobuf.duration_pb2 import Duration
from google.rpc import error_details_pb2, status_pb2  # type: ignore[import-untyped]  # has no py.typed

from cardtui.v1 import (
    errors_pb2,
    session_service_pb2,
    session_service_pb2_grpc,
    table_service_pb2,
    table_service_pb2_grpc,
    tables_pb2,
)

Frame = table_service_pb2.Frame


class FakeStream:
    """The server's end of one stream."""

    def __init__(self, context: Any, requests: AsyncIterator[Any] | None, opened: Any) -> None:
        self.opened = opened
        self._context = context
        self._requests = requests

    @property
    def after(self) -> int | None:
        return self.opened.after if self.opened.HasField("after") else None

    async def send(self, *frames: Frame) -> None:
        wrap = (
            table_service_pb2.WatchResponse
            if self._requests is None
            else table_service_pb2.PlayResponse
        )
        await self._context.write(wrap(frames=frames))

    async def heard(self) -> table_service_pb2.PlayRequest:
        assert self._requests is not None
        return await anext(self._requests)

    async def fail(
        self,
        code: grpc.StatusCode,
        refusal: errors_pb2.Refusal | None = None,
        wait: float | None = None,
    ) -> None:
        await refuse(self._context, code, refusal, wait)


Episode = Callable[[FakeStream], Awaitable[None]]


async def refuse(
    context: Any,
    code: grpc.StatusCode,
    refusal: errors_pb2.Refusal | None = None,
    wait: float | None = None,
) -> None:
    status = status_pb2.Status(code=code.value[0], message="refused")
    details: list[Any] = [refusal] if refusal else []
    if wait is not None:
        delay = Duration(seconds=int(wait), nanos=int(wait % 1 * 1e9))
        details.append(error_details_pb2.RetryInfo(retry_delay=delay))
    for detail in details:
        packed = AnyMessage()
        packed.Pack(detail)
        status.details.append(packed)
    metadata = (("grpc-status-details-bin", status.SerializeToString()),)
    await context.abort(code, "refused", trailing_metadata=metadata)


class FakeServer(
    table_service_pb2_grpc.TableServiceServicer, session_service_pb2_grpc.SessionServiceServicer
):
    """Plays its episodes in order; a stream beyond the last is UNAVAILABLE."""

    def __init__(self) -> None:
        self.episodes: deque[Episode] = deque()
        self.streams: list[FakeStream] = []
        self.sessions: list[session_service_pb2.OpenSessionRequest] = []
        self.said: list[table_service_pb2.SayRequest] = []
        self.signals = 0
        self.bad_tokens: set[str] = set()
        self.refusal: tuple[grpc.StatusCode, errors_pb2.Refusal] | None = None
        self.metadata: list[tuple[str, str]] = []
        self.failing: deque[tuple[grpc.StatusCode, errors_pb2.Refusal | None, float | None]] = (
            deque()
        )
        self.views = 0

    async def OpenSession(self, request: Any, context: Any) -> Any:
        self.sessions.append(request)
        if self.refusal:
            await refuse(context, *self.refusal)
        if request.token in self.bad_tokens:
            bad = errors_pb2.Refusal(reason=errors_pb2.REASON_BAD_TOKEN, sentence="Who?")
            await refuse(context, grpc.StatusCode.UNAUTHENTICATED, bad)
        token = request.token or f"token-{len(self.sessions)}"
        return session_service_pb2.OpenSessionResponse(
            token=token, name=request.name.strip(), tables=["t1"]
        )

    async def GetServer(self, request: Any, context: Any) -> Any:
        return session_service_pb2.GetServerResponse(name="kitchen", version="0.1", tables=2)

    async def Act(self, request: Any, context: Any) -> Any:
        raise AssertionError("this client acts over its stream")

    async def GetView(self, request: Any, context: Any) -> Any:
        self.views += 1
        await self._fail_next(context)
        return table_service_pb2.GetViewResponse(snapshot=snapshot(1).snapshot)

    async def Say(self, request: Any, context: Any) -> Any:
        self.said.append(request)
        await self._fail_next(context)
        return table_service_pb2.SayResponse(seq=1)

    async def Signal(self, request: Any, context: Any) -> Any:
        self.signals += 1
        await self._fail_next(context)
        return table_service_pb2.SignalResponse()

    # gRPC takes coroutines that write their frames themselves; the generated types do not.
    async def Play(  # type: ignore[override] # pyright: ignore[reportIncompatibleMethodOverride]
        self, request_iterator: Any, context: Any
    ) -> None:
        self.metadata.extend(context.invocation_metadata())
        requests = aiter(request_iterator)
        first = await anext(requests)
        await self._play(FakeStream(context, requests, first.join))

    async def Watch(  # type: ignore[override] # pyright: ignore[reportIncompatibleMethodOverride]
        self, request: Any, context: Any
    ) -> None:
        self.metadata.extend(context.invocation_metadata())
        await self._play(FakeStream(context, None, request))

    async def _fail_next(self, context: Any) -> None:
        if self.failing:
            await refuse(context, *self.failing.popleft())

    async def _play(self, stream: FakeStream) -> None:
        self.streams.append(stream)
        if not self.episodes:
            await stream.fail(grpc.StatusCode.UNAVAILABLE)
        await self.episodes.popleft()(stream)


def snapshot(seq: int) -> Frame:
    table = tables_pb2.Table(id="t1")
    return Frame(snapshot=table_service_pb2.Snapshot(seq=seq, position=seq, table=table))


def update(seq: int) -> Frame:
    return Frame(update=table_service_pb2.Update(seq=seq, position=seq))


def heartbeat(seq: int) -> Frame:
    return Frame(heartbeat=table_service_pb2.Heartbeat(seq=seq))


def end(reason: Any) -> Frame:
    return Frame(end=table_service_pb2.StreamEnd(reason=reason, sentence="bye"))


def accepted(request_id: str, seq: int) -> Frame:
    return Frame(reply=table_service_pb2.ActReply(request_id=request_id, seq=seq))


def refused(request_id: str, reason: Any, sentence: str = "No.") -> Frame:
    refusal = errors_pb2.Refusal(reason=reason, sentence=sentence)
    return Frame(reply=table_service_pb2.ActReply(request_id=request_id, refusal=refusal))

"""Streams whose other end is gone end in silence; what goes wrong inside is told, in bounds."""

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import suppress
from types import SimpleNamespace
from typing import Any
from unittest.mock import Mock

import grpc
import pytest
import structlog
from grpc import aio

from cardtui.v1 import lobby_service_pb2, table_service_pb2
from cardtui_server.limits import Limits
from cardtui_server.lobby.new_table import NewTable
from cardtui_server.lobby.sessions import Sessions
from cardtui_server.rpc.interceptor import Interceptor
from cardtui_server.rpc.limiter import Limiter
from cardtui_server.rpc.lobby_service import LobbyService
from cardtui_server.rpc.table_service import TableService
from cardtui_server.server_log import MOST_REPEATED_LINES, REPEATED_WITHIN_SECONDS, damped
from cardtui_server.store.memory import MemoryStore
from tests.support.calling import BOUND
from tests.support.playing import House
from tests.support.ports import FakeClock, FakeDealer

Behaviour = Callable[[Any, Any], Awaitable[None]]

GONE: list[BaseException] = [
    asyncio.InvalidStateError("invalid state"),
    aio.UsageError("RPC already finished."),
    aio.InternalError('Failed "execute_batch"'),
    grpc.RpcError("broken"),
    aio.AioRpcError(grpc.StatusCode.UNAVAILABLE, aio.Metadata(), aio.Metadata()),
]


class Line:
    """A connection that breaks at a write."""

    def __init__(self, error: BaseException, reads: list[bytes]) -> None:
        self.error = error
        self.reads = reads
        self.token = ""

    def invocation_metadata(self) -> tuple[tuple[str, str], ...]:
        return (("authorization", f"Bearer {self.token}"),)

    def peer(self) -> str:
        return "ipv4:127.0.0.1:5"

    async def write(self, _: object) -> None:
        raise self.error

    async def read(self) -> Any:
        if self.reads:
            return self.reads.pop(0)
        raise self.error

    async def abort(self, *_: object) -> None:
        raise self.error


def known(house: House) -> Sessions:
    return Sessions(
        MemoryStore(), FakeDealer(), house.lobby.seated, house.env.outage, clock=house.clock
    )


async def opened(log: Any) -> tuple[Interceptor, str, str, House]:
    """Return a gate, a token, the name of a table at which its player sits, and its house."""
    house = House()
    sessions = known(house)
    _, token = await sessions.open("Ana", "")
    player = sessions.find(token)
    assert player is not None
    interceptor = Interceptor(sessions, Limiter(Limits(), house.clock), log)
    table = await house.lobby.create(
        player.id, player.name, NewTable.of(game="cacho", seats=2, name="", pause_milliseconds=0,
        thinking_milliseconds=0, seat=0, bots=0,))  # fmt: skip
    return interceptor, token, table.id, house


async def call(
    interceptor: Interceptor, method: str, token: str, behaviour: Behaviour, line: Line
) -> None:
    """Let somebody call a method whose handler is that."""

    async def continuation(_: object) -> Any:
        return grpc.unary_stream_rpc_method_handler(behaviour)

    line.token = token
    handler = await interceptor.intercept_service(continuation, SimpleNamespace(method=method))
    await handler.unary_stream(line.reads[0] if line.reads else b"", line)


@pytest.mark.parametrize("error", GONE, ids=lambda error: type(error).__name__)
@pytest.mark.parametrize(
    "method", ["TableService/Play", "TableService/Watch", "LobbyService/WatchTables"]
)
async def test_a_lost_connection_is_no_error(method: str, error: BaseException) -> None:
    with structlog.testing.capture_logs() as told:
        log = structlog.get_logger()
        interceptor, token, table, house = await opened(log)
        tables = TableService(house.lobby, Limiter(Limits(), house.clock), log)
        lobby = LobbyService(house.lobby, known(house), Limiter(Limits(), house.clock))
        join = table_service_pb2.PlayRequest(join=table_service_pb2.PlayJoin(table=table))
        watch = table_service_pb2.WatchRequest(table=table)
        behaviour, request = {
            "TableService/Play": (tables.play, join.SerializeToString()),
            "TableService/Watch": (tables.watch, watch.SerializeToString()),
            "LobbyService/WatchTables": (
                lobby.watch_tables,
                lobby_service_pb2.WatchTablesRequest().SerializeToString(),
            ),
        }[method]
        line = Line(error, [request])
        await asyncio.wait_for(
            call(interceptor, f"/cardtui.v1.{method}", token, behaviour, line), BOUND
        )
        await house.stop()
    assert [each for each in told if each["log_level"] in ("warning", "error")] == []


async def test_a_refusal_that_nobody_is_there_to_read_is_no_error() -> None:
    with structlog.testing.capture_logs() as told:
        interceptor, token, _, house = await opened(structlog.get_logger())
        tables = TableService(house.lobby, Limiter(Limits(), house.clock), structlog.get_logger())
        request = table_service_pb2.WatchRequest(table="none").SerializeToString()
        line = Line(aio.UsageError("RPC already finished."), [request])
        await call(interceptor, "/cardtui.v1.TableService/Watch", token, tables.watch, line)
        await house.stop()
    assert [each for each in told if each["log_level"] in ("warning", "error")] == []


async def test_what_goes_wrong_inside_is_told() -> None:
    async def behaviour(_: object, __: object) -> None:
        raise ZeroDivisionError

    with structlog.testing.capture_logs() as told:
        interceptor, token, _, house = await opened(structlog.get_logger())
        line = Line(aio.AbortError("Locally aborted."), [])
        with pytest.raises(aio.AbortError):
            await call(interceptor, "/cardtui.v1.TableService/Watch", token, behaviour, line)
        await house.stop()
    assert [each["event"] for each in told if each["log_level"] == "error"] == ["stream failed"]


async def test_only_a_call_that_is_let_through_lets_its_connection_send_more() -> None:
    async def behaviour(_: object, __: object) -> None:
        pass

    interceptor, token, _, _house = await opened(structlog.get_logger())
    interceptor._connections = connections = Mock()
    for theirs, method, heard in (
        ("unknown", "TableService/Watch", 0),  # a stranger
        (token, "SessionService/RecoverAccount", 0),  # for the operator
        (token, "TableService/None", 0),
        (token, "TableService/Watch", 1),
    ):
        line = Line(aio.AbortError("Locally aborted."), [])
        with suppress(aio.AbortError):
            await call(interceptor, f"/cardtui.v1.{method}", theirs, behaviour, line)
        assert connections.heard.call_count == heard


def test_nobody_fills_the_log() -> None:
    clock = FakeClock()
    with structlog.testing.capture_logs() as told:
        log = damped(structlog.get_logger(), clock)
        for number in range(1000):
            log.bind(table="t").error("stream failed", number=number)
        log.warning("something else")
        assert len(told) == MOST_REPEATED_LINES + 1
        assert told[0]["table"] == "t"
        clock.advance(REPEATED_WITHIN_SECONDS)
        log.error("stream failed")
    assert told[-1]["left_out_before"] == 1000 - MOST_REPEATED_LINES

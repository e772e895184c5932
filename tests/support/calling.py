"""A running server, and callers of it (`Caller`, `Stream`) with nothing of the client's own code.
How long a test waits for an answer: `BOUND`.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Generator
from contextlib import asynccontextmanager, contextmanager
from typing import Any, Self, cast

import grpc
import pytest
from google.rpc import error_details_pb2  # type: ignore[import-untyped] # it ships no types
from grpc_status import rpc_status  # type: ignore[import-untyped] # it ships no types

from cardtui.v1 import (
    actions_pb2,
    errors_pb2,
    lobby_service_pb2,
    lobby_service_pb2_grpc,
    session_service_pb2,
    session_service_pb2_grpc,
    table_service_pb2,
    table_service_pb2_grpc,
    tables_pb2,
)
from cardtui_server.app import RunningServer, serve
from cardtui_server.limits import Limits
from cardtui_server.ports.log_store import LogStore
from cardtui_server.settings import Settings
from tests.support.playing import Onlooker

SWIFT = Settings(port=0, thinking=0, limits=Limits.open())
"""A server for programs that play as fast as they can."""

BOUND = 30.0
"""Seconds after which what was waited for counts as never coming."""


@asynccontextmanager
async def running(
    settings: Settings | None = None, store: LogStore | None = None, **env: Any
) -> AsyncGenerator[RunningServer]:
    """Run a server on a free port."""
    server = await serve(settings or SWIFT, store=store, **env)
    try:
        yield server
    finally:
        await server.stop(grace=0)


class Caller:
    """Somebody with a connection and a session."""

    def __init__(self, address: str, *options: tuple[str, int]) -> None:
        # A connection of its own, as another process would have.
        self.channel = grpc.aio.insecure_channel(
            address, options=[("grpc.use_local_subchannel_pool", 1), *options]
        )
        self.sessions = session_service_pb2_grpc.SessionServiceStub(self.channel)
        self.lobby = lobby_service_pb2_grpc.LobbyServiceStub(self.channel)
        self.tables = table_service_pb2_grpc.TableServiceStub(self.channel)
        self.token = ""
        self.name = ""

    @classmethod
    async def of(cls, address: str, name: str) -> Self:
        """Return a caller who has opened a session under a name."""
        caller = cls(address)
        await caller.open(name)
        return caller

    @property
    def metadata(self) -> tuple[tuple[str, str], ...]:
        return (("authorization", f"Bearer {self.token}"),)

    async def open(self, name: str = "Ana", token: str = "") -> list[str]:
        """Open a session; return the tables at which the caller sits."""
        opened = await self.sessions.OpenSession(
            session_service_pb2.OpenSessionRequest(name=name, token=token), timeout=BOUND
        )
        self.token, self.name = opened.token, opened.name
        return list(opened.tables)

    async def create(self, **fields: Any) -> tables_pb2.Table:
        """Make a table; of cacho for two without pauses, unless the fields say otherwise."""
        fields = {
            "game": "cacho",
            "seats": 2,
            "pause_milliseconds": 0,
            "thinking_milliseconds": 0,
            **fields,
        }
        request = lobby_service_pb2.CreateTableRequest(**fields)
        response = await self.call(self.lobby.CreateTable, request)
        found: tables_pb2.Table = response.table
        return found

    async def join(self, table: str, seat: int | None = None) -> int:
        request = lobby_service_pb2.JoinTableRequest(table=table, seat=seat)
        return int((await self.call(self.lobby.JoinTable, request)).seat)

    async def ready(self, table: str, commitment: bytes = b"") -> tables_pb2.Table:
        request = lobby_service_pb2.SetReadyRequest(table=table, ready=True, commitment=commitment)
        response = await self.call(self.lobby.SetReady, request)
        found: tables_pb2.Table = response.table
        return found

    async def buy_in(self, table: str, chips: int) -> tables_pb2.Table:
        request = lobby_service_pb2.BuyInRequest(table=table, chips=chips)
        found: tables_pb2.Table = (await self.call(self.lobby.BuyIn, request)).table
        return found

    async def swap(self, table: str, seat: int) -> Any:
        request = lobby_service_pb2.SwapSeatsRequest(table=table, seat=seat)
        return await self.call(self.lobby.SwapSeats, request)

    async def start(self, table: str, commitment: bytes = b"") -> tables_pb2.Table:
        request = lobby_service_pb2.StartTableRequest(table=table, commitment=commitment)
        response = await self.call(self.lobby.StartTable, request)
        found: tables_pb2.Table = response.table
        return found

    async def reveal(self, table: str, bits: bytes) -> None:
        request = table_service_pb2.RevealRequest(table=table, bits=bits)
        await self.call(self.tables.Reveal, request)

    async def view(self, table: str) -> table_service_pb2.Snapshot:
        request = table_service_pb2.GetViewRequest(table=table)
        response = await self.call(self.tables.GetView, request)
        found: table_service_pb2.Snapshot = response.snapshot
        return found

    async def act(self, table: str, act: table_service_pb2.PlayAct) -> table_service_pb2.ActReply:
        request = table_service_pb2.ActRequest(table=table, act=act)
        response = await self.call(self.tables.Act, request)
        found: table_service_pb2.ActReply = response.reply
        return found

    async def call(self, method: Any, request: Any) -> Any:
        return await method(request, metadata=self.metadata, timeout=BOUND)

    def play(self, table: str, after: int | None = None) -> Stream:
        return Stream(self.tables.Play(metadata=self.metadata), table, after)

    def watch(self, table: str, after: int | None = None) -> Stream:
        request = table_service_pb2.WatchRequest(table=table, after=after)
        return Stream(self.tables.Watch(request, metadata=self.metadata), "", None)

    async def close(self) -> None:
        await self.channel.close()


class Stream(Onlooker):
    """A stream of a table that is read and folded."""

    def __init__(self, call: Any, table: str, after: int | None) -> None:
        super().__init__()
        self.call = call
        self.replies: list[table_service_pb2.ActReply] = []
        self.presence = tables_pb2.Presence()
        self.end = table_service_pb2.StreamEnd()
        self._join = table
        self._after = after

    async def send(self, **fields: Any) -> None:
        """Send a message up; the first one joins."""
        if self._join:
            join = table_service_pb2.PlayJoin(table=self._join, after=self._after)
            self._join = ""
            await self.call.write(table_service_pb2.PlayRequest(join=join))
        if fields:
            await self.call.write(table_service_pb2.PlayRequest(**fields))

    async def act(self, action: actions_pb2.Action, **fields: Any) -> table_service_pb2.ActReply:
        """Send an act and return its answer."""
        count = len(self.replies)
        await self.send(act=table_service_pb2.PlayAct(action=action, **fields))
        await self.until(lambda: len(self.replies) > count)
        return self.replies[-1]

    async def next(self) -> bool:
        """Take in the next message; say whether there was one."""
        await self.send()
        async with asyncio.timeout(BOUND):
            message = await self.call.read()
        if message is grpc.aio.EOF:
            return False
        self.fold(message.frames)
        for frame in message.frames:
            if frame.HasField("reply"):
                self.replies.append(frame.reply)
            if frame.HasField("presence"):
                self.presence.CopyFrom(frame.presence)
            if frame.HasField("end"):
                self.end.CopyFrom(frame.end)
        return True

    async def until(self, true: Any) -> None:
        """Take in messages until it is so."""
        while not true():
            assert await self.next(), "the stream ended"

    async def reach(self, seq: int) -> None:
        """Take in messages until the update of that number has come."""
        await self.until(lambda: self.seq >= seq)

    async def turn_of(self, seat: int) -> None:
        """Take in messages until it is that seat's turn."""
        await self.until(lambda: seat in self.view.to_act)

    async def rest(self) -> None:
        """Take in messages until the stream ends."""
        while await self.next():
            pass


def refusal(error: grpc.aio.AioRpcError) -> errors_pb2.Refusal:
    """Return the refusal in the details of an error."""
    found = errors_pb2.Refusal()
    for detail in details(error):
        if detail.Unpack(found):
            return found
    raise AssertionError(f"no refusal in {error!r}")


def retry_delay(error: grpc.aio.AioRpcError) -> float:
    """Return after how many seconds the error allows another try."""
    found = error_details_pb2.RetryInfo()
    for detail in details(error):
        if detail.Unpack(found):
            return float(found.retry_delay.ToMilliseconds() / 1000)
    raise AssertionError(f"no retry info in {error!r}")


def details(error: grpc.aio.AioRpcError) -> Any:
    status = rpc_status.from_call(cast("grpc.Call", error))
    assert status is not None, error
    return status.details


def reason(error: grpc.aio.AioRpcError) -> str:
    """Return the reason's name, without its prefix."""
    return errors_pb2.Reason.Name(refusal(error).reason).removeprefix("REASON_")


@contextmanager
def refused_as(why: str) -> Generator[None]:
    """Expect a call to be refused for that reason."""
    with pytest.raises(grpc.aio.AioRpcError) as error:
        yield
    assert reason(error.value) == why


async def person(
    caller: Caller, *, player: str = "", name: str = ""
) -> lobby_service_pb2.GetPersonResponse:
    """Ask what somebody has won and lost."""
    request = lobby_service_pb2.GetPersonRequest(player=player, name=name)
    found: lobby_service_pb2.GetPersonResponse = await caller.call(caller.lobby.GetPerson, request)
    return found

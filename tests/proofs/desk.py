"""A server without a network: the interceptor and its handlers, called as gRPC would call them."""

import asyncio
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, Final

import grpc
import structlog

from cardtui_server.calendar import Calendar
from cardtui_server.limits import Limits
from cardtui_server.lobby.account_codes import AccountCodes
from cardtui_server.lobby.club import Club
from cardtui_server.lobby.sessions import Sessions
from cardtui_server.lobby.tables import Lobby
from cardtui_server.lobby.tournaments import Tournaments
from cardtui_server.rpc.club_service import ClubService
from cardtui_server.rpc.handlers import SERVICE_FILES, handlers
from cardtui_server.rpc.host_service import HostService
from cardtui_server.rpc.interceptor import Interceptor
from cardtui_server.rpc.limiter import Limiter
from cardtui_server.rpc.lobby_service import LobbyService
from cardtui_server.rpc.session_service import SessionService
from cardtui_server.rpc.table_service import TableService
from cardtui_server.rpc.tournament_service import TournamentService
from cardtui_server.store.memory import MemoryStore
from cardtui_server.table.environment import Environment
from cardtui_server.wire.checkpoints import PickledCheckpoints
from cardtui_server.wire.club import ClubJournal
from cardtui_server.wire.journal import WireJournal
from cardtui_server.wire.table_encoder import TableFrames
from cardtui_server.wire.tournaments import TournamentJournal
from tests.support.ports import FakeClock, FakeDealer

METHODS: Final = {
    f"/{service.full_name}/{method.name}": method
    for file in SERVICE_FILES
    for service in file.DESCRIPTOR.services_by_name.values()
    for method in service.methods
}
"""By path, every RPC of ours."""

OPERATOR: Final = "operator"
"""The token of the person who runs the server."""

_ENDLESS: Final = ("/Watch", "/WatchTables", "/FollowTournament", "/FollowPeople")
"""The streams down that do not end by themselves."""

_BOUND: Final = 30.0


@dataclass
class Details:
    """What is known of a call before its messages."""

    method: str
    invocation_metadata: tuple[tuple[str, str | bytes], ...]


class Line:
    """A call as the server sees it: what comes up, what goes down, and how it ends."""

    def __init__(self, token: str, sent: Sequence[bytes] = ()) -> None:
        self.code = grpc.StatusCode.OK
        self.refusal: tuple[object, ...] = ()
        self.down: list[bytes] = []
        self.read_out = asyncio.Event()
        self._token = token
        self._sent = list(sent)

    def invocation_metadata(self) -> tuple[tuple[str, str], ...]:
        return (("authorization", f"Bearer {self._token}"),)

    def peer(self) -> str:
        return "ipv4:127.0.0.1:5"

    async def read(self) -> Any:
        if self._sent:
            return self._sent.pop(0)
        self.read_out.set()
        return grpc.aio.EOF

    async def write(self, data: bytes) -> None:
        self.down.append(data)

    async def abort(self, code: grpc.StatusCode, *refusal: object) -> None:
        self.code, self.refusal = code, refusal
        raise grpc.aio.AbortError


class Desk:
    """A server without a network: what gRPC would call, on a clock that stands still."""

    def __init__(self, store: MemoryStore, limits: Limits) -> None:
        self.log: Any = structlog.testing.CapturingLogger()
        self.clock = FakeClock()
        self.env = Environment(
            store, self.clock, FakeDealer(), structlog.wrap_logger(self.log, processors=[]),
            WireJournal(), TableFrames, PickledCheckpoints(),
        )  # fmt: skip
        limiter = Limiter(limits, self.clock)
        self.lobby = Lobby(self.env, thinking=0, limits=limits)
        self.sessions = Sessions(
            store, self.env.dealer, self.lobby.seated, self.env.outage,
            clock=self.clock, limits=limits,
        )  # fmt: skip
        self._gate = Interceptor(self.sessions, limiter, self.env.log, operator=OPERATOR)
        session = SessionService(
            "desk", self.lobby, self.sessions, limiter,
            codes=AccountCodes(self.env.dealer, self.clock), calendar=Calendar(self.clock.wall, ()),
            end_streams=self._gate.end_streams, durable=True,
        )  # fmt: skip
        lobby = LobbyService(self.lobby, self.sessions, limiter)
        tables = TableService(self.lobby, limiter, self.env.log)
        hosts = HostService(self.lobby, self.sessions, limiter)
        self.tournaments = Tournaments(self.env, self.lobby, TournamentJournal())
        cups = TournamentService(self.tournaments, self.sessions, limiter)
        club = Club(self.env, ClubJournal(), limits)
        people = ClubService(
            club, self.lobby, self.sessions, limiter, self._gate, tournaments=self.tournaments
        )
        self._services = handlers(session, lobby, tables, hosts, cups, club=people)

    async def _handler(self, path: str) -> Any:
        details = Details(path, ())

        async def found(_: object) -> Any:
            return next(filter(None, (each.service(details) for each in self._services)))

        return await self._gate.intercept_service(found, details)

    async def follow(self, path: str, token: str, sent: bytes) -> tuple[Line, asyncio.Future[Any]]:
        """Open a stream down that stays open; return what comes, and what is to be cancelled."""
        line, handler = Line(token), await self._handler(path)
        return line, asyncio.ensure_future(handler.unary_stream(sent, line))

    async def call(self, path: str, token: str, *sent: bytes) -> Line:
        """Make a call with these messages; a stream ends once they were read and answered."""

        handler, method = await self._handler(path), METHODS[path]
        if method.client_streaming:
            line = Line(token, sent)
            serving = asyncio.ensure_future(handler.stream_stream(None, line))
        elif method.server_streaming:
            line = Line(token)
            if path.endswith(_ENDLESS):
                line.read_out.set()
            serving = asyncio.ensure_future(handler.unary_stream(sent[0], line))
        else:
            line = Line(token)
            with suppress(grpc.aio.AbortError):
                line.down.append(await handler.unary_unary(sent[0], line))
            return line
        reading = asyncio.ensure_future(line.read_out.wait())
        async with asyncio.timeout(_BOUND):
            await asyncio.wait([serving, reading], return_when=asyncio.FIRST_COMPLETED)
        await asyncio.sleep(0)
        await asyncio.sleep(0)
        for task in (serving, reading):
            task.cancel()
        await asyncio.wait([serving, reading])
        error = None if serving.cancelled() else serving.exception()
        if error is not None and not isinstance(error, grpc.aio.AbortError):
            raise error
        return line

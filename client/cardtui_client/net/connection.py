"""A connection to one server: how its session is opened, and what a server says of itself without
one (`probe`).
How it goes on at another address of a join line: `go_to_another`; how long exporting or erasing a
person may take: `_ALL_LOGS_SECONDS`. Its other calls, and their times, are in `net/services.py`;
whom to trust is in `net/trust.py`.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncGenerator, Callable
from contextlib import asynccontextmanager, suppress
from functools import cached_property
from pathlib import Path
from typing import Final

import grpc

from cardtui.v1 import (
    actions_pb2,
    errors_pb2,
    session_service_pb2,
    session_service_pb2_grpc,
    tables_pb2,
)
from cardtui_client.limits import NAME_CELLS, SERVER_NAME_CELLS
from cardtui_client.net.address import Address, JoinLine, Ways, page_at, parse_join_line, ssh_at
from cardtui_client.net.call_errors import (
    Refused,
    Stranger,
    Unintelligible,
    Unreachable,
    WhichPlayer,
    answer_to,
    failure,
)
from cardtui_client.net.club import ClubCalls
from cardtui_client.net.given_bits import GivenBits
from cardtui_client.net.known_servers import KnownServers, Tokens
from cardtui_client.net.services import ELSEWHERE_SECONDS, HostCalls, LobbyCalls, TableCalls
from cardtui_client.net.signing import halves_of
from cardtui_client.net.tournaments import TournamentCalls
from cardtui_client.net.trust import Found, UnknownServer, find, look_at
from cardtui_client.net.validation import CheckedChannel, Workload, open_channel, until_ready
from cardtui_client.text import safe_text

_KEY_CELLS: Final = 60
"""How much is shown of the key that a server says ssh shows."""

_ALL_LOGS_SECONDS: Final = 600.0
"""Seconds for what reads all logs of a server."""


class Connection(LobbyCalls, HostCalls, TableCalls, TournamentCalls, ClubCalls):
    """A session on one server.

    Attributes:
        join_line: what others need to come here.
        name: the player's name as others see it.
        asked_name: the name under which this player came.
        asked_line: returns that line as it is by now, where it may have changed; or nothing.
        follows: whether to look for the server in the network if it is lost.
        for_now: whether the server ends with this program, so that no seat is kept there.
        lost_key: whether an account code moved the player, but not their key.
        acting: is called with each act before it is sent.
        result_line: returns the line of the result in a record, to be shared; ``""`` for none.
    """

    def __init__(
        self,
        server: Found,
        name: str,
        timeout: float,
        *,
        bot_account: bool = False,
        ways: tuple[Address, ...] = (),
    ) -> None:
        super().__init__(server, timeout, among_others=len(ways) > 1)
        self._bot_account = bot_account
        self.join_line = JoinLine((server.address,), "" if server.address.is_own else server.pin)
        self.asked_line: Callable[[], JoinLine | None] = lambda: None
        self.name = name
        self.follows = False
        self.for_now = False
        self.acting: Callable[[actions_pb2.Action], None] = lambda _action: None
        self.result_line: Callable[[Path], str] = lambda _path: ""
        self.asked_name = name
        self.lost_key = False
        self._guest = False
        self._known: KnownServers | None = None
        self._renewing = asyncio.Lock()
        self._ways = ways

    @classmethod
    async def open(
        cls,
        address: str,
        name: str,
        token: str = "",
        *,
        timeout: float = 5,  # noqa: ASYNC109 - also the deadline that the server is told
        tokens: Tokens | None = None,
        kept_at: str = "",
        known: KnownServers | None = None,
        bits: GivenBits | None = None,
        password: str = "",
        newcomer: bool = True,
        chosen: bool = True,
        bot_account: bool = False,
        guest: bool = False,
        appeal: str = "",
    ) -> Connection:
        """Connect and open a session.

        Args:
            address: as people type it, or a join line.
            name: to be shown to others.
            token: of an earlier session on this server.
            timeout: seconds for this and for every call.
            tokens: where tokens are kept: an earlier one is used if none is given, and the
                new one is kept.
            kept_at: under what they are kept, where that is not what the server is known by.
            known: the servers that were trusted before.
            bits: what you give for the shuffles of matches; by default nothing.
            password: that new players of this server need.
            newcomer: whether you may become a new player.
            chosen: whether somebody chose the name; else it gives way to that of an earlier visit.
            bot_account: whether a program plays under that name.
            guest: whether a new player's token is kept nowhere, so that nothing is rated.
            appeal: what to say against a ban or a mute, instead of opening a session: who is banned
                can open none.

        Raises:
            BadAddress: the text names no server.
            Stranger: you would become a new player.
            WhichPlayer: nobody chose the name, and you were there under several others.
            Refused: the server wants no such player.
            UnknownServer: nothing vouches for the server there.
            Unreachable: nobody answers there, or not the server that is meant.
        """
        line = parse_join_line(address)
        server = await find(line, known, timeout, secret=bool(token or password or kept_at))
        kept_as = f"bot-{name}" if bot_account else name
        kept_at = kept_at or server.identity
        token = token or (tokens.get(kept_at, kept_as) if tokens else "")
        if tokens and not (token or chosen) and (names := tokens.names(kept_at)):
            if len(names) > 1:
                raise WhichPlayer(names)
            name = kept_as = names[0]
            token = tokens.get(kept_at, name)
        if not (newcomer or token):
            raise Stranger
        connection = cls(server, name, timeout, bot_account=bot_account, ways=line.addresses)
        connection.token = token
        connection.bits = None if bits is None else bits.at(server.identity)
        connection._guest = guest
        async with connection._closed_on_failure():
            await until_ready(connection._channel, server, timeout)
            try:
                if appeal:
                    await connection.appeal(appeal)
                    return connection
                await connection.reopen(password)
            except Refused as refused:
                if server.new and refused.refusal.reason == errors_pb2.REASON_BAD_PASSWORD:
                    raise UnknownServer(server.address, server.pin) from refused
                raise
            server.remember(known)
            connection._known = known
            if tokens:
                tokens.keep(kept_at, kept_as, connection.token)
        return connection

    @classmethod
    async def with_code(
        cls,
        address: str,
        code: str,
        *,
        timeout: float = 5,  # noqa: ASYNC109 - also the deadline that the server is told
        tokens: Tokens | None = None,
        known: KnownServers | None = None,
        bits: GivenBits | None = None,
    ) -> Connection:
        """Connect as the player for whom an account code was made.

        Args:
            address: as people type it, or a join line.
            code: that was made for this player; afterwards it is void.
            timeout: seconds for this and for every call.
            tokens: where the new token is kept, under the player's name.
            known: the servers that were trusted before.
            bits: what you give for the shuffles of matches; by default nothing.

        Raises:
            BadAddress: the text names no server.
            Refused: the code cannot be used.
            UnknownServer: nothing vouches for the server there.
            Unreachable: nobody answers there, or not the server that is meant.
        """
        line = parse_join_line(address)
        server = await find(line, known, timeout, secret=True)
        first, second = halves_of(code)
        connection = cls(server, "", timeout, ways=line.addresses)
        connection.bits = None if bits is None else bits.at(server.identity)
        async with connection._closed_on_failure():
            await until_ready(connection._channel, server, timeout)
            answer = await connection._call(
                connection._session.UseAccountCode,
                session_service_pb2.UseAccountCodeRequest(code=first),
                anonymous=True,
            )
            connection.token = answer.token
            connection.name = connection.asked_name = safe_text(answer.name, NAME_CELLS)
            connection.seated_at = set(answer.tables)
            if tokens:
                tokens.keep(server.identity, connection.name, connection.token)
            if answer.sealed and connection.bits is not None:
                take = connection.bits.take_key
                connection.lost_key = not await asyncio.to_thread(
                    take, connection.name, answer.sealed, second
                )
        return connection

    @classmethod
    async def as_operator(cls, line: str, token: str, *, timeout: float = 5) -> Connection:  # noqa: ASYNC109 - also the deadline that the server is told
        """Connect as the operator of a server on this machine, without a session.

        Args:
            line: where it says that it listens, with its pin.
            timeout: seconds for this and for every call.

        Raises:
            Unreachable: nobody answers there, or not the server that is meant.
        """
        server = await find(parse_join_line(line), None, timeout, secret=True)
        connection = cls(server, "", timeout)
        connection.token = token
        async with connection._closed_on_failure():
            await until_ready(connection._channel, server, timeout)
        return connection

    async def reopen(self, password: str = "") -> None:
        """Open the session again, as the same player if the server still knows the token.

        Args:
            password: that new players of this server need; nothing keeps it.

        Raises:
            Refused: the server wants no such player.
            Unreachable: nobody answers.
        """
        try:
            answer = await self._open_session(self.token, password)
        except Refused as refused:
            if not self.token or refused.refusal.reason != errors_pb2.REASON_BAD_TOKEN:
                raise
            answer = await self._open_session("", password)  # the server has forgotten everybody
        self.token = answer.token
        self.name = answer.name or self.asked_name
        self.seated_at = set(answer.tables)

    @property
    def has_others(self) -> bool:
        """Whether the line by which you came names several addresses."""
        return len(self._ways) > 1

    async def go_to_another(self) -> bool:
        """Go on at another address of the line by which you came; tell whether one answers."""
        others = tuple(each for each in self._ways if each != self.server.address)
        if not others:
            return False
        with suppress(Unreachable):
            found = await look_at(JoinLine(others, self.server.pin), ELSEWHERE_SECONDS)
            if found.identity == self.server.identity:
                await self.move(found)
                return True
        return False

    async def move(self, found: Found, *, beside: bool = False) -> None:
        await super().move(found)
        if beside:
            self._ways = self._ways or self.join_line.addresses
        else:
            self.join_line = JoinLine((found.address,), found.pin)
            found.remember(self._known)

    @property
    def line_back(self) -> JoinLine:
        """What leads back here: to a server of this machine by its own address.

        Its pin then tells that others come there, too.
        """
        here = self.server.address
        return JoinLine((here,), self.join_line.pin) if here.is_own else self.join_line

    def sits_at(self, table: tables_pb2.Table) -> bool:
        """Tell whether the player holds a seat at a table, which shows who sits there now."""
        return table.id in self.seated_at and any(
            seat.name == self.name and not seat.bot for seat in table.seats
        )

    async def create_account_code(self) -> session_service_pb2.CreateAccountCodeResponse:
        """Ask for a code with which another machine becomes this player, and gets their key.

        The server is told its first half alone; the second opens the key.
        """
        sealed, letters = b"", ""
        if self.bits is not None and self.name:
            sealed, letters = await asyncio.to_thread(self.bits.sealed_key, self.name)
        answer: session_service_pb2.CreateAccountCodeResponse = await self._call(
            self._session.CreateAccountCode,
            session_service_pb2.CreateAccountCodeRequest(sealed=sealed),
            harmless=True,
        )
        if letters:
            middle = len(letters) // 2
            answer.code += f"-{letters[:middle]}-{letters[middle:]}"
        return answer

    async def list_devices(self) -> session_service_pb2.ListDevicesResponse:
        """Ask on which machines this player is known."""
        request = session_service_pb2.ListDevicesRequest()
        return await self._call(self._session.ListDevices, request, harmless=True)

    async def end_device(self, device: str) -> None:
        """Shut out a machine of this player that came after this one."""
        request = session_service_pb2.EndDeviceRequest(id=device)
        await self._call(self._session.EndDevice, request)

    async def recover_account(self, name: str) -> session_service_pb2.RecoverAccountResponse:
        """Ask, as the operator, for a code for a player who has lost every token."""
        request = session_service_pb2.RecoverAccountRequest(name=name)
        return await self._call(self._session.RecoverAccount, request, harmless=True)

    async def announce_restart(self, seconds: int, why: str = "", *, cancel: bool = False) -> None:
        """Have everybody told, as the operator, that the server restarts, or that it does not."""
        request = session_service_pb2.AnnounceRestartRequest(
            seconds=seconds, why=why, cancel=cancel
        )
        await self._call(self._session.AnnounceRestart, request, harmless=True)

    def export_person(self, name: str) -> AsyncGenerator[session_service_pb2.ExportPersonResponse]:
        """Ask, as operator, for lines of JSON: all that is kept of a person; see `_streamed`."""
        request = session_service_pb2.ExportPersonRequest(name=name)
        kind = session_service_pb2.ExportPersonResponse
        return self._streamed(self._session.ExportPerson, request, kind, _ALL_LOGS_SECONDS)

    async def erase_person(self, name: str) -> session_service_pb2.ErasePersonResponse:
        """Have what is kept of a person erased, as the operator; it may take long."""
        request = session_service_pb2.ErasePersonRequest(name=name)
        return await self._call(self._session.ErasePerson, request, seconds=_ALL_LOGS_SECONDS)

    async def get_server(self) -> session_service_pb2.GetServerResponse:
        """Ask what this server is; what one that is known calls itself is remembered."""
        answer: session_service_pb2.GetServerResponse = await self._call(
            self._session.GetServer,
            session_service_pb2.GetServerRequest(),
            harmless=True,
            anonymous=True,
        )
        if self._known is not None:
            name = safe_text(answer.name, SERVER_NAME_CELLS)
            self._known.call(self.join_line.addresses[0], name)
        return answer

    @property
    def pin(self) -> str:
        """The pin of the server's certificate."""
        return self.server.pin

    async def doors(self, line: JoinLine) -> Ways:
        """Return how else people come to the server.

        Args:
            line: how other machines reach the server.
        """
        server, at = await self.get_server(), line.addresses[0]
        page = page_at(at, server.web_port) if 0 < server.web_port < 65536 else ""
        ssh = ssh_at(at, server.ssh_port) if 0 < server.ssh_port < 65536 else ""
        return Ways(page, ssh, safe_text(server.ssh_key, _KEY_CELLS) if ssh else "")

    async def _renew(self, token: str) -> bool:
        if not self.asked_name:
            return False  # the operator calls without a session
        async with self._renewing:
            if self.token == token:
                await self.reopen()
        return True

    async def _open_session(
        self, token: str, password: str
    ) -> session_service_pb2.OpenSessionResponse:
        request = session_service_pb2.OpenSessionRequest(
            name=self.asked_name,
            token=token,
            password=password,
            guest=self._guest,
            bot_account=self._bot_account,
        )
        return await self._call(self._session.OpenSession, request, harmless=True, anonymous=True)

    @cached_property
    def _session(self) -> session_service_pb2_grpc.SessionServiceAsyncStub:
        return session_service_pb2_grpc.SessionServiceStub(self._checked.for_stubs)

    @asynccontextmanager
    async def _closed_on_failure(self) -> AsyncGenerator[None]:
        """Close the connection if what is done with it fails, a cancellation included."""
        try:
            yield
        except BaseException:
            await self.close()
            raise


async def probe(
    address: str,
    *,
    timeout: float = 2,  # noqa: ASYNC109 - also the deadline that the server is told
) -> tuple[session_service_pb2.GetServerResponse, float]:
    """Ask a server what it is; also return the seconds it took.

    Nobody needs to vouch for it: what it says of itself is shown, and it is told nothing.

    Raises:
        Refused: it does not want to say.
        Unreachable: nobody answers there, or not as a table server does.
        BadAddress: the text names no server.
    """
    server = await look_at(parse_join_line(address), timeout)
    target = str(server.address)
    async with open_channel(server) as channel:
        session: session_service_pb2_grpc.SessionServiceAsyncStub = (
            session_service_pb2_grpc.SessionServiceStub(
                CheckedChannel(channel, Workload()).for_stubs
            )
        )
        await until_ready(channel, server, timeout)
        began = time.monotonic()
        try:
            request = session_service_pb2.GetServerRequest()
            answer = await answer_to(session.GetServer, request, timeout, None)
        except grpc.RpcError as error:
            raise failure(error, target) from error
        if answer is None:
            raise Unintelligible(target)
        return answer, time.monotonic() - began

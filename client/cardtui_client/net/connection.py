"""A connection to one server: the session's token, and every call of the protocol."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Generator, Mapping
from contextlib import contextmanager
from typing import Final, TypeVar

import grpc
import grpc.aio

from cardtui.v1 import (
    actions_pb2,
    errors_pb2,
    host_service_pb2,
    host_service_pb2_grpc,
    lobby_service_pb2,
    lobby_service_pb2_grpc,
    session_service_pb2,
    session_service_pb2_grpc,
    table_service_pb2,
    table_service_pb2_grpc,
    tables_pb2,
)
from cardtui.v1.signals_pb2 import Gesture
from cardtui.v1.talk_pb2 import Phrase, Reaction
from cardtui_client.i18n import _
from cardtui_client.limits import NAME_CELLS
from cardtui_client.net.address import parse_address
from cardtui_client.net.call_errors import (
    SILENT,
    Refused,
    Stranger,
    Unintelligible,
    Unreachable,
    WrongCode,
    failure,
)
from cardtui_client.net.calls import Metadata, Unary, call
from cardtui_client.net.channel import open_channel, until_ready
from cardtui_client.net.checked_channel import checked
from cardtui_client.net.join_line import JoinLine, parse_join_line
from cardtui_client.net.known_servers import KnownServers
from cardtui_client.net.tokens import Tokens
from cardtui_client.net.trust import Found, find
from cardtui_client.net.workload import Workload
from cardtui_client.text import safe_text

__all__ = ["Connection", "Refused", "Unintelligible", "Unreachable"]

_MOST_TABLES: Final = 10_000
_MOST_BYTES: Final = 4 << 20
"""How many tables a list may have, and how many bytes: a hostile server's never ends."""

_LIST_SECONDS: Final = 60.0
"""How long it may take to fetch the whole list, in seconds."""

_T = TypeVar("_T")
_R = TypeVar("_R")


class Connection:
    """A session on one server.

    Attributes:
        address: ``HOST:PORT``.
        join_line: what others need to come here.
        name: the player's name as others see it.
        token: the secret that proves who is calling.
        seated_at: ids of the tables at which this player held a seat when the session
            opened.
        workload: what the server's messages have cost us.
    """

    def __init__(self, server: Found, name: str, timeout: float) -> None:
        channel = open_channel(server)
        self.address = str(server.address)
        self.join_line = JoinLine((server.address,), server.pin)
        self.name = name
        self.token = ""
        self.seated_at: list[str] = []
        self.workload = Workload()
        self._asked_name = name
        self._timeout = timeout
        self._closed = False
        self._channel = channel
        answering = checked(channel, self.workload)
        self._session: session_service_pb2_grpc.SessionServiceAsyncStub = (
            session_service_pb2_grpc.SessionServiceStub(answering)
        )
        self._lobby: lobby_service_pb2_grpc.LobbyServiceAsyncStub = (
            lobby_service_pb2_grpc.LobbyServiceStub(answering)
        )
        self._table: table_service_pb2_grpc.TableServiceAsyncStub = (
            table_service_pb2_grpc.TableServiceStub(answering)
        )
        self._host: host_service_pb2_grpc.HostServiceAsyncStub = (
            host_service_pb2_grpc.HostServiceStub(answering)
        )

    @classmethod
    async def open(
        cls,
        address: str,
        name: str,
        token: str = "",
        *,
        timeout: float = 5,  # noqa: ASYNC109 - also the deadline that the server is told
        tokens: Tokens | None = None,
        known: KnownServers | None = None,
        password: str = "",
        newcomer: bool = True,
    ) -> Connection:
        """Connect and open a session.

        Args:
            address: as people type it, or a join line.
            name: to be shown to others.
            token: of an earlier session on this server.
            timeout: seconds for this and for every call.
            tokens: where tokens are kept: an earlier one is used if none is given, and the
                new one is kept.
            known: the servers on other machines that were trusted before.
            password: that new players of this server need.
            newcomer: whether one may become a new player.

        Raises:
            BadAddress: the text names no server.
            Stranger: one would become a new player.
            Refused: the server wants no such player.
            UnknownServer: nothing vouches for the server there.
            Unreachable: nobody answers there, or not the server that is meant.
        """
        server = await find(parse_join_line(address), known, timeout)
        connection = cls(server, name, timeout)
        connection.token = token or (tokens.get(server.identity, name) if tokens else "")
        try:
            if not (newcomer or connection.token):
                raise Stranger
            await until_ready(connection._channel, server, timeout)
            await connection.reopen(password)
            if tokens:
                tokens.keep(server.identity, name, connection.token)
        except BaseException:
            await connection.close()
            raise
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
    ) -> Connection:
        """Connect as the player for whom an account code was made.

        Args:
            address: as people type it, or a join line.
            code: that was made for this player; afterwards it is void.
            timeout: seconds for this and for every call.
            tokens: where the new token is kept, under the player's name.
            known: the servers on other machines that were trusted before.

        Raises:
            BadAddress: the text names no server.
            Refused: the code cannot be used.
            UnknownServer: nothing vouches for the server there.
            Unreachable: nobody answers there, or not the server that is meant.
        """
        server = await find(parse_join_line(address), known, timeout)
        connection = cls(server, "", timeout)
        try:
            await until_ready(connection._channel, server, timeout)
            answer = await connection._call(
                connection._session.UseAccountCode,
                session_service_pb2.UseAccountCodeRequest(code=code),
                anonymous=True,
            )
            connection.token = answer.token
            connection.name = connection._asked_name = safe_text(answer.name, NAME_CELLS)
            connection.seated_at = list(answer.tables)
            if tokens:
                tokens.keep(server.identity, connection.name, connection.token)
        except BaseException:
            await connection.close()
            raise
        return connection

    @classmethod
    async def as_operator(cls, address: str, token: str, *, timeout: float = 5) -> Connection:  # noqa: ASYNC109 - also the deadline that the server is told
        """Connect as the operator of a server on this machine, without a session.

        Args:
            address: where it says that it listens.
            token: of its operator.
            timeout: seconds for this and for every call.

        Raises:
            Unreachable: nobody answers there.
        """
        server = Found(parse_address(address))
        connection = cls(server, "", timeout)
        connection.token = token
        try:
            await until_ready(connection._channel, server, timeout)
        except BaseException:
            await connection.close()
            raise
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
        self.name = answer.name or self._asked_name
        self.seated_at = list(answer.tables)

    async def close(self) -> None:
        """Close the connection; seats are kept."""
        self._closed = True
        await self._channel.close()

    async def create_account_code(self) -> session_service_pb2.CreateAccountCodeResponse:
        """Ask for a code with which another machine becomes this player."""
        return await self._call(
            self._session.CreateAccountCode,
            session_service_pb2.CreateAccountCodeRequest(),
            harmless=True,
        )

    async def recover_account(self, name: str) -> session_service_pb2.RecoverAccountResponse:
        """Ask, as the operator, for a code for a player who has lost every token."""
        request = session_service_pb2.RecoverAccountRequest(name=name)
        return await self._call(self._session.RecoverAccount, request, harmless=True)

    async def get_server(self) -> session_service_pb2.GetServerResponse:
        """Ask what this server is."""
        return await self._call(
            self._session.GetServer,
            session_service_pb2.GetServerRequest(),
            harmless=True,
            anonymous=True,
        )

    async def list_games(self) -> lobby_service_pb2.ListGamesResponse:
        """Ask which games this server plays."""
        request = lobby_service_pb2.ListGamesRequest()
        return await self._call(self._lobby.ListGames, request, harmless=True)

    async def get_rules(self, game: str, language: str) -> lobby_service_pb2.GetRulesResponse:
        """Ask for a rule sheet."""
        request = lobby_service_pb2.GetRulesRequest(game=game, language=language)
        return await self._call(self._lobby.GetRules, request, harmless=True)

    async def list_tables(self) -> lobby_service_pb2.ListTablesResponse:
        """Ask which tables there are."""
        found = lobby_service_pb2.ListTablesResponse()
        began, size, more = time.monotonic(), 0, True
        while more:
            request = lobby_service_pb2.ListTablesRequest(page_token=found.next_page_token)
            part = await self._call(self._lobby.ListTables, request, harmless=True)
            size += part.ByteSize()
            if (
                len(found.tables) + len(part.tables) > _MOST_TABLES
                or size > _MOST_BYTES
                or time.monotonic() - began > _LIST_SECONDS
            ):
                raise Unintelligible(self.address)
            found.tables.extend(part.tables)
            found.next_page_token = part.next_page_token
            more = bool(part.next_page_token and part.tables)
        return found

    async def tables(self) -> AsyncIterator[lobby_service_pb2.WatchTablesResponse]:
        """Yield the tables, and again those that change, until the server ends it.

        Take them in within ``workload.working()``, as with `TableFeed.frames`.

        Raises:
            Refused: the server does not want to say.
            Unreachable: the connection was lost, or the server says nothing, or what it says
                cannot be read; begin again.
        """
        watching = self._lobby.WatchTables(
            lobby_service_pb2.WatchTablesRequest(), metadata=self.metadata()
        )
        try:
            # The tables there are come at once; after that, nothing may change for hours.
            async with asyncio.timeout(self._timeout):
                answer = await watching.read()
            while answer is not grpc.aio.EOF:
                if not isinstance(answer, lobby_service_pb2.WatchTablesResponse):
                    raise Unintelligible(self.address)
                yield answer
                await asyncio.sleep(max(self.workload.take_turn(), self.workload.take_rest()))
                answer = await watching.read()
        except TimeoutError:
            raise Unreachable(_(SILENT)) from None
        except grpc.RpcError as error:
            raise failure(error, self.address) from error
        finally:
            watching.cancel()

    async def create_table(
        self, request: lobby_service_pb2.CreateTableRequest
    ) -> lobby_service_pb2.CreateTableResponse:
        """Make a table."""
        return await self._call(self._lobby.CreateTable, request)

    async def join(
        self, table: str, seat: int | None = None
    ) -> lobby_service_pb2.JoinTableResponse:
        """Take a seat; any free one unless one is named."""
        request = lobby_service_pb2.JoinTableRequest(table=table, seat=seat)
        return await self._call(self._lobby.JoinTable, request, harmless=True)

    async def join_by_code(
        self, code: str, seat: int | None = None
    ) -> lobby_service_pb2.JoinTableResponse:
        """Take a seat at the private table with that code.

        Raises:
            WrongCode: there is none.
            Refused: it is full, or too many codes were tried.
        """
        with _code(code):
            return await self.join(code, seat)

    async def find_by_code(self, code: str) -> tables_pb2.Table:
        """Return the private table with that code, to watch it.

        Raises:
            WrongCode: there is none.
            Refused: too many codes were tried.
        """
        with _code(code):
            return (await self.get_view(code)).snapshot.table

    async def quick_match(self, game: str = "") -> lobby_service_pb2.QuickMatchResponse:
        """Sit down with others who wait for that game, or for any."""
        request = lobby_service_pb2.QuickMatchRequest(game=game)
        return await self._call(self._lobby.QuickMatch, request, harmless=True)

    async def leave(self, table: str) -> lobby_service_pb2.LeaveTableResponse:
        """Get up."""
        return await self._call(
            self._lobby.LeaveTable, lobby_service_pb2.LeaveTableRequest(table=table)
        )

    async def add_bot(
        self, table: str, level: tables_pb2.BotLevel.ValueType, seat: int | None = None
    ) -> lobby_service_pb2.AddBotResponse:
        """Seat a bot; on any free seat unless one is named."""
        request = lobby_service_pb2.AddBotRequest(table=table, level=level, seat=seat)
        return await self._call(self._lobby.AddBot, request)

    async def remove_bot(self, table: str, seat: int) -> lobby_service_pb2.RemoveBotResponse:
        """Take a bot away."""
        request = lobby_service_pb2.RemoveBotRequest(table=table, seat=seat)
        return await self._call(self._lobby.RemoveBot, request)

    async def change_rules(
        self, table: str, preset: str, options: Mapping[str, tables_pb2.OptionValue]
    ) -> lobby_service_pb2.ChangeRulesResponse:
        """Change the rules of a table: a preset, and the options that differ from it."""
        request = lobby_service_pb2.ChangeRulesRequest(table=table, preset=preset, options=options)
        return await self._call(self._lobby.ChangeRules, request, harmless=True)

    async def set_ready(self, table: str, ready: bool = True) -> lobby_service_pb2.SetReadyResponse:
        """Say that one is ready, or not."""
        request = lobby_service_pb2.SetReadyRequest(table=table, ready=ready)
        return await self._call(self._lobby.SetReady, request, harmless=True)

    async def buy_in(self, table: str, chips: int) -> lobby_service_pb2.BuyInResponse:
        """Choose how many chips to bring to the next match."""
        request = lobby_service_pb2.BuyInRequest(table=table, chips=chips)
        return await self._call(self._lobby.BuyIn, request, harmless=True)

    async def swap_seats(
        self, table: str, seat: int, *, take_back: bool = False
    ) -> lobby_service_pb2.SwapSeatsResponse:
        """Ask for another seat, or ask for it no more."""
        request = lobby_service_pb2.SwapSeatsRequest(table=table, seat=seat, take_back=take_back)
        return await self._call(self._lobby.SwapSeats, request)

    async def start(self, table: str) -> lobby_service_pb2.StartTableResponse:
        """Start the match now, with bots in the free seats."""
        return await self._call(
            self._lobby.StartTable, lobby_service_pb2.StartTableRequest(table=table)
        )

    async def close_table(self, table: str) -> lobby_service_pb2.CloseTableResponse:
        """Close a table."""
        return await self._call(
            self._lobby.CloseTable, lobby_service_pb2.CloseTableRequest(table=table)
        )

    async def kick(self, table: str, seat: tables_pb2.Seat) -> host_service_pb2.KickResponse:
        """Take a player's seat away."""
        request = host_service_pb2.KickRequest(table=table, seat=seat.seat, player=seat.player)
        return await self._call(self._host.Kick, request)

    async def ban(
        self, table: str, who: tables_pb2.Seat | str, *, lift: bool = False
    ) -> host_service_pb2.BanResponse:
        """Ban the player in that seat or of that name from a table, or lift the ban."""
        request = host_service_pb2.BanRequest(table=table, lift=lift)
        if isinstance(who, str):
            request.name = who
        else:
            request.seat, request.player = who.seat, who.player
        return await self._call(self._host.Ban, request)

    async def transfer_host(
        self, table: str, seat: tables_pb2.Seat
    ) -> host_service_pb2.TransferHostResponse:
        """Make the player in a seat the host."""
        request = host_service_pb2.TransferHostRequest(
            table=table, seat=seat.seat, player=seat.player
        )
        return await self._call(self._host.TransferHost, request)

    async def set_spectators(
        self, table: str, watching: tables_pb2.Spectators
    ) -> host_service_pb2.SetSpectatorsResponse:
        """Say what spectators may do from now on."""
        request = host_service_pb2.SetSpectatorsRequest(table=table, watching=watching)
        return await self._call(self._host.SetSpectators, request, harmless=True)

    async def announce(self, table: str, text: str) -> host_service_pb2.AnnounceResponse:
        """Say a line to everybody at a table, as its host."""
        request = host_service_pb2.AnnounceRequest(table=table, text=text)
        return await self._call(self._host.Announce, request)

    async def act(
        self,
        table: str,
        action: actions_pb2.Action,
        *,
        request_id: str,
        expected: int | None = None,
    ) -> table_service_pb2.ActResponse:
        """Act once, without a stream; a refusal by the rules is in the reply."""
        act = table_service_pb2.PlayAct(action=action, expected=expected, request_id=request_id)
        request = table_service_pb2.ActRequest(table=table, act=act)
        return await self._call(self._table.Act, request, harmless=bool(request_id))

    async def get_view(self, table: str) -> table_service_pb2.GetViewResponse:
        """Ask for the view as it is now."""
        request = table_service_pb2.GetViewRequest(table=table)
        return await self._call(self._table.GetView, request, harmless=True)

    async def say(
        self,
        table: str,
        text: str = "",
        *,
        team: bool = False,
        phrase: Phrase.ValueType = Phrase.PHRASE_UNSPECIFIED,
        reaction: Reaction.ValueType = Reaction.REACTION_UNSPECIFIED,
    ) -> table_service_pb2.SayResponse:
        """Say a text, a phrase or a reaction at the table; a text also to one's team alone."""
        request = table_service_pb2.SayRequest(
            table=table, text=text, team=team, phrase=phrase, reaction=reaction
        )
        return await self._call(self._table.Say, request)

    async def preview_talk(self, table: str, text: str) -> table_service_pb2.PreviewTalkResponse:
        """Ask what a line would call if one said it now."""
        request = table_service_pb2.PreviewTalkRequest(table=table, text=text)
        return await self._call(self._table.PreviewTalk, request, harmless=True)

    async def look(self, table: str, at: int) -> table_service_pb2.LookResponse:
        """Look at a seat, to see the signals that are given there."""
        request = table_service_pb2.LookRequest(table=table, at=at)
        return await self._call(self._table.Look, request, harmless=True)

    async def signal(
        self, table: str, gesture: Gesture.ValueType
    ) -> table_service_pb2.SignalResponse:
        """Give a signal."""
        request = table_service_pb2.SignalRequest(table=table, gesture=gesture)
        return await self._call(self._table.Signal, request)

    async def pause(self, table: str, pause: bool) -> table_service_pb2.PauseResponse:
        """Ask for a pause, or for its end."""
        request = table_service_pb2.PauseRequest(table=table, pause=pause)
        return await self._call(self._table.Pause, request, harmless=True)

    async def sit_in(self, table: str, seat: int) -> table_service_pb2.SitInResponse:
        """Ask for a bot to sit in for a player who is away."""
        request = table_service_pb2.SitInRequest(table=table, seat=seat)
        return await self._call(self._table.SitIn, request, harmless=True)

    def play_stream(
        self,
    ) -> grpc.aio.StreamStreamCall[table_service_pb2.PlayRequest, table_service_pb2.PlayResponse]:
        """Open a seat's own stream; its first message must be the join."""
        return self._table.Play(metadata=self.metadata())

    def watch_stream(
        self, request: table_service_pb2.WatchRequest
    ) -> grpc.aio.UnaryStreamCall[table_service_pb2.WatchRequest, table_service_pb2.WatchResponse]:
        """Open a spectator's stream."""
        return self._table.Watch(request, metadata=self.metadata())

    def metadata(self) -> Metadata:
        """Return what proves to the server who is calling."""
        return (("authorization", f"Bearer {self.token}"),)

    async def _open_session(
        self, token: str, password: str
    ) -> session_service_pb2.OpenSessionResponse:
        request = session_service_pb2.OpenSessionRequest(
            name=self._asked_name, token=token, password=password
        )
        return await self._call(self._session.OpenSession, request, harmless=True, anonymous=True)

    async def _call(
        self,
        method: Unary[_T, _R],
        request: _T,
        *,
        harmless: bool = False,
        anonymous: bool = False,
    ) -> _R:
        return await call(
            method,
            request,
            address=self.address,
            seconds=self._timeout,
            metadata=lambda: None if anonymous else self.metadata(),
            harmless=harmless,
            given_up=lambda: self._closed,
        )


@contextmanager
def _code(typed: str) -> Generator[None]:
    """Say that a code is wrong where the server says that it knows no such table."""
    try:
        yield
    except Refused as refused:
        if refused.refusal.reason != errors_pb2.REASON_UNKNOWN_TABLE:
            raise
        raise WrongCode(typed, refused) from None

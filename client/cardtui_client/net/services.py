"""The calls to a server, by name: how long each may take (`_LIST_SECONDS`), how long an answer is.
A list has up to `_MOST_TABLES` tables, a match up to `MOST_FRAMES` updates; how often, and within
what time, you go on at another server of a cluster: `MOST_MOVES`, `ELSEWHERE_SECONDS`.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncGenerator, AsyncIterator, Mapping, Sequence
from functools import cached_property
from secrets import token_hex
from typing import Any, Final, Self, TypeVar, cast

import grpc
import grpc.aio
from google.protobuf.message import Message

from cardtui.v1 import (
    actions_pb2,
    errors_pb2,
    host_service_pb2,
    host_service_pb2_grpc,
    lobby_service_pb2,
    lobby_service_pb2_grpc,
    shuffle_pb2,
    table_service_pb2,
    table_service_pb2_grpc,
    tables_pb2,
)
from cardtui.v1.signals_pb2 import Gesture
from cardtui.v1.talk_pb2 import Phrase, Reaction
from cardtui_client.history.kept_records import MOST_RECORD_BYTES, Broken
from cardtui_client.i18n import _
from cardtui_client.model.chain_check import Agreed
from cardtui_client.net.address import BadAddress, JoinLine, parse_address
from cardtui_client.net.call_errors import (
    SERVER_SILENT,
    Metadata,
    Refused,
    Unary,
    Unintelligible,
    Unreachable,
    call,
    code_typed,
    failure,
    moved_to,
)
from cardtui_client.net.given_bits import GivenBits, Told
from cardtui_client.net.signing import SERVER, signed_message
from cardtui_client.net.trust import Found, Untrusted, look_at
from cardtui_client.net.validation import CheckedChannel, Workload, open_channel

_T = TypeVar("_T")
_R = TypeVar("_R")

_MOST_TABLES: Final = 10_000
_MOST_LIST_BYTES: Final = 4 << 20
"""How many tables a list may have, and how many bytes: a hostile server's never ends."""

MOST_MOVES: Final = 3
"""How often in a row a server may send a caller on to another of its cluster."""

ELSEWHERE_SECONDS: Final = 1.5
"""Seconds for another server to answer, where several could: one may be gone that is thought to be
there."""

_LIST_SECONDS: Final = 60.0
"""How long it may take to fetch the whole list."""


class ServiceCalls:
    """The base of the calls of each service of one server.

    Attributes:
        server: where it is, and what it proves itself with.
        token: the secret that proves who is calling.
        workload: what the server's messages have cost us.
        bits: what you give for shuffles; ``None`` to give nothing.
        seated_at: ids of the tables at which the player holds a seat, as far as is known here.
        name: that of the player; ``""`` until it is known.
    """

    def __init__(self, server: Found, timeout: float, *, among_others: bool = False) -> None:
        self.server = server
        self.token = ""
        self.name = ""
        self.workload = Workload()
        self.bits: GivenBits | None = None
        self.seated_at: set[str] = set()
        self._timeout = timeout
        self._closed = False
        self._among_others = among_others
        self._channel = self._opened()
        self._checked = CheckedChannel(self._channel, self.workload)

    @property
    def address(self) -> str:
        """Where the server is: ``HOST:PORT``."""
        return str(self.server.address)

    async def __aenter__(self) -> Self:
        """Return it; it is closed at the end of the block."""
        return self

    async def __aexit__(self, *_: object) -> None:
        """Close the connection."""
        await self.close()

    async def close(self) -> None:
        """Close the connection; seats are kept."""
        self._closed = True
        await self._channel.close()

    async def _go_to(self, server: Found) -> None:
        """Call the same server elsewhere from now on."""
        before, self.server = self._channel, server
        self._channel = self._checked.channel = self._opened()
        await before.close()

    def _opened(self) -> grpc.aio.Channel:
        return open_channel(self.server, among_others=self._among_others)

    def _metadata(self) -> Metadata:
        """Return what proves to the server who is calling."""
        return (("authorization", f"Bearer {self.token}"),)

    async def _commitment(self) -> bytes:
        """Return a new commitment for the shuffle of the next match; ``b""`` to give nothing."""
        return b"" if self.bits is None else self.bits.commit(await self.key())

    async def key(self) -> bytes:
        """Return the public key by which you sign here; ``b""`` if you do not."""
        if self.bits is None or not self.name:
            return b""
        return await asyncio.to_thread(self.bits.key, self.name)

    def _told(self, table: str) -> Told:
        return Told() if self.bits is None else self.bits.told(table)

    def _accepted(self, table: str, commitment: bytes, before: Told) -> None:
        """Note that the server has taken a commitment, sent after that match was told."""
        if self.bits is not None:
            self.bits.accept(table, commitment, before)

    def _taken_back(self, table: str) -> None:
        """Note that no commitment of before counts there."""
        if self.bits is not None:
            self.bits.take_back(table)

    def leaves_out(
        self, table: str, shuffle: shuffle_pb2.Shuffle, *, seated: bool
    ) -> Sequence[Broken]:
        """Return how the server leaves out of a match what it has taken from this player."""
        return self.bits.left_out(table, shuffle, seated=seated) if self.bits is not None else ()

    async def _streamed(
        self, method: Any, request: Message, kind: type[_R], seconds: float | None = None
    ) -> AsyncGenerator[_R]:
        """Yield what the server says over a stream, until it ends it.

        Args:
            method: of a stub.
            kind: of what it says.
            seconds: how long all of it may take; ``None`` if nothing may change for hours once the
                first has come.

        Raises:
            Refused: the server does not want to say.
            Unreachable: the connection was lost, or the server says nothing, or what it says
                cannot be read; begin again.
        """
        stream = method(request, metadata=self._metadata(), timeout=seconds)
        try:
            async with asyncio.timeout(seconds or self._timeout):
                answer = await stream.read()
            while answer is not grpc.aio.EOF:
                if not isinstance(answer, kind):
                    raise Unintelligible(self.address)
                yield answer
                await asyncio.sleep(max(self.workload.take_turn(), self.workload.take_rest()))
                answer = await stream.read()
        except TimeoutError:
            raise Unreachable(_(SERVER_SILENT)) from None
        except grpc.RpcError as error:
            raise failure(error, self.address) from error
        finally:
            stream.cancel()

    async def _call(
        self,
        method: Unary[_T, _R],
        request: _T,
        *,
        harmless: bool = False,
        anonymous: bool = False,
        seconds: float = 0.0,
    ) -> _R:
        """Call, and call again where that does no harm.

        If the server has forgotten the player meanwhile, the session is opened again first.

        Args:
            method: of a stub.
            harmless: whether it does no harm to make the call twice.
            anonymous: whether the server is not told who calls.
            seconds: how long it may take; 0 for as long as any other call.

        Raises:
            Refused: the server refuses.
            Unreachable: nobody answers, or not with anything that can be read.
        """

        async def answer() -> _R:
            return await call(
                method,
                request,
                address=self.address,
                seconds=seconds or self._timeout,
                metadata=lambda: None if anonymous else self._metadata(),
                harmless=harmless,
                given_up=lambda: self._closed,
            )

        token = self.token
        for _move in range(MOST_MOVES):
            try:
                return await answer()
            except Refused as refused:
                if moved := moved_to(refused):
                    await self.go_where(moved)
                    continue
                forgotten = refused.refusal.reason == errors_pb2.REASON_BAD_TOKEN
                if anonymous or not forgotten or not await self._renew(token):
                    raise
            break
        return await answer()

    async def go_where(self, address: str) -> None:
        """Go on at another server of the same cluster, which shows the same certificate.

        Args:
            address: as a server has said it; a colon and a port for another one of its machine.

        Raises:
            Unreachable: nobody answers there, or not with that certificate.
        """
        beside = address.startswith(":")
        host = str(self.server.address).rpartition(":")[0] if beside else ""
        try:
            line = JoinLine((parse_address(host + address),), self.server.pin)
        except BadAddress:
            raise Unintelligible(self.address) from None
        seconds = ELSEWHERE_SECONDS if self._among_others else self._timeout
        found = await look_at(line, seconds)
        if found.identity != self.server.identity:
            raise Untrusted(self.address)
        if found.address != self.server.address:  # no other call has gone there meanwhile
            await self.move(found, beside=beside)

    async def move(self, found: Found, *, beside: bool = False) -> None:
        """Go on with the same server, or another of its cluster, at another address.

        Args:
            found: the server.
            beside: whether people find it at the address where it was all the same.
        """
        del beside
        await self._go_to(found)

    async def _renew(self, token: str) -> bool:
        """Open the session again whose token the server does not know.

        Args:
            token: the token that was refused; there may be another one by now.

        Returns:
            Whether there is a session now.
        """
        del token
        return False


class LobbyCalls(ServiceCalls):
    """The calls of the lobby."""

    @cached_property
    def _lobby(self) -> lobby_service_pb2_grpc.LobbyServiceAsyncStub:
        return lobby_service_pb2_grpc.LobbyServiceStub(self._checked.for_stubs)

    async def list_games(self) -> lobby_service_pb2.ListGamesResponse:
        """Ask which games this server plays."""
        request = lobby_service_pb2.ListGamesRequest()
        return await self._call(self._lobby.ListGames, request, harmless=True)

    async def get_rules(self, game: str, language: str) -> lobby_service_pb2.GetRulesResponse:
        """Ask for a rule sheet."""
        request = lobby_service_pb2.GetRulesRequest(game=game, language=language)
        return await self._call(self._lobby.GetRules, request, harmless=True)

    async def get_person(
        self, player: str = "", name: str = ""
    ) -> lobby_service_pb2.GetPersonResponse:
        """Ask what a player has won and lost, by id or by name; you, if neither is given."""
        request = lobby_service_pb2.GetPersonRequest(player=player, name=name)
        return await self._call(self._lobby.GetPerson, request, harmless=True)

    async def get_ranking(self, game: str = "") -> lobby_service_pb2.GetRankingResponse:
        """Ask who is how strong at a game, or at all of them."""
        request = lobby_service_pb2.GetRankingRequest(game=game)
        return await self._call(self._lobby.GetRanking, request, harmless=True)

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
                or size > _MOST_LIST_BYTES
                or time.monotonic() - began > _LIST_SECONDS
            ):
                raise Unintelligible(self.address)
            found.tables.extend(part.tables)
            found.next_page_token = part.next_page_token
            more = bool(part.next_page_token and part.tables)
        return found

    def tables(self) -> AsyncGenerator[lobby_service_pb2.WatchTablesResponse]:
        """Yield the tables, and again those that change, until the server ends it.

        Take them in within ``workload.working()``, as with `TableFeed.frames`; see `_streamed`.
        """
        request = lobby_service_pb2.WatchTablesRequest()
        return self._streamed(
            self._lobby.WatchTables, request, lobby_service_pb2.WatchTablesResponse
        )

    async def create_table(
        self, request: lobby_service_pb2.CreateTableRequest
    ) -> lobby_service_pb2.CreateTableResponse:
        """Make a table."""
        answer = await self._call(self._lobby.CreateTable, request)
        if request.HasField("seat"):
            self.seated_at.add(answer.table.id)
        return answer

    async def join(
        self, table: str, seat: int | None = None, *, ask: bool = False
    ) -> lobby_service_pb2.JoinTableResponse:
        """Take a seat, any free one unless it is named; or ask for a bot's, if you want that."""
        key = await self.key()
        request = lobby_service_pb2.JoinTableRequest(table=table, seat=seat, ask=ask, key=key)
        answer = await self._call(self._lobby.JoinTable, request, harmless=True)
        if answer.asked:
            return answer
        if table not in self.seated_at:
            self._taken_back(table)
        self.seated_at.add(table)
        return answer

    async def join_by_code(
        self, code: str, seat: int | None = None
    ) -> lobby_service_pb2.JoinTableResponse:
        """Take a seat at the private table with that code, or ask for a bot's.

        Raises:
            WrongCode: there is none.
            Refused: it is full, or too many codes were tried.
        """
        with code_typed(code):
            return await self.join(code, seat, ask=True)

    async def quick_match(self, game: str = "") -> lobby_service_pb2.QuickMatchResponse:
        """Sit down with others who wait for that game, or for any."""
        request = lobby_service_pb2.QuickMatchRequest(
            game=game, commitment=await self._commitment()
        )
        answer = await self._call(self._lobby.QuickMatch, request, harmless=True)
        table = answer.table.id
        self.seated_at.add(table)
        self._accepted(table, request.commitment, self._told(table))
        return answer

    async def leave(self, table: str) -> lobby_service_pb2.LeaveTableResponse:
        """Get up."""
        answer = await self._call(
            self._lobby.LeaveTable, lobby_service_pb2.LeaveTableRequest(table=table)
        )
        self.seated_at.discard(table)
        self._taken_back(table)
        return answer

    async def add_bot(
        self,
        table: str,
        level: tables_pb2.BotLevel.ValueType,
        seat: int | None = None,
        character: tables_pb2.Character.ValueType = tables_pb2.CHARACTER_UNSPECIFIED,
    ) -> lobby_service_pb2.AddBotResponse:
        """Seat a bot; on any free seat unless you are named, and any bot that is free."""
        request = lobby_service_pb2.AddBotRequest(
            table=table, level=level, seat=seat, character=character
        )
        return await self._call(self._lobby.AddBot, request)

    async def invite(
        self, table: str, account: str, seat: int | None = None
    ) -> lobby_service_pb2.AddBotResponse:
        """Seat a bot account; on any free seat unless you are named."""
        request = lobby_service_pb2.AddBotRequest(table=table, seat=seat, account=account)
        return await self._call(self._lobby.AddBot, request)

    async def bot_accounts(self) -> list[lobby_service_pb2.BotAccount]:
        """Ask which bot accounts are here."""
        request = lobby_service_pb2.ListBotAccountsRequest()
        answer = await self._call(self._lobby.ListBotAccounts, request, harmless=True)
        return [*answer.accounts]

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
        """Say that you are ready, or not."""
        request = lobby_service_pb2.SetReadyRequest(
            table=table, ready=ready, commitment=await self._commitment() if ready else b""
        )
        before = self._told(table)
        answer = await self._call(self._lobby.SetReady, request, harmless=True)
        self._accepted(table, request.commitment, before)
        return answer

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
        request = lobby_service_pb2.StartTableRequest(
            table=table, commitment=await self._commitment()
        )
        before = self._told(table)
        answer = await self._call(self._lobby.StartTable, request)
        self._accepted(table, request.commitment, before)
        return answer

    async def close_table(self, table: str) -> lobby_service_pb2.CloseTableResponse:
        """Close a table."""
        return await self._call(
            self._lobby.CloseTable, lobby_service_pb2.CloseTableRequest(table=table)
        )

    async def get_cluster(self) -> lobby_service_pb2.GetClusterResponse:
        """Ask, as the operator, for the servers of the cluster."""
        request = lobby_service_pb2.GetClusterRequest()
        return await self._call(self._lobby.GetCluster, request, harmless=True)

    async def drain(
        self, address: str = "", *, end: bool = False
    ) -> lobby_service_pb2.DrainResponse:
        """Have a server, as its operator, give its tables away, or take tables again."""
        request = lobby_service_pb2.DrainRequest(end=end, address=address)
        return await self._call(self._lobby.Drain, request, harmless=True)

    async def move_table(self, table: str, address: str) -> lobby_service_pb2.MoveTableResponse:
        """Have a table, as the operator, go on at another server of the cluster."""
        request = lobby_service_pb2.MoveTableRequest(table=table, address=address)
        return await self._call(self._lobby.MoveTable, request, harmless=True)


class HostCalls(ServiceCalls):
    """The calls of a table's host."""

    @cached_property
    def _host(self) -> host_service_pb2_grpc.HostServiceAsyncStub:
        return host_service_pb2_grpc.HostServiceStub(self._checked.for_stubs)

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

    async def answer_seat(
        self, table: str, player: str, *, granted: bool
    ) -> host_service_pb2.AnswerSeatResponse:
        """Let somebody in who asks for a bot's seat, or say no."""
        request = host_service_pb2.AnswerSeatRequest(table=table, player=player, granted=granted)
        return await self._call(self._host.AnswerSeat, request, harmless=True)

    async def change_term(self, request: Message) -> None:
        """Change a term of a table, by the request of the RPC that does, named after it."""
        method = getattr(self._host, type(request).__name__.removesuffix("Request"))
        await self._call(method, request, harmless=True)

    async def announce(self, table: str, text: str) -> host_service_pb2.AnnounceResponse:
        """Say a line to everybody at a table, as its host."""
        request = host_service_pb2.AnnounceRequest(table=table, text=text)
        return await self._call(self._host.Announce, request)


_Pieces = AsyncIterator[table_service_pb2.GetRecordResponse | None]

_Told = AsyncIterator[table_service_pb2.GetHistoryResponse | None]

MOST_FRAMES: Final = 50_000
"""The longest history that is believed; a match of 200 hands has some 6,000 updates."""

_RECORD_SECONDS: Final = 30.0
"""Seconds within which a record must have come."""


class TableCalls(ServiceCalls):
    """The calls and the streams of a table."""

    @cached_property
    def _table(self) -> table_service_pb2_grpc.TableServiceAsyncStub:
        return table_service_pb2_grpc.TableServiceStub(self._checked.for_stubs)

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

    async def get_record(self, table: str, match: int = 0) -> str:
        """Ask for the record of a match that is over.

        Args:
            match: the number of the match there; 0 for the last one that is over.

        Raises:
            Refused: there is none for this player.
            Unreachable: nobody answers, or not with anything that can be read.
        """
        request = table_service_pb2.GetRecordRequest(table=table, match=match)
        stream = self._table.GetRecord(request, metadata=self._metadata(), timeout=_RECORD_SECONDS)
        whole = bytearray()
        try:
            async for piece in cast("_Pieces", stream):
                if piece is None or piece.size > MOST_RECORD_BYTES:
                    break
                whole += piece.text
                if len(whole) >= piece.size:
                    return whole.decode()
            raise Unintelligible(self.address)
        except grpc.RpcError as error:
            raise failure(error, self.address) from error
        except UnicodeDecodeError as error:
            raise Unintelligible(self.address) from error
        finally:
            stream.cancel()

    async def get_history(self, table: str) -> list[table_service_pb2.Frame]:
        """Ask for all that you could have seen of a match since it began.

        Returns:
            A snapshot, and the updates that followed it.

        Raises:
            Refused: no match was played there, or you may not watch.
            Unreachable: nobody answers, or not with anything that can be read.
        """
        request = table_service_pb2.GetHistoryRequest(table=table)
        stream = self._table.GetHistory(request, metadata=self._metadata(), timeout=_RECORD_SECONDS)
        frames: list[table_service_pb2.Frame] = []
        try:
            async for piece in cast("_Told", stream):
                if piece is None or not piece.frames or len(frames) > MOST_FRAMES:
                    break
                frames += piece.frames
                if max(frames[-1].snapshot.seq, frames[-1].update.seq) >= piece.last:
                    return frames
            raise Unintelligible(self.address)
        except grpc.RpcError as error:
            raise failure(error, self.address) from error
        finally:
            stream.cancel()

    async def find_by_code(self, code: str) -> tables_pb2.Table:
        """Return the private table with that code, to watch it.

        Raises:
            WrongCode: there is none.
            Refused: too many codes were tried.
        """
        with code_typed(code):
            return (await self.get_view(code)).snapshot.table

    async def say(
        self,
        table: str,
        text: str = "",
        *,
        team: bool = False,
        phrase: Phrase.ValueType = Phrase.PHRASE_UNSPECIFIED,
        reaction: Reaction.ValueType = Reaction.REACTION_UNSPECIFIED,
    ) -> table_service_pb2.SayResponse:
        """Say a text, a phrase or a reaction at the table; a text also to your team alone."""
        request = table_service_pb2.SayRequest(
            table=table,
            text=text,
            team=team,
            phrase=phrase,
            reaction=reaction,
            request_id=token_hex(8),
        )
        return await self._call(self._table.Say, request, harmless=True)

    async def preview_talk(self, table: str, text: str) -> table_service_pb2.PreviewTalkResponse:
        """Ask what a line would call if it were said now."""
        request = table_service_pb2.PreviewTalkRequest(table=table, text=text)
        return await self._call(self._table.PreviewTalk, request, harmless=True)

    async def advise(self, table: str) -> table_service_pb2.AdviseResponse:
        """Ask what a strong bot would do in your seat now."""
        request = table_service_pb2.AdviseRequest(table=table)
        return await self._call(self._table.Advise, request, harmless=True)

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

    async def reveal(self, table: str, bits: bytes) -> table_service_pb2.RevealResponse:
        """Reveal the bits that one gives for a shuffle."""
        request = table_service_pb2.RevealRequest(table=table, bits=bits)
        return await self._call(self._table.Reveal, request, harmless=True)

    async def sign(self, table: str, agreed: Agreed, seat: int, key: bytes) -> tuple[bytes, bytes]:
        """Vouch for a match up to the end of a hand, and have the server vouch for it.

        Args:
            table: the table's id.
            agreed: what is signed.
            seat: your seat.
            key: its public key; with another one than yours you sign nothing.

        Returns:
            What the server signs, and its signature; ``b""`` if it has none.
        """
        match, hand, head = agreed
        own = b""
        if self.bits is not None and key and key == await self.key():
            text = signed_message(table, match, hand, seat, head)
            own = await asyncio.to_thread(self.bits.sign, self.name, text)
        request = table_service_pb2.SignRequest(
            table=table, match=match, hand=hand, head=head, signature=own
        )
        answer = await self._call(self._table.Sign, request, harmless=True)
        return signed_message(table, match, hand, SERVER, head), answer.signature

    async def reveal_own(self, table: str) -> None:
        """Reveal what a match that is about to begin waits for; a feed does that by itself."""
        shuffle = (await self.get_view(table)).snapshot.shuffle
        if self.bits is not None and (bits := self.bits.wanted(table, shuffle)):
            try:
                await self.reveal(table, bits)
            except Refused:
                self.bits.sent(table, shuffle)
                raise
            self.bits.sent(table, shuffle, confirmed=True)

    def play_stream(
        self,
    ) -> grpc.aio.StreamStreamCall[table_service_pb2.PlayRequest, table_service_pb2.PlayResponse]:
        """Open a seat's own stream; its first message must be the join."""
        return self._table.Play(metadata=self._metadata())

    def watch_stream(
        self, request: table_service_pb2.WatchRequest
    ) -> grpc.aio.UnaryStreamCall[table_service_pb2.WatchRequest, table_service_pb2.WatchResponse]:
        """Open a spectator's stream."""
        return self._table.Watch(request, metadata=self._metadata())

"""What can be asked of the lobby: games, the list of tables, and a table before its match."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Mapping
from functools import cached_property
from typing import Final

import grpc
import grpc.aio

from cardtui.v1 import lobby_service_pb2, lobby_service_pb2_grpc, tables_pb2
from cardtui_client.i18n import _
from cardtui_client.net.call_errors import (
    SILENT,
    Unintelligible,
    Unreachable,
    code_typed,
    failure,
)
from cardtui_client.net.service_calls import ServiceCalls

_MOST_TABLES: Final = 10_000
_MOST_BYTES: Final = 4 << 20
"""How many tables a list may have, and how many bytes: a hostile server's never ends."""

_LIST_SECONDS: Final = 60.0
"""How long it may take to fetch the whole list, in seconds."""


class LobbyCalls(ServiceCalls):
    """The calls of the lobby."""

    @cached_property
    def _lobby(self) -> lobby_service_pb2_grpc.LobbyServiceAsyncStub:
        return lobby_service_pb2_grpc.LobbyServiceStub(self._answering)

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
        """Ask what a player has won and lost, by id or by name; oneself, if neither is given."""
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
            lobby_service_pb2.WatchTablesRequest(), metadata=self._metadata()
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
        answer = await self._call(self._lobby.CreateTable, request)
        if request.HasField("seat"):
            self.seated_at.add(answer.table.id)
        return answer

    async def join(
        self, table: str, seat: int | None = None
    ) -> lobby_service_pb2.JoinTableResponse:
        """Take a seat; any free one unless one is named."""
        request = lobby_service_pb2.JoinTableRequest(table=table, seat=seat)
        answer = await self._call(self._lobby.JoinTable, request, harmless=True)
        if table not in self.seated_at:
            self._taken_back(table)
        self.seated_at.add(table)
        return answer

    async def join_by_code(
        self, code: str, seat: int | None = None
    ) -> lobby_service_pb2.JoinTableResponse:
        """Take a seat at the private table with that code.

        Raises:
            WrongCode: there is none.
            Refused: it is full, or too many codes were tried.
        """
        with code_typed(code):
            return await self.join(code, seat)

    async def quick_match(self, game: str = "") -> lobby_service_pb2.QuickMatchResponse:
        """Sit down with others who wait for that game, or for any."""
        request = lobby_service_pb2.QuickMatchRequest(game=game, commitment=self._commitment())
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
        """Seat a bot; on any free seat unless one is named, and whoever is free."""
        request = lobby_service_pb2.AddBotRequest(
            table=table, level=level, seat=seat, character=character
        )
        return await self._call(self._lobby.AddBot, request)

    async def invite(
        self, table: str, account: str, seat: int | None = None
    ) -> lobby_service_pb2.AddBotResponse:
        """Seat a bot account; on any free seat unless one is named."""
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
        """Say that one is ready, or not."""
        request = lobby_service_pb2.SetReadyRequest(
            table=table, ready=ready, commitment=self._commitment() if ready else b""
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
        request = lobby_service_pb2.StartTableRequest(table=table, commitment=self._commitment())
        before = self._told(table)
        answer = await self._call(self._lobby.StartTable, request)
        self._accepted(table, request.commitment, before)
        return answer

    async def close_table(self, table: str) -> lobby_service_pb2.CloseTableResponse:
        """Close a table."""
        return await self._call(
            self._lobby.CloseTable, lobby_service_pb2.CloseTableRequest(table=table)
        )

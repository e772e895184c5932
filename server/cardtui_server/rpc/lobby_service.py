"""The lobby service: passes on what is wanted of tables, seats, bots and quick match. Whether bots
sit down only at the start if the request does not say (`create_table`), which bot account is free
(`_bot_account`), how many are listed (`_MOST_ACCOUNTS`). Refusals: `match/commands/seats.py`.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections import Counter
from collections.abc import Generator, Iterator
from itertools import islice
from typing import Final

from cardtui.v1 import lobby_service_pb2
from cardtui_engine.library.registry import game_ids
from cardtui_server.lobby.games import chosen_options, find_rules, sheet
from cardtui_server.lobby.new_table import NewTable
from cardtui_server.lobby.quick_match import quick_table, waiting_tables
from cardtui_server.lobby.sessions import Sessions
from cardtui_server.lobby.tables import Lobby
from cardtui_server.lookalikes import likeness
from cardtui_server.match.bot_accounts import is_bot_account
from cardtui_server.match.refusals import TABLE_MOVED, Reason, Refused
from cardtui_server.match.requests import (
    AddBot,
    BuyIn,
    ChangeRules,
    Close,
    Leave,
    RemoveBot,
    SetReady,
    Sit,
    Start,
)
from cardtui_server.match.seat_asking import SEAT_ASKED
from cardtui_server.match.transaction import seat_held
from cardtui_server.ratings.people import MOST_RANKED, Rating
from cardtui_server.rpc.caller import Caller
from cardtui_server.rpc.interceptor import caller
from cardtui_server.rpc.limited import JOINS
from cardtui_server.rpc.limiter import Limiter
from cardtui_server.rpc.parsing import (
    commitment,
    decode,
    fill_milliseconds,
    optional,
    signing_key,
)
from cardtui_server.rpc.streams import Context, send
from cardtui_server.rpc.table_requests import TableRequests
from cardtui_server.rpc.terms import terms_of
from cardtui_server.table.actor import Table
from cardtui_server.wire.catalogue import describe, verb_clauses
from cardtui_server.wire.encoding import with_encoded
from cardtui_server.wire.ratings import Ranked, person_game_message, ranking_message
from cardtui_server.wire.values import read_option

_BOT_ACCOUNT_AWAY: Final = "That bot account is not here now."
_BOT_ACCOUNT_SEATED: Final = "{name} sits at a table already: it plays at one at a time."

_MOST_ACCOUNTS: Final = 50
"""How many bot accounts are listed at most."""


class LobbyService(TableRequests):
    """Serves `LobbyService`."""

    def __init__(
        self, lobby: Lobby, sessions: Sessions, limiter: Limiter, *, is_open: bool = False
    ) -> None:
        super().__init__(lobby, limiter)
        self._is_open = is_open  # to other machines
        self._sessions = sessions
        self._taken: Counter[str] = Counter()  # seats that are being taken, by player

    async def list_games(
        self, _: lobby_service_pb2.ListGamesRequest, __: Caller
    ) -> lobby_service_pb2.ListGamesResponse:
        """List the games."""
        return lobby_service_pb2.ListGamesResponse(games=[describe(id_) for id_ in game_ids()])

    async def get_rules(
        self, request: lobby_service_pb2.GetRulesRequest, _: Caller
    ) -> lobby_service_pb2.GetRulesResponse:
        """Return a rule sheet; the English one if there is none in the language."""
        find_rules(request.game)
        return lobby_service_pb2.GetRulesResponse(
            markdown=await asyncio.to_thread(sheet, request.game, request.language),
            clauses=verb_clauses(request.game),
        )

    async def list_tables(self, request: lobby_service_pb2.ListTablesRequest, who: Caller) -> bytes:
        """List a page of the tables."""
        page = self._lobby.page(request.page_token, request.page_size, who.id, every=who.operator)
        response = lobby_service_pb2.ListTablesResponse(next_page_token=page.next_token)
        return with_encoded(response, "tables", page.tables)

    async def watch_tables(self, data: bytes, context: Context) -> None:
        """Stream the tables, and again whenever one changes."""
        decode(lobby_service_pb2.WatchTablesRequest, data)
        reader = self._lobby.watch(caller().id)
        try:
            while (changes := await reader.take()) is not None:
                response = lobby_service_pb2.WatchTablesResponse(
                    gone=changes.gone, complete=changes.complete
                )
                await send(context, with_encoded(response, "tables", changes.tables))
        finally:
            self._lobby.unwatch(reader)

    async def create_table(
        self, request: lobby_service_pb2.CreateTableRequest, who: Caller
    ) -> bytes:
        """Make a table."""
        at_start = optional(request, "bots_at_start")
        wanted = NewTable.of(
            request.game,
            request.seats,
            seat=optional(request, "seat"),
            bots=request.bots,
            wanted_bots=tuple([(each.level, each.character) for each in request.wanted_bots]),
            at_start=self._is_open if at_start is None else at_start,
            preset=request.preset,
            options={name: read_option(value) for name, value in request.options.items()},
            **terms_of(request),
        )
        if wanted.seat is None:
            self._limiter.count(JOINS, who)
            table = await self._lobby.create(who.id, who.name, wanted, who.origin)
        else:
            with self._taking_seat(who):
                table = await self._lobby.create(who.id, who.name, wanted, who.origin)
            await self._sessions.sat_down(who.id)
        return with_encoded(
            lobby_service_pb2.CreateTableResponse(), "table", [table.shown_to(who.id)]
        )

    async def join_table(self, request: lobby_service_pb2.JoinTableRequest, who: Caller) -> bytes:
        """Take a seat, or ask for one."""
        table = await self._named(request.table, who)
        sit = Sit(
            who.id,
            who.name,
            optional(request, "seat"),
            likeness=likeness(who.name),
            now=self._lobby.now(),
            ask=request.ask,
            key=signing_key(request.key),
        )
        if table.state.seat_of(who.id) is None:
            with self._taking_seat(who):
                seat = await table.ask(sit)
        else:
            seat = await table.ask(sit)
        await self._sessions.sat_down(who.id)
        response = lobby_service_pb2.JoinTableResponse(asked=True)
        if seat != SEAT_ASKED:
            response = lobby_service_pb2.JoinTableResponse(seat=seat)
        return with_encoded(response, "table", [table.shown_to(who.id)])

    async def quick_match(self, request: lobby_service_pb2.QuickMatchRequest, who: Caller) -> bytes:
        """Sit down with others who wait, ready for a match."""
        wanted = quick_table(request.game, fill_milliseconds(request))
        ready = SetReady(who.id, ready=True, commitment=commitment(request))
        async with self._lobby.new_quick.looking:
            table = await self._quick_table(request.game, wanted, who)
        await self._sessions.sat_down(who.id)
        with contextlib.suppress(Refused):  # the match has just begun
            await table.ask(ready)
        seat = seat_held(table.state, who.id)
        response = lobby_service_pb2.QuickMatchResponse(seat=seat)
        return with_encoded(response, "table", [table.shown_to(who.id)])

    async def _quick_table(self, game: str, wanted: NewTable, who: Caller) -> Table:
        """Seat the caller at a table that waits, or at a new one, and return it."""
        tried: set[str] = set()
        table = await self._sit_down(game, who, tried)
        if table is not None:
            return table
        self._lobby.check_takes()
        async with self._lobby.claims.claimed("quick match") as other:
            if other is not None:  # a table is being made there, or has just been
                raise Refused(Reason.MOVED, TABLE_MOVED, address=other.address)
            table = await self._sit_down(game, who, tried)
            if table is None:
                with self._taking_seat(who):
                    table = await self._lobby.create(who.id, who.name, wanted, who.origin)
                self._lobby.new_quick.add(table.id)
                self._lobby.tell_now(table)
        return table

    async def _sit_down(self, game: str, who: Caller, tried: set[str]) -> Table | None:
        """Seat the caller at a table that waits; note which ones were tried."""
        new = self._lobby.new_quick.ids()
        for listed in waiting_tables(self._lobby.public(), who.id, game, new):
            if listed.id in tried:
                continue
            tried.add(listed.id)
            seated = listed.state.seat_of(who.id) is not None
            taking = contextlib.nullcontext() if seated else self._taking_seat(who)
            with taking:
                try:
                    table = await self._lobby.find(listed.id)
                    await table.ask(
                        Sit(who.id, who.name, likeness=likeness(who.name), now=self._lobby.now())
                    )
                except Refused as refused:  # somebody else was quicker
                    if refused.reason is Reason.MOVED:
                        raise
                else:
                    return table
        return None

    async def leave_table(self, request: lobby_service_pb2.LeaveTableRequest, who: Caller) -> bytes:
        """Leave the caller's seat."""
        return await self._change(
            who, request.table, Leave(player=who.id), lobby_service_pb2.LeaveTableResponse()
        )

    async def add_bot(self, request: lobby_service_pb2.AddBotRequest, who: Caller) -> bytes:
        """Seat a bot, or a bot account."""
        wanted = AddBot(who.id, request.level, optional(request, "seat"), request.character)
        response = lobby_service_pb2.AddBotResponse()
        if not request.account:
            return await self._change(who, request.table, wanted, response)
        account = await self._bot_account(request.account)
        table = await self._named(request.table, who)
        async with self._lobby.claims.claimed(f"bot account {account.player}") as other:
            account = await self._bot_account(account.player)
            if account.busy or other is not None:
                raise Refused(Reason.TABLE_STATE, _BOT_ACCOUNT_SEATED, name=account.name)
            wanted = wanted._replace(account=account.player, account_name=account.name)
            with self._taking(account.player):
                await table.ask(wanted)
            self._lobby.tell_now(table)
        await self._sessions.sat_down(account.player)
        return with_encoded(response, "table", [table.shown_to(who.id)])

    async def list_bot_accounts(
        self, _: lobby_service_pb2.ListBotAccountsRequest, __: Caller
    ) -> lobby_service_pb2.ListBotAccountsResponse:
        """List the bot accounts that are connected."""
        here = filter(is_bot_account, self._sessions.connected())
        names = await self._sessions.names_of(here)
        shown = sorted(names, key=names.__getitem__)[:_MOST_ACCOUNTS]
        return lobby_service_pb2.ListBotAccountsResponse(
            accounts=[await self._bot_account(each) for each in shown]
        )

    async def _bot_account(self, player: str) -> lobby_service_pb2.BotAccount:
        """Return a bot account that is connected.

        Raises:
            Refused: there is none by that id.
        """
        if not is_bot_account(player) or player not in self._sessions.connected():
            raise Refused(Reason.UNKNOWN_PLAYER, _BOT_ACCOUNT_AWAY)
        name = (await self._sessions.names_of([player])).get(player, "")
        busy = player in self._taken or self._lobby.is_busy(player)
        return lobby_service_pb2.BotAccount(player=player, name=name, busy=busy)

    async def remove_bot(self, request: lobby_service_pb2.RemoveBotRequest, who: Caller) -> bytes:
        """Remove a bot."""
        return await self._change(
            who,
            request.table,
            RemoveBot(player=who.id, seat=request.seat),
            lobby_service_pb2.RemoveBotResponse(),
        )

    async def change_rules(
        self, request: lobby_service_pb2.ChangeRulesRequest, who: Caller
    ) -> bytes:
        """Change the rules of a table."""
        state = (await self._named(request.table, who)).state
        given = {name: read_option(value) for name, value in request.options.items()}
        options, preset = chosen_options(state.rules, request.preset, given, state.made.seats)
        return await self._change(
            who,
            request.table,
            ChangeRules(player=who.id, preset=preset, options=options),
            lobby_service_pb2.ChangeRulesResponse(),
        )

    async def set_ready(self, request: lobby_service_pb2.SetReadyRequest, who: Caller) -> bytes:
        """Note whether the caller is ready."""
        return await self._change(
            who,
            request.table,
            SetReady(who.id, ready=request.ready, commitment=commitment(request)),
            lobby_service_pb2.SetReadyResponse(),
        )

    async def swap_seats(self, request: lobby_service_pb2.SwapSeatsRequest, who: Caller) -> bytes:
        """Swap seats with somebody, or ask them to."""
        table = await self._named(request.table, who)
        swapped = await table.agreements.ask_swap(who.id, request.seat, take_back=request.take_back)
        response = lobby_service_pb2.SwapSeatsResponse(swapped=swapped)
        return with_encoded(response, "table", [table.shown_to(who.id)])

    async def buy_in(self, request: lobby_service_pb2.BuyInRequest, who: Caller) -> bytes:
        """Choose how many chips to bring."""
        return await self._change(
            who,
            request.table,
            BuyIn(player=who.id, chips=request.chips),
            lobby_service_pb2.BuyInResponse(),
        )

    async def start_table(self, request: lobby_service_pb2.StartTableRequest, who: Caller) -> bytes:
        """Start a match."""
        gone = (await self._named(request.table, who)).gone_after_match
        return await self._change(
            who,
            request.table,
            Start(who.id, gone, commitment(request)),
            lobby_service_pb2.StartTableResponse(),
        )

    async def close_table(
        self, request: lobby_service_pb2.CloseTableRequest, who: Caller
    ) -> lobby_service_pb2.CloseTableResponse:
        """Close a table."""
        table = await self._named(request.table, who)
        await table.ask(Close(player=who.id, operator=who.operator))
        return lobby_service_pb2.CloseTableResponse()

    async def get_cluster(
        self, _: lobby_service_pb2.GetClusterRequest, __: Caller
    ) -> lobby_service_pb2.GetClusterResponse:
        """Return who shares the tables, and how what keeps them fares."""
        server, copy = lobby_service_pb2.ClusterServer, lobby_service_pb2.ClusterCopy
        return lobby_service_pb2.GetClusterResponse(
            servers=[
                server(
                    address=beat.address,
                    tables=beat.tables,
                    began=beat.began,
                    silent_milliseconds=round(silent * 1000),
                    draining=not beat.takes,
                )
                for beat, silent in self._lobby.cluster.servers()
            ],
            streams=[
                lobby_service_pb2.ClusterStream(
                    name=each.name,
                    leader=each.leader,
                    copies=[copy(**found._asdict()) for found in each.copies],
                    trouble=each.trouble,
                )
                for each in await self._lobby.streams()
            ],
            orphans=self._lobby.orphans(),
        )

    async def drain(
        self, request: lobby_service_pb2.DrainRequest, _: Caller
    ) -> lobby_service_pb2.DrainResponse:
        """Give all tables away, or take tables again."""
        self._lobby.check_meant(request.address)
        if request.end:
            self._lobby.cluster.take(tables=True)
            return lobby_service_pb2.DrainResponse()
        given, left = await asyncio.shield(self._lobby.give_all())
        return lobby_service_pb2.DrainResponse(given=given, left=left)

    async def move_table(
        self, request: lobby_service_pb2.MoveTableRequest, _: Caller
    ) -> lobby_service_pb2.MoveTableResponse:
        """Have a table go on at another server."""
        await asyncio.shield(self._lobby.move(request.table, request.address))
        return lobby_service_pb2.MoveTableResponse()

    async def get_person(
        self, request: lobby_service_pb2.GetPersonRequest, who: Caller
    ) -> lobby_service_pb2.GetPersonResponse:
        """Return what a player has won and lost here."""
        player = request.player or who.id
        if request.name and not request.player:
            player = (await self._sessions.names.owner(request.name)).id
        name = (await self._sessions.names_of([player])).get(player, "")
        if not name:
            raise Refused(Reason.UNKNOWN_PLAYER, "Nobody by that id is known here.")
        games = await self._lobby.people.games_of(player, who.id)
        ratings = {
            game: await self._lobby.rankings.of_player(game, player)
            for game in {each.game for each in games}
        }
        return lobby_service_pb2.GetPersonResponse(
            player=player,
            name=name,
            games=[
                person_game_message(game, ratings[game.game].get(game.preset), own=player == who.id)
                for game in games
            ],
        )

    async def get_ranking(
        self, request: lobby_service_pb2.GetRankingRequest, _: Caller
    ) -> lobby_service_pb2.GetRankingResponse:
        """Return who is how strong here."""
        games = [find_rules(request.game).id] if request.game else game_ids()
        found = {game: await self._lobby.rankings.of_game(game) for game in games}
        ranked = {
            game: {preset: await self._known(each) for preset, each in presets.items()}
            for game, presets in found.items()
        }
        return await asyncio.to_thread(ranking_message, ranked)

    async def _known(self, ranked: Iterator[tuple[str, Rating]]) -> list[Ranked]:
        """Return the first of some players, as many as are shown; not those who were forgotten."""
        known: list[Ranked] = []
        while len(known) < MOST_RANKED and (
            some := await asyncio.to_thread(list, islice(ranked, MOST_RANKED))
        ):
            names = await self._sessions.names_of([player for player, _ in some])
            known += [Ranked(each[0], names[each[0]], each[1]) for each in some if each[0] in names]
        return known[:MOST_RANKED]

    def _taking_seat(self, who: Caller) -> contextlib.AbstractContextManager[None]:
        """Count a seat that the caller takes in the block: several may be asked for at once.

        Raises:
            Refused: there were too many, or the caller holds or asks for as many as are allowed.
        """
        self._limiter.count(JOINS, who)
        self._limiter.seat(self._lobby.wanted_by(who.id) + self._taken[who.id])
        return self._taking(who.id)

    @contextlib.contextmanager
    def _taking(self, player: str) -> Generator[None]:
        """Know that a player takes a seat, before the table has it."""
        self._taken[player] += 1
        try:
            yield
        finally:
            self._taken[player] -= 1
            if not self._taken[player]:
                del self._taken[player]

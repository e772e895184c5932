"""Time the acts of a club night: all games, three tournaments at once, and a crowd in the lobby.

Half of the people play in a Swiss, a round robin and an arena. The matches of the arena end within
seconds, and the director ends a round of the Swiss meanwhile: the server counts standings, pairs
players and opens tables. The others sit at tables of every game. All of them, and a crowd that only
looks, follow the list of tables, each on a connection of their own. People think for
`THINKING_SECONDS` before each act, and so are some three times as fast as people at a table. Told
is the time from an act to its acknowledgement, durable. That none is lost is proved by the night in
`tests/proofs/club.py`.

    python -m bench.club_night [--rounds N] [--seconds S] [--people N] [--crowd N]
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import gc
import random
import statistics
import tempfile
import time
from collections.abc import Coroutine, Iterator
from importlib.util import find_spec
from itertools import cycle
from typing import Any

import grpc
import uvloop

from bench.reporting import at_most, missing, p99, report
from bench.server import (
    PLAY_METHOD,
    SERVER_ARGUMENTS,
    WARM_UP_SECONDS,
    Player,
    Tally,
    bearer,
    new_channel,
    run_for,
    started,
)
from cardtui.v1 import (
    lobby_service_pb2,
    lobby_service_pb2_grpc,
    session_service_pb2,
    session_service_pb2_grpc,
    table_service_pb2,
    tournament_service_pb2,
    tournament_service_pb2_grpc,
)
from cardtui_engine.library.registry import game_ids, get_rules
from cardtui_server.wire.values import write_option

THINKING_SECONDS = 1.0
"""Seconds on average."""

SETTLING_SECONDS = 3.0
"""Seconds until all have come to their tables."""

COMING_AT_ONCE = 20
"""How many people come at a time."""

TOURNAMENTS: tuple[tuple[str, str, int, dict[str, int]], ...] = (
    ("swiss", "truco-argentino", 2, {"rounds": 5}),
    ("round-robin", "cacheta", 3, {}),
    ("arena", "cacho", 2, {"minutes": 60}),
)
"""The tournaments: form, game, seats at a table, and what else they are made with."""

WATCH_METHOD = "/cardtui.v1.LobbyService/WatchTables"


class Person:
    """Somebody with a connection, who plays at one table at a time."""

    def __init__(self, name: str, address: str, tally: Tally) -> None:
        self.name = name
        self.channel = new_channel(address)
        self.lobby = lobby_service_pb2_grpc.LobbyServiceStub(self.channel)
        self.tournaments = tournament_service_pb2_grpc.TournamentServiceStub(self.channel)
        self.metadata: Any = ()
        self._tally = tally
        self._playing: asyncio.Task[None] | None = None

    async def come(self) -> None:
        """Become known, and follow the list of tables."""
        sessions = session_service_pb2_grpc.SessionServiceStub(self.channel)
        opened = await sessions.OpenSession(session_service_pb2.OpenSessionRequest(name=self.name))
        self.metadata = bearer(opened.token)
        self._following = asyncio.create_task(self._follow())

    async def _follow(self) -> None:
        watch: Any = self.channel.unary_stream(WATCH_METHOD)
        call = watch(b"", metadata=self.metadata)
        while await call.read() is not grpc.aio.EOF:
            pass

    def sit(self, table: str, seat: int) -> None:
        """Play at a table, and no longer at the last one."""
        if self._playing is not None:
            self._playing.cancel()
        self._playing = asyncio.create_task(self._play(table, seat))

    async def _play(self, table: str, seat: int) -> None:
        call: Any = self.channel.stream_stream(PLAY_METHOD)(metadata=self.metadata)
        join = table_service_pb2.PlayRequest(join=table_service_pb2.PlayJoin(table=table))
        await call.write(join.SerializeToString())
        player = Player(self._tally, seat)
        await self._ready(table)
        try:
            while (data := await call.read()) is not grpc.aio.EOF:
                player.fold(data)
                if player.over:
                    player.over = False
                    await self._ready(table)
                before = player.began
                if (act := player.next()) is not None:
                    player.began = before  # the reply to the last act may still come
                    self._thinking = asyncio.create_task(self._act(call, player, act))
        finally:
            call.cancel()

    async def _act(self, call: Any, player: Player, act: bytes) -> None:
        await asyncio.sleep(2 * THINKING_SECONDS * random.random())
        player.began = time.perf_counter()
        with contextlib.suppress(asyncio.InvalidStateError):  # the table was closed
            await call.write(act)

    async def _ready(self, table: str) -> None:
        ready = lobby_service_pb2.SetReadyRequest(table=table, ready=True)
        with contextlib.suppress(grpc.aio.AioRpcError):  # the match has begun, or was the only one
            await self.lobby.SetReady(ready, metadata=self.metadata)


def terms(game: str, seats: int, **more: Any) -> lobby_service_pb2.CreateTableRequest:
    """Return what a table is made with whose matches end soon."""
    specs = [each for each in get_rules(game).specs if each.short is not None]
    options = {each.name: write_option(each.short[0], each.kind) for each in specs if each.short}
    return lobby_service_pb2.CreateTableRequest(
        game=game,
        seats=seats,
        options=options,
        pause_milliseconds=0,
        window_milliseconds=0,  # else a draw is answered only once nobody wants the discard
        clock_milliseconds=30_000,
        **more,
    )


def casual(people: list[Person]) -> Iterator[Coroutine[Any, Any, None]]:
    """Have people sit down at tables of all games in turns."""
    games = cycle(game_ids())
    while people:
        game = next(games)
        seats = max(each for each in get_rules(game).seats if each <= 4)
        yield at_table(game, seats, people[:seats])
        people = people[seats:]


async def at_table(game: str, seats: int, people: list[Person]) -> None:
    """Have people sit down at a table."""
    host, *others = people
    wanted = terms(game, seats, seat=0)
    table = (await host.lobby.CreateTable(wanted, metadata=host.metadata)).table.id
    for seat, each in enumerate(others, 1):
        join = lobby_service_pb2.JoinTableRequest(table=table, seat=seat)
        await each.lobby.JoinTable(join, metadata=each.metadata)
    for seat, each in enumerate(people):
        each.sit(table, seat)


async def tournament(people: list[Person], form: str, game: str, seats: int, **more: Any) -> str:
    """Make a tournament of these people, and begin it; return its id."""
    director, stub = people[0], people[0].tournaments
    number = tournament_service_pb2.TournamentForm.Value(
        f"TOURNAMENT_FORM_{form.upper().replace('-', '_')}"
    )
    wanted = tournament_service_pb2.TournamentTerms(
        name=form, form=number, table=terms(game, seats, patience_milliseconds=3000), **more
    )
    create = tournament_service_pb2.CreateTournamentRequest(terms=wanted)
    made = (await stub.CreateTournament(create, metadata=director.metadata)).tournament
    for each in people:
        enter = tournament_service_pb2.EnterTournamentRequest(tournament=made.id)
        await each.tournaments.EnterTournament(enter, metadata=each.metadata)
    await direct(director, made.id, begin=tournament_service_pb2.TournamentRound())
    return made.id


async def direct(director: Person, cup: str, **act: Any) -> None:
    """Do something as the director."""
    request = tournament_service_pb2.DirectTournamentRequest(tournament=cup, **act)
    await director.tournaments.DirectTournament(request, metadata=director.metadata)


async def lead(people: list[Person], cup: str) -> None:
    """Have people go to their tables of a tournament."""
    known, seen, players = {each.name: each for each in people}, set[str](), list[str]()
    follow = tournament_service_pb2.FollowTournamentRequest(tournament=cup)
    async for told in people[0].tournaments.FollowTournament(follow, metadata=people[0].metadata):
        players = [each.name for each in told.tournament.players] or players
        for each in told.tournament.fixtures:
            if each.table and each.table not in seen:
                seen.add(each.table)
                for seat, place in enumerate(each.players):
                    if place:
                        known[players[place - 1]].sit(each.table, seat)


async def night(address: str, pid: int, people: int, crowd: int, seconds: float) -> Tally:
    """Have people come, sit down and play."""
    tally = Tally()
    known = [Person(f"P{number}", address, tally) for number in range(people + crowd)]
    for first in range(0, len(known), COMING_AT_ONCE):
        await asyncio.gather(*(each.come() for each in known[first : first + COMING_AT_ONCE]))
    half, tasks = known[: people // 2], list[asyncio.Task[None]]()
    shares = half[::2], half[1::4], half[3::4]
    cups = [
        await tournament(some, form, game, seats, **more)
        for some, (form, game, seats, more) in zip(shares, TOURNAMENTS, strict=True)
    ]
    tasks = [asyncio.create_task(lead(*each)) for each in zip(shares, cups, strict=True)]
    await asyncio.gather(*casual(known[people // 2 : people]))
    await asyncio.sleep(SETTLING_SECONDS)
    counting = asyncio.create_task(run_for(tally, pid, seconds))
    await asyncio.sleep(WARM_UP_SECONDS + seconds / 3)
    await direct(half[0], cups[0], end_round=1)
    await counting
    for task in tasks:
        task.cancel()
    for each in known:
        await each.channel.close()
    return tally


def main() -> None:
    """Run some nights, and tell how long acts took."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--seconds", type=float, default=5.0)
    parser.add_argument("--people", type=int, default=200)
    parser.add_argument("--crowd", type=int, default=100)
    chosen = parser.parse_args()
    what = (
        f"a night of {chosen.people} people: all games, a Swiss, a round robin and an arena, and"
        f" {chosen.crowd} more who follow the list: p99 until an act is acknowledged, durably"
    )
    if find_spec("rustworkx") is None:
        missing(what, "the extra “club” is not installed")
        return
    gc.disable()
    found = list[Tally]()
    for _ in range(chosen.rounds):
        with (
            tempfile.TemporaryDirectory() as data,
            started(*SERVER_ARGUMENTS, "--data", data) as (address, pid),
        ):
            found.append(
                uvloop.run(night(address, pid, chosen.people, chosen.crowd, chosen.seconds))
            )
    slow = [1e3 * p99(each.waits) for each in found]
    report(what, slow, unit="ms", goal=at_most(100, alone=True))
    half = [1e3 * statistics.median(each.waits) for each in found]
    report("the same, median", half, unit="ms")
    pace = [each.moves / chosen.seconds for each in found]
    report("the same, how many acts", pace, unit="acts/s")


if __name__ == "__main__":
    main()

"""Time the table server against a bare echo over the same gRPC and the same log.

Ten tables of four playing clients each, every client choosing at random among what it may
do, all at full speed; the other contender is a bidirectional stream that appends what comes
to the same kind of log and answers it, from the same number of clients, with messages as long as
ours. Servers run in processes of their own, one after the other, in turns. Told are the server's
processor time for a move, moves a second, and the time from an act to its acknowledgement.

    python -m bench.server [--rounds N] [--seconds S] [--tables N] [--game GAME]
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import os
import random
import subprocess
import sys
import tempfile
import time
from collections.abc import Awaitable, Callable, Coroutine, Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import Any

import grpc
import uvloop

from bench.machine import busy
from bench.reporting import at_most, p99, report
from cardtui.v1 import (
    actions_pb2,
    cards_pb2,
    lobby_service_pb2,
    lobby_service_pb2_grpc,
    session_service_pb2,
    session_service_pb2_grpc,
    table_service_pb2,
    tables_pb2,
)
from cardtui_client.faces.arguments import plainest
from cardtui_server.__main__ import run
from cardtui_server.rpc.listening import TRANSPORT_OPTIONS
from cardtui_server.store.memory import MemoryStore
from cardtui_server.store.sqlite import SqliteStore

PLAY_METHOD = "/cardtui.v1.TableService/Play"

# Moves are to be timed, not the ends and beginnings of matches.
LONG_MATCH_OPTIONS = {"truco-argentino": {"target": tables_pb2.OptionValue(number=120)}}

STREAMS_PER_CONNECTION = 30
"""How many streams a connection carries where clients share some; the server takes 32."""

SERVER_ARGUMENTS = ("-m", "cardtui_server", "--port", "0", "--unlimited")
ECHO_ARGUMENTS = ("-m", "bench.server", "--echo")
"""What Python is told to run for our server, and for the bare echo; both take ``--data``."""

WARM_UP_SECONDS = 0.4
"""Seconds for which clients play before anything counts."""

MOVE_REQUEST = table_service_pb2.PlayRequest(
    act=table_service_pb2.PlayAct(
        action=actions_pb2.Action(play=actions_pb2.PlayAction(card=cards_pb2.CARD_SPANISH_4E)),
        expected=100,
        request_id="12345",
    )
).SerializeToString()


ECHO_ANSWER = bytes(255)
"""What the echo sends: as long as what one of four readers is told of a move, on average."""


async def echo_server(data: Path | None) -> None:
    """Serve the bare echo: what comes is appended to a log, then answered."""
    store = MemoryStore() if data is None else SqliteStore(data / "echo.db")
    names = iter(range(1 << 30))
    tables: dict[bytes, list[Any]] = {}

    async def echo(_: Any, context: Any) -> None:
        name, seq = f"{os.getpid()}x{next(names)}", 0
        while (message := await context.read()) is not grpc.aio.EOF:
            await store.append(name, seq, [message])
            seq += 1
            await context.write(ECHO_ANSWER)

    async def echo_to_table(_: Any, context: Any) -> None:
        name, seq = f"{os.getpid()}x{next(names)}", 0
        table = tables.setdefault(await context.read(), [])
        pile: asyncio.Queue[bytes] = asyncio.Queue()
        table.append(pile)

        async def write() -> None:
            with contextlib.suppress(grpc.aio.BaseError):  # the client has gone
                while True:
                    await context.write(await pile.get())

        writing = asyncio.create_task(write())
        while (message := await context.read()) is not grpc.aio.EOF:
            await store.append(name, seq, [message])
            seq += 1
            for each in table:
                each.put_nowait(ECHO_ANSWER)
        writing.cancel()

    handler = grpc.method_handlers_generic_handler(
        "cardtui.v1.TableService",
        {
            "Play": grpc.stream_stream_rpc_method_handler(echo),
            "PlayTable": grpc.stream_stream_rpc_method_handler(echo_to_table),
        },
    )
    server = grpc.aio.server(options=(*TRANSPORT_OPTIONS, ("grpc.max_concurrent_streams", 100)))
    server.add_generic_rpc_handlers([handler])
    port = server.add_insecure_port("127.0.0.1:0")
    await server.start()
    print(f"ready 127.0.0.1:{port}", flush=True)
    await server.wait_for_termination()


class Tally:
    """Moves that were acknowledged, how long each took, and what ``read`` has counted meanwhile."""

    def __init__(self, read: Callable[[], Sequence[float]] = tuple) -> None:
        self.read = read
        self.counted: list[float] = []
        self.moves = 0
        self.waits: list[float] = []
        self.server = 0.0
        self.clients = 0.0
        self.done = asyncio.Event()

    def cost(self) -> float:
        """Return the microseconds of the server's processor time for each move."""
        return 1e6 * self.server / max(1, self.moves)


Playing = Callable[[str, int], Coroutine[Any, Any, Tally]]
"""What a contender's clients do, given its server's address and process."""


async def echo_client(address: str, pid: int, clients: int, seconds: float) -> Tally:
    """Send a move's bytes up each stream as soon as the last one is back."""
    tally = Tally()

    async def one(channel: grpc.aio.Channel) -> None:
        call: Any = channel.stream_stream(PLAY_METHOD)()
        while not tally.done.is_set():
            began = time.perf_counter()
            await call.write(MOVE_REQUEST)
            await call.read()
            tally.waits.append(time.perf_counter() - began)
            tally.moves += 1
        call.cancel()

    channels = [new_channel(address) for _ in range(clients)]
    tasks = [asyncio.create_task(one(channel)) for channel in channels]
    await run_for(tally, pid, seconds)
    await asyncio.gather(*tasks, return_exceptions=True)
    for channel in channels:
        await channel.close()
    return tally


async def echo_table_client(
    address: str,
    pid: int,
    tables: int,
    seconds: float,
    *,
    read: Callable[[], Sequence[float]] = tuple,
    streams: int = 1,
    think: Callable[[], Awaitable[Any]] | None = None,
) -> Tally:
    """Send a move's bytes round a table of four: the next seat sends when the last message came.

    Each thinks before that, if ``think`` is given.
    """
    tally, channels = Tally(read), Channels(address, streams)

    async def one(seat: int, call: Any) -> None:
        number, began = 0, time.perf_counter()
        if seat == 0:
            await call.write(MOVE_REQUEST)
        while not tally.done.is_set():
            await call.read()
            if number % 4 == seat:
                tally.waits.append(time.perf_counter() - began)
                tally.moves += 1
            number += 1
            if number % 4 == seat:
                if think is not None:
                    await think()
                began = time.perf_counter()
                await call.write(MOVE_REQUEST)
        call.cancel()

    calls: list[Any] = []
    for number in range(4 * tables):
        calls.append(next(channels).stream_stream(PLAY_METHOD + "Table")())
        await calls[-1].write(str(number // 4).encode())
    await asyncio.sleep(0.5)  # until the server has read that
    tasks = [asyncio.create_task(one(number % 4, call)) for number, call in enumerate(calls)]
    await run_for(tally, pid, seconds)
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
    await channels.close()
    return tally


class Channels(Iterator[grpc.aio.Channel]):
    """Connections, each of which is given out so many times."""

    def __init__(self, address: str, streams: int) -> None:
        self._address = address
        self._streams = streams
        self._given = 0
        self._opened: list[grpc.aio.Channel] = []

    def __next__(self) -> grpc.aio.Channel:
        if self._given % self._streams == 0:
            self._opened.append(new_channel(self._address))
        self._given += 1
        return self._opened[-1]

    async def close(self) -> None:
        for channel in self._opened:
            await channel.close()


def new_channel(address: str) -> grpc.aio.Channel:
    """Return a connection of its own, as another process would have."""
    options = [("grpc.use_local_subchannel_pool", 1), ("grpc.http2.bdp_probe", 0)]
    return grpc.aio.insecure_channel(address, options=options)


async def run_for(tally: Tally, pid: int, seconds: float) -> None:
    """Let the clients warm up, then count for so long."""
    await asyncio.sleep(WARM_UP_SECONDS)
    tally.moves, tally.waits = 0, []
    server, clients, read = busy(pid), time.process_time(), tally.read()
    await asyncio.sleep(seconds)
    tally.server, tally.clients = busy(pid) - server, time.process_time() - clients
    tally.counted = [after - before for after, before in zip(tally.read(), read, strict=True)]
    tally.done.set()
    moves = tally.moves
    await asyncio.sleep(0)
    tally.moves = moves


class Player:
    """A client that plays at random."""

    def __init__(self, tally: Tally, seat: int) -> None:
        self._tally = tally
        self._seat = seat
        self._choices: list[Any] = []
        self._to_act: list[int] = []
        self.position = 0
        self._acted = -1
        self.began = 0.0
        self._next_id = 0
        self.over = False

    def fold(self, data: bytes) -> None:
        """Take in what came."""
        for frame in table_service_pb2.PlayResponse.FromString(data).frames:
            match frame.WhichOneof("frame"):
                case "update":
                    update = frame.update
                    self.position = update.position
                    if 3 in update.changed_own:
                        self._choices = list(update.own.choices)
                    if 2 in update.changed:
                        self._to_act = list(update.view.to_act)
                    if update.HasField("table"):
                        self._see(update.table)
                case "snapshot":
                    self.position = frame.snapshot.position
                    self._choices = list(frame.snapshot.own.choices)
                    self._to_act = list(frame.snapshot.view.to_act)
                    self._see(frame.snapshot.table)
                case "reply":
                    if not frame.reply.HasField("refusal"):
                        self._tally.moves += 1
                        self._tally.waits.append(time.perf_counter() - self.began)
                case _:
                    pass

    def _see(self, table: tables_pb2.Table) -> None:
        self.over = table.state == tables_pb2.TABLE_STATE_OVER and not table.seats[self._seat].ready

    def next(self) -> bytes | None:
        """Return the next act, if it is this seat's to act; of several who may, the first does.

        Were all of them to answer at once, all but one would be refused, and no act is refused by
        the echo.
        """
        if self._to_act[:1] != [self._seat] or self._acted == self.position or not self._choices:
            return None
        mild = [each for each in self._choices if each.action.WhichOneof("action") != "resign"]
        action = plainest(random.choice(mild or self._choices))
        self._acted = self.position
        self.began = time.perf_counter()
        self._next_id += 1
        return table_service_pb2.PlayRequest(
            act=table_service_pb2.PlayAct(
                action=action,
                expected=self.position,
                request_id=f"{self._seat}-{self._next_id}-{random.getrandbits(32)}",
            )
        ).SerializeToString()


async def game_client(
    address: str,
    pid: int,
    tables: int,
    seconds: float,
    game: str,
    *,
    read: Callable[[], Sequence[float]] = tuple,
    seated: Callable[[str], Awaitable[None]] | None = None,
    streams: int = 1,
    think: Callable[[], Awaitable[Any]] | None = None,
    people: int = 4,
    bots: tables_pb2.BotLevel.ValueType = tables_pb2.BOT_LEVEL_UNSPECIFIED,
) -> Tally:
    """Play at so many tables of four, match after match; ``seated`` is told of each table.

    Each player thinks before an act, if ``think`` is given. Where ``people`` are fewer, a bot of
    that level sits at each table besides.
    """
    tally, channels = Tally(read), Channels(address, streams)
    seats: list[tuple[Any, Player, Callable[[], Awaitable[Any]]]] = []

    async def play(call: Any, player: Player, get_ready: Callable[[], Awaitable[Any]]) -> None:
        while not tally.done.is_set():
            player.fold(await call.read())
            if player.over:
                player.over = False
                # The next match may have begun before this was seen.
                with contextlib.suppress(grpc.aio.AioRpcError):
                    await get_ready()
            act = player.next()
            if act is not None:
                if think is not None:
                    await think()
                    player.began = time.perf_counter()
                await call.write(act)
        call.cancel()

    for number in range(tables):
        table = ""
        for seat in range(people):
            channel = next(channels)
            session = session_service_pb2_grpc.SessionServiceStub(channel)
            opened = await session.OpenSession(
                session_service_pb2.OpenSessionRequest(name=f"P{number} {seat}")
            )
            lobby, metadata = lobby_service_pb2_grpc.LobbyServiceStub(channel), bearer(opened.token)
            if not table:
                wanted = lobby_service_pb2.CreateTableRequest(
                    game=game,
                    seats=people + bool(bots),
                    bots=bots,
                    seat=seat,
                    pause_milliseconds=0,
                    options=LONG_MATCH_OPTIONS.get(game, {}),
                )
                table = (await lobby.CreateTable(wanted, metadata=metadata)).table.id
            else:
                wish = lobby_service_pb2.JoinTableRequest(table=table, seat=seat)
                await lobby.JoinTable(wish, metadata=metadata)
            call: Any = channel.stream_stream(PLAY_METHOD)(metadata=metadata)
            join = table_service_pb2.PlayRequest(join=table_service_pb2.PlayJoin(table=table))
            await call.write(join.SerializeToString())
            ready = lobby_service_pb2.SetReadyRequest(table=table, ready=True)
            get_ready = partial(lobby.SetReady, ready, metadata=metadata)
            seats.append((call, Player(tally, seat), get_ready))
        if seated is not None:
            await seated(table)
    for *_, first_ready in seats:
        await first_ready()
    tasks = [asyncio.create_task(play(*each)) for each in seats]
    await run_for(tally, pid, seconds)
    for task in tasks:
        task.cancel()
    for result in await asyncio.gather(*tasks, return_exceptions=True):
        if isinstance(result, Exception):
            print("client failed:", repr(result))
    await channels.close()
    return tally


def bearer(token: str) -> tuple[tuple[str, str], ...]:
    """Return a call's metadata."""
    return (("authorization", f"Bearer {token}"),)


@contextlib.contextmanager
def started(*command: str) -> Any:
    """Run a server in a process of its own; gives its address."""
    process = subprocess.Popen(
        [sys.executable, *command], stdout=subprocess.PIPE, text=True, encoding="utf-8"
    )
    try:
        assert process.stdout is not None
        yield process.stdout.readline().split()[1], process.pid
    finally:
        process.terminate()
        process.wait(10)


def main() -> None:
    """Run the contenders in turns and print what they did."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--seconds", type=float, default=2.0)
    parser.add_argument("--tables", type=int, default=10)
    parser.add_argument("--game", default="truco-argentino")
    parser.add_argument("--echo", action="store_true", help="be the bare echo")
    parser.add_argument("--data", type=Path, help="the folder of its log")
    arguments = parser.parse_args()
    if arguments.echo:
        run(echo_server(arguments.data))  # garbage is looked for as in our server
        return
    seconds, tables = arguments.seconds, arguments.tables
    contenders: dict[str, tuple[tuple[str, ...], Playing]] = {
        "game": (
            SERVER_ARGUMENTS,
            lambda address, pid: game_client(address, pid, tables, seconds, arguments.game),
        ),
        "table": (
            ECHO_ARGUMENTS,
            lambda address, pid: echo_table_client(address, pid, tables, seconds),
        ),
        "sender": (
            ECHO_ARGUMENTS,
            lambda address, pid: echo_client(address, pid, 4 * tables, seconds),
        ),
    }
    found: dict[str, list[Tally]] = {name: [] for name in contenders}
    for _ in range(arguments.rounds):
        with tempfile.TemporaryDirectory() as data:
            for name, (command, playing) in contenders.items():
                with started(*command, "--data", data) as (address, pid):
                    found[name].append(uvloop.run(playing(address, pid)))
    what = f"{tables} tables of {arguments.game}, four clients each"
    rates = {name: [each.moves / seconds for each in found[name]] for name in found}
    costs = {name: [each.cost() for each in found[name]] for name in found}
    waits = {name: [1e3 * p99(each.waits) for each in found[name]] for name in found}
    cost = f"{what}, the server's processor time for a move, against an echo to the whole table"
    report(cost, costs["game"], costs["table"], unit="µs", goal=at_most(4.2))
    whole = "the same, moves a second"
    report(whole, rates["game"], rates["table"], unit="moves/s")
    alone = "the same, against an echo to the sender alone"
    report(alone, rates["game"], rates["sender"], unit="moves/s")
    wait = "the same, against the whole table, until an act is acknowledged, durably: p99"
    report(wait, waits["game"], waits["table"], unit="ms")


if __name__ == "__main__":
    main()

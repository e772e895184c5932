"""Time the table server against a bare echo over the same gRPC and the same log.

Ten tables of four playing clients each, every client choosing at random among what it may
do, all at full speed; the other contender is a bidirectional stream that appends what comes
to the same kind of log and sends it back, from the same number of clients. Servers run in
processes of their own, one after the other, in turns. Printed are moves a second, their
ratio, and the time from an act to its acknowledgement.

    python bench/server.py [--rounds N] [--seconds S] [--tables N] [--game GAME]
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import os
import random
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Awaitable, Callable, Sequence
from pathlib import Path
from typing import Any

import grpc
import uvloop

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
from cardtui_client.games.arguments import plainest
from cardtui_server.rpc.transport import TRANSPORT_OPTIONS
from cardtui_server.store.sqlite import SqliteStore

PLAY = "/cardtui.v1.TableService/Play"

# Moves are to be timed, not the ends and beginnings of matches.
LONG = {"truco-argentino": {"target": tables_pb2.OptionValue(number=120)}}


MOVE = table_service_pb2.PlayRequest(
    act=table_service_pb2.PlayAct(
        action=actions_pb2.Action(play=actions_pb2.PlayAction(card=cards_pb2.CARD_SPANISH_4E)),
        expected=100,
        request_id="12345",
    )
).SerializeToString()


async def echo_server(data: Path) -> None:
    """Serve the bare echo: what comes is appended, then sent back."""
    store = SqliteStore(data / "echo.db")
    names = iter(range(1 << 30))
    tables: dict[bytes, list[Any]] = {}

    async def echo(_: Any, context: Any) -> None:
        name, seq = f"{os.getpid()} {next(names)}", 0
        while (message := await context.read()) is not grpc.aio.EOF:
            await store.append(name, seq, [message])
            seq += 1
            await context.write(message)

    async def echo_to_table(_: Any, context: Any) -> None:
        name, seq = f"{os.getpid()} {next(names)}", 0
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
                each.put_nowait(message)
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

    def __init__(self, read: Callable[[], Sequence[int]] = tuple) -> None:
        self.read = read
        self.counted: list[int] = []
        self.moves = 0
        self.waits: list[float] = []
        self.server = 0.0
        self.clients = 0.0
        self.done = asyncio.Event()


def busy(pid: int) -> float:
    """Return the seconds of processor time that a process has used; 0 where that is unknown."""
    try:
        fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    except OSError:
        return 0.0
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


async def echo_client(address: str, pid: int, clients: int, seconds: float) -> Tally:
    """Send a move's bytes up each stream as soon as the last one is back."""
    tally = Tally()

    async def one(channel: grpc.aio.Channel) -> None:
        call: Any = channel.stream_stream(PLAY)()
        while not tally.done.is_set():
            began = time.perf_counter()
            await call.write(MOVE)
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
    read: Callable[[], Sequence[int]] = tuple,
) -> Tally:
    """Send a move's bytes round a table of four: whoever is next sends when the last one came."""
    tally = Tally(read)

    async def one(table: int, seat: int, channel: grpc.aio.Channel) -> None:
        call: Any = channel.stream_stream(PLAY + "Table")()
        await call.write(str(table).encode())
        await asyncio.sleep(0.5)
        number, began = 0, time.perf_counter()
        if seat == 0:
            await call.write(MOVE)
        while not tally.done.is_set():
            await call.read()
            if number % 4 == seat:
                tally.waits.append(time.perf_counter() - began)
                tally.moves += 1
            number += 1
            if number % 4 == seat:
                began = time.perf_counter()
                await call.write(MOVE)
        call.cancel()

    channels = [new_channel(address) for _ in range(4 * tables)]
    tasks = [
        asyncio.create_task(one(number // 4, number % 4, channel))
        for number, channel in enumerate(channels)
    ]
    await run_for(tally, pid, seconds)
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
    for channel in channels:
        await channel.close()
    return tally


def new_channel(address: str) -> grpc.aio.Channel:
    """Return a connection of its own, as another process would have."""
    options = [("grpc.use_local_subchannel_pool", 1), ("grpc.http2.bdp_probe", 0)]
    return grpc.aio.insecure_channel(address, options=options)


async def run_for(tally: Tally, pid: int, seconds: float) -> None:
    """Let the clients warm up, then count for so long."""
    await asyncio.sleep(1)
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
        self._began = 0.0
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
                        self._tally.waits.append(time.perf_counter() - self._began)
                case _:
                    pass

    def _see(self, table: tables_pb2.Table) -> None:
        self.over = table.state == tables_pb2.TABLE_STATE_OVER and not table.seats[self._seat].ready

    def next(self) -> bytes | None:
        """Return the next act, if it is this seat's to act."""
        if self._seat not in self._to_act or self._acted == self.position or not self._choices:
            return None
        mild = [each for each in self._choices if each.action.WhichOneof("action") != "resign"]
        action = plainest(random.choice(mild or self._choices))
        self._acted = self.position
        self._began = time.perf_counter()
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
    read: Callable[[], Sequence[int]] = tuple,
    seated: Callable[[str], Awaitable[None]] | None = None,
) -> Tally:
    """Play at so many tables of four, match after match; ``seated`` is told of each table."""
    tally = Tally(read)

    async def one(table: str, seat: int, token: str, channel: grpc.aio.Channel) -> None:
        lobby, metadata = lobby_service_pb2_grpc.LobbyServiceStub(channel), bearer(token)
        call: Any = channel.stream_stream(PLAY)(metadata=metadata)
        join = table_service_pb2.PlayRequest(join=table_service_pb2.PlayJoin(table=table))
        await call.write(join.SerializeToString())
        player = Player(tally, seat)
        ready = lobby_service_pb2.SetReadyRequest(table=table, ready=True)
        await lobby.SetReady(ready, metadata=metadata)
        while not tally.done.is_set():
            player.fold(await call.read())
            if player.over:
                player.over = False
                # The next match may have begun before this was seen.
                with contextlib.suppress(grpc.aio.AioRpcError):
                    await lobby.SetReady(ready, metadata=metadata)
            act = player.next()
            if act is not None:
                await call.write(act)
        call.cancel()

    tasks, channels = [], []
    for _ in range(tables):
        table = ""
        for seat in range(4):
            channel = new_channel(address)
            channels.append(channel)
            session = session_service_pb2_grpc.SessionServiceStub(channel)
            opened = await session.OpenSession(
                session_service_pb2.OpenSessionRequest(name=f"P{seat}")
            )
            lobby = lobby_service_pb2_grpc.LobbyServiceStub(channel)
            if not table:
                created = await lobby.CreateTable(
                    lobby_service_pb2.CreateTableRequest(
                        game=game,
                        seats=4,
                        seat=seat,
                        pause_milliseconds=0,
                        options=LONG.get(game, {}),
                    ),
                    metadata=bearer(opened.token),
                )
                table = created.table.id
            else:
                await lobby.JoinTable(
                    lobby_service_pb2.JoinTableRequest(table=table, seat=seat),
                    metadata=bearer(opened.token),
                )
            tasks.append(asyncio.create_task(one(table, seat, opened.token, channel)))
        if seated is not None:
            await seated(table)
    await run_for(tally, pid, seconds)
    for task in tasks:
        task.cancel()
    for result in await asyncio.gather(*tasks, return_exceptions=True):
        if isinstance(result, Exception):
            print("client failed:", repr(result))
    for channel in channels:
        await channel.close()
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
    parser.add_argument("--seconds", type=float, default=4.0)
    parser.add_argument("--tables", type=int, default=10)
    parser.add_argument("--game", default="truco-argentino")
    parser.add_argument("--echo-server", type=Path)
    parser.add_argument("--server", default="")
    arguments = parser.parse_args()
    if arguments.echo_server:
        uvloop.run(echo_server(arguments.echo_server))
        return
    seconds, tables = arguments.seconds, arguments.tables
    rates: dict[str, list[float]] = {}
    waits: dict[str, list[float]] = {}
    costs: dict[str, list[tuple[float, float]]] = {}
    for _ in range(arguments.rounds):
        with tempfile.TemporaryDirectory() as data:
            command = ("-m", "cardtui_server", "--port", "0", "--unlimited", "--data", data)
            with started(*command) as (address, pid):
                tally = uvloop.run(game_client(address, pid, tables, seconds, arguments.game))
            note(rates, waits, costs, name="game", tally=tally, seconds=seconds)
            with started(__file__, "--echo-server", data) as (address, pid):
                tally = uvloop.run(echo_table_client(address, pid, tables, seconds))
            note(rates, waits, costs, name="echo to the table", tally=tally, seconds=seconds)
            echoes = (("echo, one a client", 4 * tables), ("echo, one a table", tables))
            for name, clients in echoes:
                with started(__file__, "--echo-server", data) as (address, pid):
                    tally = uvloop.run(echo_client(address, pid, clients, seconds))
                note(rates, waits, costs, name=name, tally=tally, seconds=seconds)
    ours = statistics.median(rates["game"])
    for name, each in rates.items():
        rate = statistics.median(each)
        slow = statistics.quantiles(waits[name], n=100)
        server, clients = (statistics.median(each) for each in zip(*costs[name], strict=True))
        print(
            f"{name:20} {rate:7.0f} moves/s   game is {ours / rate:5.0%} of it"
            f"   cpu µs a move: server {server:4.0f} clients {clients:4.0f}"
            f"   wait {slow[49] * 1000:5.2f} ms, p99 {slow[98] * 1000:5.2f} ms"
        )


def note(
    rates: dict[str, list[float]],
    waits: dict[str, list[float]],
    costs: dict[str, list[tuple[float, float]]],
    *,
    name: str,
    tally: Tally,
    seconds: float,
) -> None:
    """Keep what a round measured."""
    rates.setdefault(name, []).append(tally.moves / seconds)
    waits.setdefault(name, []).extend(tally.waits)
    each = 1e6 / max(1, tally.moves)
    costs.setdefault(name, []).append((tally.server * each, tally.clients * each))


if __name__ == "__main__":
    main()

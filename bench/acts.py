"""Time single acts, and moves over a stream, against a bare unary echo; nothing is written down.

Two people sit at each table. Once nobody listens and each act is a call of its own; once both have
a stream, over which they act. The client knows how the packs of its server are shuffled, and plays
along, so that it need not ask what it may do. Told are acts a second and the server's processor
time for each, with so many acts under way at a time. The goals are for processor time: acts a
second depend on what the client does besides, too.

    python -m bench.acts [--rounds N] [--seconds S] [--tables N [N ...]]
"""

from __future__ import annotations

import argparse
import asyncio
import random
from collections.abc import Awaitable, Callable, Coroutine
from typing import Any

import grpc
import uvloop

from bench.reporting import at_most, report
from bench.server import (
    LONG_MATCH_OPTIONS,
    PLAY_METHOD,
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
)
from cardtui_engine.actions import Action
from cardtui_engine.bits import Bits
from cardtui_engine.choices import ChoiceKind
from cardtui_server import __main__ as program
from cardtui_server.app import serve
from cardtui_server.limits import Limits
from cardtui_server.lobby.new_table import NewTable
from cardtui_server.match.commands.execute import execute
from cardtui_server.match.commands.play import deal
from cardtui_server.match.fold import begin
from cardtui_server.match.requests import Act, SetReady, Sit
from cardtui_server.match.state import Life
from cardtui_server.match.transaction import Transaction
from cardtui_server.ports.dealer import SystemDealer
from cardtui_server.rpc.listening import TRANSPORT_OPTIONS
from cardtui_server.settings import Settings
from cardtui_server.wire.codec import codec_for

GAME = "truco-argentino"
ACT_METHOD = "/cardtui.v1.TableService/Act"

MATCH_ENDING_VERBS = {"falta_envido"}

Send = Callable[[int, table_service_pb2.PlayAct], Awaitable[None]]


class KnownDealer(SystemDealer):
    """Has one secret for all matches, which the client knows, too."""

    def secret(self) -> bytes:
        return bytes(64)


async def act_server() -> None:
    """Serve tables whose packs are known."""
    server = await serve(Settings(port=0, limits=Limits.open()), dealer=KnownDealer())
    print(f"ready {server.address}", flush=True)
    await server.wait()


async def echo_server() -> None:
    """Serve the bare echo: what is asked is the answer."""

    async def echo(request: bytes, _: Any) -> bytes:
        return request

    handler = grpc.method_handlers_generic_handler(
        "cardtui.v1.TableService", {"Act": grpc.unary_unary_rpc_method_handler(echo)}
    )
    server = grpc.aio.server(options=TRANSPORT_OPTIONS)
    server.add_generic_rpc_handlers([handler])
    port = server.add_insecure_port("127.0.0.1:0")
    await server.start()
    print(f"ready 127.0.0.1:{port}", flush=True)
    await server.wait_for_termination()


class Mirror:
    """What a table has come to, as its server has it."""

    def __init__(self) -> None:
        wanted = NewTable.of(game=GAME, seats=2, options={"target": 120}, seat=0)
        made, rules = wanted.checked("p0", "P0", "table")
        self._tx = Transaction(begin(made, rules), KnownDealer(), {})
        self._codec = codec_for(GAME)
        self._luck = random.Random(1)
        for seat in (0, 1):
            execute(self._tx, Sit(f"p{seat}", f"P{seat}", seat))
        self.get_ready()

    @property
    def over(self) -> bool:
        """Whether both must get ready for the next match."""
        return self._tx.state.life is Life.OVER

    def get_ready(self) -> None:
        """Begin the next match."""
        for seat in (0, 1):
            execute(self._tx, SetReady(f"p{seat}", ready=True))
        self._deal()

    def act(self) -> tuple[int, table_service_pb2.PlayAct]:
        """Carry out an act at random; return whose it is, and itself."""
        state = self._tx.state
        assert state.turn is not None
        seat = self._luck.choice(state.turn.to_act)
        choices = state.rules.legal(state.game, seat)
        mild = [
            each
            for each in choices
            if each.kind is not ChoiceKind.GIVES_UP and each.verb not in MATCH_ENDING_VERBS
        ]
        action: Action = self._luck.choice(mild or choices).sample(Bits(self._luck.getrandbits(64)))
        execute(self._tx, Act(seat, f"p{seat}", action))
        self._tx.steps.clear()
        self._deal()
        name = str(self._luck.getrandbits(64))
        return seat, table_service_pb2.PlayAct(
            action=self._codec.actions.write(action), request_id=name
        )

    def _deal(self) -> None:
        while (turn := self._tx.state.turn) is not None and turn.wants_pack:
            deal(self._tx)


async def play(address: str, pid: int, tables: int, seconds: float, *, streams: bool) -> Tally:
    """Act at so many tables at a time, by calls or over streams."""
    tally = Tally()

    async def seated() -> Coroutine[Any, Any, None]:
        """Seat two people; return what has them play."""
        mirror, channels = Mirror(), [new_channel(address) for _ in range(2)]
        tokens = [await opened(channel) for channel in channels]
        lobby = lobby_service_pb2_grpc.LobbyServiceStub(channels[0])
        wanted = lobby_service_pb2.CreateTableRequest(
            game=GAME, seats=2, seat=0, pause_milliseconds=0, options=LONG_MATCH_OPTIONS[GAME]
        )
        table = (await lobby.CreateTable(wanted, metadata=bearer(tokens[0]))).table.id
        join = lobby_service_pb2.JoinTableRequest(table=table, seat=1)
        await lobby.JoinTable(join, metadata=bearer(tokens[1]))

        async def get_ready() -> None:
            for token in tokens:
                ready = lobby_service_pb2.SetReadyRequest(table=table, ready=True)
                await lobby.SetReady(ready, metadata=bearer(token))

        await get_ready()
        over = streaming if streams else calling
        send = await over(table, channels, [bearer(token) for token in tokens])

        async def match_after_match() -> None:
            while True:
                if mirror.over:
                    mirror.get_ready()
                    await get_ready()
                await send(*mirror.act())
                tally.moves += 1

        return match_after_match()

    all_seated = await asyncio.gather(*(seated() for _ in range(tables)))
    tasks = [asyncio.create_task(each) for each in all_seated]
    await run_for(tally, pid, seconds)
    stopped(tasks)
    return tally


async def opened(channel: grpc.aio.Channel) -> str:
    """Open a session; return its token."""
    sessions = session_service_pb2_grpc.SessionServiceStub(channel)
    answer = await sessions.OpenSession(session_service_pb2.OpenSessionRequest(name="P"))
    token: str = answer.token
    return token


async def calling(table: str, channels: list[grpc.aio.Channel], who: list[Any]) -> Send:
    """Return what acts by a call of its own."""
    calls: list[Any] = [channel.unary_unary(ACT_METHOD) for channel in channels]

    async def send(seat: int, act: table_service_pb2.PlayAct) -> None:
        request = table_service_pb2.ActRequest(table=table, act=act).SerializeToString()
        answer = await calls[seat](request, metadata=who[seat])
        assert not table_service_pb2.ActResponse.FromString(answer).reply.HasField("refusal")

    return send


async def streaming(table: str, channels: list[grpc.aio.Channel], who: list[Any]) -> Send:
    """Return what acts over the seat's own stream."""
    join = table_service_pb2.PlayRequest(join=table_service_pb2.PlayJoin(table=table))
    calls: list[Any] = []
    replies: list[asyncio.Queue[bool]] = [asyncio.Queue(), asyncio.Queue()]

    async def read(call: Any, granted: asyncio.Queue[bool]) -> None:
        while (data := await call.read()) is not grpc.aio.EOF:
            for frame in table_service_pb2.PlayResponse.FromString(data).frames:
                if frame.HasField("reply"):
                    granted.put_nowait(not frame.reply.HasField("refusal"))

    for channel, metadata, granted in zip(channels, who, replies, strict=True):
        call: Any = channel.stream_stream(PLAY_METHOD)(metadata=metadata)
        await call.write(join.SerializeToString())
        calls.append((call, asyncio.create_task(read(call, granted))))

    async def send(seat: int, act: table_service_pb2.PlayAct) -> None:
        await calls[seat][0].write(table_service_pb2.PlayRequest(act=act).SerializeToString())
        assert await replies[seat].get()

    return send


async def echo(address: str, pid: int, tables: int, seconds: float) -> Tally:
    """Call the echo, so many calls at a time."""
    tally, mirror = Tally(), Mirror()
    request = table_service_pb2.ActRequest(table="table1", act=mirror.act()[1])

    async def one() -> None:
        call: Any = new_channel(address).unary_unary(ACT_METHOD)
        while True:
            await call(request.SerializeToString(), metadata=bearer("0" * 43))
            tally.moves += 1

    tasks = [asyncio.create_task(one()) for _ in range(tables)]
    await run_for(tally, pid, seconds)
    stopped(tasks)
    return tally


def stopped(tasks: list[asyncio.Task[None]]) -> None:
    """Stop clients; one that has failed says why."""
    for task in tasks:
        if task.done():
            task.result()
        task.cancel()


def main() -> None:
    """Run the contenders in turns and print what they did."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--seconds", type=float, default=1.0)
    parser.add_argument("--tables", type=int, nargs="+", default=[1, 64])
    parser.add_argument("--serve", choices=["acts", "echo"])
    arguments = parser.parse_args()
    if arguments.serve:
        program.run(act_server() if arguments.serve == "acts" else echo_server())
        return
    seconds = arguments.seconds
    for tables in arguments.tables:
        found: dict[str, list[Tally]] = {"echo": [], "calls": [], "streams": []}
        for _ in range(arguments.rounds):
            for name, tallies in found.items():
                server = "echo" if name == "echo" else "acts"
                with started("-m", "bench.acts", "--serve", server) as (address, pid):
                    playing = (
                        echo(address, pid, tables, seconds)
                        if name == "echo"
                        else play(address, pid, tables, seconds, streams=name == "streams")
                    )
                    tally = uvloop.run(playing)
                tallies.append(tally)
        many = tables > 1
        for name, what, bound in (
            ("calls", "an act as a call, nobody listening", 6 if many else 3.5),
            ("streams", "a move over a stream that the other one gets, too", 4 if many else 3),
        ):
            costs, theirs = ([each.cost() for each in found[who]] for who in (name, "echo"))
            title = f"{what}, {tables} under way, the server's processor time"
            report(f"{title}, against a unary echo", costs, theirs, unit="µs", goal=at_most(bound))
            rates, theirs = (
                [each.moves / seconds for each in found[who]] for who in (name, "echo")
            )
            report("the same, acts a second", rates, theirs, unit="acts/s")


if __name__ == "__main__":
    main()

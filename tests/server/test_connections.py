"""Idle connections make room, and those that only harm are closed; others notice neither."""

import asyncio
import socket
import sys
from collections import Counter
from dataclasses import replace
from unittest.mock import Mock

import grpc
import pytest

from cardtui.v1 import lobby_service_pb2, table_service_pb2
from cardtui_server.limits import UNLIMITED, Limits
from cardtui_server.rpc import connections
from cardtui_server.rpc.open_sockets import Ends, OpenSockets
from cardtui_server.rpc.senders import Senders
from cardtui_server.rpc.turnstile import Turnstile
from cardtui_server.settings import Settings
from tests.support.calling import BOUND, Caller, running
from tests.support.playing import until
from tests.support.raw_http2 import (
    DATA,
    EMPTY,
    END_HEADERS,
    END_STREAM,
    HEADERS,
    HELLO,
    Resetter,
    connect,
    frame,
    request,
    twin,
    until_few_are_open,
)

VIEW = "/cardtui.v1.TableService/GetView"


@pytest.mark.slow
async def test_256_idle_connections_leave_room_for_a_newcomer() -> None:
    settings = Settings(port=0, thinking=0, limits=Limits(connections=256))
    async with running(settings) as server:
        ana, eva, bia = (Caller(server.address) for _ in range(3))
        await ana.open("Ana")
        table = (await ana.create(seat=0)).id
        playing = ana.play(table)
        await playing.next()
        await eva.open("Eva")
        idle = [connect(server.port) for _ in range(256)]
        async with asyncio.timeout(BOUND):
            await asyncio.to_thread(until_few_are_open, idle, 128)
        await bia.open("Bia")
        # A client with an open call was never cut off, and one without notices nothing.
        await playing.send(talk=table_service_pb2.PlayTalk(text="still here"))
        await playing.until(lambda: playing.talk)
        assert (await eva.view(table)).table.id == table
        for each in idle:
            each.close()
        for caller in (ana, bia, eva):
            await caller.close()


@pytest.mark.slow
async def test_an_address_keeps_no_more_connections_than_its_share_and_loses_idle_ones_first() -> (
    None
):
    limits = Limits(connections_each=20, loopback=True)
    async with running(Settings(port=0, thinking=0, limits=limits)) as server:
        ana = await Caller.of(server.address, "Ana")
        playing = ana.play((await ana.create(seat=0)).id)
        await playing.next()
        idle = [connect(server.port) for _ in range(100)]
        async with asyncio.timeout(BOUND):
            await asyncio.to_thread(until_few_are_open, idle, 19)
        await playing.send(talk=table_service_pb2.PlayTalk(text="still here"))
        await playing.until(lambda: playing.talk)
        for each in idle:
            each.close()
        await ana.close()


@pytest.mark.slow
@pytest.mark.skipif(sys.platform != "linux", reason="others have no second address")
async def test_connections_from_the_same_port_count_each() -> None:
    limits = Limits(connections_each=20, loopback=True)
    async with running(Settings(port=0, thinking=0, limits=limits)) as server:
        idle = [connect(server.port) for _ in range(50)]
        idle += [twin(each) for each in idle]
        async with asyncio.timeout(BOUND):
            await asyncio.to_thread(until_few_are_open, idle, 20)
        for each in idle:
            each.close()


@pytest.mark.slow
async def test_what_goes_wrong_in_one_look_keeps_the_guard_from_no_other(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    looks = Mock()
    monkeypatch.setattr(connections, "_SETTLING_SECONDS", 0)
    monkeypatch.setattr(connections, "load", looks.load)
    monkeypatch.setattr(Senders, "look", Mock(side_effect=ArithmeticError))
    monkeypatch.setattr(Turnstile, "look", looks.turnstile)
    async with running():
        await until(lambda: looks.turnstile.call_count >= 10)
    looks.load.assert_called_once_with()


@pytest.mark.slow
async def test_of_connections_in_use_those_go_first_whose_player_has_most() -> None:
    limits = Limits(connections=100, streams_each=200, streams_burst=200)
    async with running(Settings(port=0, thinking=0, limits=limits)) as server:
        ana, eva = Caller(server.address), Caller(server.address)
        for caller, name in ((ana, "Ana"), (eva, "Eva")):
            await caller.open(name)
        table = (await ana.create(seat=0)).id
        playing, watching = ana.play(table), eva.watch(table)
        await playing.next()
        await watching.next()
        bad = [connect(server.port) for _ in range(95)]
        for each in bad:
            block = request("/cardtui.v1.LobbyService/WatchTables", eva.token)
            each.sendall(frame(HEADERS, END_HEADERS, 1, block) + frame(DATA, END_STREAM, 1, EMPTY))
        async with asyncio.timeout(BOUND):
            await asyncio.to_thread(until_few_are_open, bad, 85)
        await playing.send(talk=table_service_pb2.PlayTalk(text="still here"))
        await playing.until(lambda: playing.talk)
        for each in bad:
            each.close()
        for caller in (ana, eva):
            await caller.close()


@pytest.mark.slow
async def test_a_club_of_200_behind_one_address_sits_down_within_a_minute() -> None:
    limits = replace(Limits.club(), loopback=True)
    async with running(Settings(port=0, thinking=0, limits=limits)) as server:
        guests = [Caller(server.address) for _ in range(200)]
        made: dict[int, asyncio.Future[str]] = {
            number: asyncio.get_running_loop().create_future() for number in range(50)
        }

        async def sit_down(number: int) -> None:
            guest, table = guests[number], made[number // 4]
            await guest.open(f"Guest {number}")
            if number % 4 == 0:
                table.set_result((await guest.create(seats=4, seat=0)).id)
            else:
                request = lobby_service_pb2.JoinTableRequest(table=await table)
                await guest.call(guest.lobby.JoinTable, request)
            await guest.play(await table).next()

        async with asyncio.timeout(60):
            await asyncio.gather(*(sit_down(number) for number in range(200)))
        for guest in guests:
            await guest.close()


async def test_connections_that_reset_stream_after_stream_cancel_nobody_elses_calls() -> None:
    # What they send would close them before long.
    settings = Settings(port=0, thinking=0, limits=Limits(bytes_burst=UNLIMITED))
    async with running(settings) as server:
        honest = [Caller(server.address) for _ in range(6)]
        for number, caller in enumerate(honest):
            await caller.open(f"P{number}")
        table = (await honest[0].create(seat=0)).id
        counts = [0] * len(honest)
        over = asyncio.Event()

        async def call(number: int, caller: Caller) -> None:
            while not over.is_set():
                assert (await caller.view(table)).table.id == table
                counts[number] += 1

        calling = [asyncio.create_task(call(*each)) for each in enumerate(honest)]
        await until(lambda: all(counts))
        flood = [Resetter(server.port, VIEW, honest[0].token, 8000) for _ in range(4)]
        await until(lambda: not any(each.busy for each in flood))
        over.set()
        await asyncio.gather(*calling)
        assert all(each.sent >= 8000 for each in flood)
        for each in flood:
            await asyncio.to_thread(each.close)
        for caller in honest:
            await caller.close()


async def test_who_calls_too_much_waits_for_the_refusals_and_nobody_else_does(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("cardtui_server.rpc.interceptor._REFUSAL_SECONDS", 2 * BOUND)
    settings = Settings(port=0, thinking=0, limits=Limits(calls_burst=20, calls_rate=0.01))
    async with running(settings) as server:
        ana, bia = Caller(server.address), Caller(server.address)
        await ana.open("Ana")
        table = (await ana.create(seat=0)).id
        await bia.open("Bia")
        calls = [asyncio.create_task(ana.view(table)) for _ in range(30)]
        await until(lambda: sum(each.done() for each in calls) == 18)
        for _ in range(10):
            assert (await bia.view(table)).table.id == table
        assert sum(each.done() for each in calls) == 18
        for each in calls:
            each.cancel()
        await asyncio.gather(*calls, return_exceptions=True)
        for caller in (ana, bia):
            await caller.close()


@pytest.mark.slow
@pytest.mark.skipif(sys.platform != "linux", reason="only Linux tells what has been received")
async def test_a_connection_whose_calls_are_refused_and_that_goes_on_is_closed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("cardtui_server.rpc.interceptor._REFUSAL_SECONDS", 0)
    limits = Limits(calls_burst=20, calls_rate=0.01, bytes_burst=4000, bytes_rate=1)
    async with running(Settings(port=0, thinking=0, limits=limits)) as server:
        ana, bia = Caller(server.address), Caller(server.address)
        await ana.open("Ana")
        table = (await ana.create(seat=0)).id
        met: Counter[grpc.StatusCode] = Counter()
        while not met[grpc.StatusCode.UNAVAILABLE]:
            assert met.total() < 100_000
            calls = [ana.view(table) for _ in range(20)]
            for each in await asyncio.gather(*calls, return_exceptions=True):
                if isinstance(each, grpc.aio.AioRpcError):
                    met[each.code()] += 1
        assert set(met) == {grpc.StatusCode.RESOURCE_EXHAUSTED, grpc.StatusCode.UNAVAILABLE}
        await bia.open("Bia")
        assert (await bia.view(table)).table.id == table
        for caller in (ana, bia):
            await caller.close()


@pytest.mark.skipif(not hasattr(socket, "TCP_DEFER_ACCEPT"), reason="the system takes up all")
async def test_a_connection_that_says_nothing_is_not_taken_up_yet() -> None:
    async with running() as server:
        sockets = OpenSockets(server.port)
        with (
            socket.create_connection(("127.0.0.1", server.port)) as silent,
            connect(server.port) as visitor,
        ):
            own, other = Ends(*visitor.getsockname()), Ends(*silent.getsockname())
            await until(lambda: own in sockets.find().values())
            assert other not in sockets.find().values()  # although it came first
            silent.sendall(HELLO)
            await until(lambda: other in sockets.find().values())

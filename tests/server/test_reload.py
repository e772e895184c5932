"""What a server takes anew while it runs: limits, the addresses that may call, the message."""

import asyncio
import os
import signal
import socket
from collections.abc import Generator
from contextlib import contextmanager
from dataclasses import replace
from datetime import time
from pathlib import Path

import grpc
import pytest

from cardtui.v1 import session_service_pb2
from cardtui_server.calendar import Evening
from cardtui_server.limits import FIXED_LIMITS, MEANINGS, PROFILES, Limits
from cardtui_server.rpc.addresses import AddressRules, read_networks
from cardtui_server.settings import Reload, Settings
from cardtui_server.workers import serve_workers
from tests.support.calling import BOUND, SWIFT, Caller, refused_as, running
from tests.support.programs import Program


async def message_of(address: str) -> str:
    """Return what a server tells those who come."""
    caller = Caller(address)
    request = session_service_pb2.GetServerRequest()
    answer = await caller.call(caller.sessions.GetServer, request)
    await caller.close()
    return str(answer.message)


def others(**changed: object) -> Reload:
    """Return other limits, from which nothing else differs."""
    return Reload(replace(Limits.open(), **changed), AddressRules(), "")  # type: ignore[arg-type]


async def test_limits_are_taken_by_all_who_count() -> None:
    async with running() as server:
        ana = await Caller.of(server.address, "Ana")
        for _ in range(3):
            await ana.create()
        server.reload(others(tables_each=4))
        await ana.create(seat=0)
        with refused_as("LIMIT"):
            await ana.create(seat=0)
        server.reload(others(seats_each=1))
        with refused_as("LIMIT"):
            await ana.create(seat=0)
        server.reload(others())
        await ana.create(seat=0)


async def test_no_other_server_and_no_profile_takes_them_too() -> None:
    before = {name: replace(each) for name, each in PROFILES.items()}
    async with running() as server, running() as other:
        server.reload(others(tables=1))
        ana = await Caller.of(other.address, "Ana")
        for _ in range(3):
            await ana.create()
    assert before == PROFILES
    assert SWIFT.limits == Limits.open()
    assert set(FIXED_LIMITS) < set(MEANINGS)


async def test_streams_from_an_address_that_may_no_longer_call_end_at_once() -> None:
    async with running() as server:
        ana = await Caller.of(server.address, "Ana")
        table = (await ana.create(seat=0)).id
        stream = ana.play(table)
        await stream.until(lambda: stream.seq > 0)
        banned = AddressRules(deny=read_networks("127.0.0.1", "deny"))
        server.reload(Reload(Limits.open(), banned, ""))
        with refused_as("ADDRESS"):
            await stream.until(lambda: False)
        with refused_as("ADDRESS"):
            await ana.view(table)
        server.reload(others())
        assert (await ana.view(table)).seq > 0


async def test_the_message_is_made_safe_and_told() -> None:
    async with running(replace(SWIFT, message="Welcome")) as server:
        assert await message_of(server.address) == "Welcome"
        server.reload(Reload(Limits.open(), AddressRules(), "At\x1b[2J eight " + "x" * 300))
        said = await message_of(server.address)
        assert said.startswith("At")
        assert "\x1b" not in said
        assert len(said) <= 200


async def test_the_evenings_are_told_and_taken_anew() -> None:
    def weekly(name: str) -> tuple[Evening, ...]:
        return tuple(Evening(name, day, time(), 24) for day in range(7))

    async with running(replace(SWIFT, evenings=weekly("Truco"))) as server:
        caller = Caller(server.address)
        request = session_service_pb2.GetServerRequest()
        told = (await caller.call(caller.sessions.GetServer, request)).evening
        assert told.name == "Truco"
        assert told.begins_milliseconds < told.ends_milliseconds
        server.reload(Reload(Limits.open(), AddressRules(), "", weekly("Cacho")))
        assert (await caller.call(caller.sessions.GetServer, request)).evening.name == "Cacho"
        server.reload(others())
        answer = await caller.call(caller.sessions.GetServer, request)
        assert not answer.HasField("evening")
        await caller.close()


@pytest.mark.slow
async def test_workers_take_it_and_so_do_those_that_are_started_again(tmp_path: Path) -> None:
    settings = Settings(port=0, data=tmp_path, thinking=0, limits=Limits.open())
    server = await serve_workers(settings, 2)
    try:
        server.reload(Reload(Limits.open(), AddressRules(), "Friday"))
        places = [f"127.0.0.1:{port}" for port in server.own_ports]
        async with asyncio.timeout(BOUND):
            while {await message_of(each) for each in places} != {"Friday"}:  # noqa: ASYNC110
                await asyncio.sleep(0.02)
            before = server.pids
            os.kill(before[0], signal.SIGKILL)
            while server.pids == before or len(server.pids) < len(before):  # noqa: ASYNC110 - no event tells
                await asyncio.sleep(0.02)
        assert await message_of(places[0]) == "Friday"
    finally:
        await server.stop(0)


@contextmanager
def hosting(tmp_path: Path, *flags: str, **env: str) -> Generator[Program]:
    """Run ``cardtui host`` with a settings file of its own."""
    program = Program(
        *("--config", str(tmp_path / "config.toml"), "host", "--port", "0", "--plain", *flags),
        env={
            "PATH": os.environ["PATH"],
            "LANG": "C.UTF-8",
            "CARDTUI_DATA": str(tmp_path / "data"),
            "CARDTUI_DISCOVERY": "false",
            **env,
        },
    )
    try:
        yield program
    finally:
        program.end()


@pytest.mark.slow
def test_the_program_reads_its_settings_again_and_keeps_the_old_ones_if_they_are_wrong(
    tmp_path: Path,
) -> None:
    config = tmp_path / "config.toml"
    config.write_text('message = "Monday"\n')
    with hosting(tmp_path) as program:
        program.wait_for("Ctrl-C stops the server")
        address = next(each.split()[-1] for each in program.lines if "cardtui connect" in each)
        assert asyncio.run(message_of(address)) == "Monday"
        config.write_text('message = "Tuesday"\n[limits]\ntables = 7\n')
        program.send(signal.SIGUSR1)
        at = program.wait_for("are read again")
        assert asyncio.run(message_of(address)) == "Tuesday"
        for wrong in ('mesage = "x"\n', "[limits]\ntabels = 7\n", "= x"):
            config.write_text(wrong)
            program.send(signal.SIGUSR1)
            at = program.wait_for("The settings stay as they were. .*config.toml:", after=at)
        assert asyncio.run(message_of(address)) == "Tuesday"
        program.send(signal.SIGTERM)
        assert program.wait() == 0


@pytest.mark.slow
def test_a_service_manager_is_told_when_the_server_is_ready_and_when_it_stops(
    tmp_path: Path,
) -> None:
    (tmp_path / "config.toml").touch()
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as manager:
        manager.bind(str(tmp_path / "notify"))
        manager.settimeout(60)
        with hosting(tmp_path, NOTIFY_SOCKET=str(tmp_path / "notify")) as program:
            assert manager.recv(100) == b"READY=1"
            program.wait_for("Ctrl-C stops the server")
            program.send(signal.SIGTERM)
            assert manager.recv(100) == b"STOPPING=1"
            assert program.wait() == 0


@pytest.mark.nightly
def test_a_message_cannot_be_waited_for_where_nobody_listens(tmp_path: Path) -> None:
    (tmp_path / "config.toml").touch()
    with hosting(tmp_path, NOTIFY_SOCKET=str(tmp_path / "nobody")) as program:
        program.wait_for("Ctrl-C stops the server")
        program.send(signal.SIGTERM)
        assert program.wait() == 0


async def test_calls_of_grpc_are_refused_and_not_broken_off() -> None:
    async with running() as server:
        server.reload(
            Reload(Limits.open(), AddressRules(deny=read_networks("127.0.0.1", "deny")), "")
        )
        with pytest.raises(grpc.aio.AioRpcError) as refused:
            await Caller.of(server.address, "Ana")
        assert refused.value.code() is grpc.StatusCode.PERMISSION_DENIED

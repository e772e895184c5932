"""How long a caller may take, how long a caller may be silent, and how many there may be."""

import asyncio
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from pathlib import Path
from unittest.mock import Mock

import asyncssh
import pytest
from cardtui_ssh.__main__ import manners
from cardtui_ssh.gate import _MOST_STRANGERS_PER_ADDRESS, Gate
from cardtui_ssh.visit import Visit

from cardtui_client.hosting.visitors import Visitors
from cardtui_server.rpc.addresses import AddressRules
from tests.support.programs import SECONDS

ECHO = ("-c", "print('here', flush=True)\nwhile input(): print('more', flush=True)")
"""A client that answers each line, for as long as lines come."""


@pytest.fixture(autouse=True)
def _echo(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("cardtui_ssh.visit._CLIENT_ARGUMENTS", ECHO)


@asynccontextmanager
async def _door(
    folder: Path, *, most: int = 9, idle: float = SECONDS, login: float = SECONDS
) -> AsyncGenerator[int]:
    """Let people in here, with small bounds; the block gets the port."""
    gate = Gate("nowhere", Visitors(folder, most=most, each=9), AddressRules(), idle=idle)
    key = asyncssh.generate_private_key("ssh-ed25519")
    options = manners(gate, key, login=login)
    async with await asyncssh.listen("127.0.0.1", 0, options=options) as listener:
        yield listener.get_port()
        await gate.close()


@asynccontextmanager
async def _visit(
    port: int, env: dict[str, str] | None = None
) -> AsyncGenerator[asyncssh.SSHClientProcess[str]]:
    """Come as a guest, in lines."""
    async with (
        asyncio.timeout(SECONDS),
        asyncssh.connect(
            "127.0.0.1",
            port,
            username="ana",
            password="",
            known_hosts=None,
            client_keys=None,
            config=None,
            agent_path=None,
        ) as caller,
        caller.create_process("lines", env=env) as process,
    ):
        yield process


@pytest.mark.parametrize("said", [b"", b"SSH-2.0-slow\r\n"])
async def test_who_does_not_say_in_time_who_it_is_is_sent_away(tmp_path: Path, said: bytes) -> None:
    async with _door(tmp_path, login=0.2) as port:
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        writer.write(said)
        async with asyncio.timeout(SECONDS / 2):
            assert (await reader.read()).startswith(b"SSH-2.0-cardtui")
        writer.close()


@pytest.mark.slow
async def test_who_types_stays_and_who_is_silent_is_shown_out(tmp_path: Path) -> None:
    loop = asyncio.get_running_loop()
    async with _door(tmp_path, idle=2) as port, _visit(port) as process:
        assert await process.stdout.readline() == "here\n"
        came = loop.time()
        while loop.time() < came + 2.5:
            process.stdin.write("x\n")
            assert await process.stdout.readline() == "more\n"
            await asyncio.sleep(0.1)
        assert await process.stdout.read() == ""
        assert loop.time() > came + 4


async def test_no_more_may_visit_at_a_time_than_there_is_room_for(tmp_path: Path) -> None:
    async with _door(tmp_path, most=2) as port, _visit(port) as first, _visit(port) as second:
        for each in (first, second):
            assert await each.stdout.readline() == "here\n"
        async with _visit(port) as third:
            assert await third.stdout.read() == (
                "Too many people are here now: try again later.\r\n"
            )
        first.stdin.write("\n")
        assert await first.stdout.read() == ""
        async with _visit(port) as fourth:
            assert await fourth.stdout.readline() == "here\n"


async def test_of_an_environment_a_channel_keeps_language_and_colours_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked, kept = Visit.exec_requested, dict[str, str]()

    def look(visit: Visit, command: str) -> bool:
        kept.update(visit._channel.get_environment())
        return asked(visit, command)

    monkeypatch.setattr(Visit, "exec_requested", look)
    told = {f"X{number}": "x" * 1000 for number in range(20)}
    async with _door(tmp_path) as port, _visit(port, {**told, "LC_ALL": "es_AR.UTF-8"}) as process:
        assert await process.stdout.readline() == "here\n"
    assert kept == {"LC_ALL": "es_AR.UTF-8"}


async def test_only_some_may_wait_from_one_address_who_do_not_play(
    tmp_path: Path,
) -> None:
    gate = Gate("nowhere", Visitors(tmp_path, most=9, each=9), AddressRules(), idle=SECONDS)

    def stays(address: str) -> bool:
        return gate.came(Mock(unread=0, plays=False, **{"end.return_value": None}), address)

    came = [stays("10.0.0.7") for _ in range(_MOST_STRANGERS_PER_ADDRESS + 1)]
    assert came == [True] * _MOST_STRANGERS_PER_ADDRESS + [False]
    assert stays("10.0.0.8")
    assert all(stays("127.0.0.1") for _ in range(_MOST_STRANGERS_PER_ADDRESS + 1))
    await gate.close()

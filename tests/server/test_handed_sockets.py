"""Sockets that were open before the server: systemd's, at which people wait while it restarts."""

import asyncio
import os
import signal
import socket
import sys
from collections.abc import AsyncGenerator, Iterator
from contextlib import asynccontextmanager, suppress
from dataclasses import replace
from pathlib import Path

import pytest

from cardtui_client.net.address import line_to
from cardtui_client.net.connection import Connection
from cardtui_server.failures import StartError
from cardtui_server.network.handed import handed_sockets
from cardtui_server.rpc.addresses import AddressRules, read_networks
from cardtui_server.rpc.listening import DOOR, free_port
from cardtui_server.settings import Reload, Settings
from tests.support.calling import BOUND, SWIFT, running
from tests.support.programs import PROGRAM, Program

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="systemd is Linux's")

HERE = "127.0.0.9"
"""An address of this machine at which no server listens by itself."""

ELSEWHERE = "127.0.0.8"


@pytest.fixture
def opened() -> Iterator[socket.socket]:
    with socket.create_server((HERE, free_port([HERE, DOOR, "127.0.0.1"]))) as found:
        yield found


def settings(opened: socket.socket, **changed: object) -> Settings:
    place = {"lan": (HERE,), "port": opened.getsockname()[1], "sockets": (opened.dup(),)}
    return replace(SWIFT, **place, **changed)  # type: ignore[arg-type] # by name


async def come(at: str, port: int, fingerprint: bytes) -> str:
    line = line_to(f"{at}:{port}", fingerprint.hex())
    connection = await Connection.open(line, "Ana")
    try:
        return (await connection.get_server()).name
    finally:
        await connection.close()


@asynccontextmanager
async def relayed(port: int) -> AsyncGenerator[int]:
    """Have calls at another port come from another address."""

    async def relay(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        back, onward = await asyncio.open_connection(HERE, port, local_addr=(ELSEWHERE, 0))

        async def copy(read: asyncio.StreamReader, write: asyncio.StreamWriter) -> None:
            with suppress(OSError):
                while piece := await read.read(9999):
                    write.write(piece)
            write.close()

        await asyncio.gather(copy(reader, onward), copy(back, writer))

    server = await asyncio.start_server(relay, HERE, 0)
    yield server.sockets[0].getsockname()[1]
    server.close()


async def test_who_comes_at_such_a_socket_is_served_over_tls(opened: socket.socket) -> None:
    port = opened.getsockname()[1]
    async with running(settings(opened, name="Den")) as server:
        assert list(server.lan) == [f"{HERE}:{port}"]
        assert await come(HERE, port, server.certificate.fingerprint) == "Den"
        assert await come(DOOR, port, server.certificate.fingerprint) == "Den"


async def test_where_they_come_from_is_known(opened: socket.socket) -> None:
    port = opened.getsockname()[1]
    rules = AddressRules(deny=read_networks(ELSEWHERE, "deny"))
    async with running(settings(opened, rules=rules)) as server, relayed(port) as other:
        fingerprint = server.certificate.fingerprint
        assert await come(HERE, port, fingerprint)
        with pytest.raises(Exception, match="address"):
            await come(HERE, other, fingerprint)
        server.reload(Reload(SWIFT.limits, AddressRules(), ""))
        assert await come(HERE, other, fingerprint)


async def test_who_comes_while_there_is_no_server_waits_for_the_next(
    opened: socket.socket, tmp_path: Path
) -> None:
    port = opened.getsockname()[1]
    kept = replace(settings(opened), data=tmp_path)
    async with running(kept) as server:
        fingerprint = server.certificate.fingerprint
    coming = asyncio.create_task(come(HERE, port, fingerprint))
    await asyncio.sleep(0.1)
    assert not coming.done()
    async with running(replace(kept, sockets=(opened.dup(),))), asyncio.timeout(BOUND):
        assert await coming


@pytest.mark.parametrize("place", ["127.0.0.1", "0.0.0.0"])
def test_addresses_of_the_server_itself_are_refused(
    place: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    with socket.create_server((place, 0)) as found:
        monkeypatch.setattr("cardtui_server.network.handed._FIRST", found.fileno())
        given = {"LISTEN_FDS": "1", "LISTEN_PID": str(os.getpid())}
        with pytest.raises(StartError, match=r"ListenStream=192\.168\.1\.7:8782"):
            handed_sockets(given)
        assert not given, "no child takes them for its own"
        found.detach()


def test_sockets_of_another_process_are_none_of_ours() -> None:
    assert handed_sockets({"LISTEN_FDS": "1", "LISTEN_PID": str(os.getpid() + 1)}) == ()
    assert handed_sockets({}) == ()


@pytest.fixture
def activated(tmp_path: Path) -> Iterator[list[Program]]:
    started: list[Program] = []
    yield started
    for each in started:
        each.end()


def start(opened: socket.socket, data: Path, *arguments: str) -> Program:
    """Start a server as systemd does, which hands it its socket."""
    os.set_inheritable(opened.fileno(), True)
    script = (
        "import os, sys; number, *command = sys.argv[1:]; os.dup2(int(number), 3);"
        " os.environ.update(LISTEN_FDS='1', LISTEN_PID=str(os.getpid()));"
        " os.execv(command[0], command)"
    )
    env = {"CARDTUI_DATA": str(data), "LC_ALL": "C.UTF-8", "CARDTUI_DISCOVERY": "false"}
    command = (str(PROGRAM), "host", "--plain", *arguments)
    launched = ("-c", script, str(opened.fileno()), *command)
    return Program(*launched, env=env, program=sys.executable, keeps=(opened.fileno(),))


def test_the_command_serves_at_the_socket_it_is_given_and_tells_how_to_join(
    opened: socket.socket, tmp_path: Path, activated: list[Program]
) -> None:
    place = f"{HERE}:{opened.getsockname()[1]}"
    for _ in range(2):  # the socket outlives the server
        activated.append(program := start(opened, tmp_path))
        program.wait_for("Ctrl-C stops the server")
        assert f"cardtui connect {place}/" in program.text
        program.send(signal.SIGTERM)
        assert program.wait() == 0
    activated.append(program := start(opened, tmp_path, "--lan"))
    assert program.wait() == 2
    assert "systemd has opened sockets for this server: leave out --lan" in program.text

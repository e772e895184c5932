"""Attacks on the door for ssh: floods before the login, channels, environments, names."""

import asyncio
import re
from collections.abc import AsyncGenerator, Callable
from contextlib import suppress
from pathlib import Path
from typing import Any
from unittest.mock import Mock

import asyncssh
import pytest
import pytest_asyncio
from cardtui_ssh.door import Opened, beside
from cardtui_ssh.gate import Gate

from cardtui_client.command_line.errors import Failed
from cardtui_client.hosting.visitors import Visitors
from cardtui_server.rpc.addresses import AddressRules, read_networks
from tests.support.nights import by_night
from tests.support.programs import SECONDS

NOWHERE = "127.0.0.1:1"
"""A table server's address at which nobody answers: these callers never get that far."""

NO_RULES = AddressRules()


@pytest.fixture
async def door(tmp_path: Path) -> AsyncGenerator[Opened]:
    async with beside(NOWHERE, list, tmp_path, 0, NO_RULES) as opened:
        yield opened


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def any_door(tmp_path_factory: pytest.TempPathFactory) -> AsyncGenerator[Opened]:
    """A door for all tests that leave nothing behind it: a process less for each."""
    async with beside(NOWHERE, list, tmp_path_factory.mktemp("door"), 0, NO_RULES) as opened:
        yield opened


async def _come(port: int, name: str = "ana", **wanted: Any) -> asyncssh.SSHClientConnection:
    async with asyncio.timeout(SECONDS):
        return await asyncssh.connect(
            "127.0.0.1",
            port,
            username=name,
            known_hosts=None,
            client_keys=wanted.pop("client_keys", None),
            password="anything",
            config=None,
            agent_path=None,
            **wanted,
        )


async def _refused(caller: asyncssh.SSHClientConnection, **wanted: Any) -> str:
    """Ask for a command that there is not; return what is said."""
    async with asyncio.timeout(SECONDS):
        answer = await caller.run("nonsense", **wanted)
    assert answer.exit_status == 2
    return str(answer.stdout)


def _names(folder: Path) -> set[str]:
    return {each.name for each in folder.iterdir()}


def _door_process() -> Path:
    """Return where Linux shows the process that we have started."""
    for each in Path("/proc").iterdir():
        with suppress(OSError):
            if each.name.isdigit() and b"cardtui_ssh\0" in (each / "cmdline").read_bytes():
                parent = re.search(r"PPid:\t(\d+)", (each / "status").read_text())
                assert parent is not None
                if int(parent[1]) == _own_id():
                    return each
    raise AssertionError


def _own_id() -> int:
    return int(Path("/proc/self").readlink().name)


def _memory() -> int:
    """Return how many MB the door has."""
    found = re.search(r"VmRSS:\s+(\d+) kB", (_door_process() / "status").read_text())
    assert found is not None
    return int(found[1]) // 1024


async def test_silent_connections_keep_nobody_out(door: Opened, tmp_path: Path) -> None:
    silent = [await asyncio.open_connection("127.0.0.1", door.port) for _ in range(300)]
    async with await _come(door.port) as caller:
        assert "card tables alone" in await _refused(caller)
    assert len(list((_door_process() / "fd").iterdir())) < 120
    for _reader, writer in silent:
        writer.close()


async def test_who_has_logged_in_and_does_not_play_keeps_nobody_out(door: Opened) -> None:
    idle = [await _come(door.port) for _ in range(80)]
    async with await _come(door.port) as caller:
        await _refused(caller)
        assert len(list((_door_process() / "fd").iterdir())) < 80
    for each in idle:
        each.abort()


@pytest.mark.parametrize(
    ("ask", "arguments", "options"),
    [
        ("open_connection", ("127.0.0.1", 22), {}),
        ("open_unix_connection", ("/run/x",), {}),
        ("start_server", (Mock(), "", 0), {}),
        ("start_unix_server", (Mock(), "/run/x"), {}),
        ("open_tun", (), {}),
        ("open_tap", (), {}),
        ("start_sftp_client", (), {}),
        ("create_process", (), {"subsystem": "shell"}),
        ("create_process", ("lines",), {"x11_forwarding": True, "x11_display": "x:0"}),
    ],
)
async def test_there_is_no_way_on(
    any_door: Opened, ask: str, arguments: tuple[Any, ...], options: dict[str, Any]
) -> None:
    async with await _come(any_door.port) as caller:
        with pytest.raises((asyncssh.ChannelOpenError, asyncssh.ChannelListenError)):
            await asyncio.wait_for(getattr(caller, ask)(*arguments, **options), SECONDS)


@pytest.mark.parametrize(
    "command", ["lines; id", "lines $(id)", "code ../x", "\x1b]0;x\x07\x1b[2J", "x" * 100_000]
)
async def test_a_command_is_only_words(any_door: Opened, command: str) -> None:
    async with await _come(any_door.port) as caller:
        answer = await asyncio.wait_for(caller.run(command, term_type=command[:99]), SECONDS)
        assert answer.exit_status == 2
        assert "\x1b" not in str(answer.stdout)


async def test_nonsense_before_the_login_ends_its_connection_alone(any_door: Opened) -> None:
    for nonsense in (b"GET / HTTP/1.1\r\n\r\n", b"\x00" * 100_000, b"SSH-2.0-x\r\n" + b"\xff" * 99):
        reader, writer = await asyncio.open_connection("127.0.0.1", any_door.port)
        with suppress(ConnectionError):
            writer.write(nonsense)
            await writer.drain()
            async with asyncio.timeout(SECONDS):
                while await reader.read(1 << 16):
                    pass
        writer.close()
    async with await _come(any_door.port) as caller:
        await _refused(caller)


@pytest.mark.slow
@pytest.mark.parametrize("number", [2_000, *by_night(10_000)])
async def test_thousands_of_channels_end_their_connection_alone(door: Opened, number: int) -> None:
    before = _memory()
    async with await _come(door.port) as caller:
        asked = [asyncio.ensure_future(caller.create_process("nonsense")) for _ in range(number)]
        async with asyncio.timeout(SECONDS):
            answers = await asyncio.gather(*asked, return_exceptions=True)
        opened = [each for each in answers if not isinstance(each, Exception)]
        assert len(opened) <= 1
    async with await _come(door.port) as caller:
        await _refused(caller)
    assert _memory() < before + 30


@pytest.mark.nightly(reason="test_limits.py: what is kept")
async def test_of_a_huge_environment_nothing_is_kept(door: Opened, tmp_path: Path) -> None:
    async with await _come(door.port) as caller:
        before = _memory()
        huge = {f"X{number}": "x" * 10_000 for number in range(5_000)}
        assert "mesas" in await _refused(caller, env={**huge, "LC_ALL": "es_AR.UTF-8"})
        assert _memory() < before + 25


@pytest.mark.parametrize("name", ["\x1b[2Jana", "a\nb", "a\u202eb", "x" * 2000])
async def test_a_name_that_no_login_has_is_refused(any_door: Opened, name: str) -> None:
    with pytest.raises((asyncssh.Error, ValueError)):
        await _come(any_door.port, name)
    async with await _come(any_door.port) as caller:
        await _refused(caller)


@pytest.mark.parametrize("name", ["../../x", *by_night("/etc/passwd", "-oProxyCommand=x", "")])
async def test_a_name_leads_to_no_folder(door: Opened, tmp_path: Path, name: str) -> None:
    key = asyncssh.generate_private_key("ssh-ed25519")
    async with await _come(door.port, name, client_keys=[key]) as caller:
        answer = await asyncio.wait_for(caller.run("lines", stdin=asyncssh.DEVNULL), SECONDS)
        assert answer.exit_status in (3, 130)  # nobody answers there; nobody says a name
        assert "Traceback" not in str(answer.stdout)
    assert all(re.fullmatch("[0-9a-f]{64}", each) for each in _names(tmp_path / "ssh"))
    assert _names(tmp_path) == {"ssh", "ssh_host_key"}


async def test_somebody_elses_key_is_of_no_use_without_its_secret(
    door: Opened, tmp_path: Path
) -> None:
    theirs, own = (asyncssh.generate_private_key("ssh-ed25519") for _ in range(2))
    [pair] = asyncssh.load_keypairs([own])
    pair.public_data = theirs.public_data
    async with await _come(door.port, client_keys=[pair]) as caller:
        await asyncio.wait_for(caller.run("lines", stdin=asyncssh.DEVNULL), SECONDS)
    assert _names(tmp_path / "ssh") == set()  # a guest's


async def test_a_guest_is_known_again_by_name_and_address_and_nobody_from_this_machine(
    tmp_path: Path,
) -> None:
    gate = Gate(NOWHERE, Visitors(tmp_path, most=9, each=9), NO_RULES)

    def guest(name: str, address: str) -> str:
        caller = gate.caller()
        caller.connection_made(Mock(**{"get_extra_info.return_value": (address, 50_000)}))
        caller.begin_auth(name)
        caller.validate_password(name, "")
        assert caller.visitor().guest
        return caller.visitor().token

    assert guest("ana", "10.0.0.7") == guest("ana", "10.0.0.7")
    assert guest("ana", "10.0.0.7") != guest("ana", "10.0.0.8")
    assert guest("ana", "10.0.0.7") != guest("beto", "10.0.0.7")
    assert guest("ana", "127.0.0.1") != guest("ana", "127.0.0.1")
    await gate.close()


async def test_of_too_many_guests_the_one_longest_away_is_forgotten(tmp_path: Path) -> None:
    people = Visitors(tmp_path, most=9, each=9)
    gate = Gate(NOWHERE, people, NO_RULES)
    async with people.visit("guest 0", "10.0.0.7") as folder:
        (folder / "tokens.json").touch()
    for number in range(201):
        assert folder.exists()
        gate.remember(f"guest {number}")
    assert not folder.exists()
    await gate.close()


async def test_who_asks_and_does_not_read_is_sent_away(tmp_path: Path) -> None:
    gate = Gate(NOWHERE, Visitors(tmp_path, most=9, each=9), NO_RULES)
    gone = {size: asyncio.Event() for size in (1 << 20, 1 << 24)}
    for size, event in gone.items():
        connection = Mock(**{"get_extra_info.return_value": ("10.0.0.7", 50_000)})
        connection._transport.get_write_buffer_size.return_value = size
        connection.abort.side_effect = event.set
        gate.caller().connection_made(connection)
    await asyncio.wait_for(gone[1 << 24].wait(), SECONDS)
    assert not gone[1 << 20].is_set()
    await gate.close()


@pytest.mark.nightly
async def test_addresses_may_be_kept_out(tmp_path: Path) -> None:
    rules = AddressRules(deny=read_networks("127.0.0.0/8", ""))
    async with beside(NOWHERE, list, tmp_path, 0, rules) as opened:
        with pytest.raises((asyncssh.Error, OSError)):
            await _come(opened.port)


async def test_the_door_is_opened_at_addresses_that_come_later(tmp_path: Path) -> None:
    addresses: list[str] = []
    async with beside(NOWHERE, lambda: addresses, tmp_path, 0, NO_RULES) as opened:
        assert not await _answers("127.0.0.2", opened.port)
        addresses.append("127.0.0.2")
        async with asyncio.timeout(SECONDS):
            while not await _answers("127.0.0.2", opened.port):  # noqa: ASYNC110 - another process
                await asyncio.sleep(0.05)


async def _answers(address: str, port: int) -> bool:
    try:
        reader, writer = await asyncio.open_connection(address, port)
    except OSError:
        return False
    said = await reader.readline()
    writer.close()
    return said.startswith(b"SSH-2.0-cardtui")


@pytest.mark.nightly
async def test_a_port_that_is_taken_is_named(door: Opened, tmp_path: Path) -> None:
    with pytest.raises(Failed, match=rf"Port {door.port} cannot be had .* --ssh-port"):
        async with beside(NOWHERE, list, tmp_path, door.port, NO_RULES):
            pass


def _write_nonsense(path: Path) -> None:
    path.write_text("nonsense")


@pytest.mark.parametrize(
    ("spoil", "said"),
    [
        (_write_nonsense, "is damaged"),
        pytest.param(Path.mkdir, "neither read nor made", marks=pytest.mark.nightly),
    ],
)
async def test_a_key_that_cannot_be_used_is_named(
    tmp_path: Path, spoil: Callable[[Path], object], said: str
) -> None:
    spoil(tmp_path / "ssh_host_key")
    with pytest.raises(Failed, match=said):
        async with beside(NOWHERE, list, tmp_path, 0, NO_RULES):
            pass

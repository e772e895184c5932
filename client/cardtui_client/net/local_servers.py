"""Servers that run on this machine: found by the files they leave, or at the usual port."""

from __future__ import annotations

import json
import os
import socket
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, Final, NamedTuple

from cardtui_client.given_files import read_given
from cardtui_client.net.address import DEFAULT_PORT, Address, BadAddress, parse_address
from cardtui_client.net.join_line import line_to

PORT_VARIABLE: Final = "CARDTUI_PORT"
"""Names the usual port of this machine, where it is not everybody's."""

_HOST: Final = "127.0.0.1"
_SECONDS: Final = 0.25


class LocalServer(NamedTuple):
    """A server that said it runs here.

    Attributes:
        address: ``HOST:PORT``.
        pid: of its process; 0 where that is not known.
        line: the same with the pin that it noted, where only this account can have written it.
    """

    address: str
    pid: int
    line: str = ""


Running = Callable[[], Sequence[LocalServer]]
"""Finds the servers that run on this machine now."""


def running_servers(folder: Path) -> list[LocalServer]:
    """Return the servers whose run files lie in the data folder and whose process lives.

    A server that another user of this machine runs left its file elsewhere, so the usual port
    is tried as well, unless there is none.
    """
    found = noted_servers(folder)
    port = usual_port()
    usual = LocalServer(f"{_HOST}:{port}", 0)
    if port and all(server.address != usual.address for server in found) and _listens(_HOST, port):
        found.append(usual)
    return found


def noted_servers(folder: Path) -> list[LocalServer]:
    """Return the servers whose run files lie in the data folder and whose process lives."""
    noted = (_read(path) for path in sorted((folder / "running").glob("*.json")))
    return [server for server in noted if server is not None and _lives(server.pid)]


def usual_port() -> int:
    """Return the port at which servers of this machine are looked for; 0 for none."""
    named = os.environ.get(PORT_VARIABLE, "")
    return int(named) if named.isdecimal() and int(named) < 1 << 16 else DEFAULT_PORT


def port_to_open(wanted: int | None = None) -> int:
    """Return a port if nobody listens there, else 0, which is any free one.

    Args:
        wanted: the port; ``None`` for the usual one.
    """
    port = usual_port() if wanted is None else wanted
    taken = port and any(_listens(host, port) for host in (_HOST, Address(_HOST, port).door.host))
    return 0 if taken else port


def _listens(host: str, port: int) -> bool:
    try:
        socket.create_connection((host, port), timeout=_SECONDS).close()
    except OSError:
        return False
    return True


def _read(path: Path) -> LocalServer | None:
    try:
        data: Any = json.loads(read_given(path))
        address = str(parse_address(data["address"]))
        return LocalServer(address, int(data["pid"]), line_to(address, data["sha256"]))
    except (
        OSError,
        ValueError,
        LookupError,
        TypeError,
        ArithmeticError,
        RecursionError,
        BadAddress,
    ):
        return None  # half written, or by another version: as if it were not there


def _lives(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except (ProcessLookupError, OverflowError):
        return False
    except PermissionError:
        return True  # somebody else's
    return True

"""Servers that run on this machine: found by the files they leave while they run."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from cardtui_client.address import BadAddress, parse_address


class LocalServer(NamedTuple):
    """A server that said it runs here.

    Attributes:
        address: ``HOST:PORT``.
        pid: of its process.
    """

    address: str
    pid: int


Running = Callable[[], Sequence[LocalServer]]
"""Finds the servers that run on this machine now."""


def running_servers(folder: Path) -> list[LocalServer]:
    """Return the servers whose run files lie in the data folder and whose process lives."""
    found = (_read(path) for path in sorted((folder / "running").glob("*.json")))
    return [server for server in found if server is not None and _lives(server.pid)]


def _read(path: Path) -> LocalServer | None:
    try:
        data: Any = json.loads(path.read_text(encoding="utf-8"))
        return LocalServer(str(parse_address(data["address"])), int(data["pid"]))
    except (OSError, ValueError, KeyError, TypeError, BadAddress):
        return None  # half written, or of another version: as good as not there


def _lives(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    except PermissionError:
        return True  # somebody else's
    return True

"""The sockets of connections to the server's port, found among this process's open files.

gRPC opens them, and hands out none of them.
"""

from __future__ import annotations

import os
import resource
import socket
from collections.abc import Iterator
from contextlib import suppress
from typing import Final, NamedTuple

from cardtui_server.rpc.peer_address import plain_address

_FOLDERS: Final = ("/proc/self/fd", "/dev/fd")
"""Folders in which a system lists a process's open files."""

_FOLDER: Final = next((each for each in _FOLDERS if os.path.isdir(each)), "")  # noqa: PTH112 - pathlib has nothing to add


class Ends(NamedTuple):
    """A connection's other end: address and port."""

    address: str
    port: int


def open_files() -> int:
    """Return how many files this process has open; 0 if the system does not say."""
    return len(os.listdir(_FOLDER)) if _FOLDER else 0  # noqa: PTH208 - only their number matters


def connections_to(port: int) -> Iterator[tuple[socket.socket, Ends]]:
    """Yield each connection's socket, valid until the next one, and its other end.

    The file is held open meanwhile: its number could otherwise come to name another one.
    """
    if not _FOLDER:
        return
    for number in os.listdir(_FOLDER):  # noqa: PTH208 - numbers, not paths
        try:
            held = os.dup(int(number))
        except (OSError, ValueError):
            continue  # closed by now
        try:
            found = socket.socket(fileno=held)
        except OSError:
            os.close(held)  # no socket
            continue
        with found:
            ends = _ends_of(found, port)
            if ends is not None:
                yield found, ends


def _ends_of(found: socket.socket, port: int) -> Ends | None:
    """Return the other end, if it is a connection to that port."""
    if found.family not in (socket.AF_INET, socket.AF_INET6):
        return None
    try:
        if found.getsockname()[1] != port:
            return None
        address, theirs, *_ = found.getpeername()
    except OSError:
        return None  # it listens, or it has just ended
    return Ends(plain_address(address), theirs)


def allow_files(wanted: int) -> None:
    """Let this process open so many files, as far as the system lets it."""
    least, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    allowed = wanted if most == resource.RLIM_INFINITY else min(wanted, most)
    if allowed > least != resource.RLIM_INFINITY:
        with suppress(OSError, ValueError):
            resource.setrlimit(resource.RLIMIT_NOFILE, (allowed, most))

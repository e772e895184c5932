"""The sockets of connections to the server's port, found among this process's open files.

gRPC opens them, and hands out none of them.
"""

from __future__ import annotations

import os
import resource
import socket
import stat
import sys
from collections.abc import Iterator
from contextlib import suppress
from typing import Final, NamedTuple

from cardtui_server.rpc.first_packets import admit_all, admit_share
from cardtui_server.rpc.peer_address import plain_address

_FOLDERS: Final = ("/proc/self/fd", "/dev/fd")
"""Folders in which a system lists a process's open files."""

_RECEIVED: Final = slice(128, 136)
"""Where Linux tells how many bytes a connection has received (``struct tcp_info``)."""

_FOLDER: Final = next((each for each in _FOLDERS if os.path.isdir(each)), "")  # noqa: PTH112 - pathlib has nothing to add


class Ends(NamedTuple):
    """A connection's other end: address and port."""

    address: str
    port: int


def open_files() -> int:
    """Return how many files this process has open; 0 if the system does not say."""
    return len(os.listdir(_FOLDER)) if _FOLDER else 0  # noqa: PTH208 - only their number matters


class OpenSockets:
    """The sockets of the connections to a port.

    Whose they are is asked once each: what the system tells of a file costs a tenth of asking a
    socket for both its ends, and names the socket as long as it is open.
    """

    def __init__(self, port: int) -> None:
        """Know of none."""
        self._port = port
        self._known: dict[int, Ends | None] = {}

    def find(self) -> dict[Ends, int]:
        """Return each connection's other end, and the number of its open file."""
        found: dict[Ends, int] = {}
        if not _FOLDER:
            return found
        before, self._known = self._known, {}
        for name in os.listdir(_FOLDER):  # noqa: PTH208 - numbers, not paths
            try:
                number = int(name)
                status = os.fstat(number)
            except (OSError, ValueError):
                continue  # closed by now
            if not stat.S_ISSOCK(status.st_mode):
                continue
            which = status.st_ino
            # Some systems number no sockets.
            if which and which in before:
                self._known[which] = before[which]
            else:
                try:
                    self._known[which] = self._ask(number)
                except OSError:
                    continue  # closed by now, or no file is left to ask with: asked next time
            ends = self._known[which]
            if ends is not None:
                found[ends] = number
        return found

    def shut(self, ends: Ends, number: int) -> bool:
        """Shut a connection down, if that is still its file; return whether it was."""
        try:
            held = _held(number)
        except OSError:
            return False
        if held is None:
            return False
        with held:
            if _ends_of(held, self._port) != ends:
                return False
            try:
                held.shutdown(socket.SHUT_RDWR)
            except OSError:
                return False  # it has just gone by itself
            return True

    def received(self, number: int) -> int | None:
        """Return how many bytes a connection has received so far; nothing if that is not known."""
        if not hasattr(socket, "TCP_INFO"):
            return None
        try:
            held = _held(number)
        except OSError:
            return None
        if held is None:
            return None
        with held:
            try:
                told = held.getsockopt(socket.IPPROTO_TCP, socket.TCP_INFO, _RECEIVED.stop)
            except OSError:
                return None
        if len(told) < _RECEIVED.stop:
            return None  # an older Linux tells less
        return int.from_bytes(told[_RECEIVED], sys.byteorder)

    def defer(self, seconds: int) -> None:
        """Let the system keep new connections to itself until they say something, or for so long.

        Some systems cannot; there every connection is taken up at once.
        """
        if hasattr(socket, "TCP_DEFER_ACCEPT"):
            for held in self._listening():
                with suppress(OSError):
                    held.setsockopt(socket.IPPROTO_TCP, socket.TCP_DEFER_ACCEPT, seconds)

    def admit(self, share: float) -> None:
        """Let only a share of new connections come in at once; the others try again by themselves.

        Args:
            share: from 0 to 1; 1 lets everybody in.

        Raises:
            OSError: the system cannot do that; everybody comes in.
        """
        for held in self._listening():
            if share < 1:
                admit_share(held, share)
            else:
                admit_all(held)

    def _listening(self) -> Iterator[socket.socket]:
        """Yield the sockets that wait for connections to the port, each held open meanwhile."""
        for name in os.listdir(_FOLDER) if _FOLDER else ():  # noqa: PTH208 - numbers, not paths
            try:
                held = _held(int(name))
            except (OSError, ValueError):
                continue  # closed by now
            if held is not None:
                with held:
                    if _listens(held, self._port):
                        yield held

    def _ask(self, number: int) -> Ends | None:
        held = _held(number)
        if held is None:
            return None
        with held:
            return _ends_of(held, self._port)


def _held(number: int) -> socket.socket | None:
    """Return the socket with that number, held open: the number could come to name another.

    Raises:
        OSError: it is closed by now, or there is no room for another file.
    """
    held = os.dup(number)
    try:
        return socket.socket(fileno=held)
    except OSError:
        os.close(held)  # no socket
        return None


def _listens(found: socket.socket, port: int) -> bool:
    """Return whether it is the socket that waits for connections to that port."""
    return (
        found.family in (socket.AF_INET, socket.AF_INET6)
        and found.getsockopt(socket.SOL_SOCKET, socket.SO_ACCEPTCONN) == 1
        and found.getsockname()[1] == port
    )


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

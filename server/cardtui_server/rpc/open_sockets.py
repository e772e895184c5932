"""Finds the sockets of connections to the server's port among this process's open files, and shuts
them. Which are shut is decided in `connections.py` and `senders.py`, how many wait in
`turnstile.py`.

gRPC opens them, and hands out none of them. So each is used by its number, which may come to name
another file at any moment. That does no harm: no number is ever copied or closed here, since to
close any descriptor of a file drops all locks of this process on it, SQLite's among them.
"""

from __future__ import annotations

import os
import socket
import stat
import sys
from collections.abc import Callable, Generator, Sequence
from contextlib import contextmanager, suppress
from typing import Final, NamedTuple, TypeAlias

from cardtui_server.rpc.addresses import plain_address
from cardtui_server.rpc.packet_filter import let_through

_OPEN_FILES_FOLDERS: Final = ("/proc/self/fd", "/dev/fd")
"""Folders in which a system lists a process's open files."""

_MOST_FILE_NUMBERS: Final = 2**16
"""How many numbers are tried where the system lists none."""

_BYTES_RECEIVED: Final = slice(128, 136)
"""Where Linux tells how many bytes a connection has received (``struct tcp_info``)."""

_NO_SOCKET: Final = -1
"""How a file is named that is no socket."""

_SO_MEMINFO: Final = 55
_PACKETS_DROPPED: Final = slice(32, 36)
"""Where it tells how many packets to a socket were dropped (``SO_MEMINFO``)."""

_OPEN_FILES_FOLDER: Final = next((each for each in _OPEN_FILES_FOLDERS if os.path.isdir(each)), "")  # noqa: PTH112 - pathlib has nothing to add


class Ends(NamedTuple):
    """A connection's other end: address and port.

    Two connections may have the same one, if they lead to two of the server's addresses.
    """

    address: str
    port: int


Socket: TypeAlias = tuple[int, Ends]
"""A connection: the number of its open file, and its other end."""


class _File(NamedTuple):
    """An open file: how the system names its socket, and its other end if it is a connection."""

    which: int
    ends: Ends | None


def open_files() -> int:
    """Return how many files this process has open; 0 if the system does not say."""
    return len(_numbers())


def _numbers() -> Sequence[int]:
    """Return the numbers of this process's open files, some of which may be closed by now."""
    try:
        return [int(name) for name in os.listdir(_OPEN_FILES_FOLDER)] if _OPEN_FILES_FOLDER else []  # noqa: PTH208 - numbers, not paths
    except OSError:  # no file is left to list them with: all that may be open are
        import resource

        return range(min(resource.getrlimit(resource.RLIMIT_NOFILE)[0], _MOST_FILE_NUMBERS))


class OpenSockets:
    """The sockets of the connections to some ports.

    Whose they are is asked once each: what the system tells of a file costs a tenth of asking a
    socket for both its ends, and names the socket as long as it is open.
    """

    def __init__(self, *ports: int) -> None:
        """Know of none."""
        self._ports = ports
        self._files: dict[int, _File] = {}
        self._again: list[int] = []
        self._first = self._long = 1.0

    def find(self) -> dict[int, Ends]:
        """Return the number of each connection's open file, and its other end."""
        self._again = []
        self.changed()
        return {number: file.ends for number, file in self._files.items() if file.ends is not None}

    def changed(self, most: int = sys.maxsize) -> tuple[list[Socket], list[Socket]]:
        """Return which connections have come, and which have gone, since they were looked at last.

        Args:
            most: how many of the numbers that are known are looked at again, in their turn: the
                system may have closed one, and given it to another connection.
        """
        numbers = set(_numbers())
        self._again = self._again or list(self._files)
        due, self._again = self._again[:most], self._again[most:]
        came, went = list[Socket](), list[Socket]()
        for number in (*due, *(numbers ^ self._files.keys())):
            before = self._files.get(number)
            after = self._file(number, before) if number in numbers else None
            if after is before:
                continue
            if before is not None and before.ends is not None:
                went.append((number, before.ends))
            if after is not None and after.ends is not None:
                came.append((number, after.ends))
            if after is None:
                del self._files[number]
            else:
                self._files[number] = after
        return came, went

    def _file(self, number: int, before: _File | None) -> _File | None:
        """Return what a number names now; nothing if it was closed by now."""
        try:
            status = os.fstat(number)
            which = status.st_ino if stat.S_ISSOCK(status.st_mode) else _NO_SOCKET
            # Some systems number no sockets.
            if which and before is not None and which == before.which:
                return before
            return _File(which, None if which == _NO_SOCKET else self._ask(number))
        except OSError:
            return None

    def shut(self, ends: Ends, number: int) -> bool:
        """Shut a connection down, if that is still its file; return whether it was."""
        self._again.insert(0, number)
        try:
            with _borrowed(number) as held:
                if _ends_of(held, self._ports) != ends:
                    return False
                held.shutdown(socket.SHUT_RDWR)
        except OSError:
            return False  # it has just gone by itself
        return True

    def received(self, number: int) -> int | None:
        """Return how many bytes a connection has received so far; nothing if that is not known."""
        if sys.platform != "linux":
            return None
        try:
            with _borrowed(number) as held:
                told = held.getsockopt(socket.IPPROTO_TCP, socket.TCP_INFO, _BYTES_RECEIVED.stop)
        except OSError:
            return None
        if len(told) < _BYTES_RECEIVED.stop:
            return None  # an older Linux tells less
        return int.from_bytes(told[_BYTES_RECEIVED], sys.byteorder)

    def arrived(self) -> int:
        """Return how many have tried to connect so far, as far as Linux tells.

        Of each it drops one packet: the first, or that which says nothing (``TCP_DEFER_ACCEPT``).
        """
        told: list[bytes] = []
        if sys.platform == "linux":
            with suppress(OSError):
                self._at_listening(
                    lambda held: told.append(
                        held.getsockopt(socket.SOL_SOCKET, _SO_MEMINFO, _PACKETS_DROPPED.stop)
                    )
                )
        return sum(int.from_bytes(each[_PACKETS_DROPPED], sys.byteorder) for each in told)

    def prepare(self, silence: int, unread: int) -> None:
        """Have the system hold back new connections and what is sent at once; some systems cannot.

        Args:
            silence: for how many seconds it keeps a connection that says nothing to itself.
            unread: how many bytes may wait to be read, on each connection.
        """
        options = [(socket.SOL_SOCKET, socket.SO_RCVBUF, unread)]
        if sys.platform == "linux":
            options.append((socket.IPPROTO_TCP, socket.TCP_DEFER_ACCEPT, silence))

        def set_all(held: socket.socket) -> None:
            for option in options:
                with suppress(OSError):
                    held.setsockopt(*option)

        self._at_listening(set_all)
        with suppress(OSError):
            self._let_through()

    def admit(self, share: float) -> None:
        """Let only a share of new connections come in at once; the others try again by themselves.

        Args:
            share: from 0 to 1; 1 lets everybody in.

        Raises:
            OSError: the system cannot do that; everybody comes in.
        """
        self._first = share
        self._let_through()

    def slow(self, share: float) -> None:
        """Let only a share of long packets come in at once, on connections that come from now on.

        Args:
            share: from 0 to 1; 1 lets all come in.

        Raises:
            OSError: the system cannot do that; all come in.
        """
        self._long = share
        self._let_through()

    def _let_through(self) -> None:
        self._at_listening(lambda held: let_through(held, first=self._first, long=self._long))

    def _at_listening(self, do: Callable[[socket.socket], None]) -> None:
        """Do something to the sockets that wait for connections to the ports.

        Raises:
            OSError: the system does not do that.
        """
        for number in _numbers():
            if self._listens(number):
                with _borrowed(number) as held:
                    do(held)

    def _listens(self, number: int) -> bool:
        try:
            with _borrowed(number) as held:
                return (
                    held.family in (socket.AF_INET, socket.AF_INET6)
                    and held.getsockopt(socket.SOL_SOCKET, socket.SO_ACCEPTCONN) == 1
                    and held.getsockname()[1] in self._ports
                )
        except OSError:
            return False  # closed by now, or no socket

    def _ask(self, number: int) -> Ends | None:
        with _borrowed(number) as held:
            return _ends_of(held, self._ports)


@contextmanager
def _borrowed(number: int) -> Generator[socket.socket]:
    """Lend the socket with that number, which stays as it is.

    Raises:
        OSError: it is closed by now, or names no socket.
    """
    held = socket.socket(fileno=number)
    try:
        yield held
    finally:
        held.detach()


def _ends_of(found: socket.socket, ports: Sequence[int]) -> Ends | None:
    """Return the other end, if it is a connection to one of those ports."""
    if found.family not in (socket.AF_INET, socket.AF_INET6):
        return None
    try:
        if found.getsockname()[1] not in ports:
            return None
        address, theirs, *_ = found.getpeername()
    except OSError:
        return None  # it listens, or it has just ended
    return Ends(plain_address(address), theirs)


def allow_files(wanted: int) -> int:
    """Let this process open so many files, as far as the system lets it; return how many it may."""
    import resource

    allowed, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = wanted if most == resource.RLIM_INFINITY else min(wanted, most)
    if allowed != resource.RLIM_INFINITY and allowed < wanted:
        with suppress(OSError, ValueError):
            resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, most))
            return wanted
    return wanted if allowed == resource.RLIM_INFINITY else allowed

"""Sockets that systemd has opened before the server is there, and hands over (LISTEN_FDS)."""

from __future__ import annotations

import os
import socket
from collections.abc import MutableMapping, Sequence
from contextlib import suppress
from typing import Final

from cardtui_server.failures import StartError

_FIRST: Final = 3
"""The number of the first of them, as systemd has it."""

_NOT_ONE: Final = ("0.0.0.0", "::", "127.0.0.1", "::1")  # noqa: S104 - none is listened at
"""Addresses at which the server itself has to listen, or that contain these."""


def handed_sockets(environ: MutableMapping[str, str]) -> Sequence[socket.socket]:
    """Return the sockets that this process was given; no process that it starts gets them.

    Raises:
        StartError: the server cannot use them.
    """
    count, process = environ.pop("LISTEN_FDS", "0"), environ.pop("LISTEN_PID", "")
    environ.pop("LISTEN_FDNAMES", "")
    if process != str(os.getpid()) or not count.isdecimal():
        return ()
    found = [socket.socket(fileno=each) for each in range(_FIRST, _FIRST + int(count))]
    for each in found:
        each.set_inheritable(False)
        each.setblocking(False)
        if not _listens(each) or each.getsockname()[0] in _NOT_ONE:
            raise StartError(
                "The sockets that systemd opens for the server are those for other machines: in the"
                " socket unit, name an address that this machine has in the network, such as"
                " ListenStream=192.168.1.7:8782."
            )
    if len({each.getsockname()[1] for each in found}) > 1:
        raise StartError("In the socket unit, all addresses need the same port.")
    return found


def _listens(found: socket.socket) -> bool:
    """Return whether it is a socket at which connections come in by TCP."""
    inet = found.family in (socket.AF_INET, socket.AF_INET6)
    with suppress(OSError, AttributeError):
        return inet and bool(found.getsockopt(socket.SOL_SOCKET, socket.SO_ACCEPTCONN))
    return False

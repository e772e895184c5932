"""A link between a client and a server that can be cut, and mended again."""

import socket
import threading
from contextlib import suppress

from cardtui_server.rpc.listening import DOOR_HOST

_PIECE = 16 * 1024


class Link:
    """Passes on what comes to its own address, until it is cut.

    Attributes:
        address: what a client connects to.
    """

    def __init__(self, address: str) -> None:
        self._target = (DOOR_HOST, int(address.rpartition(":")[2]))
        self._door = socket.create_server(("127.0.0.1", 0))
        self.address = f"127.0.0.1:{self._door.getsockname()[1]}"
        self._whole = threading.Event()
        self._whole.set()
        self._lock = threading.Lock()
        self._ends: list[socket.socket] = []
        self._in_thread(self._open)

    def cut(self) -> None:
        """Break what passes, and let nobody through from now on."""
        with self._lock:
            self._whole.clear()
            ends, self._ends = self._ends, []
        for end in ends:
            _close(end)

    def mend(self) -> None:
        """Let everybody through again."""
        self._whole.set()

    def close(self) -> None:
        """End for good."""
        _close(self._door)
        self.cut()

    def _open(self) -> None:
        with suppress(OSError):  # closed
            while True:
                client, _peer = self._door.accept()
                with self._lock:
                    if not self._whole.is_set():
                        _close(client)
                        continue
                    server = socket.create_connection(self._target)
                    self._ends += [client, server]
                self._in_thread(self._pass_on, client, server)
                self._in_thread(self._pass_on, server, client)

    def _in_thread(self, run: object, *ends: socket.socket) -> None:
        assert callable(run)
        threading.Thread(target=run, args=ends, daemon=True).start()

    def _pass_on(self, source: socket.socket, goal: socket.socket) -> None:
        with suppress(OSError):  # cut
            while piece := source.recv(_PIECE):
                goal.sendall(piece)
        _close(source)
        _close(goal)


def _close(end: socket.socket) -> None:
    with suppress(OSError):  # it was closed already
        end.shutdown(socket.SHUT_RDWR)
    end.close()

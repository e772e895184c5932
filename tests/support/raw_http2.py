"""Callers without gRPC: connections that do what no honest client does, byte by byte."""

import selectors
import socket
import struct
import threading
from contextlib import suppress

from cardtui_server.rpc.listening import DOOR_HOST

HELLO = b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n" + b"\0\0\0\4\0\0\0\0\0"
"""What a client says first: that it speaks HTTP/2, and that it wants no settings."""

WINDOW = b"\0\0\4\x08\0\0\0\0\0\0\0\0\1"
"""A frame that asks for nothing: the sender has room for one byte more."""

DATA, HEADERS, RESET = 0, 1, 3
END_STREAM, END_HEADERS = 1, 4
EMPTY = b"\0\0\0\0\0"
"""A message of gRPC without a field."""

_CANCEL = b"\0\0\0\x08"


def frame(kind: int, flags: int, stream: int, body: bytes = b"") -> bytes:
    """Return a frame of HTTP/2."""
    head = struct.pack(">I", len(body))[1:] + bytes([kind, flags]) + struct.pack(">I", stream)
    return head + body


def _field(name: bytes, value: bytes) -> bytes:
    """Return a header field as a literal that no table remembers."""
    return bytes([0, len(name)]) + name + bytes([len(value)]) + value


def request(path: str, token: str = "") -> bytes:
    """Return the header block of a request."""
    fields = [
        (b":method", b"POST"),
        (b":scheme", b"http"),
        (b":path", path.encode()),
        (b":authority", b"x"),
        (b"content-type", b"application/grpc"),
        (b"te", b"trailers"),
    ]
    if token:
        fields.append((b"authorization", f"Bearer {token}".encode()))
    return b"".join(_field(name, value) for name, value in fields)


def connect(port: int) -> socket.socket:
    """Return a connection that has said hello, and says no more.

    Its port is bound, so that no other program of this machine begins a connection there.
    """
    made = socket.create_connection(("127.0.0.1", port), source_address=("127.0.0.1", 0))
    made.sendall(HELLO)
    return made


def twin(of: socket.socket) -> socket.socket:
    """Return a connection from the same port to where the server speaks TLS; it says hello slowly.

    Of its greeting there are 16 kB more to come.
    """
    made = socket.socket()
    for each in (of, made):
        each.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    made.bind(of.getsockname())
    made.connect((DOOR_HOST, of.getpeername()[1]))
    made.sendall(b"\x16\x03\x01\x40\0")
    return made


def until_few_are_open(connections: list[socket.socket], most: int) -> None:
    """Wait until the server has closed all but so many of the connections."""
    with selectors.DefaultSelector() as left:
        for each in connections:
            left.register(each, selectors.EVENT_READ, each)
        while len(left.get_map()) > most:
            for key, _ in left.select():
                with suppress(ConnectionResetError):
                    if key.data.recv(65536):
                        continue
                left.unregister(key.data)


class Resetter:
    """A thread that opens streams on a connection and resets them at once, as fast as it can."""

    def __init__(self, port: int, path: str, token: str, streams: int) -> None:
        self.sent = 0
        self._block = request(path, token)
        self._streams = streams
        self._socket = connect(port)
        self._reader = threading.Thread(target=self._drain, daemon=True)
        self._writer = threading.Thread(target=self._flood, daemon=True)
        self._reader.start()
        self._writer.start()

    @property
    def busy(self) -> bool:
        return self._writer.is_alive()

    def close(self) -> None:
        """End it, and wait until it has ended."""
        with suppress(OSError):  # the server has closed it
            self._socket.shutdown(socket.SHUT_RDWR)
        self._writer.join()
        self._reader.join()
        self._socket.close()

    def _flood(self) -> None:
        try:
            while self.sent < self._streams:
                first = 2 * self.sent + 1
                self._socket.sendall(
                    b"".join(
                        frame(HEADERS, END_HEADERS, first + 2 * each, self._block)
                        + frame(RESET, 0, first + 2 * each, _CANCEL)
                        for each in range(32)
                    )
                )
                self.sent += 32
        except OSError:
            return  # the server has closed it

    def _drain(self) -> None:
        try:
            while self._socket.recv(65536):
                pass
        except OSError:
            pass
        # The server has closed it. Who sends may wait for room all the same, and never hear of it.
        with suppress(OSError):
            self._socket.shutdown(socket.SHUT_RDWR)

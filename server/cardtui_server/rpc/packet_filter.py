"""The filter by which Linux drops packets of newcomers and cuts long ones (`let_through`).
Which packets are long: `_LONG_BYTES`. How many are dropped: `turnstile.py`, `senders.py`.

Linux runs a small program on every packet that reaches a socket (``SO_ATTACH_FILTER``, see
https://docs.kernel.org/networking/filter.html), and connections inherit it from the socket that
listens. The one here drops a part of the first packets of new connections, cuts packets of more
than `_KEPT_BYTES`, and drops a part of those of more than `_LONG_BYTES`. What was cut off or
dropped TCP sends again a fifth of a second later. So megabytes come in slowly, and gRPC, which
keeps five bytes for each byte of a request's head that does not end, has little to keep; a call has
a few hundred bytes, and waits for nothing.
"""

from __future__ import annotations

import ctypes
import socket
from typing import Final

_KEPT_BYTES: Final = 16 * 1024
"""The bytes that are kept of a packet, its head among them: as many as the longest request has."""

_SO_ATTACH_FILTER: Final = 26
"""Python does not name it."""

_FLAGS_OFFSET: Final = 13
"""Where TCP's header has its flags."""

_SYN: Final = 0x02
_ACK: Final = 0x10

_RANDOM_OFFSET: Final = 0xFFFFF038
"""Where a filter reads a random number of 32 bits."""

_LONG_BYTES: Final = 600
"""The bytes of a long packet, its head among them: a call has fewer."""

_LOAD_LENGTH: Final = 0x80
_LOAD_BYTE: Final = 0x30
_LOAD_WORD: Final = 0x20
_AND: Final = 0x54
_IF_EQUAL: Final = 0x15
_IF_AT_LEAST: Final = 0x35
_RETURN: Final = 0x06

_GREATEST_RANDOM: Final = 0xFFFFFFFF
"""More than nearly every random number."""


class _Instruction(ctypes.Structure):
    _fields_ = (
        ("code", ctypes.c_uint16),
        ("if_true", ctypes.c_uint8),
        ("if_false", ctypes.c_uint8),
        ("value", ctypes.c_uint32),
    )


class _Program(ctypes.Structure):
    _fields_ = (("length", ctypes.c_uint16), ("start", ctypes.POINTER(_Instruction)))


def let_through(listening: socket.socket, *, first: float, long: float) -> None:
    """Have long packets cut, and some packets dropped, chosen at random.

    Args:
        listening: the socket that waits for connections; those that are there keep what they have.
        first: the share of first packets that comes through, from 0 to 1.
        long: the share of long packets that comes through, from 0 to 1.

    Raises:
        OSError: the system does not do that.
    """
    steps = (
        (_LOAD_BYTE, 0, 0, _FLAGS_OFFSET),
        (_AND, 0, 0, _SYN | _ACK),
        (_IF_EQUAL, 2, 0, _SYN),
        (_LOAD_LENGTH, 0, 0, 0),
        (_IF_AT_LEAST, 2, 5, _LONG_BYTES),
        (_LOAD_WORD, 0, 0, _RANDOM_OFFSET),
        (_IF_AT_LEAST, 2, 3, int(first * _GREATEST_RANDOM)),
        (_LOAD_WORD, 0, 0, _RANDOM_OFFSET),
        (_IF_AT_LEAST, 0, 1, int(long * _GREATEST_RANDOM)),
        (_RETURN, 0, 0, 0),
        (_RETURN, 0, 0, _KEPT_BYTES),
    )
    instructions = (_Instruction * len(steps))(*(_Instruction(*each) for each in steps))
    program = _Program(len(steps), instructions)
    listening.setsockopt(socket.SOL_SOCKET, _SO_ATTACH_FILTER, bytes(program))

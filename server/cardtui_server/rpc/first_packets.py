"""The first packets of new connections, a share of which the system can be asked to drop.

Linux runs a small program on every packet that reaches a socket (``SO_ATTACH_FILTER``, see
https://docs.kernel.org/networking/filter.html). The one here reads the flags of TCP, and looks at
first packets only. Connections inherit it from the socket that listens, and receive no such packet.
"""

from __future__ import annotations

import ctypes
import socket
from typing import Final

_ATTACH: Final = 26
_DETACH: Final = 27
"""``SO_ATTACH_FILTER`` and ``SO_DETACH_FILTER``, which Python does not name."""

_FLAGS: Final = 13
"""Where TCP's header has its flags."""

_SYN: Final = 0x02
_ACK: Final = 0x10

_RANDOM: Final = 0xFFFFF038
"""Where a filter reads a random number of 32 bits."""

_LOAD_BYTE: Final = 0x30
_LOAD_WORD: Final = 0x20
_AND: Final = 0x54
_IF_EQUAL: Final = 0x15
_IF_AT_LEAST: Final = 0x35
_RETURN: Final = 0x06

_ALL: Final = 0xFFFFFFFF
"""How many bytes of a packet are kept."""


class _Instruction(ctypes.Structure):
    _fields_ = (
        ("code", ctypes.c_uint16),
        ("if_true", ctypes.c_uint8),
        ("if_false", ctypes.c_uint8),
        ("value", ctypes.c_uint32),
    )


class _Program(ctypes.Structure):
    _fields_ = (("length", ctypes.c_uint16), ("start", ctypes.POINTER(_Instruction)))


def admit_share(listening: socket.socket, share: float) -> None:
    """Have all but a share of first packets dropped, chosen at random.

    Args:
        listening: the socket that waits for connections.
        share: from 0 to 1.

    Raises:
        OSError: the system does not do that.
    """
    steps = (
        (_LOAD_BYTE, 0, 0, _FLAGS),
        (_AND, 0, 0, _SYN | _ACK),
        (_IF_EQUAL, 0, 3, _SYN),
        (_LOAD_WORD, 0, 0, _RANDOM),
        (_IF_AT_LEAST, 0, 1, int(share * _ALL)),
        (_RETURN, 0, 0, 0),
        (_RETURN, 0, 0, _ALL),
    )
    instructions = (_Instruction * len(steps))(*(_Instruction(*each) for each in steps))
    program = _Program(len(steps), instructions)
    listening.setsockopt(socket.SOL_SOCKET, _ATTACH, bytes(program))


def admit_all(listening: socket.socket) -> None:
    """Have no first packet dropped any more.

    Raises:
        OSError: none was dropped.
    """
    listening.setsockopt(socket.SOL_SOCKET, _DETACH, 0)

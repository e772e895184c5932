"""Checks of what a server tells of shuffles: it must stay with what it has once committed to."""

from __future__ import annotations

import hashlib
from typing import Protocol

from cardtui.v1 import shuffle_pb2


class LeavesOut(Protocol):
    """Knows what the server has taken from oneself."""

    def __call__(self, table: str, shuffle: shuffle_pb2.Shuffle, /, *, seated: bool) -> bool:
        """Return whether a match goes without it; nothing is missed where one has no seat."""
        ...


class ShuffleCheck:
    """What a server has told of the shuffles of one table.

    Attributes:
        broken: whether something did not fit: a commitment was exchanged or left out, or what was
            revealed is not what was committed to.
    """

    def __init__(self, leaves_out: LeavesOut | None) -> None:
        self.broken = False
        self._leaves_out = leaves_out
        self._seen: shuffle_pb2.Shuffle | None = None

    def see(self, table: str, shuffle: shuffle_pb2.Shuffle, *, seated: bool) -> None:
        """Take note of a shuffle, and compare it with what was told before."""
        before, self._seen = self._seen, shuffle
        goes_on = before is not None and before.match == shuffle.match
        if (
            (goes_on and before is not None and _promises(before) != _promises(shuffle))
            or any(seat.bits and not _fits(seat) for seat in shuffle.seats)
            or (shuffle.secret and _commitment(table, shuffle) != shuffle.commitment)
            or (self._leaves_out and self._leaves_out(table, shuffle, seated=seated))
        ):
            self.broken = True


def _promises(shuffle: shuffle_pb2.Shuffle) -> list[bytes]:
    """Return all that a shuffle was begun with."""
    return [shuffle.commitment, *(seat.commitment for seat in shuffle.seats)]


def _fits(seat: shuffle_pb2.SeatBits) -> bool:
    return hashlib.sha256(b"cardtui seat\0" + seat.bits).digest() == seat.commitment


def _commitment(table: str, shuffle: shuffle_pb2.Shuffle) -> bytes:
    """Return the commitment to the secret that was revealed."""
    label = f"cardtui server\0{table}\0{shuffle.match}\0".encode()
    return hashlib.sha512(label + shuffle.secret).digest()

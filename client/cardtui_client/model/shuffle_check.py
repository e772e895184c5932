"""Checks of what a server tells of shuffles: it must stay with what it has once told (`Broken`)."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from typing import Protocol

from cardtui.v1 import shuffle_pb2
from cardtui_client.settings.verdict import Broken


class LeavesOut(Protocol):
    """Knows what oneself has given for matches."""

    def __call__(
        self, table: str, shuffle: shuffle_pb2.Shuffle, /, *, seated: bool
    ) -> Sequence[Broken]:
        """Return how a match goes without it; nothing is missed where one has no seat."""
        ...


class ShuffleCheck:
    """What a server has told of the shuffles of one table.

    Attributes:
        broken: by the number of the match, how the server has broken its word, in the order in
            which that was found; 0 where the server does not say which match it is.
    """

    def __init__(self, leaves_out: LeavesOut | None) -> None:
        self.broken: tuple[tuple[int, Broken], ...] = ()
        self._leaves_out = leaves_out
        self._seen: shuffle_pb2.Shuffle | None = None

    def see(
        self, table: str, shuffle: shuffle_pb2.Shuffle, *, seated: bool, playing: bool, live: bool
    ) -> None:
        """Take note of a shuffle, and compare it with what was told before.

        Args:
            table: the table's id.
            shuffle: what is told now.
            seated: whether one has a seat there.
            playing: whether a match was under way before this was told.
            live: whether it comes as an update, so that nothing was told between.
        """
        before, self._seen = self._seen, shuffle
        match = shuffle.match
        if before is not None and before.match == match:
            if not _goes_on(before, shuffle):
                self.find(match, Broken.PROMISE)
        elif before is not None and (
            match < before.match or (live and (playing or not before.begun))
        ):
            self.find(before.match, Broken.PROMISE)
            self.find(match, Broken.PROMISE)
        elif live and shuffle.begun and any(seat.commitment for seat in shuffle.seats):
            self.find(match, Broken.NOT_ASKED)
        if any(seat.bits and not _fits(seat) for seat in shuffle.seats) or (
            shuffle.secret and not is_over(table, shuffle)
        ):
            self.find(match, Broken.PROMISE)
        self.look_again(table, seated=seated)

    def look_again(self, table: str, *, seated: bool) -> None:
        """Compare the shuffle with what oneself has given: one may know more of that by now."""
        if self._leaves_out is not None and self._seen is not None:
            for broken in self._leaves_out(table, self._seen, seated=seated):
                self.find(self._seen.match, broken)

    def see_none(self, table: str, *, seated: bool) -> None:
        """Take note that a match is played of whose shuffle nothing is told."""
        if self._seen is not None:
            self.find(0, Broken.PROMISE)
        if self._leaves_out is not None:
            for broken in self._leaves_out(table, shuffle_pb2.Shuffle(begun=True), seated=seated):
                self.find(0, broken)

    def find(self, match: int, broken: Broken) -> None:
        """Note how the server has broken its word in a match."""
        if (match, broken) not in self.broken:
            self.broken = (*self.broken, (match, broken))


def _goes_on(before: shuffle_pb2.Shuffle, after: shuffle_pb2.Shuffle) -> bool:
    """Return whether a shuffle stays with all that was told of it before."""
    if len(before.seats) != len(after.seats) or before.commitment != after.commitment:
        return False
    if (before.begun and not after.begun) or (before.secret not in (b"", after.secret)):
        return False
    return all(
        was.commitment == now.commitment
        # What is missing as a match begins counts no more; until then it may still come.
        and was.bits in ((now.bits,) if before.begun else (b"", now.bits))
        for was, now in zip(before.seats, after.seats, strict=True)
    )


def _fits(seat: shuffle_pb2.SeatBits) -> bool:
    return hashlib.sha256(b"cardtui seat\0" + seat.bits).digest() == seat.commitment


def is_over(table: str, shuffle: shuffle_pb2.Shuffle) -> bool:
    """Return whether the server has shown the secret to which it had committed."""
    label = f"cardtui server\0{table}\0{shuffle.match}\0".encode()
    return (
        bool(shuffle.secret)
        and hashlib.sha512(label + shuffle.secret).digest() == shuffle.commitment
    )

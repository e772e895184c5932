"""The audience of a table: who reads it, and when they are told.

Seats are told before spectators, spectators in slices that let the loop breathe; in a rush
only those whose turn it is are told at once.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable, Mapping
from typing import Final

from cardtui_server.ports.clock import Clock, Timer
from cardtui_server.table.encoder import Replies
from cardtui_server.table.end_reason import EndReason
from cardtui_server.table.subscription import Feed, Snapshots
from cardtui_server.table.update_buffer import Tape

_SLICE: Final = 32
"""How many spectators are woken before the loop gets to breathe."""

_FRAME: Final = 0.04
"""Seconds in which a screen draws a few frames: nobody follows what is faster."""

_SETTLING: Final = 0.05
"""Seconds in which people who come and go are told of together."""


class Audience:
    """The readers of one table.

    Attributes:
        tape: the latest updates.
        seats: the feed of each seat that is connected.
        watchers: the spectators' feeds, and who they are.
        leaving: the feeds that have lost their seat, and are given what they are owed yet.
    """

    def __init__(
        self,
        seq: int,
        seats: int,
        clock: Clock,
        replies: Replies,
        *,
        snapshot: Snapshots,
        changed: Callable[[], None],
    ) -> None:
        """Make an audience of nobody.

        Args:
            seq: the number of the last update.
            seats: how many seats the table has.
            clock: the door to time.
            replies: makes the frames for one reader alone.
            snapshot: gives a viewer's snapshot.
            changed: is called a moment after people came or went.
        """
        self.tape = Tape(seq)
        self.seats: dict[int, Feed] = {}
        self.watchers: dict[Feed, str] = {}
        self.leaving: dict[Feed, None] = {}
        self._clock = clock
        self._replies = replies
        self._snapshot = snapshot
        self._changed = changed
        self._held_since = [seq] * seats
        self._coming: Timer | None = None
        self._rush: Timer | None = None
        self._owing: frozenset[int] | None = None

    def attach(
        self, viewer: int | None, after: int | None, player: str = "", *, hears: bool = False
    ) -> Feed:
        """Return a new reader's feed; a seat's earlier reader is let go."""
        if viewer is not None and after is not None and after < self._held_since[viewer]:
            after = None
        feed = Feed(self.tape, self._replies, self._snapshot, viewer, after, hears=hears)
        if viewer is None:
            self.watchers[feed] = player
        else:
            earlier = self.seats.get(viewer)
            if earlier is not None:
                earlier.end(
                    EndReason.REPLACED,
                    "This seat is played from another connection now.",
                )
                self.leaving[earlier] = None
            self.seats[viewer] = feed
        self._note()
        return feed

    def detach(self, feed: Feed) -> None:
        """Let a reader go."""
        self.watchers.pop(feed, None)
        self.leaving.pop(feed, None)
        if feed.viewer is not None and self.seats.get(feed.viewer) is feed:
            del self.seats[feed.viewer]
        self._note()

    def pass_on(self, seat: int, seq: int) -> None:
        """Let go of a seat's reader, because somebody else holds the seat from that number on."""
        self._held_since[seat] = seq
        feed = self.seats.pop(seat, None)
        if feed is not None:
            feed.end(EndReason.LEFT, "You got up from the table.")
            self.leaving[feed] = None
            self._note()

    def move(self, to: Mapping[int, int], seq: int) -> None:
        """Let readers keep their streams where everybody changes seats with that number."""
        feeds, self.seats = self.seats, {}
        for seat, feed in feeds.items():
            feed.move(to[seat], seq)
            self.seats[to[seat]] = feed
        self._held_since = [seq] * len(self._held_since)

    def end(self, reason: EndReason, sentence: str) -> None:
        """End all streams, saying why."""
        for feed in self.readers():
            feed.end(reason, sentence)

    def readers(self) -> list[Feed]:
        """Return all readers, the seats first."""
        return [*self.seats.values(), *self.watchers]

    def present(self, piece: bytes) -> None:
        """Tell everybody who is here."""
        for feed in self.readers():
            feed.present(piece)

    def tell(self, urgent: Iterable[int]) -> None:
        """Let readers have what is new; in a rush, at first only those seats.

        What the others are owed piles up for a moment and goes out as one message.
        """
        if self._rush is not None:
            self._owing = frozenset(urgent)
            for seat in self._owing:
                feed = self.seats.get(seat)
                if feed is not None:
                    feed.wake()
            return
        self._rush = self._clock.call_later(_FRAME, self._end_rush)
        for feed in self.seats.values():
            if feed.cursor < self.tape.last:
                feed.wake()
        if self.watchers:
            self._wake_watchers(list(self.watchers))

    def stop(self) -> None:
        """Call off what was to come."""
        for timer in (self._coming, self._rush):
            if timer is not None:
                timer.cancel()

    def _end_rush(self) -> None:
        self._rush = None
        if self._owing is not None:
            urgent, self._owing = self._owing, None
            self.tell(urgent)

    def _wake_watchers(self, watchers: list[Feed]) -> None:
        for feed in watchers[:_SLICE]:
            feed.wake()
        if len(watchers) > _SLICE:
            asyncio.get_running_loop().call_soon(self._wake_watchers, watchers[_SLICE:])

    def _note(self) -> None:
        """Tell a moment later that people came or went, a crowd at once."""
        if self._coming is None:
            self._coming = self._clock.call_later(_SETTLING, self._tell_change)

    def _tell_change(self) -> None:
        self._coming = None
        self._changed()

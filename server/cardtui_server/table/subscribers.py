"""The readers of a table: who they are, and when they are told.

Players are told before spectators, spectators in slices that let the loop breathe; in a rush
only those whose turn it is are told at once.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable
from typing import Final

from cardtui_server.ports.clock import Clock, Timer
from cardtui_server.table.encoder import ReaderEncoder
from cardtui_server.table.end_reason import EndReason
from cardtui_server.table.subscription import Snapshots, Subscription
from cardtui_server.table.update_buffer import UpdateBuffer

_SLICE: Final = 32
"""How many spectators are woken before the loop gets to breathe."""

_FRAME: Final = 0.04
"""Seconds in which a screen draws a few frames: nobody follows what is faster."""

_SETTLING: Final = 0.05
"""Seconds in which people who come and go are told of together."""


class Subscribers:
    """The readers of one table.

    Attributes:
        buffer: the latest updates.
        players: the subscriptions of those who hold a seat, by their ids.
        watchers: the spectators' subscriptions, and who they are.
        leaving: those who have lost their seat, and are given what they are owed yet.
    """

    def __init__(
        self,
        seq: int,
        clock: Clock,
        encoder: ReaderEncoder,
        *,
        snapshot: Snapshots,
        changed: Callable[[], None],
    ) -> None:
        """Begin with nobody.

        Args:
            seq: the number of the last update.
            clock: the door to time.
            encoder: makes the frames that are for one reader alone.
            snapshot: gives a viewer's snapshot.
            changed: is called a moment after people came or went.
        """
        self.buffer = UpdateBuffer(seq)
        self.players: dict[str, Subscription] = {}
        self.watchers: dict[Subscription, str] = {}
        self.leaving: dict[Subscription, None] = {}
        self._clock = clock
        self._encoder = encoder
        self._snapshot = snapshot
        self._changed = changed
        self._coming: Timer | None = None
        self._rush: Timer | None = None
        self._owing: frozenset[str] | None = None

    def attach(
        self, viewer: str | None, after: int | None, *, watcher: str = "", hears: bool = False
    ) -> Subscription:
        """Return a new reader's subscription; a player's earlier one is let go.

        Args:
            viewer: the id of a player who holds a seat, ``None`` for a spectator.
            after: the number of the last update that the reader has.
            watcher: who the spectator is.
            hears: whether a player hears the spectators, too.
        """
        subscription = Subscription(
            self.buffer, self._encoder, self._snapshot, viewer, after, hears=hears
        )
        if viewer is None:
            self.watchers[subscription] = watcher
        else:
            earlier = self.players.get(viewer)
            if earlier is not None:
                earlier.end(EndReason.REPLACED, "This seat is played from another connection now.")
                self.leaving[earlier] = None
            self.players[viewer] = subscription
        self._note()
        return subscription

    def detach(self, subscription: Subscription) -> None:
        """Let a reader go."""
        self.watchers.pop(subscription, None)
        self.leaving.pop(subscription, None)
        viewer = subscription.viewer
        if viewer is not None and self.players.get(viewer) is subscription:
            del self.players[viewer]
        self._note()

    def let_go(self, player: str) -> None:
        """Let go of a player who has got up."""
        subscription = self.players.pop(player, None)
        if subscription is not None:
            subscription.end(EndReason.LEFT, "You got up from the table.")
            self.leaving[subscription] = None
            self._note()

    def end(self, reason: EndReason, sentence: str) -> None:
        """End all streams, saying why."""
        for subscription in self.readers():
            subscription.end(reason, sentence)

    def readers(self) -> list[Subscription]:
        """Return all readers, the players first."""
        return [*self.players.values(), *self.watchers]

    def present(self, piece: bytes) -> None:
        """Tell everybody who is here."""
        for subscription in self.readers():
            subscription.present(piece)

    def tell(self, urgent: Iterable[str]) -> None:
        """Let readers have what is new; in a rush, at first only those players.

        What the others are owed piles up for a moment and goes out as one message.
        """
        if self._rush is not None:
            self._owing = frozenset(urgent)
            for player in self._owing:
                subscription = self.players.get(player)
                if subscription is not None:
                    subscription.wake()
            return
        self._rush = self._clock.call_later(_FRAME, self._end_rush)
        for subscription in self.players.values():
            if subscription.cursor < self.buffer.last:
                subscription.wake()
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

    def _wake_watchers(self, watchers: list[Subscription]) -> None:
        for subscription in watchers[:_SLICE]:
            subscription.wake()
        if len(watchers) > _SLICE:
            asyncio.get_running_loop().call_soon(self._wake_watchers, watchers[_SLICE:])

    def _note(self) -> None:
        """Tell a moment later that people came or went, a crowd at once."""
        if self._coming is None:
            self._coming = self._clock.call_later(_SETTLING, self._tell_change)

    def _tell_change(self) -> None:
        self._coming = None
        self._changed()

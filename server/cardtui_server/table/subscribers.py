"""The readers of a table: in which order and how often they are told what is new (`Subscribers`).
How many spectators are told in a row, and the pause after them: `_CALM_PACE`, `_BUSY_PACE`.

Players are told before spectators, and a crowd of spectators a few at a time, with pauses that
leave most of the processor to others. In a rush only players whose turn it is are told at once, and
spectators the more rarely the more they are, so that a crowd does not slow the players down.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Iterator
from functools import partial
from itertools import islice
from typing import Final

from cardtui_server.ports.clock import Clock, Timer
from cardtui_server.table.encoder import ReaderEncoder
from cardtui_server.table.reader import EndReason, Reader, Watcher
from cardtui_server.table.subscription import Snapshots, Subscription, UpdateBuffer

_CALM_PACE: Final = (64, 0.002)
_BUSY_PACE: Final = (2, 0.001)
"""How many spectators are told in a row, and the seconds until the next are: of news after a
silence, and of what has piled up in a rush."""

_FRAME_SECONDS: Final = 0.04
"""Seconds in which a screen draws a few frames; nobody can follow anything faster."""

_SPECTATOR_SECONDS: Final = 0.0005
"""Seconds that each spectator in a crowd is given; a message costs a quarter of it."""

_SETTLING_SECONDS: Final = 0.05
"""Seconds within which people who come and go are reported together."""


class Subscribers:
    """The readers of one table.

    Attributes:
        buffer: the latest updates.
        late: the latest updates for spectators, where they see a match later; else ``None``.
        players: by player id, the subscriptions of players who hold a seat.
        spectators: by subscription of a spectator, who it is.
        leaving: the subscriptions that have ended but are still owed something.
    """

    def __init__(
        self,
        seq: int,
        clock: Clock,
        encoder: ReaderEncoder,
        *,
        snapshot: Snapshots,
        changed: Callable[[], None],
        failed: Callable[[Exception], object],
    ) -> None:
        """Begin with no readers.

        Args:
            seq: the number of the last update.
            encoder: makes the frames that are for a single reader.
            snapshot: returns a viewer's snapshot.
            changed: called a moment after people have come or gone.
            failed: told of an update that cannot be encoded.
        """
        self.buffer = UpdateBuffer(seq, failed)
        self.late: UpdateBuffer | None = None
        self._not_late_from = 0
        self.players: dict[str, Subscription] = {}
        self.spectators: dict[Subscription, Watcher] = {}
        self.leaving: dict[Subscription, None] = {}
        self._clock = clock
        self._encoder = encoder
        self._snapshot = snapshot
        self._changed = changed
        self._coming: Timer | None = None
        self._rush: Timer | None = None
        self._owing: frozenset[str] | None = None
        self._crowds_rush: Timer | None = None
        self._owes_crowd = False

    def attach(self, reader: Reader) -> Subscription:
        """Return a new reader's subscription; it replaces a player's earlier one."""
        viewer, after = reader.viewer, reader.after
        buffer = self.buffer if viewer is not None or self.late is None else self.late
        if viewer is None and after is not None and after < self._not_late_from:
            reader = reader._replace(after=None)
        subscription = Subscription(buffer, self._encoder, self._snapshot, reader)
        if viewer is None:
            self.spectators[subscription] = reader.watcher
        else:
            earlier = self.players.get(viewer)
            if earlier is not None:
                earlier.end(EndReason.REPLACED)
                self.leaving[earlier] = None
            self.players[viewer] = subscription
        self._note()
        return subscription

    def detach(self, subscription: Subscription) -> None:
        """Drop a reader."""
        self.spectators.pop(subscription, None)
        self.leaving.pop(subscription, None)
        viewer = subscription.viewer
        if viewer is not None and self.players.get(viewer) is subscription:
            del self.players[viewer]
        self._note()

    def let_go(self, player: str, why: EndReason) -> None:
        """End the subscription of a player who no longer has the seat."""
        subscription = self.players.pop(player, None)
        if subscription is not None:
            subscription.end(why)
            self.leaving[subscription] = None
            self._note()

    def seat(self, player: str) -> None:
        """End the streams of a spectator who has a seat now."""
        for subscription, watcher in self.spectators.items():
            if watcher.id == player:
                subscription.end(EndReason.SEATED)

    def ban(self, player: str, likeness: str, known: Container[str]) -> None:
        """End all streams of a player, and of strangers whose names are taken for that one's.

        Args:
            likeness: what the player's name is taken for.
            known: the ids of those who are no strangers, whatever their names are taken for.
        """
        self.let_go(player, EndReason.BANNED)
        for subscription, watcher in self.spectators.items():
            alike = watcher.likeness == likeness and watcher.id not in known
            if watcher.id == player or alike:
                subscription.end(EndReason.BANNED)

    def show_late(self, late: UpdateBuffer | None) -> None:
        """Let spectators read other updates than players; with ``None``, the same again.

        Late updates may come in another order. So a reader who goes on among the players' updates
        begins with a snapshot.
        """
        self.late = late
        for subscription in self.spectators:
            if late is None:
                subscription.cursor = -1
            subscription.read_from(self.buffer if late is None else late)
        if late is None:
            self._not_late_from = self.buffer.last

    def refuse_spectators(self, but: str) -> None:
        """End the streams of all spectators except one."""
        for subscription, watcher in self.spectators.items():
            if watcher.id != but:
                subscription.end(EndReason.NO_SPECTATORS)

    def end(self, reason: EndReason, address: str = "") -> None:
        """End all streams, and say why, and where the table has moved."""
        for subscription in self.readers():
            subscription.end(reason, address)

    def end_players(self, reason: EndReason) -> None:
        """End the streams of all players, and say why."""
        for subscription in self.players.values():
            subscription.end(reason)

    def readers(self) -> list[Subscription]:
        """Return all readers, the players first."""
        return [*self.players.values(), *self.spectators]

    def present(self, piece: bytes, late: bytes) -> None:
        """Tell all readers who is here.

        Args:
            piece: what to tell.
            late: the same for spectators who see a match later; empty if it is nothing new.
        """
        for player in self.players.values():
            player.present(piece)
        if self.late is not None and not late:
            return
        for spectator in self.spectators:
            spectator.present(piece if self.late is None else late, wake=False)
        self._tell_spectators()

    def time(self, piece: bytes, *, wake: bool) -> None:
        """Tell readers what runs out now, at once or with what they are told next."""
        for player in self.players.values():
            player.time(piece, wake=wake)
        if self.late is None:
            for spectator in self.spectators:
                spectator.time(piece, wake=False)
            if wake:
                self._tell_spectators()

    def tell(self, urgent: Iterable[str]) -> None:
        """Give readers what is new; in a rush, give it only to those players at first.

        What the others are owed piles up for a moment, and goes out as one message.
        """
        self._tell_players(urgent)
        if self.late is None:
            self._tell_spectators()

    def tell_late(self) -> None:
        """Give spectators what is due by now."""
        self._wake_spectators(iter(list(self.spectators)), _CALM_PACE)

    def stop(self) -> None:
        """Cancel the timers."""
        for timer in (self._coming, self._rush, self._crowds_rush):
            if timer is not None:
                timer.cancel()

    def _tell_players(self, urgent: Iterable[str]) -> None:
        if self._rush is not None:
            self._owing = frozenset(urgent)
            for player in self._owing:
                subscription = self.players.get(player)
                if subscription is not None:
                    subscription.wake()
            return
        self._rush = self._clock.call_later(_FRAME_SECONDS, self._end_rush)
        for subscription in self.players.values():
            if subscription.cursor < self.buffer.last:
                subscription.wake()

    def _end_rush(self) -> None:
        self._rush = None
        if self._owing is not None:
            urgent, self._owing = self._owing, None
            self._tell_players(urgent)

    def _tell_spectators(self, pace: tuple[int, float] = _CALM_PACE) -> None:
        """Give spectators what is new, or what is due; in a rush, once it is over."""
        if self._crowds_rush is not None:
            self._owes_crowd = True
            return
        spectators = list(self.spectators)
        if not spectators:
            return
        self._crowds_rush = self._clock.call_later(
            _FRAME_SECONDS + _SPECTATOR_SECONDS * len(spectators), self._end_crowds_rush
        )
        self._wake_spectators(iter(spectators), pace)

    def _end_crowds_rush(self) -> None:
        self._crowds_rush = None
        if self._owes_crowd:
            self._owes_crowd = False
            self._tell_spectators(_BUSY_PACE)

    def _wake_spectators(self, spectators: Iterator[Subscription], pace: tuple[int, float]) -> None:
        """Give the next of them what is new now, and those after them in a moment."""
        at_once, pause = pace
        now = list(islice(spectators, at_once))
        for subscription in now:
            subscription.wake()
        if len(now) == at_once:
            self._clock.call_later(pause, partial(self._wake_spectators, spectators, pace))

    def _note(self) -> None:
        """Report after a moment that people came or went, so that a crowd is reported once."""
        if self._coming is None:
            self._coming = self._clock.call_later(_SETTLING_SECONDS, self._tell_change)

    def _tell_change(self) -> None:
        self._coming = None
        self._changed()

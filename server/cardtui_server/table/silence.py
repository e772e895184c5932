"""When a player for whom a table waits counts as silent: after `UNANSWERED_PINGS` pings,
`PING_SECONDS` apart.

Only while the game waits for a player does the table ask, every `PING_SECONDS`, whether the player
is still there. After `UNANSWERED_PINGS` pings without any answer the others are told; of who has
just come, and still draws the table, after twice as many. If the server itself was held up, it
counts anew. Nothing else follows from it: a player who does not answer is here, until the
connection ends.
"""

from __future__ import annotations

from collections.abc import Callable
from collections.abc import Set as AbstractSet
from typing import Final

from cardtui_server.match.bot_accounts import is_bot_account
from cardtui_server.match.state import Life, TableState
from cardtui_server.ports.clock import Clock, Timer

PING_SECONDS: Final = 1.0
"""Seconds between two pings, and before the first."""

UNANSWERED_PINGS: Final = 5
"""A player who answers none of so many pings does not answer."""


class Silence:
    """The players of one table who do not answer."""

    def __init__(
        self, clock: Clock, ping: Callable[[str], None], changed: Callable[[], None]
    ) -> None:
        """Begin with everybody answering.

        Args:
            ping: asks a player for an answer.
            changed: called when a player does not answer any more, or does again.
        """
        self._clock = clock
        self._ping = ping
        self._changed = changed
        self._pings: dict[str, int] = {}
        self._new: set[str] = set()
        self._due = 0.0
        self._silent: set[str] = set()
        self._timer: Timer | None = None

    @property
    def silent(self) -> AbstractSet[str]:
        """The ids of the players who do not answer."""
        return self._silent

    def on_state(self, state: TableState, answering: AbstractSet[str], *, runs: bool) -> None:
        """Look for whom the table waits now.

        Args:
            answering: the players whose connections answer pings.
            runs: whether anybody could act.
        """
        self._silent &= answering
        self._new &= answering
        waited = _waited(state) & answering if runs else set[str]()
        self._pings = {each: self._pings.get(each, 0) for each in waited}
        if not waited:
            self.stop()
        elif self._timer is None:
            self._tick_later()

    def came(self, player: str) -> None:
        """Note that a player has just come."""
        self.heard(player)
        self._new.add(player)

    def heard(self, player: str) -> None:
        """Note a sign of life of a player."""
        self._new.discard(player)
        if self._pings.get(player):
            self._pings[player] = 0
        if player in self._silent:
            self._silent.remove(player)
            self._changed()

    def stop(self) -> None:
        """Ask nobody any more."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _tick_later(self) -> None:
        self._due = self._clock.now() + PING_SECONDS
        self._timer = self._clock.call_later(PING_SECONDS, self._tick)

    def _tick(self) -> None:
        if (
            self._clock.now() > self._due + PING_SECONDS
        ):  # answers may have come that nobody has read yet
            self._pings = dict.fromkeys(self._pings, 0)
        self._tick_later()
        lost = {each for each, pings in self._pings.items() if pings >= self._most(each)}
        for player, pings in self._pings.items():
            if pings < self._most(player):  # those are still to be answered
                self._pings[player] = pings + 1
                self._ping(player)
        if lost - self._silent:
            self._silent |= lost
            self._changed()

    def _most(self, player: str) -> int:
        return 2 * UNANSWERED_PINGS if player in self._new else UNANSWERED_PINGS


def _waited(state: TableState) -> set[str]:
    """Return the ids of the people for whom the game waits."""
    if state.life is not Life.PLAYING or state.turn is None or state.resting:
        return set()
    sitters = [state.sitters[seat] for seat in state.turn.to_act]
    return {
        each.player
        for each in sitters
        if each is not None and not each.level and not is_bot_account(each.player)
    }

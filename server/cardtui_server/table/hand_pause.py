"""The hand pause: it ends when its time is over, or when everybody has seen the last hand's end."""

from __future__ import annotations

from collections.abc import Callable
from collections.abc import Set as AbstractSet

from cardtui_server.match.state import Life, TableState
from cardtui_server.ports.clock import Clock, Timer


class HandPause:
    """The hand pause of a table; there is never more than one."""

    def __init__(self, clock: Clock, ended: Callable[[], None]) -> None:
        self._clock = clock
        self._ended = ended
        self._timer: Timer | None = None
        self._over = False
        self._seen: set[str] = set()

    def keeps_waiting(self, state: TableState) -> bool:
        """Return whether the next pack must wait for the pause to end."""
        return state.resting and not self._over

    def on_state(self, state: TableState) -> None:
        """Begin a pause, if a hand has just ended and the match goes on."""
        if (
            state.life is not Life.PLAYING
            or not self.keeps_waiting(state)
            or self._timer is not None
        ):
            return
        if pause := state.made.pause_milliseconds:
            self._timer = self._clock.call_later(pause / 1000, self.end)
        else:
            self.end()

    def begin_hand(self) -> None:
        """Forget the last pause: a pack has come."""
        self._over = False
        self._seen.clear()

    def saw(self, player: str, hand: int, state: TableState, connected: AbstractSet[str]) -> None:
        """Note that a player has seen how a hand ended."""
        if state.resting and hand == state.tally.hand:
            self._seen.add(player)
            self.check(state, connected)

    def forget(self, player: str) -> None:
        """Forget what a player who is gone has seen."""
        self._seen.discard(player)

    def check(self, state: TableState, connected: AbstractSet[str]) -> None:
        """End the pause if everybody who is connected has seen how the last hand ended."""
        here = connected & state.players().keys()
        if state.resting and self._seen and self._seen >= here:
            self.end()

    def end(self) -> None:
        """End the pause."""
        self.stop()
        self._over = True
        self._ended()

    def stop(self) -> None:
        """Cancel the end of the pause."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

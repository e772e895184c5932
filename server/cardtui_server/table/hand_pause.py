"""When the next hand begins: after a pause, sooner once all have seen how the last one ended
(`_all_have_seen`), later while somebody holds it. Its seconds are in `pace`.

Its time counts from when the end of the hand stands on the screens that tell so, and stands still
while a player holds it or the table is paused. Who has nothing more to do in a hand may have seen
enough of it before its end: once all have, bots play it out at once, and no pause follows.
"""

from __future__ import annotations

from collections.abc import Callable
from collections.abc import Set as AbstractSet

from cardtui_server.match.state import Life, TableState
from cardtui_server.ports.clock import Clock
from cardtui_server.table.clocks import Countdown, Left
from cardtui_server.table.pace import (
    HURRY_SHARE,
    LONGEST_HOLD_SECONDS,
    LONGEST_SHOWING_SECONDS,
    all_are_spent,
    hurries,
    spent,
)


class HandPause:
    """The hand pause of a table; there is never more than one.

    Attributes:
        holders: the ids of the players who hold it.
    """

    def __init__(self, clock: Clock, ended: Callable[[], None]) -> None:
        self.holders: set[str] = set()
        self._clock = clock
        self._ended = ended
        self._over = False
        self._time: Countdown | None = None
        self._showing: Countdown | None = None
        self._holding: Countdown | None = None
        self._seen: set[str] = set()
        self._shown: set[str] = set()

    @property
    def left(self) -> Left | None:
        """What is left of the pause; ``None`` between pauses."""
        return None if self._time is None else self._time.left

    @property
    def changes(self) -> tuple[int, ...]:
        """A value that stays the same while the pause runs on smoothly."""
        return (id(self._time), self._time.changes) if self._time is not None else ()

    def keeps_waiting(self, state: TableState) -> bool:
        """Return whether the next pack must wait for the pause to end."""
        return state.resting and not self._over

    def is_skipped(self, state: TableState, connected: AbstractSet[str]) -> bool:
        """Return whether all who are connected have seen enough of a hand that bots play out."""
        return (
            bool(self._seen)
            and not state.resting
            and self._all_have_seen(state, connected)
            and all_are_spent(state)
        )

    def on_state(
        self, state: TableState, tellers: AbstractSet[str], connected: AbstractSet[str]
    ) -> None:
        """Begin a pause, if a hand has just ended and the match goes on; let it run or stand still.

        Args:
            tellers: the players who are here and tell when the end of a hand stands on the screen.
        """
        if state.life is not Life.PLAYING or not self.keeps_waiting(state):
            return
        if self._time is None:
            seen = self._all_have_seen(state, connected) and not state.paused
            if seen or not state.made.pause_milliseconds:
                self.end()
                return
            length = state.made.pause_milliseconds / 1000 * (HURRY_SHARE if hurries(state) else 1)
            self._time = Countdown(self._clock, length, self.end)
            self._showing = Countdown(self._clock, LONGEST_SHOWING_SECONDS, self._show_now)
            self._showing.run()
        if tellers <= self._shown and self._showing is not None:
            self._showing.stop()
            self._showing = None
        if self.holders or self._showing is not None or state.paused:
            self._time.stop()
        else:
            self._time.run()

    def begin_hand(self) -> None:
        """Forget the last pause: a pack has come."""
        self.stop()
        self._over = False
        self._seen.clear()
        self._shown.clear()

    def saw(self, player: str, hand: int, state: TableState, connected: AbstractSet[str]) -> None:
        """Note that a player has seen how a hand ended, or enough of it."""
        if hand != state.tally.hand:
            return
        if state.resting or state.seat_of(player) in spent(state):
            self.holders.discard(player)
            self._seen.add(player)
            self.check(state, connected)

    def shows(self, player: str, hand: int, state: TableState) -> None:
        """Note that the end of a hand stands on a player's screen."""
        if state.resting and hand == state.tally.hand:
            self._shown.add(player)

    def hold(self, player: str, state: TableState, *, hold: bool) -> None:
        """Let the pause wait for a player, or no longer."""
        if not hold:
            self.holders.discard(player)
        elif self._time is not None and self.keeps_waiting(state):
            self.holders.add(player)
            if self._holding is None:
                self._holding = Countdown(self._clock, LONGEST_HOLD_SECONDS, self._let_go)
                self._holding.run()

    def forget(self, player: str) -> None:
        """Forget what a player who is gone has seen or wanted."""
        self._seen.discard(player)
        self.holders.discard(player)

    def check(self, state: TableState, connected: AbstractSet[str]) -> None:
        """End the pause if everybody who is connected has seen how the last hand ended."""
        if state.resting and not state.paused and self._all_have_seen(state, connected):
            self.end()

    def _all_have_seen(self, state: TableState, connected: AbstractSet[str]) -> bool:
        return bool(self._seen) and self._seen >= connected & state.people().keys()

    def end(self) -> None:
        """End the pause."""
        self.stop()
        self._over = True
        self._ended()

    def stop(self) -> None:
        """Cancel the pause."""
        for each in (self._time, self._showing, self._holding):
            if each is not None:
                each.stop()
        self._time = self._showing = self._holding = None
        self.holders.clear()

    def _show_now(self) -> None:
        """Wait no longer for screens."""
        self._showing = None
        self._ended()

    def _let_go(self) -> None:
        """Wait no longer for those who hold the pause."""
        self._holding = None
        self.holders.clear()
        self._ended()

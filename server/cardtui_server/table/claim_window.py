"""For whom a wait for claims is longer, shorter or none (`window_length`, `_is_for_players`); its
seconds are in `pace`.

A window takes the same time whether or not anybody can use the card, so that the wait reveals
nothing to anybody about another. Who plays against bots alone learns from it only what their own
cards say, so they wait only where they can take the card or declare something. A seat that is asked
in a contest has the same time to answer. Windows are not logged: after a restart, an open one
begins again.
"""

from __future__ import annotations

from collections.abc import Callable

from cardtui_server.match.state import CONTEST, TableState
from cardtui_server.ports.clock import Clock
from cardtui_server.table.clocks import Countdown, Left
from cardtui_server.table.pace import (
    BOTS_CLAIM_WINDOW_SECONDS,
    CLAIM_WINDOW_SECONDS,
    LONG_CLAIM_WINDOW_SECONDS,
    LONG_CLOCK_MILLISECONDS,
)


def window_length(state: TableState, pace: float) -> float:
    """Return how many seconds a window lasts; this depends on no card that another person hides.

    Args:
        pace: the seconds that its bots think.
    """
    chosen = state.made.window_milliseconds
    if chosen is not None:
        return chosen / 1000
    if not _is_for_players(state):
        return min(BOTS_CLAIM_WINDOW_SECONDS, pace)
    # People who have the table read aloud need more time for a claim.
    return (
        LONG_CLAIM_WINDOW_SECONDS
        if state.made.clock_milliseconds >= LONG_CLOCK_MILLISECONDS
        else CLAIM_WINDOW_SECONDS
    )


def _is_for_players(state: TableState) -> bool:
    """Return whether a player (not a bot) might take the card, as far as the others can know.

    A player without other people at the table is known to themselves alone: there it is whether
    they can.
    """
    turn = state.turn
    assert turn is not None
    asked = turn.to_act if turn.phase == CONTEST else (*turn.may_act, *turn.may_declare)
    people = {
        seat for seat, sitter in enumerate(state.sitters) if sitter is not None and not sitter.level
    }
    among = people.intersection(asked)
    if len(people) == 1:
        among = {seat for seat in among if state.rules.legal(state.game, seat)}
    return bool(among)


class ClaimWindow:
    """The claim window of a table; there is never more than one.

    Attributes:
        past: the number of the latest window whose time is over.
    """

    def __init__(self, clock: Clock, pace: float, ended: Callable[[], None]) -> None:
        """Begin without a window.

        Args:
            pace: the seconds that the table's bots think.
            ended: called when a window's time is over, unless somebody acted before, or the window
                had no length.
        """
        self.past = 0
        self._clock = clock
        self._pace = pace
        self._ended = ended
        self._opened = 0
        self._time: Countdown | None = None

    @property
    def open(self) -> int | None:
        """The number of the window whose time is running; ``None`` if there is none."""
        return self._opened if self._time is not None else None

    @property
    def left(self) -> Left | None:
        """What is left of the window's time; ``None`` if there is none."""
        return None if self._time is None else self._time.left

    def on_state(self, state: TableState, *, skipped: bool = False) -> None:
        """Begin a window if a new one is open now, and end the earlier one; or stand still.

        Args:
            skipped: whether only bots play, and nobody waits to see it.
        """
        if state.opened != self._opened:
            self.stop()
            self._opened = state.opened
            waits = self._opened and not skipped
            length = window_length(state, self._pace) if waits else 0.0
            if length:
                self._time = Countdown(self._clock, length, self._end)
            else:
                self.past = self._opened
        if self._time is not None:
            if state.paused:
                self._time.stop()
            else:
                self._time.run()

    def stop(self) -> None:
        """Cancel the end of the window."""
        if self._time is not None:
            self._time.stop()
            self._time = None

    def _end(self) -> None:
        self._time = None
        self.past = self._opened
        self._ended()

"""When a bot sits in for a player who is away (`patience`), when somebody else gets the rights of a
host who is away (`HostAbsence`), and when a person who asked for a seat and left is forgotten
(`AskersAway`). How many seconds each of these takes is in `pace`.

A bot waits for ever while no player at all is here, and nobody who is about to be one: then the
match rests until somebody is back.
"""

from __future__ import annotations

from collections.abc import Callable
from collections.abc import Set as AbstractSet
from functools import partial

from cardtui_server.match.host_succession import stand_in_host
from cardtui_server.match.seat_asking import asks_in_vain
from cardtui_server.match.state import Life, TableState
from cardtui_server.ports.clock import Clock, Timer
from cardtui_server.table.clocks import Countdown, Left
from cardtui_server.table.pace import ASKERS_PATIENCE_SECONDS, PATIENCE_MILLISECONDS


def patience(state: TableState) -> float:
    """Return after how many seconds away a player gets a bot; 0 if none sits in by itself."""
    chosen = state.made.patience_milliseconds
    return (PATIENCE_MILLISECONDS if chosen is None else chosen) / 1000


class Absences:
    """The players of one table who are away during a match, or after one."""

    def __init__(
        self, clock: Clock, ended: Callable[[int], None], life: Life = Life.PLAYING
    ) -> None:
        """Begin with nobody away.

        Args:
            ended: called with a seat once the table's patience with its player is over.
            life: when to look: during a match, or after one.
        """
        self._life = life
        self._clock = clock
        self._ended = ended
        self._away: dict[tuple[int, str], Countdown | None] = {}

    @property
    def changes(self) -> tuple[tuple[int, int], ...]:
        """A value that stays the same while nobody comes or goes."""
        return tuple((seat, each.changes) for (seat, _), each in self._away.items() if each)

    @property
    def left(self) -> tuple[tuple[int, Left], ...]:
        """The seats for which a bot will sit in, with what is left of the table's patience."""
        return tuple((seat, each.left) for (seat, _), each in self._away.items() if each)

    @property
    def gone(self) -> frozenset[str]:
        """The ids of the players with whom the table's patience is over."""
        return frozenset(
            player for (_, player), each in self._away.items() if each is not None and each.over
        )

    def has(self, seat: int) -> bool:
        """Return whether the player of that seat is away."""
        return any(seat == each for each, _ in self._away)

    def on_state(self, state: TableState, here: AbstractSet[str], *, runs: bool) -> None:
        """Look who is away now.

        Args:
            runs: whether the table waits for those who are away.
        """
        away = {
            (seat, sitter.player)
            for seat, sitter in enumerate(state.sitters)
            if state.life is self._life
            and sitter is not None
            and not sitter.level
            and sitter.player not in here
        }
        for gone in self._away.keys() - away:
            countdown = self._away.pop(gone)
            if countdown is not None:
                countdown.stop()
        length = patience(state)
        for each in sorted(away - self._away.keys()):
            self._away[each] = (
                Countdown(self._clock, length, partial(self._ended, each[0])) if length else None
            )
        for countdown in self._away.values():
            if countdown is not None:
                if runs:
                    countdown.run()
                else:
                    countdown.stop()

    def stop(self) -> None:
        """Wait for nobody any more."""
        for countdown in self._away.values():
            if countdown is not None:
                countdown.stop()
        self._away.clear()


class AskersAway:
    """Those who ask for a seat at one table, and do not watch it any more."""

    def __init__(self, clock: Clock, ended: Callable[[str], None]) -> None:
        """Begin with nobody away.

        Args:
            ended: called with the id of a player who has been away for `ASKERS_PATIENCE_SECONDS`.
        """
        self._clock = clock
        self._ended = ended
        self._away: dict[str, Timer] = {}

    def on_state(self, state: TableState, watches: Callable[[str], bool]) -> None:
        """Look who of those who ask is away.

        Args:
            watches: tells whether a player watches the table.
        """
        away = {each.player for each in state.asking if not watches(each.player)}
        for back in self._away.keys() - away:
            self._away.pop(back).cancel()
        for player in away - self._away.keys():
            self._away[player] = self._clock.call_later(
                ASKERS_PATIENCE_SECONDS, partial(self._end, player)
            )

    def stop(self) -> None:
        """Wait no more."""
        for timer in self._away.values():
            timer.cancel()
        self._away.clear()

    def _end(self, player: str) -> None:
        del self._away[player]
        self._ended(player)


class HostAbsence:
    """The host of one table, who may be away, at any time of the table's life."""

    def __init__(self, clock: Clock, ended: Callable[[], None]) -> None:
        """Begin with the host here.

        Args:
            ended: called when another host is due, or the one who was away is back.
        """
        self._clock = clock
        self._ended = ended
        self._since: float | None = None
        self._timer: Timer | None = None

    def on_state(self, state: TableState, here: AbstractSet[str]) -> None:
        """Look whether the host is here, and who could be the host meanwhile.

        Args:
            here: the players who are here, with those who ask for a seat, the host, and the one
                who was the host before.
        """
        if state.life is Life.CLOSED or not state.host or state.host in here:
            self._since = None
        elif self._since is None:
            self._since = self._clock.now()
        self.stop()
        if state.life is not Life.CLOSED and state.lender in here:
            self._arrange(0)
        elif self._since is not None and (stand_in_host(state, here) or asks_in_vain(state, here)):
            longest = patience(state) or PATIENCE_MILLISECONDS / 1000
            self._arrange(max(0, self._since + longest - self._clock.now()))

    def stop(self) -> None:
        """Wait no more."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _arrange(self, delay: float) -> None:
        self._timer = self._clock.call_later(delay, self._end)

    def _end(self) -> None:
        self._timer = None
        self._ended()

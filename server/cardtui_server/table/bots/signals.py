"""When bots give their partners signals: once in a hand; to people after `_SOONEST_SECONDS`, or up
to `_SPREAD_SECONDS` more.

Which one, each bot says by itself from the view of its seat (`Signaller`). Those who look there see
it, as with people, and nobody else learns that there was one.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Final

from cardtui_server.fairness.packs import Stream
from cardtui_server.match.requests import BotSignals
from cardtui_server.match.state import Life, TableState
from cardtui_server.match.told_to_few import lookers
from cardtui_server.ports.clock import Clock, Timer
from cardtui_server.table.bots.decisions import BotDecisions
from cardtui_server.table.bots.players import BotTable
from cardtui_server.table.bots.talk import READABLE_SECONDS

if TYPE_CHECKING:
    from structlog.typing import FilteringBoundLogger

_SOONEST_SECONDS: Final = 1.2
"""The least seconds from the beginning of a hand to a signal: people look at their cards first."""

_SPREAD_SECONDS: Final = 2.0
"""The most seconds that it takes longer."""

_PHASES_WITHOUT_CARDS: Final = ("deal", "cut", "over")
"""The phases in which nobody has cards yet."""


class SignalsOfBots:
    """Has the bots of one table give signals; never where they play too fast to be seen."""

    def __init__(
        self, table: BotTable, clock: Clock, log: FilteringBoundLogger, pace: float
    ) -> None:
        self._table = table
        self._clock = clock
        self._silent = pace < READABLE_SECONDS
        self._decisions = BotDecisions(log)
        self._hand = (0, 0)
        self._timers: list[Timer] = []

    def on_state(self, state: TableState) -> None:
        """Have the bots give their signals soon, once a hand has begun."""
        hand = (state.match, state.packs)
        turn = state.turn
        if self._silent or not state.gazes or state.life is not Life.PLAYING or hand == self._hand:
            return
        if turn is None or turn.phase in _PHASES_WITHOUT_CARDS:
            return
        self._hand = hand
        self.stop()
        for seat, sitter in enumerate(state.sitters):
            if sitter is not None and sitter.bot:
                give: Callable[[], None] = partial(self._give, seat, hand)
                if _person_looks(state, seat):
                    # The time says nothing of the cards: it follows from what everybody knows.
                    part = Stream(state.key, f"signal {seat}", state.packs).below(1000) / 1000
                    self._timers.append(
                        self._clock.call_later(_SOONEST_SECONDS + _SPREAD_SECONDS * part, give)
                    )
                else:
                    give()  # before any bot has decided: no load changes who saw what

    def stop(self) -> None:
        """Give no more of them."""
        for timer in self._timers:
            timer.cancel()
        self._timers = []

    def _give(self, seat: int, hand: tuple[int, int]) -> None:
        state = self._table.state
        if (state.match, state.packs) != hand or state.life is not Life.PLAYING or state.paused:
            return
        sitter = state.sitters[seat]
        if sitter is None or not sitter.bot:
            return
        gesture = self._decisions.signal(state, seat, lookers(state, seat))
        if gesture is not None:
            # One that comes too late is not given again.
            request = BotSignals(seat, sitter.character, gesture)
            self._table.post(request, lambda _result: None, own=True)


def _person_looks(state: TableState, seat: int) -> bool:
    """Return whether a person looks at a seat, and so needs time to see it."""
    sitters = (state.sitters[each] for each in lookers(state, seat))
    return any(each is not None and not each.bot for each in sitters)

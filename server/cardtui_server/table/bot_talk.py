"""When a bot says something: `_SOONEST` seconds after it happened, or later; what: `characters`.

It follows from what everybody sees, and from chance: no card that is hidden has a part in it. It is
never an action, and nothing waits for it.
"""

from __future__ import annotations

from typing import Final

from cardtui_engine.events import HandEnded, MatchEnded
from cardtui_server.match.characters import NATURES, Character, Line, Occasion
from cardtui_server.match.entries import Started
from cardtui_server.match.requests import BotSays
from cardtui_server.match.state import Life
from cardtui_server.match.transaction import Step
from cardtui_server.ports.clock import Clock, Timer
from cardtui_server.ports.dealer import Stream
from cardtui_server.table.bot_players import BotTable

_GIVEN_WAY: Final = ("fold", "folds", "passes", "run")
"""The reasons, in the sheets' words, of a hand that ends because others gave way."""

_SOONEST: Final = 0.7
"""The least seconds between what happens and a word about it."""

_SPREAD: Final = 1.2
"""The most seconds that it takes longer."""

READABLE: Final = 0.1
"""The least seconds of thinking at which anybody could read what bots say between their moves."""


class BotTalk:
    """Has the bots of one table say something now and then; never where that could not be read."""

    def __init__(self, table: BotTable, clock: Clock, pace: float) -> None:
        self._table = table
        self._clock = clock
        self._silent = pace < READABLE
        self._timer: Timer | None = None

    def on_step(self, step: Step) -> None:
        """Have a bot say something about an entry that is durable, if one wants to."""
        if self._silent or step.hidden or not self._table.attended:
            return
        after = step.after
        occasions = _occasions(step)
        if not occasions:
            return
        chance = Stream(after.key, "talk", after.moves)
        seat = [*occasions][chance.below(len(occasions))]
        sitter = after.sitters[seat]
        assert sitter is not None
        nature = NATURES[Character(sitter.character)]
        if chance.below(1000) >= nature.talks * 1000:
            return
        lines = nature.lines[occasions[seat]]
        line = lines[chance.below(len(lines))]
        self.stop()
        self._timer = self._clock.call_later(
            _SOONEST + _SPREAD * chance.below(1000) / 1000,
            lambda: self._say(seat, sitter.character, line),
        )

    def stop(self) -> None:
        """Say nothing more."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _say(self, seat: int, character: int, line: Line) -> None:
        self._timer = None
        # A line that comes too late is not said again.
        self._table.post(BotSays(seat, character, line), lambda _result: None, own=True)


def _occasions(step: Step) -> dict[int, Occasion]:
    """Return what the bots may say something about, by seat; empty if there is nothing."""
    state = step.after
    bots = [seat for seat, each in enumerate(state.sitters) if each and each.bot and each.character]
    if not bots:
        return {}
    if isinstance(step.entry, Started) and state.match == 1:
        return dict.fromkeys(bots, Occasion.BEGUN)
    found: dict[int, Occasion] = {}
    for event in step.told:
        match event:
            case MatchEnded(winners):
                won, lost = Occasion.WON, Occasion.BEATEN
            case HandEnded(winners, reason) if winners and state.life is Life.PLAYING:
                won = Occasion.GIVEN_WAY if reason in _GIVEN_WAY else Occasion.TAKEN
                lost = Occasion.LOST
            case _:
                continue
        found = {seat: won if seat in winners else lost for seat in bots}
    return found

"""When a bot says something: `_SOONEST` seconds after it happened, or later; what: `characters`.
How many of the latest lines no bot repeats (`_NOT_REPEATED`), and how much it likes to talk
(`_EAGER`).

It follows from what everybody sees, and from chance: no card that is hidden has a part in it. It is
never an action, and nothing waits for it. A hand has one line at most.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from typing import Final

from cardtui_engine.events import Acted, HandEnded, HandStarted, MatchEnded
from cardtui_engine.library.counts import RAISES
from cardtui_server.characters import NATURES, Character, Line, Occasion
from cardtui_server.fairness.packs import Stream
from cardtui_server.match.entries import Started
from cardtui_server.match.requests import BotSays
from cardtui_server.match.state import Life
from cardtui_server.match.transaction import Step
from cardtui_server.ports.clock import Clock, Timer
from cardtui_server.table.bots.players import BotTable

_GIVEN_WAY: Final = ("fold", "folds", "passes", "run")
"""The reasons, in the sheets' words, of a hand that ends because others gave way."""

_SOONEST: Final = 0.7
"""The least seconds between what happens and a word about it."""

_SPREAD: Final = 1.2
"""The most seconds that it takes longer."""

_EAGER: Final = 0.4
"""So much more likely is a word about a hand that brought much, or was lost after a raise."""

_NOT_REPEATED: Final = 8
"""The lines at a table that no bot says again."""

_MUCH: Final = 4
"""The points that are much for a hand; chips are much where they are half of what a seat has."""

_ABOUT_MUCH: Final = (Occasion.RICHER, Occasion.POORER, Occasion.CALLED)

READABLE: Final = 0.1
"""The least seconds of thinking at which anybody could read what bots say between their moves."""


class BotTalk:
    """Has the bots of one table say something now and then; never where that could not be read."""

    def __init__(self, table: BotTable, clock: Clock, pace: float) -> None:
        self._table = table
        self._clock = clock
        self._silent = pace < READABLE
        self._timer: Timer | None = None
        self._said: deque[Line] = deque(maxlen=_NOT_REPEATED)
        self._raiser: int | None = None

    def on_step(self, step: Step) -> None:
        """Have a bot say something about an entry that is durable, if one wants to."""
        if self._silent or step.hidden or not self._table.attended:
            return
        after = step.after
        occasions = _occasions(step, self._raiser)
        self._follow(step)
        if not occasions:
            return
        chance = Stream(after.key, "talk", after.moves)
        seat = [*occasions][chance.below(len(occasions))]
        sitter = after.sitters[seat]
        assert sitter is not None
        nature = NATURES[Character(sitter.character)]
        talks = nature.talks + _EAGER * (occasions[seat] in _ABOUT_MUCH)
        lines = [each for each in nature.lines[occasions[seat]] if each not in self._said]
        if chance.below(1000) >= talks * 1000 or not lines:
            return
        line = lines[chance.below(len(lines))]
        self._said.append(line)
        self.stop()
        self._timer = self._clock.call_later(
            _SOONEST + _SPREAD * chance.below(1000) / 1000,
            lambda: self._say(seat, sitter.character, line),
        )

    def _follow(self, step: Step) -> None:
        """Note who has raised last in the hand."""
        for event in step.told:
            match event:
                case Acted(seat, action) if action.verb in RAISES:
                    self._raiser = seat
                case HandStarted():
                    self._raiser = None
                case _:
                    pass

    def stop(self) -> None:
        """Say nothing more."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _say(self, seat: int, character: int, line: Line) -> None:
        self._timer = None
        # A line that comes too late is not said again.
        self._table.post(BotSays(seat, character, line), lambda _result: None, own=True)


def _occasions(step: Step, raiser: int | None) -> dict[int, Occasion]:
    """Return what the bots may say something about, by seat; empty if there is nothing.

    Args:
        raiser: who has raised last in the hand.
    """
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
        if lost is Occasion.LOST:
            found |= _after_much(step, bots)
            if raiser in bots and raiser not in winners and won is Occasion.TAKEN:
                found[raiser] = Occasion.CALLED
    return found


def _after_much(step: Step, bots: Sequence[int]) -> dict[int, Occasion]:
    """Return what the bots may say where a hand has brought one side much."""
    before, after, rules = step.before.tally, step.after.tally, step.after.rules
    has = after.chips or after.scores
    gains = [new - old for old, new in zip(before.chips or before.scores, has, strict=False)]
    least = sum(after.chips) / (2 * len(has)) if after.chips else _MUCH
    richer = [side for side, gain in enumerate(gains) if gain >= least > 0]
    if not richer:
        return {}
    sides = {seat: rules.team_of(seat) if not after.chips else None for seat in bots}
    return {
        seat: Occasion.RICHER if (seat if side is None else side) in richer else Occasion.POORER
        for seat, side in sides.items()
    }

"""When a bot speaks: `_SOONEST_SECONDS` after something happened or later, never while a person is
to act. How much it likes to: as its character does (`characters.py`), `_TALK_OF_BIG_HAND` more
after a hand that brought `_MANY_POINTS`, `_MID_HAND_SHARE` times as much within one,
`_TALK_PER_QUIET_HAND` more for each hand without a word; which occasion the end of a hand is:
`_END_OCCASIONS`. What it says: `characters.py`.

It follows from what everybody sees, and from chance: no card that is hidden has a part in it. It is
never an action, and nothing waits for it. A hand has one line at most, and a match has each line
once. While a person is to act, no bot speaks.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from cardtui_engine.actions import Action
from cardtui_engine.events import (
    Acted,
    Burned,
    CardsShown,
    CardTaken,
    HandEnded,
    HandStarted,
    MatchEnded,
)
from cardtui_engine.library.counts import RAISE_VERBS
from cardtui_server.characters import NATURES, Character, Line, Occasion
from cardtui_server.fairness.packs import Stream
from cardtui_server.match.entries import Started
from cardtui_server.match.requests import BotSays
from cardtui_server.match.state import Life
from cardtui_server.match.transaction import Step
from cardtui_server.ports.clock import Clock, Timer
from cardtui_server.table.bots.players import BotTable

_END_OCCASIONS: Final = {
    **dict.fromkeys(("fold", "folds", "passes", "run"), (Occasion.GIVEN_WAY, Occasion.FOLDED)),
    **dict.fromkeys(("out", "knock", "cut"), (Occasion.OUT, Occasion.OUTRUN)),
    "showdown": (Occasion.TAKEN, Occasion.SHOWN),
}
"""By the reason of a hand's end, in the sheets' words, what it is to the winners and the others."""

_LACKS_ONE: Final = "good_one"
_CLAIM_VERBS: Final = ("claim", "cut", "waive")
"""The words by which a seat lacks one card, and by which another goes out of turn."""

_SOONEST_SECONDS: Final = 0.7
"""The least seconds between what happens and a word about it."""

_SPREAD_SECONDS: Final = 1.2
"""The most seconds that it takes longer."""

_TALK_OF_BIG_HAND: Final = 0.1
"""So much more likely is a word about a hand that brought much, or was lost after a raise."""

_MID_HAND_SHARE: Final = 0.2
"""The part of its usual talk that it says while the hand goes on."""

_TALK_PER_QUIET_HAND: Final = 0.17
"""So much more likely is a word for each hand since the last one."""

_MANY_POINTS: Final = 4
"""The points that are much for a hand; chips are much where they are half of what a seat has."""

_BIG_HAND_OCCASIONS: Final = (Occasion.RICHER, Occasion.POORER, Occasion.CALLED)

_MID_HAND_OCCASIONS: Final = (Occasion.TOOK, Occasion.RAISED, Occasion.BURNED)

READABLE_SECONDS: Final = 0.1
"""The least seconds of thinking at which anybody could read what bots say between their moves."""


class Heard(NamedTuple):
    """What everybody has seen so far in a hand.

    Attributes:
        raiser: who has raised last.
        thrower: who has thrown the last card.
        short: who has said that they lack one card.
        spoken: whether a bot has said something.
    """

    raiser: int | None = None
    thrower: int | None = None
    short: tuple[int, ...] = ()
    spoken: bool = False

    def after(self, step: Step) -> Heard:
        """Return what has been seen after that."""
        heard = self
        for event in step.told:
            match event:
                case Acted(seat, action) if _raises(action):
                    heard = heard._replace(raiser=seat)
                case Acted(seat, Action("discard")):
                    heard = heard._replace(thrower=seat)
                case Acted(seat, action) if action.verb == _LACKS_ONE:
                    heard = heard._replace(short=(*heard.short, seat))
                case HandStarted():
                    heard = Heard()
                case _:
                    pass
        return heard


class BotTalk:
    """Has the bots of one table say something now and then; never where that could not be read."""

    def __init__(self, table: BotTable, clock: Clock, pace: float) -> None:
        self._table = table
        self._clock = clock
        self._silent = pace < READABLE_SECONDS
        self._timer: Timer | None = None
        self._said: set[Line] = set()
        self._quiet = 0
        self._heard = Heard()

    def on_step(self, step: Step) -> None:
        """Have a bot say something about an entry that is durable, if one wants to."""
        if self._silent or step.hidden or not self._table.attended:
            return
        after = step.after
        heard, self._heard = self._heard, self._heard.after(step)
        if isinstance(step.entry, Started):
            self._said.clear()
        self._quiet += any(isinstance(event, HandEnded) for event in step.told)
        occasions = _occasions(step, heard)
        if not occasions or self._heard.spoken:
            return
        chance = Stream(after.key, "talk", after.moves)
        seat = [*occasions][chance.below(len(occasions))]
        sitter = after.sitters[seat]
        assert sitter is not None
        nature = NATURES[Character(sitter.character)]
        talks = nature.talks + _TALK_PER_QUIET_HAND * self._quiet
        talks *= _MID_HAND_SHARE if occasions[seat] in _MID_HAND_OCCASIONS else 1
        talks += _TALK_OF_BIG_HAND * (occasions[seat] in _BIG_HAND_OCCASIONS)
        lines = [each for each in nature.lines[occasions[seat]] if each not in self._said]
        if chance.below(1000) >= talks * 1000 or not lines:
            return
        line = lines[chance.below(len(lines))]
        self._heard = self._heard._replace(spoken=True)
        self.stop()
        self._timer = self._clock.call_later(
            _SOONEST_SECONDS + _SPREAD_SECONDS * chance.below(1000) / 1000,
            lambda: self._say(seat, sitter.character, line),
        )

    def stop(self) -> None:
        """Say nothing more."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _say(self, seat: int, character: int, line: Line) -> None:
        self._timer = None
        if self._table.state.awaited():
            return
        self._said.add(line)
        self._quiet = 0
        # A line that comes too late is not said again.
        self._table.post(BotSays(seat, character, line), lambda _result: None, own=True)


def _raises(action: Action) -> bool:
    return action.verb in RAISE_VERBS or action.to is not None


def _occasions(step: Step, heard: Heard) -> dict[int, Occasion]:
    """Return what the bots may say something about, by seat; empty if there is nothing.

    Args:
        heard: what was seen in the hand before.
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
                found = {
                    seat: Occasion.WON if seat in winners else Occasion.BEATEN for seat in bots
                }
            case HandEnded(winners, reason) if winners and state.life is Life.PLAYING:
                much = _after_much(step, bots)
                for seat in bots:
                    end = _ended(seat, winners, reason, step, heard)
                    found[seat] = end if end is Occasion.CALLED else much.get(seat, end)
            case Acted(seat, action) if seat in bots and _raises(action) and state.tally.chips:
                found = {seat: Occasion.RAISED}
            case CardTaken(seat) if seat in bots:
                found = {seat: Occasion.TOOK}
            case Burned(seat) if seat in bots:
                found = {seat: Occasion.BURNED}
            case _:
                pass
    return found


def _ended(seat: int, winners: Sequence[int], reason: str, step: Step, heard: Heard) -> Occasion:
    """Return what the end of a hand is to a bot."""
    won, lost = _END_OCCASIONS.get(reason, (Occasion.TAKEN, Occasion.LOST))
    if seat in winners:
        return won
    match lost:
        case Occasion.LOST | Occasion.SHOWN if seat == heard.raiser:
            return Occasion.CALLED
        case Occasion.FOLDED if heard.raiser not in winners:
            return Occasion.LOST
        case Occasion.SHOWN if not _shows(step, seat):
            return Occasion.LOST
        case Occasion.OUTRUN if seat == heard.thrower and _claimed(step):
            return Occasion.FED
        case Occasion.OUTRUN if seat in heard.short:
            return Occasion.ONE_SHORT
        case _:
            return lost


def _shows(step: Step, seat: int) -> bool:
    return any(isinstance(each, CardsShown) and each.seat == seat for each in step.told)


def _claimed(step: Step) -> bool:
    return any(isinstance(each, Acted) and each.action.verb in _CLAIM_VERBS for each in step.told)


def _after_much(step: Step, bots: Sequence[int]) -> dict[int, Occasion]:
    """Return what the bots may say where a hand has brought one side much."""
    before, after, rules = step.before.tally, step.after.tally, step.after.rules
    has = after.chips or after.scores
    gains = [new - old for old, new in zip(before.chips or before.scores, has, strict=False)]
    least = sum(after.chips) / (2 * len(has)) if after.chips else _MANY_POINTS
    richer = [side for side, gain in enumerate(gains) if gain >= least > 0]
    if not richer:
        return {}
    sides = {seat: rules.team_of(seat) if not after.chips else None for seat in bots}
    return {
        seat: Occasion.RICHER if (seat if side is None else side) in richer else Occasion.POORER
        for seat, side in sides.items()
    }

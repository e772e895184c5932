"""How a bot announces, raises, accepts and declines a flor. From which flor on: `_RAISES_FROM`; for
one that does not think ahead, `_NAIVE_RAISES_FROM` and `_NAIVE_ACCEPTS_FROM`.

It must announce; so an announcement tells nothing of the number, and a raise tells of a high one:
from `_RAISES_FROM` of all flores on. Whose flor is better is reckoned from what random flores make.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from itertools import accumulate, combinations
from typing import Final

from cardtui_engine.actions import Action
from cardtui_engine.bits import Bits
from cardtui_engine.bots import Advice, Reason, by_odds
from cardtui_engine.choices import Choice
from cardtui_engine.games.truco_argentino.bets import falta_points
from cardtui_engine.games.truco_argentino.bot.envido_bot import Speaker
from cardtui_engine.games.truco_argentino.bot.odds import match_chance
from cardtui_engine.games.truco_argentino.cards import PACK, flor_number
from cardtui_engine.games.truco_argentino.flor import (
    flor_accepted,
    flor_declined,
)
from cardtui_engine.games.truco_argentino.verbs import FLOR_BETS
from cardtui_engine.games.truco_argentino.view import ArgentinoView

_LOW, _HIGH = 20, 38
"""The lowest and the highest number of a flor."""

_RAISES_FROM: Final = {"flor": 0.0, "contraflor": 0.5, "contraflor_al_resto": 0.75}
"""By bet, the part of all flores that are too low to have made it."""

_NAIVE_RAISES_FROM: Final = {"contraflor_al_resto": 36, "contraflor": 34}
"""What a flor must make for somebody to raise who does not think ahead."""

_NAIVE_ACCEPTS_FROM: Final = {"flor": 28, "contraflor": 32, "contraflor_al_resto": 34}
"""The same, to accept."""


@cache
def _at_most() -> tuple[float, ...]:
    """Return, by number from the lowest, the chance that a random flor makes at most that."""
    suit = [card for card in PACK if card < 10]
    numbers = [flor_number(cards) for cards in combinations(suit, 3)]
    counts = [numbers.count(number) for number in range(_LOW, _HIGH + 1)]
    return tuple(each / len(numbers) for each in accumulate(counts))


def _best_at_most(number: int, flores: int) -> float:
    """Return the chance that the best of so many random flores makes at most that number."""
    if number < _LOW:
        return float(not flores)
    return _at_most()[min(number, _HIGH) - _LOW] ** flores


def _better(view: ArgentinoView, own: int, least: float) -> float:
    """Return the chance that the own side's flor is the better one.

    Args:
        own: the own flor's number; 0 without one.
        least: the part of all flores that the other side's best is known to exceed.
    """
    flor, mano = view.game.flor, view.game.mano
    assert flor is not None
    seats = len(view.common.cards)
    mine = [seat for seat in flor.seats if (seat ^ view.own.seat) & 1 == 0]
    theirs = [seat for seat in flor.seats if seat not in mine]
    partners = len([seat for seat in mine if seat != view.own.seat])
    first = min((seat - mano) % seats for seat in mine) < min(
        (seat - mano) % seats for seat in theirs
    )
    chance = total = 0.0
    for number in range(_LOW, _HIGH + 1):
        below = _best_at_most(number - 1, len(theirs))
        at = _best_at_most(number, len(theirs)) - below
        weight = min(max(below + at - least, 0.0), at)
        beaten = 1.0 - _best_at_most(number if not first else number - 1, partners)
        if own > number or (own == number and first):
            beaten = 1.0
        chance += weight * beaten
        total += weight
    return chance / total if total else float(first)


def flor_advice(
    speaker: Speaker, view: ArgentinoView, choices: Mapping[str, Choice], bits: Bits
) -> Advice | None:
    """Return what to say about a flor; ``None`` if there is nothing to say."""
    if "flor" in choices:
        return Advice(Action("flor"), Reason.ONLY)
    bet = view.game.call
    if bet not in FLOR_BETS or "quiero" not in choices:
        return None
    own = view.own.game.flor or 0
    if speaker.style.naive:
        return Advice(Action(_naively(own, bet, choices)), Reason.ONLY)
    error = speaker.style.error * (2.0 * bits.chance() - 1.0)
    words = [verb for verb in choices if verb != "resign" and _high_enough(own, verb)]
    worth = {verb: _worth(speaker, view, verb, error) for verb in words}
    verb = max(worth, key=worth.__getitem__)
    wins = min(max(_better(view, own, _RAISES_FROM[bet]) + error, 0.0), 1.0)
    lost, won = _accepted(speaker, view, bet)
    even = (worth["no_quiero"] - lost) / max(won - lost, 1e-9)
    if verb in FLOR_BETS:
        return Advice(Action(verb), Reason.MIX, (1.0,))
    odds = (wins, min(max(even, 0.0), 1.0))
    return by_odds(Action(verb), odds, 1.0, gives_up=verb == "no_quiero")


def _high_enough(own: int, verb: str) -> bool:
    """Return whether a flor is one to say that with: a raise tells of a high one."""
    return verb not in _RAISES_FROM or _best_at_most(own, 1) > _RAISES_FROM[verb]


def _naively(own: int, bet: str, choices: Mapping[str, Choice]) -> str:
    for verb, least in _NAIVE_RAISES_FROM.items():
        if verb in choices and own >= least:
            return verb
    return "quiero" if own >= _NAIVE_ACCEPTS_FROM[bet] else "no_quiero"


def _gain(speaker: Speaker, view: ArgentinoView, points: int) -> float:
    """Return the chance to win the match after so many points more, or for the others."""
    team = view.own.seat & 1
    pending = view.game.pending or (0, 0)
    scores = [a + b for a, b in zip(view.common.scores, pending, strict=True)]
    mine, theirs = scores[team] + max(points, 0), scores[1 - team] + max(-points, 0)
    return match_chance(mine, theirs, speaker.terms.target)


def _accepted(speaker: Speaker, view: ArgentinoView, bet: str) -> tuple[float, float]:
    """Return what it is worth to lose an accepted bet, and to win it."""
    team = view.own.seat & 1
    falta = falta_points(speaker.terms, (view.common.scores[0], view.common.scores[1]))
    lost = _gain(speaker, view, -flor_accepted(bet, falta[1 - team]))
    return lost, _gain(speaker, view, flor_accepted(bet, falta[team]))


def _worth(speaker: Speaker, view: ArgentinoView, verb: str, error: float) -> float:
    """Return the chance to win the match with a word."""
    bet, own = view.game.call, view.own.game.flor or 0
    if verb == "no_quiero":
        return _gain(speaker, view, -flor_declined(bet))
    least = _RAISES_FROM[bet]
    if verb == "quiero":
        return _compared(speaker, view, bet, _better(view, own, least) + error)
    # The others accept a raise with what would have made it, and decline it otherwise.
    takes = (1.0 - max(_RAISES_FROM[verb], least)) / (1.0 - least)
    wins = _better(view, own, max(_RAISES_FROM[verb], least)) + error
    declined = _gain(speaker, view, flor_declined(verb))
    return takes * _compared(speaker, view, verb, wins) + (1.0 - takes) * declined


def _compared(speaker: Speaker, view: ArgentinoView, bet: str, wins: float) -> float:
    lost, won = _accepted(speaker, view, bet)
    chance = min(max(wins, 0.0), 1.0)
    return chance * won + (1.0 - chance) * lost

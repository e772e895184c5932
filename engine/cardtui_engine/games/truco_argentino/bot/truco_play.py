"""How likely others call, accept and raise at truco, and what a raise is worth (`raised`).
How often they are taken to call and raise: `_MOST_CALL_RATE`, `_LIFTS_FROM`, `_LIFT_RATE`.

Worlds are guesses at the hidden cards, weighed by what opponents said and played with them, as the
kinds of players would that they are taken for. What the others do next is reckoned the same way.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import exp
from typing import Final, NamedTuple

from cardtui_engine.families.truco.playout import Hands
from cardtui_engine.games.truco_argentino.bot.beliefs import Moment, felt
from cardtui_engine.games.truco_argentino.bot.knowledge import World
from cardtui_engine.games.truco_argentino.bot.opponents import Reading
from cardtui_engine.games.truco_argentino.bot.player_kinds import BLUFF_FACTORS, CALLERS, TAKERS

_TEMPERATURE: Final = 0.07
"""How gradually a player goes from never to always as its chances grow."""

_MOST_CALL_RATE: Final = 0.8
"""How often even the best cards are called with at one moment."""

_CHANCE_RISE_BY_CALL: Final = {"truco": 0.0, "retruco": 0.12, "vale_cuatro": 0.2}
"""How much more a higher call wants to have."""

_ODD_CARD_LIKELIHOOD: Final = 0.3
"""How likely a card is played that no plain player would have played, beside one that is."""

_LIFTS_FROM: Final = 0.85
_LIFT_RATE: Final = 0.6


class Now(NamedTuple):
    """How the moment looks to the others.

    Attributes:
        opponents: their seats.
        first: how the first trick went for them.
        to_beat: what they have to beat on the table; 0 if there is nothing.
        own: their own card on the table; 0 if there is none.
    """

    opponents: tuple[int, ...]
    first: str
    to_beat: int
    own: int


def _grows(chance: float, least: float) -> float:
    at = (chance - least) / _TEMPERATURE
    return 0.0 if at < -30 else 1.0 if at > 30 else 1.0 / (1.0 + exp(-at))


def calls(chance: float, verb: str, trick: int, reading: Reading) -> float:
    """Return how likely a seat that feels that chance makes a call in a trick."""
    dearer = _CHANCE_RISE_BY_CALL[verb]
    likely = 0.0
    for kind, weight in zip(CALLERS, reading.callers[trick], strict=True):
        bluffs = min(kind.bluffs * BLUFF_FACTORS[trick], 0.9) / (2 if dearer else 1)
        likely += weight * (
            bluffs + (1 - bluffs) * _MOST_CALL_RATE * _grows(chance, kind.least + dearer)
        )
    return likely


def wants(chance: float, reading: Reading) -> float:
    """Return how likely a seat that feels that chance accepts a call."""
    return sum(
        [
            weight * _grows(chance, kind.least)
            for kind, weight in zip(TAKERS, reading.takers, strict=True)
        ]
    )


def fits(
    hands: Hands, moments: Sequence[Moment], readings: Sequence[Reading], *, known: bool
) -> float:
    """Return how likely seats with such hands would have done what they did.

    Args:
        hands: the hands, as strengths.
        moments: what they said and played.
        readings: by seat, what it is taken for.
        known: whether the seats are as few as two, so that what they felt can be told well.
    """
    likely = 1.0
    for seat, verb, trick, later, first, to_beat, own in moments:
        hand = sorted([*hands[seat], *later])
        if verb == "play":
            if _odd(hand, later[0], to_beat):
                likely *= _ODD_CARD_LIKELIHOOD
            continue
        chance = felt(hand, first, to_beat, own)
        said = wants(chance, readings[seat])
        if verb != "quiero":
            said = calls(chance, verb, trick, readings[seat])
        likely *= said if known else said**0.7
    return likely


def _odd(hand: Sequence[int], played: int, to_beat: int) -> bool:
    """Return whether a plain player would have followed with another card of that hand."""
    winning = [each for each in hand if each > to_beat]
    if winning:
        return played != winning[0]
    return played not in (hand[0], to_beat)


class Bet(NamedTuple):
    """What a raise plays for.

    Attributes:
        folded: the points if the others fold.
        taken: the points if they accept.
        lifted: the points if they raise it; ``None`` if they cannot.
        gains: the chance to win the match after so many points: from 0 on, and from -1 back.
    """

    folded: int
    taken: int
    lifted: int | None
    gains: Sequence[float]


class Raised(NamedTuple):
    """What a raise is worth, how likely they fold, and at which chance that pays by itself.

    ``worth`` is the chance to win the match.
    """

    worth: float
    folds: float
    even: float


def raised(
    worlds: Sequence[World],
    won: Sequence[float],
    now: Now,
    reading: Reading,
    bet: Bet,
) -> Raised:
    """Return what a raise is worth.

    Args:
        worlds: the worlds, with weights that add up to one.
        won: in which of them the hand is won.
        now: how the moment looks to those who must answer.
        reading: what they are taken for.
    """
    gains = bet.gains
    worth = folds = 0.0
    lift_weight = lift_wins = 0.0
    for (hands, weight), wins in zip(worlds, won, strict=True):
        chance = max([felt(hands[seat], now.first, now.to_beat, now.own) for seat in now.opponents])
        wanted = weight * wants(chance, reading)
        folds += weight - wanted
        lifts = 0.0 if bet.lifted is None else wanted * _LIFT_RATE * _grows(chance, _LIFTS_FROM)
        lift_weight += lifts
        lift_wins += lifts * wins
        worth += (weight - wanted) * gains[bet.folded]
        worth += (wanted - lifts) * (wins * gains[bet.taken] + (1 - wins) * gains[-bet.taken])
    if bet.lifted is not None and lift_weight:
        wins = lift_wins / lift_weight
        goes_on = wins * gains[bet.lifted] + (1 - wins) * gains[-bet.lifted]
        worth += lift_weight * max(goes_on, gains[-bet.taken])
    wins = sum([world.weight * each for world, each in zip(worlds, won, strict=True)])
    silent = wins * gains[bet.folded] + (1 - wins) * gains[-bet.folded]
    lost = wins * gains[bet.taken] + (1 - wins) * gains[-bet.taken]
    even = (silent - lost) / max(gains[bet.folded] - lost, 1e-9)
    return Raised(worth, folds, min(max(even, 0.0), 1.0))

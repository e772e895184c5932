"""What a bot takes its opponents for: which kind of player each is believed to be, as far as the
match shows. How often such players err: `_SLIP_RATE`; which kinds there are: `player_kinds`.

At the start everybody is most likely somebody who plays well, or bets what the cards are worth;
each thing seen in the match counts for some kinds of players and against others (Bayes).
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, lru_cache
from typing import Final, NamedTuple

from cardtui_engine.families.truco.shown import likely, posterior
from cardtui_engine.games.truco_argentino.bets import LINES
from cardtui_engine.games.truco_argentino.bot.envido_game import (
    CLASS_SHARES,
    CLASSES,
    UNWRITTEN_WORDS,
    WORDS_BY_LINE,
    Place,
    class_of,
)
from cardtui_engine.games.truco_argentino.bot.player_kinds import (
    ANSWERERS,
    CALLERS,
    OPENERS,
    TAKERS,
)
from cardtui_engine.games.truco_argentino.bot.solved import spoken_at
from cardtui_engine.games.truco_argentino.habits import ArgentinoHabit, number_class

Rows = Sequence[Sequence[float]]

_SLIP_RATE: Final = 0.04
_TYPICAL_SCORE: Final = (15, 15)
"""The score at which a kind of player is compared with what was seen."""

_NUMBER_RISE_BY_BET: Final = {"envido": 0, "real_envido": 2, "falta_envido": 4}
"""How much more a plain player wants to have for a dearer bet."""

_OTHER_TRICK_WEIGHT: Final = 0.05
"""How much what was seen in other tricks counts beside what was seen in the same one."""


class Reading(NamedTuple):
    """How likely each kind is, by index of `OPENERS`, `ANSWERERS` and so on.

    ``callers`` are by trick.
    """

    openers: tuple[float, ...]
    answerers: tuple[float, ...]
    callers: tuple[tuple[float, ...], ...]
    takers: tuple[float, ...]


@lru_cache(maxsize=1024)
def opens(kind: int, place: Place, needs: tuple[int, int], traditional: bool) -> Rows:
    """Return what a kind of opener says at a place: by word, by class, how often."""
    _, bets, bluffs, holds = OPENERS[kind]
    if not bets:
        return _slipping(WORDS_BY_LINE[place[1]], spoken_at(place, needs, traditional))
    words = WORDS_BY_LINE[place[1]]
    rows = [[0.0] * CLASSES for _ in words]
    for each in range(CLASSES):
        bet = next((bet for bet, least in bets if each >= _class(least)), None)
        chance = bluffs if bet is None else holds
        rows[words.index(bet or bets[-1][0])][each] = chance
        rows[0][each] = 1.0 - chance
    return _slipping(words, rows)


@lru_cache(maxsize=1024)
def answers(kind: int, place: Place, needs: tuple[int, int], traditional: bool) -> Rows:
    """Return what a kind of answerer says at a place: by word, by class, how often."""
    _, least, lifts = ANSWERERS[kind]
    if least < 0:
        return _slipping(WORDS_BY_LINE[place[1]], spoken_at(place, needs, traditional))
    words = WORDS_BY_LINE[place[1]]
    bets = LINES[place[1]].bets
    rise = _NUMBER_RISE_BY_BET[bets[-1]] if least else 0
    rows = [[0.0] * CLASSES for _ in words]
    for each in range(CLASSES):
        lift = next((bet for bet, low in lifts if bet in words and each >= _class(low)), None)
        if lift is not None:
            rows[words.index(lift)][each] = 0.9
            rows[0][each] = 0.1
        else:
            rows[0 if each >= _class(least + rise) else 1][each] = 1.0
    return _slipping(words, rows)


def _class(number: int) -> int:
    return class_of(min(max(number, 0), 33), highest=True) if number else 0


def _slipping(words: Sequence[str], rows: Rows) -> Rows:
    """Return rows in which everything is said now and then; bets the sooner, the more it has.

    What no kind of player says is then taken for what it most often is: strength.
    """
    slip = _SLIP_RATE / len(rows)
    return tuple(
        [
            [
                (1.0 - _SLIP_RATE) * each
                + slip * (_FALLING_SLIPS if word in UNWRITTEN_WORDS else _RISING_SLIPS)[at]
                for at, each in enumerate(row)
            ]
            for word, row in zip(words, rows, strict=True)
        ]
    )


_RISING_SLIPS: Final = tuple(0.2 + 2.4 * (at / (CLASSES - 1)) ** 2 for at in range(CLASSES))
_FALLING_SLIPS: Final = tuple(max(2.0 - each, 0.1) for each in _RISING_SLIPS)


@lru_cache(maxsize=256)
def reading_of(habit: ArgentinoHabit) -> Reading:
    """Return how likely each kind is after what a match has shown of a seat."""
    return Reading(
        posterior([_opener_fits(kind, habit) for kind in range(len(OPENERS))]),
        posterior([_answerer_fits(kind, habit) for kind in range(len(ANSWERERS))]),
        tuple([_callers(habit, trick) for trick in range(3)]),
        posterior(
            [
                each.prior * likely(each.often, habit.truco_wanted, habit.truco_asked)
                for each in TAKERS
            ]
        ),
    )


def _callers(habit: ArgentinoHabit, trick: int) -> tuple[float, ...]:
    """Return how likely each kind of caller is, by what was seen above all in one of the tricks."""
    weights = []
    for kind in CALLERS:
        fits = kind.prior * likely(kind.loses, habit.lost, habit.tested)
        for at, often in enumerate(kind.often):
            seen = likely(often, habit.called[at], habit.reached[at])
            fits *= seen if at == trick else seen**_OTHER_TRICK_WEIGHT
        weights.append(fits)
    return posterior(weights)


_NUMBER_OF_CLASS: Final = (10, 10, 10, 10, *range(20, 34))


@cache
def _opening_rates(kind: int) -> tuple[tuple[float, ...], tuple[float, ...]]:
    """Return how often a kind says each word of an opening, and the classes shown after a bet."""
    rates = [0.0] * len(WORDS_BY_LINE[0])
    shown = [0.0] * 4
    for opener in (0, 1):
        rows = opens(kind, (opener, 0), _TYPICAL_SCORE, True)
        for at, row in enumerate(rows):
            for each, share in enumerate(CLASS_SHARES):
                rates[at] += share * row[each] / 2
                if at:
                    shown[number_class(_NUMBER_OF_CLASS[each])] += share * row[each]
    return tuple(rates), tuple([each / sum(shown) for each in shown])


def _opener_fits(kind: int, habit: ArgentinoHabit) -> float:
    rates, shown = _opening_rates(kind)
    bets = (habit.envidos, habit.reals, habit.faltas)
    fits = OPENERS[kind].prior * rates[0] ** max(habit.openings - sum(bets), 0)
    for times, rate in zip(bets, rates[1:], strict=True):
        fits *= rate**times
    for times, rate in zip(habit.bet_numbers, shown, strict=True):
        fits *= rate**times
    return float(fits)


@cache
def _answering_rates(kind: int) -> tuple[float, float, float]:
    """Return how often a kind folds to an envido, accepts it, and bets more."""
    rows = answers(kind, (1, 1), _TYPICAL_SCORE, True)
    takes, folds, *more = [
        sum([share * each for share, each in zip(CLASS_SHARES, row, strict=True)]) for row in rows
    ]
    return folds, takes, sum(more)


def _answerer_fits(kind: int, habit: ArgentinoHabit) -> float:
    folds, takes, more = _answering_rates(kind)
    return float(
        ANSWERERS[kind].prior
        * folds ** (habit.asked - habit.wanted)
        * takes ** (habit.wanted - habit.raised)
        * more**habit.raised
    )

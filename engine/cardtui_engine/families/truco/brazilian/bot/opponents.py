"""What a bot takes others for: kinds of players, believed in as far as the match shows. The kinds
are `CALLERS`, `LIFTERS` and `TAKERS`; how many change their ways after a hand: `CHANGE_RATE`.

At first everybody most likely raises with good cards alone, and accepts as most people do. Each
hand counts for some kinds and against others (Bayes), and after each a few may have become others
(`CHANGE_RATE`). How many there are of each is a guess.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache, lru_cache
from typing import Final, NamedTuple

from cardtui_engine.families.truco.brazilian.habits import (
    ANSWER_MARKS,
    NO_HABIT,
    NOT_WON_MARK,
    PLACE_LETTERS,
    RAISED_MARK,
    WON_MARK,
)
from cardtui_engine.families.truco.shown import posterior

Row = tuple[float, ...]
"""How often something is said, by how good the hand looks: in `_CURVE_STEPS` steps from 0 to 1."""

_CURVE_STEPS: Final = 40


class Rise(NamedTuple):
    """How often something is said: the likelier, the better the hand looks.

    Attributes:
        least: how often on nothing.
        low: where that begins to rise.
        high: from where it is said as often as ever.
        most: how often that is.
        bluff: how often, whatever else, on a hand that looks no better than ``until``.
        until: what that is.
    """

    least: float
    low: float
    high: float
    most: float
    bluff: float = 0.0
    until: float = -1.0


class Caller(NamedTuple):
    """A kind of player, by how it says truco.

    Attributes:
        prior: how many are of this kind, before anything is seen.
        often: by place, how often it says truco.
        loses: how often it then loses a hand that is played to the end.
    """

    prior: float
    often: tuple[Rise, ...]
    loses: float


class Kind(NamedTuple):
    """A kind of player, by how it answers.

    Attributes:
        prior: how many are of this kind, before anything is seen.
        often: how often it raises, or accepts.
        folds: whether it accepts little.
    """

    prior: float
    often: Rise
    folds: bool = False


_FIRST_TRICK_RISE: Final = Rise(0.004, 0.70, 1.0, 0.65)
_BEHIND_RISE: Final = Rise(0.006, 0.68, 0.95, 0.85)

CALLERS: Final = (
    Caller(
        0.27,
        (_FIRST_TRICK_RISE, _BEHIND_RISE, Rise(0.03, 0.70, 1.0, 0.45), Rise(0.03, 0.4, 0.95, 0.85)),
        0.28,
    ),
    Caller(
        0.16,
        (_FIRST_TRICK_RISE, _BEHIND_RISE, Rise(0.20, 0.90, 1.0, 0.30), Rise(0.14, 0.85, 1.0, 0.98)),
        0.40,
    ),
    Caller(
        0.20,
        (
            Rise(0.01, 0.55, 0.75, 0.95),
            Rise(0.01, 0.50, 0.80, 0.95),
            Rise(0.02, 0.55, 0.80, 0.95),
            Rise(0.03, 0.50, 0.90, 0.95),
        ),
        0.30,
    ),
    Caller(0.05, (Rise(0.12, 0.20, 0.55, 0.90),) * len(PLACE_LETTERS), 0.42),
    Caller(
        0.20,
        (
            Rise(0.01, 0.70, 0.95, 0.80),
            Rise(0.01, 0.70, 0.90, 0.90, 0.85, 0.30),
            Rise(0.01, 0.70, 0.90, 0.90, 0.85, 0.45),
            Rise(0.01, 0.70, 0.90, 0.90, 0.85, 0.30),
        ),
        0.45,
    ),
    Caller(0.07, (Rise(0.30, 0.0, 1.0, 0.40),) * len(PLACE_LETTERS), 0.50),
    Caller(0.05, (Rise(0.92, 0.0, 1.0, 0.92),) * len(PLACE_LETTERS), 0.50),
)
"""Kinds by how they say truco: with care, slyly, whenever it is good, on little, on good cards and
on poor ones, on a whim, always."""

LIFTERS: Final = (
    Kind(0.80, Rise(0.01, 0.70, 1.0, 0.50)),
    Kind(0.15, Rise(0.03, 0.50, 0.85, 0.80)),
    Kind(0.05, Rise(0.90, 0.0, 1.0, 0.90)),
)
"""Kinds by how they raise what was raised before."""

TAKERS: Final = (
    Kind(0.04, Rise(0.01, 0.0, 1.0, 0.05), folds=True),
    Kind(0.20, Rise(0.02, 0.50, 0.92, 0.96), folds=True),
    Kind(0.56, Rise(0.06, 0.15, 0.70, 0.97)),
    Kind(0.12, Rise(0.25, 0.00, 0.45, 0.97)),
    Kind(0.08, Rise(0.97, 0.0, 1.0, 0.97)),
)
"""Kinds by how they answer a raise."""

_USUAL_ACCEPT_RISES: Final = (
    Rise(0.25, 0.0, 0.55, 0.97),
    Rise(0.10, 0.30, 0.95, 0.97),
    Rise(0.06, 0.45, 0.98, 0.97),
)
"""By trick, how often anybody accepts, to bots that notice nothing."""

_LOOKS_BY_PLACE: Final[tuple[tuple[float, ...], ...]] = (
    (0.10, 0.20, 0.32, 0.40, 0.50, 0.56, 0.68, 0.78, 0.86, 0.97),
    (0.00, 0.00, 0.10, 0.17, 0.33, 0.42, 0.50, 0.58, 0.70, 0.90),
    (0.17, 0.33, 0.47, 0.58, 0.70, 0.76, 0.82, 0.86, 0.90, 0.97),
    (0.00, 0.08, 0.25, 0.42, 0.50, 0.60, 0.75, 1.00, 1.00, 1.00),
)
"""By place, how good hands look where somebody could raise: the middles of ten equal parts."""

_ASKED_LOOKS_BY_TRICK: Final[tuple[tuple[float, ...], ...]] = (
    (0.09, 0.20, 0.32, 0.37, 0.44, 0.52, 0.58, 0.67, 0.75, 0.85),
    (0.10, 0.16, 0.26, 0.29, 0.33, 0.40, 0.54, 0.70, 0.83, 0.93),
    (0.10, 0.15, 0.28, 0.40, 0.46, 0.53, 0.58, 0.65, 0.75, 0.90),
)
"""By trick, the same where somebody was asked."""

_OTHER_PLACE_WEIGHT: Final = 0.3
"""How much raises at the other places count, except in the first trick, which is for itself."""

_BLUFF_BELOW: Final = 0.45
"""What cards look worse than that a raise with them is a bluff."""

_OTHER_TRICK_WEIGHT: Final = 0.35
"""How much answers in other tricks count."""


CHANGE_RATE: Final = 0.06
"""How many change their ways after a hand."""


class Reading(NamedTuple):
    """What others are taken for after what a match has shown of them.

    Attributes:
        calls: by place, how often they say truco.
        lifts: how often they raise a raise.
        takes: by trick, how often they accept.
        freely: by place, how often they say truco with poor cards, as a part of how often with any.
        folds: by trick, how much likelier than at first it is that they accept little.
    """

    calls: tuple[Row, ...]
    lifts: Row
    takes: tuple[Row, ...]
    freely: tuple[float, ...]
    folds: tuple[float, ...]


def at(row: Row, looks: float) -> float:
    """Return how often something is said on a hand that looks so good."""
    return row[int(looks * _CURVE_STEPS)]


@lru_cache(maxsize=512)
def reading_of(habit: str) -> Reading:
    """Return what a seat, or a side, is taken for."""
    words = habit.split()
    callers = [
        _believed(CALLERS, [_calls_seen(word, place) for word in words])
        for place in range(len(PLACE_LETTERS))
    ]
    takers = [_believed(TAKERS, [_answers_seen(word, trick) for word in words]) for trick in "123"]
    lifters = _believed(LIFTERS, map(_lifts_seen, words))
    calls = [
        _mixed([kind.often[place] for kind in CALLERS], each) for place, each in enumerate(callers)
    ]
    return Reading(
        tuple(calls),
        _mixed([kind.often for kind in LIFTERS], lifters),
        tuple([_mixed([kind.often for kind in TAKERS], each) for each in takers]),
        tuple([_freely(each, place) for place, each in enumerate(calls)]),
        tuple([_folding(each) for each in takers]),
    )


_FOLDER_PRIOR: Final = sum([kind.prior for kind in TAKERS if kind.folds])
"""How many accept little, before anything is seen."""


def _often(rise: Rise, looks: float) -> float:
    if looks <= rise.until:
        return rise.bluff
    part = min(max((looks - rise.low) / (rise.high - rise.low), 0.0), 1.0)
    return rise.least + (rise.most - rise.least) * part


@cache
def _rate(rise: Rise, looks: tuple[float, ...]) -> float:
    """Return how often something is said, over hands that look so."""
    return sum([_often(rise, each) for each in looks]) / len(looks)


@cache
def _row(rise: Rise) -> Row:
    return tuple([_often(rise, step / _CURVE_STEPS) for step in range(_CURVE_STEPS + 1)])


def _mixed(rises: Sequence[Rise], shares: Sequence[float]) -> Row:
    mixed = [0.0] * (_CURVE_STEPS + 1)
    for rise, share in zip(rises, shares, strict=True):
        mixed = [so_far + share * each for so_far, each in zip(mixed, _row(rise), strict=True)]
    return tuple(mixed)


def _believed(kinds: Sequence[Caller | Kind], seen: Iterable[Row]) -> tuple[float, ...]:
    """Return how likely each kind is, from how likely each hand is with each kind."""
    prior = tuple([kind.prior for kind in kinds])
    shares = prior
    for hand in seen:
        now = posterior([share * each for share, each in zip(shares, hand, strict=True)])
        shares = tuple(
            [
                (1 - CHANGE_RATE) * share + CHANGE_RATE * at_first
                for share, at_first in zip(now, prior, strict=True)
            ]
        )
    return shares


@lru_cache(maxsize=1024)
def _calls_seen(word: str, place: int) -> Row:
    """Return how likely each kind of caller is to raise as in a hand, above all at a place."""
    return tuple([_calling(kind, word, place) for kind in CALLERS])


def _calling(kind: Caller, word: str, place: int) -> float:
    chance = kind.loses ** word.count(NOT_WON_MARK) * (1 - kind.loses) ** word.count(WON_MARK)
    for other, letter in enumerate(PLACE_LETTERS):
        rate = _rate(kind.often[other], _LOOKS_BY_PLACE[other])
        seen = rate ** word.count(letter.upper()) * (1 - rate) ** word.count(letter)
        chance *= seen ** (
            1.0 if other == place else _OTHER_PLACE_WEIGHT if place and other else 0.0
        )
    return float(chance)


@lru_cache(maxsize=1024)
def _answers_seen(word: str, trick: str) -> Row:
    """Return how likely each kind of taker is to answer as in a hand, above all in a trick."""
    return tuple([_answering(kind, word, trick) for kind in TAKERS])


def _answering(kind: Kind, word: str, trick: str) -> float:
    chance = 1.0
    for other, looks in zip("123", _ASKED_LOOKS_BY_TRICK, strict=True):
        rate = _rate(kind.often, looks)
        wanted = word.count(other + RAISED_MARK) + word.count(other + ANSWER_MARKS["accept"])
        seen = rate**wanted * (1 - rate) ** word.count(other + ANSWER_MARKS["run"])
        chance *= seen if other == trick else seen**_OTHER_TRICK_WEIGHT
    return float(chance)


@lru_cache(maxsize=1024)
def _lifts_seen(word: str) -> Row:
    """Return how likely each kind of lifter is to answer as in a hand."""
    rates = [_rate(kind.often, _ASKED_LOOKS_BY_TRICK[1]) for kind in LIFTERS]
    rest = sum(map(word.count, ANSWER_MARKS.values()))
    return tuple([float(rate ** word.count(RAISED_MARK) * (1 - rate) ** rest) for rate in rates])


def _freely(row: Row, place: int) -> float:
    """Return how often truco is said with poor cards, as a part of how often with any."""
    looks = _LOOKS_BY_PLACE[place]
    poor = [at(row, each) for each in looks if each < _BLUFF_BELOW]
    every = [at(row, each) for each in looks]
    return min(sum(poor) / len(poor) / (sum(every) / len(every)), 1.0)


def _folding(shares: Sequence[float]) -> float:
    """Return how much likelier than at first it is that somebody accepts little."""
    now = sum([share for share, kind in zip(shares, TAKERS, strict=True) if kind.folds])
    return max(now - _FOLDER_PRIOR, 0.0) / (1 - _FOLDER_PRIOR)


UNNOTICED_READING: Final = reading_of(NO_HABIT)._replace(
    takes=tuple(map(_row, _USUAL_ACCEPT_RISES)),
    freely=(0.3,) * len(PLACE_LETTERS),
)
"""What everybody is to bots that notice nothing."""

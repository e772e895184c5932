"""Kinds of players: from which envido they bet (`OPENERS`), and when they call truco (`CALLERS`).
How they answer: `ANSWERERS`, `TAKERS`.

There are a few that play well, many that bet what their cards are worth, and some that bet on
anything or on nothing. How many of each there are is a guess, where nothing has been seen yet.
"""

from __future__ import annotations

from typing import Final, NamedTuple


class Opener(NamedTuple):
    """A kind of player, by how it opens the envido.

    Attributes:
        prior: how many are of this kind, before anything is seen.
        bets: the bets, each with the least number for it, the dearest first; empty for a player who
            mixes as equally good players do.
        bluffs: how often it bets the cheapest with less.
        holds: how often it bets with what is enough.
    """

    prior: float
    bets: tuple[tuple[str, int], ...] = ()
    bluffs: float = 0.0
    holds: float = 0.92


class Answerer(NamedTuple):
    """A kind of player, by how it answers an envido.

    Attributes:
        prior: as in `Opener`.
        least: the least number with which it accepts an envido; -1 for one that mixes.
        lifts: the bets with which it raises, as in `Opener`.
    """

    prior: float
    least: int = -1
    lifts: tuple[tuple[str, int], ...] = ()


def _by_number(envido: int, real: int, falta: int) -> tuple[tuple[str, int], ...]:
    return (("falta_envido", falta), ("real_envido", real), ("envido", envido))


OPENERS: Final = (
    Opener(0.18),
    Opener(0.06, (("envido", 23),)),
    Opener(0.06, (("envido", 26),)),
    Opener(0.05, (("envido", 29),)),
    Opener(0.12, _by_number(25, 28, 31)),
    Opener(0.08, _by_number(23, 26, 29)),
    Opener(0.14, _by_number(25, 28, 30), bluffs=0.33, holds=0.67),
    Opener(0.07, (("envido", 0),)),
    Opener(0.04, (("real_envido", 0),)),
    Opener(0.02, (("falta_envido", 0),)),
    Opener(0.03, (("real_envido", 25),)),
    Opener(0.03, (("real_envido", 28),)),
    Opener(0.02, (("falta_envido", 28),)),
    Opener(0.10, (("envido", 33),)),
)

_HIGH_RAISES: Final = (("falta_envido", 31), ("real_envido", 29))
_GOOD_RAISES: Final = (("falta_envido", 30), ("real_envido", 28))
_STEPPED_RAISES: Final = (("falta_envido", 31), ("real_envido", 29), ("envido", 27))

ANSWERERS: Final = (
    Answerer(0.16),
    Answerer(0.05, 0, _HIGH_RAISES),
    Answerer(0.08, 20, _HIGH_RAISES),
    Answerer(0.07, 23, _GOOD_RAISES),
    Answerer(0.05, 21, _STEPPED_RAISES),
    Answerer(0.12, 25, _GOOD_RAISES),
    Answerer(0.14, 24, _STEPPED_RAISES),
    Answerer(0.13, 27, _HIGH_RAISES),
    Answerer(0.06, 23),
    Answerer(0.05, 33),
    Answerer(0.03, 24, (("real_envido", 0), ("envido", 0))),
    Answerer(0.03, 0, (("falta_envido", 0),)),
    Answerer(0.03, 0),
)


class Caller(NamedTuple):
    """A kind of player, by how it calls truco.

    Attributes:
        prior: as in `Opener`.
        least: the chance to win from which it is as likely to call as not to.
        bluffs: how often it calls with any cards.
        often: in which part of the tricks of a kind it calls, roughly: first, second, third.
        loses: how often it then loses a hand that is played to the end.
    """

    prior: float
    least: float
    bluffs: float
    often: tuple[float, float, float]
    loses: float


class Taker(NamedTuple):
    """A kind of player, by how it answers a truco.

    Attributes:
        prior: as in `Opener`.
        least: the chance to win from which it is as likely to accept as not to.
        often: how often it accepts, roughly.
    """

    prior: float
    least: float
    often: float


CALLERS: Final = (
    Caller(0.14, 0.85, 0.01, (0.08, 0.08, 0.10), 0.15),
    Caller(0.28, 0.65, 0.04, (0.20, 0.20, 0.30), 0.27),
    Caller(0.37, 0.60, 0.15, (0.28, 0.28, 0.42), 0.36),
    Caller(0.21, 0.50, 0.70, (0.80, 0.80, 0.90), 0.48),
)

BLUFF_FACTORS: Final = (1.0, 1.2, 2.0)
"""By trick, how much more often than at first players call with any cards."""

TAKERS: Final = (
    Taker(0.08, 1.50, 0.08),
    Taker(0.24, 0.60, 0.32),
    Taker(0.44, 0.42, 0.48),
    Taker(0.14, 0.28, 0.65),
    Taker(0.10, -1.0, 0.95),
)

"""Solves Cacho for two seats from the second card on, and writes the result as bytes. What part of
the others it takes for plain players or choosy ones: `_PLAIN_PART`, `_CHOOSY_PART`.
"""

from __future__ import annotations

from itertools import pairwise
from typing import Final

import numpy as np

from cardtui_engine.games.cacho.bot.solved import (
    ALWAYS_BYTE,
    CARRIED_POTS,
    LEAST_RANK_TO_JOIN,
    LEAST_RANK_TO_OPEN,
    UNITS_PER_CHIP,
    entering,
)
from cardtui_engine.games.cacho.options import PAID_BEFORE_ROUND
from tools.cacho import plain
from tools.cacho.cards import RANKS, THIRDS, Cards, Numbers
from tools.cacho.third import Reals, Third

NOTHING, BET = 0, 1
"""The words of the second round, as rows."""

_EXPLAIN_EVERY: Final = 8
"""Of so many rounds of learning one counts also what explains the words."""

_LEAST_WEIGHT: Final = 1e-6
LEARNERS: Final = 2
"""How many kinds of others learn."""

_PLAIN_PART: Final = {False: 0.3, True: 0.2}
_PLAIN_STACK: Final = 40
"""The part of the others that is taken for plain players (`plain.py`), without and with a check,
up to such a stack. With more chips they lose more, and are a smaller part: otherwise the table
would give away too much for their sake.
"""

_CHOOSY_PART: Final = 0.4
"""The part of the others that may choose whether they enter, of those that learn.

The rest has entered with anything. Each kind learns by itself: it knows what it is, the table does
not.
"""

_DELAY_DIVISOR: Final = 4
"""In the first such part of the rounds, what is said does not count yet."""


class First:
    """How often a seat enters that may, by the rank of its first card."""

    def __init__(self) -> None:
        self._regret = np.zeros((2, RANKS))
        self.enters = np.full(RANKS, 0.5)

    def learn(self, values: Numbers) -> None:
        """Learn from what entering was worth; to pass is worth nothing."""
        node = self.enters * values
        self._regret = np.maximum(self._regret + np.stack([-node, values - node]), 0)
        total = self._regret.sum(0)
        self.enters = np.where(total > 0, self._regret[1] / np.where(total > 0, total, 1), 0.5)


class Second:
    """The second round for one seat: how often it bets, by kind of two cards.

    Rows are what it has heard: nothing for the elder; for the younger a pass, and a bet.
    """

    def __init__(self, kinds: int, *, elder: bool) -> None:
        size = (1 if elder else 2), 2, kinds
        self._regret = np.zeros(size)
        self._sums = np.zeros(size)
        self.often = np.full(size, 0.5)

    def learn(self, values: Numbers, weight: float) -> None:
        """Learn from what each word was worth."""
        node = (self.often * values).sum(1, keepdims=True)
        self._regret = np.maximum(self._regret + values - node, 0)
        total = self._regret.sum(1, keepdims=True)
        self.often = np.where(total > 0, self._regret / np.where(total > 0, total, 1), 0.5)
        self._sums += weight * self.often

    def mean(self) -> Numbers:
        """Return how often it says each word on average."""
        mean: Numbers = self._sums / self._sums.sum(1, keepdims=True)
        return mean


class Game:
    """The game with a stack. One seat is the table's, and enters from `LEAST_RANK_TO_OPEN` or
    `LEAST_RANK_TO_JOIN` on.

    Of the others that learn, the first enters with anything and meets a table that does, too.
    """

    def __init__(self, cards: Cards, stack: int, *, elder: bool, check: bool) -> None:
        self._cards, self._elder = cards, elder
        self._thirds = [
            Third(cards, carried, stack - paid, LEARNERS, elder=elder, check=check)
            for carried, paid in zip(CARRIED_POTS, PAID_BEFORE_ROUND[1:], strict=True)
        ]
        kinds = len(cards.pair_count)
        self._ours = Second(kinds, elder=elder)
        least = LEAST_RANK_TO_OPEN if elder else LEAST_RANK_TO_JOIN
        self._enters = (np.ones(kinds), cards.firsts @ np.array(entering(least)))
        self._theirs = [Second(kinds, elder=not elder) for _ in range(LEARNERS)]
        self._first = First()
        self._values = np.zeros_like(self._ours.often)
        self._weights = np.zeros_like(self._ours.often)
        plainly = _PLAIN_PART[check] * min(1, _PLAIN_STACK / stack)
        self._parts = (1 - plainly) * (1 - _CHOOSY_PART), (1 - plainly) * _CHOOSY_PART
        self._plain = plainly * plain.second(elder=not elder)
        self._simple = third_reaches(cards, self._plain, elder=not elder)

    def learn(self, rounds: int) -> None:
        """Let both seats learn that many times; a later time counts for more."""
        for number in range(1, rounds + 1):
            self._improve_ours(number, max(number - rounds // _DELAY_DIVISOR, 0))
            for learner in range(LEARNERS):
                self._improve_theirs(learner)

    def _improve_ours(self, number: int, weight: int) -> None:
        elder = self._elder
        explain = number % _EXPLAIN_EVERY == 0
        ours = third_reaches(self._cards, self._ours.often, elder=elder)
        loose, choosy = self._theirs
        others = [
            self._parts[0] * loose.often,
            self._parts[1] * choosy.often * (self._cards.firsts @ self._first.enters),
        ]
        reaches = zip(
            *[third_reaches(self._cards, other, elder=not elder) for other in others], strict=True
        )
        won = [
            third.improve_ours(
                [*map(_real, theirs)], _real(simple), _real(own), weight, explain=explain
            ).astype(float)
            for third, own, theirs, simple in zip(
                self._thirds, ours, reaches, self._simple, strict=True
            )
        ]
        every = np.sum((*others, self._plain), axis=0)
        values = second_values(self._cards, won, every, elder=elder)
        if explain:
            heard = heard_often(self._cards, every, elder=elder)
            self._values += weight * values
            self._weights += weight * heard[:, None, :]
        self._ours.learn(values, weight)

    def _improve_theirs(self, learner: int) -> None:
        cards, theirs = self._cards, self._theirs[learner]
        often = self._ours.often * self._enters[learner]
        lost = [
            third.improve_theirs(learner, _real(own)).astype(float)
            for third, own in zip(
                self._thirds, third_reaches(cards, often, elder=self._elder), strict=True
            )
        ]
        values = second_values(cards, lost, often, elder=not self._elder)
        if learner:
            brings = (theirs.often * values).sum((0, 1))
            self._first.learn((cards.pair_count * brings) @ cards.firsts)
        theirs.learn(values, 0)

    def written(self) -> bytes:
        """Return what was learnt, as `cardtui_engine.games.cacho.bot.solved` reads it."""
        values = self._values / np.maximum(self._weights, _LEAST_WEIGHT)
        chips = np.rint(np.moveaxis(values, 1, 2) * UNITS_PER_CHIP).clip(-32768, 32767)
        found = [_bytes(self._ours.mean()[:, BET]), chips.astype("<i2").tobytes()]
        for third in self._thirds:
            found += [_parts(third.mean(), third.starts), _bytes(third.chances())]
            found.append(_bytes(third.folds()))
        return b"".join(found)


def _real(reach: Numbers) -> Reals:
    return reach.astype(np.float32)


def third_reaches(cards: Cards, often: Numbers, *, elder: bool) -> tuple[Numbers, Numbers]:
    """Return how often a seat comes into the third round after two passes, and after two bets.

    Args:
        cards: the kinds of cards.
        often: by what it has heard, by word, by two cards: how often it says that.
        elder: whether the seat speaks first.
    """
    return cards.parts @ often[0, NOTHING], cards.parts @ often[0 if elder else 1, BET]


def heard_often(cards: Cards, other: Numbers, *, elder: bool) -> Numbers:
    """Return how many deals lead to each thing that a seat may hear, by its two cards."""
    if elder:
        every: Numbers = THIRDS * (other[0].sum(0) @ cards.pair_meets.T)
        return every[None]
    heard: Numbers = THIRDS * (other[0] @ cards.pair_meets.T)
    return heard


def second_values(cards: Cards, thirds: list[Numbers], other: Numbers, *, elder: bool) -> Numbers:
    """Return what the words of the second round are worth, by what was heard and by two cards.

    Args:
        cards: the kinds of cards.
        thirds: what three cards are worth after two passes, and after two bets.
        other: how often the other seat says each word, by what it has heard.
        elder: whether the seat speaks first.
    """
    none, both = (cards.grows @ third for third in thirds)
    meets = THIRDS * cards.pair_meets.T
    if elder:
        return np.stack(
            [np.stack([none - other[0, BET] @ meets, other[1, NOTHING] @ meets + both])]
        )
    return np.stack(
        [
            np.stack([none, other[0, NOTHING] @ meets]),
            np.stack([-(other[0, BET] @ meets), both]),
        ]
    )


def _bytes(parts: Numbers) -> bytes:
    return np.rint(parts * ALWAYS_BYTE).astype(np.uint8).tobytes()


def _parts(mean: Numbers, starts: tuple[int, ...]) -> bytes:
    """Return how often words are said as bytes; those of a spot come to `ALWAYS_BYTE` together."""
    rounded = np.rint(mean * ALWAYS_BYTE).astype(np.int64)
    for start, end in pairwise((*starts, len(mean))):
        part = rounded[start:end]
        part[part.argmax(0), np.arange(part.shape[1])] += ALWAYS_BYTE - part.sum(0)
    return rounded.astype(np.uint8).tobytes()

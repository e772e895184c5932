"""The best reply to the solved table: any size at any time, cards exact, and what it gains.

It knows how the bot plays, hears every word, and at each node takes for each of its hands the word
that is worth most. It samples nothing, and up to a cap of `EVERY_SIZE_CAP` it omits nothing, so
nobody gains more; over a greater cap it leaves out sizes that lie within `_LEAST_SIZE_STEP` of
another.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import lru_cache, partial
from typing import Final, NamedTuple

import numpy as np

from cardtui_engine.games.cacho.bot.odds import STRENGTHS
from cardtui_engine.games.cacho.bot.sizes import PASS, rungs
from cardtui_engine.games.cacho.bot.solved import (
    CARRIED_POTS,
    LEAST_RANK_TO_JOIN,
    LEAST_RANK_TO_OPEN,
    PAIRS,
    below,
    entering,
    seats,
    third,
)
from cardtui_engine.games.cacho.options import PAID_BEFORE_ROUND
from tools.cacho.cards import DEALS, Cards, Numbers, Places
from tools.cacho.solver import second_values, third_reaches

EVERY_SIZE_CAP: Final = 100
"""The greatest cap at which the reply may say every size."""

_LEAST_SIZE_STEP: Final = 0.06
"""Over a greater one, two sizes are so far apart at least, but for those around the table's."""

Policy = Callable[[int, int], Mapping[int, Numbers]]
"""By the bot's own bet and the other's: how often each word is said, by kind of three cards."""


@lru_cache(maxsize=1024)
def _sizes(own: int, cap: int) -> tuple[int, ...]:
    """Return the sizes that the reply may say over a bet of the bot."""
    if cap <= EVERY_SIZE_CAP:
        return tuple(range(own + 1, cap + 1))
    found, size = {own + 1, cap - 1, cap}, own + 1
    while size < cap:
        found.add(size)
        size = max(size + 1, int(size * (1 + _LEAST_SIZE_STEP)))
    for rung in rungs(cap):
        found |= {rung, rung + 1}
    return tuple(sorted([each for each in found if own < each <= cap]))


class ThirdReply:
    """The best reply in the third round.

    Args:
        cards: the kinds of cards.
        policy: how the bot plays.
        carried: the pot when the round begins.
        cap: the most that may be bet.
        elder: whether the bot speaks first.
        check: whether a pass with no bet made is a check.
    """

    def __init__(
        self, cards: Cards, policy: Policy, carried: int, cap: int, *, elder: bool, check: bool
    ) -> None:
        self._paid, self._cap, self._elder, self._check = carried // 2, cap, elder, check
        self._show = cards.wins(ties=not elder).T.copy()
        self._all = cards.meets.T.copy()
        self._policy = policy
        self._known: dict[tuple[int, int], Mapping[int, Numbers]] = {}

    def value(self, reach: Numbers) -> Numbers:
        """Return what the reply's cards are worth, by their kind, over all deals of the bot's.

        Args:
            reach: how often the bot comes into the round, by its kind of cards.
        """
        if not self._cap:
            shown: Numbers = self._paid * (reach @ self._show)
            return shown
        if self._elder:
            first: Numbers = self._heard(0, (0,), reach, opening=True)[0]
            return first
        instead = (
            self._heard(0, (0,), reach)[0] if self._check else -self._paid * (reach @ self._all)
        )
        best: Numbers = np.maximum(self._raises(0, reach), instead)
        return best

    def _raises(self, own: int, reach: Numbers) -> Numbers:
        """Return the worth of the best raise over a bet of the bot, by the reply's cards."""
        best: Numbers = self._heard(own, _sizes(own, self._cap), reach).max(0)
        return best

    def _heard(
        self, own: int, sizes: Iterable[int], reach: Numbers, *, opening: bool = False
    ) -> Numbers:
        """Return what each of those bets is worth once the bot has answered it.

        Args:
            own: what the bot has put in during the round.
            sizes: what the reply has put in.
            reach: how often the bot comes there.
            opening: whether the bot speaks first of all.
        """
        put = np.array([*sizes], float)[:, None]
        folds, calls, alls = (np.zeros((len(put), len(reach))) for _ in range(3))
        further: list[tuple[int, int, int, Numbers]] = []
        for row, size in enumerate(put[:, 0].astype(int).tolist()):
            for word, often in self._said(own, size).items():
                part = reach * often
                if word == PASS:
                    folds[row] = part
                elif word == size and not opening:
                    calls[row] = part
                elif word == self._cap:
                    alls[row] = part
                elif part.any():
                    further.append((row, size, word, part))
        value = (self._paid + own) * (folds @ self._all)
        value += (self._paid + put) * (calls @ self._show)
        value += np.maximum(
            -(self._paid + put) * (alls @ self._all), (self._paid + self._cap) * (alls @ self._show)
        )
        for row, size, word, part in further:
            called = (self._paid + word) * (part @ self._show)
            raised = self._raises(word, part)
            if word > size:
                raised = np.maximum(raised, -(self._paid + size) * (part @ self._all))
            value[row] += np.maximum(called, raised)
        return value

    def _said(self, own: int, other: int) -> Mapping[int, Numbers]:
        if (own, other) not in self._known:
            self._known[own, other] = self._policy(own, other)
        return self._known[own, other]


class Gain(NamedTuple):
    """What the best reply gains in chips a hand, against the bot as the younger and the elder."""

    as_elder: float
    as_younger: float

    @property
    def mean(self) -> float:
        """What it gains if it has both places as often."""
        return (self.as_elder + self.as_younger) / 2


def best_reply(cards: Cards, stack: int, *, check: bool, free: bool = False) -> Gain:
    """Return what the best reply gains.

    Args:
        cards: the kinds of cards.
        stack: the chips before the hand of the poorer of the two.
        check: whether a pass with no bet made is a check.
        free: whether both enter or pass on the first card; if not, both have put in a chip.
    """
    gains = [_against(cards, stack, elder=each, check=check, free=free) for each in (False, True)]
    return Gain(*gains)


def _against(cards: Cards, stack: int, *, elder: bool, check: bool, free: bool) -> float:
    """Return what the best reply gains against the bot in one place."""
    table = seats(below(stack, check=check), check=check)[elder]
    bets = np.array(
        [[table.second(row, kind).bets for kind in range(PAIRS)] for row in range(2 - elder)]
    )
    often = np.stack([1 - bets, bets], axis=1)
    if free:
        often *= cards.firsts @ np.array(
            entering(LEAST_RANK_TO_OPEN if elder else LEAST_RANK_TO_JOIN)
        )
    thirds: list[Numbers] = []
    reaches = third_reaches(cards, often, elder=elder)
    for reach, carried, paid in zip(reaches, CARRIED_POTS, PAID_BEFORE_ROUND[1:], strict=True):
        cap = stack - paid
        policy = partial(_said, cards.strength, carried=carried, cap=cap, elder=elder, check=check)
        reply = ThirdReply(cards, policy, carried, cap, elder=elder, check=check)
        thirds.append(reply.value(reach))
    values = second_values(cards, thirds, often, elder=not elder)
    best = values.max(1).sum(0)
    brings = (cards.pair_count * best) @ cards.firsts / (cards.pair_count.sum() * DEALS)
    # To pass on a first card that loses costs nothing.
    return float((brings.clip(0) if free else brings).sum())


def _said(
    strength: Places, own: int, other: int, *, carried: int, cap: int, elder: bool, check: bool
) -> Mapping[int, Numbers]:
    """Return how often the bot says each word, by kind of cards."""
    found: dict[int, Numbers] = {}
    for place in range(len(STRENGTHS)):
        told = third(carried, cap, own, other, place, elder=elder, check=check)
        for word, part in told.mix.items():
            found.setdefault(word, np.zeros(len(STRENGTHS)))[place] = part
    return {word: parts[strength] for word, parts in found.items()}

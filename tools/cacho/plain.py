"""A plain player, as the solver expects some of all opponents to be: no bluffs and no traps. From
which cards on it enters and stays: `_LEAST_RANK_TO_ENTER`, `_LEAST_RANK_TO_STAY`.

It enters with a four or better and stays with two cards of one suit or a six. It bets what looks
good, more the better it looks, and pays little for what is merely good.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from typing import Final

import numpy as np

from cardtui_engine.games.cacho.bot.odds import STRENGTHS, chance_of_place
from cardtui_engine.games.cacho.bot.sizes import PASS, Spot
from cardtui_engine.games.cacho.bot.solved import PAIRS, pair_kind
from cardtui_engine.games.cacho.ranking import PACK, card_rank, rank_hand
from tools.cacho.cards import Cards, Numbers

_LEAST_RANK_TO_ENTER: Final = 4
_LEAST_RANK_TO_STAY: Final = 6
_BEST, _GREAT, _GOOD, _FAIR = 0.95, 0.82, 0.44, 0.33
"""From these chances to beat any hand on, it takes its cards for a cacho, a high flush, a flush, a
six."""

_CHEAP_POT_PART: Final = 0.5
"""The part of the pot that it pays for what is good."""


def second(*, elder: bool) -> Numbers:
    """Return how often it says each word of the second round, by what it has heard and its cards.

    With cards with the first of which it has passed it says neither word.

    Args:
        elder: whether it speaks first, and has heard nothing.
    """
    enters, stays = np.zeros(PAIRS), np.zeros(PAIRS)
    for hand in combinations(sorted(PACK), 2):
        ranks = [card_rank(card) for card in hand]
        kind = pair_kind(hand)
        enters[kind] = sum(rank >= _LEAST_RANK_TO_ENTER for rank in ranks) / 2
        stays[kind] = rank_hand(hand).name == "flush" or max(ranks) >= _LEAST_RANK_TO_STAY
    said = np.stack([enters * (1 - stays), enters * stays])
    return np.stack([said] * (1 if elder else 2))


def third(cards: Cards, carried: int, cap: int, spot: Spot, words: Sequence[int]) -> Numbers:
    """Return how often it says each word in a spot of the third round, by kind of three cards.

    Args:
        cards: the kinds of cards.
        carried: the pot when the round began.
        cap: the most that may be bet.
        spot: what has been put in.
        words: what may be said there.
    """
    chance = np.array([chance_of_place(place) for place in range(len(STRENGTHS))])[cards.strength]
    pot = carried + spot.own + spot.other
    raises = [word for word in words if word > spot.other]
    called = words.index(spot.other) if spot.other in words else words.index(PASS)
    said = np.full(len(chance), words.index(PASS) if PASS in words else called)
    if spot.other:
        cheap = spot.other - spot.own <= pot * _CHEAP_POT_PART
        said[chance > (_GOOD if cheap else _GREAT)] = called
        if raises:
            said[chance > _BEST] = words.index(_nearest(raises, spot.other + pot))
    else:
        said[chance > _FAIR] = words.index(raises[0])
        said[chance > _GREAT] = words.index(_nearest(raises, min(cap, pot)))
    often: Numbers = np.eye(len(words))[said].T
    return often


def _nearest(sizes: Sequence[int], wanted: int) -> int:
    return min(sizes, key=lambda size: (abs(size - wanted), size))

"""Looks up what was solved: the envido of two (`spoken_at`), how often a hand wins (`beats`).

`tools/solve_truco_argentino.py` writes it as `solved.bin`, in bytes (u8). First the envido: how
often a class of numbers says a word, in eighths (`CHANCE_STEPS`), by how folds count (2), what the
mano and the other need (10 x 10, `NEEDED_POINTS`), and place, what may be said there except to pass
or to fold, and class (936 in all). Then, in hundredths, how often a hand beats a random one, hands
in order of their strengths: those of three cards (502), and those of two after a first trick that
was won, after one that was lost, and after one that was tied (101 each).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import cache, lru_cache
from itertools import combinations_with_replacement
from typing import Final

from cardtui_engine.games.truco_argentino.bot.envido_game import (
    CLASSES,
    PLACES,
    UNWRITTEN_WORDS,
    WORDS_BY_LINE,
    Place,
)
from cardtui_engine.games.truco_argentino.cards import STRENGTH
from cardtui_engine.resource import read

SHA256: Final = "6b1d3dffb3e7de22fe74a99440e710ce4487be99f9c7a504f35b19da38926dad"
"""The hash of the file."""

NEEDED_POINTS: Final = (1, 2, 3, 4, 6, 9, 12, 15, 22, 30)
"""What each of the two may still need to win; the strategies are those of all pairs of these."""

CHANCE_STEPS: Final = 8
"""A chance of one: chances are kept in eighths."""

_PLACE_OFFSETS: Final = tuple(
    sum([len(WORDS_BY_LINE[line]) - 1 for _, line in PLACES[:at]]) * CLASSES
    for at in range(len(PLACES))
)
_SCORE_LENGTH: Final = sum([len(WORDS_BY_LINE[line]) - 1 for _, line in PLACES]) * CLASSES
_WINS_OFFSET: Final = 2 * len(NEEDED_POINTS) ** 2 * _SCORE_LENGTH
"""Where in the file it begins how often hands win."""

FRESH: Final = "fresh"
WON: Final = "won"
LOST: Final = "lost"
TIED: Final = "tied"


@cache
def solved() -> bytes:
    """Return what is in the file."""
    return read("cardtui_engine.games.truco_argentino.bot", "solved.bin", SHA256)


def _nearest(need: int) -> int:
    return min(range(len(NEEDED_POINTS)), key=lambda at: abs(NEEDED_POINTS[at] - need))


@lru_cache(maxsize=256)
def spoken_at(place: Place, needs: tuple[int, int], traditional: bool) -> tuple[list[float], ...]:
    """Return what equally good players say at a place: by word of `WORDS_BY_LINE`, by class, how
    often.

    Args:
        needs: what the mano and the other still need to win the match.
        traditional: whether folds count the traditional way.
    """
    mano, pie = _nearest(needs[0]), _nearest(needs[1])
    score = (int(traditional) * len(NEEDED_POINTS) + mano) * len(NEEDED_POINTS) + pie
    start = score * _SCORE_LENGTH + _PLACE_OFFSETS[PLACES.index(place)]
    rows: dict[str, list[float]] = {}
    for word in WORDS_BY_LINE[place[1]]:
        if word not in UNWRITTEN_WORDS:
            rows[word] = [each / CHANCE_STEPS for each in solved()[start : start + CLASSES]]
            start += CLASSES
    said = [sum([row[at] for row in rows.values()]) for at in range(CLASSES)]
    rest = [max(1.0 - each, 0.0) for each in said]
    return tuple(
        [
            [each / max(total, 1.0) for each, total in zip(rows[word], said, strict=True)]
            if word in rows
            else rest
            for word in WORDS_BY_LINE[place[1]]
        ]
    )


def _hands(cards: int) -> list[tuple[int, ...]]:
    many = Counter(STRENGTH)
    return [
        hand
        for hand in combinations_with_replacement(range(1, 15), cards)
        if all(many[each] >= times for each, times in Counter(hand).items())
    ]


@cache
def _beats() -> dict[str, dict[tuple[int, ...], float]]:
    found: dict[str, dict[tuple[int, ...], float]] = {}
    start = _WINS_OFFSET
    for name, cards in ((FRESH, 3), (WON, 2), (LOST, 2), (TIED, 2)):
        found[name] = {}
        for hand in _hands(cards):
            found[name][hand] = solved()[start] / 100
            start += 1
    single = Counter(STRENGTH)
    for name, tie in ((WON, 1.0), (LOST, 0.0), (TIED, 0.5)):
        for strength in single:
            below = sum([many for other, many in single.items() if other < strength])
            found[name][strength,] = (below + tie * (single[strength] - 1)) / (len(STRENGTH) - 1)
    return found


def beats(hand: Sequence[int], first: str) -> float:
    """Return how often a hand beats a random one, by the traditional rules.

    Args:
        hand: the strengths of its cards, in ascending order: three, or two or one if the first
            trick is over.
        first: `FRESH`, or how the first trick went for the hand. With a single card left, the
            second trick went the other way, or was tied after a tied one.
    """
    return _beats()[first].get(tuple(hand), 0.5)
